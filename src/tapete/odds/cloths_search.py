"""All equilibria of the game on two cloths, by halving what the cloths may do until nothing is left undecided.

The banker's advantage of drawing is linear in the chances of the four plays of the cloths. Cloths that agree are a
point of the simplex of these; cloths that do not are a point of a square, and an advantage is then linear in each side.
A part of either is left out as soon as bounds of the cloths' own slopes show that nobody would be content there. What
is left at last is so small that no more advantages change their sign in it than it has dimensions, and these are solved
exactly. Where equilibria are not alone, their corners lie where more advantages meet, so that those are found.

Bounds are reckoned in floats with margins far above their rounding; what is found is exact.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, islice, product
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from tapete.games.baccarat.effects import Cell
from tapete.odds.cloths_game import DRAW, PLAYS, STAND, Exact, Floats, Game
from tapete.odds.planes import Row, corners, meeting
from tapete.odds.shoe import Counts
from tapete.odds.surds import sign, square_root

ONE: Final = Fraction(1)
MARGIN, SLACK = 1e-12, 1e-11
"""Of an advantage, as a share of its greatest value, and of a slope, in stakes."""
NEAR: Final = 1e-6
"""What is so near a part, or nought, is looked at exactly."""
MOST: Final = 8
"""So many indifferent sets are solved at once where halving parts them no longer."""
HALVINGS: Final = 30
"""How often a part is halved on each of its dimensions: floats tell no more."""
CUTS: Final = 16
"""So many replies of the banker of each halving bound the value."""
MOST_PARTS: Final = 200_000
"""How many parts are looked at before a search is given up as incomplete."""

Bools = npt.NDArray[np.bool_]
Point = tuple[Any, ...]
"""Chances of the plays, or of drawing on each cloth: fractions or surds."""


class Profile(msgspec.Struct, frozen=True):
    """An equilibrium: chances of the plays, and the banker's of drawing by information set.

    ``indifferent``: sets in which both moves bring the banker the same. ``is_isolated``: no other is beside it.
    """

    plays: Point
    banker: dict[int, Any]
    indifferent: tuple[int, ...]
    is_isolated: bool


class Table:
    """A game with what it brings, in whole numbers, and for bounds in floats.

    ``gains``: by cloth, set, move and play; ``shares``: the same with the weights, by set, move, cloth and play.
    ``more``: runs that drawing adds, by set, play and both ends.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        flat = game.ends
        self.gains: Final = [
            flat[..., 0, :].sum(-1) - flat[..., 1, :].sum(-1),
            flat[..., 0].sum(-1) - flat[..., 1].sum(-1),
        ]
        self.more: Final = (flat[:, DRAW] - flat[:, STAND]).reshape(len(flat), len(PLAYS), 9)
        self.more[game.weights == 0] = 0  # what this shoe cannot deal
        shares = (game.weights / game.total).astype(np.float64)
        self.shares: Floats = np.stack([one.astype(np.float64) for one in self.gains], -2) * shares[:, None, None, None]
        self.heavy: npt.NDArray[Any]
        self.heavy, kinds = np.unique(game.weights, return_inverse=True)
        self.by_weight: Final = np.argsort(kinds, kind="stable")
        self.starts: Final = np.searchsorted(kinds[self.by_weight], np.arange(len(self.heavy)))
        duties = [one.duty for one in game.info_sets]
        self.is_free: Final = np.array([one is Cell.OPTIONAL for one in duties]) & (self.more != 0).any((1, 2))
        self.forced: Final = np.array([one is Cell.DRAW for one in duties])

    @cached_property
    def names(self) -> list[str]:
        return [str(one) for one in self.game.info_sets]

    def weighed(self, values: Exact) -> Exact:
        """Return the sum over the information sets (first axis), each with its weight."""
        sums = np.add.reduceat(values[self.by_weight], self.starts, axis=0).astype(object)
        found: Exact = (sums * self.heavy.reshape(-1, *(1,) * (sums.ndim - 1))).sum(0)
        return found

    def ends(self, profile: Profile) -> Exact:
        """Return in how many runs a coup ends how, by play and both ends, where the banker decided."""
        moves = np.zeros(len(self.game.weights), dtype=np.int64)
        moves[[one for one, draw in profile.banker.items() if draw == 1]] = DRAW
        found = self.weighed(self.game.ends[range(len(moves)), moves].reshape(len(moves), len(PLAYS), 9))
        for one in profile.indifferent:
            if profile.banker[one] != 1:
                found = found + self.more[one].astype(object) * self.game.weights[one] * profile.banker[one]
        return found

    def advantages(self, worth: Sequence[int]) -> Exact:
        """Return what drawing brings the banker more, if each pair of ends brings so much."""
        most = max(map(abs, worth)) * 9
        exact = self.more if self.more.dtype != object and most < 2**17 else self.more.astype(object)
        found: Exact = exact @ np.array(worth, dtype=exact.dtype)
        return found


