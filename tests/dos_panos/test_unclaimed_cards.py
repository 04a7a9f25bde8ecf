"""What becomes of third cards that no cloth claims, once a wrong word is put right: under the guide the banker has to
take the first, elsewhere he may, and what he cannot have is out of play.
"""

from __future__ import annotations

import pytest

from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    AssignCard,
    BindToTable,
    Discard,
    Effect,
    GoBack,
    Oblige,
    Party,
    SetAside,
)
from tapete.games.banked.acts import DrawCard, Stand
from tapete.games.dos_panos.terms import Hand
from tests.support.dos_panos.observed import BOTH, Observed, first_cards, spoken

ANEW = (BindToTable("banca", fault_of=Party.PLAYER), GoBack("banker"))
BOOKS = ("asturias-2011", "orden-1979", "catalogo-51-53", "guia")
FIRST_STANDS, SECOND_STANDS = Oblige("primero", Cell.STAND), Oblige("segundo", Cell.STAND)


def shown(first: str, second: str, words: tuple[str, str], book: str, *, draws: bool, real: bool = False) -> Observed:
    """The cloths said these words; the third cards are a five, a six, a four and a three, in this order."""
    cards = f"{first_cards(first, second, '2c 2d')} 5s 6d 4d 3d"
    return spoken(cards, *words, real=real, book=book).banker(DrawCard() if draws else Stand()).shown()


def must_take(book: str) -> str:
    return Hand.BANCA if book == "guia" else ""


@BOTH
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("draws", "left"), [(False, ()), (True, (Discard(7),))], ids=["banker stands", "banker has drawn"]
)
def test_of_the_card_that_the_first_cloth_should_not_have_asked_for(
    real: bool, book: str, draws: bool, left: tuple[Effect, ...]
) -> None:
    made = shown("3s 4s", "2h 4h", ("carta", "no"), book, draws=draws, real=real)
    assert made.incident.proposed_effects == (FIRST_STANDS, SetAside(6, must_take(book)), *left, *ANEW)


@BOTH
@pytest.mark.parametrize("book", BOOKS)
def test_nobody_has_to_take_the_card_that_the_second_cloth_should_not_have_asked_for(real: bool, book: str) -> None:
    made = shown("3s 2h", "3c 4h", ("no", "carta"), book, draws=True, real=real)
    assert made.incident.proposed_effects == (SECOND_STANDS, SetAside(6), Discard(7), *ANEW)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("draws", "left"), [(False, (7,)), (True, (7, 8))], ids=["banker stands", "banker has drawn"])
def test_where_both_cloths_asked_wrongly_all_but_the_first_card_are_out_of_play(
    book: str, draws: bool, left: tuple[int, ...]
) -> None:
    made = shown("3s 3h", "3c 4h", ("carta", "carta"), book, draws=draws)
    effects = made.incident.proposed_effects
    assert effects[: 2 + len(left)] == (FIRST_STANDS, SetAside(6, must_take(book)), *map(Discard, left))
    assert SECOND_STANDS in effects


@pytest.mark.parametrize("book", BOOKS)
def test_a_card_passes_from_the_cloth_that_should_stand_to_the_one_that_should_draw(book: str) -> None:
    made = shown("3s Ah", "3c 4h", ("no", "carta"), book, draws=True)
    assert made.incident.proposed_effects == (
        Oblige("primero", Cell.DRAW),
        AssignCard(6, "primero-3"),
        SetAside(7),
        *ANEW,
        SECOND_STANDS,
    )
