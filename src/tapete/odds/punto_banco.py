"""Punto y banca: every coup that a shoe can deal, counted exactly.

What is counted are ordered runs of cards off the top of the shoe, as many as the longest coup can use (six: two for
each hand and two third cards); a shorter coup counts with every continuation. Which hand draws, who wins and what a
bet brings is asked of the functions that decide at the table, so a changed rule changes the figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import partial
from math import prod
from typing import Any, TypeVar

import msgspec

from tapete.cards import Card, card, cards, rank, suit
from tapete.clauses import Cite, Sourced, trace
from tapete.games.baccarat.effects import LaidCard, Layout
from tapete.games.baccarat.points import Winner, winner
from tapete.games.punto_banco.coup import line, net
from tapete.games.punto_banco.rules import GAME, Rules, read
from tapete.games.punto_banco.state import third
from tapete.games.punto_banco.terms import MAIN_BETS, SIDE_BETS, Bet, Hand
from tapete.kernel import PersonId
from tapete.money import Fraction as Rate, Part as RatePart
from tapete.odds.coups import HANDS, Coups, Part, Sights
from tapete.odds.shoe import KINDS, fraction_text, kind_of, shoe
from tapete.rulebooks import Library, house_library

K = TypeVar("K", bound=Hashable)


class Two(StrEnum):
    """What two cards are to each other, as far as a side bet can care."""

    MIXED = "mixed"
    PAIR = "pair"
    PERFECT = "perfect"


def two(first: Card, second: Card) -> Two:
    if rank(first) != rank(second):
        return Two.MIXED
    return Two.PERFECT if suit(first) == suit(second) else Two.PAIR


def _place_of_two(first: Card, second: Card) -> int:
    return list(Two).index(two(first, second))


SPECIMENS: Mapping[Two, tuple[Card, Card]] = {
    Two.MIXED: (Card("2s"), Card("3h")),
    Two.PAIR: (Card("2s"), Card("2h")),
    Two.PERFECT: (Card("2s"), Card("2s")),
}
"""Two cards of each sort, to be shown to the rules."""


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
    is_infinite: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return a plain tree: fractions as «n/d», pairs of totals as «9-8». Counts may pass 2**53 beyond 8 packs."""
        return {
            **{name: getattr(self, name) for name in ("player", "banker", "tie", "total", "decks", "rulebook")},
            "infinite": self.is_infinite,
            "removed": list(self.removed),
            "totals": {f"{punto}-{banca}": count for (punto, banca), count in sorted(self.totals.items())},
            "cards": {str(used): count for used, count in sorted(self.cards.items())},
            "naturals": self.naturals,
            "wins": self.wins,
            "edges": {name: fraction_text(edge) for name, edge in self.edges.items()},
            "rests_on": list(self.rests_on),
        }


