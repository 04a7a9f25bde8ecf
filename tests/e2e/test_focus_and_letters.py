"""Where the focus stands after an act, what a wrong key leaves behind, and letters that can be switched off."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.test_bingo import enter_material, press as press_on
from tests.e2e.test_coup import prepare, press, sit_down
from tests.support.e2e.crowd import in_step, moved, shown, take_place

pytestmark = pytest.mark.e2e

SELECTED = "() => { const at = document.activeElement; return at.value.slice(at.selectionStart, at.selectionEnd); }"
AT_DESK = "() => !!document.activeElement.closest('#desk')"


def test_after_a_purchase_the_focus_is_still_at_the_desk(crowd: Any) -> None:
    page = crowd.open("/mesa/mesa/jugador-1")
    take_place(page, "1")
    page.locator("#do-buy-in-amount").fill("300")
    page.keyboard.press("Enter")
    expect(page.locator(".purse b")).to_contain_text("300")
    page.wait_for_function(AT_DESK)


def test_after_a_purchase_with_the_mouse_alone_the_focus_is_still_at_the_desk(crowd: Any) -> None:
    """The preset fills the field and puts the focus on the button, which is then pressed where the focus stands."""
    croupier = crowd.open("/mesa/mesa/crupier")
    prepare(croupier)
    page = crowd.open("/mesa/mesa/jugador-1")
    take_place(page, "1")
    form = page.locator("form:has(#do-buy-in-amount)")
    preset = form.locator("button[data-fill]").first
    amount = str(preset.get_attribute("data-fill"))
    preset.click()
    expect(page.locator("#do-buy-in-amount")).to_have_value(amount)
    form.get_by_role("button", name="Comprar fichas").click()
    expect(page.locator(".purse b")).to_contain_text(amount)
    form.evaluate("one => one.remove()")  # as the table takes a form away that nobody may send now
    press(croupier, "No va más")
    page.wait_for_function(AT_DESK)


def test_letters_can_be_switched_off_and_stay_off(crowd: Any) -> None:
    page = crowd.open("/mesa/mesa/crupier")
    page.keyboard.press("?")
    expect(page.locator("#use-letters")).to_be_visible()
    page.locator("#use-letters").uncheck()
    page.locator("#keys summary").click()
    version = str(page.locator("main").get_attribute("data-version"))
    page.keyboard.press("t")
    page.reload()
    expect(page.locator("#live")).to_have_attribute("data-following", "yes")
    expect(page.locator("button.main kbd").first).to_be_hidden()
    page.keyboard.press("t")
    other = crowd.open("/mesa/mesa/jefe")
    expect(other.locator("main")).to_have_attribute("data-version", version)
    page.locator("#keys summary").click()
    page.locator("#use-letters").check()
    page.locator("#keys summary").focus()
    page.keyboard.press("t")
    expect(page.locator("button.main")).to_contain_text("Barajar")


def test_a_wrong_key_is_selected_so_that_the_next_one_takes_its_place(crowd: Any) -> None:
    croupier, player = crowd.open("/mesa/llaves/crupier"), crowd.open("/mesa/llaves/jugador-1")
    sit_down(player, "1")
    for name in ("Contar las cartas", "Barajar", "Cortar", "Poner la carta", "Quemar"):
        press(croupier, name)
    field = croupier.locator("input.key-card").first
    expect(field).to_be_visible()
    field.fill("zz")
    page_answer = croupier.locator("#answer .refused")
    croupier.keyboard.press("Enter")
    expect(page_answer).to_contain_text("No se entiende la carta")
    expect(field).to_be_focused()
    assert croupier.evaluate(SELECTED) == "zz"
    crowd.errors[:] = [one for one in crowd.errors if "400" not in one]  # the browser tells of the refusal


def test_the_result_of_a_coup_is_told_to_its_player_in_a_live_region(crowd: Any) -> None:
    player = crowd.open("/mesa/mesa/jugador-1")
    expect(player.locator("#own-news[role=status]")).to_have_count(1)
    prepare(crowd.open("/mesa/mesa/crupier"))
    expect(player.locator("#own-news[role=status]")).to_have_count(1)


def test_the_keys_of_the_caller_go_into_the_field_of_paper_no_longer_than_he_writes_in_it(crowd: Any) -> None:
    manager, chief = crowd.open("/mesa/bingo/jefe-de-sala"), crowd.open("/mesa/bingo/jefe")
    caller, cashier = crowd.open("/mesa/bingo/locutor"), crowd.open("/mesa/bingo/cajero")
    enter_material(manager)
    in_step([manager, chief])
    for name in ("Meter en el bombo", "Abrir la sesión", "Anunciar la venta"):
        press_on(chief, name)
    in_step([chief, caller])
    before = shown(caller)
    caller.locator("form[id$=cash] button").first.click()
    moved(caller, before)
    in_step([caller, chief])
    press_on(chief, "Cerrar la venta")
    in_step([chief, cashier])
    press_on(cashier, "Recoger los no vendidos")
    in_step([cashier, chief])
    for name in ("Cantar los vendidos", "Cantar los premios", "Comienza la partida"):
        press_on(chief, name)
    in_step([chief, caller])
    before = shown(caller)
    caller.keyboard.press("b")
    moved(caller, before)
    field = caller.locator("#bg-part-paper input[name=card]").first
    field.fill("99")
    caller.keyboard.press("Escape")
    expect(field).not_to_be_focused()
    field.focus()
    before = shown(caller)
    caller.keyboard.press("Enter")
    moved(caller, before)  # a cartón that was not sold stands in the book, once
    field.fill("99")
    caller.keyboard.press("Enter")
    expect(caller.locator("#answer .refused")).to_be_visible()
    expect(field).to_be_focused()
    assert caller.evaluate(SELECTED) == "99"
    before = shown(caller)
    caller.keyboard.type("1")
    caller.keyboard.press("Enter")
    moved(caller, before)
    caller.wait_for_function(AT_DESK)
    assert caller.evaluate("() => document.activeElement.tagName") != "INPUT"
    crowd.errors[:] = [one for one in crowd.errors if "409" not in one]  # the browser tells of the refusal
