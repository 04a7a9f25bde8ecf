"""Chemin de fer by real shoes: banks grow, are lost or given up, one after the other, until the cut card appears.

What a hand may do, who wins, what the bank may put in play and what the house keeps is asked of the functions that
decide at the table, once for each case. Whoever takes a bank puts up the same amount: what was given up nobody matches,
so it falls to the next player for the least bank. A bank that is there when the shoe ends is given up with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, Final, NamedTuple

import msgspec
import numpy as np

from tapete.games.baccarat.points import Winner
from tapete.games.banked.shoe import next_hand
from tapete.games.chemin_de_fer.flow import first_card_to
from tapete.games.chemin_de_fer.rules import GAME, Rules, read
from tapete.games.chemin_de_fer.terms import HANDS as SIDES
from tapete.money import LIMIT, Cents, Part as Rate, deducted
from tapete.odds.banks import ENDS as BANK_ENDS, RECORD, BankEnd, Held, Part, drawing, told_as
from tapete.odds.chemin_de_fer import RULEBOOK, Terms, deck_shoe, house_commission, solve
from tapete.odds.chemin_game import BANCA, LONGEST, NONE, PUNTO, Coup, InfoSet, coup_of, hand_name
from tapete.odds.coups import WINNERS
from tapete.odds.kernels import IS_FAST
from tapete.odds.shoe import HANDS, KINDS, OddsError
from tapete.odds.simulation import NO_COUP, PART, Array, Dealer, luck_of, randomness, shuffled_shoes
from tapete.rulebooks import house_library

PAIR_AT: Final = np.array([[HANDS.index((min(a, b), max(a, b))) for b in range(NONE)] for a in range(NONE)])
"""The place of a hand among all hands of two cards, by the kinds of its cards."""
PUNTO_WINS, BANCA_WINS, TIE = (WINNERS.index(one) for one in (Winner.PUNTO, Winner.BANCA, Winner.TIE))
SHORTEST: Final = 4
"""Cards of the shortest coup."""
MOST_WINS: Final = 200
"""More than a shoe of eight packs has coups."""


class Table(msgspec.Struct, frozen=True):
    """What is simulated. Amounts in cents.

    ``bank``: what whoever takes it puts up; ``cover``: the share of it that the others stake; ``give_up``: after so
    many wins the banker gives it up, never where it is 0; ``garage``: the share of winnings in play that the banker
    sets aside between coups, where the rules let them; ``is_unlimited``: it may outgrow the greatest bank.
    ``punto``, ``banker``: how often they draw where they are free, ``None`` as in equilibrium; ``is_by_table``: the
    banker asked for the drawing table; ``is_banco_free``: the punto plays banco, and the director lets them draw as
    they like.
    """

    part_size: ClassVar[int] = PART
    decks: int = 6
    bank: Cents = 100_00
    minimum: Cents = 10_00
    cover: Fraction = Fraction(1)
    give_up: int = 0
    garage: Fraction = Fraction(0)
    is_unlimited: bool = False
    punto: Fraction | None = None
    banker: Fraction | None = None
    is_by_table: bool = False
    is_banco_free: bool = False
    commission: Fraction | None = None
    pace: int = 60
    rulebook: str = RULEBOOK

    def places(self) -> Mapping[str, Mapping[str, Sequence[int]]]:
        return {"punto": {str(how): [place] for place, how in enumerate(WINNERS)}}

    def played(self) -> dict[str, str]:
        return strategy_of(self).told

    def cut(self) -> int:
        """Return the place before which the cut card lies. Raises :class:`~tapete.odds.shoe.OddsError`."""
        return cut_of(self.decks, rules_of(self.rulebook).pack.cards_below_stop_card.use(), LONGEST)

    def require_possible(self) -> None:
        least = self.minimum
        most = self.bank if self.is_unlimited else greatest_bank(rules_of(self.rulebook), self.minimum)
        if not least <= self.bank <= most:
            raise OddsError("bank-out-of-range", least=least, most=most)
        if not 0 < self.cover <= 1 or (self.is_banco_free and self.cover != 1):
            raise OddsError("cover-out-of-range", share=str(self.cover))
        if not 0 <= self.garage <= 1:
            raise OddsError("garage-out-of-range", share=str(self.garage))
        self.cut()
        strategy_of(self)

    def deal(self, count: int, seed: int, part: int) -> Part:
        random, cut, by = randomness(seed, part), self.cut(), strategy_of(self)
        shoes = fresh_shoes(self.decks, count, random)
        luck = luck_of(shoes, SHORTEST, random)
        covered, kept = rungs_of(self)
        most = min(self.give_up or MOST_WINS, len(covered))
        if IS_FAST:
            return self.deal_fast(shoes, luck, covered, kept, most)
        held, ways = Held(count), np.zeros((count, len(WINNERS)), dtype=np.uint16)
        for rows, coup in coups(Dealer(shoes, cut, LONGEST), luck, by):
            ways[rows, coup.winner] += 1
            rung = held.now["wins"][rows]
            stake, is_won, is_lost = covered[rung], coup.winner == BANCA_WINS, coup.winner == PUNTO_WINS
            fee = kept[rung] * is_won
            held.add(rows, staked=stake, net=stake * is_won - fee - stake * is_lost, kept=fee, won=is_won)
            held.end(rows[is_lost], BankEnd.LOST)
            held.end(rows[is_won & (rung + 1 == most)], BankEnd.GIVEN_UP)
        return Part(held.all(), ways)

    def deal_fast(self, shoes: Array, luck: Array, covered: Array, kept: Array, most: int) -> Part:
        from tapete.odds.shoe_loops import deal_chemin_de_fer, settle_banks

        by, ends = strategy_of(self), np.full(luck.shape[1::-1], NO_COUP, dtype=np.uint8)
        rules: Any = (
            by.coup.totals,
            by.coup.drawn_totals,
            by.coup.naturals,
            by.punto,
            by.banker,
            by.winner,
            *by.places,
        )
        deal_chemin_de_fer(ends, shoes, self.cut(), luck, PAIR_AT, *rules)
        banks = np.zeros(int((ends != NO_COUP).sum()), dtype=RECORD)
        names = tuple(map(BANK_ENDS.index, (BankEnd.LOST, BankEnd.GIVEN_UP, BankEnd.SHOE)))
        found = settle_banks(ends, covered, kept, most, BANCA_WINS, TIE, names, banks)
        ways = np.stack([(ends == how).sum(axis=0, dtype=np.uint16) for how in range(len(WINNERS))], axis=1)
        return Part(banks[:found], ways)


@lru_cache
def rules_of(rulebook: str) -> Rules:
    return read(house_library().by_id(GAME, rulebook))


def greatest_bank(rules: Rules, minimum: Cents) -> Cents:
    return rules.bank.maximum_multiple.use() * minimum


def cut_of(decks: int, below: int, longest: int) -> int:
    size = sum(deck_shoe(decks))
    if not longest <= below + 1 <= size - longest:
        raise OddsError("shoe-too-short", needed=below + longest, size=size)
    return size - below


def fresh_shoes(decks: int, count: int, random: np.random.Generator) -> Array:
    """Return shoes by rows, each card as its kind."""
    whole = np.repeat(np.arange(len(KINDS), dtype=np.uint8), deck_shoe(decks))
    return shuffled_shoes(whole, count, random)


@lru_cache(maxsize=64)
def rungs_of(asked: Table) -> tuple[Array, Array]:
    """Return what is staked against a bank that has won so many coups, and what the house keeps if it wins that too."""
    rules, bank, found = rules_of(asked.rulebook), asked.bank, list[tuple[Cents, Cents]]()
    won = aside = 0
    rate = rules.bank.cagnotte.use()
    if asked.commission is not None:
        rate = Rate(asked.commission.numerator, asked.commission.denominator)
    most = LIMIT if asked.is_unlimited else greatest_bank(rules, asked.minimum)
    while bank <= LIMIT and len(found) < MOST_WINS:
        covered = max(asked.minimum, int(min(bank, most) * asked.cover))
        kept = deducted(covered, rate, rules.bank.rounding.use(), rules.bank.cagnotte_unit.use())
        found.append((covered, kept))
        won += covered - kept
        if asked.garage and won > rules.bank.garage_multiple.use() * asked.minimum:
            aside += int((won - aside) * asked.garage)
        bank = asked.bank + won - aside
    covered_by, kept_of = np.array(found).T
    return covered_by, kept_of


class Strategy(NamedTuple):
    """The rules as arrays by hands, and how often each side draws: the punto by hand, the banker by hand and column.

    ``told``: what is played where somebody is free, in words of the options.
    """

    coup: Coup
    punto: Array
    banker: Array
    winner: Array
    places: tuple[Array, ...]
    told: dict[str, str]


@lru_cache
def strategy_of(asked: Table) -> Strategy:
    """Raises :class:`~tapete.odds.shoe.OddsError` for a shoe or a commission of which there is no equilibrium."""
    rules = rules_of(asked.rulebook)
    coup = coup_of(rules, by_table=asked.is_by_table, is_punto_free=asked.is_banco_free)
    punto, known = dict[str, float](), dict[str, float]()
    if asked.punto is None or asked.banker is None:
        terms = Terms(
            deck_shoe(asked.decks),
            commission=house_commission(asked.rulebook) if asked.commission is None else asked.commission,
            is_by_table=asked.is_by_table,
            is_punto_free=asked.is_banco_free,
            rulebook=asked.rulebook,
        )
        found = solve(terms).equilibria[0]
        punto = {hand: float(one) for hand, one in found.punto.items()}
        known = dict.fromkeys(found.draws, 1.0) | {place: float(one) for place, one in found.q.items()}
    banker = np.zeros((len(HANDS), NONE + 1))
    for at, duties in enumerate(coup.bank_duties):
        for column, duty in enumerate(duties):
            banker[at, column] = drawing(duty, asked.banker, known, InfoSet(HANDS[at], column, duty))
    names = [hand_name((points,)) for points in coup.totals.tolist()]
    winner = np.full(coup.wins[PUNTO].shape, TIE)
    winner[coup.wins[PUNTO]], winner[coup.wins[BANCA]] = PUNTO_WINS, BANCA_WINS
    return Strategy(
        coup,
        np.array([drawing(duty, asked.punto, punto, name) for duty, name in zip(coup.duties, names, strict=True)]),
        banker,
        winner,
        places_of(sorted(SIDES, key=lambda one: one is not first_card_to()), SIDES),
        told_as(punto=asked.punto, banker=asked.banker),
    )


def places_of(order: Sequence[str], sides: Sequence[str]) -> tuple[Array, ...]:
    """Return which of the first cards go to each side, as a table deals them that serves the hands in this order."""
    served = dict.fromkeys(order, 0)
    dealt: list[str] = []
    while (due := next_hand(served)) is not None:
        served[due] += 1
        dealt.append(due)
    return tuple(np.array([at for at, one in enumerate(dealt) if one == side]) for side in sides)


class Dealt(NamedTuple):
    """Coups side by side: who drew, and who wins as a place of :data:`~tapete.odds.coups.WINNERS`."""

    punto_draws: Array
    banker_draws: Array
    winner: Array


def coups(dealer: Dealer, luck: Array, by: Strategy) -> Iterator[tuple[Array, Dealt]]:
    """Yield the coups of all shoes, the first of each, then the second ...: rows of the shoes, and what happened."""
    rows, coup = np.arange(len(dealer.at)), by.coup
    for lucky in luck.transpose(1, 2, 0):
        if not len(rows := dealer.ready(rows)):
            return
        cards = dealer.cards(rows)
        punto, bank = (PAIR_AT[cards[:, one[0]], cards[:, one[1]]] for one in by.places)
        is_played = ~(coup.naturals[punto] | coup.naturals[bank])
        punto_draws = is_played & (lucky[0, rows] < by.punto[punto])
        banker_draws = is_played & (lucky[1, rows] < by.banker[bank, np.where(punto_draws, cards[:, 4], NONE)])
        third = np.where(punto_draws, cards[:, 5], cards[:, 4])
        punto_has = np.where(punto_draws, coup.drawn_totals[punto, cards[:, 4]], coup.totals[punto])
        bank_has = np.where(banker_draws, coup.drawn_totals[bank, third], coup.totals[bank])
        dealer.at[rows] += 4 + punto_draws + banker_draws
        yield rows, Dealt(punto_draws, banker_draws, by.winner[punto_has, bank_has])
