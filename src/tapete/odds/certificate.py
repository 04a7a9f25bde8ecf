"""Checks an answer of chemin de fer without the code that found it: it plays all runs of six cards, one by one.

The answer is the plain tree that is printed. A run's weight is the number of ways to take its cards off the shoe, in
order; what a hand may do and who wins is asked of the functions that decide at the table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, pairwise
from math import perm
from typing import Any, Final, NamedTuple

from tapete.cards import card
from tapete.games.baccarat.effects import Cell, cell
from tapete.games.baccarat.points import PointRules, Winner, is_natural, total, value, winner
from tapete.games.chemin_de_fer.rules import GAME, Rules, read
from tapete.odds.surds import Surd, read_number
from tapete.rulebooks import Library, house_library

FACES: Final = [card(f"{letter}s") for letter in "TA23456789"]

Key = tuple[str, bool, str]
"""The punto's hand, whether they draw, and the banker's information set. It leads to the runs that the punto and the
banker win, when the banker stands and when the banker draws.
"""


class Problem(NamedTuple):
    """A part of an answer that is not as it says: the number of the equilibrium (0: all of them), and what is wrong."""

    at: int
    part: str


def verify(answer: Mapping[str, Any], *, library: Library | None = None) -> list[Problem]:
    """Return what is wrong with an answer: nothing, if each equilibrium is one and has these payoffs.

    It is also looked for others where the punto has one free hand at most; with more an answer that says it is complete
    is taken at its word.
    """
    check = _Check(answer, read((library or house_library()).by_id(GAME, answer["rulebook"])))
    found = [Problem(number, part) for number, one in enumerate(answer["equilibria"], 1) for part in check.faults(one)]
    return found + [Problem(0, part) for part in check.others()]


class _Check:
    """One answer besides a count of its own."""

    def __init__(self, answer: Mapping[str, Any], rules: Rules) -> None:
        self.answer, self.rules = answer, rules
        self.held: list[int] = list(answer["shoe"])
        self.is_replaced = answer["model"][0] == "A"
        self.kept = 1 - Fraction(answer["commission"])
        self.points = cache(lambda hand: points_of(hand, rules.points))
        self.result = cache(lambda punto, banca: winner(punto, banca, rules.outcome))
        self.tallies: dict[Key, list[list[int]]] = defaultdict(lambda: [[0, 0], [0, 0]])
        self.naturals, self.weights = [0, 0], defaultdict[str, int](int)
        self.punto_duties, self.bank_duties = dict[str, Cell](), dict[str, Cell]()
        size = sum(self.held)
        self.whole = size**6 if self.is_replaced else perm(size, 6)
        self.onward = [size ** (6 - used) if self.is_replaced else perm(size - used, 6 - used) for used in range(7)]
        for bank in combinations_with_replacement(range(10), 2):  # those too that this shoe cannot deal
            if not is_natural(banca := self.points(bank), rules.outcome):
                for third in (None, *range(10)):
                    self.set_name(bank, banca, third)
        self.count()

    def drawn(self, weight: int) -> Iterator[tuple[int, int]]:
        """Yield every card that can come next with the weight of the run; it is out of the shoe meanwhile."""
        for kind, left in enumerate(self.held):
            if left > 0:
                self.held[kind] -= not self.is_replaced
                yield kind, weight * left
                self.held[kind] += not self.is_replaced

    def count(self) -> None:
        """Deal bank, punto, bank, punto; of two orders of one hand the first counts twice."""
        for bank_first, one in self.drawn(1):
            for punto_first, two in self.drawn(one):
                for bank_second, three in self.drawn(two):
                    for punto_second, four in self.drawn(three):
                        if bank_first <= bank_second and punto_first <= punto_second:
                            doubled = (1 + (bank_first < bank_second)) * (1 + (punto_first < punto_second))
                            self.dealt((punto_first, punto_second), (bank_first, bank_second), four * doubled)

    def dealt(self, punto: tuple[int, int], bank: tuple[int, int], weight: int) -> None:
        points, banca = self.points(punto), self.points(bank)
        if is_natural(points, self.rules.outcome) or is_natural(banca, self.rules.outcome):
            self.add(self.naturals, points, banca, weight * self.onward[4])
            return
        hand = self.punto_name(punto, points)
        self.weights[hand] += weight * self.onward[4]
        here = self.tallies[hand, False, self.set_name(bank, banca, None)]
        self.add(here[0], points, banca, weight * self.onward[4])
        for last, six in self.drawn(weight):
            self.add(here[1], points, self.points((*bank, last)), six * self.onward[5])
        for third, five in self.drawn(weight):
            here = self.tallies[hand, True, self.set_name(bank, banca, third)]
            self.add(here[0], self.points((*punto, third)), banca, five * self.onward[5])
            for last, six in self.drawn(five):
                self.add(here[1], self.points((*punto, third)), self.points((*bank, last)), six)

    def add(self, sums: list[int], punto: int, banca: int, weight: int) -> None:
        result = self.result(punto, banca)
        if result is not Winner.TIE:
            sums[result is Winner.BANCA] += weight

    def punto_name(self, hand: tuple[int, int], points: int) -> str:
        punto, duty = self.rules.punto, Cell.DRAW
        if self.answer["punto_free"] and punto.banco_free.use():
            duty = Cell.OPTIONAL
        elif not punto.draws_on.has_member(points):
            stands = punto.stands_on.has_member(points)
            duty = Cell.STAND if stands else Cell.OPTIONAL if punto.chooses_on.has_member(points) else Cell.DRAW
        name = _named(hand) if duty is Cell.OPTIONAL and self.answer["model"][1] == "3" else str(points)
        self.punto_duties[name] = duty
        return name

    def set_name(self, hand: tuple[int, int], points: int, third: int | None) -> str:
        """Return the name of the banker's information set, and keep what the banker must do there."""
        held = str(points) if self.answer["model"][1] == "1" else _named(hand)
        name = f"({held},{'none' if third is None else third})"
        if name not in self.bank_duties:
            banker = self.rules.banker
            worth = None if third is None else value(FACES[third], self.rules.points)
            duty = cell(banker.table, points, worth, 0) if self.answer["by_table"] else Cell.OPTIONAL
            self.bank_duties[name] = Cell.DRAW if banker.draws_on.has_member(points) else duty
        return name

    def faults(self, stated: Mapping[str, Any]) -> Iterator[str]:
        punto = {hand: Fraction(one) for hand, one in stated["punto"].items()}
        banker = {place: Fraction(one) for place, one in stated["q"].items()}
        banker |= dict.fromkeys(stated["draws"], Fraction(1))
        yield from (hand for hand in punto if self.punto_duties.get(hand) is not Cell.OPTIONAL)
        yield from (place for place in banker if place not in self.bank_duties)
        yield from (name for name, one in (punto | banker).items() if not 0 <= one <= 1)
        certificate = stated["certificate"]
        advantages = self.advantages(punto)
        for place, duty in self.bank_duties.items():
            gain = advantages[place] if duty is Cell.OPTIONAL else 1 if duty is Cell.DRAW else -1
            if not is_best(gain, banker.get(place, Fraction(0))):
                yield place
        yield from differences("advantages", certificate["advantages"], advantages)
        slopes = self.slopes(banker)
        yield from (hand for hand, slope in slopes.items() if not is_best(slope, punto.get(hand, Fraction(0))))
        yield from differences("slopes", certificate["slopes"], {hand: slopes.get(hand) for hand in punto})
        yield from differences("", stated, self.payoffs(punto, banker))
        if weight := sum(self.weights[hand] for hand in punto):
            mean = sum((self.weights[hand] * x for hand, x in punto.items()), Fraction(0)) / weight
            yield from differences("", stated, {"p": mean})
        yield from self.continuum_faults(stated["continuum"], punto, banker)

    def advantages(self, punto: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """Return what drawing brings the banker more than standing, by information set."""
        sums = dict.fromkeys(self.bank_duties, Fraction(0))
        for (hand, is_drawn, place), (stand, drawn) in self.tallies.items():
            if weight := self.share(hand, is_drawn, punto):
                sums[place] += weight * (self.kept * (drawn[1] - stand[1]) - drawn[0] + stand[0])
        return {place: one / self.whole for place, one in sums.items()}

    def share(self, hand: str, is_drawn: bool, punto: Mapping[str, Fraction]) -> Fraction | int:
        duty = self.punto_duties[hand]
        if duty is not Cell.OPTIONAL:
            return (duty is Cell.DRAW) == is_drawn
        draw = punto.get(hand, Fraction(0))
        return draw if is_drawn else 1 - draw

    def slopes(self, banker: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """Return what drawing brings the punto more than standing, by free hand."""
        sums = {hand: Fraction(0) for hand, duty in self.punto_duties.items() if duty is Cell.OPTIONAL}
        for (hand, is_drawn, place), tally in self.tallies.items():
            if hand in sums:
                punto, banca = _mixed(tally, banker.get(place))
                sums[hand] += (punto - banca) * (1 if is_drawn else -1)
        return {hand: one / self.whole for hand, one in sums.items()}

    def payoffs(self, punto: Mapping[str, Fraction], banker: Mapping[str, Fraction]) -> dict[str, Any]:
        won = [Fraction(one) for one in self.naturals]
        for (hand, is_drawn, place), tally in self.tallies.items():
            if weight := self.share(hand, is_drawn, punto):
                won = [one + weight * more for one, more in zip(won, _mixed(tally, banker.get(place)), strict=True)]
        puntos, banks = (one / self.whole for one in won)
        return {
            "player": puntos - banks,
            "banker": banks * self.kept - puntos,
            "house": banks * (1 - self.kept),
            "wins": {"player": puntos, "banker": banks, "tie": 1 - puntos - banks},
        }

    def continuum_faults(
        self, stated: Mapping[str, Any] | None, punto: Mapping[str, Fraction], banker: Mapping[str, Fraction]
    ) -> Iterator[str]:
        if stated is None:
            return
        bounds = [Fraction(one) for one in stated["bounds"] or ()]
        mixed = [hand for hand, x in punto.items() if 0 < x < 1]
        if bounds and (sum(bounds) / 2 not in punto.values() or not 0 <= bounds[0] < bounds[1] <= 1):
            yield "bounds"
        for bound in bounds:
            at_bound = self.advantages({**punto, **dict.fromkeys(mixed, bound)})
            for place, duty in self.bank_duties.items():
                if duty is Cell.OPTIONAL and at_bound[place] * (2 * banker.get(place, Fraction(0)) - 1) < 0:
                    yield place
        counted = {hand: self.effects(hand) for hand in punto}
        for place, effects in stated["effects"].items():
            yield from differences(place, effects, {hand: counted[hand].get(place) for hand in punto})

    def others(self) -> Iterator[str]:
        """Yield equilibria that an answer leaves out though it says that it is complete, as the punto's probability."""
        hands = [hand for hand, duty in self.punto_duties.items() if duty is Cell.OPTIONAL]
        if len(hands) != 1 or not self.answer["complete"]:
            return
        hand, bounds = hands[0], list[tuple[Fraction, Fraction]]()
        for one in self.answer["equilibria"]:
            at = Fraction(one["punto"].get(hand, 0))
            stated = (one["continuum"] or {}).get("bounds")
            bounds.append((Fraction(stated[0]), Fraction(stated[1])) if stated else (at, at))
        ends = [self.advantages({hand: Fraction(x)}) for x in (0, 1)]
        lines = {place: (one, ends[1][place] - one) for place, one in ends[0].items()}
        roots = {-const / step for const, step in lines.values() if step and 0 < -const / step < 1}
        stops = sorted({Fraction(0), Fraction(1), *roots})
        base, effects = self.slopes({})[hand], self.effects(hand)
        for x in (*stops, *((left + right) / 2 for left, right in pairwise(stops))):
            low = high = base
            for place, duty in self.bank_duties.items():
                const, step = lines[place]
                sign = const + x * step if duty is Cell.OPTIONAL else 1 if duty is Cell.DRAW else -1
                low += effects[place] if sign > 0 else 0 if sign < 0 else min(effects[place], Fraction(0))
                high += effects[place] if sign > 0 else 0 if sign < 0 else max(effects[place], Fraction(0))
            if (x == 0 or high >= 0) and (x == 1 or low <= 0) and not any(one <= x <= two for one, two in bounds):
                yield f"p={x}"

    def effects(self, hand: str) -> dict[str, Fraction]:
        sums = dict.fromkeys(self.bank_duties, 0)
        for (punto, is_drawn, place), (stand, drawn) in self.tallies.items():
            if punto == hand:
                sums[place] += (drawn[0] - drawn[1] - stand[0] + stand[1]) * (1 if is_drawn else -1)
        return {place: Fraction(one, self.whole) for place, one in sums.items()}


def _named(hand: Sequence[int]) -> str:
    return f"({','.join(map(str, hand))})"


def _mixed(tally: list[list[int]], draw: Fraction | None) -> list[Fraction | int]:
    return [stand + (draw or 0) * (drawn - stand) for stand, drawn in zip(*tally, strict=True)]


# --- what both certificates ask ---------------------------------------------------------------------------------------


def points_of(hand: Sequence[int], rules: PointRules) -> int:
    points = total([FACES[kind] for kind in hand], rules)
    assert isinstance(points, int)  # every face is known
    return points


def is_best(gain: Fraction | int, draw: Fraction | Surd) -> bool:
    return gain == 0 or draw == (gain > 0)


def differences(path: str, stated: Mapping[str, Any], counted: Mapping[str, Any]) -> Iterator[str]:
    for name, one in counted.items():
        where = f"{path} {name}".strip()
        if isinstance(one, Mapping):
            yield from differences(where, stated.get(name, {}), one)
        elif name not in stated or one is None or read_number(stated[name]) != one:
            yield where
    if path:
        yield from (f"{path} {name}" for name in stated if name not in counted)
