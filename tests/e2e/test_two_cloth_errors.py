"""Two cloths at a real table: an inspector's screen leads him through the hardest errors; corrections."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.e2e.crowd import in_step, moved, shown
from tests.support.e2e.written import WrittenTable, key, press, require_accepted, require_readable

pytestmark = pytest.mark.e2e
PROPOSAL = "[id^=proposal-]:not(#proposal-fate)"


def carried(here: WrittenTable, *words: str) -> None:
    here.call_bets()
    here.close_bets()
    here.deal()
    for word in words:
        press(here.croupier, f"«{word}»")


def third(here: WrittenTable, button: str, face: str) -> None:
    press(here.croupier, button)
    key(here.croupier, face)


def ruled(here: WrittenTable, *sentences: str) -> None:
    """The coup stands still for everybody; the inspector reads what is proposed and applies it; it goes on."""
    told = here.told(here.inspector)
    for sentence in sentences:
        assert sentence in told, told
    expect(here.croupier.locator("#ask")).to_contain_text("la mesa espera a que se resuelva")
    stopped = here.screen.locator(".won.stop", has_text="Incidencia")
    expect(stopped).to_be_visible()
    here.apply(here.inspector)
    expect(stopped).to_have_count(0)
    require_readable(here.screen)
    require_readable(here.inspector)


def card_drawn_before_the_betting_was_closed(here: WrittenTable) -> None:
    here.call_bets()
    here.report(here.inspector, "early-draw", count="1")
    told = here.told(here.director)
    assert "Aplicar esto en su lugar" in told, "the director alone may waive it"
    assert "Aplicar esto en su lugar" not in here.told(here.inspector)
    ruled(here, "es la primera que se da", "Rosa no puede salir de la jugada", "solo: director", "DP.C1.04")
    here.close_bets()
    here.deal()
    here.finish()


def card_in_the_basket(here: WrittenTable) -> None:
    carried(here)
    here.report(here.inspector, "basket", position=here.card("primero"))
    ruled(here, "Se anula lo apostado en el primer paño", "DP.C2.07")
    expect(here.screen.locator("#cloth-primero")).to_contain_text("Anulado")
    here.finish()
    expect(here.screen.locator(".past-line")).to_contain_text("anulado")


def no_with_three(here: WrittenTable) -> None:
    carried(here, "No", "Carta")
    third(here, "rosa: Dar carta al segundo paño", "5p")
    press(here.croupier, "rosa: Plantarse")
    here.finish("2p", "Ap", "2h", "2d", next(here.nothing), "6h")
    ruled(here, "El primer paño dijo «no» con 3", "debe tomar carta", "por error de un jugador", "DP.C4.01")
    third(
        here, "rosa: Dar carta al segundo paño", next(here.nothing)
    )  # the first card that was drawn is now the first cloth's
    press(here.croupier, "rosa: Plantarse")
    here.finish()


def card_for_the_other_cloth(here: WrittenTable) -> None:
    carried(here, "Carta", "Carta")
    third(here, "rosa: Dar carta al segundo paño", next(here.nothing))
    ruled(here, "su sitio es el primer paño, como tercera carta")
    here.finish()


def hand_thrown_in_by_the_croupier(here: WrittenTable) -> None:
    carried(here)
    press(here.croupier, "Mirar las cartas del primer paño")
    here.report(here.inspector, "thrown", fault_of="croupier", hand="primero")
    assert "que diga cuánto sumaba la mano del primer paño quien la vio: ana" in here.told(here.inspector)
    press(here.croupier, "Declaración de ana (primer paño)", total="3")
    ruled(here, "cuentan 3")
    here.finish(*(next(here.nothing) for _ in range(3)), "2p", "Ad")


ERRORS: tuple[Callable[[WrittenTable], None], ...] = (
    card_drawn_before_the_betting_was_closed,
    card_in_the_basket,
    no_with_three,
    card_for_the_other_cloth,
    hand_thrown_in_by_the_croupier,
)


def test_an_inspector_is_led_through_the_hardest_errors(crowd: Any) -> None:
    here = WrittenTable(crowd)
    for number, error in enumerate(ERRORS, start=1):
        error(here)
        assert here.phase() == "between", error.__name__
        expect(here.screen.locator(".past-line")).to_be_visible()
        assert f".{number}." in str(here.croupier.locator("main").get_attribute("data-step"))


def both_stand(here: WrittenTable, *faces: str) -> None:
    here.call_bets()
    here.close_bets()
    here.deal()
    here.speak("No", "No")
    here.finish(*faces, stands=True)


def asked(here: WrittenTable, tag: str, **fields: str) -> None:
    in_step(here.pages)
    here.inspector.locator(f"[id^=open-do-{tag}]").click()
    form = here.inspector.locator(".sheet form")
    for name, value in {"second": f"director-{here.table}", "reason": "lo ve la cámara", **fields}.items():
        at = form.locator(f"[name='{name}']")
        if at.evaluate("one => one.tagName") != "SELECT":
            at.fill(value)
        elif at.locator(f"option[value='{value}']").count():
            at.select_option(value)
    form.locator("button").last.click()


def listed(here: WrittenTable, *told: str) -> str:
    """Return what the inspector's list of cards sends for the one card that it describes with these words."""
    in_step(here.pages)
    here.inspector.locator("[id^=open-do-correct-card]").click()
    options = here.inspector.locator("[name=known-card] option").all()
    (found,) = [one for one in options if all(word in str(one.text_content()) for word in told)]
    value = str(found.get_attribute("value"))
    here.inspector.locator(".sheet .close").click()
    return value