class Sight(NamedTuple):
    """Sets that are open still, their places; the slopes of the others, and those of them in which the banker draws."""

    sets: Counts
    sure: Floats
    drawn: Counts


class Search(ABC):
    """Equilibria by faces of what the cloths may do. A part of a face is told by the plays at its corners."""

    def __init__(self, table: Table, theta: Fraction, worth: Sequence[int]) -> None:
        self.table = table
        self.theta = theta
        self.exact: Final = table.advantages(worth)
        rough = self.exact.astype(np.float64)
        most = np.abs(rough).max(1)
        self.rough: Final = rough / np.where(most > 0, most, 1)[:, None]
        low, high = self.rough.min(1), self.rough.max(1)
        is_open = table.is_free & (low < MARGIN) & (high > -MARGIN)
        self.moves: Final = np.where(table.is_free, low > 0, table.forced).astype(np.int64)
        self.open: Final = np.flatnonzero(is_open)
        self.lines: Floats = self.rough[self.open]
        fixed = np.flatnonzero(~is_open)
        self.fixed: Final = self.slopes(table.shares[fixed, self.moves[fixed]].sum(0))
        self.either: Final = self.slopes(table.shares[self.open])
        self.parts: int = 0
        self.is_complete: bool = True
        self.found: dict[Point, Profile] = {}

    def profiles(self) -> list[Profile]:
        for face, whole in self.faces():
            self.search(face, whole)
        return list(self.found.values())

    def search(self, face: Any, whole: Floats) -> None:
        """Halve a face, all parts of it at once, until each is empty or is solved."""
        parts, size = whole[None], self.dimensions(face)
        sight = Sight(np.arange(len(self.open)), self.fixed, np.zeros(0, dtype=np.int64))
        for halving in range(HALVINGS * size + 1):
            self.parts += len(parts)
            if self.parts > MOST_PARTS:
                self.is_complete = False
                return
            values = parts @ self.lines[sight.sets].T
            draws, stands = values.min(1) > MARGIN, values.max(1) < -MARGIN
            is_left = ~self.is_empty(face, parts, sight, draws, stands)
            parts, draws, stands = parts[is_left], draws[is_left], stands[is_left]
            sight, draws, stands = self.narrowed(sight, draws, stands)
            either = ~(draws | stands)
            counts = either.sum(1)
            is_small = counts <= size
            if halving == HALVINGS * size:
                is_small |= (counts <= MOST) | (size == 0)
                self.is_complete &= bool(is_small.all())
            for at in np.flatnonzero(is_small).tolist():
                drawn = np.concatenate([sight.drawn, sight.sets[draws[at]]])
                self.solve(face, parts[at], self.open[sight.sets[either[at]]].tolist(), self.open[drawn])
            parts = self.halves(parts[~is_small])
            if not len(parts):
                return

    def narrowed(self, sight: Sight, draws: Bools, stands: Bools) -> tuple[Sight, Bools, Bools]:
        """Leave out the sets in which the banker moves alike in all parts."""
        all_draw, all_stand = draws.all(0), stands.all(0)
        one, two = sight.sets[all_draw], sight.sets[all_stand]
        sure = sight.sure + self.either[one, DRAW].sum(0) + self.either[two, STAND].sum(0)
        is_left = ~(all_draw | all_stand)
        sight = Sight(sight.sets[is_left], sure, np.concatenate([sight.drawn, one]))
        return sight, draws[:, is_left], stands[:, is_left]

    @abstractmethod
    def slopes(self, shares: Floats) -> Floats:
        """Return the slopes that matter (last axis), from what each play brings each cloth (last two axes)."""

    @abstractmethod
    def faces(self) -> Iterator[tuple[Any, Floats]]: ...
    @abstractmethod
    def dimensions(self, face: Any) -> int: ...
    @abstractmethod
    def halves(self, parts: Floats) -> Floats: ...
    @abstractmethod
    def is_empty(self, face: Any, parts: Floats, sight: Sight, draws: Bools, stands: Bools) -> Bools: ...
    @abstractmethod
    def points(self, face: Any, part: Floats, sets: Sequence[int], moves: Counts) -> Iterator[Point]: ...
    @abstractmethod
    def rows(self, face: Any, plays: Point, payoffs: Exact, effects: Exact) -> list[Row]: ...

    def solve(self, face: Any, part: Floats, sets: Sequence[int], drawn: Counts) -> None:
        """Keep the equilibria of a part in which the banker may be indifferent in a few sets alone."""
        moves = self.moves.copy()
        moves[drawn] = DRAW
        for plays in self.points(face, part, sets, moves):
            if plays not in self.found and (profile := self.profile(face, plays)) is not None:
                self.found[plays] = profile

    def profile(self, face: Any, plays: Point) -> Profile | None:
        moves, indifferent = self.moves.copy(), list[int]()
        values = self.lines @ np.array([float(one) for one in plays])
        moves[self.open] = values > 0
        for one in self.open[np.abs(values) < NEAR].tolist():
            value = sum((chance * int(worth) for chance, worth in zip(plays, self.exact[one], strict=True)), 0 * ONE)
            moves[one] = DRAW if sign(value) > 0 else STAND
            if value == 0:
                indifferent.append(one)
        rows = self.rows(face, plays, self.payoffs(moves), self.effects(indifferent))
        sure = _one_sided(rows, len(indifferent))
        left = [at for at in range(len(indifferent)) if at not in sure]
        if len(left) > MOST:
            self.is_complete = False
            return None
        narrowed = [Row(row.at_sure(sure), [row.more[at] for at in left], row.barred) for row in rows]
        found = list(islice(corners(narrowed, len(left)), 2))
        if not found:
            return None
        shares = [sure.get(at, 0) * ONE if at in sure else found[0][left.index(at)] for at in range(len(indifferent))]
        is_slack = all(row.barred == 0 or row.at(shares) != 0 for row in rows) or not self.table.game.has_choice
        alone = len(found) == 1 and is_slack and all(0 < one < 1 for one in shares)
        banker = dict.fromkeys(np.flatnonzero(moves).tolist(), ONE) | dict(zip(indifferent, shares, strict=True))
        return Profile(plays, banker, tuple(indifferent), alone)

    def payoffs(self, moves: Counts) -> Exact:
        """Return what each play brings each cloth, by cloth and play, where the banker moves so."""
        return np.array([self.table.weighed(one[range(len(moves)), moves]) for one in self.table.gains])

    def effects(self, sets: Sequence[int]) -> Exact:
        """Return what drawing adds to each payoff, by set, cloth and play."""
        heavy = self.table.game.weights
        return np.array(
            [[(one[at, DRAW] - one[at, STAND]).astype(object) * heavy[at] for one in self.table.gains] for at in sets],
            dtype=object,
        ).reshape(len(sets), 2, len(PLAYS))