def exact(
    decks: int = 8,
    removed: str | Iterable[str] = (),
    *,
    rulebook: str = RULEBOOK,
    library: Library | None = None,
    is_infinite: bool = False,
) -> PuntoBancoOdds:
    """Count one coup off a well-shuffled shoe of ``decks`` packs from which the cards ``removed`` are gone.

    ``removed`` is in notation, one text or card by card; ``rulebook`` names a rulebook of ``library``, the shipped ones
    when not given; ``is_infinite``: each card goes back before the next is dealt. Raises
    :class:`~tapete.odds.shoe.OddsError` for a shoe that cannot be or that has too few cards for the longest coup, and
    for rules that leave a case to an official; :class:`~tapete.cards.UnknownCardError`;
    :class:`~tapete.rulebooks.UnknownRulebookError`.

    >>> exact(8).player
    2230518282592256
    """
    gone = cards(removed) if isinstance(removed, str) else tuple(removed)
    held = shoe(decks, gone)
    with trace() as trail:
        rules = read((library or house_library()).by_id(GAME, rulebook))
        coups = Coups(held, rules, is_replaced=is_infinite)
        ends = coups.tally(*(partial(of, hand=hand) for of in (Part.total, Part.cards, Part.natural) for hand in HANDS))
        won = _summed(ends, lambda end: winner(end[0], end[1], rules.outcome))
        used = _summed(ends, lambda end: end[2] + end[3])
        stake = _even_stake(rules)
        mixed, pairs = SPECIMENS[Two.MIXED], _pairs(held, coups)
        by_winner: list[tuple[Winner, Layout, int]] = [(how, (), count) for how, count in won.items()]
        by_pairs = [(Winner.TIE, layout_of(SPECIMENS[one], SPECIMENS[two]), ways) for (one, two), ways in pairs.items()]
        by_cards = [(Winner.TIE, layout_of(mixed, mixed, cards - 4), count) for cards, count in used.items()]
        told = dict.fromkeys(MAIN_BETS, by_winner) | dict.fromkeys(SIDE_BETS, by_pairs)
        told |= dict.fromkeys((Bet.BIG, Bet.SMALL), by_cards)
        bets = {
            bet: [(line(ANYONE, bet, stake, how, layout, rules), count) for how, layout, count in of]
            for bet, of in told.items()
        }
    naturals = _summed(ends, lambda end: end[4:])
    whole, both = coups.total, naturals[1, 1]
    return PuntoBancoOdds(
        player=won[Winner.PUNTO],
        banker=won[Winner.BANCA],
        tie=won[Winner.TIE],
        total=whole,
        decks=decks,
        removed=tuple(card(one) for one in gone),
        rulebook=rulebook,
        totals=dict(_summed(ends, lambda end: (end[0], end[1]))),
        cards=dict(used),
        naturals={"player": naturals[1, 0] + both, "banker": naturals[0, 1] + both, "both": both},
        wins={NAMES[bet]: sum(count for one, count in lines if one.outcome == "won") for bet, lines in bets.items()},
        edges={
            NAMES[bet]: Fraction(-sum(net(one) * count for one, count in lines), stake * whole)
            for bet, lines in bets.items()
        },
        rests_on=trail.rests_on,
        is_infinite=is_infinite,
    )


def removal_effects(decks: int = 8, removed: str | Iterable[str] = ()) -> dict[Card, dict[str, Fraction]]:
    """Return by what the mean of each bet grows when one card more is gone, by a face of each kind that the shoe holds.

    Weighed with how many cards of each kind there are they add up to nothing. Raises as :func:`exact` does.
    """
    gone = cards(removed) if isinstance(removed, str) else tuple(card(one) for one in removed)
    before = exact(decks, gone).edges
    held, found = shoe(decks, gone), dict[Card, dict[str, Fraction]]()
    for kind in KINDS:
        face = next((one for one in held if held[one] and kind == kind_of(one)), None)
        if face is not None:
            after = exact(decks, (*gone, face)).edges
            found[kind] = {bet: edge - after[bet] for bet, edge in before.items()}
    return found


ANYONE = PersonId("anyone")


def _pairs(held: Mapping[Card, int], coups: Coups) -> Counter[tuple[Two, Two]]:
    """Count the runs by what the two first cards of each hand are to each other."""
    told = Coups(held, coups.rules, Sights(of_two=(_place_of_two,)), is_replaced=coups.is_replaced)
    sorts = [two(*hand) for hand in told.hands]
    counts = Counter[tuple[Two, Two]]()
    for player, row in zip(sorts, told.first_four.tolist(), strict=True):
        for bank, ways in zip(sorts, row, strict=True):
            counts[player, bank] += ways * coups.onward[4]
    return counts


def _summed(ends: Mapping[tuple[int, ...], int], key: Callable[[tuple[int, ...]], K]) -> Counter[K]:
    sums = Counter[K]()
    for end, count in ends.items():
        sums[key(end)] += count
    return sums


def layout_of(player: Sequence[Card], bank: Sequence[Card], thirds: int = 0) -> Layout:
    places = [*((str(Hand.PUNTO), face) for face in player), *((str(Hand.BANCA), face) for face in bank)]
    places += [(third(hand), Card("As")) for hand in (Hand.PUNTO, Hand.BANCA)[:thirds]]
    return tuple(LaidCard(position, place, face, face_up=True) for position, (place, face) in enumerate(places))


def _even_stake(rules: Rules) -> int:
    """Return a stake, in cents, that no rate of the rulebook divides with a rest."""
    bets, side = rules.bets, rules.side_bets
    rates: list[Sourced[Rate] | Sourced[RatePart]] = [bets.even_money, bets.tie_pays, bets.commission]
    rates += [getattr(side, name) for name in side.__struct_fields__]
    return bets.commission_unit.use() * prod(rate.use().den for rate in rates)
