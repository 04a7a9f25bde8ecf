"""What is true of the state of every table with people at it, and of what a person sees of such a table.

A game's own types have more fields. Whoever serves all tables (the hall, the pages, the bots) relies on these alone. A
game without places, like bingo, has posts, money and phases, as :class:`StaffedState` lists them, and no seats, which
``isinstance`` says; what its viewers see is a :class:`TableView` in which nobody sits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Protocol, TypeVar, runtime_checkable

import msgspec

from tapete.clauses import Cite, Fault, fault, first_fault
from tapete.kernel import ActBody, Event, PersonId, Step, has_shape
from tapete.money import Cents
from tapete.rulebooks import Library, Rulebook, UnknownRulebookError
from tapete.table.seats import Seat, Seats
from tapete.table.staff import Role, Staff, require_post, roles_of

if TYPE_CHECKING:
    from _typeshed import SupportsRichComparison


class Conduct(StrEnum):
    """What a fault becomes at a table."""

    STRICT = "strict"
    """Refused before it happens, where the fault can be seen before it happens."""
    OBSERVED = "observed"
    """It happened: an incident."""


# Incidents at any table: what happened and should not have, what the rules propose, and the acts about it.
#
# What a remedy is made of belongs to a game: cards that go back, stakes, a game of bingo that counts for nothing.
# Whoever serves all tables reads an incident by the protocols here and hands its effects on as they are.


class Remedy(Protocol):
    """Another lawful way to close an incident, with its clauses."""

    @property
    def effects(self) -> tuple[msgspec.Struct, ...]: ...
    @property
    def clauses(self) -> tuple[Cite, ...]: ...
    @property
    def by(self) -> Role | msgspec.UnsetType:
        """Return the only post that may take it, where a clause names one."""


class Incident(Protocol):
    """An incident that no official has closed yet."""

    @property
    def serial(self) -> int: ...
    @property
    def kind(self) -> str: ...

    @property
    def reported_by(self) -> PersonId: ...
    @property
    def note(self) -> str: ...
    @property
    def faults(self) -> tuple[Fault, ...]: ...

    @property
    def proposed_effects(self) -> tuple[msgspec.Struct, ...]: ...
    @property
    def conflicts(self) -> tuple[str, ...]:
        """Return the objects on which two faults ask for different effects."""

    @property
    def open_to_judgement(self) -> bool:
        """Return True if the rules leave the case to an official."""

    @property
    def alternatives(self) -> tuple[Remedy, ...]:
        """Return what the official may decide instead, where the rules name it."""

    @property
    def clauses(self) -> tuple[Cite, ...]: ...


class OpenIncidents(Protocol):
    @property
    def open(self) -> Sequence[Incident]: ...


@runtime_checkable
class ShowsIncidents(Protocol):
    """A view with the open incidents, as far as its viewer may read them."""

    @property
    def incidents(self) -> tuple[Any, ...]:
        """Return the open incidents; they have what :class:`Incident` lists, but for what the viewer may not read."""

    def touched_by(self, incident: Any) -> msgspec.Struct:
        """Return what of the table an incident is about, of what the viewer may see: who, which cards and stakes."""


class IncidentReport(ActBody, frozen=True):
    """Base of the acts by which staff report what happened, and whose incident they are shown before they make it."""

    is_timeless: ClassVar[bool] = True


class Ruling(ActBody, frozen=True):
    """Base of the acts by which an official closes an incident; a game adds what its rulings are made of."""

    is_timeless: ClassVar[bool] = True
    serial: int


class TableSettings(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def conduct(self) -> Conduct: ...


class StaffedState(Protocol):
    """The state of whatever is played with people on duty, seats or none. Before its opening it has no ``rules``."""

    @property
    def rules(self) -> object | None: ...
    @property
    def staff(self) -> Staff: ...
    @property
    def ledger(self) -> Mapping[str, Cents]: ...
    @property
    def phase(self) -> str: ...
    @property
    def serial(self) -> int:
        """Return how many phases have been opened."""

    @property
    def step(self) -> Step: ...


@runtime_checkable
class TableState(StaffedState, Protocol):
    @property
    def settings(self) -> TableSettings: ...
    @property
    def seats(self) -> Seats: ...
    @property
    def docket(self) -> OpenIncidents: ...


@runtime_checkable
class SeatsPeople(Protocol):
    @property
    def seats(self) -> Seats: ...


@runtime_checkable
class StaffsPosts(Protocol):
    @property
    def staff(self) -> Staff: ...


@runtime_checkable
class KeepsLedger(Protocol):
    @property
    def ledger(self) -> Mapping[str, Cents]: ...


@runtime_checkable
class KeepsForPeople(Protocol):
    """A state in which somebody may have what is neither a place nor money, as cartones that they have paid."""

    def has_something_of(self, who: PersonId) -> bool: ...


@runtime_checkable
class AwaitsSecondWord(Protocol):
    """A state in which what one person said waits for another, as a slip for its second signature."""

    def first_words(self, what: Mapping[str, Any]) -> tuple[PersonId, ...]:
        """Return whose words an act confirms; nobody's where it confirms none."""


