"""Chemin de fer without a mouse: what is typed and where one stands survives the renewal of the page."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_chemin_de_fer import press, with_a_bank

pytestmark = pytest.mark.e2e

AT_DESK = "() => !!document.activeElement.closest('#desk')"
NAMED = "() => document.activeElement.matches('button') ? document.activeElement.innerText : ''"


def entered(page: Page) -> None:
    """Press Enter where the focus stands and wait until the table has moved; the focus is at the desk all the time."""
    before = str(page.locator("main").get_attribute("data-version"))
    page.keyboard.press("Enter")
    expect(page.locator("main")).not_to_have_attribute("data-version", before)
    page.wait_for_function(AT_DESK)


def tab_to(page: Page, name: str) -> None:
    """Go on with Tab until the button that says ``name``, once it is there."""
    expect(page.locator("#desk button:visible", has_text=name).first).to_be_visible()
    for _ in range(60):
        if name in str(page.evaluate(NAMED)):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {name}")


def test_what_is_typed_stays_while_the_page_is_renewed(crowd: Any, window: Callable[[Page], str]) -> None:
    _, _, bea, carla, _ = with_a_bank(crowd, window)
    field = carla.locator("#do-stake-amount")
    field.click()
    carla.keyboard.type("12")
    press(bea, "«Banco»")
    expect(carla.locator(".place[data-seat='2'] .own-area")).to_contain_text("200")
    carla.keyboard.type("3")
    expect(field).to_have_value("123")
    expect(field).to_be_focused()


def test_a_coup_without_a_mouse_for_banker_and_punto(crowd: Any, window: Callable[[Page], str]) -> None:
    croupier, ana, _, carla, _ = with_a_bank(crowd, window)
    carla.locator("#desk").focus()
    tab_to(carla, "«Banco»")
    entered(carla)  # the button is gone
    expect(carla.locator("#desk")).to_be_focused()
    press(croupier, "No van más")
    ana.locator("#desk").focus()
    tab_to(ana, "Carta tapada")
    for _ in range(4):  # each next card is the same act: Enter goes on
        entered(ana)
    expect(ana.locator("#desk")).to_be_focused()  # no other act is one Enter away
    press(croupier, "Llevar las cartas")
    tab_to(carla, "Mirar las cartas")
    entered(carla)
    expect(carla.locator("#hand-punto svg.card.up")).to_have_count(2)
    assert carla.evaluate(AT_DESK)


def test_names_at_the_places_are_read_whole(crowd: Any) -> None:
    for seat in (1, 2, 3):
        crowd.open(f"/mesa/circulo/jugador-{seat}")  # whoever has the plain name already
        page = crowd.open(f"/mesa/circulo/jugador-{seat}")
        page.locator("#do-sit select").select_option(str(seat))
        page.locator("#do-sit button").click()
        expect(page.locator(".place.mine")).to_have_count(1)
    mine = page.context  # another browser would be asked whether it takes the place of somebody
    for link, size, same in (
        ("publico", (1600, 900), None),
        ("jugador-3", (1440, 900), mine),
        ("jugador-3", (390, 844), mine),
    ):
        page = crowd.open(f"/mesa/circulo/{link}", size, same)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        names = page.locator(".place.taken .name")
        expect(names).to_have_count(3)
        for name in names.all():
            assert name.evaluate("e => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight + 2")
            assert name.evaluate("e => e.getClientRects().length") >= 1


def test_the_way_back_stands_inside_the_margin_of_a_phone(crowd: Any) -> None:
    page = crowd.open("/mesa/circulo/jugador-1", (390, 844))
    page.evaluate("""() => document.getElementById("live").insertAdjacentHTML("beforebegin",
      `<details open class="drawer return-link"><summary>x</summary><p><a>${"a".repeat(300)}</a></p></details>`)""")
    for part in ("summary", "a"):
        box = page.locator(f".return-link {part}").bounding_box()
        assert box
        assert box["x"] >= 8
        assert box["x"] + box["width"] <= 390 - 8
