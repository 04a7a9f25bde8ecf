"""A card that comes to a hand which should have none: which fault it is, and what the rules make of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.clauses import Fault, cite
from tapete.games.baccarat.effects import DeemTotal, Discard, Effect, SetAside
from tapete.games.baccarat.incident import judgement_clauses
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.marks import DeemedTotal, HandMarks
from tapete.games.baccarat.proposals import Proposal
from tapete.games.chemin_de_fer.errors.remedies_banker import FIFTH, NO_MORE, TOO_MANY, extra_card, is_deemed_natural
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Hand
from tests.support.chemin_de_fer.lying import B, P, lying, table

PUNTO, BANCA = Hand.PUNTO, Hand.BANCA
NINE = {P: HandMarks(deemed_total=DeemedTotal(9, natural=True))}
COUNTS_NINE = {P: HandMarks(deemed_total=DeemedTotal(9))}
OUT = Proposal((Discard(4),), judgement_clauses(table().book.authority), open_to_judgement=True)


def fault(code: str, *clauses: str, **facts: Any) -> Fault:
    return Fault(code, facts, tuple(cite(one) for one in clauses))


def served(punto: int, banca: int, **more: Any) -> State:
    """Return a deal in which each hand has so many cards, and four have left the shoe."""
    state = lying(3, 5, **more)
    cards = [*(LaidCard(at, P, None) for at in range(punto)), *(LaidCard(9 + at, B, None) for at in range(banca))]
    return replace(state, coup=replace(state.coup, cards=replace(state.coup.cards, layout=tuple(cards))))


def made(*effects: Effect, by: tuple[str, ...]) -> Proposal:
    return Proposal(effects, tuple(cite(one) for one in by))


@pytest.mark.parametrize("found", [(), (FIFTH,)])
@pytest.mark.parametrize("hand", list(Hand))
@pytest.mark.parametrize(
    ("punto", "banca", "due"), [(2, 2, None), (1, 2, PUNTO), (2, 1, BANCA), (1, 1, PUNTO), (2, 3, PUNTO), (0, 2, PUNTO)]
)
def test_the_order_of_the_cards_tells_which_card_is_too_many(
    punto: int, banca: int, due: Hand | None, hand: Hand, found: tuple[str, ...]
) -> None:
    state = served(punto, banca, found_faults=frozenset(found))
    out_of_order = fault("deal-order", due=due, hand=str(hand))
    if due is None and found:
        expected: Any = (out_of_order, OUT)
    elif due is None:
        expected = (fault(FIFTH, "CF.C3.01", position=4), made(SetAside(4, B), by=("CF.C3.01",)))
    elif hand is BANCA and banca >= 2:
        clauses = ("CF.C3.02", "CF.C3.03")
        expected = (fault(TOO_MANY, *clauses, position=4), made(DeemTotal(B, 0, one_more=True), by=clauses))
    else:
        expected = (out_of_order, None)
    assert extra_card(state, hand, due) == expected


@pytest.mark.parametrize("due", [None, PUNTO, BANCA])
@pytest.mark.parametrize("hands", [NINE, COUNTS_NINE, {}, {B: NINE[P]}])
def test_no_card_is_the_puntos_who_is_deemed_to_have_laid_down_a_nine(
    hands: dict[str, HandMarks], due: Hand | None
) -> None:
    state = served(2, 1, hands=hands)
    assert is_deemed_natural(state) is (hands is NINE)
    for hand in Hand:
        found = extra_card(state, hand, due)
        no_more = (fault(NO_MORE, "CF.C3.06", "CF.A.08", position=4), OUT)
        assert (found == no_more) is (hands is NINE and hand is PUNTO)
