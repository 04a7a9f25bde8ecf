"""Cards and strips by their ranks."""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from itertools import accumulate, combinations_with_replacement, groupby, product
from math import comb, factorial, prod
from typing import Final

from tapete.cartones.shape import NINETY, Grid, Shape, columns_of, subset_rank, subsets

# Every card of a shape has a number of its own, from 0: its rank.
#
# The set that is ranked: so many numbers in each line, no column empty, each column's numbers its own and growing
# downwards. For the card of ninety numbers that is 3,669,688,706,217,187,500 cards. A card that only the letter of the
# order allows has no rank.
#
# The walk goes over the columns from the left. For a column the ways to fill it come in the order of
# :attr:`~tapete.cartones.shape.Shape.masks`, each with the ranks of its numbers, each of those with the ranks of what
# is to the right. The order is part of the format of check codes and series and does not change.

Needs = tuple[int, ...]


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
        self.count: int = self._count(0, self._start)

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
    return Ranks(shape)


def rank(grid: Grid) -> int | None:
    """Return the rank of a card of ninety numbers; None where it has none."""
    return ranks_of(NINETY).rank(grid)


def unrank(number: int) -> Grid:
    """Return the card of ninety numbers that has this rank."""
    return ranks_of(NINETY).unrank(number)


def card_count() -> int:
    return ranks_of(NINETY).count


# Strips («tiras»): six cards in order that hold every number once. Every strip has a rank, from 0.
#
# Uniform are the **strips**: each ordered strip is as likely as any other. A card taken out of a strip is then not
# uniform among cards, nor is it under any other law of strips: six cards share the number 1, so it stands on one sixth
# of them, and on a larger part of all cards.
#
# The walk goes over the columns. First comes how many of the column's numbers each card takes, the cards in the order
# of what they still need; then which; at the end each card's layout, which of its lines hold a number of each column.
# The order is part of the format of a series and does not change.

STRIP = 6

Counts = tuple[int, ...]
Group = tuple[int, int, int]
"""Cards that still need as much as each other, and the least and the most numbers that each may take of a column."""
Codes = tuple[int, ...]
"""For each card four times what it still needs, and in how many columns it has three numbers. Layouts hang on no more:
with two or three lines these say how many columns have one number, and how many two.
"""


