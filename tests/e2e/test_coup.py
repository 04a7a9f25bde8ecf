"""Four pages play one whole coup; many pages follow; phone and tabs."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.e2e.crowd import in_step, take_place, take_shoe

pytestmark = pytest.mark.e2e

DOWN = 'svg[aria-label="Carta tapada"]'


def press(page: Page, name: str) -> None:
    """Press the big button that says ``name`` and wait for the answer."""
    button = page.locator("button.main", has_text=name)
    expect(button).to_be_visible()
    number = page.locator("form.do-main input[type=number]")
    if number.count():
        number.first.fill("100")
    before = page.locator("main").get_attribute("data-version")
    button.click()
    expect(page.locator("main")).not_to_have_attribute("data-version", str(before))


def sit_down(page: Page, seat: str) -> None:
    """Take a place and buy chips."""
    take_place(page, seat)
    page.locator("#do-buy-in-amount").fill("500")
    page.locator("#do-buy-in button[type=submit]").click()
    expect(page.locator(".purse b")).to_contain_text("500")


def prepare(croupier: Page) -> None:
    """Bring a fresh shoe to the table and open the betting."""
    for name in ("Contar las cartas", "Barajar", "Cortar", "Poner la carta", "Quemar", "Hagan juego"):
        press(croupier, name)


def play(pages: list[Page], window: Callable[[Page], str]) -> None:
    """Press whichever big button is offered until the coup waits for its payment."""
    for _ in range(12):
        in_step(pages)
        if window(pages[0]) == "settle":
            return
        for page in pages:
            button = page.locator("button.main")
            if button.count():
                name = str(button.first.inner_text()).split("\n")[0]
                if name.startswith("Cobrar"):
                    return  # the table has moved on since its window was read
                press(page, name)
                break
    raise AssertionError(window(pages[0]))


def test_croupier_two_players_and_the_screen_play_a_coup(
    crowd: Any, window: Callable[[Page], str], tmp_path: Path
) -> None:
    croupier = crowd.open("/mesa/mesa/crupier", (1400, 950))
    ana = crowd.open("/mesa/mesa/jugador-1", (390, 844), has_touch=True, is_mobile=True)
    bea = crowd.open("/mesa/mesa/jugador-4")
    screen = crowd.open("/mesa/mesa/publico", (1920, 1080))
    sit_down(ana, "1")
    sit_down(bea, "4")
    prepare(croupier)
    expect(screen.locator(".said")).to_contain_text("Hagan juego")
    take_shoe(ana, croupier)
    ana.locator("button.box.punto").click()
    ana.locator("button.box.punto").click()
    bea.locator("label.chip-choice", has_text="25").first.click()
    bea.locator("button.box.banca").click()
    expect(screen.locator(".staked .punto")).to_contain_text("10")
    expect(screen.locator(".staked .banca")).to_contain_text("25")
    press(croupier, "No va más")
    press(ana, "Dar las cartas")
    for page in (croupier, ana, bea, screen):
        expect(page.locator(f".felt {DOWN}")).to_have_count(4)
        assert page.locator(".felt svg.card.up").count() == 0
    screen.screenshot(path=tmp_path / "dealt.png")
    play([croupier, ana, bea], window)
    expect(screen.locator(".verdict .won")).to_be_visible()
    expect(screen.locator(f".felt {DOWN}")).to_have_count(0)
    picture = os.environ.get("TAPETE_PICTURE")
    screen.screenshot(path=picture or tmp_path / "table.png")
    press(croupier, "Cobrar y pagar")
    for page in (ana, bea):
        expect(page.locator(".my-result")).to_be_visible()
    expect(screen.locator(".bead-plate .bead")).to_have_count(1)
    ana.screenshot(path=tmp_path / "phone.png")
    for page in (ana, screen, bea, croupier):
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"the page is {wide} px too wide"
    high = screen.evaluate("document.documentElement.scrollHeight - window.innerHeight")
    assert high <= 0, f"the screen of the hall is {high} px too high"


def test_the_mini_screen_fits_too(crowd: Any) -> None:
    screen = crowd.open("/mesa/mini/publico", (1920, 1080))
    assert screen.evaluate("document.documentElement.scrollHeight - window.innerHeight") <= 0
    player = crowd.open("/mesa/mini/jugador-2", (390, 844))
    assert player.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_many_pages_opened_at_once_all_follow(crowd: Any) -> None:
    croupier = crowd.open("/mesa/mesa/crupier")
    watchers = [crowd.open("/mesa/mesa/publico") for _ in range(6)]
    watchers += [crowd.open(f"/mesa/mesa/jugador-{seat}") for seat in (2, 3, 5, 6)]
    for name in ("Contar las cartas", "Barajar", "Cortar"):
        press(croupier, name)
    version = str(croupier.locator("main").get_attribute("data-version"))
    for page in watchers:
        expect(page.locator("main")).to_have_attribute("data-version", version)


def test_half_typed_text_and_focus_survive_a_push(crowd: Any) -> None:
    croupier = crowd.open("/mesa/mesa/crupier")
    chief = crowd.open("/mesa/mesa/jefe")
    chief.locator("#drawer-report-incident summary").click()
    note = chief.locator("#drawer-report-incident [name=note]")
    note.fill("carta caí")
    note.press("End")
    press(croupier, "Contar las cartas")
    version = str(croupier.locator("main").get_attribute("data-version"))
    expect(chief.locator("main")).to_have_attribute("data-version", version)
    note.type("da")
    expect(note).to_have_value("carta caída")
    expect(note).to_be_focused()


def test_two_tabs_on_one_seat_show_the_same_and_both_may_act(crowd: Any) -> None:
    first = crowd.open("/mesa/mesa/jugador-1")
    second = crowd.open(first.url.removeprefix(crowd.site), same=first.context)
    croupier = crowd.open("/mesa/mesa/crupier", same=first.context)
    sit_down(first, "1")
    expect(second.locator(".purse b")).to_contain_text("500")
    prepare(croupier)
    second.locator("button.box.punto").click()
    expect(first.locator(".box.punto .stack")).to_contain_text("5")
    first.locator("button.box.punto").click()
    expect(second.locator(".box.punto .stack")).to_contain_text("10")


def test_letters_press_buttons_and_a_refusal_stands_beside_them(crowd: Any) -> None:
    croupier = crowd.open("/mesa/mesa/crupier")
    croupier.keyboard.press("t")
    expect(croupier.locator("button.main")).to_contain_text("Barajar")
    player = crowd.open("/mesa/mesa/jugador-1")
    sit_down(player, "1")
    player.locator("#do-cash-out-amount").fill("900")
    player.locator("#do-cash-out button[type=submit]").click()
    told = player.locator("#answer .refused")
    expect(told).to_contain_text("No alcanza")


def test_languages_and_keyboard(crowd: Any) -> None:
    page = crowd.open("/mesa/mesa/jugador-1")
    page.locator(".langs a", has_text="en").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#do-sit button")).to_contain_text("Sit down")
    page.locator("#do-sit button").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".purse .tag").first).to_contain_text("Place")


def test_targets_are_large_enough_to_touch(crowd: Any) -> None:
    croupier = crowd.open("/mesa/mesa/crupier")
    player = crowd.open("/mesa/mesa/jugador-1", (390, 844), has_touch=True, is_mobile=True)
    sit_down(player, "1")
    prepare(croupier)
    expect(player.locator("button.box.punto")).to_be_visible()
    for page in (croupier, player):
        for button in page.locator(
            "button:visible, summary:visible, .langs a:visible, label.chip-choice:visible"
        ).all():
            box = button.bounding_box()
            assert box
            assert box["height"] >= 44, button.inner_text()
            assert box["width"] >= 44, button.inner_text()


def test_a_server_that_stops_ends_its_streams(site: str, browser: Any) -> None:
    context = browser.new_context()
    for link in ("publico", "crupier", "jugador-1"):
        page = context.new_page()
        page.goto(f"{site}/mesa/mesa/{link}")
        expect(page.locator("#live")).to_have_attribute("data-following", "yes")
    # These pages stay open: the fixture stops the server under them and fails when that takes too long.


def test_a_page_whose_session_is_gone_loads_anew_and_says_what_to_do(crowd: Any) -> None:
    """As after a restart of the server: nobody has to find out by pressing a button."""
    page = crowd.open("/mesa/mesa/crupier")
    page.context.clear_cookies()
    stream = """status => document.dispatchEvent(new CustomEvent("htmx:sse:error", {detail: {status}}))"""
    page.evaluate(stream, 503)
    expect(page.locator("#offline")).to_be_visible()
    page.evaluate(stream, 401)
    expect(page.locator("#live")).to_have_count(0)
    expect(page.locator("main")).to_contain_text("Entrar")
    crowd.errors.clear()
