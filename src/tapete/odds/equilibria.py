"""All equilibria of a game in which the punto mixes in few information sets and the banker in many.

Foster's algorithm, for payoffs that need not add up to nothing. In each information set the banker's advantage of
drawing is linear in the punto's behaviour probabilities, and the slope of the punto's payoff in each of these is a sum
over the banker's sets. With one probability that is free, every change of the banker's best reply is a root of one
line: between two roots the banker plays one pure strategy, and at a root the slope takes every value between two. All
numbers are whole or fractions, so an equilibrium is found exactly or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import gcd
from typing import Final

import msgspec
import numpy as np

from tapete.games.baccarat.drawing import Cell
from tapete.odds.chemin_game import BANCA, DRAW, PUNTO, STAND, Game

ZERO, ONE = Fraction(0), Fraction(1)
MOST_CORNERS: Final = 4
"""Of so many kinds of indifferent sets the corners of what the banker may do are looked for, where one line of the
punto's slopes does not decide."""


class Profile(msgspec.Struct, frozen=True):
    """An equilibrium. Both strategies are behaviour probabilities of drawing, by choice and by information set.

    ``indifferent``: information sets in which both moves bring the banker the same, and the sides not the same, each
    with the punto's slope there, by free choice: what drawing instead of standing adds to it. ``is_isolated`` is False
    where other strategies beside these are equilibria too: ``bounds`` of the punto's probability, or other
    probabilities in ``indifferent`` that leave the punto's slopes as they have to be.
    """

    punto: tuple[Fraction, ...]
    banker: tuple[Fraction, ...]
    slopes: tuple[Fraction, ...]
    indifferent: dict[int, tuple[int, ...]]
    bounds: tuple[Fraction, Fraction]
    is_isolated: bool


class Found(msgspec.Struct, frozen=True):
    """Equilibria of a game. ``is_complete``: there are no others; else there may be, with more mixed choices."""

    profiles: tuple[Profile, ...]
    is_complete: bool


class Bimatrix:
    """Payoffs of a game in whole numbers, out of the total of its runs times the denominator of the commission.

    ``advantages``: for each information set of the banker what drawing brings him more than standing, constant first,
    then by choice; ``gains``: the slope of the punto's payoff that standing and drawing there bring, by choice.
    """

    def __init__(self, game: Game, commission: Fraction) -> None:
        free = [place for place, one in enumerate(game.choices) if one.duty is Cell.OPTIONAL]
        moves = [DRAW if one.duty is Cell.DRAW else STAND for one in game.choices]
        base = sum(game.wins[place, move] for place, move in enumerate(moves))
        slopes = np.stack([game.wins[place, DRAW] - game.wins[place, STAND] for place in free]) if free else ()
        parts = np.stack([base, *slopes])  # part, information set, move, side
        more = (parts[:, :, DRAW] - parts[:, :, STAND]).astype(object)
        kept, whole = commission.denominator - commission.numerator, commission.denominator
        self.game, self.commission, self.free, self.parts = game, commission, free, parts
        self.advantages: list[list[int]] = (more[:, :, BANCA] * kept - more[:, :, PUNTO] * whole).T.tolist()
        net = parts[1:, :, :, PUNTO] - parts[1:, :, :, BANCA]
        self.gains: list[list[list[int]]] = net.transpose(1, 2, 0).tolist()  # set, move, choice
        self.is_immaterial = [not row.any() for row in (parts[:, :, DRAW] - parts[:, :, STAND]).transpose(1, 0, 2)]
        self.duties = [one.duty for one in game.info_sets]

    def payoffs(self, profile: Profile) -> dict[str, Fraction]:
        """Return what a coup brings on average, as shares of the stake: to the punto, to the banker, to the house."""
        shares = [ONE, *profile.punto]
        mixed = sum((self.parts[part].astype(object) * share for part, share in enumerate(shares)), start=ZERO)
        banker = np.array([[1 - draw, draw] for draw in profile.banker], dtype=object)
        won = [int(self.game.naturals[side]) + (mixed[:, :, side] * banker).sum() for side in (PUNTO, BANCA)]
        punto, banca = (Fraction(one, self.game.total) for one in won)
        return {
            "player": punto - banca,
            "banker": banca * (1 - self.commission) - punto,
            "house": banca * self.commission,
        }


def solve(bimatrix: Bimatrix) -> Found:
    """Return the equilibria.

    With several free choices that are not alike: those in which the punto mixes in one of them at most. Choices are
    alike where the banker and both payoffs cannot tell them apart: they are then played with one probability.
    """
    alike = _alike_choices(bimatrix)
    return _Search(bimatrix, alike).found()


