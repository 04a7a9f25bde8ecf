"""Totals, what cards and hands are worth, and who wins by them.

A total is ``int | Unknown``: a real card dealt face down has no face until it is shown, so a hand that holds one has no
total yet. The values come from the rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, StrEnum

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


class Winner(StrEnum):
    """How a coup between two hands ends."""

    PUNTO = "punto"
    BANCA = "banca"
    TIE = "empate"


class OutcomeRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``higher_wins``: the total closer to nine wins; ``naturals``: two-card totals that end a coup at once."""

    higher_wins: Sourced[bool]
    naturals: Sourced[tuple[int, ...]]


def is_natural(two_card_total: int, rules: OutcomeRules) -> bool:
    return rules.naturals.has_member(two_card_total)


def winner(punto: int, banca: int, rules: OutcomeRules) -> Winner:
    if punto == banca:
        return Winner.TIE
    higher = Winner.PUNTO if punto > banca else Winner.BANCA
    lower = Winner.BANCA if punto > banca else Winner.PUNTO
    return higher if rules.higher_wins.use() else lower
