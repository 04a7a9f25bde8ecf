"""The ten hardest errors of two cloths at a real table: what an inspector's screen says leads him through each."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.e2e.written import WrittenTable, key, press, require_readable

pytestmark = pytest.mark.e2e


def carried(here: WrittenTable, *words: str) -> None:
    """Bring the next coup to its cards, and let the cloths speak."""
    here.call_bets()
    here.close_bets()
    here.deal()
    for word in words:
        press(here.croupier, f"«{word}»")


def third(here: WrittenTable, button: str, face: str) -> None:
    """Take a third card out of the shoe and key it."""
    press(here.croupier, button)
    key(here.croupier, face)


def ruled(here: WrittenTable, *sentences: str) -> None:
    """Everybody sees that the coup stands still; the inspector reads what is proposed and applies it; everybody reads
    that it was decided.
    """
    told = here.told(here.inspector)
    for sentence in sentences:
        assert sentence in told, told
    expect(here.croupier.locator("#desk")).to_contain_text("la mesa espera a que se resuelva")
    stopped = here.screen.locator(".won.stop", has_text="Incidencia")
    expect(stopped).to_be_visible()
    here.apply(here.inspector)
    expect(stopped).to_have_count(0)
    require_readable(here.screen)
    require_readable(here.inspector)


def card_to_the_bank_first(here: WrittenTable) -> None:
    here.call_bets()
    here.close_bets()
    here.croupier.locator("#drawer > summary").click()
    press(here.croupier, "rosa: Carta tapada para la banca")
    what = "La carta n.º 1 fue a la mano de la banca, y no le tocaba."
    ruled(here, "reparto equivocado", what, "su sitio es la mano del primer paño", "DP.C2.01")
    here.finish()


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
    expect(here.screen.locator(".past-coup").first).to_contain_text("anulado")


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


def natural_kept_back(here: WrittenTable) -> None:
    carried(here, "Carta", "Carta")
    third(here, "rosa: Dar carta al primer paño", next(here.nothing))
    third(here, "rosa: Dar carta al segundo paño", "5p")
    press(here.croupier, "rosa: Plantarse")
    here.finish("4p", "4d", "2h", "2d", next(here.nothing), "6h")
    ruled(here, "El primer paño tenía 8, no abatió", "cuenta como si hubiera abatido un 8", "DP.C4.11")
    here.finish(stands=True)


def card_for_a_cloth_that_stood(here: WrittenTable) -> None:
    carried(here, "No", "Carta")
    third(here, "rosa: Dar carta al primer paño", next(here.nothing))
    ruled(here, "no la pidió")
    here.finish(next(here.nothing), "6p", next(here.nothing))


def card_for_the_other_cloth(here: WrittenTable) -> None:
    carried(here, "Carta", "Carta")
    third(here, "rosa: Dar carta al segundo paño", next(here.nothing))
    ruled(here, "su sitio es el primer paño, como tercera carta")
    here.finish()


def card_of_the_bank_before_its_time(here: WrittenTable) -> None:
    carried(here, "Carta", "Carta")
    third(here, "rosa: Tomar carta", next(here.nothing))
    place = "su sitio es el primer paño, como tercera carta"
    ruled(here, "La banca tomó la carta n.º", place, "por error del banquero", "DP.C2.04")
    here.finish()


def hand_thrown_in_by_the_croupier(here: WrittenTable) -> None:
    carried(here)
    press(here.croupier, "Mirar las cartas del primer paño")
    here.report(here.inspector, "thrown", fault_of="croupier", hand="primero")
    assert "que diga cuánto sumaba la mano del primer paño quien la vio: ana" in here.told(here.inspector)
    form = here.croupier.locator("form", has_text="Declaración de ana (primer paño)")
    form.locator("[name=total]").fill("3")
    press(here.croupier, "Declaración de ana (primer paño)")
    ruled(here, "cuentan 3")
    here.finish(*(next(here.nothing) for _ in range(3)), "2p", "Ad")


def two_words(here: WrittenTable) -> None:
    carried(here, "No", "Carta")
    here.report(here.inspector, "two-words", hand="primero")
    ruled(here, "DP.C4.10")
    here.finish()


ERRORS: tuple[Callable[[WrittenTable], None], ...] = (
    card_to_the_bank_first,
    card_drawn_before_the_betting_was_closed,
    card_in_the_basket,
    no_with_three,
    natural_kept_back,
    card_for_a_cloth_that_stood,
    card_for_the_other_cloth,
    card_of_the_bank_before_its_time,
    hand_thrown_in_by_the_croupier,
    two_words,
)


def test_an_inspector_is_led_through_the_ten_hardest_errors(crowd: Any) -> None:
    here = WrittenTable(crowd)
    here.open_bank()
    for number, error in enumerate(ERRORS, start=1):
        error(here)
        assert here.phase() == "between", error.__name__
        expect(here.screen.locator(".past-coup").first).to_be_visible()
        assert f".{number}." in str(here.croupier.locator("main").get_attribute("data-step"))
