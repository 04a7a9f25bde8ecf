"""Pairs among the first two cards of two hands, counted by rank and suit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import product
from math import perm

from tapete.cards import Card, rank, suit


class Two(StrEnum):
    """What two cards are to each other, as far as a side bet can care."""

    MIXED = "mixed"
    PAIR = "pair"
    """One rank, two suits."""
    PERFECT = "perfect"
    """One rank, one suit."""


def two(first: Card, second: Card) -> Two:
    """Return the relation of two cards."""
    if rank(first) != rank(second):
        return Two.MIXED
    return Two.PERFECT if suit(first) == suit(second) else Two.PAIR


SPECIMENS: Mapping[Two, tuple[Card, Card]] = {
    Two.MIXED: (Card("2s"), Card("3h")),
    Two.PAIR: (Card("2s"), Card("2h")),
    Two.PERFECT: (Card("2s"), Card("2s")),
}
"""Two cards of each sort, to be shown to the rules."""


def _pairs(held: Mapping[Card, int]) -> Iterator[tuple[str, Two, tuple[Card, Card], int]]:
    """Yield every ordered pair of one rank with the number of ways to draw it."""
    for first, second in product(held, repeat=2):
        sort = two(first, second)
        if sort is not Two.MIXED:
            yield rank(first), sort, (first, second), held[first] * (held[second] - (first == second))


def joint(held: Mapping[Card, int]) -> dict[tuple[Two, Two], int]:
    """Count ordered draws of four cards, two for each hand, by what the two of each hand are to each other.

    The counts add up to N(N-1)(N-2)(N-3) for a shoe of N cards.
    """
    size = sum(held.values())
    found = list(_pairs(held))
    sorts = (Two.PAIR, Two.PERFECT)
    single, of_rank = Counter[Two](), Counter[tuple[str, Two]]()
    for letter, sort, _, ways in found:
        single[sort] += ways
        of_rank[letter, sort] += ways
    counts = {(player, bank): 0 for player in Two for bank in Two}
    for letter, sort, cards, ways in found:
        for other in sorts:  # pairs of another rank leave each other's cards alone
            counts[sort, other] += ways * (single[other] - of_rank[letter, other])
        for of, other, more, _ in found:
            if of == letter:
                counts[sort, other] += ways * _after(held, cards, more)
    for sort in sorts:
        rest = single[sort] * perm(size - 2, 2) - sum(counts[sort, other] for other in sorts)
        counts[sort, Two.MIXED] = counts[Two.MIXED, sort] = rest
    counts[Two.MIXED, Two.MIXED] = perm(size, 4) - sum(counts.values())
    return counts


def _after(held: Mapping[Card, int], gone: tuple[Card, Card], drawn: tuple[Card, Card]) -> int:
    """Return the number of ways to draw two cards in order once two others are gone."""
    first, second = drawn
    left = held[first] - gone.count(first)
    return left * (held[second] - gone.count(second) - (first == second)) if left > 0 else 0
