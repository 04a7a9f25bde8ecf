"""Desks of a house in a browser: what somebody presses twice, or types while others act."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_house_day import HouseSite, come, form_of, house_site, send, sign, site
from tests.support.e2e.crowd import Crowd

pytestmark = pytest.mark.e2e

__all__ = ["house_site", "site"]


def opened(crowd: Crowd, site: HouseSite) -> tuple[Page, Page]:
    """Return the desks of director and cashier on an open day; Ana is in the house."""
    director, cashier = (come(crowd, site, *one) for one in (("dora", "/casa/direccion"), ("caja", "/casa/caja")))
    send(director, "open-day", day="2025-11-22")
    expect(cashier.locator("main")).to_contain_text("2025-11-22")
    send(cashier, "write-slip", {"kind": "supply"}, chips_euros="50000", cash_euros="20000")
    sign(director)
    phone = crowd.open("/jugador")
    phone.locator('form[action="/jugador/alta"] input[name="name"]').fill("Ana")
    phone.locator('form[action="/jugador/alta"] button').click()
    send(director, "admit", person="Ana")
    expect(cashier.locator("#gente summary").filter(has_text="Ana")).to_have_count(1)
    return director, cashier


SLOWLY = """() => {
  window.told = window.answered = 0;
  window.addEventListener("submit", (event) => {
    event.preventDefault();
    const body = new URLSearchParams(new FormData(event.target));
    fetch(event.target.action, { method: "POST", body, redirect: "manual" }).then(() => { window.answered += 1; });
  });
  document.addEventListener("htmx:sse:before:message", () => setTimeout(() => { window.told += 1; }, 200));
}"""
"""What is pressed is sent, and the page stays, as it does while an answer is on its way for long."""

PRESS = "() => document.querySelector('input[name=act][value=sell-chips]').form.querySelector('button').click()"


def test_a_button_pressed_again_while_the_answer_is_on_its_way_sells_once(crowd: Any, house_site: HouseSite) -> None:
    director, cashier = opened(crowd, house_site)
    form_of(cashier, "sell-chips").locator('input[name="amount-euros"]').fill("600")
    cashier.evaluate(SLOWLY)
    cashier.evaluate(PRESS)
    expect(director.locator("#gente summary").filter(has_text="Ana")).to_contain_text("600")
    cashier.wait_for_function("() => window.told >= 1 && window.answered === 1")
    cashier.evaluate(PRESS)  # the same finger, once more
    cashier.wait_for_function("() => window.answered === 2")
    cashier.goto(f"{house_site.address}/casa/caja")
    expect(cashier.locator("#gente summary").filter(has_text="Ana")).to_contain_text("Fichas 600")


def test_what_is_typed_stays_while_others_act(crowd: Any, house_site: HouseSite) -> None:
    director, cashier = opened(crowd, house_site)
    field = form_of(cashier, "sell-chips").locator('input[name="amount-euros"]')
    field.fill("600")
    send(director, "write-minutes", text="una nota")
    send(director, "write-slip", {"kind": "supply"}, chips_euros="1", cash_euros="0")
    expect(cashier.locator("#vales")).to_have_count(1)
    expect(field).to_have_value("600")
    expect(field).to_be_visible()
