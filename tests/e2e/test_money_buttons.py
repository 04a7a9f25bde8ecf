"""Buttons of money say what they do: a preset fills the field, one button acts and names act and sum."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.e2e.test_coup import play, prepare, press, sit_down
from tests.support.e2e.crowd import click_first, click_second, in_step, moved, shown, take_place, take_shoe
from tests.support.e2e.written import note

pytestmark = pytest.mark.e2e


def test_a_preset_fills_and_the_button_names_act_and_sum(crowd: Any) -> None:
    page = crowd.open("/mesa/circulo/jugador-1")
    take_place(page, "1")
    form = page.locator("#do-buy-in")
    button = form.locator("button[type=submit]")
    expect(button).to_have_text("Comprar fichas")
    preset = form.locator("button.amount").first
    preset.click()
    expect(button).to_contain_text("200")
    expect(button).to_be_focused()
    expect(page.locator(".purse b")).to_have_text("0\u00a0€")
    form.locator("input[name=amount-euros]").fill("1.250,50")
    expect(button).to_contain_text("1.250,50")
    form.locator("input[name=amount-euros]").fill("12,345")
    expect(button).to_have_text("Comprar fichas")
    button.click()
    expect(page.locator("#answer .refused")).to_contain_text("No se entiende el importe")
    expect(page.locator(".purse b")).to_have_text("0\u00a0€")
    preset.click()
    page.keyboard.press("Enter")
    expect(page.locator(".purse b")).to_contain_text("200")
    crowd.errors[:] = [one for one in crowd.errors if "400" not in one]  # the browser tells of the refusal


def test_a_refusal_goes_with_the_phase_in_which_it_was_given(crowd: Any) -> None:
    croupier = crowd.open("/mesa/mesa/crupier")
    player = crowd.open("/mesa/mesa/jugador-1")
    sit_down(player, "1")
    player.locator("#do-cash-out-amount").fill("900")
    player.locator("#do-cash-out button[type=submit]").click()
    expect(player.locator("#answer .refused")).to_contain_text("No alcanza")
    press(croupier, "Contar las cartas")
    expect(player.locator("#answer .refused")).to_have_count(0)


@pytest.mark.parametrize("goes", ["another act", "put away"])
def test_the_refusal_of_an_officials_act_stays_beside_a_win_until_he_acts_again(
    crowd: Any, window: Callable[[Page], str], goes: str
) -> None:
    croupier, chief = crowd.open("/mesa/mesa/crupier"), crowd.open("/mesa/mesa/jefe", (390, 844))
    player = crowd.open("/mesa/mesa/jugador-1")
    sit_down(player, "1")
    prepare(croupier)
    take_shoe(player, croupier)
    player.locator("button.box.banca").click()
    expect(player.locator(".purse b")).to_contain_text("495")
    chief.locator("#drawer-corrections > summary").click()
    form = chief.locator("#do-correct-payment-mesa-j1")
    form.locator("[name=coup]").fill("1")
    form.locator("[name=paid-euros]").fill("5")
    form.locator("[name=reason]").fill("se pagó de más")
    form.locator("select").last.select_option(index=1)
    form.locator("button").last.click()
    refused = chief.locator("#answer .refused")
    expect(refused).to_contain_text("No se puede")
    press(croupier, "No va más")
    press(player, "Dar las cartas")
    play([croupier, player], window)
    press(croupier, "Cobrar y pagar")
    expect(player.locator(".my-result.up")).to_be_visible()
    in_step([croupier, chief])
    expect(refused).to_be_visible()
    press(croupier, "Hagan juego")
    in_step([croupier, chief])
    expect(refused).to_be_visible()
    if goes == "put away":
        refused.get_by_role("button", name="Entendido").click()
    else:
        chief.locator("#drawer-report-incident > summary").click()
        report = chief.locator("#do-report-incident")
        report.locator("select").first.select_option(index=1)
        report.locator("[name=note]").fill("una carta se cayó")
        report.locator("button").last.click()
        expect(chief.locator("#answer")).to_contain_text("Hecho")
    expect(refused).to_have_count(0)
    crowd.errors[:] = [one for one in crowd.errors if "400" not in one]


def test_a_double_click_buys_once_and_is_told_as_done(crowd: Any) -> None:
    page = crowd.open("/mesa/circulo/jugador-1")
    take_place(page, "1")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/hacer") else None)
    page.locator("#do-buy-in button.amount").first.click()
    click_first(page.locator("#do-buy-in button[type=submit]"))
    click_second(page.locator("#do-buy-in button[type=submit]"))
    expect(page.locator(".purse b")).to_contain_text("200")
    expect(page.locator("#answer")).to_contain_text("Hecho: Comprar fichas")
    assert len(sent) == 1, "the second click of two is no second press"
    page.locator("#do-buy-in button.amount").first.click()
    page.wait_for_timeout(1_000)
    page.locator("#do-buy-in button[type=submit]").click()
    expect(page.locator(".purse b")).to_contain_text("400")


def test_what_is_written_before_the_answer_is_there_stays_when_it_comes(crowd: Any) -> None:
    page: Page = crowd.open("/mesa/escrita/crupier", (1400, 950))
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/hacer", lambda route: held.append((route, route.fetch())), times=1)
    note(page, "ana", "sit", seat="1")
    page.locator("#note-person").select_option("ana")
    page.locator("#note-what").select_option("buy-in")
    page.locator("#note-amount").fill("5000")
    [(route, answer)] = held
    route.fulfill(response=answer)
    expect(page.locator("#answer .said-back")).to_have_count(1)
    expect(page.locator("#note-new")).to_have_value("")
    expect(page.locator("#note-amount")).to_have_value("5000")
    before = shown(page)
    page.locator("#do-note-act button").click()
    moved(page, before)
    expect(page.locator("#answer .refused")).to_have_count(0)
