"""Bingo: the exact law of the ball at which the first line and the first full card fall, and of how many win with it.

After n balls every set of n numbers is as likely as any other. One card, or a strip, is a matter of counting such sets.
Of uniform cards that are drawn independently, each is complete within a set with a chance that hangs on the columns of
the set alone, so the law is a sum over how many numbers of each column are out. Cards that are given are counted by
inclusion and exclusion while they are few, and held between two bounds where they are many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from tapete.cartones import NINETY, STRIP, Grid, Shape, lines_of
from tapete.odds.shoe import OddsError, fraction_text

Floats = npt.NDArray[np.float64]
Number = Fraction | float
Chances = tuple[Number, ...]

MOST_CARDS: Final = 10_000_000
MOST_SETS: Final = 20
"""Of so many sets of numbers all unions are looked at."""
MOST_TOLD: Final = 12
"""Of so many sets of numbers it is told how many are whole with one ball."""
MOST_EVENTS: Final = 30_000
"""Of so many sets of numbers all pairs are looked at."""
MOST_WINNERS: Final = 60


class What(StrEnum):
    """What falls."""

    LINE = "line"
    BINGO = "bingo"


class Law(msgspec.Struct, frozen=True):
    """When the first falls. ``by_ball``: the chance that it has fallen, after 0, 1, 2 ... balls.

    ``most``: the chance that it may have, at most, where ``by_ball`` is only what it has at least. ``winners``: the
    chance that 1, 2, ... cards have it with the same ball, as far as they are listed; empty where it is not known.
    """

    by_ball: Chances
    most: Chances = ()
    winners: Chances = ()

    @property
    def mean(self) -> Number:
        """The mean ball; where there are bounds, the most that it can be."""
        return _total([1 - one for one in self.by_ball])

    @property
    def least_mean(self) -> Number:
        return _total([1 - one for one in self.most or self.by_ball])

    @property
    def share(self) -> Number:
        """What part of the prize each of the winners has on average."""
        return _total([one / count for count, one in enumerate(self.winners, 1)])

    @property
    def median(self) -> int:
        """The first ball by which it has fallen as often as not."""
        return next(ball for ball, one in enumerate(self.by_ball) if 2 * one >= 1)

    def to_json(self) -> dict[str, Any]:
        """Return a plain tree: «n/d» for what is a fraction, numbers for what is not."""
        return {
            "mean": _told(self.mean),
            "least_mean": _told(self.least_mean),
            "median": self.median,
            "by_ball": [_told(one) for one in self.by_ball],
            "most": [_told(one) for one in self.most],
            "winners": [_told(one) for one in self.winners],
            "share": _told(self.share) if self.winners else None,
        }


Laws = dict[What, Law]


def _total(found: Sequence[Number]) -> Number:
    return sum(found[1:], found[0])


def _told(one: Number) -> str | float:
    return fraction_text(one) if isinstance(one, Fraction) else one


def _law(open_sets: Sequence[int], numbers: int, winners: Chances = ()) -> Law:
    """Return the law of which so many sets of n numbers, n from 0 on, hold nothing complete; none beyond them."""
    open_sets = [*open_sets, *[0] * (numbers + 1 - len(open_sets))]
    by_ball = tuple(1 - Fraction(one, comb(numbers, balls)) for balls, one in enumerate(open_sets))
    return Law(by_ball, (), winners)


def _disjoint(sets: int, size: int, numbers: int) -> Law:
    """Return the law of so many sets of one size that have no number in common: no two are whole with one ball."""
    rest = numbers - sets * size
    parts = [[comb(size, out) for out in range(size)]] * sets + [[comb(rest, out) for out in range(rest + 1)]]
    return _law(reduce(_times, parts), numbers, (Fraction(1),))


def _times(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """Multiply two polynomials."""
    found = [0] * (len(left) + len(right) - 1)
    for at, one in enumerate(left):
        for beside, other in enumerate(right):
            found[at + beside] += one * other
    return found


def layout_count(shape: Shape = NINETY) -> int:
    """Return in how many ways the lines of a card may take their columns so that no column is left empty."""
    columns, size = shape.columns, shape.line_size
    return sum((-1) ** out * comb(columns, out) * comb(columns - out, size) ** shape.lines for out in range(columns))


def one_card(shape: Shape = NINETY) -> Laws:
    """Return the laws of a card alone, whatever its numbers."""
    return one_strip(shape, 1)


def one_strip(shape: Shape = NINETY, cards: int = STRIP) -> Laws:
    """Return the laws of a strip, whose cards have no number in common."""
    return {
        What.LINE: _disjoint(shape.lines * cards, shape.line_size, shape.numbers),
        What.BINGO: _disjoint(cards, shape.filled, shape.numbers),
    }


# --- independent uniform cards ----------------------------------------------------------------------------------------


class _Columns(NamedTuple):
    """Columns of one size together: how many numbers of each are out, in whatever order, as an axis.

    ``ways``: in how many ways; ``out``: numbers in all; ``before``: for each number that one column may have out, the
    place without its last ball, and how many numbers the columns have out that have so many.
    """

    states: list[tuple[int, ...]]
    ways: Floats
    out: npt.NDArray[np.int64]
    before: list[tuple[npt.NDArray[np.int64], Floats]]


def _columns(size: int, count: int) -> _Columns:
    states = list(combinations_with_replacement(range(size + 1), count))
    places = {state: place for place, state in enumerate(states)}
    orders = [factorial(count) // prod(map(factorial, Counter(state).values())) for state in states]
    ways = [order * prod(comb(size, out) for out in state) for order, state in zip(orders, states, strict=True)]
    before = []
    for out in range(1, size + 1):
        at, weight = np.zeros(len(states), dtype=np.int64), np.zeros(len(states))
        for place, state in enumerate(states):
            if often := state.count(out):
                less = list(state)
                less[less.index(out)] -= 1
                at[place], weight[place] = places[tuple(sorted(less))], often * out
        before.append((at, weight))
    return _Columns(states, np.array(ways, dtype=float), np.array(states).sum(1), before)


class _Sets:
    """All sets of numbers by how many of each column they hold, on two axes: one size of columns, and all others."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        sizes = sorted(Counter(shape.sizes).items(), key=lambda one: -one[1])
        self.first = _columns(*sizes[0])
        others = [_columns(*one) for one in sizes[1:]]
        self.places = list(product(*(range(len(one.states)) for one in others)))
        self.others = others
        at = np.array(self.places, dtype=np.int64).reshape(len(self.places), -1).T
        rest_ways = np.prod([one.ways[row] for one, row in zip(others, at, strict=True)], axis=0)
        rest_out = np.sum([one.out[row] for one, row in zip(others, at, strict=True)], axis=0)
        self.out = (self.first.out[:, None] + rest_out).astype(np.int64)
        totals = np.array([float(comb(shape.numbers, balls)) for balls in range(shape.numbers + 1)])
        self.chance: Floats = self.first.ways[:, None] * rest_ways / totals[self.out]
        self.sizes = [size for size, _ in sizes]
        complete = [self._complete(lines) for lines in range(shape.lines + 1)]
        whole = complete[0].flat[0]
        every = [one / whole for one in complete]
        line = np.sum([(-1) ** (n + 1) * comb(shape.lines, n) * every[n] for n in range(1, shape.lines + 1)], axis=0)
        self.complete: dict[What, Floats] = {What.LINE: np.clip(line, 0, 1), What.BINGO: every[-1]}

    def _complete(self, lines: int) -> Floats:
        """Return how many cards have their first ``lines`` lines within a set, on average over the columns' numbers."""
        first = self._filled(self.sizes[0], self.first.states, lines)
        others = [self._filled(size, one.states, lines) for size, one in zip(self.sizes[1:], self.others, strict=True)]
        rest = np.array([self._joined([one[at] for one, at in zip(others, row, strict=True)]) for row in self.places])
        flat = first.reshape(len(first), -1)
        found: Floats = flat @ rest.reshape(len(rest), -1)[:, ::-1].T
        return found

    def _filled(self, size: int, states: list[tuple[int, ...]], lines: int) -> Floats:
        """Return in how many ways columns can be filled, by how many numbers each line has then."""
        cube = (self.shape.line_size + 1,) * self.shape.lines
        known: dict[tuple[int, ...], Floats] = {(): np.zeros(cube)}
        known[()][(0,) * self.shape.lines] = 1

        def of(state: tuple[int, ...]) -> Floats:
            if state not in known:
                known[state] = self._with_column(of(state[:-1]), size, state[-1], lines)
            return known[state]

        return np.array([of(state) for state in states])

    def _with_column(self, before: Floats, size: int, out: int, lines: int) -> Floats:
        found = np.zeros_like(before)
        for mask in self.shape.masks:
            needed = sum(line < lines for line in mask)
            if out < needed:
                continue
            weight = comb(size, len(mask)) * comb(out, needed) / comb(size, needed)
            here = tuple(slice(1, None) if line in mask else slice(None) for line in range(self.shape.lines))
            there = tuple(slice(None, -1) if line in mask else slice(None) for line in range(self.shape.lines))
            found[here] += weight * before[there]
        return found

    def _joined(self, cubes: list[Floats]) -> Floats:
        size = self.shape.line_size + 1
        found = np.zeros((size,) * self.shape.lines)
        found[(0,) * self.shape.lines] = 1
        for cube in cubes:
            more = np.zeros_like(found)
            for at in zip(*np.nonzero(cube), strict=True):
                here = tuple(slice(one, None) for one in at)
                there = tuple(slice(None, size - one) for one in at)
                more[here] += cube[at] * found[there]
            found = more
        return found

    def last_balls(self, complete: Floats) -> Iterable[tuple[Floats, Floats]]:
        """Yield, for each sort of last ball, what was complete without it, and how likely it is, given the set."""
        out = np.maximum(self.out, 1)
        for at, weight in self.first.before:
            yield complete[at], weight[:, None] / out
        shape = tuple(len(one.states) for one in self.others)
        for axis, one in enumerate(self.others):
            for at, weight in one.before:
                moved = [(*place[:axis], int(at[place[axis]]), *place[axis + 1 :]) for place in self.places]
                places = np.ravel_multi_index(tuple(np.array(moved).T), shape)
                yield complete[:, places], weight[[place[axis] for place in self.places]] / out


