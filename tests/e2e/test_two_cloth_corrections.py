"""Corrections of two cloths in a real browser: a settled coup and its payments put right, a debt, a ruling undone."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.e2e.crowd import in_step, moved, shown
from tests.support.e2e.written import WrittenTable, note, press, require_readable

pytestmark = pytest.mark.e2e


def begin(crowd: Any) -> WrittenTable:
    here = WrittenTable(crowd)
    here.open_bank()
    return here


def both_stand(here: WrittenTable, *faces: str) -> None:
    """Both cloths and the banker stand; the croupier keys what is shown."""
    here.call_bets()
    here.close_bets()
    here.deal()
    here.speak("No", "No")
    here.finish(*faces, stands=True)


def asked(here: WrittenTable, tag: str, **fields: str) -> None:
    """Let the inspector ask for a correction in his drawer."""
    in_step(here.pages)
    drawer = here.inspector.locator("#drawer-corrections")
    if drawer.get_attribute("open") is None:
        drawer.locator("summary").click()
    form = here.inspector.locator(f"form[id^=do-{tag}]")
    for name, value in {"second": "director-escrita", "reason": "lo ve la cámara", **fields}.items():
        at = form.locator(f"[name='{name}']")
        if at.evaluate("one => one.tagName") != "SELECT":
            at.fill(value)
        elif at.locator(f"option[value='{value}']").count():
            at.select_option(value)
    form.locator("button").last.click()


def listed(here: WrittenTable, *told: str) -> str:
    """Return what the inspector's list of cards sends for the one card that it describes with these words."""
    in_step(here.pages)
    options = here.inspector.locator("[name=known-card] option").all()
    (found,) = [one for one in options if all(word in str(one.text_content()) for word in told)]
    return str(found.get_attribute("value"))


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
    expect(here.inspector.locator("#proposal-fate")).to_contain_text("director la ha confirmado")
    expect(here.inspector.locator("#answer [data-code=awaits-second]")).to_have_count(0)


def test_a_settled_coup_is_corrected_and_its_payments_after_it(crowd: Any) -> None:
    """Both cloths have six and the bank seven; truly the bank had five, and both cloths won."""
    here = begin(crowd)
    both_stand(here, "4p", "2p", "4h", "2h", "4d", "3d")
    assert here.phase() == "between"
    past = here.screen.locator(".past-coup").first
    expect(past).to_be_visible()
    wrong = listed(here, "3 de diamantes", "banca")
    proposed(here, "correct-card", face="Ad", **{"known-card": wrong})
    expect(past).to_contain_text("corregida")
    expect(here.croupier.locator(".log")).to_contain_text("era as de diamantes")
    proposed(here, "correct-payment", coup="1", person="ana", **{"paid-euros": "-100"})
    expect(here.croupier.locator(".log")).to_contain_text("jugada 1 a ana, neto: de −100\u00a0€ a 100\u00a0€")
    here.call_bets()
    here.close_bets()


def test_what_both_officials_read_of_a_correction_until_it_is_answered(crowd: Any) -> None:
    """The second reads which card, what it was and what it becomes; the first, that the second does not agree."""
    here = begin(crowd)
    both_stand(here, "4p", "2p", "4h", "2h", "4d", "3d")
    wrong = listed(here, "2 de corazones", "segundo paño")
    for answer in ("not agreed", "put away"):
        # the same correction again, within the time of a double click, would be no other press
        asked(here, "correct-card", face="3d", reason=answer, **{"known-card": wrong})
        told = f"n.º {wrong.partition(':')[2]}, segundo paño: de 2 de corazones a 3 de diamantes"
        for page in (here.inspector, here.director):
            expect(page.locator(".proposal")).to_contain_text(told)
            assert "-escrita" not in page.locator("main").inner_text()
        if answer == "not agreed":
            expect(here.inspector.locator("#proposal-fate")).to_have_count(0)
        here.director.locator(".proposal button", has_text="No conforme").click()
        expect(here.inspector.locator("#proposal-fate")).to_contain_text("director no está conforme")
        expect(here.inspector.locator("#answer [data-code=awaits-second]")).to_have_count(0)
    here.inspector.locator("#proposal-fate button").click()
    expect(here.inspector.locator("#proposal-fate")).to_have_count(0)
    assert "era 3 de diamantes" not in here.croupier.locator(".log").inner_text()


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_a_ruling_of_his_own_has_the_fields_of_its_effect_and_fits_the_screen(crowd: Any, width: int) -> None:
    here = begin(crowd)
    both_stand(here, "4p", "Ap", "4h", "Ah", "6d", "3d")
    in_step(here.pages)
    page = here.inspector
    expect(page.locator(".incident")).to_have_count(1)
    page.set_viewport_size({"width": width, "height": 860})
    drawer = page.locator("#drawer-ruling")
    if drawer.get_attribute("open") is None:
        drawer.locator("> summary").click()
    for kind, fields in (("assign-card", {"position", "place"}), ("go-back", {"window"}), ("note-only", set())):
        page.locator("#effect-1").select_option(kind)
        asks = {"hand", "person", "position", "place", "total", "window"}
        assert {one for one in asks if page.locator(f"#{one}-1").is_visible()} == fields, kind
    page.locator("#effect-1").select_option("assign-card")
    expect(page.locator("#effect-2")).to_be_hidden()
    page.locator("#more-effects-2 > summary").click()
    expect(page.locator("#effect-2")).to_be_visible()
    page.locator("#drawer-corrections > summary").click()
    chosen, number = page.locator("[name=known-card]"), page.locator("[name=card-number]")
    expect(number).to_be_hidden()
    chosen.select_option("other")
    expect(number).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_whoever_cannot_give_a_payment_back_owes_it(crowd: Any) -> None:
    """Both cloths won by a wrong key; ana has changed all her chips."""
    here = begin(crowd)
    both_stand(here, "4p", "2p", "4h", "2h", "4d", "Ad")
    note(here.croupier, "ana", "cash-out", amount="5100")
    proposed(here, "correct-card", face="4p", **{"known-card": listed(here, "as de diamantes", "banca")})
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
    here.apply(here.inspector)
    proposed(here, "correct-card", face="4p", **{"known-card": listed(here, "as de picas", "primer paño")})
    expect(here.croupier.locator(".log")).to_contain_text("se deshace: se tecleó mal una carta")
    expect(here.screen.locator(".won.stop")).to_have_count(0)
    here.finish(stands=True)
    assert here.phase() == "between"
