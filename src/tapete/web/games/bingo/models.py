"""What the templates of a bingo hall print: the panel, the cartones, the sale, the desks of the posts."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from tapete.games.bingo.terms import Rows
from tapete.money import Cents
from tapete.web.action_buttons import Action
from tapete.web.screens.frame import Page


class Cell(msgspec.Struct, frozen=True):
    """A number printed on a cartón: whether it has been announced, and whether the player has marked it."""

    number: int
    is_out: bool = False
    is_marked: bool = False


Grid = tuple[tuple[Cell | None, ...], ...]
"""Three lines of nine squares, empty ones among them."""


class CardModel(msgspec.Struct, frozen=True):
    """A cartón of the viewer's own, with the buttons by which they call for it."""

    card: str
    number: int
    series: str
    short: str
    """How it is called: by number, or with the series where several are played."""
    print: str
    """How many its series has, and its value."""
    grid: Grid
    mark_command: str = ""
    calls: tuple[Action, ...] = ()
    is_returned: bool = False


class CallModel(msgspec.Struct, frozen=True):
    """A call of the pause: the called cartón, its master once it is shown, and what the check found."""

    prize: str
    card: str
    grid: Grid
    finding: str
    is_right: bool | None
    actions: tuple[Action, ...] = ()


class PrizeModel(msgspec.Struct, frozen=True):
    """A prize of the game: its amount, the cartones that have won it."""

    name: str
    amount: Cents
    cards: tuple[str, ...] = ()


class Quantity(msgspec.Struct, frozen=True):
    """So many cartones at one touch: the number of the last one, and what they cost."""

    count: int
    last: int
    cost: Cents
    is_open: bool = True
    is_wish: bool = False
    """That many they ask for."""


class Buyer(msgspec.Struct, frozen=True):
    """Somebody to whom cartones are sold: whoever pays cash, or a person from their account."""

    person: str
    name: str
    balance: Cents
    note: str
    """How many cartones they ask for, and have."""
    command: str
    quantities: tuple[Quantity, ...]


class SaleModel(msgspec.Struct, frozen=True):
    """The sale of one series: the number that comes next, how many are left, and to whom they may be sold."""

    series: str
    title: str
    first: int
    cards_left: int
    price: Cents
    buyers: tuple[Buyer, ...]
    gap: str = ""
    """Why the amounts of one touch end where they do, before all of the series is sold."""


class Section(msgspec.Struct, frozen=True):
    """A part of a desk: what is to be read there, and its buttons."""

    code: str
    actions: tuple[Action, ...]
    notes: tuple[str, ...] = ()


class Till(msgspec.Struct, frozen=True):
    """What a seller has taken, or what lies in an account."""

    name: str
    amount: Cents


class Screen(Page, frozen=True, kw_only=True):
    """Everything that the templates of a bingo hall print."""

    live: str = "bingo/live.html"
    last: int | None = None
    before: tuple[int, ...] = ()
    prizes: tuple[PrizeModel, ...] = ()
    calls: tuple[CallModel, ...] = ()
    cards: tuple[CardModel, ...] = ()
    sales: tuple[SaleModel, ...] = ()
    sections: tuple[Section, ...] = ()
    tills: tuple[Till, ...] = ()
    wish_note: str = ""
    """What they have asked for."""
    money_note: str = ""
    """What they have asked the cashier to take or to give."""
    may_read_book: bool = False
    winnings: tuple[str, ...] = ()
    """What the viewer's cartones have won."""
    waits_for: str = ""
    last_words: str = ""
    """The last number as the caller says it."""
    has_automatic_marks: bool = True
    clock_words: str = "clock-claims"
    """What the clock counts."""
    reminders: tuple[str, ...] = ()
    verdicts: tuple[str, ...] = ()
    """What the checks of the last pause found, until the next ball is out."""
    accounts: tuple[Till, ...] = ()
    """What lies in the accounts of players, for those who have the money or sign the book."""
    linked: tuple[tuple[str, str], ...] = ()
    """The players to whom this official gives the way back to their pages, by name."""


# --- cartones ---------------------------------------------------------------------------------------------------------


COLUMNS = 9
OWN_DIGITS = 90
"""The last number, which stands in the column of the eighties."""


def column_of(number: int) -> int:
    """Return the column of a number, counted from 0."""
    return COLUMNS - 1 if number == OWN_DIGITS else number // 10


def grid(rows: Rows, announced: Collection[int], marked: Collection[int] = ()) -> Grid:
    """Return the squares of a cartón; nothing of one whose numbers nobody can tell."""
    return tuple(_line(row, announced, marked) for row in rows)


def _line(row: tuple[int, ...], announced: Collection[int], marked: Collection[int]) -> tuple[Cell | None, ...]:
    """Return the squares of a line. Of two numbers of one ten, which a cartón from elsewhere may have in a line, the
    second one has the nearest free square.
    """
    cells: list[Cell | None] = [None] * COLUMNS
    in_place = {column_of(number): number for number in reversed(row)}
    others = [number for number in row if number not in in_place.values()]
    for number in (*in_place.values(), *others):
        cells[_nearest_free(cells, column_of(number))] = Cell(number, number in announced, number in marked)
    return tuple(cells)


def _nearest_free(cells: Sequence[Cell | None], column: int) -> int:
    return min((at for at, cell in enumerate(cells) if cell is None), key=lambda at: (abs(at - column), at))
