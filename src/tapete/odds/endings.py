"""How a coup of punto y banca can end, and in how many runs of cards: the totals, the cards used, the naturals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from math import perm
from typing import NamedTuple, TypeVar

from tapete.cards import Card
from tapete.games.baccarat.outcome import is_natural
from tapete.games.baccarat.points import total, value
from tapete.games.punto_banco.rules import Rules, is_bank_to_draw, is_ended_by_natural, is_player_to_draw
from tapete.games.punto_banco.terms import Hand
from tapete.odds.shoe import OddsError, card_classes, hands, ways, without

K = TypeVar("K", bound=Hashable)


class Ending(NamedTuple):
    """How a coup ends: the final totals, the number of cards, and which hands had a natural."""

    punto: int
    banca: int
    cards: int
    player_natural: bool = False
    bank_natural: bool = False


Endings = Mapping[Ending, int]
"""Endings with the number of runs of cards that lead there."""


def endings(held: Mapping[Card, int], rules: Rules, dealt: Sequence[Hand]) -> Endings:
    """Count the endings of a coup off a shoe that holds ``held``.

    ``dealt`` says to which hand each card of the deal goes. Cards of one value are one class, because nothing but the
    values decides; the order of the cards inside a hand and between the hands does not matter either, since every order
    of a shuffled shoe is as likely as any other.

    Raises :class:`~tapete.odds.shoe.OddsError` when the rules do not cover a case.
    """
    groups = card_classes(held, lambda face: value(face, rules.points))
    full = {kind: size for kind, (_, size) in groups.items()}
    asked = _Asked(rules, {kind: face for kind, (face, _) in groups.items()})
    found = _Found(len(dealt), len(dealt) + len(Hand), sum(full.values()))
    bank_hands = hands(sorted(full), dealt.count(Hand.BANCA))
    for player, player_orders in hands(sorted(full), dealt.count(Hand.PUNTO)):
        first = player_orders * ways(player, full)
        rest = without(full, player)
        for bank, bank_orders in bank_hands if first else ():
            both = first * bank_orders * ways(bank, rest)
            if both:
                _third_cards(asked, found, player, bank, without(rest, bank), both)
    return found.runs


def fold_counts(found: Endings, key: Callable[[Ending], K]) -> Counter[K]:
    """Add up the counts of the endings that look alike to ``key``."""
    sums = Counter[K]()
    for end, count in found.items():
        sums[key(end)] += count
    return sums


class _Found:
    """Endings found so far. A coup of fewer cards than the longest counts with every continuation."""

    def __init__(self, dealt: int, longest: int, size: int) -> None:
        self.dealt = dealt
        self.runs: dict[Ending, int] = {}
        self._onward = [perm(size - used, longest - used) for used in range(longest + 1)]

    def add(self, end: Ending, count: int) -> None:
        """Add an ending that ``count`` runs of ``end.cards`` cards lead to."""
        self.runs[end] = self.runs.get(end, 0) + count * self._onward[end.cards]


class _Asked:
    """The rules' answers for classes of cards, each asked once."""

    def __init__(self, rules: Rules, faces: Mapping[int, Card]) -> None:
        @cache
        def points(hand: tuple[int, ...]) -> int:
            reckoned = total([faces[kind] for kind in hand], rules.points)
            assert isinstance(reckoned, int)  # every face is known
            return reckoned

        @cache
        def player_draws(punto: int) -> bool:
            draws = is_player_to_draw(punto, rules)
            if draws is None:
                raise OddsError("rules-silent-on-punto", points=punto)
            return draws

        @cache
        def bank_draws(punto: int, banca: int, kind: int | None) -> bool:
            try:
                return is_bank_to_draw(punto, banca, None if kind is None else faces[kind], rules)
            except IndexError as error:
                raise OddsError("rules-silent-on-bank", points=banca) from error

        @cache
        def naturals(punto: int, banca: int) -> tuple[bool, bool] | None:
            if not is_ended_by_natural(punto, banca, rules):
                return None
            return is_natural(punto, rules.outcome), is_natural(banca, rules.outcome)

        self.points, self.naturals = points, naturals
        self.player_draws, self.bank_draws = player_draws, bank_draws


def _third_cards(
    asked: _Asked, found: _Found, player: tuple[int, ...], bank: tuple[int, ...], left: Mapping[int, int], count: int
) -> None:
    """Follow two dealt hands, which ``count`` runs lead to, through the third cards."""
    punto, banca = asked.points(player), asked.points(bank)
    naturals = asked.naturals(punto, banca)
    if naturals is not None:
        found.add(Ending(punto, banca, found.dealt, *naturals), count)
    elif asked.player_draws(punto):
        for kind, size in left.items():
            if size:
                drawn = asked.points((*player, kind))
                _bank_turn(asked, found, drawn, bank, kind, without(left, (kind,)), count * size)
    else:
        _bank_turn(asked, found, punto, bank, None, left, count)


def _bank_turn(
    asked: _Asked,
    found: _Found,
    punto: int,
    bank: tuple[int, ...],
    kind: int | None,
    left: Mapping[int, int],
    count: int,
) -> None:
    """Follow the Bank hand's turn; ``kind`` is the class of the Player hand's third card, if it took one."""
    banca, used = asked.points(bank), found.dealt + (kind is not None)
    if not asked.bank_draws(punto, banca, kind):
        return found.add(Ending(punto, banca, used), count)
    for drawn, size in left.items():
        if size:
            found.add(Ending(punto, asked.points((*bank, drawn)), used + 1), count * size)
    return None
