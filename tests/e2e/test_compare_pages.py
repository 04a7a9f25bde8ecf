"""Rulebooks beside each other in a real browser: at a desk, on a phone, by keyboard alone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.e2e

PHONE: dict[str, Any] = {"size": (390, 844), "has_touch": True, "is_mobile": True}
HAND = "/reglas/dos-panos/mano/both-cards-exposed/asturias-2011/guia"


def overflows(page: Page) -> bool:
    """Return True if a page is wider than its window."""
    return bool(page.evaluate("() => document.documentElement.scrollWidth > window.innerWidth + 1"))


@pytest.mark.parametrize("path", ["/reglas/dos-panos/comparar", "/reglas/dos-panos/diferencias", HAND, f"{HAND}/12"])
def test_pages_fit_a_desk_and_a_phone(crowd: Any, path: str) -> None:
    for size in ({"size": (1400, 950)}, PHONE):
        page = crowd.open(path, **size)
        expect(page.locator("h1")).to_be_visible()
        assert not overflows(page)


def test_a_hand_is_stepped_through_by_keyboard_alone(crowd: Any) -> None:
    page = crowd.open("/reglas/dos-panos/mano/banker-has-baccarat/asturias-2011/guia/1", size=(1400, 950))
    for at in range(2, 7):
        expect(page.locator("[rel=next]")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#paso h2 small")).to_contain_text(f"Paso {at} de")
    expect(page.locator(".sides.parting .side-view")).to_have_count(2)
    expect(page.locator(".side-view.refused")).to_have_count(1)
    expect(page.locator("#paso h2 .tag-warn")).to_have_text("Aquí se separan")


def test_from_a_point_to_its_hand_and_back_on_a_phone(crowd: Any) -> None:
    page = crowd.open("/reglas/dos-panos/diferencias", **PHONE)
    page.locator("[id='banker.draws_on'] a.button").click()
    expect(page.locator("h1")).to_contain_text("bacarrá")
    page.locator("select[name=a]").select_option("orden-1979")
    page.locator(".book-form button").click()
    expect(page.locator("#paso h2 .tag-warn")).to_have_text("Aquí se separan")
    page.locator("a.button", has_text="Volver a los puntos").click()
    expect(page.locator("[id='banker.draws_on']")).to_be_in_viewport()
