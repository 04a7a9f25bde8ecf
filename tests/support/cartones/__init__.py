"""Cards and strips listed and counted by code that shares nothing with the ranks, and a bound for chi-square."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise, product
from math import comb, prod, sqrt
from statistics import NormalDist
from typing import Any

from tapete.cartones import Grid, Shape

SMALL = {
    48: Shape((2, 2, 3), 2, 2),
    252: Shape((3, 3, 4), 2, 2),
    720: Shape((3, 3, 4), 3, 2),
    6930: Shape((2, 3, 3, 4), 3, 2),
}
"""Shapes whose cards are listed whole, by how many there are."""
SMALL_STRIPS = {144: Shape((2, 3, 3), 2, 2), 8640: Shape((3, 4, 5), 3, 2), 25920: Shape((3, 3, 6), 2, 2)}
"""Shapes whose strips are listed whole, by how many there are."""


def listed_cards(shape: Shape) -> Iterator[Grid]:
    firsts = [1 + sum(shape.sizes[:column]) for column in range(shape.columns)]
    lines = [
        tuple(numbers.get(column, 0) for column in range(shape.columns))
        for filled in combinations(range(shape.columns), shape.line_size)
        for chosen in product(*(range(firsts[one], firsts[one] + shape.sizes[one]) for one in filled))
        for numbers in [dict(zip(filled, chosen, strict=True))]
    ]
    for grid in product(lines, repeat=shape.lines):
        columns = [[number for number in column if number] for column in zip(*grid, strict=True)]
        if all(column and all(a < b for a, b in pairwise(column)) for column in columns):
            yield grid


def listed_strips(shape: Shape) -> list[tuple[Grid, ...]]:
    every = [(grid, frozenset(one for line in grid for one in line if one)) for grid in listed_cards(shape)]
    found: list[tuple[tuple[Grid, ...], frozenset[int]]] = [((), frozenset())]
    for _ in range(shape.numbers // shape.filled):
        found = [((*strip, grid), held | own) for strip, held in found for grid, own in every if not held & own]
    return [strip for strip, _ in found]


def counted_cards(shape: Shape, *, may_be_empty: bool = False, most: int = 3) -> int:
    least = 0 if may_be_empty else 1
    total = 0
    for counts in product(range(least, min(most, shape.lines) + 1), repeat=shape.columns):
        if sum(counts) == shape.filled:
            ways = 1
            for size, count in zip(shape.sizes, counts, strict=True):
                ways *= comb(size, count)
            total += ways * layout_count(tuple(sorted(counts)), shape.lines, shape.line_size)
    return total


@cache
def layout_count(counts: tuple[int, ...], lines: int, line_size: int) -> int:
    @cache
    def ways(at: int, needs: tuple[int, ...]) -> int:
        if at == len(counts):
            return int(not any(needs))
        return sum(
            ways(at + 1, tuple(sorted(need - (line in chosen) for line, need in enumerate(needs))))
            for chosen in combinations(range(lines), counts[at])
            if all(needs[line] for line in chosen)
        )

    return ways(0, (line_size,) * lines)


class StripsByCards:
    def __init__(self) -> None:
        self.sizes, self.cards = (9, *(10,) * 7, 11), 6
        self._known: dict[tuple[int, ...], int] = {}
        self.count = self.ways(self.sizes)

    def first_cards(self, left: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        more = sum(left) // 15 - 1
        for counts in VECTORS:
            after = tuple(a - b for a, b in zip(left, counts, strict=True))
            if all(more <= one <= 3 * more for one in after):
                ways = prod(map(comb, left, counts)) * LAYOUTS[counts.count(3)]
                yield counts, ways * (self.ways(after) if more else 1)

    def ways(self, left: tuple[int, ...]) -> int:
        key = tuple(sorted(left))
        if key not in self._known:
            self._known[key] = sum(ways for _, ways in self.first_cards(key))
        return self._known[key]


VECTORS = [one for one in product((1, 2, 3), repeat=9) if sum(one) == 15]
LAYOUTS = [layout_count(tuple(sorted((3,) * t + (2,) * (6 - 2 * t) + (1,) * (3 + t))), 3, 5) for t in range(4)]


def chi_square(found: Mapping[Any, int] | Sequence[int], expected: Mapping[Any, float]) -> float:
    counts = dict(found) if isinstance(found, Mapping) else dict(enumerate(found))
    assert counts.keys() <= expected.keys()
    total = sum(counts.values())
    weight = sum(expected.values())
    return sum(
        (counts.get(cell, 0) - total * share / weight) ** 2 / (total * share / weight)
        for cell, share in expected.items()
    )


def bound(cells: int, chance: float = 1e-6) -> float:
    freedom = cells - 1
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + NormalDist().inv_cdf(1 - chance) * sqrt(spread)) ** 3
