"""What is so in the house from now on."""

from __future__ import annotations

import msgspec

from tapete.house.carried_events import (
    BalancesCarried,
    CarriedAward,
    CarriedComplaint,
    CarriedVisitor,
    HousePost,
)
from tapete.house.desk_events import (
    ChipsBoughtBack,
    ChipsSold,
    DepositChanged,
    DepositReturned,
    DepositTaken,
    DifferenceBooked,
    DifferenceConfirmed,
    DifferenceLimitSet,
    InstitutionAccepted,
    ProofLodged,
    ProofReleased,
    SlipSigned,
    SlipTorn,
    SlipWritten,
)
from tapete.house.table_events import (
    AwardCarried,
    AwardKept,
    BankClaimed,
    BankDropped,
    CashBrought,
    CashPaid,
    ChipsBrought,
    ChipsTaken,
    CoverFoundShort,
    DepositBrought,
    ProofCalled,
    ProofExhausted,
    ProofReturned,
    ProofUsed,
    SeatNoted,
    SessionBegun,
    SessionEnded,
    SessionNoted,
    StakesCovered,
    TableNoted,
)
from tapete.house.terms import Day, Remark
from tapete.kernel import Event, PersonId
from tapete.money import Cents
from tapete.table.staff import Role

__all__ = [
    "AwardCarried",
    "AwardKept",
    "BalancesCarried",
    "BankClaimed",
    "BankDropped",
    "CarriedAward",
    "CarriedComplaint",
    "CarriedVisitor",
    "CashBrought",
    "CashPaid",
    "ChipsBoughtBack",
    "ChipsBrought",
    "ChipsSold",
    "ChipsTaken",
    "CoverFoundShort",
    "DepositBrought",
    "DepositChanged",
    "DepositReturned",
    "DepositTaken",
    "DifferenceBooked",
    "DifferenceConfirmed",
    "DifferenceLimitSet",
    "HousePost",
    "InstitutionAccepted",
    "ProofCalled",
    "ProofExhausted",
    "ProofLodged",
    "ProofReleased",
    "ProofReturned",
    "ProofUsed",
    "SeatNoted",
    "SessionBegun",
    "SessionEnded",
    "SessionNoted",
    "SlipSigned",
    "SlipTorn",
    "SlipWritten",
    "StakesCovered",
    "TableNoted",
]
"""What a day hands on, what happens at the cash desk, and what comes from tables: each is declared in its own room."""


class HouseOpened(Event, frozen=True, tag="house-opened@1"):
    """The establishment has begun."""

    name: str
    has_admission: bool = msgspec.field(name="admission")


class DayOpened(Event, frozen=True, tag="day-opened@1"):
    """A day has begun."""

    day: Day


class DayClosed(Event, frozen=True, tag="day-closed@1"):
    """The day is over; what the desk had, in cents, went back to the safe."""

    day: Day
    chips: Cents
    cash: Cents
    vouchers: Cents = 0


class DinnerHourSet(Event, frozen=True, tag="dinner-hour-set@1"):
    """The house has its dinner from and to these hours."""

    begin: str
    end: str


class MinutesWritten(Event, frozen=True, tag="minutes-written@1"):
    """A sentence stands in the minutes."""

    person: PersonId
    text: Remark


class ComplaintMade(Event, frozen=True, tag="complaint-made@1"):
    """A complaint has been handed in."""

    serial: int
    person: PersonId
    table: str
    text: Remark


class ComplaintAnswered(Event, frozen=True, tag="complaint-answered@1"):
    """A complaint has been answered."""

    serial: int
    person: PersonId
    text: Remark


class WentOnDuty(Event, frozen=True, tag="went-on-duty@1"):
    """Somebody is on duty; ``table`` is empty for a post of the house."""

    role: Role
    person: PersonId
    table: str = ""


class WentOffDuty(Event, frozen=True, tag="went-off-duty@1"):
    """Somebody is no longer on duty."""

    role: Role
    person: PersonId
    table: str = ""


class VisitorAdmitted(Event, frozen=True, tag="visitor-admitted@1"):
    """A visitor is in the house."""

    person: PersonId


class VisitorLeft(Event, frozen=True, tag="visitor-left@1"):
    """A visitor has left the house."""

    person: PersonId


class VisitorBarred(Event, frozen=True, tag="visitor-barred@1"):
    """The house does not admit somebody up to and including a day; for good where none is named."""

    person: PersonId
    until: Day | None
    reason: Remark


class BarLifted(Event, frozen=True, tag="bar-lifted@1"):
    """The house admits somebody again."""

    person: PersonId
    reason: Remark


class SelfExcluded(Event, frozen=True, tag="self-excluded@1"):
    """Somebody has forbidden himself the house up to and including a day."""

    person: PersonId
    until: Day


class CodeGiven(Event, frozen=True, tag="code-given@1"):
    """Somebody of the staff has given out a way back to a player's pages."""

    person: PersonId
    by: PersonId


class LossLimited(Event, frozen=True, tag="loss-limited@1"):
    """Somebody wants to lose no more than this in a day, in cents; ``is_at_once`` or from the next day on."""

    person: PersonId
    amount: Cents | None
    is_at_once: bool = msgspec.field(name="at_once")


class TimeLimited(Event, frozen=True, tag="time-limited@1"):
    """Somebody is to sit at tables no longer than this in a day, in minutes: ``is_at_once``, or from the next day."""

    person: PersonId
    minutes: int | None
    is_at_once: bool


class PlayEnded(Event, frozen=True, tag="play-ended@1"):
    """Somebody has sat at tables today for as long as he allows himself."""

    person: PersonId


class AwardEnded(Event, frozen=True, tag="award-ended@1"):
    """The director has ended a bank that somebody kept."""

    game: str
    name: str
    person: PersonId
    reason: Remark
    terms: str = ""


class AwardReplaced(Event, frozen=True, tag="award-replaced@1"):
    """The bank that somebody kept is over: that of its table was awarded for days to somebody else, ``by``."""

    game: str
    name: str
    person: PersonId
    by: PersonId
    terms: str = ""


class AwardExpired(Event, frozen=True, tag="award-expired@1"):
    """The last day of a bank that somebody kept is over."""

    game: str
    name: str
    person: PersonId
    terms: str = ""