def _one_sided(rows: Sequence[Row], count: int) -> dict[int, int]:
    """Return in which sets one move of the banker keeps the cloths at their play whatever else holds, and which."""
    found = {}
    for at in range(count):
        signs = {sign(row.more[at]) * (row.barred or 2) for row in rows} - {0}
        if signs <= {1} or signs <= {-1}:
            found[at] = STAND if signs <= {1} else DRAW
    return found


class Together(Search):
    """Cloths that choose their plays together, for all that lies on both. A face: plays that they mix."""

    def __init__(self, table: Table, theta: Fraction, worth: Sequence[int], *, is_zero_sum: bool) -> None:
        super().__init__(table, theta, worth)
        self.is_zero_sum = is_zero_sum
        fixed = np.setdiff1d(np.arange(len(self.moves)), self.open)
        self.sure_payoffs: Final = self.payoffs_in(table.shares[fixed, self.moves[fixed]].sum(0))
        self.payoffs_of: Final = self.payoffs_in(table.shares[self.open])
        self.cuts: np.ndarray[Any, np.dtype[np.float64]] = np.zeros((0, len(PLAYS)))
        self.best: float = -1.0

    def payoffs_in(self, shares: Floats) -> Floats:
        return shares[..., 0, :] * float(self.theta) + shares[..., 1, :] * (1 - float(self.theta))

    def slopes(self, shares: Floats) -> Floats:
        payoffs = self.payoffs_in(shares)
        return (payoffs[..., :, None] - payoffs[..., None, :]).reshape(*payoffs.shape[:-1], len(PLAYS) ** 2)

    def faces(self) -> Iterator[tuple[tuple[int, ...], Floats]]:
        count = len(PLAYS) if self.table.game.has_choice else 1
        for size in range(1, count + 1):
            for face in combinations(range(count), size):
                yield face, np.eye(len(PLAYS))[list(face)]

    def dimensions(self, face: tuple[int, ...]) -> int:
        return len(face) - 1

    def halves(self, parts: Floats) -> Floats:
        apart = ((parts[:, :, None] - parts[:, None]) ** 2).sum(-1)
        count = parts.shape[1]
        ends = np.divmod(apart.reshape(len(parts), count * count).argmax(1), count) if count > 1 else ((), ())
        every, halves = np.arange(len(parts)), []
        for at in ends:
            half = parts.copy()
            half[every, at] = (parts[every, ends[0]] + parts[every, ends[1]]) / 2
            halves.append(half)
        return np.concatenate(halves)

    def is_empty(self, face: tuple[int, ...], parts: Floats, sight: Sight, draws: Bools, stands: Bools) -> Bools:
        stand, draw = self.either[sight.sets, STAND], self.either[sight.sets, DRAW]
        most = np.maximum(stand, draw)
        gaps = sight.sure + most.sum(0) + draws @ (draw - most) + stands @ (stand - most)
        gaps = gaps.reshape(len(parts), len(PLAYS), len(PLAYS))[:, list(face)]
        found: Bools = gaps.min((1, 2)) < -SLACK
        return found | self.is_worse(parts) if self.is_zero_sum else found

    def is_worse(self, parts: Floats) -> Bools:
        """Return which parts hold no best point: the value is below what a fixed reply of the banker brings."""
        middles = parts.mean(1)
        draws = middles @ self.lines.T > 0
        stood, drawn = self.payoffs_of[:, STAND], self.payoffs_of[:, DRAW]
        payoffs = self.sure_payoffs + stood.sum(0) + draws @ (drawn - stood)
        values = (payoffs * middles).sum(1)
        best = np.argsort(values)[-CUTS:]
        self.cuts = np.concatenate([self.cuts, payoffs[best]])[-4 * CUTS :]
        self.best = max(self.best, float(values.max(initial=-1.0)))
        found: Bools = (parts @ self.cuts.T).max(1).min(1) < self.best - SLACK
        return found

    def points(self, face: tuple[int, ...], part: Floats, sets: Sequence[int], moves: Counts) -> Iterator[Point]:
        inside: Any = ()
        for chosen in combinations(sets, len(face) - 1):
            rough = np.array([*(self.rough[one][list(face)] for one in chosen), np.ones(len(face))])
            if abs(np.linalg.det(rough)) > NEAR:
                at = np.zeros(len(PLAYS))
                at[list(face)] = np.linalg.solve(rough, np.eye(len(face))[-1])
                inside = inside if len(inside) else np.linalg.pinv(part.T)
                if (inside @ at).min() < -NEAR:
                    continue
            planes = [(0, [int(self.exact[one][play]) for play in face]) for one in chosen]
            point = meeting([*planes, (-1, [1] * len(face))])
            if point is not None and all(one > 0 for one in point):
                chances = dict(zip(face, point, strict=True))
                yield tuple(chances.get(play, 0 * ONE) for play in range(len(PLAYS)))

    def rows(self, face: tuple[int, ...], plays: Point, slopes: Exact, more: Exact) -> list[Row]:
        share = (self.theta.numerator, self.theta.denominator - self.theta.numerator)
        payoffs = slopes[0] * share[0] + slopes[1] * share[1]
        effects = more[:, 0] * share[0] + more[:, 1] * share[1]
        first = face[0]
        return [
            Row(
                int(payoffs[one] - payoffs[first]),
                [int(x) for x in effects[:, one] - effects[:, first]],
                int(one not in face),
            )
            for one in range(len(PLAYS))
            if one != first
        ]


