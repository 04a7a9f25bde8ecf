"""What a page tells of a coup is of that coup; who is gone is said; a place that is somebody's is asked about."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_coup import play, prepare, press, sit_down
from tests.support.e2e.crowd import in_step, take_place, take_shoe

pytestmark = pytest.mark.e2e

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
    """Open the betting, stake on a box, play until the coup waits for its payment."""
    croupier, player = pages
    if window(croupier) != "bets":
        press(croupier, "Hagan juego")
    take_shoe(player, croupier)
    player.locator(f"button.box.{box}").click()
    expect(player.locator(f".box.{box} .stack")).to_be_visible()
    press(croupier, "No va más")
    press(player, "Dar las cartas")
    play(pages, window)
    in_step(pages)


def test_what_a_coup_won_is_not_shown_while_the_next_is_lost(crowd: Any, window: Callable[[Page], str]) -> None:
    croupier, player = pages = [crowd.open("/mesa/mesa/crupier"), crowd.open("/mesa/mesa/jugador-1")]
    sit_down(player, "1")
    prepare(croupier)
    expect(player.locator("#repeat")).to_have_count(0)  # nothing was staked yet
    player.evaluate(WATCH)
    results = player.locator("#own-news .my-result")
    outcomes = set()
    for box in ("banca", "punto", "banca", "punto"):
        one_coup(pages, box, window)
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
    expect(player.locator("#repeat")).to_have_count(1)


def test_an_official_who_closes_his_page_is_missed(crowd: Any) -> None:
    croupier, player = crowd.open("/mesa/mesa/crupier"), crowd.open("/mesa/mesa/jugador-1")
    sit_down(player, "1")
    address = croupier.url
    expect(player.locator(".post-absent")).to_have_count(0)
    croupier.close()
    expect(player.locator(".post-absent")).to_contain_text("Puesto de crupier sin atender")
    again = crowd.open(address.removeprefix(crowd.site), same=crowd.contexts[0])
    expect(player.locator(".post-absent")).to_have_count(0)
    press(again, "Contar las cartas")


def test_the_place_of_somebody_else_is_asked_about(crowd: Any) -> None:
    player = crowd.open("/mesa/mesa/jugador-3")
    take_place(player, "3")
    other = crowd.open("/")
    other.locator("a[href='/mesa/mesa/jugador-3']").first.click()
    expect(other.locator("main")).to_contain_text("Este puesto está ocupado")
    expect(other.locator("#live")).to_have_count(0)
    expect(player.locator(".purse .tag").first).to_contain_text("Puesto 3")
    crowd.errors[:] = [one for one in crowd.errors if "401" not in one]  # the browser tells that he was not let in


def test_where_nothing_is_proposed_no_ruling_is_chosen_beforehand(crowd: Any) -> None:
    croupier, chief = crowd.open("/mesa/mesa/crupier"), crowd.open("/mesa/mesa/jefe", (1280, 900))
    press(croupier, "Contar las cartas")
    chief.locator("#drawer-report-incident summary").click()
    form = chief.locator("#drawer-report-incident form")
    form.locator("[name=kind]").select_option("other")
    form.locator("[name=note]").fill("vista por todos")
    form.locator("button[type=submit]").click()
    expect(chief.locator(".incident")).to_contain_text("vista por todos")
    expect(chief.locator("#effect-1[required]")).to_have_value("")
    chief.locator("#ruling-reason").fill("así se decide")
    chief.locator("#ruling button.main").click()
    expect(chief.locator(".incident")).to_have_count(1)  # the browser itself asks for what is missing