@lru_cache(maxsize=4)
def _sets(shape: Shape) -> _Sets:
    return _Sets(shape)


def uniform_cards(count: int, shape: Shape = NINETY) -> Laws:
    """Return the laws of so many cards, each drawn uniformly and independently of the others.

    The line's is that of cards on which the numbers of a column stand in any order; where they grow downwards the first
    line falls with no higher chance by any ball. The numbers have the accuracy of floats.
    """
    if not 1 <= count <= MOST_CARDS:
        raise OddsError("cards-out-of-range", cards=count, most=MOST_CARDS)
    sets = _sets(shape)
    return {what: _uniform(sets, what, count) for what in What}


def _uniform(sets: _Sets, what: What, count: int) -> Law:
    complete = sets.complete[what]
    balls = sets.shape.numbers + 1
    none = np.bincount(sets.out.ravel(), (sets.chance * (1 - complete) ** count).ravel(), balls)
    winners = np.zeros(min(count, MOST_WINNERS))
    for before, likely in sets.last_balls(complete):
        new = complete - before
        places = np.nonzero((new > 0) & (likely > 0))
        one, rest, here = new[places], 1 - complete[places], (sets.chance * likely)[places]
        is_open = rest > 0
        ratio = np.divide(one, rest, out=np.zeros_like(one), where=is_open)
        term = here * count * one * rest ** (count - 1)
        for winner in range(len(winners)):
            winners[winner] += term.sum()
            term = term * ratio * (count - winner - 1) / (winner + 2)
        if 1 < count <= len(winners):
            winners[count - 1] += (here * one**count)[~is_open].sum()
    last = np.flatnonzero(winners > 1e-15)[-1] + 1
    return Law(tuple((1 - none).clip(0, 1).tolist()), (), tuple(winners[:last].tolist()))


