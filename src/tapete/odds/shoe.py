"""What a shoe still holds, and in how many orders cards can leave it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import combinations_with_replacement
from math import factorial, perm, prod
from typing import TypeVar

from tapete.cards import DECK, Card, card, cards
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
    """Return what is left of each class once some cards are gone."""
    left = dict(held)
    for kind in gone:
        left[kind] -= 1
    return left
