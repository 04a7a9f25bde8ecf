"""The table chief's ruling form, in a real browser."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.e2e.crowd import in_step, moved, shown, take_place, take_shoe

pytestmark = pytest.mark.e2e


def send(page: Page, button: str) -> None:
    before = shown(page)
    page.locator(button).click()
    moved(page, before)


def sit(page: Page, seat: str) -> None:
    take_place(page, seat)
    page.locator("#do-buy-in-amount").fill("2000")
    page.locator("#do-buy-in button.side, #form-do-buy-in button").click()
    expect(page.locator(".purse b")).to_contain_text("2.000")


def go_on(pages: list[Page], window: Callable[[Page], str], goal: str) -> None:
    """Press whichever big button is offered, until a goal is reached."""
    for _ in range(60):
        in_step(pages)
        if window(pages[0]) == goal:
            return
        page = next(one for one in pages if one.locator(".ask button.main:visible").count())
        number, before = page.locator(".ask input[type=number]"), shown(page)
        if number.count():
            number.first.fill("100")
        page.locator(".ask button.main:visible").first.click()
        moved(page, before)
    raise AssertionError(window(pages[0]))


def staked(page: Page, croupier: Page) -> None:
    take_shoe(page, croupier)
    page.locator("button.box.punto").click()
    expect(page.locator(".box.punto .pile")).to_be_visible()


def test_the_chief_rules_on_each_kind_of_incident(crowd: Any, window: Callable[[Page], str]) -> None:
    croupier, chief = crowd.open("/mesa/mesa/crupier"), crowd.open("/mesa/mesa/jefe", (1280, 900))
    ana = crowd.open("/mesa/mesa/jugador-1")
    sit(ana, "1")
    report = chief.locator("#form-do-report-incident")
    chief.locator("#open-do-report-incident").click()
    kinds = report.locator("[name=kind] option").evaluate_all("all => all.map(one => one.value)")
    assert len([one for one in kinds if one]) >= 3
    for kind in filter(None, kinds):
        if window(croupier) != "player-shows":
            go_on([croupier], window, "bets")
            in_step([croupier, ana])
            if not ana.locator(".box.punto .pile").count():
                staked(ana, croupier)
            go_on([croupier, ana], window, "player-shows")
        if not report.count():
            chief.locator("#open-do-report-incident").click()
        report.locator("[name=kind]").select_option(kind)
        report.locator("[name=position]").select_option(index=1)
        report.locator("[name=note]").fill("vista por todos")
        send(chief, "#form-do-report-incident button[type=submit]")
        expect(chief.locator(".incident")).to_contain_text("vista por todos")
        expect(croupier.locator(".verdict.stop")).to_be_visible()
        if chief.locator("[name='effect.1'][required]").count():  # nothing is proposed: he says himself what follows
            chief.locator("[name='effect.1']").select_option("note-only")
        chief.locator("#ruling-reason").fill("así se decide")
        send(chief, "#ruling button.main")
        expect(chief.locator("#answer .refused")).to_have_count(0)
        expect(chief.locator(".incident")).to_have_count(0)