# --- given cards ------------------------------------------------------------------------------------------------------


def given_cards(cards: Sequence[Grid], shape: Shape = NINETY) -> Laws:
    """Return the laws of these cards: exact for few, bounds for many."""
    lines = [frozenset(line) for card in cards for line in lines_of(card)]
    whole = [frozenset(number for line in lines_of(card) for number in line) for card in cards]
    if not cards or len(lines) > MOST_EVENTS:
        raise OddsError("cards-out-of-range", cards=len(cards), most=MOST_EVENTS // shape.lines)
    return {What.LINE: _of_sets(lines, shape.numbers), What.BINGO: _of_sets(whole, shape.numbers)}


def _of_sets(sets: Sequence[frozenset[int]], numbers: int) -> Law:
    """Return the law of the first of some sets to be whole."""
    masks = [sum(1 << number for number in one) for one in sets]
    distinct = list(dict.fromkeys(masks))
    if len(distinct) <= MOST_SETS:
        sizes = Counter[int]()
        for (union, _), sign in _signs(distinct, lambda _: 0).items():
            sizes[union.bit_count()] += sign
        open_sets = [_holding(sizes, balls, numbers) for balls in range(numbers + 1)]
        return _law(open_sets, numbers, _winners(masks, numbers) if len(masks) <= MOST_TOLD else ())
    singles = Counter(one.bit_count() for one in distinct)
    pairs = _unions(distinct, numbers)
    bounds = [_bounds(singles, pairs, balls, numbers) for balls in range(numbers + 1)]
    least = (max(low for low, _ in bounds[: balls + 1]) for balls in range(numbers + 1))
    return Law(tuple(least), tuple(min(high for _, high in bounds[balls:]) for balls in range(numbers + 1)))


def _signs(masks: Iterable[int], step: Callable[[int], int]) -> dict[tuple[int, int], int]:
    """Return the signs of inclusion and exclusion by the union of sets, and by what ``step`` counts of these sets."""
    signs = {(0, 0): 1}
    for one in masks:
        more = dict(signs)
        for (union, count), sign in signs.items():
            key = union | one, count + step(one)
            more[key] = more.get(key, 0) - sign
        signs = more
    return signs


def _holding(sizes: Counter[int], balls: int, numbers: int) -> int:
    """Return how many sets of so many balls hold sets of these sizes, summed."""
    return sum(count * comb(numbers - size, balls - size) for size, count in sizes.items() if size <= balls)


def _winners(masks: Sequence[int], numbers: int) -> Chances:
    """Return the chance that 1, 2, ... sets are the first to be whole, all with one ball.

    For each last ball the sets with it are to be whole but for it, and the others not; that u numbers are out before
    it, at whatever time it comes, has the chance 1 / (u + 1).
    """
    found = [Fraction(0)] * (len(masks) + 1)
    for ball in range(1, numbers + 1):
        tally = Counter[tuple[int, int]]()
        for (union, winners), sign in _signs(masks, lambda one, ball=ball: one >> ball & 1).items():  # type: ignore[misc]
            tally[(union & ~(1 << ball)).bit_count(), winners] += sign
        for (out, winners), sign in tally.items():
            for count in range(winners + 1):
                found[count] += Fraction(sign * comb(winners, count) * (-1) ** count, out + 1)
    return tuple(found[1 : 1 + max(count for count, one in enumerate(found) if one)])


def _unions(masks: Sequence[int], numbers: int) -> Counter[int]:
    """Return how many pairs of sets have so many numbers together."""
    holds = np.array([[one >> number & 1 for number in range(numbers + 1)] for one in masks], dtype=np.float32)
    sizes = holds.sum(1).astype(np.int64)
    counts = np.zeros(2 * numbers + 1, dtype=np.int64)
    for start in range(0, len(masks), 256):
        rows = slice(start, start + 256)
        common = (holds[rows] @ holds.T).astype(np.int64)
        counts += np.bincount((sizes[rows, None] + sizes - common).ravel(), minlength=len(counts))
    for size in sizes.tolist():
        counts[size] -= 1
    return Counter({size: count // 2 for size, count in enumerate(counts.tolist()) if count})


def _bounds(singles: Counter[int], pairs: Counter[int], balls: int, numbers: int) -> tuple[Fraction, Fraction]:
    """Return between what the chance lies that a set is whole: the sharpest bounds that singles and pairs allow."""
    single, double = (Fraction(_holding(one, balls, numbers), comb(numbers, balls)) for one in (singles, pairs))
    if not single:
        return Fraction(0), Fraction(0)
    step = 1 + int(2 * double / single)
    least = 2 * single / (step + 1) - 2 * double / (step * (step + 1))
    return max(Fraction(0), least), min(Fraction(1), single - 2 * double / singles.total())
