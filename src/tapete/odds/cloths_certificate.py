"""Checks an answer of bacarrá a dos paños without the code that found it: it lays every two hands to all that is known.

The answer is the plain tree that is printed. For each hand of the banker and both columns the two hands of the cloths
are laid first and the banker's last card after them; the search counts the other way round. What a hand may do and who
wins is asked of the functions that decide at the table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import perm
from typing import Any

import numpy as np
import numpy.typing as npt

from tapete.games.baccarat.effects import Cell, cell
from tapete.games.baccarat.points import Winner, is_natural, value
from tapete.games.dos_panos.coup.hands import Score, duty_over_cells, winner
from tapete.games.dos_panos.rules import GAME, CommissionBase, Rules, read
from tapete.odds.certificate import FACES, Problem, differences, is_best, points_of
from tapete.odds.surds import Surd, read_number, sign
from tapete.rulebooks import Library, house_library

HANDS = list(combinations_with_replacement(range(10), 2))
COLUMNS = (*range(10), "none", "natural")
RESULTS = (Winner.PUNTO, Winner.BANCA, Winner.TIE)
BRINGS = (1, -1, 0)
NAMES = ("SS", "SD", "DS", "DD")

Ints = npt.NDArray[np.int64]
Number = Fraction | Surd


def verify(answer: Mapping[str, Any], *, library: Library | None = None) -> list[Problem]:
    """Return what is wrong with an answer: nothing, if each equilibrium is one and has these payoffs.

    That there are no others is taken at the answer's word, but for what two sides that play for one sum can be sure of:
    without a commission an equilibrium of cloths that agree brings what every other would.
    """
    check = _Check(answer, read((library or house_library()).by_id(GAME, answer["rulebook"])))
    return [Problem(number, part) for number, one in enumerate(answer["equilibria"], 1) for part in check.faults(one)]


class _Check:
    """One answer besides a count of its own. ``tallies``: by set of the banker, move, play and both ends."""

    def __init__(self, answer: Mapping[str, Any], rules: Rules) -> None:
        self.answer, self.rules = answer, rules
        self.held = np.array(answer["shoe"], dtype=np.int64)
        self.is_replaced = answer["model"][0] == "A"
        size = int(self.held.sum())
        self.onward = [size ** (9 - used) if self.is_replaced else perm(size - used, 9 - used) for used in range(10)]
        self.worth = self.bank_worth(Fraction(answer["theta"]), Fraction(answer["commission"]))
        self.tallies = defaultdict[str, Any](lambda: np.zeros((2, 4, 9), dtype=object))
        self.duties = dict[str, Cell]()
        self.ended = np.zeros(9, dtype=object)
        self.of_hand = np.array([self.points(hand) for hand in HANDS])
        self.most = max(9, *self.of_hand.tolist())
        self.known = dict[bytes, tuple[Ints, Ints]]()
        self.seen = {
            (column, bank, is_drawn): self.sight(column, bank, is_drawn=is_drawn)
            for column in COLUMNS
            for bank in range(self.most + 1)
            for is_drawn in (False, True)
        }
        for bank in HANDS:
            self.count(bank)

    def bank_worth(self, theta: Fraction, commission: Fraction) -> list[Fraction]:
        found = []
        for ends in product(range(3), repeat=2):
            stakes = [(stake, BRINGS[end]) for stake, end in zip((theta, 1 - theta), ends, strict=True)]
            gain, loss = (sum((stake for stake, brings in stakes if brings == side), Fraction(0)) for side in (-1, 1))
            base = gain - loss if self.rules.commission.base.use() is CommissionBase.NET else gain
            found.append(gain - loss - (min(gain - loss, commission * base) if gain > loss else 0))
        return found

    def points(self, hand: Sequence[int]) -> int:
        return points_of(hand, self.rules.points)

    def may_make(self, points: int, move: str) -> bool:
        """Return True if the scheme leaves a cloth a move: to draw or to stand."""
        punto = self.rules.punto
        if punto.shows_on.has_member(points) or punto.stands_on.has_member(points):
            return move == "S"
        return move == "D" or punto.chooses_on.has_member(points)

    def sight(self, column: Any, bank: int, *, is_drawn: bool) -> Ints:
        """Return which totals of a cloth come to a column under either play (S, D) and end there how."""
        found = np.zeros((6, self.most + 1), dtype=np.int64)
        for two, hand in {self.points(hand): hand for hand in HANDS}.items():
            shown = is_natural(two, self.rules.outcome)
            third = column if isinstance(column, int) else None
            cloth = Score(two if third is None else self.points((*hand, third)), shown, third is not None)
            end = RESULTS.index(winner(cloth, Score(bank, has_third_card=is_drawn), self.rules.outcome))
            for at, play in enumerate("SD"):
                move = "D" if self.may_make(two, "D") and (play == "D" or not self.may_make(two, "S")) else "S"
                comes = "natural" if shown else "none" if move == "S" else third
                if comes == column:
                    found[3 * at + end, two] = 1
        return found

    def laid(self, gone: Ints) -> tuple[Ints, Ints]:
        """Return the ways to lay both cloths' hands, by total, from what is left; and with each last card."""
        if gone.tobytes() not in self.known:
            left = self.held - (0 if self.is_replaced else gone)
            takes = np.array([[hand.count(kind) for kind in range(10)] for hand in HANDS])
            takes = takes * (not self.is_replaced)
            first = _ways(left, is_replaced=self.is_replaced)
            after = left - takes
            second = np.array([_ways(one, is_replaced=self.is_replaced) for one in after])
            ways = first[:, None] * second
            last = ways[..., None] * (after[:, None] - takes)
            by_total = np.arange(self.most + 1)[:, None] == self.of_hand
            whole = by_total.astype(np.int64)
            self.known[gone.tobytes()] = (
                whole @ ways @ whole.T,
                np.moveaxis(np.tensordot(whole, np.tensordot(last, whole.T, (1, 0)), (1, 0)), 1, 0),
            )
        return self.known[gone.tobytes()]

    def count(self, bank: tuple[int, int]) -> None:
        points, gone = self.points(bank), np.zeros(10, dtype=np.int64)
        weight = int(_ways(self.held, is_replaced=self.is_replaced)[HANDS.index(bank)])
        np.add.at(gone, list(bank), 1)
        if is_natural(points, self.rules.outcome):
            hands, _ = self.laid(gone)
            for one, two in np.ndindex(hands.shape):
                ends = [self.against_natural(points, total) for total in (one, two)]
                self.ended[3 * ends[0] + ends[1]] += int(hands[one, two]) * weight * self.onward[6]
            return
        lasts = [self.points((*bank, last)) for last in range(10)]
        for columns in product(COLUMNS, repeat=2):
            here, heavy, used = gone.copy(), weight, 2
            for column in columns:
                if isinstance(column, int):
                    heavy *= int(self.held[column] - (0 if self.is_replaced else here[column]))
                    here[column] += 1
                    used += 1
            is_both = columns == ("natural", "natural")
            tally = None if is_both else self.tallies[self.set_name(bank, points, columns)]
            if heavy == 0:
                continue
            hands, with_last = self.laid(here)
            one, two = (self.seen[column, points, False] for column in columns)
            stood = one @ hands @ two.T
            if tally is None:
                self.ended += stood.reshape(2, 3, 2, 3)[0, :, 0].reshape(9).astype(object) * heavy * self.onward[6]
                continue
            one, two = (np.array([self.seen[column, last, True] for last in lasts]) for column in columns)
            drawn = (one @ with_last @ two.swapaxes(1, 2)).sum(0)
            for move, (ends, after) in enumerate(((stood, used + 4), (drawn, used + 5))):
                by_play = ends.reshape(2, 3, 2, 3).swapaxes(1, 2).reshape(4, 9)
                tally[move] += by_play.astype(object) * heavy * self.onward[after]

    def against_natural(self, bank: int, cloth: int) -> int:
        score = Score(cloth, is_natural(cloth, self.rules.outcome))
        return RESULTS.index(winner(score, Score(bank, has_priority=True), self.rules.outcome))

    def set_name(self, bank: tuple[int, int], points: int, columns: tuple[Any, ...]) -> str:
        """Return the name of the banker's information set, and keep what the banker must do there."""
        held = str(points) if self.answer["model"][1] == "1" else f"({bank[0]},{bank[1]})"
        name = f"({held},{columns[0]},{columns[1]})"
        if name not in self.duties:
            banker, duty = self.rules.banker, Cell.OPTIONAL
            if self.answer["by_table"] or (
                "natural" in columns and self.rules.natural.forces_chart_in_normal_hand.use()
            ):
                thirds = [
                    value(FACES[one], self.rules.points) if isinstance(one, int) else None
                    for one in columns
                    if one != "natural"
                ]
                duty = duty_over_cells([cell(banker.table, points, third, 0) for third in thirds], banker)
            must_draw = duty is Cell.OPTIONAL and banker.draws_on.has_member(points)
            self.duties[name] = Cell.DRAW if must_draw else duty
        return name

    def faults(self, stated: Mapping[str, Any]) -> Iterator[str]:
        plays = [read_number(stated["plays"][name]) for name in NAMES]
        banker = {place: read_number(one) for place, one in stated["q"].items()}
        banker |= dict.fromkeys(stated["draws"], Fraction(1))
        yield from (place for place in banker if place not in self.duties)
        yield from (name for name, one in (dict(zip(NAMES, plays, strict=True)) | banker).items() if not 0 <= one <= 1)
        if sum(plays, Fraction(0)) != 1:
            yield "plays"
        for place, duty in self.duties.items():
            gain = sign(self.advantage(place, plays)) if duty is Cell.OPTIONAL else 1 if duty is Cell.DRAW else -1
            if not is_best(gain, banker.get(place, Fraction(0))):
                yield place
        ends = self.ends(banker)
        cloths = [[one[0] - one[1] for one in _wins(row)] for row in ends]
        theta = Fraction(self.answer["theta"])
        together = {name: theta * one + (1 - theta) * two for name, (one, two) in zip(NAMES, cloths, strict=True)}
        p = (plays[2] + plays[3], plays[1] + plays[3])
        best = max(together.values())
        if self.answer["concept"] == "nash":
            slopes = {
                "first": (1 - p[1]) * (cloths[2][0] - cloths[0][0]) + p[1] * (cloths[3][0] - cloths[1][0]),
                "second": (1 - p[0]) * (cloths[1][1] - cloths[0][1]) + p[0] * (cloths[3][1] - cloths[2][1]),
            }
            yield from (
                name for (name, slope), one in zip(slopes.items(), p, strict=True) if not is_best(sign(slope), one)
            )
            yield from differences("certificate", stated["certificate"], slopes)
        else:
            yield from (name for name, one in zip(NAMES, plays, strict=True) if one != 0 and together[name] != best)
            yield from differences("certificate", stated["certificate"], together)
        is_product = plays == [(1 - p[0]) * (1 - p[1]), (1 - p[0]) * p[1], p[0] * (1 - p[1]), p[0] * p[1]]
        if stated["independent"] != is_product or (self.answer["concept"] != "correlated" and not is_product):
            yield "independent"
        if [read_number(one) for one in stated["p"]] != list(p):
            yield "p"
        yield from differences("", stated, self.payoffs(plays, ends))

    def advantage(self, place: str, plays: Sequence[Number]) -> Number:
        """Return what drawing brings the banker more than standing, all runs together."""
        stand, drawn = self.tallies[place]
        gains = [_dot(self.worth, (draw - stood).tolist()) for stood, draw in zip(stand, drawn, strict=True)]
        found: Number = _dot(plays, gains)
        return found

    def ends(self, banker: Mapping[str, Number]) -> list[list[Number]]:
        """Return the share of each pair of ends, by play."""
        sums: Any = np.zeros((4, 9), dtype=object) + self.ended
        for place, (stand, drawn) in self.tallies.items():
            draw = banker.get(place, Fraction(0))
            sums = sums + (stand if draw == 0 else drawn if draw == 1 else stand + (drawn - stand) * draw)
        return [[one / Fraction(self.onward[0]) for one in row] for row in sums.tolist()]

    def payoffs(self, plays: Sequence[Number], ends: Sequence[Sequence[Number]]) -> dict[str, Any]:
        shares = [_dot(plays, column) for column in zip(*ends, strict=True)]
        wins = _wins(shares)
        first, second = (one[0] - one[1] for one in wins)
        theta = Fraction(self.answer["theta"])
        cloths, bank = theta * first + (1 - theta) * second, _dot(self.worth, shares)
        told = [dict(zip(("player", "banker", "tie"), one, strict=True)) for one in wins]
        return {
            "first": first,
            "second": second,
            "cloths": cloths,
            "banker": bank,
            "house": -cloths - bank,
            "wins": {"first": told[0], "second": told[1]},
        }


def _wins(shares: Sequence[Number]) -> list[list[Number]]:
    """Return from the shares of both ends how often each cloth ends how."""
    apart = [[shares[at] for at in range(9) if at // step % 3 == end] for step in (3, 1) for end in range(3)]
    wins = [sum(one, Fraction(0)) for one in apart]
    return [wins[:3], wins[3:]]


def _ways(left: Ints, *, is_replaced: bool = False) -> Ints:
    ways = [left[a] * (left[b] - (a == b and not is_replaced)) * (1 + (a != b)) for a, b in HANDS]
    return np.array(ways)


def _dot(left: Sequence[Any], right: Sequence[Any]) -> Any:
    return sum((one * other for one, other in zip(left, right, strict=True)), Fraction(0))
