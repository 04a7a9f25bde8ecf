"""The table chief's ruling form and the corrections of both games, in a real browser."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.e2e.crowd import in_step, moved, shown, take_place, take_shoe

pytestmark = pytest.mark.e2e

DECK = [rank + suit for suit in "phdt" for rank in "23456789TJQK"]
"""Faces to key, as a Spanish croupier writes them, without aces: nothing in the tests hangs on them."""


def send(page: Page, button: str) -> None:
    before = shown(page)
    page.locator(button).click()
    moved(page, before)


def sit(page: Page, seat: str) -> None:
    take_place(page, seat)
    page.locator("#do-buy-in-amount").fill("2000")
    page.locator("#do-buy-in button.side, #form-do-buy-in button").click()
    expect(page.locator(".purse b")).to_contain_text("2.000")


def go_on(pages: list[Page], window: Callable[[Page], str], faces: list[str], *goals: str) -> None:
    """Press whichever big button is offered, each once, and key cards that are asked for, until a goal is reached."""
    pressed: list[str | None] = []
    for _ in range(60):
        in_step(pages)
        if window(pages[0]) in goals and not pages[0].locator(".do-main .key-card").count():
            return
        for page in pages:
            found = page.locator(
                "#desk form.do-main:visible, .ask-row > .do-main:visible, .ask-row > button.main:visible"
            )
            names = [str(one.get_attribute("id")).removeprefix("form-") for one in found.all()]
            fit = [at for at, name in enumerate(names) if name not in pressed]
            wanted = [at for at in fit if not str(names[at]).startswith("do-lay-down")] or fit
            if window(page) == "deal" and len(names) > 1:  # a real table lets anything happen: one card to each in turn
                turn = ("punto", "banca")[page.locator(".felt svg.card").count() % 2]
                wanted = [at for at, name in enumerate(names) if str(name).endswith(turn)]
            if not wanted:
                continue
            form, name = found.nth(wanted[0]), names[wanted[0]]
            if form.locator("input[type=number]").count():
                form.locator("input[type=number]").first.fill("100")
            if form.locator(".key-card").count():
                form.locator(".key-card").fill(faces.pop(0))
            elif str(name).startswith(("do-lift", "do-say")):
                pressed.append(name)
            before = shown(page)
            form.locator("button.main").or_(form.and_(page.locator("button"))).click()
            moved(page, before)
            break
        else:
            raise AssertionError(f"nobody has a big button in {window(pages[0])}: {pressed}")
    raise AssertionError(f"{window(pages[0])}: {pressed}")


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
            go_on([croupier], window, [], "bets")
            in_step([croupier, ana])
            if not ana.locator(".box.punto .pile").count():
                staked(ana, croupier)
            go_on([croupier, ana], window, [], "player-shows")
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


def corrected(croupier: Page, chief: Page, number: int, net: str) -> None:
    chief.get_by_role("button", name="Corregir una carta tecleada").click()
    card = chief.locator("form[id^=form-do-correct-card]")
    card.locator("[name=known-card]").select_option(f"1:{number}")
    card.locator("[name=face]").fill("At")
    card.locator("[name=second]").select_option(index=1)
    card.locator("[name=reason]").fill("se leyó mal")
    card.locator("button.side").click()
    expect(chief.locator(".proposal")).to_contain_text("Espera la conformidad")
    send(croupier, ".proposal button.main")
    expect(chief.locator(".proposal")).to_have_count(0)
    expect(chief.locator("#proposal-fate")).to_contain_text("la ha confirmado")
    expect(chief.locator("#answer [data-code=awaits-second]")).to_have_count(0)
    expect(croupier.locator(".log")).to_contain_text("as de tréboles")
    chief.get_by_role("button", name="Corregir un pago").click()
    pay = chief.locator("form[id^=form-do-correct-payment]")
    pay.locator("[name=coup]").fill("1")
    people = pay.locator("select[name=person]")
    if people.count():  # where several were paid, nobody is chosen beforehand
        people.select_option(index=1)
    pay.locator("[name=paid-euros]").fill(net)
    pay.locator("[name=second]").select_option(index=1)
    pay.locator("[name=reason]").fill("se pagó mal")
    pay.locator("button.side").click()
    send(croupier, ".proposal button.main")
    expect(croupier.locator("#answer .accepted, #answer .ruled")).to_be_visible()
    expect(chief.locator(".proposal")).to_have_count(0)


def test_a_card_keyed_wrongly_and_a_wrong_payment_are_put_right(crowd: Any, window: Callable[[Page], str]) -> None:
    croupier, chief = crowd.open("/mesa/llaves/crupier"), crowd.open("/mesa/llaves/jefe", (1280, 900))
    ana = crowd.open("/mesa/llaves/jugador-1")
    sit(ana, "1")
    faces = list(DECK)
    go_on([croupier], window, faces, "bets")
    staked(ana, croupier)
    go_on([croupier, ana], window, faces, "settle")
    go_on([croupier], window, faces, "between")
    told = chief.locator("#hand-punto .hand-note").inner_text().partition(" · ")[0]
    corrected(croupier, chief, int(told.removeprefix("n.º ")), "-3")
