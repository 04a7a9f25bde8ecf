"""An answer that is lost on its way: the same press, sent again, is done once."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.test_coup import prepare, sit_down

pytestmark = pytest.mark.e2e


def lose_one_answer(page: Page) -> None:
    """Let the next act of a page reach the table, and lose what the table says to it."""

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/hacer", lose, times=1)


def test_a_bet_pressed_again_after_a_lost_answer_lies_once(crowd: Any) -> None:
    croupier = crowd.open("/mesa/mesa/crupier")
    player = crowd.open("/mesa/mesa/jugador-1")
    sit_down(player, "1")
    prepare(croupier)
    box = player.locator("button.box.punto")
    expect(box).to_be_visible()
    lose_one_answer(player)
    box.click()
    expect(player.locator("#answer [data-code=not-sent]")).to_be_visible()
    expect(player.locator(".box.punto .stack")).to_contain_text("5")
    box.click()
    expect(player.locator("#answer")).to_contain_text("Ya estaba hecho")
    expect(player.locator(".purse b")).to_contain_text("495")
    box.click()  # answered: from now on it is another press
    expect(player.locator(".purse b")).to_contain_text("490")
    crowd.errors.clear()  # the browser itself reports the request that failed


def test_chips_bought_again_after_a_lost_answer_are_bought_once(crowd: Any) -> None:
    player = crowd.open("/mesa/mesa/jugador-1")
    sit_down(player, "1")
    lose_one_answer(player)
    player.locator("#do-buy-in-amount").fill("300")
    player.locator("#do-buy-in button[type=submit]").click()
    expect(player.locator("#answer [data-code=not-sent]")).to_be_visible()
    expect(player.locator(".purse b")).to_contain_text("800")
    player.reload()
    player.locator("#drawer > summary").click()
    player.locator("#do-buy-in-amount").fill("300")
    player.locator("#do-buy-in button[type=submit]").click()
    expect(player.locator("#answer")).to_contain_text("Ya estaba hecho")
    expect(player.locator(".purse b")).to_contain_text("800")
    crowd.errors.clear()  # the browser itself reports the request that failed
