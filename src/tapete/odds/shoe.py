"""What a shoe still holds, in how many orders cards leave it, and how a coup of punto y banca can end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, perm, prod
from typing import Final, NamedTuple, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from tapete.cards import DECK, Card, card, cards, rank
from tapete.games.baccarat.points import is_natural, total, value
from tapete.games.punto_banco.rules import Rules, is_bank_to_draw, is_ended_by_natural, is_player_to_draw
from tapete.games.punto_banco.terms import Hand
from tapete.words import CodedError

K = TypeVar("K", bound=Hashable)


class OddsError(CodedError, ValueError):
    """The question has no answer: no such shoe, or rules that leave a case to an official."""


def shoe(decks: int, removed: str | Iterable[str] = ()) -> dict[Card, int]:
    """Return how many cards of each face lie in a shoe of ``decks`` packs once ``removed`` are gone.

    ``removed`` are cards in notation, as one text («7s Kh») or one by one. Raises :class:`OddsError` for less than one
    pack or a card that the shoe does not hold so often, :class:`~tapete.cards.UnknownCardError` for what is no card.
    """
    if decks < 1:
        raise OddsError("shoe-without-pack", decks=decks)
    gone = Counter(cards(removed) if isinstance(removed, str) else (card(one) for one in removed))
    for face, count in gone.items():
        if count > decks:
            raise OddsError("packs-too-few", packs=decks, face=face)
    return {face: decks - gone[face] for face in DECK}


def card_classes(held: Mapping[Card, int], key: Callable[[Card], K]) -> dict[K, tuple[Card, int]]:
    """Group a shoe into classes of cards that count alike: for each key one face of the class, and how many cards."""
    groups: dict[K, tuple[Card, int]] = {}
    for face, count in held.items():
        kind = key(face)
        shown, before = groups.get(kind, (face, 0))
        groups[kind] = (shown, before + count)
    return groups


def hands(classes: Sequence[K], size: int) -> list[tuple[tuple[K, ...], int]]:
    """Return every hand of ``size`` cards as a multiset of classes, with the number of orders of its classes."""
    return [
        (hand, factorial(size) // prod(factorial(count) for count in Counter(hand).values()))
        for hand in combinations_with_replacement(classes, size)
    ]


def ways(hand: Iterable[K], held: Mapping[K, int]) -> int:
    """Return in how many ways cards of these classes, in this order, leave a shoe that holds ``held`` of each."""
    return prod(perm(held[kind], count) for kind, count in Counter(hand).items())


def without(held: Mapping[K, int], gone: Iterable[K]) -> dict[K, int]:
    left = dict(held)
    for kind in gone:
        left[kind] -= 1
    return left


# Deals of two-card hands and single cards off a shoe, counted in arrays: every kind of hand or card has an axis.
#
# Ten kinds of cards are told apart: tens and courts, aces, 2 to 9. The order of the cards inside a hand, and in which
# order hands are dealt, does not matter, since every order of a shuffled shoe is as likely as any other.

Counts = npt.NDArray[np.int64]

KINDS: Final = tuple(Card(f"{letter}s") for letter in "TA23456789")
"""A face of each kind; a kind is named by its place here, which is what its cards count in every rulebook."""
HANDS: Final = tuple(combinations_with_replacement(range(len(KINDS)), 2))
"""Two cards of these kinds, in whatever order."""
MOST_DECKS: Final = 8
"""A run of six cards off so many packs, or off one with replacement, is counted exactly in 64 bits."""

_FIRST, _SECOND = (np.array([hand[which] for hand in HANDS]) for which in (0, 1))
_ONE: Final = np.eye(len(KINDS), dtype=np.int64)
_PAIR: Final = _ONE[_FIRST] + _ONE[_SECOND]
_SAME: Final = (_FIRST == _SECOND).astype(np.int64)


class Deal(msgspec.Struct, frozen=True):
    """What was dealt so far: ``ways`` has an axis for each hand or card, ``left`` one more, of what is left of a kind.

    ``is_replaced``: every card goes back before the next is dealt.
    """

    ways: Counts
    left: Counts
    is_replaced: bool = False

    def with_hand(self) -> Deal:
        second = self.left[..., _SECOND] - (0 if self.is_replaced else _SAME)
        ways = self.ways[..., None] * self.left[..., _FIRST] * second * (2 - _SAME)
        return Deal(ways, self._after(_PAIR), self.is_replaced)

    def with_card(self) -> Deal:
        return Deal(self.card_ways(), self._after(_ONE), self.is_replaced)

    def card_ways(self) -> Counts:
        """Return the ways with one card more; what is left then is not counted."""
        return self.ways[..., None] * self.left

    def _after(self, gone: Counts) -> Counts:
        left = self.left[..., None, :]
        return left + np.zeros_like(gone) if self.is_replaced else left - gone


def first_deal(held: Sequence[int], *, is_replaced: bool = False) -> Deal:
    return Deal(np.array(1, dtype=np.int64), np.array(held, dtype=np.int64), is_replaced)


def onward_ways(size: int, used: int, longest: int, *, is_replaced: bool) -> int:
    """Return in how many ways a run of ``used`` cards off a shoe of ``size`` goes on to the longest run."""
    more = longest - used
    return int(size**more) if is_replaced else perm(size - used, more)


def held_of(cards: Mapping[Card, int]) -> tuple[int, ...]:
    sums = dict.fromkeys(KINDS, 0)
    for face, count in cards.items():
        sums[Card(f"{'T' if rank(face) in 'TJQK' else rank(face)}s")] += count
    return tuple(sums.values())


def require_shoe(held: Sequence[int], longest: int) -> tuple[int, ...]:
    """Return a shoe by kinds; raise :class:`~tapete.odds.shoe.OddsError` for one that cannot be or is too short."""
    whole = held_of(shoe(MOST_DECKS))
    if len(held) != len(KINDS):
        raise OddsError("shoe-not-by-kinds", kinds=len(KINDS), counts=len(held))
    for kind, (count, most) in enumerate(zip(held, whole, strict=True)):
        if not 0 <= count <= most:
            raise OddsError("shoe-count-out-of-range", kind=kind, count=count, most=most, packs=MOST_DECKS)
    if sum(held) < longest:
        raise OddsError("shoe-too-short", needed=longest, size=sum(held))
    return tuple(held)


class Ending(NamedTuple):
    """How a coup ends: the final totals, the number of cards, and which hands had a natural."""

    punto: int
    banca: int
    cards: int
    player_natural: bool = False
    bank_natural: bool = False


Endings = Mapping[Ending, int]


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
