"""The words of the house: phases, means of payment, slips with two signatures, days."""

from __future__ import annotations

from calendar import monthrange
from enum import StrEnum
from typing import Annotated, Final

import msgspec

from tapete.table.staff import Role

KEY: Final = "house"
"""The key of the establishment's own record, beside the keys of the games."""

Day = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d{2}-\d{2}$(?!\n)", examples=["2026-11-30"])]
"""A day of the house, as 2026-11-22, named by whoever opens it: nothing here has a clock. Days sort as text."""

Table = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
"""The id of a table."""

Hour = Annotated[str, msgspec.Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$(?!\n)", examples=["21:30"])]
"""A time of a day, as 21:30. Hours sort as text."""

Moment = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$(?!\n)")]
"""A minute by the wall clock of the hall, as 2026-11-22T21:30. Moments sort as text."""

Institution = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
"""The name of a credit institution."""

Minutes = Annotated[int, msgspec.Meta(ge=1, le=24 * 60)]
"""Minutes of a day."""

Remark = Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
"""A sentence that somebody writes."""


class Phase(StrEnum):
    CLOSED = "closed"
    OPEN = "open"


class Means(StrEnum):
    """What somebody pays with."""

    CASH = "cash"
    CARD = "card"
    CHEQUE = "bank-cheque"
    """A cheque drawn by a bank; a personal one is no money here."""


def means_of(text: str) -> Means:
    return Means(text) if text in set(Means) else Means.CASH


class SlipKind(StrEnum):
    """What moves only on a slip with two signatures."""

    OPENING = "opening"
    """«Anticipo»: the chips with which a table opens."""
    FILL = "fill"
    """«Reposición»: more chips for a table."""
    CREDIT = "credit"
    """«Devolución»: chips that a table has too many of."""
    CLOSING = "closing"
    """«Recuento»: all the chips of a table, counted when it closes."""
    TIPS = "tips"
    """«Propinas»: the tips of a table, counted."""
    TIPS_PAID = "tips-paid"
    """«Reparto de propinas»: the staff's chips from tips, which the desk changes and pays out to them in cash."""
    SUPPLY = "supply"
    """Chips and cash from the safe to the cash desk."""
    RETURN = "return"
    """Chips and cash from the cash desk to the safe."""
    COUNT = "count"
    """«Arqueo»: all that lies at the cash desk, counted: chips, cash, vouchers, and what it keeps for others."""
    BUY_BACK = "buy-back"
    """«Pago de fichas»: chips of a player, paid in cash."""
    DEPOSIT_RETURN = "deposit-return"
    """«Devolución de un depósito»: money of a player in custody, given back."""
    DEPOSIT_CHANGE = "deposit-change"
    """«Cambio de un depósito»: money of a player in custody, for which the desk gives chips."""


OF_TABLE: Final = frozenset({SlipKind.OPENING, SlipKind.FILL, SlipKind.CREDIT, SlipKind.CLOSING, SlipKind.TIPS})
"""Slips between the cash desk and a table; the others lie between the cash desk and the director."""

FROM_TABLE: Final = frozenset({SlipKind.CREDIT, SlipKind.TIPS})
"""Slips by which chips leave a table in play: no more than is not its players'."""

COUNTS: Final = frozenset({SlipKind.CLOSING, SlipKind.COUNT})
"""Slips that say what was counted: they may find nothing, and may differ from the books."""

PAYMENTS: Final = frozenset({SlipKind.BUY_BACK, SlipKind.DEPOSIT_RETURN, SlipKind.DEPOSIT_CHANGE})
"""Slips between the cash desk and a player, or the director in the player's place."""

PAYMENT_LIMIT: Final = 2_000_00
"""What the desk pays out to a player in a day without the director, in cents."""

MOVEMENTS_KEPT: Final = 10
"""Payments at the word of others that a player's page keeps of the days before the last that had any."""

DIFFERENCE_LIMIT: Final = 100_00
"""Up to which difference of a count, in cents, one side confirms alone where the director says nothing else."""

COMPLAINTS_MOST: Final = 3
"""Complaints without an answer that one person may have."""

MINUTES_MOST: Final = 100
"""Sentences that one person may enter in the minutes of a day."""

TABLE_OFFICIALS: Final = frozenset({Role.TABLE_CHIEF, Role.INSPECTOR, Role.DIRECTOR, Role.HALL_MANAGER})
"""Who signs for a table, of the posts that its game has."""

HOUSE_POSTS: Final = frozenset({Role.DIRECTOR, Role.CASHIER, Role.ADMISSION, Role.HALL_MANAGER})
"""The posts that belong to no table. Several people may be on duty at one of them."""

_SELLERS: Final = (Role.CALLER, Role.SELLER_1, Role.SELLER_2, Role.SELLER_3, Role.SELLER_4)
BOUND_POSTS: Final = frozenset({Role.CROUPIER, Role.CHANGER, Role.ASSISTANT, *_SELLERS})
"""Posts at which somebody serves one table at a time; officials may have several tables."""


def is_day(text: str) -> bool:
    parts = text.split("-")
    if [len(part) for part in parts] != [4, 2, 2] or not all(part.isdecimal() and part.isascii() for part in parts):
        return False
    year, month, day = map(int, parts)
    return year >= 1 and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]


def day_after(day: Day) -> Day:
    """Return the next day of the calendar; the last one has none and is returned itself."""
    year, month, number = map(int, day.split("-"))
    later = ((year, month, number + 1), (year, month + 1, 1), (year + 1, 1, 1))
    days = (f"{one:04}-{two:02}-{three:02}" for one, two, three in later)
    return next(filter(is_day, days), day)
