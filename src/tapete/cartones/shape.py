"""The shape of a card: which numbers a column may hold, how many lines there are, how many numbers a line has.

Everything that counts, ranks or draws cards takes a shape, so that it can be held against whole lists of small ones.
Two points of :data:`NINETY` are practice, for the order says neither: a column holds the numbers of its ten, and they
grow downwards. Both are needed for the figure that is known for the number of cards.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import accumulate, combinations
from math import comb
from typing import Final

Grid = tuple[tuple[int, ...], ...]
"""The squares of a card, line by line from the top; 0 is an empty square."""


class Shape:
    """Columns of ``sizes`` numbers, counted on from 1; ``lines`` lines of ``line_size`` numbers each."""

    def __init__(self, sizes: tuple[int, ...], lines: int, line_size: int) -> None:
        self.sizes, self.lines, self.line_size = sizes, lines, line_size
        self.columns, self.numbers = len(sizes), sum(sizes)
        self.filled = lines * line_size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shape) and self._key == other._key

    def __hash__(self) -> int:
        return self._key.__hash__()

    @property
    def _key(self) -> tuple[tuple[int, ...], int, int]:
        return self.sizes, self.lines, self.line_size

    @cached_property
    def firsts(self) -> tuple[int, ...]:
        """Return the lowest number of each column."""
        return tuple(accumulate(self.sizes[:-1], initial=1))

    @cached_property
    def masks(self) -> tuple[tuple[int, ...], ...]:
        """Return, for each way to fill a column that is not empty, the lines it fills; the top line is the first bit
        of three.
        """
        top = self.lines - 1
        return tuple(
            tuple(line for line in range(self.lines) if mask >> (top - line) & 1) for mask in range(1, 1 << self.lines)
        )

    def column_of(self, number: int) -> int:
        """Return the column in which a number stands."""
        return sum(first <= number for first in self.firsts) - 1


NINETY: Final = Shape((9, *(10,) * 7, 11), 3, 5)
"""The card of the game: 1-9, 10-19 ... 70-79, 80-90."""


@lru_cache(maxsize=256)
def subsets(size: int, count: int) -> tuple[tuple[int, ...], ...]:
    """Return the sets of ``count`` among the places 0 to ``size`` - 1, in the order of their ranks.

    The rank of a_1 < a_2 < ... is C(a_1, 1) + C(a_2, 2) + ...
    """
    return tuple(sorted(combinations(range(size), count), key=subset_rank))


def subset_rank(places: tuple[int, ...]) -> int:
    """Return the rank of a set of places among those of its size."""
    return sum(comb(place, at) for at, place in enumerate(places, start=1))


def lines_of(grid: Grid) -> Grid:
    """Return the lines of a card without its empty squares."""
    return tuple(tuple(number for number in line if number) for line in grid)


def columns_of(grid: Grid) -> Grid:
    """Return the numbers of each column from the top."""
    return tuple(tuple(number for number in column if number) for column in zip(*grid, strict=True))
