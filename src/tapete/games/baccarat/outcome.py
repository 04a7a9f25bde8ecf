"""Who wins: naturals and the comparison of totals."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from tapete.clauses import Sourced


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
