"""Chemin de fer in real browsers: two call banco at the same moment; one whole coup; a phone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.e2e.crowd import in_step, moved, require_fitting, require_large_targets, shown, take_place

pytestmark = pytest.mark.e2e

PRESS = """() => {
  const button = [...document.querySelectorAll("#desk .do-main button.main")].find((one) => one.offsetParent);
  if (!button) return false;
  const number = button.form.querySelector("input[type=number]");
  if (number) number.value = 100;
  button.click();
  return true;
}"""
"""Presses the first big button of a page, if there is one."""

DOWN = 'svg[aria-label="Carta tapada"]'


def press(page: Page, name: str) -> None:
    button = page.locator("#desk button:visible", has_text=name).first
    expect(button).to_be_visible()
    number = button.locator("xpath=ancestor::form").locator("input[type=number]")
    if number.count():
        number.first.fill("100")
    before = str(page.locator("main").get_attribute("data-version"))
    button.click()
    expect(page.locator("main")).not_to_have_attribute("data-version", before)


def sit_down(page: Page, seat: str) -> None:
    take_place(page, seat)
    page.locator("#do-buy-in-amount").fill("2000")
    page.locator("#do-buy-in button.side").click()
    expect(page.locator(".purse b")).to_contain_text("2.000")


def until(pages: list[Page], window: Callable[[Page], str], *goals: str) -> None:
    for _ in range(60):
        in_step(pages)
        if window(pages[0]) in goals:
            return
        for page in pages:
            before = shown(page)
            if page.evaluate(PRESS):
                moved(page, before)
                break
        else:
            raise AssertionError(f"nobody has a big button in {window(pages[0])}")
    raise AssertionError(window(pages[0]))


def with_a_bank(crowd: Any, window: Callable[[Page], str]) -> list[Page]:
    """Four players sit; the one at place 1 holds a bank of 200 euros; betting is open."""
    croupier = crowd.open("/mesa/circulo/crupier", (1400, 950))
    ana = crowd.open("/mesa/circulo/jugador-1", (390, 844), has_touch=True, is_mobile=True)
    bea = crowd.open("/mesa/circulo/jugador-2", (390, 844), has_touch=True, is_mobile=True)
    others = [crowd.open(f"/mesa/circulo/jugador-{seat}") for seat in (3, 4)]
    pages = [croupier, ana, bea, *others]
    for seat, page in enumerate(pages[1:], start=1):
        sit_down(page, str(seat))
    until(pages, window, "bank")
    expect(ana.locator(".cover .ask")).to_contain_text("Se ofrece la banca")
    ana.locator("#do-take-bank-amount").fill("200")
    ana.locator("#do-take-bank button.main").click()
    expect(croupier.locator(".bank-sum")).to_contain_text("200")
    press(croupier, "Hagan juego")
    return pages


def test_one_whole_coup_and_what_each_one_sees(crowd: Any, window: Callable[[Page], str]) -> None:
    croupier, ana, bea, carla, dani = with_a_bank(crowd, window)
    for page in (croupier, ana, bea):
        require_large_targets(page)
    screen = crowd.open("/mesa/circulo/publico", (1920, 1080))
    expect(screen.locator(".said")).to_contain_text("Hay 200 euros en la banca")
    press(bea, "«Banco»")
    expect(screen.locator(".place[data-seat='2'] .own-area")).to_contain_text("200")
    press(croupier, "No van más")
    for _ in range(4):
        press(ana, "Carta tapada")
    press(croupier, "Llevar las cartas")
    for page in (croupier, ana, bea, screen, carla):
        expect(page.locator(f".felt {DOWN}")).to_have_count(4)
    press(bea, "Mirar las cartas")
    expect(bea.locator("#hand-punto svg.card.up")).to_have_count(2)
    in_step([bea, croupier, ana, screen, carla, dani])
    for page in (croupier, ana, screen, carla, dani):
        assert page.locator(".felt svg.card.up").count() == 0
    until([croupier, ana, bea], window, "settle")
    expect(screen.locator(f".felt {DOWN}")).to_have_count(0)
    expect(screen.locator(".cover .won")).to_be_visible()
    press(croupier, "Cobrar y pagar")
    expect(screen.locator(".coups li")).to_have_count(1)
    for page in (ana, bea, screen, carla, croupier):
        require_fitting(page, high=page is screen)


def test_two_who_call_banco_at_once_give_one_award(crowd: Any, window: Callable[[Page], str]) -> None:
    croupier, ana, bea, carla, dani = with_a_bank(crowd, window)
    # Both touches leave their browsers before either has an answer.
    call = "document.querySelector('#do-call-banco button').click()"
    for page in (dani, bea):
        expect(page.locator("#do-call-banco button")).to_be_visible()
    for page in (dani, bea):
        page.evaluate(f"setTimeout(() => {{ {call} }}, 30)")
    for page in (croupier, carla):
        expect(page.locator(".own-area .mark", has_text="banco")).to_have_count(2)
    press(croupier, "No van más")
    for page in (croupier, ana, bea, carla, dani):
        expect(page.locator(".place.is-holder")).to_have_count(1)
        expect(page.locator(".place.is-holder")).to_have_attribute("data-seat", "2")  # right of the banker
    expect(dani.locator(".purse b")).to_contain_text("2.000")
    expect(bea.locator(".purse b")).to_contain_text("1.800")


def test_the_marks_of_a_table_lie_on_the_felt_however_long_its_heading_is(crowd: Any) -> None:
    for size in ((1600, 900), (1280, 720)):
        page = crowd.open("/mesa/real/publico", size)
        page.evaluate("document.querySelector('.limits').style.width = '30%'")  # a heading of several lines
        felt, marks = page.locator(".felt").bounding_box(), page.locator(".bar .facts").bounding_box()
        assert felt
        assert marks
        assert marks["y"] > felt["y"] + 6
        assert marks["y"] + marks["height"] < felt["y"] + felt["height"]


def test_an_act_that_never_arrived_is_told_beside_its_button(crowd: Any) -> None:
    page = crowd.open("/mesa/circulo/jugador-1")
    page.route("**/hacer", lambda route: route.abort())
    page.locator("#do-sit select").select_option("1")
    page.locator("#do-sit button").click()
    expect(page.locator("#presses")).to_contain_text("No consta en el registro: Sentarse")
    page.unroute("**/hacer")
    page.locator("#do-sit button").click()
    expect(page.locator(".purse .tag").first).to_contain_text("Puesto 1")
    expect(page.locator("#presses > *")).to_have_count(0)
    crowd.errors.clear()  # the browser itself reports the request that failed


def test_what_records_nothing_and_never_arrived_is_told_without_a_promise(crowd: Any) -> None:
    page = crowd.open("/mesa/circulo/inspector")
    page.route("**/examinar", lambda route: route.abort())
    page.locator("#drawer-report > summary").click()
    page.locator("#drawer-report details > summary").first.click()
    form = page.locator("#drawer-report form").first
    for field in form.locator("select").all():
        field.select_option(index=1)
    for field in form.locator("input:not([type=hidden])").all():
        field.fill("1")
    form.locator("button").last.click()
    expect(page.locator("#answer")).to_contain_text("Mire la página antes de pulsar otra vez")
    expect(page.locator("#presses > *")).to_have_count(0)
    crowd.errors.clear()


def test_an_inspector_confirms_only_what_he_was_shown(crowd: Any, window: Callable[[Page], str]) -> None:
    pages = with_a_bank(crowd, window)
    inspector = crowd.open("/mesa/circulo/inspector", (390, 844))
    press(pages[2], "«Banco»")
    until(pages, window, "word")
    in_step([*pages, inspector])
    inspector.locator("#drawer-report > summary").click()
    inspector.locator("#report-advice > summary").click()
    form = inspector.locator("#do-report-advice")
    for name, value in (("fault_of", "player"), ("hand", "punto"), ("person", f"{crowd.table('circulo')}-j3")):
        form.locator(f"select[name={name}]").select_option(value)
    form.locator("button").last.click()
    shown_first = inspector.locator("#answer .preview")
    expect(shown_first).to_contain_text("jugador C aconsejó a jugador B (punto), y no debía.")
    expect(shown_first).to_contain_text("se planta")
    until(pages, window, "banker")  # the word is said: advice binds nobody any more
    in_step([*pages, inspector])
    before = shown(inspector)
    inspector.locator("#confirm-report button").click()
    expect(inspector.locator("#answer .refused")).to_contain_text("no se ha anotado nada")
    expect(inspector.locator("#answer .preview")).to_contain_text("decide el inspector")
    assert shown(inspector) == before
    inspector.locator("#confirm-report button").click()
    moved(inspector, before)
    expect(inspector.locator("article.incident")).to_contain_text("jugador C aconsejó a jugador B (punto)")
