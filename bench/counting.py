"""Exact odds and equilibria, beside a plain loop of additions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from bench.measure import Pair, paired
from tapete.odds.chemin_de_fer import Model, Terms, ask, deck_shoe, solve
from tapete.odds.compositions import ends_of
from tapete.odds.dos_panos import Cloths, Concept, Terms as ClothsTerms
from tapete.odds.punto_banco import exact

ADDITIONS = 1_000_000


def pairs() -> list[Pair]:
    """Measure one whole count for eight packs, with its side bets and edges, and equilibria for six."""

    def add() -> int:
        total = 0
        for number in range(ADDITIONS):
            total += number
        return 1

    shoes = [[96 - gone, *[24] * 9] for gone in range(50)]
    cloths, share, commission = Cloths(ClothsTerms(deck_shoe())), Fraction(2, 5), Fraction(1, 20)
    coup = ask(Terms(deck_shoe()))
    work: dict[str, Callable[[], object]] = {
        "exact odds, eight packs": lambda: exact(8),
        "who wins off one shoe": lambda: [ends_of(held) for held in shoes],
        "chemin de fer B2 with its certificate": lambda: solve(Terms(deck_shoe(), Model.B2, commission), coup=coup),
        "chemin de fer B3 with its certificate": lambda: solve(Terms(deck_shoe(), Model.B3, commission), coup=coup),
        "two cloths that decide together, one theta": lambda: cloths.solve(share),
        "two cloths that play for themselves, one theta": lambda: cloths.solve(share, Concept.NASH),
    }
    return [
        paired(
            title,
            ("answers", "answers/s", lambda one=one: len(found) if isinstance(found := one(), list) else 1),
            ("a million additions in a loop", "loops/s", add),
        )
        for title, one in work.items()
    ]
