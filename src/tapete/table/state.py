"""What is true of the state of every table with people at it, and of what a person sees of such a table.

A game's own types have more fields. Whoever serves all tables (the hall, the pages, the bots) relies on these alone. A
game without places, like bingo, has posts, money and phases, as :class:`StaffedState` lists them, and no seats, which
``isinstance`` says; what its viewers see is a :class:`TableView` in which nobody sits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from tapete.kernel import PersonId, Step
from tapete.money import Cents
from tapete.table.conduct import Conduct
from tapete.table.incidents import OpenIncidents
from tapete.table.seats import Seat, Seats
from tapete.table.staff import Role, Staff

# --- the state --------------------------------------------------------------------------------------------------------


class TableSettings(Protocol):
    """What the house chose when it opened the table."""

    @property
    def name(self) -> str:
        """Return the name of the table."""

    @property
    def conduct(self) -> Conduct:
        """Return what becomes of an act that breaks a rule."""


class StaffedState(Protocol):
    """The state of whatever is played with people on duty, seats or none. Before its opening it has no ``rules``."""

    @property
    def rules(self) -> object | None:
        """Return the rulebook in force."""

    @property
    def staff(self) -> Staff:
        """Return who is on duty."""

    @property
    def ledger(self) -> Mapping[str, Cents]:
        """Return the balance of each account, in cents."""

    @property
    def phase(self) -> str:
        """Return where the table stands."""

    @property
    def serial(self) -> int:
        """Return how many phases have been opened."""

    @property
    def step(self) -> Step:
        """Return the step for which an act is meant now."""


@runtime_checkable
class TableState(StaffedState, Protocol):
    """The state of a table with people at it."""

    @property
    def settings(self) -> TableSettings:
        """Return what the house chose when it opened the table."""

    @property
    def seats(self) -> Seats:
        """Return everybody at the table."""

    @property
    def docket(self) -> OpenIncidents:
        """Return the incidents of the table."""


@runtime_checkable
class SeatsPeople(Protocol):
    """A state with places."""

    @property
    def seats(self) -> Seats:
        """Return everybody at the table."""


@runtime_checkable
class StaffsPosts(Protocol):
    """A state with people on duty."""

    @property
    def staff(self) -> Staff:
        """Return who is on duty."""


@runtime_checkable
class KeepsLedger(Protocol):
    """A state with money in it."""

    @property
    def ledger(self) -> Mapping[str, Cents]:
        """Return the balance of each account, in cents."""


@runtime_checkable
class KeepsForPeople(Protocol):
    """A state in which somebody may have what is neither a place nor money, as cartones that he has paid."""

    def has_something_of(self, who: PersonId) -> bool:
        """Return True if something of a person's lies here."""


def is_observed(state: object) -> bool:
    """Return True if a state is that of a real table which staff follow: people are there with their bodies."""
    return isinstance(state, TableState) and state.settings.conduct is Conduct.OBSERVED


# --- the view ---------------------------------------------------------------------------------------------------------


class PlaceView(Protocol):
    """A numbered place, as everybody sees it."""

    @property
    def seat(self) -> Seat:
        """Return its number."""

    @property
    def person(self) -> PersonId | None:
        """Return who sits there."""


class StandingPerson(Protocol):
    """A person on his feet, as everybody sees him."""

    @property
    def person(self) -> PersonId:
        """Return who stands there."""

    @property
    def behind(self) -> Seat:
        """Return the place behind which he stands."""


class ViewerInfo(Protocol):
    """What a viewer sees of himself."""

    @property
    def person(self) -> PersonId:
        """Return who he is."""

    @property
    def roles(self) -> tuple[Role, ...]:
        """Return the posts that he holds at this table."""

    @property
    def seat(self) -> Seat | None:
        """Return the place where he sits."""

    @property
    def chips(self) -> Cents:
        """Return what he has in front of him, in cents."""


@runtime_checkable
class TableView(Protocol):
    """A table with people at it, as one viewer sees it."""

    @property
    def name(self) -> str:
        """Return the name of the table."""

    @property
    def variant(self) -> str:
        """Return the game that is played, or the form of it: a key of the words for games."""

    @property
    def rulebook(self) -> str:
        """Return the id of the rulebook in force."""

    @property
    def title(self) -> str:
        """Return the title of the rulebook in force."""

    @property
    def step(self) -> Step:
        """Return the step for which an act is meant now."""

    @property
    def phase(self) -> str:
        """Return where the table stands."""

    @property
    def conduct(self) -> Conduct:
        """Return what becomes of an act that breaks a rule."""

    @property
    def minimum(self) -> Cents:
        """Return the least stake, in cents."""

    @property
    def shoe(self) -> int:
        """Return the number of the series of coups that is played."""

    @property
    def seats(self) -> Sequence[PlaceView]:
        """Return the numbered places, in order."""

    @property
    def standing(self) -> Sequence[StandingPerson]:
        """Return those who take part standing, in order of arrival."""

    @property
    def waiting_list(self) -> tuple[PersonId, ...]:
        """Return the waiting list; a game without one has nobody on it."""

    @property
    def staff(self) -> Mapping[str, PersonId]:
        """Return who is on duty, by post."""

    @property
    def waits_for(self) -> PersonId | None:
        """Return the person who moves the game on, if it is one."""

    @property
    def me(self) -> ViewerInfo | None:
        """Return what the viewer sees of himself; nothing on the public screen."""


def people_of(view: TableView) -> tuple[PersonId, ...]:
    """Return everybody who sits or stands at the table that is seen."""
    seated = tuple(place.person for place in view.seats if place.person is not None)
    return (*seated, *(one.person for one in view.standing))
