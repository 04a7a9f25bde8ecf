"""Buttons of money say what they do: a preset fills the field, one button acts and names act and sum."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.test_coup import press, sit_down

pytestmark = pytest.mark.e2e


def test_a_preset_fills_and_the_button_names_act_and_sum(crowd: Any) -> None:
    page = crowd.open("/mesa/circulo/jugador-1")
    page.locator("#do-sit select").select_option("1")
    page.locator("#do-sit button").click()
    page.locator("#drawer > summary").click()
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
