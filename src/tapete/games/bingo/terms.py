"""Words of the game: prizes, posts, windows, cards."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from tapete.kernel import PersonId
from tapete.table.staff import Role


class Prize(StrEnum):
    """The two winning combinations."""

    LINE = "linea"
    BINGO = "bingo"


POSTS = frozenset({Role.HALL_MANAGER, Role.TABLE_CHIEF, Role.CALLER, Role.CASHIER, Role.ASSISTANT, Role.ADMISSION})
"""The posts of a hall."""


class Phase(StrEnum):
    """The windows of a game, in order. ``pause`` interrupts the drawing from a call to the table chief's order."""

    CLOSED = "closed"
    SALE = "sale"
    DRAWING = "drawing"
    PAUSE = "pause"
    PAYMENT = "payment"
    OVER = "over"


Number = Annotated[int, msgspec.Meta(ge=1, le=90)]
Row = Annotated[tuple[Number, ...], msgspec.Meta(min_length=5, max_length=5)]
Rows = Annotated[tuple[Row, ...], msgspec.Meta(min_length=3, max_length=3)]


class Ticket(msgspec.Struct, frozen=True, order=True):
    """A card («cartón»): its series, its number within the series, and its three lines from top to bottom."""

    series: str
    number: int
    rows: Rows

    @property
    def key(self) -> str:
        """Return the name of the card: «B-1047/12»."""
        return f"{self.series}/{self.number}"


class SoldCard(msgspec.Struct, frozen=True):
    """A card and who bought it."""

    ticket: Ticket
    person: PersonId
