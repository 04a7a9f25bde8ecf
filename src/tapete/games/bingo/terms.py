"""Words of the game: prizes, posts, windows, series and ranges of cartones."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Final

import msgspec

from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.staff import Role


class Prize(StrEnum):
    LINE = "linea"
    BINGO = "bingo"


SELLERS = (Role.CALLER, Role.SELLER_1, Role.SELLER_2, Role.SELLER_3, Role.SELLER_4)
"""The posts of the seller-callers: the one who announces the balls, and those who sell beside them."""
POSTS = frozenset({Role.HALL_MANAGER, Role.TABLE_CHIEF, Role.CASHIER, Role.ASSISTANT, Role.ADMISSION, *SELLERS})


class Phase(StrEnum):
    """The windows of a hall, in order; from ``sale`` on they are those of one game."""

    CLOSED = "closed"
    CHECKS = "checks"
    """The hall is open and no session is: material is entered, checked, and the balls are put in."""
    READY = "ready"
    SALE = "sale"
    COUNT = "unsold-count"
    PRIZES = "prizes"
    DRAW_LINE = "draw-line"
    DRAW_BINGO = "draw-bingo"
    CHECK = "check"
    """Somebody called: the drawing stands still until every called card is checked."""
    ASK_LINE = "ask-line"
    ASK_BINGO = "ask-bingo"
    ASK_OUT = "ask-out"
    """All balls are out and nobody has called bingo: the question is asked again."""
    PAYMENT = "payment"
    BETWEEN = "between-games"
    """The first game of a double is over and its prizes wait for the second."""
    VOID = "void"
    """The game is void, or its sale was called off: the price is given back against the cards."""


OWED, REFUNDS = "owed:", "refunds:"
"""How the accounts begin of prizes that wait, and of what is given back of void games."""


def refunds(game: str) -> str:
    return f"{REFUNDS}{game}"


DRAWING = (Phase.DRAW_LINE, Phase.DRAW_BINGO)
ASKING = (Phase.ASK_LINE, Phase.ASK_BINGO, Phase.ASK_OUT)
PLAYED = (*DRAWING, Phase.CHECK, *ASKING, Phase.PAYMENT, Phase.BETWEEN)
NOT_BEGUN = (Phase.SALE, Phase.COUNT, Phase.PRIZES)
"""A game was announced, and no ball of it is drawn yet."""
NOT_DRAWN = (Phase.CHECKS, Phase.READY, *NOT_BEGUN, Phase.PAYMENT, Phase.BETWEEN, Phase.VOID)
"""Balls may be taken in: none are being drawn."""


CALLER_ERROR = "caller-error"
COUNT_WRONG = "count-wrong"
BALL_DAMAGED = "ball-damaged"
CALLED_OFF = "called-off"
"""Why a sale ended without a game: no cause of a void one."""


class MachineType(StrEnum):
    DRUM = "drum"
    PNEUMATIC = "pneumatic"


class SeriesKind(StrEnum):
    """Single cartones, or doubles whose two equal parts play one game each."""

    SINGLE = "single"
    DOUBLE = "double"


class Means(StrEnum):
    CASH = "cash"
    ACCOUNT = "account"


class Fate(StrEnum):
    """What becomes of a prize that nobody won: it is the house's, or is added in a later game."""

    HOUSE = "house"
    NEXT_GAME = "next-game"


class Camera(StrEnum):
    EXIT = "exit"
    MASTER = "master"


class CheckItem(StrEnum):
    MACHINE = "machine"
    BALLS = "balls"
    TELEVISION = "television"
    """The closed circuit by which players know the balls that come out."""
    CAMERA = "camera"
    """It points at the exit of the balls."""
    MONITORS = "monitors"
    """They stand so that every player sees the picture."""
    LEGIBILITY = "legibility"
    PANEL = "panel"
    SOUND = "sound"
    CARDS = "cards"
    RECORD = "record"


Number = Annotated[int, msgspec.Meta(ge=1, le=90)]
Rows = tuple[tuple[int, ...], ...]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Reason = Annotated[str, msgspec.Meta(max_length=400)]
Position = Annotated[int, msgspec.Meta(ge=1, le=10**9)]


NaturalPlace = tuple[tuple[str, int, str], ...]


@lru_cache(maxsize=1024)
def natural_place(name: str) -> NaturalPlace:
    """Return where a name stands, its numbers counted as numbers: «B-2» before «B-10», «B-2/9» before «B-2/10»."""
    return tuple((text, len(digits), digits) for text, digits in re.findall("([^0-9]*)0*([0-9]*)", name))


class Range(msgspec.Struct, frozen=True):
    """The cartones of a series from one number to another, both included."""

    series: str
    first: int
    last: int

    @property
    def size(self) -> int:
        return self.last - self.first + 1

    @property
    def place(self) -> tuple[NaturalPlace, int, int]:
        return natural_place(self.series), self.first, self.last

    def has_card(self, series: str, number: int) -> bool:
        return series == self.series and self.first <= number <= self.last


class SoldRange(msgspec.Struct, frozen=True):
    """Cartones in a row that a seller sold to one person, or to whoever holds the paper where there is none."""

    cards: Range
    seller: PersonId
    means: Means
    person: PersonId | None = None


class MoneyWish(msgspec.Struct, frozen=True):
    amount: Cents
    is_paid_in: bool


class TakingsCount(msgspec.Struct, frozen=True):
    """A count that differs from the books and waits for a second person: too much, or too little below 0."""

    serial: int
    seller: PersonId
    amount: Cents
    difference: Cents
    by: PersonId

    @property
    def taken(self) -> Cents:
        return self.amount - self.difference


class WinningCard(msgspec.Struct, frozen=True):
    card: str
    amount: Cents
    person: PersonId | None = None


def card_name(series: str, number: int) -> str:
    return f"{series}/{number}"


CARD_NAME: Final = re.compile(r"([A-Z]{0,2}-(?:0|[1-9][0-9]{0,9}))/(0|[1-9][0-9]{0,8})")
"""Letter and identification of a series, and the number of one of its cartones."""


def split_card(card: str) -> tuple[str, int] | None:
    """Return series and number of a named cartón; ``None`` for a text that names none.

    A cartón has one name: with «B-1047/012» or «b-1047/12» beside «B-1047/12» it would be called, and paid, twice.
    """
    found = CARD_NAME.fullmatch(card)
    return None if found is None else (found[1], int(found[2]))
