"""Punto y banca by real shoes: burn, cut card and the order of the cards are kept, stakes settled as at the table.

Many shoes are dealt side by side, coup by coup. Which hand draws, who wins, what is burned and what a bet brings is
asked of the functions that decide at the table, once for each case; the arrays look the answers up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, ClassVar, Final, NamedTuple

import msgspec
import numpy as np

from tapete.cards import DECK
from tapete.games.baccarat.points import is_natural, total, winner
from tapete.games.punto_banco.coup import deal_order, line, net
from tapete.games.punto_banco.rules import GAME, Rules, is_ended_by_natural, read
from tapete.games.punto_banco.terms import Bet as Bet, Hand
from tapete.games.punto_banco.turn import cards_after_the_turned
from tapete.money import Cents
from tapete.odds.coups import LONGEST, WINNERS, is_card_due_to_bank, is_card_due_to_player
from tapete.odds.kernels import IS_FAST
from tapete.odds.punto_banco import ANYONE, RULEBOOK, SPECIMENS, Two, layout_of, two
from tapete.odds.shoe import OddsError
from tapete.odds.simulation import PART, Array, Dealer, Mean, gathered, quantiles, randomness, ratio, shuffled_shoes
from tapete.rulebooks import house_library

Faces = Array
"""Shoes by rows, each card as its place in :data:`tapete.cards.DECK`."""
SORTS: Final = tuple(Two)
CLASSES: Final = len(WINNERS) * len(SORTS) ** 2 * 3
"""What a coup comes to for a bet: who wins, what the two cards of each hand are to each other, how many are used."""


class Tables(NamedTuple):
    """The rules of a rulebook as arrays, by faces, and what a coup comes to by totals and by what the next cards count.

    ``comes_to``: a class of mixed pairs. ``places``: which of the first cards go to the Player hand and to the Bank
    hand.
    """

    points: Array
    burned: Array
    total_of_two: Array
    sort_of_two: Array
    comes_to: Array
    places: tuple[Array, Array]


NO_CARD: Final = -1
"""The column of a bank that sees no third card; the last one of its array."""


def tables(rules: Rules) -> Tables:
    """Raises :class:`~tapete.odds.shoe.OddsError` for rules that leave a case to an official."""
    modulus = rules.points.modulus.use()
    points = np.array([total((face,), rules.points) for face in DECK], dtype=np.uint8)
    totals = range(modulus)
    naturals = np.array([[is_ended_by_natural(p, b, rules) for b in totals] for p in totals])
    ends = [is_natural(one, rules.outcome) for one in totals]
    draws = np.array([not ends[one] and is_card_due_to_player(one, rules) for one in totals])
    shown = {int(count): face for count, face in zip(points, DECK, strict=True)}
    thirds = (*(shown.get(one) for one in totals), None)
    bank = np.array(
        [
            [[not ends[b] and is_card_due_to_bank(p, b, third, rules) for third in thirds] for b in totals]
            for p in totals
        ]
    )
    won = np.array([[WINNERS.index(winner(p, b, rules.outcome)) for b in totals] for p in totals])
    first, second, fifth, sixth = np.indices((modulus,) * 4)
    is_played = ~naturals[first, second]
    is_drawn = draws[first] & is_played
    player = np.where(is_drawn, (first + fifth) % modulus, first)
    bank_draws = bank[player, second, np.where(is_drawn, fifth, NO_CARD)] & is_played
    last = np.where(bank_draws, (second + np.where(is_drawn, sixth, fifth)) % modulus, second)
    order = deal_order()
    return Tables(
        points,
        np.array([1 + cards_after_the_turned(rules, face) for face in DECK], dtype=np.int32),
        np.array((points[:, None].astype(int) + points) % modulus, dtype=np.uint8),
        np.array([[SORTS.index(two(one, other)) for other in DECK] for one in DECK], dtype=np.uint8),
        np.array(won[player, last] * (CLASSES // len(WINNERS)) + is_drawn + bank_draws, dtype=np.uint8),
        (
            np.array([at for at, hand in enumerate(order) if hand is Hand.PUNTO]),
            np.array([at for at, hand in enumerate(order) if hand is Hand.BANCA]),
        ),
    )


def come_to(dealt: Faces, rules: Tables) -> Array:
    """Return what coups come to, by the six cards that each may take; the rest by three is how many it takes of two."""
    hands = [(dealt[:, one[0]], dealt[:, one[1]]) for one in rules.places]
    first, second = (rules.total_of_two[hand] for hand in hands)
    found = rules.comes_to[first, second, rules.points[dealt[:, 4]], rules.points[dealt[:, 5]]]
    for hand, size in zip(hands, (3 * len(SORTS), 3), strict=True):
        found = found + rules.sort_of_two[hand] * np.uint8(size)
    return found


def coups(shoes: Faces, cut: int, rules: Tables) -> Iterator[tuple[Array, Array]]:
    """Yield the coups of all shoes, the first of each, then the second ...: rows of the shoes, and what each comes to.

    ``cut`` is the place before which the cut card lies: the coup in which it appears is the last.
    """
    dealer = Dealer(shoes, cut, LONGEST, rules.burned[shoes[:, 0]].copy())
    rows = np.arange(len(shoes))
    while len(rows := dealer.ready(rows)):
        ends = come_to(dealer.cards(rows), rules)
        dealer.at[rows] += 4 + ends % 3
        yield rows, ends


class Stake(NamedTuple):
    """What a stake brings by class of coup, in cents: to whoever stakes it, and what is deducted for the house."""

    net: Array
    deducted: Array


def stake_table(rules: Rules, bet: Bet, stake: Cents) -> Stake:
    found = [
        line(ANYONE, bet, stake, how, layout_of(SPECIMENS[player], SPECIMENS[bank], used), rules)
        for how in WINNERS
        for player in SORTS
        for bank in SORTS
        for used in range(3)
    ]
    return Stake(np.array([net(one) for one in found]), np.array([one.deduction for one in found]))


@cache
def rules_of(rulebook: str) -> Rules:
    return read(house_library().by_id(GAME, rulebook))


@cache
def tables_of(rulebook: str) -> Tables:
    return tables(rules_of(rulebook))


class Shoes(msgspec.Struct, frozen=True):
    """What is simulated: the shoe, the rules, and the ``stakes`` in cents that are made on every coup."""

    part_size: ClassVar[int] = PART
    decks: int
    stakes: dict[Bet, Cents]
    rulebook: str = RULEBOOK

    def rules(self) -> Rules:
        return rules_of(self.rulebook)

    def cut(self, rules: Rules) -> int:
        """Return the place before which the cut card lies. Raises :class:`~tapete.odds.shoe.OddsError`."""
        size, below = self.decks * len(DECK), rules.pack.cards_below_cut_card.use()
        if not LONGEST <= below <= size - LONGEST:
            raise OddsError("shoe-too-short", needed=below + LONGEST, size=size)
        return size - below

    def require_possible(self) -> None:
        self.cut(self.rules())

    def deal(self, count: int, seed: int, part: int) -> Array:
        """Return by shoe and class how many coups came to it."""
        whole = np.tile(np.arange(len(DECK), dtype=np.uint8), self.decks)
        shoes, cut, rules = (
            shuffled_shoes(whole, count, randomness(seed, part)),
            self.cut(self.rules()),
            tables_of(self.rulebook),
        )
        found = np.zeros((count, CLASSES), dtype=np.uint16)
        if IS_FAST:
            from tapete.odds.shoe_loops import deal_punto_banco

            deal_punto_banco(shoes, cut, rules, found)
            return found
        for rows, comes_to in coups(shoes, cut, rules):
            found[rows, comes_to] += 1
        return found


def wins(counts: Array) -> Mapping[str, Array]:
    """Return how often each hand won in each shoe, and how often neither did."""
    by_winner = counts.reshape(len(counts), len(WINNERS), -1).sum(axis=2, dtype=np.int64)
    return {str(how): by_winner[:, place] for place, how in enumerate(WINNERS)}


class StakeResult(msgspec.Struct, frozen=True):
    """``staked``, ``net`` and ``deducted`` in cents, over all coups; ``edge``: what the house keeps of each unit."""

    staked: Cents
    net: Cents
    deducted: Cents
    edge: Mean


class ShoesResult(msgspec.Struct, frozen=True):
    """What came of so many ``shoes``.

    ``wins``: share of the coups by winner. ``coups_a_shoe``: how many coups a shoe gives. ``house_a_shoe``: what the
    house wins in a shoe by all stakes together, in cents; ``house_quantiles``: below what so many of 100 shoes lie.
    """

    shoes: int
    coups: int
    seed: int
    decks: int
    rulebook: str
    wins: dict[str, Mean]
    coups_a_shoe: Mean
    stakes: dict[str, StakeResult]
    house_a_shoe: Mean
    house_quantiles: dict[int, float]


def summed(asked: Shoes, counted: Iterable[Array], seed: int) -> ShoesResult:
    """Return what the counts say, of those that are there when somebody interrupts, if any is. Raises
    :class:`~tapete.odds.shoe.OddsError` for less than two shoes.
    """
    counts = np.concatenate(gathered(counted) or [np.zeros((0, CLASSES), dtype=np.uint16)])
    if len(counts) < 2:
        raise OddsError("too-few-simulated", done=len(counts))
    coups = counts.sum(axis=1, dtype=np.int64)
    rules = asked.rules()
    results, house = dict[str, StakeResult](), np.zeros(len(counts), dtype=np.int64)
    for bet, stake in asked.stakes.items():
        table = stake_table(rules, bet, stake)
        net = counts @ table.net
        house -= net
        edge = ratio(-net, coups * stake)
        results[str(bet)] = StakeResult(
            int(coups.sum()) * stake, int(net.sum()), int((counts @ table.deducted).sum()), edge
        )
    ones = np.ones(len(counts))
    return ShoesResult(
        len(counts),
        int(coups.sum()),
        seed,
        asked.decks,
        asked.rulebook,
        {name: ratio(won, coups) for name, won in wins(counts).items()},
        ratio(coups, ones),
        results,
        ratio(house, ones),
        quantiles(house),
    )


def rows(asked: Shoes, parts: Iterable[Array]) -> Iterator[Mapping[str, Any]]:
    """Yield a row a shoe: its number, its coups, how often each hand won, and what each stake brought in cents."""
    rules, shoe = asked.rules(), 0
    tables = {bet: stake_table(rules, bet, stake) for bet, stake in asked.stakes.items()}
    for counts in parts:
        won, nets = wins(counts), {bet: counts @ of.net for bet, of in tables.items()}
        kept = counts @ sum((of.deducted for of in tables.values()), np.zeros(CLASSES, dtype=np.int64))
        for at, coups in enumerate(counts.sum(axis=1, dtype=np.int64)):
            shoe += 1
            yield {
                "shoe": shoe,
                "coups": int(coups),
                **{name: int(one[at]) for name, one in won.items()},
                "amount": int(coups) * sum(asked.stakes.values()),
                "won": int(sum(one[at] for one in nets.values())),
                "commission": int(kept[at]),
                **{f"won_{bet}": int(one[at]) for bet, one in nets.items()},
            }