def is_observed(state: object) -> bool:
    """Return True if staff note what people do at a table, whose screens do not tell whether they are there."""
    return has_shape(state, TableState) and state.settings.conduct is Conduct.OBSERVED


def is_real_table(view: Any) -> bool:
    """Return True if the table of a view is observed and its cards are keyed: people sit at it in person."""
    return getattr(view, "conduct", None) is Conduct.OBSERVED and view.shoe_kind == "keyed"


class PlaceView(Protocol):
    @property
    def seat(self) -> Seat: ...
    @property
    def person(self) -> PersonId | None: ...


class StandingPerson(Protocol):
    @property
    def person(self) -> PersonId: ...
    @property
    def behind(self) -> Seat: ...


class ViewerInfo(Protocol):
    @property
    def person(self) -> PersonId: ...
    @property
    def roles(self) -> tuple[Role, ...]: ...
    @property
    def seat(self) -> Seat | None: ...
    @property
    def chips(self) -> Cents: ...


@runtime_checkable
class TableView(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def variant(self) -> str:
        """Return the game that is played, or the form of it: a key of the words for games."""

    @property
    def rulebook(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def step(self) -> Step: ...
    @property
    def phase(self) -> str: ...
    @property
    def conduct(self) -> Conduct: ...
    @property
    def minimum(self) -> Cents: ...
    @property
    def shoe(self) -> int:
        """Return the number of the series of coups that is played."""

    @property
    def seats(self) -> Sequence[PlaceView]: ...
    @property
    def standing(self) -> Sequence[StandingPerson]: ...

    @property
    def waiting_list(self) -> tuple[PersonId, ...]: ...

    @property
    def staff(self) -> Mapping[str, PersonId]: ...
    @property
    def waits_for(self) -> PersonId | None: ...

    @property
    def me(self) -> ViewerInfo | None: ...

    @property
    def is_private(self) -> bool:
        """Return True if the viewer knows of the cards what others do not. Who does is no secret."""


def people_of(view: TableView) -> tuple[PersonId, ...]:
    seated = tuple(place.person for place in view.seats if place.person is not None)
    return (*seated, *(one.person for one in view.standing))


class AdoptRulebook(ActBody, frozen=True, tag="adopt-rulebook"):
    """Between shoes: the table goes on under another rulebook, named by the hash of its content."""

    sha256: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]


class RulebookAdopted(Event, frozen=True, tag="rulebook-adopted@1"):
    """The table goes on under the rulebook with this hash."""

    rulebook: str
    sha256: str

    def pinned_rulebook(self) -> str:
        return self.sha256


def named_rulebook(library: Library, game: str, name: str) -> Rulebook | Fault:
    try:
        return library.by_id(game, name)
    except UnknownRulebookError:
        return fault("no-such-rulebook", name=name, known=[one.id for one in library.of(game)])


def adoptable(library: Library, game: str, sha256: str) -> Rulebook | Fault:
    try:
        book = library.by_hash(sha256)
    except UnknownRulebookError:
        return fault("no-such-rulebook", name=sha256)
    return book if book.game == game else fault("no-such-rulebook", name=sha256)


K = TypeVar("K", bound="SupportsRichComparison")
V = TypeVar("V")


def in_order(found: Mapping[K, V]) -> list[tuple[K, V]]:
    return sorted(found.items(), key=lambda one: one[0])


@runtime_checkable
class Correction(Protocol):
    """An act by which an official puts the record right; another one saw it too."""

    @property
    def second(self) -> PersonId: ...
    @property
    def reason(self) -> str: ...


def require_two_officials(staff: Staff, by: PersonId, what: Correction, chief: Role, *others: Role) -> Fault | None:
    """Return a Fault unless two officials, one of them ``chief``, answer for the correction and give a reason."""
    if by == what.second or not roles_of(staff, what.second):
        return fault("second-official-missing")
    if chief not in roles_of(staff, by) | roles_of(staff, what.second):
        return fault("not-your-post", needs=[str(chief)])
    return first_fault(
        require_post(staff, by, chief, *others), None if what.reason.strip() else fault("reason-missing")
    )
