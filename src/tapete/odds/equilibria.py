"""All equilibria of a game in which the punto chooses in few information sets and the banker in many.

Foster's algorithm, for payoffs that need not add up to nothing. In each information set the banker's advantage of
drawing is linear in the punto's behaviour probabilities, and the slope of the punto's payoff in each of these is a sum
over the banker's sets. With one probability that is free, every change of the banker's best reply is a root of one
line: between two roots the banker plays one pure strategy, and at a root the slope takes every value between two. All
numbers are whole or fractions, so an equilibrium is found exactly or not at all.

Several probabilities make a cube. A face of it is left out where bounds of the slopes, or of a difference of two of
them, show that nobody would play there; edges are walked as above; faces of more dimensions are halved until nothing is
left of them. Where something is left, points are tried where the banker is indifferent often enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice, pairwise
from math import lcm
from operator import mul
from typing import Final, NamedTuple

import msgspec
import numpy as np

from tapete.games.baccarat.effects import Cell
from tapete.odds.chemin_game import BANCA, DRAW, PUNTO, STAND, Game
from tapete.odds.planes import Row, corners, meeting
from tapete.odds.shoe import Counts

ZERO, ONE = Fraction(0), Fraction(1)
HALVINGS: Final = 24
"""How often a face is halved before it is left unsearched."""
UNIT: Final = 2**HALVINGS
MOST_BOXES, MOST_MEETINGS = 1500, 500
"""How many boxes, and in each face how many points, are looked at before a cube is left unsearched."""
MOST_CORNERS: Final = 4
"""Of so many kinds of indifferent sets the corners of what the banker may do are looked for, where one line of the
punto's slopes does not decide."""

Ints = list[int]
Point = tuple[Fraction, ...]
Face = tuple[int | None, ...]
"""For each axis 0, 1, or ``None`` for what lies between; of axes after the last nothing is said."""
Box = tuple[tuple[int, int], ...]
"""Bounds of each axis, in parts of :data:`UNIT`."""


class Profile(msgspec.Struct, frozen=True):
    """An equilibrium: the punto's probabilities of drawing by free choice, the banker's ``moves`` by information set,
    or probabilities (``shares``) where both moves bring them the same, though not both sides.

    ``slopes``: what the punto's payoff gains with each of their probabilities. ``effects``: what drawing adds to them
    in each of the shares' sets.
    ``is_isolated`` is False where strategies besides these are equilibria too: all probabilities of the punto from one
    of ``bounds`` to the other, or other shares that leave the slopes as they have to be, or
    others of the punto in choices that are ``alike`` (their places) with the same mean.
    """

    punto: Point
    moves: Ints
    shares: dict[int, Fraction]
    slopes: Point
    effects: dict[int, Ints]
    bounds: tuple[Fraction, Fraction] | None
    alike: list[Ints]
    is_isolated: bool

    @property
    def banker(self) -> dict[int, int | Fraction]:
        return dict(enumerate(self.moves)) | self.shares


