"""A coup of punto y banca in real browsers: four pages play it; what is told is of that coup; phone and tabs."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tapete.words import card_name, label
from tests.support.e2e.crowd import in_step, moved, require_fitting, require_large_targets, shown, take_place, take_shoe
from tests.support.e2e.served import Served

pytestmark = pytest.mark.e2e
AT_DOCK = "() => !!document.activeElement.closest('#dock')"
DOWN = 'svg[aria-label="Carta tapada"]'


def press(page: Page, name: str) -> None:
    button = page.locator("button.main", has_text=name)
    expect(button).to_be_visible()
    number = page.locator("form.do-main input[type=number]")
    if number.count():
        number.first.fill("100")
    before = shown(page)
    button.click()
    moved(page, before)


def sit_down(page: Page, seat: str) -> None:
    take_place(page, seat)
    page.locator("#do-buy-in-amount").fill("500")
    page.locator("#form-do-buy-in button").click()
    expect(page.locator(".purse b")).to_contain_text("500")


def prepare(croupier: Page) -> None:
    for name in ("Contar las cartas", "Barajar", "Cortar", "Poner la carta", "Quemar", "Hagan juego"):
        press(croupier, name)


def play(pages: list[Page], window: Callable[[Page], str]) -> None:
    for _ in range(12):
        in_step(pages)
        if window(pages[0]) == "settle":
            return
        for page in pages:
            button = page.locator("button.main")
            if button.count():
                name = str(button.first.evaluate("one => one.firstChild.textContent"))
                if name.startswith("Cobrar"):
                    return  # the table has moved on since its window was read
                press(page, name)
                break
    raise AssertionError(window(pages[0]))


def test_croupier_two_players_and_the_screen_play_a_coup(crowd: Any, window: Callable[[Page], str]) -> None:
    croupier = crowd.open("/mesa/mesa/crupier", (1400, 950))
    ana = crowd.open("/mesa/mesa/jugador-1", (390, 844), has_touch=True, is_mobile=True)
    bea = crowd.open("/mesa/mesa/jugador-4")
    screen = crowd.open("/mesa/mesa/publico", (1920, 1080))
    sit_down(ana, "1")
    sit_down(bea, "4")
    prepare(croupier)
    bea.wait_for_function(AT_DOCK)  # bought with the mouse alone: the button under the focus went with what it had done
    expect(screen.locator(".said")).to_contain_text("Hagan juego")
    expect(ana.locator("button.box.punto")).to_be_visible()
    require_large_targets(ana, ", .langs a:visible")
    take_shoe(ana, croupier)
    ana.locator("button.box.punto").click()
    ana.locator("button.box.punto").click()
    bea.get_by_role("radio", name="25 €").click()
    bea.locator("button.box.banca").click()
    expect(screen.locator(".staked .punto")).to_contain_text("10")
    expect(screen.locator(".staked .banca")).to_contain_text("25")
    press(croupier, "No va más")
    press(ana, "Dar las cartas")
    for page in (croupier, ana, bea, screen):
        expect(page.locator(f".felt {DOWN}")).to_have_count(4)
        assert page.locator(".felt svg.card.up").count() == 0
    play([croupier, ana, bea], window)
    expect(screen.locator(".verdict .won")).to_be_visible()
    expect(screen.locator(f".felt {DOWN}")).to_have_count(0)
    press(croupier, "Cobrar y pagar")
    for page in (ana, bea):
        expect(page.locator(".my-result")).to_be_visible()
    press(croupier, "Hagan juego")
    expect(screen.locator(".bead-plate .bead")).to_have_count(1)
    for page in (ana, screen, bea, croupier):
        require_fitting(page, high=page is screen)
    require_fitting(crowd.open("/mesa/mini/publico", (1920, 1080)), high=True)
    require_fitting(crowd.open("/mesa/mini/jugador-2", (390, 844)))


def test_half_typed_text_and_focus_survive_a_push(crowd: Any) -> None:
    croupier = crowd.open("/mesa/mesa/crupier")
    chief = crowd.open("/mesa/mesa/jefe")
    chief.locator("#open-do-report-incident").click()
    note = chief.locator("#form-do-report-incident [name=note]")
    note.fill("carta caí")
    note.press("End")
    press(croupier, "Contar las cartas")
    version = str(croupier.locator("main").get_attribute("data-version"))
    expect(chief.locator("main")).to_have_attribute("data-version", version)
    note.type("da")
    expect(note).to_have_value("carta caída")
    expect(note).to_be_focused()


WATCH = """() => {
  window.told = [];
  new MutationObserver((changes) => {
    for (const change of changes) {
      const at = change.target instanceof Element ? change.target : change.target.parentElement;
      const live = at && at.closest("#own-news[role=status]");
      if (live) window.told.push(live.textContent.trim().replace(/\\s+/g, " "));
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Keeps what changes within the live region of one's own results, as a screen reader would hear it."""
HEARD = """() => window.told.at(-1) === document.querySelector("#own-news").textContent.trim().replace(/\\s+/g, " ")"""


def one_coup(pages: list[Page], box: str, window: Callable[[Page], str]) -> None:
    croupier, player = pages
    if window(croupier) != "bets":
        press(croupier, "Hagan juego")
    take_shoe(player, croupier)
    player.locator(f"button.box.{box}").click()
    expect(player.locator(f".box.{box} .pile")).to_be_visible()
    press(croupier, "No va más")
    press(player, "Dar las cartas")
    play(pages, window)
    in_step(pages)


NAMES = (
    """hand => [...document.querySelectorAll(`#hand-${hand} svg.card`)].map((one) => one.getAttribute("aria-label"))"""
)
LABELS = "all => all.map((one) => one.getAttribute('aria-label'))"


def require_names_of_the_record(hall: Served, table: str, pages: list[Page]) -> None:
    """What a screen reader reads of the cards, the totals and the winner is what the record says."""
    events = [event for one in hall.portal.call(hall.hall.tables[table].entries) for event in one.events]
    dealt = {one["hand"]: one for one in events if one["event"] == "hand-shown@1"}
    ended = [one for one in events if one["event"] == "coup-ended@1"][-1]
    for page in pages:
        for hand in ("punto", "banca"):
            names = page.locator(f"#hand-{hand} svg.card").evaluate_all(LABELS)
            assert names[:2] == [card_name(one, "es") for one in dealt[hand]["faces"]]
            assert page.locator(f"#hand-{hand} .total").inner_text().split() == ["Total", str(ended[hand])]
        assert page.locator(".verdict").inner_text() == label("winner", ended["winner"], "es")


def test_what_a_coup_won_is_not_shown_while_the_next_is_lost(crowd: Any, window: Callable[[Page], str]) -> None:
    croupier, player = pages = [crowd.open("/mesa/mesa/crupier"), crowd.open("/mesa/mesa/jugador-1")]
    sit_down(player, "1")
    prepare(croupier)
    expect(player.locator("#repeat")).to_have_attribute("aria-disabled", "true")  # nothing was staked yet
    player.evaluate(WATCH)
    results = player.locator("#own-news .my-result")
    outcomes = set()
    for box in ("banca", "punto", "banca", "punto"):
        one_coup(pages, box, window)
        require_names_of_the_record(crowd.hall(), crowd.table("mesa"), pages)
        expect(results).to_have_count(0)  # the cards lie open, and nothing of the coup before stands beside them
        press(croupier, "Cobrar y pagar")
        expect(results).to_have_count(1)
        outcomes |= {
            one for one in ("up", "down", "even") if results.first.get_attribute("class") == f"my-result {one}"
        }
        assert player.evaluate(HEARD)
    assert {"up", "down"} <= outcomes
    press(croupier, "Hagan juego")
    in_step(pages)
    expect(player.locator("#repeat")).not_to_have_attribute("aria-disabled", "true")
