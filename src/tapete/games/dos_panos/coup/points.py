"""What cards count at this table, and whether two cards of eight or nine go before three."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from tapete.clauses import Origin, Sourced, rule
from tapete.games.baccarat.outcome import is_natural
from tapete.games.baccarat.points import PointRules, Unknown
from tapete.games.baccarat.reckoning import may_count_natural, two_card_total
from tapete.games.banked import rulings
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, Hand

REFERRED: Final = (Origin.IMPORT, Origin.STAND_IN)
"""Origins of values that stand in the general rules of chemin de fer."""


def card_points(state: State) -> PointRules:
    points = state.book.points
    return general_points(points) if points.tens.origin in REFERRED else points


@rule("DP.A.01", neutral=lambda points: replace(points, tens=Sourced(1, practice="nothing is said of courts")))
def general_points(points: PointRules) -> PointRules:
    """Where these rules adapt nothing the general rules of chemin de fer apply: court cards count as they do there."""
    return points


def has_priority(state: State, hand: Hand) -> bool:
    """Return True if a hand's two cards go before a total of three: they are an eight or nine, and neither a word nor a
    ruling has cost them that. To turn them up is another right: the one can be lost and the other kept.
    """
    marks = state.coup.cards.marks.of(hand)
    total = two_card_total(state.coup.cards, hand, card_points(state))
    is_deemed_plain = marks.deemed_total is not None and not marks.deemed_total.natural
    if isinstance(total, Unknown) or is_deemed_plain or not is_natural(total, state.book.outcome):
        return False
    side, rules = state.coup.sides.get(hand), state.book.natural
    word = None if side is None else side.word
    if marks.is_natural_lost or (word is not None and word == rules.lost_by.use()):
        return rules.lost_keeps_priority.use()
    return word is None or rules.after_carta_keeps_priority.use()


def has_natural(state: State, hand: Hand) -> bool | Unknown:
    return may_count_natural(state.coup.cards, hand, card_points(state), state.book.outcome)


def laid_naturals(state: State) -> tuple[Hand, ...]:
    """Return the hands that turned a natural up, in order, and those that a ruling counts as if they had; while a face
    is not known its hand counts as one.

    A lesser total that the rulebook has turned up is none: that hand stands, and the others play on.
    """
    turned = tuple(Hand(hand) for hand in state.coup.naturals)
    deemed = tuple(hand for hand in Hand if hand not in turned and is_deemed_natural(state, hand))
    return tuple(hand for hand in (*turned, *deemed) if has_natural(state, hand) is not False)


def is_deemed_natural(state: State, hand: Hand) -> bool:
    """Return True if a ruling counts a hand as one that laid a natural down."""
    deemed = state.coup.cards.marks.of(hand).deemed_total
    return deemed is not None and deemed.natural


def live_cloths(state: State) -> tuple[Hand, ...]:
    """Return the cloths on which the coup counts: no ruling has called them off."""
    marks = state.coup.cards.marks
    return tuple([cloth for cloth in CLOTHS if not marks.of(cloth).void]) if marks.hands else CLOTHS


def compared_hands(state: State) -> tuple[Hand, ...]:
    """Return the hands whose cards decide something, as rulings have left them."""
    return tuple(map(Hand, rulings.compared_hands(state.coup.cards.marks, CLOTHS, Hand.BANCA)))


def is_decided(state: State, hand: Hand) -> bool:
    """Return True if a ruling has left a hand nothing to do: it was called off, has lost, or counts a total that no
    card changes any more.
    """
    if not state.coup.cards.marks.hands:
        return False
    marks = state.coup.cards.marks.of(hand)
    deemed = marks.deemed_total
    return marks.void or marks.is_lost or (deemed is not None and not deemed.one_more)
