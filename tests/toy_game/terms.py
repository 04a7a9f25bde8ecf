"""The words of the game."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from tapete.cards import RANKS, Card, rank

GAME: Final = "carta-alta"
PLACES: Final = (1, 2)
DECK: Final = 52


class Phase(StrEnum):
    """Where a table stands."""

    CLOSED = "closed"
    PREPARATION = "preparation"
    BETS = "bets"
    DEALING = "dealing"
    OVER = "over"


def height(face: Card) -> int:
    """Return how high a card is: the ace is low."""
    return RANKS.index(rank(face))
