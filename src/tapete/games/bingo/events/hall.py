"""Events of the hall: what it has, its sets of balls, checks, sessions, and what is said and written."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from tapete.cartones import Law
from tapete.cartones.series import Runs
from tapete.chance import ChanceKind
from tapete.games.bingo.inventory import Inventory, Secrets
from tapete.games.bingo.terms import CheckItem, MachineType, Phase, SeriesKind
from tapete.kernel import Event, PersonId
from tapete.money import Cents
from tapete.table.staff import Role


class HallOpened(Event, frozen=True, tag="hall-opened@1"):
    """The first event of a hall: it pins the rulebook by the hash of its content."""

    name: str
    rulebook: str
    sha256: str
    balls: ChanceKind
    elements: tuple[CheckItem, ...]
    staff: dict[Role, PersonId] = msgspec.field(default_factory=dict)
    is_in_house: bool = False

    def pinned_rulebook(self) -> str:
        return self.sha256


class HallContinued(Event, frozen=True, tag="hall-continued@1"):
    """The hall has what the last one of its name left when it was closed."""

    keeps_secret: ClassVar[bool] = True
    rests_on_secret: ClassVar[bool] = True
    inventory: Inventory
    secrets: Secrets | None = None

    def private(self) -> tuple[str, ...]:
        """Return the secrets that draw the cartones."""
        return ("secrets",)


class PhaseOpened(Event, frozen=True, tag="window-opened@1"):
    """The hall stands in another window; its serial grows by one."""

    phase: Phase = msgspec.field(name="window")


class Said(Event, frozen=True, tag="said@1"):
    """A formula of the rulebook is said, with these words."""

    formula: str
    text: str


class PostVacated(Event, frozen=True, tag="post-vacated@1"):
    """Nobody has a post any more: who had it is off duty."""

    role: Role
    person: PersonId


class CounterSet(Event, frozen=True, tag="counter-set@1"):
    """Money of accounts goes over the counter from now on, or players move it themselves."""

    is_on: bool
    by: PersonId


class MoneyAsked(Event, frozen=True, tag="money-asked@1"):
    """Somebody asks the cashier to take so much for his account, or to give it; 0: he asks for nothing any more."""

    person: PersonId
    amount: Cents
    is_paid_in: bool


class MachineRegistered(Event, frozen=True, tag="machine-registered@1"):
    """The hall draws with this machine."""

    model: str
    kind: MachineType
    approval: str


class BallsRegistered(Event, frozen=True, tag="balls-registered@1"):
    """The hall has this set of ninety balls, used in so many games."""

    balls: str
    approval: str
    games: int


class SeriesRegistered(Event, frozen=True, tag="series-registered@1"):
    """The hall has this series of cartones. ``value`` is that of a cartón, or of each part of a double."""

    keeps_secret: ClassVar[bool] = True
    rests_on_secret: ClassVar[bool] = True
    series: str
    letter: str
    identification: int
    size: int
    value: Cents
    kind: SeriesKind
    digest: str
    law: Law = Law.FOREIGN
    secret: str | None = None
    numbers: Runs = ()

    def private(self) -> tuple[str, ...]:
        """Return the secret that draws the cartones."""
        return () if self.law is Law.FOREIGN and not self.numbers else ("secret",)


class BallsChanged(Event, frozen=True, tag="balls-changed@1"):
    """One set of balls took the place of another; the line of the book about it."""

    balls: str
    former: str
    games: int
    reason: str
    by: PersonId


class BallsLoaded(Event, frozen=True, tag="balls-loaded@1"):
    """A set of balls is in the machine."""

    balls: str


class DefectReported(Event, frozen=True, tag="defect-reported@1"):
    """A ball of a set is not in perfect condition."""

    balls: str
    ball: int
    note: str
    by: PersonId


class BallsFoundSound(Event, frozen=True, tag="balls-found-sound@1"):
    """The table chief found a set in perfect condition of which a damaged ball was reported."""

    balls: str
    reason: str
    by: PersonId


class CheckNoted(Event, frozen=True, tag="check-noted@1"):
    """An item of the check is in order, or not."""

    item: CheckItem
    in_order: bool
    by: PersonId
    note: str = ""


class ChecksWitnessed(Event, frozen=True, tag="checks-witnessed@1"):
    """A person watches the check and the loading of the balls."""

    person: PersonId


class SessionOpened(Event, frozen=True, tag="session-opened@1"):
    """A session begins."""

    session: int


class SessionClosed(Event, frozen=True, tag="session-closed@1"):
    """The session is over; whatever was checked is checked anew."""


class HallClosed(Event, frozen=True, tag="hall-closed@1"):
    """The hall is closed for good."""


class EntryWritten(Event, frozen=True, tag="entry-written@1", omit_defaults=True):
    """Somebody wrote an entry of his own into the book, or a player his complaint."""

    text: str
    by: PersonId
    is_complaint: bool = False