SIDES: Final = ((0, (2, 0), (3, 1)), (1, (1, 0), (3, 2)))
"""For each cloth the plays between which it chooses when the other stands, and when the other draws."""


class Apart(Search):
    """Cloths of which each plays for its own stakes. A face: what each does, ``None`` where it mixes."""

    def slopes(self, shares: Floats) -> Floats:
        return np.stack([shares[..., at, one] - shares[..., at, two] for at, *pairs in SIDES for one, two in pairs], -1)

    def faces(self) -> Iterator[tuple[tuple[int | None, ...], Floats]]:
        for face in product((0, 1, None) if self.table.game.has_choice else (0,), repeat=2):
            yield face, _square(*np.array([[0.0, 1.0] if one is None else [one, one] for one in face], dtype=float))

    def dimensions(self, face: tuple[int | None, ...]) -> int:
        return face.count(None)

    def halves(self, parts: Floats) -> Floats:
        sides = np.stack(_sides(parts))  # cloth, end, part
        wider = (sides[:, 1] - sides[:, 0]).argmax(0)
        middle, every, halves = sides.mean(1), np.arange(len(parts)), []
        for end in (0, 1):
            half = sides.copy()
            half[wider, end, every] = middle[wider, every]
            halves.append(_square(*half))
        return np.concatenate(halves)

    def is_empty(self, face: tuple[int | None, ...], parts: Floats, sight: Sight, draws: Bools, stands: Bools) -> Bools:
        sides, found = _sides(parts), np.zeros(len(parts), dtype=bool)
        either = ~(draws | stands)
        for cloth, play in enumerate(face):
            lows, highs = [], []
            for other in sides[1 - cloth]:
                share = np.stack([1 - other, other], -1)  # of the other cloth, standing and drawing
                stand, draw = (share @ self.either[sight.sets, move, 2 * cloth : 2 * cloth + 2].T for move in (0, 1))
                sure = (share * sight.sure[2 * cloth : 2 * cloth + 2]).sum(1) + (draws * draw + stands * stand).sum(1)
                lows.append(sure + (either * np.minimum(stand, draw)).sum(1))
                highs.append(sure + (either * np.maximum(stand, draw)).sum(1))
            found |= (np.minimum(*lows) > SLACK) & (play != 1)
            found |= (np.maximum(*highs) < -SLACK) & (play != 0)
        return found

    def points(self, face: tuple[int | None, ...], part: Floats, sets: Sequence[int], moves: Counts) -> Iterator[Point]:
        sides = [(float(one), float(two)) for (one,), (two,) in _sides(part[None])]
        base = self.fixed + self.either[range(len(self.open)), moves[self.open]].sum(0)
        for count in range(min(len(sets), face.count(None)) + 1):
            for mixed in combinations(sets, count):
                others = [one for one in sets if one not in mixed]
                for assumed in product((STAND, DRAW), repeat=len(others) if count < face.count(None) else 0):
                    moved = moves.copy()
                    moved[others[: len(assumed)]] = assumed
                    slopes = base + sum(self.effect_on_slopes(one) for one in others if moved[one] > moves[one])
                    slopes = slopes - sum(self.effect_on_slopes(one) for one in others if moved[one] < moves[one])
                    for point in self.meetings(face, mixed, moved, slopes, sides):
                        one, two = ((1 - x, x) for x in point)
                        yield tuple(a * b for a in one for b in two)

    def effect_on_slopes(self, one: int) -> Floats:
        stand, draw = self.either[np.searchsorted(self.open, one)]
        found: Floats = draw - stand
        return found

    def meetings(
        self,
        face: tuple[int | None, ...],
        mixed: Sequence[int],
        moves: Counts,
        slopes: Floats,
        sides: Sequence[tuple[float, float]],
    ) -> Iterator[Point]:
        """Yield the points of a part where the banker is indifferent in so many sets and the cloths too."""
        rough = [_bilinear(self.rough[one].tolist()) for one in mixed]
        exact = [_bilinear([int(value) for value in self.exact[one]]) for one in mixed]
        if face.count(None) == 2 and len(mixed) < 2:
            rough.append(_balance(slopes, *map(self.effect_on_slopes, mixed)))
            if not any(_is_near(point, sides) for point in _crossings(face, rough, _float_root)):
                return
            exact.append(_balance(*self.slopes(np.array([self.payoffs(moves), *self.effects(mixed)]))))
        elif not any(_is_near(point, sides) for point in _crossings(face, rough, _float_root)):
            return
        for point in _crossings(face, exact, square_root):
            if _is_near(point, sides) and all(0 < x < 1 for x, play in zip(point, face, strict=True) if play is None):
                yield point

    def rows(self, face: tuple[int | None, ...], plays: Point, payoffs: Exact, effects: Exact) -> list[Row]:
        drawn = (plays[2] + plays[3], plays[1] + plays[3])
        rows = []
        for (at, *pairs), play in zip(SIDES, face, strict=True):
            share = (1 - drawn[1 - at], drawn[1 - at])
            base, *more = (
                sum(x * int(one[at, draw] - one[at, stand]) for x, (draw, stand) in zip(share, pairs, strict=True))
                for one in (payoffs, *effects)
            )
            rows.append(Row(base, more, {None: 0, 0: 1, 1: -1}[play]))
        return rows


