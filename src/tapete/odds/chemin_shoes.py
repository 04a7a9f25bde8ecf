"""Chemin de fer by real shoes: banks grow, are lost or given up, one after the other, until the cut card appears.

What a hand may do, who wins, what the bank may put in play and what the house keeps is asked of the functions that
decide at the table, once for each case. Whoever takes a bank puts up the same amount: what was given up nobody matches,
so it falls to the next player for the least bank. A bank that is there when the shoe ends is given up with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np

from tapete.compiled import IS_FAST
from tapete.games.baccarat.points import Winner
from tapete.games.banked.shoe import next_hand
from tapete.games.chemin_de_fer.flow import first_card_to
from tapete.games.chemin_de_fer.rules import GAME, Rules, read
from tapete.games.chemin_de_fer.terms import HANDS as SIDES
from tapete.money import LIMIT, Cents, Part as Rate, deducted
from tapete.odds import shoe_loops, simulation
from tapete.odds.banks import RECORD, AskedBanks, Part, drawing, in_lists, known_draws
from tapete.odds.chemin_de_fer import Terms, deck_shoe, house_commission, solve
from tapete.odds.chemin_game import LONGEST, NONE, PUNTO, InfoSet, coup_of, hand_name
from tapete.odds.coups import WINNERS
from tapete.odds.shoe import HANDS, KINDS, OddsError
from tapete.odds.simulation import NO_COUP, Array, Dealer, Shuffled, places, shuffled_shoes, thresholds
from tapete.rulebooks import house_library

PAIR_AT: Final = np.array([[HANDS.index((min(a, b), max(a, b))) for b in range(NONE)] for a in range(NONE)])
"""The place of a hand among all hands of two cards, by the kinds of its cards."""
CODES: Final = np.add.outer(np.arange(NONE) * 16, np.arange(NONE)).ravel()
PUNTO_WINS, BANCA_WINS, TIE = (WINNERS.index(one) for one in (Winner.PUNTO, Winner.BANCA, Winner.TIE))
SHORTEST: Final = 4
"""Cards of the shortest coup."""
MOST_WINS: Final = 200
"""More than a shoe of eight packs has coups."""


class Table(AskedBanks, frozen=True, kw_only=True):
    """Whole shoes, bank after bank.

    ``cover``: the share of a bank that the others stake; ``garage``: the share of winnings in play that the banker sets
    aside between coups, where the rules let them; ``is_unlimited``: it may outgrow the greatest bank. ``punto``: how
    often they draw where they are free, ``None`` as in equilibrium; ``is_banco_free``: the punto plays banco, and the
    director lets them draw as they like.
    """

    free = ("punto", "banker")
    cover: Fraction = Fraction(1)
    garage: Fraction = Fraction(0)
    is_unlimited: bool = False
    punto: Fraction | None = None
    is_banco_free: bool = False

    def places(self) -> Mapping[str, Mapping[str, Sequence[int]]]:
        return {"punto": {str(how): [place] for place, how in enumerate(WINNERS)}}

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
        start, luck = places(seed, part)
        shoes, ladder = fresh_shoes(self.decks, count, start, self.cut()), ladder_of(self)
        most = len(shoes.whole) // SHORTEST + 1
        ways, banks = np.zeros((count, len(WINNERS)), dtype=np.uint16), np.empty(count * most, dtype=RECORD)
        if IS_FAST:
            held = shoe_loops.deal_chemin_de_fer(shoes, luck, strategy_of(self), ladder, ways, banks)
            return Part(banks[:held], ways)
        ends = np.full((count, (most + 63) // 64 * 64), NO_COUP, dtype=np.uint8)
        dealer = Dealer(shoes.shoes(), shoes.cut, LONGEST)
        for number, (rows, *_, winner) in enumerate(
            coups(dealer, simulation.luck_of(shoes, SHORTEST, luck), strategy_of(self))
        ):
            ends[rows, number] = winner
        found = [dict.fromkeys(RECORD.fields or (), 0) for _ in banks]
        bits = [np.packbits(ends == one, axis=1, bitorder="little") for one in (BANCA_WINS, PUNTO_WINS)]
        won, lost = (one.view(np.uint64).ravel().tolist() for one in bits)
        numbers = (ends != NO_COUP).sum(axis=1).tolist()
        held = shoe_loops.settle_banks(won, lost, numbers, 0, in_lists(ladder), ways, found, 0)
        return Part(np.array([tuple(one.values()) for one in found[:held]], RECORD), ways)


rules_of: Final = cache(lambda rulebook: read(house_library().by_id(GAME, rulebook)))


def greatest_bank(rules: Rules, minimum: Cents) -> Cents:
    return rules.bank.maximum_multiple.use() * minimum


def cut_of(decks: int, below: int, longest: int) -> int:
    size = sum(deck_shoe(decks))
    if not longest <= below + 1 <= size - longest:
        raise OddsError("shoe-too-short", needed=below + longest, size=size)
    return size - below


def fresh_shoes(decks: int, count: int, start: np.uint64, cut: int) -> Shuffled:
    """Return shoes of which each card is its kind."""
    return shuffled_shoes(np.repeat(np.arange(len(KINDS), dtype=np.uint8), deck_shoe(decks)), count, start, cut)


class Ladder(NamedTuple):
    """By coups that a bank has won, ``rungs`` of four: what is staked against it, and of a bank that is lost then what
    was staked over all, net, and kept by the house. ``most``: with so many it is given up.
    """

    rungs: Array
    most: int


@lru_cache(maxsize=64)
def ladder_of(asked: Table) -> Ladder:
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
    covered_by, kept_of = np.array(found).T.copy()
    most = min(asked.give_up or MOST_WINS, len(found))
    staked, net, fees = (np.append(0, one.cumsum()) for one in (covered_by, covered_by - kept_of, kept_of))
    lost = np.append(covered_by, 0)
    lost[most] = 0
    return Ladder(np.column_stack([lost, staked + lost, net - lost, fees]).ravel(), most)


class Strategy(NamedTuple):
    """What a coup needs as arrays: which of the first cards go to each side; ``natural``: the least one; ``winner`` of
    equal hands, of a higher one of the banker, of the punto.

    Two numbers of a coup lead to rows of two tables, the next one from each of the ``bounds`` on: ``draws`` by kinds
    of the punto's two cards, 16 to the first, and ``columns`` by the banker's, as bits by the third card, the second
    half if there is one; the last place of a table is for a coup that a natural has ended.
    """

    first: Array
    second: Array
    modulus: int
    natural: int
    winner: Array
    bounds: tuple[Array, Array]
    draws: Array
    columns: Array


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
        punto, known = {hand: float(one) for hand, one in found.punto.items()}, known_draws(found)
    banker = np.zeros((len(HANDS), NONE + 1))
    for at, duties in enumerate(coup.bank_duties):
        for column, duty in enumerate(duties):
            banker[at, column] = drawing(duty, asked.banker, known, InfoSet(HANDS[at], column, duty))
    names = [hand_name((points,)) for points in coup.totals.tolist()]
    draws = thresholds([drawing(duty, asked.punto, punto, name) for duty, name in zip(coup.duties, names, strict=True)])
    by_punto, by_bank = np.zeros(256, np.uint64), np.zeros((256, NONE + 1), np.uint64)
    by_punto[CODES], by_bank[CODES] = draws[PAIR_AT.ravel()], thresholds(banker)[PAIR_AT.ravel()]
    (bounds, is_drawn), (bank_bounds, is_bank_drawn) = simulation.graded(by_punto), simulation.graded(by_bank)
    columns = simulation.bits_of(
        np.stack([is_bank_drawn[..., NONE:].repeat(NONE, axis=-1), is_bank_drawn[..., :NONE]], axis=1)
    )
    winner = [TIE, *(PUNTO_WINS if coup.wins[PUNTO][one] else BANCA_WINS for one in ((0, 1), (1, 0)))]
    first, second = places_of(sorted(SIDES, key=lambda one: one is not first_card_to()), SIDES)
    natural, modulus = int(coup.totals[coup.naturals].min()), int(coup.totals.max()) + 1
    return Strategy(
        *(first, second, modulus, natural, np.array(winner), (bounds, bank_bounds)),
        *(is_drawn.astype(np.uint8).ravel(), columns.ravel()),
    )


def places_of(order: Sequence[str], sides: Sequence[str]) -> tuple[Array, ...]:
    """Return which of the first cards go to each side, as a table deals them that serves the hands in this order."""
    served = dict.fromkeys(order, 0)
    dealt: list[str] = []
    while (due := next_hand(served)) is not None:
        served[due] += 1
        dealt.append(due)
    return tuple(np.array([at for at, one in enumerate(dealt) if one == side]) for side in sides)


def coups(dealer: Dealer, luck: Array, by: Strategy) -> Iterator[tuple[Array, ...]]:
    """Yield the coups of all shoes, the first of each, then the second ...: rows of the shoes, whether each side drew,
    and who wins, as a place of :data:`~tapete.odds.coups.WINNERS`.
    """
    for (rows, dealt), lucky in zip(dealer.coups(), luck, strict=False):
        cards = dealt.astype(np.int64)
        (punto, has), (bank, holds) = (
            ((cards[:, one[0]] << 4) + cards[:, one[1]], cards[:, one].sum(axis=1) % by.modulus)
            for one in (by.first, by.second)
        )
        is_played = (has < by.natural) & (holds < by.natural)
        row, bank_row = simulation.rows_of(lucky[:, rows], by.bounds)
        draws = by.draws[(row << 8) + np.where(is_played, punto, 255)].astype(np.int64)
        bank_draws = by.columns[(bank_row << 9) + (draws << 8) + np.where(is_played, bank, 255)] >> cards[:, 4] & 1
        has, bank_has = (
            (total + card * draw) % by.modulus
            for total, card, draw in (
                (has, cards[:, 4], draws),
                (holds, np.where(draws, cards[:, 5], cards[:, 4]), bank_draws),
            )
        )
        dealer.at[rows] += 4 + draws + bank_draws
        yield rows, draws, bank_draws, by.winner[(bank_has > has) + 2 * (has > bank_has)]
