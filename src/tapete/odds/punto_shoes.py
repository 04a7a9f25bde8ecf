"""Punto y banca by real shoes: burn, cut card and the order of the cards are kept, stakes settled as at the table.

Many shoes are dealt side by side, coup by coup. Which hand draws, who wins, what is burned and what a bet brings is
asked of the functions that decide at the table, once for each case; the arrays look the answers up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import product
from typing import Any, ClassVar, Final, NamedTuple

import msgspec
import numpy as np

from tapete.cards import DECK, rank, suit
from tapete.compiled import IS_FAST
from tapete.games.baccarat.points import is_natural, total, winner
from tapete.games.punto_banco.coup import deal_order, line, net
from tapete.games.punto_banco.rules import GAME, Rules, is_ended_by_natural, read
from tapete.games.punto_banco.terms import Bet as Bet, Hand
from tapete.games.punto_banco.turn import cards_after_the_turned
from tapete.money import Cents
from tapete.odds import shoe_loops
from tapete.odds.coups import LONGEST, WINNERS, is_card_due_to_bank, is_card_due_to_player
from tapete.odds.punto_banco import ANYONE, RULEBOOK, SPECIMENS, Two, layout_of
from tapete.odds.shoe import OddsError
from tapete.odds.simulation import PART, Array, Dealer, Mean, gathered, places, quantiles, ratio, shuffled_shoes
from tapete.rulebooks import house_library

Faces = Array
"""Shoes by rows, each card as a byte: :attr:`Tables.coded`."""
FEW: Final = 128
"""Rows of a product that is not worth a thread more."""
SORTS: Final = tuple(Two)
CLASSES: Final = len(WINNERS) * len(SORTS) ** 2 * 3
"""What a coup comes to for a bet: who wins, what the two cards of each hand are to each other, how many are used."""


class Tables(NamedTuple):
    """The rules of a rulebook as arrays. ``coded``: each face as a byte: what it counts, then its suit, then its rank
    among those that count so much: who differ in the suit alone are a pair. By such bytes, how many cards the first one
    burns, itself among them; ``player``, ``bank``: which of the first cards go to each hand. ``comes_to``: by totals
    and by what the next two cards count, four times the class of mixed pairs, and how many of the two it takes.
    """

    coded: Array
    burned: Array
    player: Array
    bank: Array
    modulus: int
    comes_to: Array


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
    comes_to = np.zeros((modulus, modulus, 16, 16), dtype=np.uint8)
    comes_to[..., :modulus, :modulus] = (
        won[player, last] * (4 * CLASSES // len(WINNERS)) + 5 * is_drawn + 5 * bank_draws
    )
    coded, burned, order = coded_faces(points), np.zeros(256, dtype=np.uint8), deal_order()
    burned[coded] = [1 + cards_after_the_turned(rules, face) for face in DECK]
    sides = (np.array([at for at, hand in enumerate(order) if hand is one]) for one in (Hand.PUNTO, Hand.BANCA))
    return Tables(coded, burned, *sides, modulus, comes_to.ravel())  # type: ignore[arg-type, call-arg]


def coded_faces(points: Array) -> Array:
    ranks, suits = dict[int, list[str]](), sorted(set(map(suit, DECK)))
    found = np.zeros(len(DECK), dtype=np.uint8)
    for at, (face, count) in enumerate(zip(DECK, points.tolist(), strict=True)):
        alike = ranks.setdefault(count, [])
        if rank(face) not in alike:
            alike.append(rank(face))
        found[at] = count | suits.index(suit(face)) << 4 | alike.index(rank(face)) << 6
    return found


def come_to(dealt: Faces, rules: Tables) -> Array:
    """Return what coups come to, by the six cards that each may take; the rest by three is how many it takes of two."""
    (player, player_sort), (bank, bank_sort) = (hands_of(dealt[:, one], rules) for one in (rules.player, rules.bank))
    look = (player * rules.modulus + bank << 8) + ((dealt[:, 4] & 15) << 4) + (dealt[:, 5] & 15)
    found: Array = (rules.comes_to[look] >> 2) + np.uint8(3) * (np.uint8(len(SORTS)) * player_sort + bank_sort)
    return found


def hands_of(two: Faces, rules: Tables) -> tuple[Array, Array]:
    """Return totals of two cards, and what the two are to each other, a place of ``SORTS``."""
    apart: Array = two[:, 0] ^ two[:, 1]
    is_pair, is_perfect = ((one == 0).astype(np.uint8) for one in (apart & 0xCF, apart))
    return (two & 15).sum(axis=1, dtype=np.int64) % rules.modulus, is_pair + is_perfect


def coups(shoes: Faces, cut: int, rules: Tables) -> Iterator[tuple[Array, Array]]:
    """Yield the coups of all shoes, the first of each, then the second ...: rows of the shoes, and what each comes to.

    ``cut`` is the place before which the cut card lies: the coup in which it appears is the last.
    """
    dealer = Dealer(shoes, cut, LONGEST, rules.burned[shoes[:, 0]].astype(np.int32))
    for rows, cards in dealer.coups():
        ends = come_to(cards, rules)
        dealer.at[rows] += 4 + ends % 3
        yield rows, ends


class Stake(NamedTuple):
    """What a stake brings by class of coup, in cents: to whoever stakes it, and what is deducted for the house."""

    net: Array
    deducted: Array


def stake_table(rules: Rules, bet: Bet, stake: Cents) -> Stake:
    found = [
        line(ANYONE, bet, stake, how, layout_of(SPECIMENS[player], SPECIMENS[bank], used), rules)
        for how, player, bank, used in product(WINNERS, SORTS, SORTS, range(3))
    ]
    return Stake(np.array([net(one) for one in found]), np.array([one.deduction for one in found]))


@lru_cache
def columns_of(rulebook: str, *stakes: tuple[Bet, Cents]) -> Array:
    """Return by class what :meth:`Shoes.sum_up` adds up; such sums are exact in floats."""
    won = np.eye(len(WINNERS)).repeat(CLASSES // len(WINNERS), axis=0)
    return np.column_stack(
        [np.ones(CLASSES), won, *(one for of in stakes for one in stake_table(rules_of(rulebook), *of))]
    )


rules_of: Final = cache(lambda rulebook: read(house_library().by_id(GAME, rulebook)))
tables_of: Final = cache(lambda rulebook: tables(rules_of(rulebook)))


class Shoes(msgspec.Struct, frozen=True):
    """What is simulated: the shoe, the rules, and the ``stakes`` in cents that are made on every coup."""

    part_size: ClassVar[int] = PART
    decks: int
    stakes: dict[Bet, Cents]
    rulebook: str = RULEBOOK

    def cut(self) -> int:
        """Return the place before which the cut card lies. Raises :class:`~tapete.odds.shoe.OddsError`."""
        size, below = self.decks * len(DECK), rules_of(self.rulebook).pack.cards_below_cut_card.use()
        if not LONGEST <= below <= size - LONGEST:
            raise OddsError("shoe-too-short", needed=below + LONGEST, size=size)
        return size - below

    def require_possible(self) -> None:
        self.cut()

    def sum_up(self, counts: Array) -> Array:
        """Return by shoe its coups, how many each hand won, and for each stake the cents won and deducted."""
        columns = columns_of(self.rulebook, *self.stakes.items())
        few = np.array_split(counts, -(-len(counts) // FEW))
        found = np.concatenate([one.astype(np.float64) @ columns for one in few])
        return found.astype(np.int32 if abs(found).max(initial=0) < 1 << 31 else np.int64)  # fewer bytes go to others

    def deal(self, count: int, seed: int, part: int) -> Array:
        """Return by shoe and class how many coups came to it."""
        (start, _), cut = places(seed, part), self.cut()
        found = np.zeros((count, CLASSES), dtype=np.uint16)
        rules = tables_of(self.rulebook)
        shoes = shuffled_shoes(np.tile(rules.coded, self.decks), count, start, cut)
        if IS_FAST:
            shoe_loops.deal_punto_banco(shoes, rules, found)
            return found
        for rows, comes_to in coups(shoes.shoes(), cut, rules):
            found[rows, comes_to] += 1
        return found


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


def summed(asked: Shoes, made: Iterable[Array], seed: int) -> ShoesResult:
    """Return what the sums say, of those that are there when somebody interrupts, if any is. Raises
    :class:`~tapete.odds.shoe.OddsError` for less than two shoes.
    """
    sums = np.concatenate(gathered(made, len)[0], dtype=np.int64).T
    coups, won, money = sums[0], sums[1 : 1 + len(WINNERS)], sums[1 + len(WINNERS) :]
    results, house, ones = dict[str, StakeResult](), -money[::2].sum(axis=0), np.ones(len(coups))
    for (bet, stake), won_of, deducted in zip(asked.stakes.items(), money[::2], money[1::2], strict=True):
        edge = ratio(-won_of, coups * stake)
        results[str(bet)] = StakeResult(int(coups.sum()) * stake, int(won_of.sum()), int(deducted.sum()), edge)
    return ShoesResult(
        len(coups),
        int(coups.sum()),
        seed,
        asked.decks,
        asked.rulebook,
        {str(how): ratio(one, coups) for how, one in zip(WINNERS, won, strict=True)},
        ratio(coups, ones),
        results,
        ratio(house, ones),
        quantiles(house),
    )


def rows(asked: Shoes, parts: Iterable[Array]) -> Iterator[Mapping[str, Any]]:
    """Yield a row a shoe: its number, its coups, how often each hand won, and what each stake brought in cents."""
    shoe, a_coup, names = 0, sum(asked.stakes.values()), list(map(str, WINNERS))
    for counts in parts:
        for coups, *found in asked.sum_up(counts).tolist():
            shoe += 1
            won, nets, deducted = found[: len(names)], found[len(names) :: 2], found[len(names) + 1 :: 2]
            yield {
                "shoe": shoe,
                "coups": coups,
                **dict(zip(names, won, strict=True)),
                "amount": coups * a_coup,
                "won": sum(nets),
                "commission": sum(deducted),
                **{f"won_{bet}": one for bet, one in zip(asked.stakes, nets, strict=True)},
            }