class Bimatrix:
    """Payoffs of a game with a commission on what the banker wins. Whole numbers throughout.

    ``free``: places of the punto's choices that they make and that matter. ``parts``: runs that each side wins: a
    constant, then what each free choice adds when they draw; by information set, move of the banker, side.
    ``advantages``: what drawing brings the banker more than standing, by part and set. ``gains``: what the punto wins
    net, by free choice, set and move.
    """

    def __init__(self, game: Game, commission: Fraction) -> None:
        self.game = game
        self.commission = commission
        slopes = game.wins[:, DRAW] - game.wins[:, STAND]
        self.free: Final = [at for at, one in enumerate(game.choices) if one.duty is Cell.OPTIONAL and slopes[at].any()]
        moves = [DRAW if one.duty is Cell.DRAW else STAND for one in game.choices]
        base = game.wins[range(len(moves)), moves].sum(0)
        self.parts: Final = np.concatenate([base[None], slopes[self.free]])
        self.more: Final = self.parts[:, :, DRAW] - self.parts[:, :, STAND]
        exact = self.more if commission.denominator < 256 else self.more.astype(object)  # 64 bits would not do
        kept = commission.denominator - commission.numerator
        self.advantages: Final = exact[:, :, BANCA] * kept - exact[:, :, PUNTO] * commission.denominator
        self.gains: Final = self.parts[1:, :, :, PUNTO] - self.parts[1:, :, :, BANCA]

    def shares(self, profile: Profile) -> list[Fraction]:
        """Return how often the punto wins, and the banker."""
        wins = (_mixed(self.parts[..., side], profile.moves, profile.shares) for side in (PUNTO, BANCA))
        sums = [sum(map(mul, (ONE, *profile.punto), one)) for one in wins]
        return [(more + one) / self.game.total for more, one in zip(sums, self.game.naturals.tolist(), strict=True)]

    def all_advantages(self, punto: Point) -> list[Fraction]:
        """Return what drawing brings the banker more than standing, by information set, as a share of the stake."""
        scale = lcm(*(one.denominator for one in punto))
        shares = [scale, *(int(one * scale) for one in punto)]
        whole = scale * self.game.total * self.commission.denominator
        return [Fraction(sum(map(mul, column, shares)), whole) for column in self.advantages.T.tolist()]


