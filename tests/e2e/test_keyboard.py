"""Without a mouse, and on small screens: what is typed, and where one stands, survives; letters; rulebooks."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_bingo import begin_game, open_sale
from tests.e2e.test_chemin_de_fer import until, with_a_bank
from tests.e2e.test_presses import SELECTED
from tests.support.e2e.crowd import in_step, moved, require_fitting, shown

pytestmark = pytest.mark.e2e
AT_DESK = "() => !!document.activeElement.closest('#dock')"
NAMED = "() => document.activeElement.matches('button') ? document.activeElement.innerText : ''"


def entered(page: Page) -> None:
    """Press Enter where the focus stands and wait until the table has moved; the focus is at the desk all the time."""
    expect(page.locator(".ask button.main[aria-disabled]")).to_have_count(0)
    before = shown(page)
    page.keyboard.press("Enter")
    moved(page, before)
    page.wait_for_function(AT_DESK)


def tab_to(page: Page, name: str) -> int:
    """Go on with Tab until the button that says ``name``, once it is there; return how many keys that took."""
    expect(page.locator("button:visible", has_text=name).first).to_be_visible()
    for keys in range(60):
        if name in str(page.evaluate(NAMED)):
            return keys
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {name}")


def lettered(page: Page, name: str) -> None:
    """Press the letter that the button of a name shows."""
    button = page.locator(".ask button[data-key]:not([aria-disabled])", has_text=name).first
    expect(button).to_be_visible()
    before = shown(page)
    page.keyboard.press(str(button.get_attribute("data-key")))
    moved(page, before)


def test_a_coup_without_a_mouse_for_player_banker_croupier_and_inspector(crowd: Any, window: Any) -> None:
    croupier, ana, _, carla, dani = pages = with_a_bank(crowd, window)
    inspector = crowd.open("/mesa/circulo/inspector")
    letters_can_be_switched_off_and_stay_off(dani)
    croupier.locator("#dock").focus()
    carla.keyboard.press("Tab")
    carla.keyboard.press("Enter")  # past the hall and the rules, at once to what one may do
    carla.wait_for_function(AT_DESK)
    tab_to(carla, "«Banco»")
    entered(carla)  # the button is gone
    expect(carla.locator("#dock")).to_be_focused()
    lettered(croupier, "No van más")
    ana.locator("#dock").focus()
    tab_to(ana, "Carta tapada")
    for _ in range(4):  # each next card is the same act: Enter goes on
        entered(ana)
    lettered(croupier, "Llevar las cartas")
    tab_to(carla, "Mirar las cartas")
    entered(carla)
    expect(carla.locator("#hand-punto svg.card.up")).to_have_count(2)
    carla.wait_for_function(AT_DESK)  # the cards and the buttons are drawn one after the other
    in_step([*pages, inspector])
    reported(inspector, crowd)
    in_step([*pages, inspector])
    tab_to(inspector, "Aplicar lo propuesto")
    before = shown(inspector)
    inspector.keyboard.press("Enter")
    moved(inspector, before)
    expect(inspector.locator("article.incident")).to_have_count(0)
    until(pages, window, "settle")
    lettered(croupier, "Cobrar y pagar")
    expect(carla.locator(".my-result")).to_be_visible()


def reported(inspector: Page, crowd: Any) -> None:
    """Report in three steps, without a mouse; the table is not held for the time that the form takes."""
    inspector.keyboard.press("F2")
    tab_to(inspector, "Consejo")
    inspector.keyboard.press("Enter")
    for value in ("player", "punto", f"{crowd.table('circulo')}-j4"):
        inspector.locator(".reporting select:focus").select_option(value)
        inspector.keyboard.press("Tab")
    tab_to(inspector, "Ver")
    inspector.keyboard.press("Enter")
    expect(inspector.locator("#preview")).to_be_visible()
    inspector.keyboard.press("Tab")
    while inspector.evaluate("document.activeElement.id") != "confirm-report":
        inspector.keyboard.press("Tab")
    inspector.keyboard.press("Enter")
    expect(inspector.locator("article.incident")).to_have_count(1)


def letters_can_be_switched_off_and_stay_off(page: Page) -> None:
    page.keyboard.press("?")
    page.locator("#use-letters").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("#live")).to_have_attribute("data-following", "yes")
    expect(page.locator(".ask .main kbd").first).to_be_hidden()
    page.get_by_role("button", name="Teclas").click()
    expect(page.locator("#use-letters")).not_to_be_checked()
    page.locator("#use-letters").check()
    page.keyboard.press("Escape")
    expect(page.locator(".ask .main kbd").first).to_be_visible()


def test_the_keys_of_the_caller_go_into_the_field_of_paper_no_longer_than_he_writes_in_it(crowd: Any) -> None:
    manager, chief = crowd.open("/mesa/bingo/jefe-de-sala"), crowd.open("/mesa/bingo/jefe")
    caller, cashier = crowd.open("/mesa/bingo/locutor"), crowd.open("/mesa/bingo/cajero")
    open_sale(manager, chief)
    in_step([chief, caller])
    before = shown(caller)
    caller.locator(".buyer .block").first.click()
    moved(caller, before)
    in_step([caller, chief])
    begin_game(chief, cashier)
    in_step([chief, caller])
    before = shown(caller)
    caller.keyboard.press("b")
    moved(caller, before)
    field = caller.locator("#part-paper input[name=card]").first
    field.fill("99")
    caller.keyboard.press("Escape")
    expect(field).not_to_be_focused()
    field.focus()
    before = shown(caller)
    caller.keyboard.press("Enter")
    moved(caller, before)  # a cartón that was not sold stands in the book, once
    field.fill("99")
    caller.keyboard.press("Enter")
    expect(caller.locator(".answers .refused")).to_be_visible()
    expect(field).to_be_focused()
    caller.wait_for_function(f"() => ({SELECTED})() === '99'")
    before = shown(caller)
    caller.keyboard.type("1")
    caller.keyboard.press("Enter")
    moved(caller, before)
    caller.wait_for_function("() => document.activeElement.id === 'dock'")
    crowd.errors[:] = [one for one in crowd.errors if "409" not in one]  # the browser tells of the refusal


PHONE: dict[str, Any] = {"size": (390, 844), "has_touch": True, "is_mobile": True}
HAND = "/reglas/dos-panos/mano/both-cards-exposed/asturias-2011/guia"


def test_rulebooks_are_compared_by_keyboard_and_on_a_phone(crowd: Any) -> None:
    for path in ("/reglas/dos-panos/comparar", "/reglas/dos-panos/diferencias", HAND, f"{HAND}/12"):
        for size in ({"size": (1400, 950)}, PHONE):
            page = crowd.open(path, **size)
            expect(page.locator("h1")).to_be_visible()
            require_fitting(page)
    page = crowd.open("/reglas/dos-panos/mano/banker-has-baccarat/asturias-2011/guia/1", size=(1400, 950))
    for at in range(2, 7):
        expect(page.locator("[rel=next]")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#paso h2 small")).to_contain_text(f"Paso {at} de")
    expect(page.locator(".sides.parting .side-view")).to_have_count(2)
    expect(page.locator(".side-view.refused")).to_have_count(1)
    expect(page.locator("#paso h2 .tag-warn")).to_have_text("Aquí se separan")
    page = crowd.open("/reglas/dos-panos/diferencias", **PHONE)
    page.locator("[id='banker.draws_on'] a.button").click()
    expect(page.locator("h1")).to_contain_text("bacarrá")
    page.locator("select[name=a]").select_option("orden-1979")
    page.locator(".book-form button").click()
    page.wait_for_url("**/orden-1979/**")  # the page of before says the same
    expect(page.locator("#paso h2 .tag-warn")).to_have_text("Aquí se separan")
    page.locator("a.button", has_text="Volver a los puntos").click()
    expect(page.locator("[id='banker.draws_on']")).to_be_in_viewport()
