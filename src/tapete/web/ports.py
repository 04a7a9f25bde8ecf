"""What the web needs of a hall and its tables: the interface between this package and :mod:`tapete.live`."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import Any, Protocol

from tapete.clauses import Cite, Fault
from tapete.house.view import HouseView
from tapete.kernel import Act, Event, Game, Offer, Outcome, PersonId, Refused, Step
from tapete.live.house import MinutesBook
from tapete.live.table import CorrectionProposals
from tapete.live.timers import Countdown, Hold, PostLoss
from tapete.money import Cents
from tapete.record.entry import Entry
from tapete.table.staff import Role
from tapete.table.state import Incident, TableView
from tapete.words import CodedError


class Answer(Protocol):
    """What became of an act, after its commit."""

    @property
    def outcome(self) -> Outcome:
        """Accepted, ruled or refused; hidden faces are taken out."""

    @property
    def version(self) -> int:
        """The table's version that shows it."""

    @property
    def is_repeated(self) -> bool:
        """Return True if the same command was answered before."""


class Reportable(Protocol):
    """Something that can have happened at this step: by whose hand, with which facts, about which cards and people."""

    @property
    def accident(self) -> str:
        """Return what happened, as a code."""

    @property
    def parties(self) -> tuple[str | None, ...]:
        """Return by whose hand it can have happened."""

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the facts without which nothing can be said."""

    @property
    def positions(self) -> tuple[int, ...]:
        """Return the cards that it can be about."""

    @property
    def hands(self) -> tuple[str, ...]:
        """Return the hands that it can be about."""

    @property
    def people(self) -> tuple[PersonId, ...]:
        """Return the people to whom it makes a difference."""


class Table(Protocol):
    """A live table."""

    id: str
    game: Game[Any]
    proposals: CorrectionProposals
    countdown: Countdown
    hold: Hold
    absent_staff: set[PersonId]
    lost_posts: dict[PersonId, PostLoss]
    machines: dict[Role, PersonId]

    @property
    def version(self) -> int:
        """How many entries the table's record holds."""

    @property
    def revision(self) -> tuple[int, int]:
        """What pages are drawn from: it changes with the record, and when something beside it is to be shown."""

    def followed_by(self, person: PersonId | None) -> Followed:
        """Return the table as a person follows it, with what is kept for them alone."""

    def view(self, viewer: PersonId | None) -> TableView:
        """Return what a viewer sees; nobody is the public screen. Pages are drawn only of games that seat people."""

    def purse(self, viewer: PersonId | None) -> Cents | None:
        """Return the chips of the house that a viewer has about them, in cents; ``None`` where there is no house."""

    def legal(self, viewer: PersonId | None) -> tuple[Offer, ...]:
        """Return what a viewer may do now."""

    def explain(self, viewer: PersonId | None) -> tuple[Cite, ...]:
        """Return the clauses in force now, as far as the viewer may know."""

    def ask_rule(self, viewer: PersonId | None, about: str = "") -> tuple[str, ...]:
        """Return the clauses that answer a question about the rules."""

    def reportable(self, viewer: PersonId | None) -> tuple[Reportable, ...]:
        """Return what a viewer may report as having happened now."""

    def preview(self, act: Act[Any]) -> Incident | Fault:
        """Return what a report would come to; nothing is recorded."""

    def would_refuse(self, act: Act[Any]) -> Refused | None:
        """Return why the rules refuse an act now; nothing is decided or recorded."""

    def events_of(self, act: Act[Any]) -> tuple[Event, ...]:
        """Return what an act would make so now, as everybody may read it; nothing where the rules refuse it."""

    def redraw(self) -> None:
        """Let every page be drawn again."""

    def has_answered(self, command: str) -> bool:
        """Return True if an act stands under the client's id of a request: a repeat of it does nothing."""

    async def act(
        self, act: Act[Any], command: str | None = None, check: Callable[[], Act[Any] | Refused] | None = None
    ) -> Answer:
        """Decide and record an act; return after its commit. ``check`` gives the act to decide in its turn."""

    def changes(self) -> AsyncGenerator[int]:
        """Yield the current version at once, then newer ones, the latest only."""

    async def entries(self, after: int = 0, limit: int = 200) -> tuple[Entry, ...]:
        """Return public entries after a version."""


class Followed(Protocol):
    """What pages follow: a table, or the house above the tables."""

    @property
    def version(self) -> int:
        """How many entries its record holds."""

    @property
    def revision(self) -> tuple[int, int]:
        """What pages are drawn from."""

    def changes(self) -> AsyncGenerator[int]:
        """Yield the current version at once, then newer ones, the latest only."""


class LiveHouse(Followed, Protocol):
    """The house above the tables of a hall."""

    def redraw(self) -> None:
        """Let every page be drawn again."""

    @property
    def step(self) -> Step:
        """Where the house stands; goes into acts as their window."""

    def view(self, viewer: PersonId | None) -> HouseView:
        """Return what a viewer sees of the house; nobody is the public."""

    def legal(self, viewer: PersonId | None) -> tuple[Offer, ...]:
        """Return what a viewer may do now."""

    @property
    def minutes_book(self) -> MinutesBook:
        """Return the minutes of every day."""

    def has_answered(self, command: str) -> bool:
        """Return True if an act stands under the client's id of a request: a repeat of it does nothing."""

    async def act(self, act: Act[Any], command: str | None = None) -> Answer:
        """Decide and record an act; return after its commit."""


class FormerTable(Protocol):
    """A closed table of a former day."""

    @property
    def id(self) -> str:
        """Return its name."""

    @property
    def game(self) -> str:
        """Return the key of its game."""

    @property
    def begin(self) -> str:
        """Return the wall time of its opening."""


class Archive(Protocol):
    """The closed tables of former days."""

    def newest_first(self) -> Sequence[FormerTable]:
        """Return the former tables, those that were opened last first."""


class Hall(Protocol):
    """A hall: its tables by name, and the house above them where it has one."""

    @property
    def house(self) -> LiveHouse | None:
        """The house above the tables, in a hall that has one."""

    async def open_table(self, game_key: str, what: Any) -> Any:
        """Open a table by the opening act of its game. Raises :class:`~tapete.kernel.RefusedError`."""

    @property
    def tables(self) -> Mapping[str, Table]:
        """The open tables."""

    @property
    def archive(self) -> Archive:
        """The closed tables of former days of the house."""

    def successor_of(self, table: str) -> str | None:
        """Return the last table that goes on from a closed one."""

    @property
    def parked_tables(self) -> Mapping[str, CodedError]:
        """The tables that are set aside, because their record cannot be played on, with the reason."""

    @property
    def presence(self) -> Presence:
        """Who is connected."""


class Presence(Protocol):
    """Who is connected; the hall makes absence and return out of it."""

    def connect(self, person: PersonId, table: str) -> None:
        """A page of the person opened its stream."""

    def disconnect(self, person: PersonId, table: str) -> None:
        """A page of the person closed its stream."""
