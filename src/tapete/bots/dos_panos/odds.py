"""The banker's third card by the odds: what a card is worth to him against both cloths together.

Each rank is equally likely, as in a shoe that nobody has counted. A cloth that asked for a card had up to four, or half
the time five; one that stood had five, six or seven. All weights are whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from tapete.cards import Card, rank

WEIGHTS: Final = (4, *(1,) * 9)
"""How many of the thirteen ranks count 0, 1 and so on to 9."""

LOW, FREE, HIGH = range(5), 5, range(6, 8)
"""The two-card totals on which a cloth draws, may choose, and stands."""


class Against(msgspec.Struct, frozen=True):
    """What lies at risk on a cloth, and the value of its third card; ``None`` where it stood."""

    at_risk: int
    third: int | None = None


def card_value(face: Card) -> int:
    """Return what a card counts, as a player reads it."""
    return "A23456789".find(rank(face)) + 1


def two_card_weights() -> tuple[int, ...]:
    """Return how often two cards make each total."""
    found = [0] * 10
    for one, weight in enumerate(WEIGHTS):
        for other, again in enumerate(WEIGHTS):
            found[(one + other) % 10] += weight * again
    return tuple(found)


TWO_CARDS: Final = two_card_weights()


def final_weights(third: int | None) -> dict[int, int]:
    """Return how often a cloth ends with each total, by what it said and the card that it got."""
    if third is None:
        return {FREE: TWO_CARDS[FREE], **{total: 2 * TWO_CARDS[total] for total in HIGH}}
    weights = {FREE: TWO_CARDS[FREE], **{total: 2 * TWO_CARDS[total] for total in LOW}}
    return {(total + third) % 10: weight for total, weight in weights.items()}


FINALS: Final = {third: final_weights(third) for third in (None, *range(10))}


def edge(total: int, third: int | None) -> int:
    """Return in how many cases a total of the bank wins against a cloth, less those in which it loses."""
    return sum(weight * ((total > other) - (total < other)) for other, weight in FINALS[third].items())


def gain_of_a_card(total: int, cloths: Iterable[Against]) -> int:
    """Return what a third card is worth to the banker above standing, in a unit of its own: below 0 it costs him.

    The cases of a cloth that stood and of one that drew are brought to one measure, so that only money weighs.
    """
    whole = {third: sum(found.values()) for third, found in FINALS.items()}
    scale = whole[None] * whole[0]
    gain = 0
    for one in cloths:
        drawn = sum(weight * edge((total + value) % 10, one.third) for value, weight in enumerate(WEIGHTS))
        gain += one.at_risk * (drawn - sum(WEIGHTS) * edge(total, one.third)) * (scale // whole[one.third])
    return gain


def is_banker_to_draw(total: int, cloths: Iterable[Against]) -> bool:
    """Return True if the banker takes a card: where it is worth as much as none, he takes none."""
    return gain_of_a_card(total, cloths) > 0
