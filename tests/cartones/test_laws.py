"""What is drawn has the law that is claimed: whole laws on small shapes, exact cells on the card of ninety numbers.

Uniform are cards of a series of singles, and strips of a series of strips. A card taken from a strip is not. Secrets
are fixed; a sound generator fails a bound with a chance of one in a million. Generators known to be wrong stand beside,
and must fail.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from math import comb
from random import Random
from typing import Any

import pytest

from tapete.cartones import NINETY, Grid, Law, Series, card_count, cards_of, columns_of, rank
from tapete.cartones.chance import number_below, permuted
from tapete.cartones.ranks import ranks_of
from tapete.cartones.strips import strips_of
from tapete.clauses import Fault
from tests.support.cartones import (
    SMALL,
    SMALL_STRIPS,
    VECTORS,
    StripsByCards,
    bound,
    chi_square,
    counted_cards,
    layout_count,
    listed_cards,
    listed_strips,
)

pytestmark = pytest.mark.slow

SECRET = bytes(range(32))
DRAWN = 12_000


@cache
def singles() -> tuple[Grid, ...]:
    """Return the first cards of a series of singles."""
    cards = cards_of(Series("S", 1, DRAWN, 100, law=Law.SINGLES), SECRET)
    assert not isinstance(cards, Fault)
    return tuple(cards.grid(number) for number in range(1, DRAWN + 1))


@cache
def strip_cards() -> tuple[Grid, ...]:
    """Return one card of each strip of a series: the first of the first, the second of the second, and so on."""
    cards = cards_of(Series("T", 1, 24_000, 100), SECRET)
    assert not isinstance(cards, Fault)
    return tuple(cards.grid(6 * strip + strip % 6 + 1) for strip in range(4_000))


@cache
def exact_laws() -> tuple[dict[tuple[int, ...], int], dict[tuple[int, ...], int]]:
    """Return in how many cards, and as the first card of how many strips, each vector of column counts occurs."""
    alone = {}
    for counts in VECTORS:
        ways = layout_count(tuple(sorted(counts)), 3, 5)
        for size, count in zip(NINETY.sizes, counts, strict=True):
            ways *= comb(size, count)
        alone[counts] = ways
    strips = StripsByCards()
    return alone, dict(strips.first_cards(strips.sizes))


def folded(law: dict[tuple[int, ...], int], key: Callable[[tuple[int, ...]], Any]) -> dict[Any, float]:
    """Return the law of something that the column counts tell."""
    found: Counter[Any] = Counter()
    for counts, ways in law.items():
        found[key(counts)] += ways
    return {cell: ways / sum(law.values()) for cell, ways in found.items()}


def counts_of(grid: Grid) -> tuple[int, ...]:
    return tuple(map(len, columns_of(grid)))


KEYS: dict[str, Callable[[tuple[int, ...]], Any]] = {
    "columns of three": lambda counts: counts.count(3),
    "column 1": lambda counts: counts[0],
    "column 2": lambda counts: counts[1],
    "column 9": lambda counts: counts[8],
}


# --- whole laws -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "each"), [(252, 60), (6930, 10)])
def test_cards_of_a_small_shape_are_uniform_over_all_of_them(count: int, each: int) -> None:
    ranks = ranks_of(SMALL[count])
    found = Counter(ranks.unrank(number_below(SECRET, b"test", one, count)) for one in range(each * count))
    assert chi_square(found, dict.fromkeys(listed_cards(SMALL[count]), 1.0)) < bound(count)


@pytest.mark.parametrize(("count", "each"), [(144, 100), (8640, 4)])
def test_strips_of_a_small_shape_are_uniform_over_all_of_them(count: int, each: int) -> None:
    strips = strips_of(SMALL_STRIPS[count])
    found = Counter(strips.unrank(number_below(SECRET, b"test", one, count)) for one in range(each * count))
    assert chi_square(found, dict.fromkeys(listed_strips(SMALL_STRIPS[count]), 1.0)) < bound(count)


@pytest.mark.parametrize("count", [1, 2, 48, 252, 6930])
def test_the_permutation_of_a_secret_takes_every_number_once(count: int) -> None:
    for secret in (SECRET, bytes(32)):
        assert sorted(permuted(secret, b"test", one, count) for one in range(count)) == list(range(count))
    if count > 2:
        assert [permuted(SECRET, b"test", one, count) for one in range(9)] != list(range(9))


def test_the_place_of_one_number_is_uniform_over_secrets() -> None:
    found = Counter(permuted(one.to_bytes(32, "big"), b"test", 7, 48) for one in range(6_000))
    assert chi_square(found, dict.fromkeys(range(48), 1.0)) < bound(48)


# --- cards of a series of singles -------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_cards_of_singles_have_the_column_counts_of_uniform_cards(key: str) -> None:
    law = folded(exact_laws()[0], KEYS[key])
    assert chi_square(Counter(KEYS[key](counts_of(one)) for one in singles()), law) < bound(len(law))


def test_shares_of_columns_of_three_among_all_cards() -> None:
    shares = folded(exact_laws()[0], KEYS["columns of three"])
    assert {t: round(share, 6) for t, share in shares.items()} == {0: 0.320123, 1: 0.533407, 2: 0.142929, 3: 0.003541}
    assert sum(exact_laws()[0].values()) == card_count() == counted_cards(NINETY)


def test_every_number_is_as_often_on_cards_of_singles_as_on_uniform_cards() -> None:
    law = exact_laws()[0]
    found = Counter(number for grid in singles() for line in grid for number in line if number)
    chances = []
    for number in range(1, 91):
        column = NINETY.column_of(number)
        share = sum(ways * counts[column] for counts, ways in law.items()) / NINETY.sizes[column] / card_count()
        chances.append(round(share, 6))
        cells = {True: found[number], False: DRAWN - found[number]}
        assert chi_square(cells, {True: share, False: 1 - share}) < bound(2, 1e-8), number
    assert set(chances) == {0.179165, 0.166707, 0.156186}


@pytest.mark.parametrize("cell", [lambda rank: rank * 100 // card_count(), lambda rank: rank % 97])
def test_ranks_of_singles_are_uniform_in_equal_parts_and_in_remainders(cell: Callable[[int], int]) -> None:
    found = Counter(cell(rank(grid) or 0) for grid in singles())
    size = 100 if cell(card_count() - 1) == 99 else 97
    assert chi_square(found, dict.fromkeys(range(size), 1.0)) < bound(size)


# --- cards of a series of strips --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_a_card_of_a_strip_has_the_column_counts_of_a_card_of_a_uniform_strip(key: str) -> None:
    law = folded(exact_laws()[1], KEYS[key])
    assert chi_square(Counter(KEYS[key](counts_of(one)) for one in strip_cards()), law) < bound(len(law))


def test_shares_of_columns_of_three_among_cards_of_strips() -> None:
    shares = folded(exact_laws()[1], KEYS["columns of three"])
    assert {t: round(share, 6) for t, share in shares.items()} == {0: 0.388329, 1: 0.504372, 2: 0.105269, 3: 0.002030}
    means = [sum(k * share for k, share in folded(exact_laws()[1], lambda one: one[0]).items())]
    assert means == pytest.approx([3 / 2])


def test_a_card_of_a_strip_is_not_uniform_under_any_law_of_strips() -> None:
    """A strip holds the number 1 once, so it stands on one sixth of its cards; on more of all cards."""
    law = exact_laws()[0]
    assert sum(ways * counts[0] for counts, ways in law.items()) / 9 / card_count() > 1 / 6 + 0.01


# --- generators that are wrong ----------------------------------------------------------------------------------------


def test_control_lines_first_and_empty_columns_thrown_away_are_not_uniform() -> None:
    shape, random = SMALL[252], Random(3)
    found: Counter[Grid] = Counter()
    while found.total() < 60 * 252:
        filled = [sorted(random.sample(range(3), 2)) for _ in range(2)]
        counts = [sum(column in one for one in filled) for column in range(3)]
        if all(counts):
            columns = [
                sorted(random.sample(range(first, first + size), count))
                for first, size, count in zip(shape.firsts, shape.sizes, counts, strict=True)
            ]
            lines = [tuple(columns[column].pop(0) if column in one else 0 for column in range(3)) for one in filled]
            found[tuple(lines)] += 1
    assert chi_square(found, dict.fromkeys(listed_cards(shape), 1.0)) > bound(252)


def test_control_remainders_of_62_bits_are_not_uniform() -> None:
    random = Random(3)
    found = Counter(random.getrandbits(62) % card_count() * 100 // card_count() for _ in range(DRAWN))
    assert chi_square(found, dict.fromkeys(range(100), 1.0)) > bound(100)


def test_control_strips_dealt_until_they_fit_are_not_uniform() -> None:
    """A first card of which fewer second ones are left comes as often as any: seen by the counts of its columns."""
    shape, random = SMALL_STRIPS[8640], Random(3)
    every = [(grid, frozenset(one for line in grid for one in line if one)) for grid in listed_cards(shape)]
    strips: Counter[Any] = Counter()
    for grid, held in every:
        strips[counts_of(grid)] += sum(held.isdisjoint(own) for _, own in every)
    assert strips.total() == 8640
    dealt: Counter[Any] = Counter()
    while dealt.total() < 4_000:
        first = counts_of(random.choice(every)[0])
        if strips[first]:
            dealt[first] += 1
    law = {counts: float(ways) for counts, ways in strips.items() if ways}
    assert chi_square(dealt, law) > bound(len(law))
    ours = Counter(
        counts_of(strips_of(shape).unrank(number_below(SECRET, b"test", one, 8640))[0]) for one in range(4_000)
    )
    assert chi_square(ours, law) < bound(len(law))


@pytest.mark.parametrize("key", ["columns of three", "column 1", "column 9"])
def test_control_a_card_of_a_strip_fails_the_law_of_uniform_cards(key: str) -> None:
    law = folded(exact_laws()[0], KEYS[key])
    assert chi_square(Counter(KEYS[key](counts_of(one)) for one in strip_cards()), law) > bound(len(law))