def proposed(here: WrittenTable, tag: str, **fields: str) -> None:
    asked(here, tag, **fields)
    expect(here.inspector.locator(PROPOSAL)).to_contain_text("Espera la conformidad")
    confirm = here.director.locator(f"{PROPOSAL} button.main")
    expect(confirm).to_be_visible()
    require_readable(here.inspector)
    before = shown(here.director)
    confirm.click()
    moved(here.director, before)
    require_accepted(here.director)
    in_step(here.pages)
    expect(here.inspector.locator(PROPOSAL)).to_have_count(0)
    expect(here.inspector.locator("#proposal-fate")).to_contain_text("director la ha confirmado")
    expect(here.inspector.locator(".answers [data-code=awaits-second]")).to_have_count(0)


def test_a_settled_coup_is_corrected_and_its_payments_after_it(crowd: Any) -> None:
    """Both cloths have six and the bank seven; truly the bank had five, and both cloths won."""
    here = WrittenTable(crowd)
    both_stand(here, "4p", "2p", "4h", "2h", "4d", "3d")
    assert here.phase() == "between"
    past = here.screen.locator(".past-line")
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
    here = WrittenTable(crowd)
    both_stand(here, "4p", "2p", "4h", "2h", "4d", "3d")
    wrong = listed(here, "2 de corazones", "segundo paño")
    for answer in ("not agreed", "put away"):
        # the same correction again, within the time of a double click, would be no other press
        asked(here, "correct-card", face="3d", reason=answer, **{"known-card": wrong})
        told = f"n.º {wrong.partition(':')[2]}, segundo paño: de 2 de corazones a 3 de diamantes"
        for page in (here.inspector, here.director):
            expect(page.locator(PROPOSAL)).to_contain_text(told)
            assert f"-{here.table}" not in page.locator("#stage").inner_text()
        if answer == "not agreed":
            expect(here.inspector.locator("#proposal-fate")).to_have_count(0)
        here.director.locator(f"{PROPOSAL} button", has_text="No conforme").click()
        expect(here.inspector.locator("#proposal-fate")).to_contain_text("director no está conforme")
        expect(here.inspector.locator(".answers [data-code=awaits-second]")).to_have_count(0)
    here.inspector.locator("#proposal-fate button").click()
    expect(here.inspector.locator("#proposal-fate")).to_have_count(0)
    assert "era 3 de diamantes" not in here.croupier.locator(".log").inner_text()
    ruling_of_his_own(here)


def ruling_of_his_own(here: WrittenTable) -> None:
    """It has the fields of its effect, and fits the screen."""
    both_stand(here, "4p", "Ap", "4h", "Ah", "6d", "3d")
    in_step(here.pages)
    page = here.inspector
    expect(page.locator(".incident")).to_have_count(1)
    own = page.locator(".own-ruling")
    if own.get_attribute("open") is None:
        own.locator("> summary").click()
    for kind, fields in (("assign-card", {"position", "place"}), ("go-back", {"window"}), ("note-only", set())):
        page.locator("[name='effect.1']").select_option(kind)
        asks = {"hand", "person", "position", "place", "total", "window"}
        assert {one for one in asks if page.locator(f"[name='{one}.1']").count()} == fields, kind
    page.locator("[name='effect.1']").select_option("assign-card")
    expect(page.locator("[name='effect.2']")).to_have_count(0)
    page.locator(".ruling button", has_text="Otro efecto más").click()
    expect(page.locator("[name='effect.2']")).to_be_visible()
    page.locator("[id^=open-do-correct-card]").click()
    chosen, number = page.locator("[name=known-card]"), page.locator("[name=card-number]")
    expect(number).to_be_hidden()
    chosen.select_option("other")
    expect(number).to_be_visible()
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 860})
        expect(number).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_ruling_that_a_wrong_key_led_to_is_undone(crowd: Any) -> None:
    """The first cloth said «no» with three, as it was keyed; truly it had six."""
    here = WrittenTable(crowd)
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
