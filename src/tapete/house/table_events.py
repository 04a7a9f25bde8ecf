"""What is so in the house by what happened at its tables."""

from __future__ import annotations

from typing import ClassVar

from tapete.house.terms import Means
from tapete.kernel import Event, PersonId
from tapete.money import Cents


class TableNoted(Event, frozen=True, tag="table-noted@1"):
    """A table is open for play, or no longer."""

    table: str
    game: str
    is_open: bool


class SeatNoted(Event, frozen=True, tag="seat-noted@1"):
    """Somebody sits at a table, or at none."""

    person: PersonId
    table: str


class ChipsBrought(Event, frozen=True, tag="chips-brought@1"):
    """Chips of somebody lie on a table."""

    person: PersonId
    table: str
    amount: Cents


class ChipsTaken(Event, frozen=True, tag="chips-taken@1"):
    """Somebody has chips again that lay on a table."""

    person: PersonId
    table: str
    amount: Cents


class CashBrought(Event, frozen=True, tag="cash-brought@1"):
    """The desk has changed cash that a table took from the public into chips of that table."""

    table: str
    amount: Cents


class CashPaid(Event, frozen=True, tag="cash-paid@1"):
    """The desk has paid the public in cash what a table owed, and has its chips for it."""

    table: str
    amount: Cents


class SessionBegun(Event, frozen=True, tag="session-begun@1"):
    """A session of the day has begun at a table, by the wall clock of the hall."""

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


class DepositBrought(Event, frozen=True, tag="deposit-brought@1"):
    """Money in custody became chips of its owner's bank at a table."""

    person: PersonId
    table: str
    amount: Cents
    means: Means


class ProofCalled(Event, frozen=True, tag="proof-called@1"):
    """The desk has drawn on what a banker has proven, and paid it to his table in chips."""

    person: PersonId
    table: str
    amount: Cents


class BankClaimed(Event, frozen=True, tag="bank-claimed@1"):
    """Somebody has, or may be given, the bank of a table."""

    person: PersonId
    table: str


class BankDropped(Event, frozen=True, tag="bank-dropped@1"):
    """Somebody has the bank of a table no more, and is not to be given it."""

    person: PersonId
    table: str


class ProofUsed(Event, frozen=True, tag="proof-used@1"):
    """What somebody has proven answers for an open bank at a table."""

    person: PersonId
    table: str


class StakesCovered(Event, frozen=True, tag="stakes-covered@1"):
    """What a banker has proven is enough for stakes that are so much above the chips of his bank."""

    person: PersonId
    table: str
    amount: Cents


class CoverFoundShort(Event, frozen=True, tag="cover-found-short@1"):
    """What a banker has proven is not enough for stakes that are so much above the chips of his bank."""

    rests_on_secret: ClassVar[bool] = True
    person: PersonId
    table: str
    amount: Cents


class ProofExhausted(Event, frozen=True, tag="proof-exhausted@1"):
    """Nothing is left of what the banker of a table has proven, and his bank is broken."""

    rests_on_secret: ClassVar[bool] = True
    person: PersonId
    table: str


class ProofReturned(Event, frozen=True, tag="proof-returned@1"):
    """No table relies on what somebody has proven."""

    person: PersonId
    table: str


class AwardKept(Event, frozen=True, tag="award-kept@1"):
    """Somebody keeps the bank of a table that closes, for so many days, this one counted, under these terms; ``coups``
    were settled on it.
    """

    game: str
    name: str
    person: PersonId
    amount: Cents
    days: int
    is_begun: bool
    terms: str = ""
    coups: int = 0


class AwardCarried(Event, frozen=True, tag="award-carried@1"):
    """A table goes on with the bank that somebody kept."""

    game: str
    name: str
    person: PersonId
    table: str
    terms: str = ""