class Strips:
    """Strips of one shape: as many cards as use up its numbers."""

    def __init__(self, shape: Shape, ways: Mapping[Codes, int] | None = None) -> None:
        self.shape = shape
        self.cards: int = shape.numbers // shape.filled
        if self.cards * shape.filled != shape.numbers or shape.lines > 3:
            raise ValueError("cards of this shape make no strip")
        self._start: Codes = (4 * shape.filled,) * self.cards
        self.ways: dict[Codes, int] = dict(ways or {})
        """By what the cards still need: how many numbers that is tells the column."""
        self._choices = lru_cache(maxsize=4096)(self._list_choices)
        self.count: int = self._count(0, self._start)

    def _count(self, column: int, codes: Codes) -> int:
        """Return in how many ways the columns from this one on can be dealt, and the cards be laid out. The codes are
        sorted; counts that differ only by which of equal cards takes which are counted once, as often as they occur.
        """
        left = self.shape.columns - column
        if any(not left <= code >> 2 <= self.shape.lines * left for code in codes):
            return 0
        if not left:
            return prod(len(layouts(self.counts_with(code & 3), self.shape)) for code in codes)
        found = self.ways.get(codes)
        if found is None:
            size = self.shape.sizes[column]
            found = self.ways[codes] = sum(
                often * self._count(column + 1, tuple(sorted(map(_take, codes, counts))))
                for counts, often in _unordered(self._groups(left - 1, codes), size)
            )
        return found

    def _groups(self, after: int, codes: Codes) -> tuple[Group, ...]:
        """Return the groups of equal cards; what a card takes leaves it what fits into the columns ``after``."""
        return tuple(
            (len(list(same)), max(1, (code >> 2) - self.shape.lines * after), min(self._most, (code >> 2) - after))
            for code, same in groupby(codes)
        )

    @property
    def _most(self) -> int:
        return self.shape.lines

    def counts_with(self, threes: int) -> Counts:
        twos = self.shape.filled - self.shape.columns - 2 * threes
        return (1,) * (self.shape.columns - twos - threes) + (2,) * twos + (3,) * threes

    def _list_choices(self, column: int, codes: Codes) -> tuple[list[int], tuple[Counts, ...], list[int]]:
        """Return where each choice of counts begins, the choices, and the ways that each leaves for what follows."""
        every = ordered_counts(self.cards, self.shape.sizes[column], self._most)
        rests = [self._count(column + 1, tuple(sorted(map(_take, codes, counts)))) for counts in every]
        begins = [0, *accumulate(map(int.__mul__, map(deals_of, every), rests))]
        return begins, every, rests

    def unrank(self, rank: int) -> tuple[Grid, ...]:
        if not 0 <= rank < self.count:
            raise IndexError(rank)
        shape, codes = self.shape, list(self._start)
        dealt: list[list[tuple[int, ...]]] = [[] for _ in codes]
        for column, size in enumerate(shape.sizes):
            order = sorted(range(self.cards), key=codes.__getitem__)
            begins, every, rests = self._choices(column, tuple(codes[card] for card in order))
            at = bisect_right(begins, rank) - 1
            which, rank = divmod(rank - begins[at], rests[at])
            left = list(range(shape.firsts[column], shape.firsts[column] + size))
            for card, count in zip(order, every[at], strict=True):
                which, some = divmod(which, comb(len(left), count))
                numbers = tuple(left[place] for place in subsets(len(left), count)[some])
                dealt[card].append(numbers)
                left = [number for number in left if number not in numbers]
                codes[card] = _take(codes[card], count)
        grids = []
        for columns in dealt:
            lists = layouts(tuple(sorted(map(len, columns))), shape)
            rank, some = divmod(rank, len(lists))
            grids.append(laid_out(columns, lists[some], shape))
        return tuple(grids)

    def rank(self, strip: tuple[Grid, ...]) -> int | None:
        shape, codes, rank = self.shape, list(self._start), 0
        if len(strip) != self.cards or any(len(grid) != shape.lines for grid in strip):
            return None
        if any(len(line) != shape.columns for grid in strip for line in grid):
            return None
        dealt = [columns_of(grid) for grid in strip]
        steps: list[tuple[int, int, int]] = []
        for column, size in enumerate(shape.sizes):
            first = shape.firsts[column]
            if sorted(number for columns in dealt for number in columns[column]) != list(range(first, first + size)):
                return None
            order = sorted(range(self.cards), key=codes.__getitem__)
            begins, every, rests = self._choices(column, tuple(codes[card] for card in order))
            counts = tuple(len(dealt[card][column]) for card in order)
            if counts not in every or not rests[at := every.index(counts)]:
                return None
            left, which, radix = list(range(first, first + size)), 0, 1
            for card, count in zip(order, counts, strict=True):
                numbers = dealt[card][column]
                if list(numbers) != sorted(numbers):
                    return None
                which += radix * subset_rank(tuple(left.index(number) for number in numbers))
                radix *= comb(len(left), count)
                left = [number for number in left if number not in numbers]
                codes[card] = _take(codes[card], count)
            steps.append((begins[at], which, rests[at]))
        for grid, columns in reversed(list(zip(strip, dealt, strict=True))):
            lists, found = layouts(tuple(sorted(map(len, columns))), shape), _layout_of(grid, columns)
            if found not in lists:
                return None
            rank = rank * len(lists) + lists.index(found)
        for begin, which, rest in reversed(steps):
            rank += begin + which * rest
        return rank


def _take(code: int, count: int) -> int:
    return code - 4 * count + (count == 3)


def deals_of(counts: Counts) -> int:
    return factorial(sum(counts)) // prod(map(factorial, counts))


