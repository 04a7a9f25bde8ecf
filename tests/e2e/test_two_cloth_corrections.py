"""Corrections of two cloths in a real browser: a settled coup and its payments put right, a debt, a ruling undone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.e2e.crowd import in_step, moved, shown
from tests.support.e2e.written import WrittenTable, note, press, require_readable

pytestmark = pytest.mark.e2e


def begin(crowd: Any) -> WrittenTable:
    here = WrittenTable(crowd)
    here.open_bank()
    return here


def both_stand(here: WrittenTable, *faces: str) -> str:
    """Both cloths and the banker stand; the croupier keys what is shown. Return the number of the bank's last card."""
    here.call_bets()
    here.close_bets()
    here.deal()
    last = number(here.croupier, "banca", 1)
    here.speak("No", "No")
    here.finish(*faces, stands=True)
    return last


def asked(here: WrittenTable, tag: str, **fields: str) -> None:
    """Let the inspector ask for a correction in his drawer."""
    in_step(here.pages)
    drawer = here.inspector.locator("#drawer-corrections")
    if drawer.get_attribute("open") is None:
        drawer.locator("summary").click()
    form = here.inspector.locator(f"form[id^=do-{tag}]")
    for name, value in {**fields, "second": "director-escrita", "reason": "lo ve la cámara"}.items():
        at = form.locator(f"[name='{name}']")
        if at.evaluate("one => one.tagName") != "SELECT":
            at.fill(value)
        elif at.locator(f"option[value='{value}']").count():
            at.select_option(value)
    form.locator("button").last.click()


def proposed(here: WrittenTable, tag: str, **fields: str) -> None:
    """Let the inspector propose a correction, and the director confirm it at his own desk."""
    asked(here, tag, **fields)
    expect(here.inspector.locator(".proposal")).to_contain_text("Espera la conformidad")
    confirm = here.director.locator(".proposal button.main")
    expect(confirm).to_be_visible()
    require_readable(here.inspector)
    before = shown(here.director)
    confirm.click()
    moved(here.director, before)
    expect(here.director.locator("#answer .refused")).to_have_count(0)
    in_step(here.pages)
    expect(here.inspector.locator(".proposal")).to_have_count(0)


def number(page: Page, hand: str, card: int) -> str:
    """Return the number of a card of a hand, as a page counts them."""
    return page.locator(f"#hand-{hand} .card-numbers small").nth(card).inner_text().removeprefix("n.º ")


def test_a_settled_coup_is_corrected_and_its_payments_after_it(crowd: Any) -> None:
    """Both cloths have six and the bank seven; truly the bank had five, and both cloths won."""
    here = begin(crowd)
    wrong = both_stand(here, "4p", "2p", "4h", "2h", "4d", "3d")
    assert here.phase() == "between"
    past = here.screen.locator(".past-coup").first
    expect(past).to_be_visible()
    proposed(here, "correct-card", coup="1", face="Ad", **{"card-number": wrong})
    expect(past).to_contain_text("corregida")
    expect(here.croupier.locator(".log")).to_contain_text("era as de diamantes")
    proposed(here, "correct-payment", coup="1", person="ana", **{"paid-euros": "-100"})
    expect(here.croupier.locator(".log")).to_contain_text("Corrección del pago de la jugada 1 a ana")
    here.call_bets()
    here.close_bets()


def test_whoever_cannot_give_a_payment_back_owes_it(crowd: Any) -> None:
    """Both cloths won by a wrong key; ana has changed all her chips."""
    here = begin(crowd)
    wrong = both_stand(here, "4p", "2p", "4h", "2h", "4d", "Ad")
    note(here.croupier, "ana", "cash-out", amount="5100")
    proposed(here, "correct-card", coup="1", face="4p", **{"card-number": wrong})
    asked(here, "correct-payment", coup="1", person="ana", **{"paid-euros": "100"})
    expect(here.inspector.locator("#answer .refused")).to_contain_text("se le reclaman 200")
    note(here.croupier, "ana", "buy-in", amount="200")
    proposed(here, "correct-payment", coup="1", person="ana", **{"paid-euros": "100"})
    expect(here.croupier.locator(".log")).to_contain_text("Corrección del pago de la jugada 1 a ana")


def test_a_ruling_that_a_wrong_key_led_to_is_undone(crowd: Any) -> None:
    """The first cloth said «no» with three, as it was keyed; truly it had six."""
    here = begin(crowd)
    here.call_bets()
    here.close_bets()
    here.deal()
    here.speak("No", "No")
    press(here.croupier, "rosa: Plantarse")
    here.finish("2p", "Ap", "3h", "4h", "2d", "3d")
    assert "El primer paño dijo «no» con 3" in here.told(here.inspector)
    wrong = number(here.inspector, "primero", 1)
    here.apply(here.inspector)
    proposed(here, "correct-card", coup="1", face="4p", **{"card-number": wrong})
    expect(here.croupier.locator(".log")).to_contain_text("se deshace: se tecleó mal una carta")
    expect(here.screen.locator(".won.stop")).to_have_count(0)
    here.finish(stands=True)
    assert here.phase() == "between"