def _alike_choices(bimatrix: Bimatrix) -> list[list[int]]:
    """Group the free choices whose parts of all payoffs are proportional."""
    groups: dict[bytes, list[int]] = {}
    for place in range(len(bimatrix.free)):
        part = bimatrix.parts[place + 1]
        divisor = int(np.gcd.reduce(part, axis=None)) or 1
        groups.setdefault((part // divisor).tobytes(), []).append(place)
    return list(groups.values())


class _Search:
    """A walk along every edge of the cube of the punto's behaviour probabilities."""

    def __init__(self, bimatrix: Bimatrix, alike: list[list[int]]) -> None:
        self.bimatrix, self.alike = bimatrix, alike
        self.lines = [_merged(row, alike, 1) for row in bimatrix.advantages]
        self.gains = [[_merged(row, alike) for row in moves] for moves in bimatrix.gains]
        self.fixed: dict[int, int] = {}
        self.open: list[int] = []
        for place, duty in enumerate(bimatrix.duties):
            const, *by_choice = self.lines[place]
            low = const + sum(min(0, one) for one in by_choice)
            high = const + sum(max(0, one) for one in by_choice)
            if duty is not Cell.OPTIONAL:
                self.fixed[place] = DRAW if duty is Cell.DRAW else STAND
            elif low > 0 or high < 0 or bimatrix.is_immaterial[place]:
                self.fixed[place] = DRAW if low > 0 else STAND
            else:
                self.open.append(place)
        rows = [self.gains[place][move] for place, move in self.fixed.items()]
        self.fixed_gains = [sum(row[choice] for row in rows) for choice in range(len(alike))]
        self.seen: dict[tuple[Fraction, ...], list[Profile]] = {}

    def found(self) -> Found:
        count = len(self.alike)
        profiles = list[Profile]()
        if count == 0:
            profiles += self.at((), ())
        for along in range(count):
            for others in product((ZERO, ONE), repeat=count - 1):
                profiles += self.edge(along, others)
        return Found(tuple(profiles), is_complete=count <= 1)

    def edge(self, along: int, others: tuple[Fraction, ...]) -> Iterator[Profile]:
        """Yield the equilibria on one edge of the cube, those between two roots as well as those at one."""
        rows = [self.lines[place] for place in self.open]
        here = [row[0] + sum(c for c, x in zip(_others(row[1:], along), others, strict=True) if x) for row in rows]
        roots = {Fraction(-const, row[1 + along]) for const, row in zip(here, rows, strict=True) if row[1 + along]}
        stops = sorted({ZERO, ONE, *(one for one in roots if 0 < one < 1)})
        for left, right in zip(stops, [*stops[1:], None], strict=True):
            yield from self.at(_inserted(others, along, left), ())
            if right is not None:
                middle = _inserted(others, along, (left + right) / 2)
                yield from self.at(middle, (left, right))

    def at(self, punto: tuple[Fraction, ...], bounds: tuple[Fraction, ...]) -> list[Profile]:
        """Return the equilibria in which the punto plays so; ``bounds`` if any probability between them is as good."""
        if punto in self.seen:
            return []
        self.seen[punto] = []
        moves, indifferent = dict(self.fixed), list[int]()
        slopes = list(self.fixed_gains)
        for place in self.open:
            sign = _value(self.lines[place], punto)
            if sign == 0:
                indifferent.append(place)
                continue
            moves[place] = DRAW if sign > 0 else STAND
            for choice, gain in enumerate(self.gains[place][moves[place]]):
                slopes[choice] += gain
        replies = _replies(punto, slopes, [self.gains[place] for place in indifferent], self._kinds(indifferent))
        return [self._profile(punto, bounds, moves, indifferent, reply, isolated) for reply, isolated in replies]

    def _kinds(self, places: Sequence[int]) -> list[int]:
        """Number the indifferent sets so that those that no payoff tells apart have one number."""
        kinds: dict[tuple[int, ...], int] = {}
        numbers = list[int]()
        for place in places:
            more = self.bimatrix.parts[:, place, DRAW] - self.bimatrix.parts[:, place, STAND]
            divisor = int(np.gcd.reduce(more, axis=None))
            numbers.append(kinds.setdefault(tuple((more // divisor).ravel().tolist()), len(kinds)))
        return numbers

    def _profile(
        self,
        punto: tuple[Fraction, ...],
        bounds: tuple[Fraction, ...],
        moves: dict[int, int],
        indifferent: Sequence[int],
        reply: Sequence[Fraction],
        is_isolated: bool,
    ) -> Profile:
        draws = {place: Fraction(move) for place, move in moves.items()} | dict(zip(indifferent, reply, strict=True))
        gains = self.bimatrix.gains
        free = [next(x for group, x in zip(self.alike, punto, strict=True) if place in group) for place in
                range(len(self.bimatrix.free))]
        slopes = [
            sum((gains[at][STAND][one] * (1 - draw) + gains[at][DRAW][one] * draw for at, draw in draws.items()), ZERO)
            for one in range(len(free))
        ]
        has_alike = any(len(group) > 1 and 0 < x < 1 for group, x in zip(self.alike, punto, strict=True))
        middle = next((x for x in punto if 0 < x < 1), ZERO)
        return Profile(
            punto=tuple(free),
            banker=tuple(draws[place] for place in range(len(draws))),
            slopes=tuple(slopes),
            indifferent={
                at: tuple(d - s for s, d in zip(*gains[at], strict=True)) for at in indifferent
            },
            bounds=(bounds[0], bounds[1]) if bounds else (middle, middle),
            is_isolated=is_isolated and not bounds and not has_alike,
        )


Replies = list[tuple[list[Fraction], bool]]
"""What the banker may do in his indifferent sets, each with whether nothing beside it is an equilibrium."""


def _replies(
    punto: Sequence[Fraction], slopes: Sequence[int], gains: Sequence[Sequence[Sequence[int]]], kinds: Sequence[int]
) -> Replies:
    """Return replies in the indifferent sets under which no choice of the punto does better otherwise."""
    count = max(kinds, default=-1) + 1
    stand = list(slopes)
    more = [[0] * len(slopes) for _ in range(count)]
    for (standing, drawing), kind in zip(gains, kinds, strict=True):
        for choice in range(len(slopes)):
            stand[choice] += standing[choice]
            more[kind][choice] += drawing[choice] - standing[choice]
    rows = [(stand[choice], [one[choice] for one in more], _sense(x)) for choice, x in enumerate(punto)]
    if count == 0:
        return [([], True)] if all(_is_kept(const, sense) for const, _, sense in rows) else []
    if len(rows) == 1 and count > 1:
        found = _between(*rows[0])
        return [([found[kind] for kind in kinds], False)] if found else []
    corners = _corners(rows, count)
    is_alone = len(corners) == 1 and count == len(kinds)
    if not corners:
        return []
    mean = [sum(column, ZERO) / len(corners) for column in zip(*corners, strict=True)]
    return [([mean[kind] for kind in kinds], is_alone)]


def _sense(x: Fraction) -> int:
    """Return the sign that the slope of a probability must not have: its own, and 0 where it must be nought."""
    return 0 if 0 < x < 1 else 1 if x == 0 else -1


def _is_kept(slope: Fraction | int, sense: int) -> bool:
    return slope == 0 or (slope < 0 < sense) or (slope > 0 > sense)


def _between(const: int, more: Sequence[int], sense: int) -> list[Fraction] | None:
    """Return replies of several kinds of sets that keep one slope as it must be, with as few mixed as can be."""
    low = const + sum(min(0, one) for one in more)
    high = const + sum(max(0, one) for one in more)
    if (sense > 0 and low > 0) or (sense < 0 and high < 0) or (sense == 0 and not low <= 0 <= high):
        return None
    if sense:
        return [Fraction((one < 0) == (sense > 0) and one != 0) for one in more]
    share = Fraction(-low, high - low) if high > low else ZERO
    return [share if one >= 0 else 1 - share for one in more]


def _corners(rows: Sequence[tuple[int, list[int], int]], count: int) -> list[tuple[Fraction, ...]]:
    """Return the corners of the replies of ``count`` kinds of sets that keep every slope as it must be."""
    if count > MOST_CORNERS:
        raise NotImplementedError
    planes = [(const, more) for const, more, _ in rows]
    for kind in range(count):
        unit = [int(kind == one) for one in range(count)]
        planes += [(0, unit), (-1, unit)]
    found = list[tuple[Fraction, ...]]()
    for chosen in combinations(planes, count):
        point = _meeting(chosen)
        if point is None or point in found or not all(0 <= one <= 1 for one in point):
            continue
        if all(_is_kept(_value([const, *more], point), sense) for const, more, sense in rows):
            found.append(point)
    return found


def _meeting(planes: Sequence[tuple[int, list[int]]]) -> tuple[Fraction, ...] | None:
    """Return the one point where so many planes as there are dimensions meet."""
    table = [[*map(Fraction, more), Fraction(-const)] for const, more in planes]
    size = len(table)
    for at in range(size):
        pivot = next((row for row in range(at, size) if table[row][at]), None)
        if pivot is None:
            return None
        table[at], table[pivot] = table[pivot], table[at]
        table[at] = [one / table[at][at] for one in table[at]]
        for row in range(size):
            if row != at and table[row][at]:
                factor = table[row][at]
                table[row] = [one - factor * top for one, top in zip(table[row], table[at], strict=True)]
    return tuple(row[-1] for row in table)


def _value(line: Sequence[int], at: Sequence[Fraction]) -> Fraction:
    return sum((one * x for one, x in zip(line[1:], at, strict=True) if x), start=Fraction(line[0]))


def _merged(row: Sequence[int], groups: Sequence[Sequence[int]], offset: int = 0) -> list[int]:
    return [*row[:offset], *(sum(row[offset + one] for one in group) for group in groups)]


def _others(row: Sequence[int], along: int) -> list[int]:
    return [one for place, one in enumerate(row) if place != along]


def _inserted(others: tuple[Fraction, ...], along: int, x: Fraction) -> tuple[Fraction, ...]:
    return (*others[:along], x, *others[along:])
