"""Bacarrá a dos paños by real shoes: a banker against both cloths, until the bank is lost, given up or its term over.

What a hand may do, who wins and what the house keeps is asked of the functions that decide at the table, once for each
case. The others stake a sum on every coup, or what the bank covers of it, in the same parts on the cloths. A bank that
no longer covers a least stake on each of them is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final, NamedTuple

import msgspec
import numpy as np

from tapete.clauses import Sourced
from tapete.compiled import IS_FAST
from tapete.games.baccarat.effects import Cell
from tapete.games.dos_panos.coup.ending import commission
from tapete.games.dos_panos.coup.flow import dealing_order
from tapete.games.dos_panos.rules import GAME, CommissionBase, read
from tapete.games.dos_panos.terms import CLOTHS, BankMode, Hand
from tapete.money import Cents, Part as Rate
from tapete.odds import shoe_loops, simulation
from tapete.odds.banks import ENDS as BANK_ENDS, RECORD, AskedBanks, BankEnd, Part, drawing, in_lists, known_draws
from tapete.odds.chemin_de_fer import deck_shoe
from tapete.odds.chemin_shoes import CODES, PAIR_AT, cut_of, fresh_shoes, places_of
from tapete.odds.cloths_game import COLUMNS, ENDS, LONGEST, NATURAL, NONE, PLAYS, WORTH, InfoSet, coup_of
from tapete.odds.dos_panos import Concept, Terms, house_commission, solve
from tapete.odds.shoe import HANDS, OddsError
from tapete.odds.simulation import CERTAIN, MOST_STAKED, NO_COUP, Array, Dealer, places, thresholds
from tapete.rulebooks import house_library

SHORTEST: Final = 6
"""Cards of the shortest coup."""


class TwoCloths(AskedBanks, frozen=True, kw_only=True):
    """Banks for so many ``shoes``. ``stakes``: what the others stake on a coup, ``theta`` of it on the first cloth.

    ``first``, ``second``: how often they draw where they are free, ``None`` as in equilibrium, of cloths that decide
    together, or each for itself (``is_apart``).
    """

    free = ("first", "second", "banker")
    shoes: int = 1
    bank: Cents = 5_000_00
    stakes: Cents = 500_00
    theta: Fraction = Fraction(1, 2)
    first: Fraction | None = None
    second: Fraction | None = None
    is_apart: bool = False

    def places(self) -> Mapping[str, Mapping[str, Sequence[int]]]:
        ways = np.arange(len(ENDS) ** 2).reshape(len(ENDS), -1)
        sides = zip(CLOTHS, (ways, ways.T), strict=True)
        return {str(cloth): {str(how): row.tolist() for how, row in zip(ENDS, of, strict=True)} for cloth, of in sides}

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
        banks, ways = np.zeros(count, dtype=RECORD), np.zeros((count, len(ENDS) ** 2), dtype=np.uint16)
        banks["unit"], banks["end"] = np.arange(count), BANK_ENDS.index(BankEnd.SHOE)
        state = np.full(count, self.bank), np.ones(count, dtype=bool), ways, banks
        for number in range(self.shoes):
            start, luck = places(seed, part, number)
            shoes = fresh_shoes(self.decks, count, start, self.cut())
            if IS_FAST:
                shoe_loops.deal_dos_panos(shoes, luck, strategy_of(self), terms_of(self), *state)
                continue
            ends = np.full((count, len(shoes.whole) // SHORTEST + 1), NO_COUP, dtype=np.uint8)
            dealer = Dealer(shoes.shoes(), shoes.cut, LONGEST)
            for place, (rows, *_, how) in enumerate(
                coups(dealer, simulation.luck_of(shoes, SHORTEST, luck), strategy_of(self))
            ):
                ends[rows, place] = how[0] * len(ENDS) + how[1]
            shoe_loops.settle_cloths(ends.tolist(), 0, in_lists(terms_of(self)), *state)
        return Part(banks, ways)


rules_of: Final = cache(lambda rulebook: read(house_library().by_id(GAME, rulebook)))


class Strategy(NamedTuple):
    """What a coup needs as arrays: which of the first cards go to each hand; how a cloth ends (``ends``), totals in
    rows of 16. ``natural``: the least one.

    Two numbers of a coup lead to rows of two tables, the next one from each of the ``bounds`` on: ``acts`` of a cloth,
    32 for each, by twice the total and one more where the banker has a natural: 16 to draw, or its column; ``columns``
    by the kinds of the banker's two cards and the first cloth's column, 16 to each, as bits by the second one's.
    """

    first: Array
    second: Array
    bank: Array
    modulus: int
    natural: int
    bounds: tuple[Array, Array]
    acts: Array
    columns: Array
    ends: Array


def rate_of(asked: TwoCloths) -> Fraction:
    return house_commission(asked.rulebook) if asked.commission is None else asked.commission


@lru_cache
def strategy_of(asked: TwoCloths) -> Strategy:
    """Raises :class:`~tapete.odds.shoe.OddsError` for what has no equilibrium."""
    rules = rules_of(asked.rulebook)
    coup = coup_of(rules, by_table=asked.is_by_table)
    is_apart = asked.is_apart or asked.first is not None or asked.second is not None
    plays, known, shares = np.zeros(len(PLAYS)), dict[str, float](), [asked.first, asked.second]
    if None in (*shares, asked.banker):
        terms = Terms(
            deck_shoe(asked.decks),
            theta=asked.theta,
            concept=Concept.NASH if is_apart else Concept.CORRELATED,
            commission=rate_of(asked),
            is_by_table=asked.is_by_table,
            rulebook=asked.rulebook,
        )
        found = solve(terms).equilibria[0]
        plays, known = np.array([float(one) for one in found.plays.values()]), known_draws(found)
        if is_apart:
            shares = [one if share is None else share for share, one in zip(shares, found.p, strict=True)]  # type: ignore[misc]
    if is_apart:
        one, two = (float(share or 0) for share in shares)
        plays = np.array([(1 - one) * (1 - two), (1 - one) * two, one * (1 - two), one * two])
    banker = np.zeros((len(HANDS), COLUMNS, COLUMNS))
    for at, first, second in np.ndindex(*banker.shape):
        duty = coup.bank_duties.get((int(coup.totals[at]), first, second), Cell.STAND)
        banker[at, first, second] = drawing(duty, asked.banker, known, InfoSet(HANDS[at], (first, second), duty))
    is_due, is_free = (np.array([duty is one for duty in coup.duties]) for one in (Cell.DRAW, Cell.OPTIONAL))
    total, would, over = np.indices((len(coup.duties), 2, 2))
    draws = (is_due[total] | is_free[total] & (would == 1)) & (over == 0)
    acts = np.where(coup.naturals[total], NATURAL, np.where(draws, 16, NONE)).astype(np.uint8)
    by_play = np.zeros((len(PLAYS), 2, 32), np.uint8)
    for play, cloth in np.ndindex(len(PLAYS), len(CLOTHS)):
        by_play[play, cloth, : 2 * len(total)] = acts[:, play >> (1 - cloth) & 1].ravel()
    by_bank, ends = np.zeros((256, 16, COLUMNS), np.uint64), np.zeros((COLUMNS, 16, 2, 16), np.uint8)
    by_bank[CODES, :COLUMNS], ends[:, : len(total), :, : len(total)] = thresholds(banker)[PAIR_AT.ravel()], coup.ends
    bounds, is_drawn = simulation.graded(by_bank)
    until = thresholds(plays.cumsum()[:-1])
    places, natural = places_of(dealing_order(), (*CLOTHS, Hand.BANCA)), int(np.flatnonzero(coup.naturals)[0])
    return Strategy(
        *(places[0], places[1], places[2], len(total), natural, (until[until < CERTAIN].astype(np.uint32), bounds)),
        *(by_play.ravel(), simulation.bits_of(is_drawn).ravel(), ends.ravel()),
    )


class Money(NamedTuple):
    """What :func:`~tapete.odds.shoe_loops.settle_cloths` looks up. ``net``, ``kept``: of the bank and the house by the
    ways in which both cloths end, while it covers all ``stakes``; ``above`` / ``below``: the share of the first cloth;
    ``portions``: what the house keeps of an amount up to where that comes round again, ``step`` more.
    """

    stakes: int
    net: Array
    kept: Array
    above: int
    below: int
    least: int
    most: int
    worth: Array
    is_gross: bool
    portions: Array
    step: int


@lru_cache
def terms_of(asked: TwoCloths) -> Money:
    rate = rate_of(asked)
    limited = Sourced(Rate(rate.numerator, rate.denominator), practice="asked for")
    rules = msgspec.structs.replace(rules_of(asked.rulebook).commission, limited=limited)

    def fees(gains: Iterable[int], losses: Iterable[int]) -> Array:
        return np.array([commission(*one, rules, BankMode.LIMITED) for one in zip(gains, losses, strict=True)])

    brings = -np.outer(np.concatenate(asked.parts(np.array([asked.stakes]))), WORTH)
    brings = np.stack([brings[0].repeat(len(ENDS)), np.tile(brings[1], len(ENDS))])
    kept = fees(np.maximum(brings, 0).sum(axis=0).tolist(), np.maximum(-brings, 0).sum(axis=0).tolist())
    period = 2 * rules.limited.use().den * rules.unit.use()
    portions = fees(range(period, 2 * period + 1), [0] * (period + 1))
    step = int(portions[-1] - portions[0])
    return Money(
        *(asked.stakes, brings.sum(axis=0) - kept, kept, asked.theta.numerator, asked.theta.denominator, asked.minimum),
        *(asked.give_up, WORTH, rules.base.use() is CommissionBase.GROSS, portions[:-1] - step, step),
    )


def coups(dealer: Dealer, luck: Array, by: Strategy) -> Iterator[tuple[Array, ...]]:
    """Yield the coups of all shoes, the first of each, then the second ...: rows of the shoes, whether cloths and
    banker drew, and how each cloth ended, a place of :data:`~tapete.odds.cloths_game.ENDS`.
    """
    for (rows, dealt), lucky in zip(dealer.coups(), luck, strict=False):
        cards, line = dealt.astype(np.int64), np.arange(len(rows))
        first, second, has = (cards[:, one].sum(axis=1) % by.modulus for one in (by.first, by.second, by.bank))
        own, two = (cards[:, by.bank[0]] << 4) + cards[:, by.bank[1]], np.stack([first, second])
        row, bank_row = simulation.rows_of(lucky[:, rows], by.bounds)
        told = by.acts[(row << 6) + [[0], [32]] + (two << 1) + (has >= by.natural)].astype(np.int64)
        draw = told >> 4
        columns = np.where(draw, np.stack([cards[:, 6], cards[line, 6 + draw[0]]]), told)
        banker_draws = by.columns[(bank_row << 12) + (own << 4) + columns[0]] >> columns[1] & 1
        used = draw.sum(axis=0)
        last = (has + cards[line, 6 + used] * banker_draws) % by.modulus
        dealer.at[rows] += 6 + used + banker_draws
        yield rows, draw, banker_draws, by.ends[(columns << 9) + (two << 5) + (banker_draws << 4) + last]
