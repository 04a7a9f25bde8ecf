"""What is so in the house from now on."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from tapete.house.terms import Day, Means, Remark, SlipKind
from tapete.kernel import Event, PersonId
from tapete.money import Cents
from tapete.table.staff import Role


class Movement(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an event made of somebody's money on a day, in cents; two ``signers``: at their word, not the player's."""

    day: str
    event: str
    amount: Cents | None = None
    table: str = ""
    means: str = ""
    signers: tuple[PersonId, ...] = ()


class CarriedVisitor(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a day hands on about somebody: how long they may not come, and what they want to lose (in cents) and to sit
    at tables (in minutes) at most in a day; who has given them a code, ``is_code_old``: on the
    day before; and what was paid at the word of others.
    """

    person: PersonId
    bar_end: str = msgspec.field(default="", name="barred")
    is_barred_for_good: bool = False
    exclusion_end: str = msgspec.field(default="", name="excluded")
    loss_limit: Cents | None = None
    time_limit: int | None = None
    code_by: str = ""
    movements: tuple[Movement, ...] = ()
    is_code_old: bool = False


class CarriedComplaint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    serial: int
    person: PersonId
    table: str
    text: str = ""


class CarriedAward(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    name: str
    person: PersonId
    amount: Cents
    days: int
    is_begun: bool
    terms: str = ""
    coups: int = 0


class HousePost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    role: Role
    person: PersonId


class BalancesCarried(Event, frozen=True, tag="balances-carried@1"):
    """All that the house is between two days: the balances of its accounts in cents, and what else outlives a day.

    ``day`` is the last one, ``days`` how many there were; ``slips`` and ``serials`` are the last numbers that were
    given to a slip and to a complaint; ``dinner`` is when its dinner hour begins and ends, ``None``: as usual;
    ``institutions`` are those at which a proven deposit may lie; ``difference_limit`` is up to which difference of a
    count one side's confirmation is enough, ``None``: as usual.
    """

    name: str
    has_admission: bool = msgspec.field(name="admission")
    day: str
    days: int
    balances: dict[str, Cents]
    posts: tuple[HousePost, ...] = ()
    visitors: tuple[CarriedVisitor, ...] = ()
    complaints: tuple[CarriedComplaint, ...] = ()
    slips: int = 0
    serials: int = 0
    dinner: tuple[str, str] | None = None
    institutions: tuple[str, ...] = ()
    awards: tuple[CarriedAward, ...] = ()
    difference_limit: Cents | None = None


class OfPerson(Event, frozen=True):
    person: PersonId


class OfTable(OfPerson, frozen=True):
    table: str


class AtTable(OfTable, frozen=True):
    amount: Cents


class InCash(Event, frozen=True):
    """Cash between a table and the desk, of people whom nobody names."""

    table: str
    amount: Cents


class AtDesk(OfPerson, frozen=True):
    amount: Cents
    means: Means


class OfAward(Event, frozen=True):
    """What became of a bank that somebody keeps: of a game, and of the name of its table."""

    game: str
    name: str
    person: PersonId


class ChipsSold(AtDesk, frozen=True, tag="chips-sold@1"): ...


class ChipsBoughtBack(OfPerson, frozen=True, tag="chips-bought-back@1"):
    """The desk has paid for chips, in cash: at the player's word, or at that of two ``signers``."""

    amount: Cents
    signers: tuple[PersonId, ...] = ()


class DepositTaken(AtDesk, frozen=True, tag="deposit-taken@1"): ...


class DepositReturned(AtDesk, frozen=True, tag="deposit-returned@1"):
    signers: tuple[PersonId, ...] = ()


class DepositChanged(AtDesk, frozen=True, tag="deposit-changed@1"):
    signers: tuple[PersonId, ...] = ()


class InstitutionAccepted(Event, frozen=True, tag="institution-accepted@1"):
    institution: str


class ProofLodged(Event, frozen=True, tag="proof-lodged@1"):
    """Somebody has proven a deposit for an open bank. Its sum is the house's and the director's alone."""

    keeps_secret: ClassVar[bool] = True
    person: PersonId
    amount: Cents | None
    institution: str

    def private(self) -> tuple[str, ...]:
        """The sum tells how far the banker can be played."""
        return ("amount",)


class ProofReleased(OfPerson, frozen=True, tag="proof-released@1"): ...


class SlipWritten(Event, frozen=True, tag="slip-written@1"):
    serial: int
    kind: SlipKind
    table: str
    chips: Cents
    cash: Cents
    first: PersonId
    vouchers: Cents = 0
    kept_money: Cents = 0
    is_whole: bool = msgspec.field(default=False, name="whole")
    person: PersonId | None = None
    means: Means = Means.CASH


class SlipSigned(Event, frozen=True, tag="slip-signed@1"):
    """A slip has both signatures, and what it says has moved.

    ``shortage`` and ``missing_cash`` are what the books had more than was counted, in cents; below zero: less. Where
    the difference was confirmed it is an event of its own, and nothing is left of it here.
    """

    serial: int
    kind: SlipKind
    table: str
    chips: Cents
    cash: Cents
    first: PersonId
    second: PersonId
    shortage: Cents = msgspec.field(default=0, name="missing")
    missing_cash: Cents = 0


class DifferenceConfirmed(Event, frozen=True, tag="difference-confirmed@1"):
    """The side that wrote a count has confirmed by how much it differs from the books, in cents."""

    serial: int
    missing_chips: Cents
    missing_cash: Cents
    reason: Remark
    person: PersonId
    missing_vouchers: Cents = 0


class DifferenceBooked(Event, frozen=True, tag="difference-booked@1"):
    """What a count found different is booked, in cents: ``person`` has confirmed it with the second signature.

    ``missing_chips``, ``missing_cash`` and ``missing_vouchers`` are what the books had more than was counted; below
    zero: less. ``first`` has signed the count first.
    """

    serial: int
    kind: SlipKind
    table: str
    missing_chips: Cents
    missing_cash: Cents
    reason: Remark
    person: PersonId
    first: PersonId
    missing_vouchers: Cents = 0


class DifferenceLimitSet(Event, frozen=True, tag="difference-limit-set@1"):
    """Up to this difference of a count, in cents, one side's confirmation is enough."""

    amount: Cents


class SlipTorn(Event, frozen=True, tag="slip-torn@1"):
    serial: int
    person: PersonId


class TableNoted(Event, frozen=True, tag="table-noted@1"):
    table: str
    game: str
    is_open: bool


class SeatNoted(OfTable, frozen=True, tag="seat-noted@1"): ...


class ChipsBrought(AtTable, frozen=True, tag="chips-brought@1"): ...


class ChipsTaken(AtTable, frozen=True, tag="chips-taken@1"): ...


class CashBrought(InCash, frozen=True, tag="cash-brought@1"):
    """The desk has changed cash that a table took from the public into chips of that table."""


class CashPaid(InCash, frozen=True, tag="cash-paid@1"):
    """The desk has paid the public in cash what a table owed, and has its chips for it."""


class SessionBegun(Event, frozen=True, tag="session-begun@1"):
    table: str
    number: int
    shoes: int
    moment: str


class SessionNoted(Event, frozen=True, tag="session-noted@1"):
    """So many shoes are left of the session at a table, and this person holds its bank.

    ``is_begun``: its play has begun, now or before; ``moment`` is when, where it has just done so. ``is_dinner_begun``:
    the table was told that the dinner hour has.
    """

    table: str
    shoes: int
    banker: PersonId | None
    is_begun: bool = False
    is_dinner_begun: bool = False
    moment: str = ""


class SessionEnded(Event, frozen=True, tag="session-ended@1"):
    """The session at a table is over; one of which no play ``is_begun`` does not count."""

    table: str
    moment: str
    is_begun: bool = True


class DepositBrought(AtTable, frozen=True, tag="deposit-brought@1"):
    means: Means


class ProofCalled(AtTable, frozen=True, tag="proof-called@1"):
    """The desk has drawn on what a banker has proven, and paid it to their table in chips."""


class BankClaimed(OfTable, frozen=True, tag="bank-claimed@1"): ...


class BankDropped(OfTable, frozen=True, tag="bank-dropped@1"):
    """Somebody does not have the bank of a table any more, nor can they be given it."""


class ProofUsed(OfTable, frozen=True, tag="proof-used@1"): ...


class StakesCovered(AtTable, frozen=True, tag="stakes-covered@1"):
    """What a banker has proven is enough for stakes that are so much above the chips of their bank."""


class CoverFoundShort(AtTable, frozen=True, tag="cover-found-short@1"):
    """What a banker has proven is not enough for stakes that are so much above the chips of their bank."""

    rests_on_secret: ClassVar[bool] = True


class ProofExhausted(OfTable, frozen=True, tag="proof-exhausted@1"):
    """A bank without chips is broken, since nothing is left of what its banker has proven."""

    rests_on_secret: ClassVar[bool] = True


class ProofReturned(OfTable, frozen=True, tag="proof-returned@1"): ...


class AwardKept(OfAward, frozen=True, tag="award-kept@1"):
    """Somebody keeps the bank of a closing table for so many days, this one counted; ``coups`` were settled on it."""

    amount: Cents
    days: int
    is_begun: bool
    terms: str = ""
    coups: int = 0


class AwardCarried(OfAward, frozen=True, tag="award-carried@1"):
    table: str
    terms: str = ""


class HouseOpened(Event, frozen=True, tag="house-opened@1"):
    name: str
    has_admission: bool = msgspec.field(name="admission")


class DayOpened(Event, frozen=True, tag="day-opened@1"):
    day: Day


class DayClosed(Event, frozen=True, tag="day-closed@1"):
    """The day is over; what the desk had, in cents, went back to the safe."""

    day: Day
    chips: Cents
    cash: Cents
    vouchers: Cents = 0


class DinnerHourSet(Event, frozen=True, tag="dinner-hour-set@1"):
    begin: str
    end: str


class MinutesWritten(OfPerson, frozen=True, tag="minutes-written@1"):
    text: Remark


class ComplaintMade(Event, frozen=True, tag="complaint-made@1"):
    serial: int
    person: PersonId
    table: str
    text: Remark


class ComplaintAnswered(Event, frozen=True, tag="complaint-answered@1"):
    serial: int
    person: PersonId
    text: Remark


class WentOnDuty(Event, frozen=True, tag="went-on-duty@1"):
    role: Role
    person: PersonId
    table: str = ""


class WentOffDuty(Event, frozen=True, tag="went-off-duty@1"):
    role: Role
    person: PersonId
    table: str = ""


class VisitorAdmitted(OfPerson, frozen=True, tag="visitor-admitted@1"): ...


class VisitorLeft(OfPerson, frozen=True, tag="visitor-left@1"): ...


class VisitorBarred(OfPerson, frozen=True, tag="visitor-barred@1"):
    """The house does not admit somebody up to and including a day; for good where none is named."""

    until: Day | None
    reason: Remark


class BarLifted(OfPerson, frozen=True, tag="bar-lifted@1"):
    reason: Remark


class SelfExcluded(OfPerson, frozen=True, tag="self-excluded@1"):
    until: Day


class CodeGiven(OfPerson, frozen=True, tag="code-given@1"):
    """``by``, of the staff, has given a player a new way back to their pages."""

    by: PersonId


class LossLimited(OfPerson, frozen=True, tag="loss-limited@1"):
    """Somebody wants to lose no more than this in a day, in cents; ``is_at_once`` or from the next day on."""

    amount: Cents | None
    is_at_once: bool = msgspec.field(name="at_once")


class TimeLimited(OfPerson, frozen=True, tag="time-limited@1"):
    """Somebody is to sit at tables no longer than this in a day, in minutes: ``is_at_once``, or from the next day."""

    minutes: int | None
    is_at_once: bool


class PlayEnded(OfPerson, frozen=True, tag="play-ended@1"): ...


class AwardEnded(OfAward, frozen=True, tag="award-ended@1"):
    reason: Remark
    terms: str = ""


class AwardReplaced(OfAward, frozen=True, tag="award-replaced@1"):
    """The bank that somebody kept is over: that of its table was awarded for days to somebody else, ``by``."""

    by: PersonId
    terms: str = ""


class AwardExpired(OfAward, frozen=True, tag="award-expired@1"):
    terms: str = ""