@lru_cache(maxsize=64)
def ordered_counts(cards: int, size: int, most: int) -> tuple[Counts, ...]:
    return tuple(one for one in product(range(1, most + 1), repeat=cards) if sum(one) == size)


@lru_cache(maxsize=1024)
def _unordered(groups: tuple[Group, ...], size: int) -> tuple[tuple[Counts, int], ...]:
    """Return counts for groups of equal cards, sorted within each, and in how many deals they come."""

    def every() -> Iterator[tuple[Counts, int]]:
        parts = [tuple(combinations_with_replacement(range(least, most + 1), cards)) for cards, least, most in groups]
        for chosen in product(*parts):
            counts = tuple(count for part in chosen for count in part)
            if sum(counts) == size:
                orders = prod(deals_of(tuple(part.count(count) for count in set(part))) for part in chosen)
                yield counts, orders * deals_of(counts)

    return tuple(every())


@lru_cache(maxsize=64)
def layouts(counts: Counts, shape: Shape = NINETY) -> tuple[tuple[int, ...], ...]:
    """Return every way to choose the lines of columns with these counts so that each line is full: for each column
    the place of its lines among the masks of the shape.
    """
    return _layouts(counts, (shape.line_size,) * shape.lines, shape.masks)


@lru_cache(maxsize=4096)
def _layouts(counts: Counts, needs: Needs, masks: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    if not counts:
        return () if any(needs) else ((),)
    return tuple(
        (at, *rest)
        for at, mask in enumerate(masks)
        if len(mask) == counts[0] and min(after := tuple(need - (line in mask) for line, need in enumerate(needs))) >= 0
        for rest in _layouts(counts[1:], after, masks)
    )


def _by_count(columns: list[tuple[int, ...]] | Grid) -> list[int]:
    return sorted(range(len(columns)), key=lambda column: len(columns[column]))


def laid_out(columns: list[tuple[int, ...]] | Grid, layout: tuple[int, ...], shape: Shape) -> Grid:
    lines = [[0] * shape.columns for _ in range(shape.lines)]
    for column, at in zip(_by_count(columns), layout, strict=True):
        for line, number in zip(shape.masks[at], columns[column], strict=True):
            lines[line][column] = number
    return tuple(map(tuple, lines))


def _layout_of(grid: Grid, columns: Grid) -> tuple[int, ...]:
    top = len(grid) - 1
    return tuple(
        sum(1 << (top - line) for line in range(len(grid)) if grid[line][column]) - 1 for column in _by_count(columns)
    )


# The ways of the game's own strips are kept as data: a test counts them anew, and the digest says that they are those.

KEPT: Final = files("tapete.cartones") / "data" / "strips.bin"
KEPT_DIGEST: Final = "ee63ba911fa7e343c0d78e8c587a2a78b10369dd1c9d038f4e2b3295cadb3c8d"
WAYS_SIZE: Final = 33
"""Bytes of a number of ways."""


def written_ways(ways: Mapping[Codes, int]) -> bytes:
    keys = sorted(ways)
    return b"".join((*map(bytes, keys), *(ways[one].to_bytes(WAYS_SIZE, "little") for one in keys)))


def kept_ways() -> dict[Codes, int]:
    """Return the ways that are kept; raise ``ValueError`` where they are not those of the digest."""
    every = zlib.decompress(KEPT.read_bytes())
    if sha256(every).hexdigest() != KEPT_DIGEST:
        raise ValueError("strips.bin is not what was counted")
    end = len(every) * STRIP // (STRIP + WAYS_SIZE)
    keys = (tuple(every[at : at + STRIP]) for at in range(0, end, STRIP))
    numbers = (every[at : at + WAYS_SIZE] for at in range(end, len(every), WAYS_SIZE))
    return {key: int.from_bytes(number, "little") for key, number in zip(keys, numbers, strict=True)}


@lru_cache(maxsize=16)
def strips_of(shape: Shape = NINETY) -> Strips:
    return Strips(shape, kept_ways() if shape == NINETY else None)
