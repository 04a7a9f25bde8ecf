"""An answer that is lost on its way: the page asks what became of the press, says it, and no act is done twice."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.test_coup import prepare, sit_down

pytestmark = pytest.mark.e2e

ACTS, FATES = "**/hacer", "**/pulsacion?*"
PROXY = "<!doctype html><title>502</title><h1>Bad Gateway</h1>"


def cut(route: Route) -> None:
    """Let the act reach the table, and nothing come back."""
    route.fetch()
    route.abort()


def proxied(route: Route) -> None:
    """Let the act reach the table, and another server answer."""
    route.fetch()
    route.fulfill(status=502, content_type="text/html", body=PROXY)


def truncated(route: Route) -> None:
    """Let the act reach the table, and only a page of somebody else come back as if all were well."""
    route.fetch()
    route.fulfill(status=200, content_type="text/html", body=PROXY)


LOSSES: dict[str, Callable[[Route], None]] = {"cut": cut, "another server": proxied, "a page of no hall": truncated}


def at_the_boxes(crowd: Any, **options: Any) -> Page:
    """Return the page of a player with 500 euros while bets are open."""
    croupier = crowd.open("/mesa/mesa/crupier")
    player: Page = crowd.open("/mesa/mesa/jugador-1", **options)
    sit_down(player, "1")
    prepare(croupier)
    expect(player.locator("button.box.punto")).to_be_visible()
    return player


def choose(player: Page, amount: int) -> None:
    player.locator(f"label:has(#chip-{amount * 100})").click()


@pytest.mark.parametrize("loss", LOSSES)
def test_what_became_of_a_bet_is_said_and_another_touch_is_another_bet(crowd: Any, loss: str) -> None:
    player = at_the_boxes(crowd)
    box, told = player.locator("button.box.punto"), player.locator("#presses")
    player.route(ACTS, LOSSES[loss], times=1)
    box.click()
    expect(told).to_contain_text("Se había perdido la respuesta. Esto se contestó a: Punto · 5 €")
    expect(told).to_contain_text("Hecho")
    expect(player.locator("#answer")).not_to_contain_text("Bad Gateway")
    expect(player.locator(".purse b")).to_contain_text("495")
    box.click()
    expect(player.locator(".purse b")).to_contain_text("490")
    crowd.errors.clear()  # the browser itself reports the request that failed


def test_a_lost_bet_is_not_taken_for_a_later_one_of_the_same_amount(crowd: Any) -> None:
    player = at_the_boxes(crowd)
    box, purse = player.locator("button.box.punto"), player.locator(".purse b")
    player.route(FATES, lambda route: route.abort())
    player.route(ACTS, cut, times=1)
    choose(player, 5)
    box.click()
    expect(purse).to_contain_text("495")
    choose(player, 25)
    box.click()
    expect(purse).to_contain_text("470")
    choose(player, 5)
    box.click()
    expect(purse).to_contain_text("465")
    player.unroute(FATES)
    expect(player.locator("#presses")).to_contain_text("Esto se contestó a: Punto · 5 €")
    expect(purse).to_contain_text("465")
    crowd.errors.clear()


def test_pressed_again_before_anybody_knows_it_is_one_bet(crowd: Any) -> None:
    player = at_the_boxes(crowd, size=(390, 844))
    box = player.locator("button.box.punto")
    player.route(FATES, lambda route: route.abort())
    player.route(ACTS, cut, times=1)
    box.click()
    expect(player.locator("#presses [data-fate=asked]")).to_contain_text("No hace falta pulsar otra vez")
    expect(player.locator(".purse b")).to_contain_text("495")
    box.click()
    expect(player.locator("#answer")).to_contain_text("Ya estaba hecho")
    expect(player.locator(".purse b")).to_contain_text("495")
    expect(player.locator("#presses > *")).to_have_count(0)
    crowd.errors.clear()


def test_what_never_arrived_is_offered_again_and_counts_once(crowd: Any) -> None:
    player = at_the_boxes(crowd, size=(390, 844))
    sent: list[str] = []
    player.on("request", lambda request: sent.append(request.post_data or "") if "/hacer" in request.url else None)
    player.route(ACTS, lambda route: route.abort(), times=1)
    player.locator("button.box.punto").click()
    again = player.locator("#presses").get_by_role("button", name="Pulsar otra vez")
    expect(again).to_be_visible()
    expect(player.locator("#presses")).to_contain_text("No consta en el registro: Punto · 5 €")
    expect(player.locator("#presses")).to_have_attribute("aria-live", "assertive")
    assert player.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out on a phone"
    assert len(sent) == 1, "nothing is sent again by itself"
    expect(player.locator(".purse b")).to_contain_text("500")
    again.focus()
    player.keyboard.press("Enter")
    expect(player.locator(".purse b")).to_contain_text("495")
    expect(player.locator("#presses > *")).to_have_count(0)
    first, second = sent
    assert first == second, "the same press, under the same ids"
    crowd.errors.clear()


def test_what_is_left_alone_is_offered_no_more(crowd: Any) -> None:
    player = at_the_boxes(crowd)
    player.route(ACTS, lambda route: route.abort(), times=1)
    player.locator("button.box.punto").click()
    player.locator("#presses").get_by_role("button", name="Dejarlo").click()
    expect(player.locator("#presses > *")).to_have_count(0)
    player.locator("button.box.punto").click()
    expect(player.locator("#answer")).to_contain_text("Hecho")
    expect(player.locator(".purse b")).to_contain_text("495")
    crowd.errors.clear()


def test_the_fate_of_a_purchase_is_said_after_the_page_was_loaded_anew(crowd: Any) -> None:
    player = crowd.open("/mesa/mesa/jugador-1")
    sit_down(player, "1")
    player.route(FATES, lambda route: route.abort())
    player.route(ACTS, cut, times=1)
    player.locator("#do-buy-in-amount").fill("300")
    player.locator("#do-buy-in button[type=submit]").click()
    expect(player.locator("#presses [data-fate=asked]")).to_contain_text("300 €")
    expect(player.locator(".purse b")).to_contain_text("800")
    player.reload()  # before the fate can be asked for: the old page must not have said it
    player.unroute(FATES)
    expect(player.locator("#presses")).to_contain_text("Esto se contestó a: Comprar fichas")
    expect(player.locator("#presses")).to_contain_text("Hecho")
    player.locator("#drawer > summary").click()
    player.locator("#do-buy-in-amount").fill("300")
    player.locator("#do-buy-in button[type=submit]").click()
    expect(player.locator(".purse b")).to_contain_text("1.100")
    crowd.errors.clear()


def test_a_refusal_that_was_lost_is_told_as_what_it_is(crowd: Any) -> None:
    player = at_the_boxes(crowd)
    player.route(ACTS, cut, times=1)
    player.locator("#do-cash-out-amount").fill("700")
    player.locator("#do-cash-out button[type=submit]").click()
    expect(player.locator("#presses .said-back.refused")).to_contain_text("No se puede")
    expect(player.locator(".purse b")).to_contain_text("500")
    crowd.errors.clear()
