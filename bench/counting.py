"""Exact odds of punto y banca, beside a plain loop of additions."""

from __future__ import annotations

from bench.measure import Pair, paired
from tapete.odds.punto_banco import exact

ADDITIONS = 1_000_000


def pairs() -> list[Pair]:
    """Measure one whole count for eight packs, with its side bets and edges."""

    def count() -> int:
        exact(8)
        return 1

    def add() -> int:
        total = 0
        for number in range(ADDITIONS):
            total += number
        return 1

    return [
        paired(
            "exact odds, eight packs",
            ("whole counts", "counts/s", count),
            ("a million additions in a loop", "loops/s", add),
        )
    ]
