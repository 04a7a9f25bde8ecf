"""The inventory of a hall: what outlives its sessions, and is handed on when the hall is closed and opened again.

Material (machine, sets of balls, series of cartones) and what the hall owes for games that are over.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tapete.cartones import Law
from tapete.cartones.series import Runs
from tapete.games.bingo.ranges import joined_ranges, joined_sales
from tapete.games.bingo.terms import MachineType, Range, SeriesKind, SoldRange
from tapete.kernel import PersonId
from tapete.money import Cents


class Machine(msgspec.Struct, frozen=True):
    """The machine in use."""

    model: str
    kind: MachineType


class BallSet(msgspec.Struct, frozen=True):
    """A set of balls and the games that it was used in, those among them that were void."""

    games: int = 0
    void_games: int = 0
    is_damaged: bool = False


class Series(msgspec.Struct, frozen=True):
    """A series of cartones, and which of its numbers were used in which game."""

    name: str
    letter: str
    identification: int
    size: int
    value: Cents
    kind: SeriesKind
    digest: str = ""
    law: Law = Law.FOREIGN
    secret: str | None = None
    """What the numbers of its cartones follow from; None where it is not to be read, or its cartones are in a file."""
    uses: tuple[tuple[Range, int], ...] = ()
    numbers: Runs = ()
    """Those that the cartones of another maker bear, first and last of each run; none for those from 1 to the size."""

    @property
    def ranges(self) -> tuple[Range, ...]:
        """Return the cartones that there are."""
        return tuple(Range(self.name, first, last) for first, last in self.numbers or ((1, self.size),))

    @property
    def gone(self) -> tuple[Range, ...]:
        """Return the numbers that were used, or that no cartón bears, up to the last one."""
        before, used = (1, *(run.last + 1 for run in self.ranges)), [cards for cards, _ in self.uses]
        missing = (Range(self.name, low, run.first - 1) for low, run in zip(before, self.ranges, strict=False))
        return joined_ranges([*(one for one in missing if one.size > 0), *used])

    @property
    def spoken(self) -> str:
        return f"{self.letter} {self.identification}"


class Refund(msgspec.Struct, frozen=True):
    """What is given back of a void game: the price of a cartón, all that were sold, and how far it has come."""

    price: Cents
    cards: tuple[Range, ...]
    sales: tuple[SoldRange, ...]
    returned: tuple[Range, ...] = ()
    refunded: tuple[Range, ...] = ()
    ends_card: bool = True
    session: int = 0
    """The session in which the game was void."""


class LeftPrize(msgspec.Struct, frozen=True):
    """A prize that waits to be collected: since which session, and whose it is where it was won by name."""

    session: int
    owner: PersonId | None = None


class Inventory(msgspec.Struct, frozen=True):
    """What a closed hall leaves to the next one of its name.

    ``session`` and ``game`` are the numbers of the last ones, ``tokens`` how many were handed out. The series stand
    here without their secrets. ``balances`` are the accounts, in cents, of prizes that are won and not paid, held
    because nobody won them, or kept for a later game, of refunds that are pending, of sellers who handed
    over too much, and of people where no house has their money; ``left_prizes`` tells by account of those that wait to
    be collected. ``is_counter_open`` says that money of accounts goes over the counter.
    """

    session: int = 0
    game: int = 0
    tokens: int = 0
    machine: Machine | None = None
    ball_sets: dict[str, BallSet] = {}
    series: tuple[Series, ...] = ()
    balances: dict[str, Cents] = {}
    refunds: dict[str, Refund] = {}
    left_prizes: dict[str, LeftPrize] = {}
    is_counter_open: bool = False
    last_set: str = ""
    """The set of balls that was in the machine last."""
    given_links: tuple[tuple[PersonId, PersonId], ...] = ()
    """Whose page a link opens that was given out, and who gave it."""


Secrets = dict[str, str]
"""By name of a series what its cartones are drawn from, in hexadecimal digits."""


def taken_up(inventory: Inventory, secrets: Secrets) -> tuple[Series, ...]:
    return tuple(
        replace(one, secret=secrets.get(one.name), uses=tuple(sorted(one.uses, key=lambda use: use[0].place)))
        for one in inventory.series
    )


def refunds_in_order(refunds: dict[str, Refund]) -> dict[str, Refund]:
    """Return refunds with their sales as they are kept: records of before have each sale by itself."""
    return {name: replace(one, sales=joined_sales(one.sales)) for name, one in refunds.items()}
