"""The turns at the cards by themselves: what must come first, when it is too late, and what is waited for."""

from __future__ import annotations

from itertools import product

import pytest
from immutables import Map

from tapete.cards import Card
from tapete.clauses import Fault
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import OfferChoice
from tapete.games.baccarat.layout import ASIDE, LaidCard
from tapete.games.baccarat.marks import Cards, Duty, HandMarks, Marks, third
from tapete.games.baccarat.pack import DueCard
from tapete.games.banked import turns
from tapete.games.banked.coup import Coup, Side
from tapete.games.banked.shares import Share
from tapete.games.banked.terms import DENY, GIVE, Word
from tapete.kernel import PersonId
from tests.support.banked.two_cloths import BANK, ONE, TWO

ANA, BEA = PersonId("ana"), PersonId("bea")
SIDES = Map({ONE: Side(), TWO: Side()})


def lying(*places: str) -> Cards:
    return Cards(tuple(LaidCard(number, place, Card("2s")) for number, place in enumerate(places)))


@pytest.mark.parametrize("decision", [None, Cell.DRAW, Cell.STAND])
@pytest.mark.parametrize(
    ("places", "is_early"),
    [
        ((), True),
        ((ONE, TWO, BANK, ONE, TWO, BANK), True),
        ((ONE, third(ONE)), False),
        ((third(TWO), TWO), False),
        ((third(BANK),), True),
        ((ASIDE,), True),
    ],
)
def test_the_banker_lays_down_before_a_side_has_its_third_card_and_before_he_decides(
    decision: Cell | None, places: tuple[str, ...], is_early: bool
) -> None:
    found = turns.require_natural_in_time(Coup(cards=lying(*places), sides=SIDES, decision=decision))
    assert found == (None if is_early and decision is None else Fault("natural-too-late"))


@pytest.mark.parametrize("decision", [None, Cell.DRAW, Cell.STAND])
def test_the_banker_decides_once(decision: Cell | None) -> None:
    assert turns.require_undecided(Coup(decision=decision)) == (None if decision is None else Fault("already-decided"))


@pytest.mark.parametrize("word", [None, *Word])
def test_a_side_speaks_once(word: Word | None) -> None:
    found = turns.require_first_word(Side(word=word))
    assert found == (None if word is None else Fault("word-said", {"word": str(word)}))


def test_where_conduct_is_strict_a_check_on_a_hidden_total_counts_at_once() -> None:
    wrong = Fault("wrong-word")
    assert turns.require_where_strict(wrong, observed=False) == wrong
    assert turns.require_where_strict(wrong, observed=True) is None
    assert turns.require_where_strict(None, observed=False) is None


NOBODY: frozenset[PersonId] = frozenset()


@pytest.mark.parametrize(
    ("first", "second"),
    list(product(((False, NOBODY), (False, frozenset({ANA})), (False, frozenset({BEA})), (True, NOBODY)), repeat=2)),
)
def test_whoever_decides_has_seen_every_card_of_the_hand_and_looks_at_each_once(
    first: tuple[bool, frozenset[PersonId]], second: tuple[bool, frozenset[PersonId]]
) -> None:
    layout = [LaidCard(at, ONE, Card("2s"), up, seen) for at, (up, seen) in enumerate((first, second))]
    cards = Cards((*layout, LaidCard(5, TWO, Card("3s"))))
    knows = all(up or ANA in seen for up, seen in (first, second))
    looked = all(ANA in seen for _, seen in (first, second))
    assert turns.require_looked(cards, ONE, ANA) == (None if knows else Fault("look-first", {"hand": ONE}))
    assert turns.require_not_looked(cards, ONE, ANA) == (Fault("looked-already") if looked else None)


def test_everybody_with_a_stake_answers_whether_he_takes_it_back_where_that_was_offered() -> None:
    stakes = (Share(ANA, 100), Share(BEA, 200))
    offered = Coup(cards=Cards((), Marks(withdrawal=True)))
    assert turns.pending_withdrawals(offered, stakes) == (ANA, BEA)
    assert turns.pending_withdrawals(Coup(), stakes) == ()
    one = Coup(cards=offered.cards, respondents=frozenset({ANA}))
    assert turns.pending_withdrawals(one, stakes) == (BEA,)
    assert turns.pending_withdrawals(one, stakes[:1]) == ()


def test_a_card_on_its_way_is_waited_for_first_and_answers_about_stakes_then() -> None:
    coming = Coup(due_cards=(DueCard(3, ONE, False),))
    answers = Fault("withdrawals-first", {"people": [ANA, BEA]})
    assert turns.require_nothing_pending(coming, (ANA, BEA)) == Fault("card-awaited")
    assert turns.require_nothing_pending(coming, ()) == Fault("card-awaited")
    assert turns.require_nothing_pending(Coup(), (ANA, BEA)) == answers
    assert turns.require_nothing_pending(Coup(), ()) is None


def test_an_offered_choice_is_found_by_its_name() -> None:
    one, other = OfferChoice(ANA, "one", (GIVE, DENY)), OfferChoice(ANA, "other", (DENY,))
    coup = Coup(cards=Cards((), Marks(choices=(one, other))))
    assert [turns.offered_choice(coup, name) for name in ("one", "other", "third")] == [one, other, None]


@pytest.mark.parametrize("word", [None, *Word])
@pytest.mark.parametrize("chosen", ["", GIVE, DENY, "something-else"])
@pytest.mark.parametrize("duty", [None, Cell.DRAW, Cell.STAND])
def test_a_card_is_asked_by_the_choice_before_the_duty_and_by_the_duty_before_the_word(
    word: Word | None, chosen: str, duty: Cell | None
) -> None:
    duties = () if duty is None else (Duty(duty),)
    marks = Marks(hands=Map({TWO: HandMarks(duties=duties)}))
    side = Side(word=word, chosen_option=chosen)
    coup = Coup(cards=Cards((), marks), sides=Map({ONE: Side(word=Word.NO), TWO: side}))
    by_duty = word is Word.CARTA if duty is None else duty is Cell.DRAW
    assert turns.is_card_asked(coup, TWO) is {GIVE: True, DENY: False}.get(chosen, by_duty)
    assert turns.is_card_asked(coup, ONE) is False
