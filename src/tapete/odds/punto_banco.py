"""Punto y banca: every coup that a shoe can deal, counted exactly.

What is counted are ordered runs of cards off the top of the shoe, as many as the longest coup can use (six: two for
each hand and two third cards); a shorter coup counts with every continuation. Which hand draws, who wins and what a
bet brings is asked of the functions that decide at the table, so a changed rule changes the figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import product
from math import perm, prod
from typing import Any

import msgspec

from tapete.cards import Card, card, cards, rank, suit
from tapete.clauses import Cite, Sourced, trace
from tapete.games.baccarat.effects import LaidCard, Layout
from tapete.games.baccarat.points import Winner, winner
from tapete.games.punto_banco.coup import deal_order, line, net
from tapete.games.punto_banco.events import Line
from tapete.games.punto_banco.rules import GAME, Rules, read
from tapete.games.punto_banco.state import third
from tapete.games.punto_banco.terms import MAIN_BETS, SIDE_BETS, Bet, Hand
from tapete.kernel import PersonId
from tapete.money import Fraction as Rate, Part
from tapete.odds.shoe import Endings, OddsError, endings, fold_counts, shoe
from tapete.rulebooks import Library, house_library


class Two(StrEnum):
    """What two cards are to each other, as far as a side bet can care."""

    MIXED = "mixed"
    PAIR = "pair"
    PERFECT = "perfect"


def two(first: Card, second: Card) -> Two:
    if rank(first) != rank(second):
        return Two.MIXED
    return Two.PERFECT if suit(first) == suit(second) else Two.PAIR


SPECIMENS: Mapping[Two, tuple[Card, Card]] = {
    Two.MIXED: (Card("2s"), Card("3h")),
    Two.PAIR: (Card("2s"), Card("2h")),
    Two.PERFECT: (Card("2s"), Card("2s")),
}
"""Two cards of each sort, to be shown to the rules."""


def _pairs(held: Mapping[Card, int]) -> Iterator[tuple[str, Two, tuple[Card, Card], int]]:
    """Yield every ordered pair of one rank with the number of ways to draw it."""
    for first, second in product(held, repeat=2):
        sort = two(first, second)
        if sort is not Two.MIXED:
            yield rank(first), sort, (first, second), held[first] * (held[second] - (first == second))


def joint(held: Mapping[Card, int]) -> dict[tuple[Two, Two], int]:
    """Count ordered draws of four cards, two for each hand, by what the two of each hand are to each other.

    The counts add up to N(N-1)(N-2)(N-3) for a shoe of N cards.
    """
    size = sum(held.values())
    found = list(_pairs(held))
    sorts = (Two.PAIR, Two.PERFECT)
    single, of_rank = Counter[Two](), Counter[tuple[str, Two]]()
    for letter, sort, _, ways in found:
        single[sort] += ways
        of_rank[letter, sort] += ways
    counts = {(player, bank): 0 for player in Two for bank in Two}
    for letter, sort, pair, ways in found:
        for other in sorts:  # pairs of another rank leave each other's cards alone
            counts[sort, other] += ways * (single[other] - of_rank[letter, other])
        for of, other, more, _ in found:
            if of == letter:
                counts[sort, other] += ways * _after(held, pair, more)
    for sort in sorts:
        rest = single[sort] * perm(size - 2, 2) - sum(counts[sort, other] for other in sorts)
        counts[sort, Two.MIXED] = counts[Two.MIXED, sort] = rest
    counts[Two.MIXED, Two.MIXED] = perm(size, 4) - sum(counts.values())
    return counts


def _after(held: Mapping[Card, int], gone: tuple[Card, Card], drawn: tuple[Card, Card]) -> int:
    first, second = drawn
    left = held[first] - gone.count(first)
    return left * (held[second] - gone.count(second) - (first == second)) if left > 0 else 0


RULEBOOK = "asturias-2011"

NAMES: Mapping[Bet, str] = {bet: bet.name.lower() for bet in Bet} | {Bet.PUNTO: "player", Bet.BANCA: "banker"}
"""Bets as the results name them."""


class PuntoBancoOdds(msgspec.Struct, frozen=True):
    """Exact odds of one coup. Counts are ordered runs of cards, out of ``total``; ratios are exact fractions.

    ``player``, ``banker``, ``tie``: how the coup ends. ``totals``: final totals of the Player and the Bank hand.
    ``cards``: by how many cards the coup uses. ``naturals``: ``player`` and ``banker`` for a natural in that hand,
    ``both`` for one in each (counted in the other two as well). ``wins``: in how many runs each bet wins.
    ``edges``: what the house keeps of each unit staked, in the long run; a returned stake counts as staked, and
    amounts are not rounded. ``rests_on``: the clauses that the figures rest on.
    """

    player: int
    banker: int
    tie: int
    total: int
    decks: int
    removed: tuple[Card, ...]
    rulebook: str
    totals: dict[tuple[int, int], int]
    cards: dict[int, int]
    naturals: dict[str, int]
    wins: dict[str, int]
    edges: dict[str, Fraction]
    rests_on: tuple[Cite, ...]

    def to_json(self) -> dict[str, Any]:
        """Return a plain tree: fractions as «n/d», pairs of totals as «9-8». Counts may pass 2**53 beyond 8 packs."""
        return {
            **{name: getattr(self, name) for name in ("player", "banker", "tie", "total", "decks", "rulebook")},
            "removed": list(self.removed),
            "totals": {f"{punto}-{banca}": count for (punto, banca), count in sorted(self.totals.items())},
            "cards": {str(used): count for used, count in sorted(self.cards.items())},
            "naturals": self.naturals,
            "wins": self.wins,
            "edges": {name: f"{edge.numerator}/{edge.denominator}" for name, edge in self.edges.items()},
            "rests_on": list(self.rests_on),
        }


def exact(
    decks: int = 8, removed: str | Iterable[str] = (), *, rulebook: str = RULEBOOK, library: Library | None = None
) -> PuntoBancoOdds:
    """Count one coup off a well-shuffled shoe of ``decks`` packs from which the cards ``removed`` are gone.

    ``removed`` is in notation, one text or card by card; ``rulebook`` names a rulebook of ``library``, the shipped ones
    when not given. Raises :class:`~tapete.odds.shoe.OddsError` for a shoe that cannot be or that has too few cards for
    the longest coup, and for rules that leave a case to an official; :class:`~tapete.cards.UnknownCardError`;
    :class:`~tapete.rulebooks.UnknownRulebookError`.

    >>> exact(8).player
    2230518282592256
    """
    gone = cards(removed) if isinstance(removed, str) else tuple(removed)
    held = shoe(decks, gone)
    size = sum(held.values())
    with trace() as trail:
        rules = read((library or house_library()).by_id(GAME, rulebook))
        dealt = deal_order()
        longest = len(dealt) + len(Hand)
        if size < longest:
            raise OddsError("shoe-too-short", needed=longest, size=size)
        ends = endings(held, rules, dealt)
        won = fold_counts(ends, lambda end: winner(end.punto, end.banca, rules.outcome))
        whole = perm(size, longest)
        stake = _even_stake(rules)
        bets = _main_bets(rules, stake, won)
        if all(dealt.count(hand) == 2 for hand in Hand):
            bets |= _side_bets(rules, stake, held, ends)
    return PuntoBancoOdds(
        player=won[Winner.PUNTO],
        banker=won[Winner.BANCA],
        tie=won[Winner.TIE],
        total=whole,
        decks=decks,
        removed=tuple(card(one) for one in gone),
        rulebook=rulebook,
        totals=dict(fold_counts(ends, lambda end: (end.punto, end.banca))),
        cards=dict(fold_counts(ends, lambda end: end.cards)),
        naturals={
            "player": sum(count for end, count in ends.items() if end.player_natural),
            "banker": sum(count for end, count in ends.items() if end.bank_natural),
            "both": sum(count for end, count in ends.items() if end.player_natural and end.bank_natural),
        },
        wins={NAMES[bet]: sum(count for one, count in lines if one.outcome == "won") for bet, lines in bets.items()},
        edges={
            NAMES[bet]: Fraction(-sum(net(one) * count for one, count in lines), stake * whole)
            for bet, lines in bets.items()
        },
        rests_on=trail.rests_on,
    )


Lines = Sequence[tuple[Line, int]]
"""What a bet comes to, each with its count. The stake divides evenly and is settled as at the table."""

ANYONE = PersonId("anyone")


def _main_bets(rules: Rules, stake: int, won: Mapping[Winner, int]) -> dict[Bet, Lines]:
    return {bet: [(line(ANYONE, bet, stake, how, (), rules), count) for how, count in won.items()] for bet in MAIN_BETS}


def _side_bets(rules: Rules, stake: int, held: Mapping[Card, int], ends: Endings) -> dict[Bet, Lines]:
    """Lay cards of every sort that a side bet can tell apart before the settlement."""
    onward = perm(sum(held.values()) - 4, 2)
    pairs = [
        (_layout(SPECIMENS[player], SPECIMENS[bank]), count * onward) for (player, bank), count in joint(held).items()
    ]
    by_cards = [
        (_layout(SPECIMENS[Two.MIXED], SPECIMENS[Two.MIXED], used - 4), count)
        for used, count in fold_counts(ends, lambda end: end.cards).items()
    ]
    return {
        bet: [
            (line(ANYONE, bet, stake, Winner.TIE, layout, rules), count)
            for layout, count in (by_cards if bet in (Bet.BIG, Bet.SMALL) else pairs)
        ]
        for bet in SIDE_BETS
    }


def _layout(player: Sequence[Card], bank: Sequence[Card], thirds: int = 0) -> Layout:
    places = [*((str(Hand.PUNTO), face) for face in player), *((str(Hand.BANCA), face) for face in bank)]
    places += [(third(hand), Card("As")) for hand in (Hand.PUNTO, Hand.BANCA)[:thirds]]
    return tuple(LaidCard(position, place, face, face_up=True) for position, (place, face) in enumerate(places))


def _even_stake(rules: Rules) -> int:
    """Return a stake, in cents, that no rate of the rulebook divides with a rest."""
    bets, side = rules.bets, rules.side_bets
    rates: list[Sourced[Rate] | Sourced[Part]] = [bets.even_money, bets.tie_pays, bets.commission]
    rates += [getattr(side, name) for name in side.__struct_fields__]
    return bets.commission_unit.use() * prod(rate.use().den for rate in rates)
