"""The second click of a double click is no press, whatever button lies there by then; and how long a refusal stands."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_coup import prepare, sit_down
from tests.support.e2e.crowd import click_first, click_second, in_step, moved, shown, take_place, take_shoe

pytestmark = pytest.mark.e2e

NOW = datetime(2026, 5, 4, 21, tzinfo=UTC)


def posts(page: Page) -> list[str]:
    """Return what a page sends from now on."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url.rsplit("/", 1)[1]) if request.method == "POST" else None)
    return sent


def press_twice(page: Page, sent: list[str]) -> str:
    """Double-click the big button of a desk; its act is done once, and the act that takes its place is not."""
    button = page.locator("#desk button.main:visible").first
    expect(button).to_be_visible()
    name = button.inner_text().split("\n")[0]
    number = page.locator("form.do-main input[type=number]:visible")
    if number.count():
        number.first.fill("100")
    before = len(sent)
    version = shown(page)
    click_first(button)
    moved(page, version)
    there = page.locator("#desk button.main:visible")
    if there.count():
        click_second(there.first)
    assert sent[before:] == ["hacer"], name
    return name


def test_no_big_button_of_a_table_is_pressed_by_the_second_click(crowd: Any, window: Callable[[Page], str]) -> None:
    croupier, ana = crowd.open("/mesa/mesa/crupier"), crowd.open("/mesa/mesa/jugador-1")
    sit_down(ana, "1")
    sent = {page: posts(page) for page in (croupier, ana)}
    pressed = []
    for _ in range(40):
        in_step([croupier, ana])
        if window(croupier) == "bets" and not ana.locator(".box.punto .stack").count():
            take_shoe(ana, croupier)
            ana.locator("button.box.punto").click()
            expect(ana.locator(".box.punto .stack")).to_be_visible()
            in_step([croupier, ana])
        page = croupier if croupier.locator("#desk button.main:visible").count() else ana
        pressed.append(press_twice(page, sent[page]))
        if pressed[-1].startswith("Cobrar"):
            break
    assert {"Barajar", "«Hagan juego»", "Dar las cartas", "Cobrar y pagar"} <= set(pressed)


def test_a_double_click_gives_more_time_once(crowd: Any) -> None:
    croupier = crowd.open("/mesa/mesa/crupier")
    prepare(croupier)
    sent = posts(croupier)
    button = croupier.locator("#more-time button")
    click_first(button)
    click_second(button)
    expect(croupier.locator("#answer")).to_contain_text("15 segundos")
    assert sent == ["mas-tiempo"]
    with croupier.expect_response(lambda answer: answer.url.endswith("/mas-tiempo")):
        button.click()
    assert sent == ["mas-tiempo", "mas-tiempo"]


def test_chips_are_laid_as_quickly_as_somebody_likes(crowd: Any) -> None:
    croupier, ana = crowd.open("/mesa/mesa/crupier"), crowd.open("/mesa/mesa/jugador-1")
    sit_down(ana, "1")
    prepare(croupier)
    take_shoe(ana, croupier)
    ana.locator("button.box.punto").dblclick()
    expect(ana.locator(".purse b")).to_contain_text("490")


def test_a_held_key_presses_once(crowd: Any) -> None:
    croupier = crowd.open("/mesa/mesa/crupier")
    sent = posts(croupier)
    croupier.locator("#desk button.main").focus()
    version = shown(croupier)
    for _ in range(4):
        croupier.keyboard.down("Enter")
    moved(croupier, version)
    croupier.locator("#desk button.main").focus()
    croupier.keyboard.down("Enter")  # still held
    croupier.keyboard.up("Enter")
    version = shown(croupier)
    croupier.keyboard.press("Enter")
    moved(croupier, version)
    assert sent == ["hacer", "hacer"]


def test_a_refusal_stands_until_it_can_be_read_though_the_table_goes_on(crowd: Any) -> None:
    croupier, player = crowd.open("/mesa/mesa/crupier"), crowd.open("/mesa/mesa/jugador-1")
    sit_down(player, "1")
    player.clock.set_fixed_time(NOW)
    player.locator("#do-cash-out-amount").fill("900")
    player.locator("#do-cash-out button[type=submit]").click()
    refused = player.locator("#answer .refused")
    expect(refused).to_contain_text("No alcanza")
    player.clock.set_fixed_time(NOW + timedelta(seconds=4))
    prepare(croupier)
    in_step([croupier, player])
    expect(refused).to_be_visible()
    player.clock.set_fixed_time(NOW + timedelta(seconds=6))
    expect(refused).to_have_count(0)


def test_a_refusal_goes_with_the_next_act(crowd: Any) -> None:
    player = crowd.open("/mesa/mesa/jugador-1")
    take_place(player, "1")
    player.locator("#do-buy-in-amount").fill("0,001")
    player.locator("#do-buy-in button[type=submit]").click()
    expect(player.locator("#answer .refused")).to_have_count(1)
    player.locator("#do-buy-in-amount").fill("300")
    player.locator("#do-buy-in button[type=submit]").click()
    expect(player.locator("#answer .refused")).to_have_count(0)
    crowd.errors[:] = [one for one in crowd.errors if "400" not in one]  # the browser tells of the refusal
