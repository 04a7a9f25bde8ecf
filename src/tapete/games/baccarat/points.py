"""Totals: what cards and hands are worth.

A total is ``int | Unknown``: a real card dealt face down has no face until it is shown, so a hand that holds one has no
total yet. The values come from the rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import msgspec

from tapete.cards import Card, rank
from tapete.clauses import Sourced


class Unknown(Enum):
    """The total of a hand with a card whose face nobody has shown."""

    UNKNOWN = "unknown"


UNKNOWN = Unknown.UNKNOWN
Total = int | Unknown


class PointRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Values of the cards.

    ``pips``: what a card of printed value n (2 to 9) counts, per printed point; ``tens``: what tens and courts count;
    ``ace``: what the ace counts; ``modulus``: what a sum is reduced by.
    """

    pips: Sourced[int]
    tens: Sourced[int]
    ace: Sourced[int]
    modulus: Sourced[int]


def value(face: Card, rules: PointRules) -> int:
    letter = rank(face)
    if letter == "A":
        return rules.ace.use()
    if letter in "TJQK":
        return rules.tens.use()
    return int(letter) * rules.pips.use()


def total(faces: Sequence[Card | None], rules: PointRules) -> Total:
    """Return the total of a hand, or :data:`UNKNOWN` when a face is not known."""
    points = 0
    for face in faces:
        if face is None:
            return UNKNOWN
        points += value(face, rules)
    return points % rules.modulus.use()
