"""What a shoe still holds, and in how many orders cards leave it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import perm
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from tapete.cards import DECK, Card, card, cards, rank
from tapete.games.baccarat.points import PointRules, total
from tapete.words import CodedError


class OddsError(CodedError, ValueError):
    """The question has no answer: no such shoe, or rules that leave a case to an official."""


def fraction_text(one: Fraction) -> str:
    return f"{one.numerator}/{one.denominator}"


def shoe(decks: int, removed: str | Iterable[str] = ()) -> dict[Card, int]:
    """Return how many cards of each face lie in a shoe of ``decks`` packs once ``removed`` are gone.

    ``removed`` are cards in notation, as one text («7s Kh») or one by one. Raises :class:`OddsError` for less than one
    pack or a card that the shoe does not hold so often, :class:`~tapete.cards.UnknownCardError` for what is no card.
    """
    if decks < 1:
        raise OddsError("shoe-without-pack", decks=decks)
    gone = Counter(cards(removed) if isinstance(removed, str) else (card(one) for one in removed))
    for face, count in gone.items():
        if count > decks:
            raise OddsError("packs-too-few", packs=decks, face=face)
    return {face: decks - gone[face] for face in DECK}


# Deals of two-card hands and single cards off a shoe, counted in arrays: every kind of hand or card has an axis.
#
# Ten kinds of cards are told apart: tens and courts, aces, 2 to 9. The order of the cards inside a hand, and in which
# order hands are dealt, does not matter, since every order of a shuffled shoe is as likely as any other.

Counts = npt.NDArray[np.int64]

KINDS: Final = tuple(Card(f"{letter}s") for letter in "TA23456789")
"""A face of each kind; a kind is named by its place here, which is what its cards count in every rulebook."""
HANDS: Final = tuple(combinations_with_replacement(range(len(KINDS)), 2))
"""Two cards of these kinds, in whatever order."""
MOST_DECKS: Final = 8
"""A run of six cards off so many packs, or off one with replacement, is counted exactly in 64 bits."""

_FIRST, _SECOND = (np.array([hand[which] for hand in HANDS]) for which in (0, 1))
_ONE: Final = np.eye(len(KINDS), dtype=np.int64)
PAIR: Final = _ONE[_FIRST] + _ONE[_SECOND]
"""How many cards of each kind each hand takes."""
_SAME: Final = (_FIRST == _SECOND).astype(np.int64)


def hand_ways(left: Counts, *, is_replaced: bool = False) -> Counts:
    """Return in how many orders each hand can leave shoes that hold so many cards of each kind (last axis)."""
    second = left[..., _SECOND] - (0 if is_replaced else _SAME)
    ways: Counts = left[..., _FIRST] * second * (2 - _SAME)
    return ways


class Deal(msgspec.Struct, frozen=True):
    """What was dealt so far: ``ways`` has an axis for each hand, ``left`` one more, of what is left of a kind.

    ``is_replaced``: every card goes back before the next is dealt.
    """

    ways: Counts
    left: Counts
    is_replaced: bool = False

    def with_hand(self) -> Deal:
        ways = self.ways[..., None] * hand_ways(self.left, is_replaced=self.is_replaced)
        left = self.left[..., None, :] - PAIR * (not self.is_replaced)
        return Deal(ways, left, self.is_replaced)


def first_deal(held: Sequence[int], *, is_replaced: bool = False) -> Deal:
    return Deal(np.array(1, dtype=np.int64), np.array(held, dtype=np.int64), is_replaced)


def onward_ways(size: int, used: int, longest: int, *, is_replaced: bool) -> int:
    """Return in how many ways a run of ``used`` cards off a shoe of ``size`` goes on to the longest run."""
    more = longest - used
    return int(size**more) if is_replaced else perm(size - used, more)


def points_of(hand: Sequence[int], rules: PointRules) -> int:
    reckoned = total([KINDS[kind] for kind in hand], rules)
    assert isinstance(reckoned, int)  # every face is known
    return reckoned


def kind_of(face: Card) -> Card:
    return Card(f"{'T' if rank(face) in 'TJQK' else rank(face)}s")


def held_of(cards: Mapping[Card, int]) -> tuple[int, ...]:
    sums = dict.fromkeys(KINDS, 0)
    for face, count in cards.items():
        sums[kind_of(face)] += count
    return tuple(sums.values())


def require_shoe(held: Sequence[int], longest: int) -> tuple[int, ...]:
    """Return a shoe by kinds; raise :class:`~tapete.odds.shoe.OddsError` for one that cannot be or is too short."""
    whole = held_of(shoe(MOST_DECKS))
    if len(held) != len(KINDS):
        raise OddsError("shoe-not-by-kinds", kinds=len(KINDS), counts=len(held))
    for kind, (count, most) in enumerate(zip(held, whole, strict=True)):
        if not 0 <= count <= most:
            raise OddsError("shoe-count-out-of-range", kind=kind, count=count, most=most, packs=MOST_DECKS)
    if sum(held) < longest:
        raise OddsError("shoe-too-short", needed=longest, size=sum(held))
    return tuple(held)
