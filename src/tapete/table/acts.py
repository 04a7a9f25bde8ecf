"""Acts and events that every table shares: taking a place, chips in and out, staff, coming and going."""

from __future__ import annotations

from typing import ClassVar, Protocol, runtime_checkable

from tapete.kernel import ActBody, Event, PersonId
from tapete.money import Amount, Cents
from tapete.table.seats import Seat
from tapete.table.staff import Role


class TimelessAct(ActBody, frozen=True):
    is_timeless: ClassVar[bool] = True


class HallAct(TimelessAct, frozen=True):
    is_of_system: ClassVar[bool] = True
    person: PersonId


class Sit(TimelessAct, frozen=True, tag="sit"):
    """Take a numbered place."""

    seat: Seat


class StandBehind(TimelessAct, frozen=True, tag="stand-behind"):
    """Take part standing, behind a place."""

    seat: Seat


class Leave(TimelessAct, frozen=True, tag="leave"):
    """Leave the table; the chips are changed at the cash desk."""


class BuyIn(TimelessAct, frozen=True, tag="buy-in"):
    """Change money into chips."""

    amount: Amount


class CashOut(TimelessAct, frozen=True, tag="cash-out"):
    """Change chips back into money."""

    amount: Amount


class Relieve(TimelessAct, frozen=True, tag="relieve"):
    """Take over a post of the table's staff."""

    role: Role
    person: PersonId


class Away(HallAct, frozen=True, tag="away"):
    """The hall: a person's connection or body has left the table."""


class Back(HallAct, frozen=True, tag="back"):
    """The hall: the person is there again."""


class LeadOut(HallAct, frozen=True, tag="lead-out"):
    """The hall: a person on their feet has been away for so long that they no longer count as being at the table."""


class TimeUp(ActBody, frozen=True, tag="time-up"):
    """The clock: whoever the table waits for has had as long as the house gives them."""

    is_of_system: ClassVar[bool] = True


@runtime_checkable
class NotesAct(Protocol):
    """An act by which staff note what somebody without a screen has done: ``what`` is that person's act."""

    @property
    def person(self) -> PersonId: ...
    @property
    def what(self) -> ActBody: ...


class Seated(Event, frozen=True, tag="seated@1"):
    person: PersonId
    seat: Seat


class StoodBehind(Event, frozen=True, tag="stood-behind@1"):
    person: PersonId
    seat: Seat


class PersonLeft(Event, frozen=True, tag="person-left@1"):
    """A person left the table and changed ``amount`` cents of chips."""

    person: PersonId
    amount: Cents


class BoughtIn(Event, frozen=True, tag="bought-in@1"):
    """A person holds ``amount`` cents more in chips."""

    person: PersonId
    amount: Cents


class CashedOut(Event, frozen=True, tag="cashed-out@1"):
    """A person holds ``amount`` cents less in chips."""

    person: PersonId
    amount: Cents


class StaffAssigned(Event, frozen=True, tag="staff-assigned@1"):
    role: Role
    person: PersonId


class WentAway(Event, frozen=True, tag="went-away@1"):
    person: PersonId


class CameBack(Event, frozen=True, tag="came-back@1"):
    person: PersonId