Bilinear = tuple[Any, Any, Any, Any]
"""Coefficients of 1, x, y and xy: x and y are how often each cloth draws."""


def _square(first: Floats, second: Floats) -> Floats:
    """Return the plays at the corners of squares, from the ends of their sides (first axis)."""
    corners = [(first[one], second[two]) for one, two in product((0, 1), repeat=2)]
    return np.stack([np.stack([(1 - x) * (1 - y), (1 - x) * y, x * (1 - y), x * y], -1) for x, y in corners], -2)


def _sides(parts: Floats) -> tuple[Floats, Floats]:
    """Return the ends (first axis) of the sides of squares."""
    least, most = parts[:, 0], parts[:, 3]
    return tuple(np.stack([one[:, play] + one[:, 3] for one in (least, most)]) for play in (2, 1))  # type: ignore[return-value]


def _bilinear(at: Sequence[Any]) -> Bilinear:
    return at[0], at[2] - at[0], at[1] - at[0], at[3] - at[2] - at[1] + at[0]


def _balance(slopes: Any, effects: Any = None) -> Any:
    """Return where both cloths can be made indifferent by one set of the banker, or what makes either so by none."""
    a, b, c, d = slopes[0], slopes[1] - slopes[0], slopes[2], slopes[3] - slopes[2]  # by the other cloth's share
    if effects is None:
        return (a, b), (c, d)
    e, f, g, h = effects[0], effects[1] - effects[0], effects[2], effects[3] - effects[2]
    return a * g - c * e, a * h - d * e, b * g - c * f, b * h - d * f


