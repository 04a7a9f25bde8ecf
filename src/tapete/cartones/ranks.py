"""Every card of a shape has a number of its own, from 0: its rank.

The set that is ranked: so many numbers in each line, no column empty, each column's numbers its own and growing
downwards. For the card of ninety numbers that is 3,669,688,706,217,187,500 cards. A card that only the letter of the
order allows has no rank.

The walk goes over the columns from the left. For a column the ways to fill it come in the order of
:attr:`~tapete.cartones.shape.Shape.masks`, each with the ranks of its numbers, each of those with the ranks of what
stands to the right. The order is part of the format of check codes and series and does not change.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from math import comb

from tapete.cartones.shape import NINETY, Grid, Shape, columns_of, subset_rank, subsets

Needs = tuple[int, ...]
"""How many numbers each line still needs."""


class _Step:
    """The ways to fill one column where the lines have these needs."""

    __slots__ = ("after", "begins", "masks", "rests")

    def __init__(self, masks: list[int], weights: list[int], after: list[Needs], rests: list[int]) -> None:
        self.masks, self.after, self.rests = masks, after, rests
        self.begins = [0, *accumulate(weights)]


class Ranks:
    """Ranks of the cards of one shape."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self._steps: dict[tuple[int, Needs], _Step] = {}
        self._ways: dict[tuple[int, Needs], int] = {}
        self._start: Needs = (shape.line_size,) * shape.lines
        self.count = self._count(0, self._start)

    def _count(self, column: int, needs: Needs) -> int:
        """Return in how many ways this column and those to its right can be filled."""
        if column == self.shape.columns:
            return int(not any(needs))
        found = self._ways.get((column, needs))
        if found is None:
            step = self._step(column, needs)
            found = self._ways[column, needs] = step.begins[-1]
        return found

    def _step(self, column: int, needs: Needs) -> _Step:
        step = self._steps.get((column, needs))
        if step is not None:
            return step
        masks, weights, afters, rests = [], [], [], []
        for at, mask in enumerate(self.shape.masks):
            after = tuple(need - (line in mask) for line, need in enumerate(needs))
            rest = self._count(column + 1, after) if min(after) >= 0 else 0
            weight = comb(self.shape.sizes[column], len(mask)) * rest
            if weight:
                masks.append(at)
                weights.append(weight)
                afters.append(after)
                rests.append(rest)
        step = self._steps[column, needs] = _Step(masks, weights, afters, rests)
        return step

    def unrank(self, rank: int) -> Grid:
        """Return the card of a rank; raise ``IndexError`` where there is none."""
        if not 0 <= rank < self.count:
            raise IndexError(rank)
        shape, needs = self.shape, self._start
        lines = [[0] * shape.columns for _ in range(shape.lines)]
        for column in range(shape.columns):
            step = self._step(column, needs)
            at = bisect_right(step.begins, rank) - 1
            which, rank = divmod(rank - step.begins[at], step.rests[at])
            mask, first = shape.masks[step.masks[at]], shape.firsts[column]
            for line, place in zip(mask, subsets(shape.sizes[column], len(mask))[which], strict=True):
                lines[line][column] = first + place
            needs = step.after[at]
        return tuple(map(tuple, lines))

    def rank(self, grid: Grid) -> int | None:
        """Return the rank of a card; None if it is none of this set."""
        shape, needs, rank = self.shape, self._start, 0
        if len(grid) != shape.lines or any(len(line) != shape.columns for line in grid):
            return None
        for column, numbers in enumerate(columns_of(grid)):
            places = tuple(number - shape.firsts[column] for number in numbers)
            mask = tuple(line for line in range(shape.lines) if grid[line][column])
            if not mask or list(places) != sorted(set(places)) or places[0] < 0 or places[-1] >= shape.sizes[column]:
                return None
            step = self._step(column, needs)
            if shape.masks.index(mask) not in step.masks:
                return None
            at = step.masks.index(shape.masks.index(mask))
            rank += step.begins[at] + subset_rank(places) * step.rests[at]
            needs = step.after[at]
        return rank


@lru_cache(maxsize=16)
def ranks_of(shape: Shape = NINETY) -> Ranks:
    """Return the ranks of a shape."""
    return Ranks(shape)


def rank(grid: Grid) -> int | None:
    """Return the rank of a card of ninety numbers; None where it has none."""
    return ranks_of(NINETY).rank(grid)


def unrank(number: int) -> Grid:
    """Return the card of ninety numbers that has this rank."""
    return ranks_of(NINETY).unrank(number)


def card_count() -> int:
    """Return how many cards have a rank."""
    return ranks_of(NINETY).count