class Search:
    """Equilibria by faces of the cube of the punto's probabilities; choices that no payoff tells apart are one axis."""

    def __init__(self, bimatrix: Bimatrix) -> None:
        self.bimatrix = bimatrix
        self.groups: Final = _alike(bimatrix.parts[1:])
        self.axes: int = len(self.groups)
        weights = bimatrix.game.weights[bimatrix.free]
        self.weights: Final = [int(weights[group].sum()) for group in self.groups]
        lines = np.array([bimatrix.advantages[0], *(bimatrix.advantages[1:][group].sum(0) for group in self.groups)])
        gains = np.array([bimatrix.gains[group].sum(0) for group in self.groups]).reshape(-1, lines.shape[1], 2)
        low = lines[0] + np.minimum(lines[1:], 0).sum(0)
        high = lines[0] + np.maximum(lines[1:], 0).sum(0)
        duties = [one.duty for one in bimatrix.game.info_sets]
        is_free = np.array([one is Cell.OPTIONAL for one in duties])
        is_open = is_free & (low <= 0) & (high >= 0) & bimatrix.more.any(axis=(0, 2))
        self.moves: Final = np.where(is_free, low > 0, np.array([one is Cell.DRAW for one in duties])).astype(np.int64)
        self.open: Ints = np.flatnonzero(is_open).tolist()
        fixed = np.flatnonzero(~is_open)
        self.fixed_gains: Ints = gains[:, fixed, self.moves[fixed]].astype(np.int64).sum(1).tolist()
        self.lines: list[Ints] = lines[:, self.open].T.tolist()
        self.gains: list[list[Ints]] = gains[:, self.open].astype(np.int64).transpose(1, 2, 0).tolist()
        self.settled: dict[int, int] = {}
        self.is_complete: bool = True
        self.boxes: int = 0

    def profiles(self) -> list[Profile]:
        """Return all equilibria. ``is_complete`` says then whether it is shown that they are all."""
        if self.axes > 1:
            self.settle()
        profiles = list(self.faces(()))
        segments = [one for one in profiles if one.bounds is not None]
        return [found for one in profiles for found in _beside(one, segments)]

    def settle(self) -> None:
        """Fix the probabilities whose slope has one sign whatever the others do."""
        while True:
            ranges = self.ranges(self.box(()))
            more = {
                axis: int(low > 0)
                for axis in range(self.axes)
                if axis not in self.settled
                for low, high in [ranges.slope(axis)]
                if low > 0 or high < 0
            }
            if not more:
                return
            self.settled |= more

    def faces(self, face: Face) -> Iterator[Profile]:
        axis = len(face)
        if axis - 1 not in self.settled and self.axes > 1 and not self.may_hold(self.box(face), face):
            return
        if axis < self.axes:
            for part in (self.settled[axis],) if axis in self.settled else (0, 1, None):
                yield from self.faces((*face, part))
        elif face.count(None) > 1:
            if not self.is_empty(self.box(face), face, HALVINGS):
                self.is_complete = False
                yield from self.inside(face)
        elif None in face:
            yield from self.edge(face)
        else:
            yield from self.at(tuple(Fraction(one or 0) for one in face), None)

    def box(self, face: Face) -> Box:
        parts = (*face, *(self.settled.get(axis) for axis in range(len(face), self.axes)))
        return tuple((0, UNIT) if one is None else (one * UNIT, one * UNIT) for one in parts)

    def ranges(self, box: Box) -> _Ranges:
        sure, either = list(self.fixed_gains), list[tuple[Ints, Ints]]()
        for line, (stand, draw) in zip(self.lines, self.gains, strict=True):
            low = line[0] * UNIT + sum(one * x[one < 0] for one, x in zip(line[1:], box, strict=True))
            high = line[0] * UNIT + sum(one * x[one > 0] for one, x in zip(line[1:], box, strict=True))
            if low <= 0 <= high:
                either.append((stand, draw))
            else:
                sure = [one + more for one, more in zip(sure, draw if low > 0 else stand, strict=True)]
        return _Ranges(sure, either, self.weights)

    def may_hold(self, box: Box, face: Face) -> bool:
        """Return False if no equilibrium lies in a box of a face: a slope, or a difference of two slopes, has a sign
        there that does not go with the punto's play.
        """
        self.boxes += 1
        if self.boxes > MOST_BOXES:
            self.is_complete = False
            return False
        ranges = self.ranges(box)
        open_axes = [axis for axis in range(len(face)) if axis not in self.settled]
        for axis in open_axes:
            low, high = ranges.slope(axis)
            if (face[axis] != 1 and low > 0) or (face[axis] != 0 and high < 0):
                return False
        for one, two in combinations(open_axes, 2):
            low, high = ranges.difference(one, two)
            if (low > 0 and face[one] != 1 and face[two] != 0) or (high < 0 and face[one] != 0 and face[two] != 1):
                return False
        return True

    def is_empty(self, box: Box, face: Face, halvings: int) -> bool:
        if not self.may_hold(box, face):
            return True
        if halvings == 0:
            return False
        axis = max(range(self.axes), key=lambda one: box[one][1] - box[one][0])
        low, high = box[axis]
        middle = (low + high) // 2
        halves = ((*box[:axis], half, *box[axis + 1 :]) for half in ((low, middle), (middle, high)))
        return all(self.is_empty(half, face, halvings - 1) for half in halves)

    def edge(self, face: Face) -> Iterator[Profile]:
        """Yield the equilibria inside an edge of the cube: at the roots of the banker's advantages and between them."""
        axis = face.index(None)
        sure, slopes = self.fixed_gains[axis], dict[Fraction, list[tuple[int, int]]]()
        for line, (stand, draw) in zip(self.lines, self.gains, strict=True):
            start = line[0] + sum(one for one, x in zip(line[1:], face, strict=True) if x)
            end = start + line[1 + axis]
            before, after = (
                (draw[axis], stand[axis]) if start > 0 or (not start and end > 0) else (stand[axis], draw[axis])
            )
            if start == end == 0:
                slopes.setdefault(ZERO, []).append((stand[axis], draw[axis]))
                continue
            sure += before
            if start < 0 < end or end < 0 < start:
                slopes.setdefault(Fraction(-start, end - start), []).append((before, after))
        always = slopes.pop(ZERO, [])
        for left, right in pairwise([ZERO, *sorted(slopes), ONE]):
            if left:
                turned = slopes[left]
                before = sure - sum(one for one, _ in turned)
                if _may_be_nought(before, [*turned, *always]):
                    yield from self.at(_inserted(face, axis, left), None)
                sure = before + sum(one for _, one in turned)
            if _may_be_nought(sure, always):
                yield from self.at(_inserted(face, axis, (left + right) / 2), (left, right))

    def inside(self, face: Face) -> Iterator[Profile]:
        """Yield equilibria inside a face where as many advantages of the banker are nought as it has dimensions."""
        axes = [axis for axis, part in enumerate(face) if part is None]
        starts = (line[0] + sum(one for one, part in zip(line[1:], face, strict=True) if part) for line in self.lines)
        planes = [(start, [line[1 + one] for one in axes]) for start, line in zip(starts, self.lines, strict=True)]
        planes = [(start, more) for start, more in planes if start + sum(min(0, one) for one in more) <= 0]
        planes = [(start, more) for start, more in planes if start + sum(max(0, one) for one in more) >= 0]
        meetings = (meeting(chosen) for chosen in islice(combinations(planes, len(axes)), MOST_MEETINGS))
        for point in sorted({one for one in meetings if one is not None and all(0 < x < 1 for x in one)}):
            between = iter(point)
            yield from self.at(tuple(next(between) if part is None else Fraction(part) for part in face), None)

    def at(self, punto: Point, bounds: tuple[Fraction, Fraction] | None) -> Iterator[Profile]:
        """Yield the equilibria in which the punto plays so; ``bounds`` if any probability between them is as good."""
        moves, indifferent, slopes = self.moves.copy(), Ints(), list(self.fixed_gains)
        scale = lcm(*(one.denominator for one in punto))
        scaled = [scale, *(one.numerator * (scale // one.denominator) for one in punto)]
        for number, (line, gains) in enumerate(zip(self.lines, self.gains, strict=True)):
            sign = sum(one * x for one, x in zip(line, scaled, strict=True) if x)
            if sign:
                moves[self.open[number]] = move = DRAW if sign > 0 else STAND
                slopes = [one + more for one, more in zip(slopes, gains[move], strict=True)]
            else:
                indifferent.append(number)
        places = [self.open[number] for number in indifferent]
        kinds = _alike(self.bimatrix.more[:, places].transpose(1, 0, 2))
        rows = _rows(punto, slopes, [self.gains[number] for number in indifferent], kinds)
        reply = self.reply(rows, len(kinds))
        if reply is None:
            return
        is_only_reply, shares = reply
        mixed = {places[one]: share for kind, share in zip(kinds, shares, strict=True) for one in kind}
        by_choice = {one: x for group, x in zip(self.groups, punto, strict=True) for one in group}
        alike = [group for group, x in zip(self.groups, punto, strict=True) if len(group) > 1 and 0 < x < 1]
        gains_of = self.bimatrix.gains
        yield Profile(
            punto=tuple(by_choice[one] for one in range(len(by_choice))),
            moves=moves.tolist(),
            shares=mixed,
            slopes=_mixed(gains_of, moves, mixed),
            effects={one: (gains_of[:, one, DRAW] - gains_of[:, one, STAND]).tolist() for one in places},
            bounds=bounds,
            alike=alike,
            is_isolated=is_only_reply and len(kinds) == len(places) and not bounds and not alike,
        )

    def reply(self, rows: Sequence[Row], count: int) -> tuple[bool, Point] | None:
        """Return probabilities of drawing in the kinds of indifferent sets under which no choice of the punto does
        better otherwise, and whether they are the only ones.
        """
        if count == 0:
            return (True, ()) if all(row.is_kept(row.stand) for row in rows) else None
        if not rows:
            return False, (ZERO,) * count
        if len(rows) == 1 and count > 1:
            found = _between(rows[0])
            return None if found is None else (False, found)
        if count > MOST_CORNERS:
            self.is_complete = False
            return None
        found_corners = list(corners(rows, count))
        if not found_corners:
            return None
        shares = zip(*found_corners, strict=True)
        return len(found_corners) == 1, tuple(sum(column, ZERO) / len(found_corners) for column in shares)


def _may_be_nought(sure: int, either: Sequence[tuple[int, int]]) -> bool:
    return sure + sum(map(min, either)) <= 0 <= sure + sum(map(max, either))


def _beside(profile: Profile, segments: Sequence[Profile]) -> Iterator[Profile]:
    """Yield an equilibrium as one that is not alone if it ends a segment; nothing if the segment says it all."""
    for one in () if profile.bounds is not None else segments:
        assert one.bounds is not None
        low, high = one.bounds
        if all(x == y or (0 < y < 1 and low <= x <= high) for x, y in zip(profile.punto, one.punto, strict=True)):
            if profile.banker != one.banker or not profile.is_isolated:
                yield msgspec.structs.replace(profile, is_isolated=False)
            return
    yield profile


class _Ranges(NamedTuple):
    """Slopes as far as they are sure, and what a set adds to each where the banker may stand or draw."""

    sure: Ints
    either: list[tuple[Ints, Ints]]
    weights: Ints

    def slope(self, axis: int) -> tuple[int, int]:
        return self._bounds(lambda slopes: slopes[axis])

    def difference(self, one: int, two: int) -> tuple[int, int]:
        share, other = self.weights[one], self.weights[two]
        return self._bounds(lambda slopes: slopes[one] * other - slopes[two] * share)

    def _bounds(self, of: Callable[[Ints], int]) -> tuple[int, int]:
        pairs = [(of(stand), of(draw)) for stand, draw in self.either]
        return of(self.sure) + sum(map(min, pairs)), of(self.sure) + sum(map(max, pairs))


def _rows(punto: Point, slopes: Ints, gains: Sequence[list[Ints]], kinds: Sequence[Ints]) -> list[Row]:
    return [
        Row(
            stand=slopes[axis] + sum(stand[axis] for stand, _ in gains),
            more=[sum(gains[place][DRAW][axis] - gains[place][STAND][axis] for place in kind) for kind in kinds],
            barred=0 if 0 < x < 1 else 1 if x == 0 else -1,
        )
        for axis, x in enumerate(punto)
    ]


def _between(row: Row) -> Point | None:
    low = row.stand + sum(min(0, one) for one in row.more)
    high = row.stand + sum(max(0, one) for one in row.more)
    if (low > 0 and row.barred >= 0) or (high < 0 and row.barred <= 0):
        return None
    if row.barred:
        return tuple(Fraction(one * row.barred < 0) for one in row.more)
    share = Fraction(-low, high - low) if high > low else ZERO
    return tuple(share if one >= 0 else 1 - share for one in row.more)


def _inserted(face: Face, axis: int, x: Fraction) -> Point:
    return tuple(x if place == axis else Fraction(one or 0) for place, one in enumerate(face))


def _alike(rows: Counts) -> list[Ints]:
    """Group the places of arrays that are multiples of each other, by a factor above nought."""
    groups: dict[bytes, Ints] = {}
    for place, row in enumerate(rows):
        groups.setdefault((row // (int(np.gcd.reduce(row, axis=None)) or 1)).tobytes(), []).append(place)
    return list(groups.values())


def _mixed(counts: Counts, moves: Counts | Ints, shares: Mapping[int, Fraction]) -> Point:
    """Return sums over the banker's sets (second axis) of what their moves (third axis) bring, for each row."""
    sums = [Fraction(one) for one in counts[:, range(len(moves)), moves].sum(1).tolist()]
    for place, draw in shares.items():
        both = counts[:, place].tolist()
        sums = [one + (drawn - stand) * draw for one, (stand, drawn) in zip(sums, both, strict=True)]
    return tuple(sums)
