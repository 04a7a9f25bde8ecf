"""Errors that a document states otherwise than the one whose wording the register follows, at a table under it."""

import pytest

from tapete.games.baccarat.corrections import ClaimRecorded
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import AssignCard, BindToTable, Effect, GoBack, NoteOnly, Oblige, Party, SetAside
from tapete.games.banked.acts import Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Accident, Hand
from tapete.kernel import CLOCK
from tests.dos_panos.test_other_documents import BOOKS
from tests.support.dos_panos.observed import betting, dealt, first_cards, spoken
from tests.support.dos_panos.table import BANKER

PRIMERO, SEGUNDO, BANCA = Hand
BY_CHART: tuple[Effect, ...] = (BindToTable("banca", fault_of=Party.BANKER),)
BY_FIVE: tuple[Effect, ...] = (
    Oblige("banca", Cell.DRAW, (0, 1, 2, 3, 4, 5)),
    Oblige("banca", Cell.STAND, (6, 7)),
)


def under(clause: str, *documents: str) -> pytest.MarkDecorator:
    """Give a test the book of each of the documents that state a clause otherwise."""
    marked = [pytest.param(BOOKS[one], marks=pytest.mark.clause(clause, document=one)) for one in documents]
    return pytest.mark.parametrize("book", marked)


PLAIN = first_cards("2s 5s", "2h 5h", "2c 5c")


@under("DP.C1.01", "GUIDE")
def test_no_card_is_drawn_before_the_croupier_ends_the_betting(book: str) -> None:
    made = betting(PLAIN, book=book)
    assert not made.accepts(BANKER, a.DealCard(PRIMERO))
    assert "DP.C1.01" in made.refused(BANKER, a.DealCard(PRIMERO)).clauses


@under("DP.C2.05", "OM1979-09", "GUIDE")
def test_a_banker_who_exposed_both_cards_of_a_cloth_is_bound_as_the_document_says(book: str) -> None:
    made = dealt(PLAIN, book=book).report(Accident.EXPOSED, Party.BANKER, position=0)
    made.ruled(effects=(NoteOnly("one"),)).report(Accident.EXPOSED, Party.BANKER, position=3)
    assert made.incident.proposed_effects == (BY_FIVE if book == "guia" else BY_CHART)


@under("DP.C2.09", "OM1979-09")
def test_a_third_card_that_was_seen_is_recovered(book: str) -> None:
    cards = f"{first_cards('2s As', '2h 4h', '2c 3c')} 7h 2d"
    made = spoken(cards, "carta", "no", book=book).report(Accident.BASKET, position=6)
    assert made.incident.proposed_effects == (AssignCard(6, "primero-3"),)


@under("DP.C4.05", "GUIDE")
def test_the_card_that_nobody_asked_for_falls_to_the_banker(book: str) -> None:
    cards = f"{first_cards('3s 4s', '2h 4h', '2c 4c')} 5s"
    made = spoken(cards, "carta", "no", book=book).banker(Stand()).shown()
    assert SetAside(6, "banca") in made.incident.proposed_effects


@under("DP.C4.08", "GUIDE")
def test_with_five_and_only_with_five_the_first_of_two_words_counts(book: str) -> None:
    made = dealt(f"{first_cards('2s 3s', '2h 4h', '2c 4c')} 5s", book=book)
    made.said("1", "no").report(Accident.TWO_WORDS, Party.PLAYER, hand=PRIMERO)  # type: ignore[attr-defined]
    assert Oblige("primero", Cell.STAND, (5,)) in made.incident.proposed_effects


@under("DP.C5.02", "GUIDE")
def test_cards_are_not_held_for_long(book: str) -> None:
    """The guide names the looking alone; for the holding it falls back."""
    made = dealt(PLAIN, book=book).do("ana", a.Lift(PRIMERO))
    held = made.play.attempt(a.TimeUp(), CLOCK)
    assert [(one.person, one.is_word_late) for one in held.events] == [("ana", False)]
    assert "DP.C5.02" in held.rests_on


@under("DP.C5.11", "OM1979-09", "GUIDE")
def test_a_banker_who_named_a_wrong_score_after_the_cloths_had_shown_is_bound(book: str) -> None:
    cards = f"{first_cards('2s As', '2h Ah', '2c 3c')} 8d 8s 9d"
    made = spoken(cards, "carta", "carta", book=book).banker(Stand())
    made.do("croupier", a.ShowHand(PRIMERO)).report(Accident.MISANNOUNCED, Party.BANKER)
    assert made.incident.proposed_effects == (*(BY_FIVE if book == "guia" else BY_CHART), GoBack("banker"))


@under("DP.C5.12", "GUIDE")
def test_no_claim_is_heard_after_the_payment(book: str) -> None:
    made = spoken(PLAIN, "no", "no", book=book).banker(Stand()).shown().settled()
    (kept,) = made.outcome("inspector", a.RecordClaim("carla", 1, "said eight")).events
    assert isinstance(kept, ClaimRecorded)
    assert not kept.is_admitted
