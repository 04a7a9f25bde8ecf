"""Playing cards: rank, suit and the two-letter notation («7s» is the seven of spades, «Th» the ten of hearts).

A card is its notation string, so it is hashable, ordered, JSON and cheap. ``None`` stands for a face that is
not known: a real card dealt face down has no face until somebody shows it. Values in play are not here: they are
rulebook data (see :mod:`tapete.games.baccarat.points`).
"""

from __future__ import annotations

from typing import NewType

Card = NewType("Card", str)
"""A card in notation, rank then suit."""

RANKS = "A23456789TJQK"
SUITS = "shdc"
DECK: tuple[Card, ...] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)

_KNOWN = frozenset(DECK)


class UnknownCardError(ValueError):
    """The text is not a card of the pack."""


def card(text: str) -> Card:
    """Read a card from its notation; raise :class:`UnknownCardError` for anything else."""
    if text not in _KNOWN:
        raise UnknownCardError(text)
    return Card(text)


def cards(text: str) -> tuple[Card, ...]:
    """Read several cards separated by white space: ``cards("7s Kh")``."""
    return tuple(card(word) for word in text.split())


def rank(of: Card) -> str:
    return of[0]


def suit(of: Card) -> str:
    return of[1]


def is_card(text: str) -> bool:
    return text in _KNOWN


def packs(decks: int) -> tuple[Card, ...]:
    if decks < 1:
        raise ValueError("at least one pack")
    return DECK * decks
