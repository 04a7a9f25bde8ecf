"""Bacarrá a dos paños by real shoes: a banker against both cloths, until the bank is lost, given up or its term over.

What a hand may do, who wins and what the house keeps is asked of the functions that decide at the table, once for each
case. The others stake a sum on every coup, or what the bank covers of it, in the same parts on the cloths. A bank that
no longer covers a least stake on each of them is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, Final, NamedTuple

import msgspec
import numpy as np

from tapete.clauses import Sourced
from tapete.games.baccarat.effects import Cell
from tapete.games.dos_panos.coup.ending import commission
from tapete.games.dos_panos.coup.flow import dealing_order
from tapete.games.dos_panos.rules import GAME, CommissionRules, Rules, read
from tapete.games.dos_panos.terms import CLOTHS, BankMode, Hand
from tapete.money import Cents, Part as Rate
from tapete.odds.banks import BankEnd, Held, Part, drawing, told_as
from tapete.odds.chemin_de_fer import deck_shoe
from tapete.odds.chemin_shoes import PAIR_AT, cut_of, fresh_shoes, places_of
from tapete.odds.cloths_game import COLUMNS, ENDS, LONGEST, NATURAL, NONE, PLAYS, WORTH, Coup, InfoSet, coup_of
from tapete.odds.dos_panos import RULEBOOK, Concept, Terms, house_commission, solve
from tapete.odds.kernels import IS_FAST
from tapete.odds.shoe import HANDS, OddsError
from tapete.odds.simulation import MOST_STAKED, NO_COUP, PART, Array, Dealer, by_coup, luck_of, randomness
from tapete.rulebooks import house_library

SHORTEST: Final = 6
"""Cards of the shortest coup."""


class TwoCloths(msgspec.Struct, frozen=True):
    """What is simulated. Amounts in cents.

    ``bank``: what the banker deposits, for so many ``shoes``; ``stakes``: what the others stake on a coup, ``theta`` of
    it on the first cloth; ``give_up``: after so many coups won the banker gives it up, never where it is 0. ``first``,
    ``second``, ``banker``: how often they draw where they are free, ``None`` as in equilibrium, of cloths that decide
    together, or each for itself (``is_apart``); ``is_by_table``: the banker asked for the drawing table.
    """

    part_size: ClassVar[int] = PART
    decks: int = 6
    shoes: int = 1
    bank: Cents = 5_000_00
    minimum: Cents = 10_00
    stakes: Cents = 500_00
    theta: Fraction = Fraction(1, 2)
    give_up: int = 0
    first: Fraction | None = None
    second: Fraction | None = None
    banker: Fraction | None = None
    is_apart: bool = False
    is_by_table: bool = False
    commission: Fraction | None = None
    pace: int = 60
    rulebook: str = RULEBOOK

    def places(self) -> Mapping[str, Mapping[str, Sequence[int]]]:
        ways = np.arange(len(ENDS) ** 2).reshape(len(ENDS), -1)
        sides = zip(CLOTHS, (ways, ways.T), strict=True)
        return {str(cloth): {str(how): row.tolist() for how, row in zip(ENDS, of, strict=True)} for cloth, of in sides}

    def played(self) -> dict[str, str]:
        return strategy_of(self).told

    def cut(self) -> int:
        return cut_of(self.decks, rules_of(self.rulebook).pack.cards_below_stop_card.use(), LONGEST)

    def parts(self, chips: Array) -> tuple[Array, Array]:
        """Return what is staked on either cloth against banks that hold so much."""
        staked = np.minimum(self.stakes, chips)
        first = staked * self.theta.numerator // self.theta.denominator
        return first, staked - first

    def require_possible(self) -> None:
        if not 0 < self.theta < 1:
            raise OddsError("share-out-of-range", share=str(self.theta))
        least = min(int(one[0]) for one in self.parts(np.array([self.bank])))
        if least < self.minimum or self.stakes > MOST_STAKED:
            raise OddsError("stakes-out-of-range", least=self.minimum, most=MOST_STAKED)
        self.cut()
        strategy_of(self)

    def deal(self, count: int, seed: int, part: int) -> Part:
        random, by, cut = randomness(seed, part), strategy_of(self), self.cut()
        held, ways = Held(count), np.zeros((count, len(ENDS) ** 2), dtype=np.uint16)
        chips, is_open = np.full(count, self.bank), np.ones(count, dtype=bool)
        for _ in range(self.shoes):
            shoes = fresh_shoes(self.decks, count, random)
            for rows, how in ends_of(shoes, cut, is_open, luck_of(shoes, SHORTEST, random), by):
                ways[rows, how] += 1
                parts = np.stack(self.parts(chips[rows]))
                brings = -parts * WORTH[np.stack(np.divmod(how, len(ENDS)))]
                gain, loss = np.maximum(brings, 0).sum(axis=0), np.maximum(-brings, 0).sum(axis=0)
                fee = fees(gain, loss, by.commission)
                net = gain - loss - fee
                held.add(rows, staked=parts.sum(axis=0), net=net, kept=fee, won=net > 0)
                chips[rows] += net
                is_lost = np.min(self.parts(chips[rows]), axis=0) < self.minimum
                is_enough = ~is_lost & (net > 0) & (held.now["wins"][rows] == self.give_up)
                is_open[rows[is_lost | is_enough]] = False
                held.end(rows[is_lost], BankEnd.LOST)
                held.end(rows[is_enough], BankEnd.GIVEN_UP)
        return Part(held.all(), ways)


@lru_cache
def rules_of(rulebook: str) -> Rules:
    return read(house_library().by_id(GAME, rulebook))


def fees(gain: Array, loss: Array, rules: CommissionRules) -> Array:
    """Return what the house keeps of coups, each pair of amounts asked once."""
    pairs, where = np.unique(gain * (2 * MOST_STAKED) + loss, return_inverse=True)
    amounts = (divmod(pair, 2 * MOST_STAKED) for pair in pairs.tolist())
    asked = [commission(won, lost, rules, BankMode.LIMITED) for won, lost in amounts]
    found: Array = np.array(asked, dtype=np.int64)[where]
    return found


class Strategy(NamedTuple):
    """The rules as arrays, and how often who draws: cloths by their plays (:data:`~tapete.odds.cloths_game.PLAYS`), the
    banker by hand and both columns. ``told``: what is played where somebody is free, in words of the options.
    """

    coup: Coup
    commission: CommissionRules
    is_due: Array
    is_free: Array
    plays: Array
    banker: Array
    places: tuple[Array, ...]
    told: dict[str, str]


@lru_cache
def strategy_of(asked: TwoCloths) -> Strategy:
    """Raises :class:`~tapete.odds.shoe.OddsError` for what has no equilibrium."""
    rules = rules_of(asked.rulebook)
    coup = coup_of(rules, by_table=asked.is_by_table)
    rate = house_commission(asked.rulebook) if asked.commission is None else asked.commission
    limited = Sourced(Rate(rate.numerator, rate.denominator), practice="asked for")
    is_apart = asked.is_apart or asked.first is not None or asked.second is not None
    plays, known, shares = np.zeros(len(PLAYS)), dict[str, float](), [asked.first, asked.second]
    if None in (*shares, asked.banker):
        terms = Terms(
            deck_shoe(asked.decks),
            theta=asked.theta,
            concept=Concept.NASH if is_apart else Concept.CORRELATED,
            commission=rate,
            is_by_table=asked.is_by_table,
            rulebook=asked.rulebook,
        )
        found = solve(terms).equilibria[0]
        plays = np.array([float(one) for one in found.plays.values()])
        known = dict.fromkeys(found.draws, 1.0) | {place: float(one) for place, one in found.q.items()}
        if is_apart:
            shares = [one if share is None else share for share, one in zip(shares, found.p, strict=True)]  # type: ignore[misc]
    if is_apart:
        one, two = (float(share or 0) for share in shares)
        plays = np.array([(1 - one) * (1 - two), (1 - one) * two, one * (1 - two), one * two])
    banker = np.zeros((len(HANDS), COLUMNS, COLUMNS))
    for at, first, second in np.ndindex(*banker.shape):
        duty = coup.bank_duties.get((int(coup.totals[at]), first, second), Cell.STAND)
        banker[at, first, second] = drawing(duty, asked.banker, known, InfoSet(HANDS[at], (first, second), duty))
    return Strategy(
        coup,
        msgspec.structs.replace(rules.commission, limited=limited),
        np.array([duty is Cell.DRAW for duty in coup.duties]),
        np.array([duty is Cell.OPTIONAL for duty in coup.duties]),
        plays.cumsum()[:-1],
        banker,
        places_of(dealing_order(), (*CLOTHS, Hand.BANCA)),
        told_as(first=asked.first, second=asked.second, banker=asked.banker),
    )


class Dealt(NamedTuple):
    """Coups side by side: who drew, and how each ended on both cloths: places of
    :data:`~tapete.odds.cloths_game.ENDS`.
    """

    cloths_draw: Array
    banker_draws: Array
    ends: Array


def ends_of(shoes: Array, cut: int, is_open: Array, luck: Array, by: Strategy) -> Iterator[tuple[Array, Array]]:
    """Yield the coups of the banks that are open, the first of each, then the second ...: rows, and how each ended on
    both cloths, as one number.
    """
    if not IS_FAST:
        for rows, coup in coups(Dealer(shoes, cut, LONGEST), is_open, luck, by):
            yield rows, coup.ends[0] * len(ENDS) + coup.ends[1]
        return
    from tapete.odds.shoe_loops import deal_dos_panos

    found, rules = np.full(luck.shape[1::-1], NO_COUP, dtype=np.uint8), by.coup
    tables: Any = (
        *(rules.totals, rules.drawn_totals, rules.naturals, rules.ends, by.is_due, by.is_free, by.plays, by.banker),
        *(NATURAL, *by.places),
    )
    deal_dos_panos(found, shoes, cut, luck, PAIR_AT, *tables)
    for rows, how in by_coup(found):
        open_rows = is_open[rows]
        yield rows[open_rows], how[open_rows].astype(np.int64)


def coups(dealer: Dealer, is_open: Array, luck: Array, by: Strategy) -> Iterator[tuple[Array, Dealt]]:
    """Yield the coups of the banks that are open, the first of each, then the second ...: rows, and what happened."""
    rows, coup = np.arange(len(dealer.at)), by.coup
    for lucky in luck.transpose(1, 2, 0):
        if not len(rows := dealer.ready(rows[is_open[rows]])):
            return
        cards, line = dealer.cards(rows), np.arange(len(rows))
        first, second, bank = (PAIR_AT[cards[:, one[0]], cards[:, one[1]]] for one in by.places)
        two, has = np.stack([coup.totals[first], coup.totals[second]]), coup.totals[bank]
        is_natural, is_over = coup.naturals[two], coup.naturals[has]
        play = np.searchsorted(by.plays, lucky[0, rows], side="right")
        would = np.stack([play >= 2, play % 2 == 1])
        draw = ~is_natural & ~is_over & (by.is_due[two] | (by.is_free[two] & would))
        thirds = np.stack([cards[:, 6], cards[line, 6 + draw[0]]])
        columns = np.where(is_natural, NATURAL, np.where(draw, thirds, NONE))
        banker_draws = ~is_over & (lucky[1, rows] < by.banker[bank, columns[0], columns[1]])
        used = draw.sum(axis=0)
        last = np.where(banker_draws, coup.drawn_totals[has, cards[line, 6 + used]], has)
        dealer.at[rows] += 6 + used + banker_draws
        yield rows, Dealt(draw, banker_draws, coup.ends[columns, two, banker_draws.astype(np.int64), last])
