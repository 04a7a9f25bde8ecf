"""What a table tells the house: acts of the system, recorded in one transaction with the entry of the table."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from tapete.house.terms import Means, Moment, Table
from tapete.kernel import ActBody, PersonId
from tapete.money import Amount
from tapete.table.sessions import SessionClauses
from tapete.table.staff import Role

Coups = Annotated[int, msgspec.Meta(ge=0)]
Days = Annotated[int, msgspec.Meta(ge=1, le=99)]


class HouseAct(ActBody, frozen=True):
    """Base of the acts of the house: none of them waits for a phase to come round, so none names a step."""

    is_timeless: ClassVar[bool] = True


class NoteTablePost(HouseAct, frozen=True, tag="note-table-post"):
    """The system: a post of a table has changed hands; ``None``: nobody has it."""

    table: Table
    role: Role
    person: PersonId | None


class NoteSeat(HouseAct, frozen=True, tag="note-seat"):
    """The system: somebody has taken a seat at a table; with an empty ``table`` he has none any more."""

    person: PersonId
    table: str


class NoteTableOpen(HouseAct, frozen=True, tag="note-table-open"):
    """The system: a table has been opened for play."""

    table: Table
    game: str


class NoteTableClosed(HouseAct, frozen=True, tag="note-table-closed"):
    """The system: play at a table is over."""

    table: Table


class BringChips(HouseAct, frozen=True, tag="bring-chips"):
    """The system: somebody has put chips of his on a table, where they are in play from then on."""

    person: PersonId
    table: Table
    amount: Amount


class TakeChips(HouseAct, frozen=True, tag="take-chips"):
    """The system: somebody has taken chips off a table."""

    person: PersonId
    table: Table
    amount: Amount


class BringCash(HouseAct, frozen=True, tag="bring-cash"):
    """The system: cash that a table took from the public is at the desk, which has given the table chips for it."""

    table: Table
    amount: Amount


class PayCash(HouseAct, frozen=True, tag="pay-cash"):
    """The system: the desk has paid the public in cash what a table owed, and has the table's chips for it."""

    table: Table
    amount: Amount


class BringDeposit(HouseAct, frozen=True, tag="bring-deposit"):
    """The system: somebody has deposited for his bank what lay in custody for him: the desk has chips ready for it, and
    they are the table's from then on.
    """

    person: PersonId
    table: Table
    amount: Amount
    means: Means = Means.CASH


class CallProof(HouseAct, frozen=True, tag="call-proof"):
    """The system: what a bank has lost above its chips was drawn on what its banker has proven: the desk has paid it to
    the table, in chips.
    """

    person: PersonId
    table: Table
    amount: Amount


class ClaimBank(HouseAct, frozen=True, tag="claim-bank"):
    """The system: somebody holds the bank of a table, was awarded it, or has asked for it and may be given it."""

    person: PersonId
    table: Table


class DropBank(HouseAct, frozen=True, tag="drop-bank"):
    """The system: somebody has the bank of a table no more, and is not to be given it."""

    person: PersonId
    table: Table


class UseProof(HouseAct, frozen=True, tag="use-proof"):
    """The system: a table takes it that somebody has proven a sufficient deposit for its open bank.

    ``clauses`` are those of its rulebook that ask for one.
    """

    person: PersonId
    table: Table
    clauses: tuple[str, ...] = ()


class CoverStakes(HouseAct, frozen=True, tag="cover-stakes"):
    """The system: stakes are ``amount`` cents above the chips of a bank, and its banker's proof answers for them."""

    person: PersonId
    table: Table
    amount: Amount
    clauses: tuple[str, ...] = ()


class FindShort(HouseAct, frozen=True, tag="find-short"):
    """The system: stakes are ``amount`` cents above the chips of a bank, and its banker's proof does not answer for
    them: its table was told so.
    """

    person: PersonId
    table: Table
    amount: Amount


class ExhaustProof(HouseAct, frozen=True, tag="exhaust-proof"):
    """The system: a bank without chips is broken, since nothing is left of what its banker has proven: its table was
    told so.
    """

    person: PersonId
    table: Table


class ReturnProof(HouseAct, frozen=True, tag="return-proof"):
    """The system: a table relies on somebody's proof no more."""

    person: PersonId
    table: Table


class KeepAward(HouseAct, frozen=True, tag="keep-award"):
    """The system: a table that closes leaves its bank to somebody, to whom it was awarded for days: for ``amount``
    cents and so many of them, this one counted. ``name``: under which it was opened; ``terms``: under what its bank is
    awarded, as no table of other terms has it; ``coups`` were settled on it.
    """

    table: Table
    name: str
    person: PersonId
    amount: Amount
    days: Days
    is_begun: bool
    terms: str = ""
    coups: Coups = 0


class CarryAward(HouseAct, frozen=True, tag="carry-award"):
    """The system: a table has been opened with somebody to whom its bank was awarded for days, under these ``terms``.

    ``is_kept``: at a table before, which the house has kept since; ``name``: under which the table was opened, as that
    one was. A record that names none was made when the person was enough to tell one bank from the others.
    """

    table: Table
    person: PersonId
    amount: Amount
    days: Days
    is_begun: bool
    terms: str = ""
    is_kept: bool = False
    name: str = ""
    coups: Coups = 0


Count = Annotated[int, msgspec.Meta(ge=0, le=9)]


class BeginSession(HouseAct, frozen=True, tag="begin-session"):
    """The system: a table has been opened for a session of the day, of so many shoes.

    ``moment`` is when by the wall clock of the hall; ``clauses`` are those of the table's rulebook on sessions.
    """

    table: Table
    number: Annotated[int, msgspec.Meta(ge=1, le=9)]
    shoes: Count
    moment: Moment
    clauses: SessionClauses


class NoteSession(HouseAct, frozen=True, tag="note-session"):
    """The system: so many shoes are left of the session at a table, and this person holds its bank.

    ``is_begun``: the betting of its first coup has been opened; ``is_dinner_begun``: the table was told so. ``moment``
    is when, and ``clauses`` are those of the table's rulebook.
    """

    table: Table
    shoes: Count
    banker: PersonId | None
    is_begun: bool = False
    is_dinner_begun: bool = False
    moment: Moment | Literal[""] = ""
    clauses: SessionClauses = SessionClauses()


class EndSession(HouseAct, frozen=True, tag="end-session"):
    """The system: the session at a table is over; one of which no play ``is_begun`` was none."""

    table: Table
    moment: Moment
    is_begun: bool = True


TableMove = (
    NoteTableOpen
    | NoteTableClosed
    | NoteTablePost
    | NoteSeat
    | BringChips
    | TakeChips
    | BringCash
    | PayCash
    | BringDeposit
    | CallProof
    | ClaimBank
    | DropBank
    | UseProof
    | CoverStakes
    | FindShort
    | ExhaustProof
    | ReturnProof
    | KeepAward
    | CarryAward
    | BeginSession
    | NoteSession
    | EndSession
)
"""What an entry of a table may mean for the house."""


class FollowTable(HouseAct, frozen=True, tag="follow-table"):
    """The system: all that one entry of a table means for the house, recorded in one transaction with that entry.

    ``entry`` is its version and ``digest`` its hash.
    """

    table: Table
    entry: Annotated[int, msgspec.Meta(ge=1)]
    digest: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$(?!\n)")]
    moves: Annotated[tuple[TableMove, ...], msgspec.Meta(min_length=1)]