def _crossings(face: tuple[int | None, ...], curves: Sequence[Any], root: Callable[[Any], Any]) -> Iterator[Point]:
    """Yield the points of a face on all curves: as many as it has dimensions."""
    one = ONE if root is square_root else 1.0
    if None not in face:
        yield tuple(one * play for play in face)  # type: ignore[operator]
    elif face.count(None) == 1:
        axis = face.index(None)
        fixed = face[1 - axis]
        assert fixed is not None
        for const, x, y, both in curves:
            step = (x, y)[axis] + both * fixed
            if step:
                at = -one * (const + (x, y)[1 - axis] * fixed) / step
                yield (at, one * fixed) if axis == 0 else (one * fixed, at)
    elif len(curves) == 1:
        (a, b), (c, d) = curves[0]
        if b and d:
            yield -one * c / d, -one * a / b
    else:
        (f, fx, fy, fxy), (g, gx, gy, gxy) = curves
        square, linear, const = gx * fxy - gxy * fx, g * fxy + gx * fy - gy * fx - gxy * f, g * fy - gy * f
        for x in _roots(one * square, one * linear, one * const, root):
            below, above = (fy + fxy * x, f + fx * x) if fy + fxy * x != 0 else (gy + gxy * x, g + gx * x)
            if below != 0:
                yield x, -above / below


def _roots(square: Any, linear: Any, const: Any, root: Callable[[Any], Any]) -> list[Any]:
    if not square:
        return [-const / linear] if linear else []
    under = linear * linear - 4 * square * const
    if under < 0 and (root is square_root or under < -NEAR * linear * linear):
        return []
    far = -(linear + root(under)) / 2 if linear > 0 else (root(under) - linear) / 2
    return [far / square, const / far] if far != 0 else [far]


def _float_root(of: float) -> float:
    return float(max(of, 0.0) ** 0.5)


def _is_near(point: Point, sides: Sequence[tuple[float, float]]) -> bool:
    return all(low - NEAR <= float(x) <= high + NEAR for x, (low, high) in zip(point, sides, strict=True))
