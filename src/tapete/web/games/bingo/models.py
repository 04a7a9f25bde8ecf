"""The parts of the stage that bingo alone has: the felt of a hall, a player's cartones, the sale, the desks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from tapete.cartones.shape import NINETY
from tapete.games.bingo.terms import NaturalPlace, Prize as PrizeKind, Rows, natural_place
from tapete.games.bingo.view import CallView
from tapete.money import Cents
from tapete.web.action_buttons import Action
from tapete.web.stage.desk import Desk
from tapete.web.stage.model import Ask, Clock, Fact, Notice, Part

Grid = tuple[tuple[int, ...], ...]
"""Three lines of nine squares: the number that is printed there, 0 where none is."""


class Prize(Part, frozen=True):
    """A prize of the game: its amount, and who has won it."""

    id: str
    name: str
    amount: Cents
    winners: str = ""


class Call(Part, frozen=True):
    """A called cartón, its master once it is shown, and what the check found; ``actions`` are those of a post."""

    title: str
    series: str
    rows: Grid = ()
    finding: str = ""
    is_right: bool | None = None
    actions: tuple[Action, ...] = ()


OfCalls = Mapping[str, tuple[Action, ...]]
"""The acts of a post on called cartones, by prize and cartón."""


def turn_of_call(one: CallView) -> tuple[int, PrizeKind, NaturalPlace]:
    """Return where a called cartón stands: those under check first, then the right ones, those that wait, the wrong
    ones; each of them in the order of the numbers.
    """
    if one.valid is None:
        place = 0 if one.lines else 2
    else:
        place = 1 if one.valid else 3
    return place, one.prize, natural_place(one.card)


class HallFelt(Part, frozen=True):
    """The hall as everybody sees it: the ball, the board, the prizes, the called cartones."""

    phase: str
    look: str = "bingo"
    game: str = ""
    sayings: tuple[str, ...] = msgspec.field(name="said", default=())
    notes: tuple[Notice, ...] = ()
    """What the checks of the last pause found, and that something was reported."""
    waits: str = ""
    absent: tuple[str, ...] = ()
    clock: Clock | None = None
    last: int | None = None
    words: str = ""
    """The last number as the caller says it, in Spanish."""
    before: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    """The numbers that were said, in order."""
    unshown: tuple[int, ...] = ()
    """Those of them that do not stand on the board yet."""
    prizes: tuple[Prize, ...] = ()
    calls: tuple[Call, ...] = ()


class Block(Part, frozen=True):
    """So many cartones at one touch, the number of the last one, and what they cost."""

    count: int
    cost: Cents
    last: int = 0
    name: str = ""
    why_not: str = ""


class Buyer(Part, frozen=True):
    """Somebody to whom cartones are sold: whoever pays cash (``person`` is empty), or a person from their account."""

    name: str
    most: int
    """So many they can pay, and are to be had in one piece."""
    person: str = ""
    balance: Cents = 0
    note: str = ""
    """How many cartones they ask for, and have."""
    wish: int = 0
    why_not: str = ""
    """Why no more than ``most``."""


class Sale(Part, frozen=True):
    """The sale of one series: in which blocks and, for whoever sells, which number comes next, how many are left, and
    to whom.
    """

    series: str
    title: str
    command: str
    price: Cents
    blocks: tuple[Block, ...]
    first: int = 0
    cards_left: int = 0
    buyers: tuple[Buyer, ...] = ()
    gap: str = ""
    """Why the blocks end where they do, before all of the series is sold."""


class Carton(Part, frozen=True):
    """A cartón of the viewer's own, as it is printed, with the numbers that they have marked themselves."""

    card: str
    title: str
    rows: Grid
    series: str = ""
    """Its series, where the title does not say it."""
    print: str = ""
    """How many its series has, and its value."""
    marks: tuple[int, ...] = ()
    note: str = ""


class Claim(Part, frozen=True):
    """A call that a cartón may be good for; ``lacks``: how many numbers it is short of. ``is_asked``: it stands among
    the main acts. ``why_not`` says why nobody can call so now.
    """

    prize: str
    note: str
    lacks: int
    is_asked: bool = False
    why_not: str = ""


class CartonState(Part, frozen=True):
    """How one cartón stands; those of a player are in the order of what they lack."""

    card: str
    lacks: int
    claims: tuple[Claim, ...]


class PlayerAsk(Ask, frozen=True):
    """What a player may do besides: call with a cartón, mark a number, ask for cartones. ``claim`` and ``mark`` are the
    commands of the first two; the browser adds which.
    """

    cartones: tuple[CartonState, ...] = ()
    claim: str = ""
    mark: str = ""
    wishes: tuple[Sale, ...] = ()


class PlayerDesk(Part, frozen=True):
    """What lies before a player: their cartones and the movements of their account; why they have none."""

    cartones: tuple[Carton, ...] = ()
    empty: str = ""
    has_automatic_marks: bool = False
    movements: tuple[Fact, ...] = ()


class Section(Part, frozen=True):
    """A part of a desk: what is to be read there, and its buttons."""

    code: str
    name: str
    actions: tuple[Action, ...] = ()
    notes: tuple[str, ...] = ()


class HallDesk(Desk, frozen=True):
    """The desk of a post of the hall."""

    sections: tuple[Section, ...] = ()
    sales: tuple[Sale, ...] = ()
    idle: str = ""
    facts: tuple[Fact, ...] = ()
    """What was sold, what each seller has, and which balls are in use."""
    accounts: tuple[Fact, ...] = ()
    has_file: bool = False
    """They may register a series from a file."""
    has_book: bool = False


@lru_cache(maxsize=4096)
def grid(rows: Rows) -> Grid:
    """Return the squares of a cartón; nothing of one whose numbers nobody can tell."""
    return tuple(map(_line, rows))


def _line(row: tuple[int, ...]) -> tuple[int, ...]:
    """Return the squares of a line. Of two numbers of one ten, which a cartón from elsewhere may have in a line, the
    second one has the nearest free square.
    """
    cells = [0] * NINETY.columns
    in_place = {NINETY.column_of(number): number for number in reversed(row)}
    for number in (*in_place.values(), *(one for one in row if one not in in_place.values())):
        column = NINETY.column_of(number)
        free = [at for at, cell in enumerate(cells) if not cell]
        cells[min((abs(at - column), at) for at in free)[1]] = number
    return tuple(cells)
