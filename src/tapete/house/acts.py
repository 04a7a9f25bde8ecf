"""What people do in the house, above its tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec

from tapete.house.terms import Day, Hour, Institution, Means, Minutes, Moment, Remark, SlipKind, Table
from tapete.kernel import ActBody, ByKind, Decision, PersonId
from tapete.money import LIMIT, Amount, Cents
from tapete.table.houses import SessionClauses
from tapete.table.staff import Role

HANDLERS: Final = ByKind[Callable[[Any, PersonId, Any], Decision]]()
"""Which function decides each act, from the state of the house, who does it, and the act."""
decides: Final = HANDLERS.enter

Coups = Annotated[int, msgspec.Meta(ge=0)]
Days = Annotated[int, msgspec.Meta(ge=1, le=99)]


class HouseAct(ActBody, frozen=True):
    """Base of the acts of the house: none of them waits for a phase to come round, so none names a step."""

    is_timeless: ClassVar[bool] = True


class OfPerson(HouseAct, frozen=True):
    person: PersonId


class OfTable(OfPerson, frozen=True):
    table: Table


class AtTable(OfTable, frozen=True):
    amount: Amount


class AtDesk(OfPerson, frozen=True):
    amount: Amount
    means: Means = Means.CASH


class AtPost(HouseAct, frozen=True):
    role: Role
    person: PersonId


class InCash(HouseAct, frozen=True):
    """Cash between a table and the desk, of people whom nobody names."""

    table: Table
    amount: Amount


class NoteTablePost(HouseAct, frozen=True, tag="note-table-post"):
    """The system: a post of a table has changed hands; ``None``: nobody has it."""

    table: Table
    role: Role
    person: PersonId | None


class NoteSeat(HouseAct, frozen=True, tag="note-seat"):
    """The system: somebody has taken a seat at a table; with an empty ``table`` they have none any more."""

    person: PersonId
    table: str


class NoteTableOpen(HouseAct, frozen=True, tag="note-table-open"):
    table: Table
    game: str


class NoteTableClosed(HouseAct, frozen=True, tag="note-table-closed"):
    table: Table


class BringChips(AtTable, frozen=True, tag="bring-chips"):
    """The system: somebody has put chips of theirs on a table, where they are in play from then on."""


class TakeChips(AtTable, frozen=True, tag="take-chips"): ...


class BringCash(InCash, frozen=True, tag="bring-cash"):
    """The system: cash that a table took from the public is at the desk, which has given the table chips for it."""


class PayCash(InCash, frozen=True, tag="pay-cash"):
    """The system: the desk has paid the public in cash what a table owed, and has the table's chips for it."""


class BringDeposit(AtTable, frozen=True, tag="bring-deposit"):
    """The system: for somebody's bank their money in custody was deposited: the desk gives the table chips for it."""

    means: Means = Means.CASH


class CallProof(AtTable, frozen=True, tag="call-proof"):
    """The system: what a bank lost above its chips is drawn on its banker's proof, and paid to the table in chips."""


class ClaimBank(OfTable, frozen=True, tag="claim-bank"):
    """The system: somebody holds the bank of a table, was awarded it, or has asked for it and may be given it."""


class DropBank(OfTable, frozen=True, tag="drop-bank"):
    """The system: somebody does not have the bank of a table any more, nor can they be given it."""


class UseProof(OfTable, frozen=True, tag="use-proof"):
    """The system: a table takes it that somebody has proven a sufficient deposit for its open bank.

    ``clauses`` are those of its rulebook that ask for one.
    """

    clauses: tuple[str, ...] = ()


class CoverStakes(AtTable, frozen=True, tag="cover-stakes"):
    """The system: stakes are ``amount`` cents above the chips of a bank, and its banker's proof answers for them."""

    clauses: tuple[str, ...] = ()


class FindShort(AtTable, frozen=True, tag="find-short"):
    """The system: stakes are ``amount`` cents above the chips of a bank, and its banker's proof does not cover them."""


class ExhaustProof(OfTable, frozen=True, tag="exhaust-proof"):
    """The system: a bank without chips is broken, since nothing is left of what its banker has proven."""


class ReturnProof(OfTable, frozen=True, tag="return-proof"):
    """The system: a table does not rely on somebody's proof any more."""


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


Difference = Annotated[Cents, msgspec.Meta(ge=-LIMIT, le=LIMIT)]
"""What the books have more than was counted, in cents; below zero: less."""

Debt = Annotated[Cents, msgspec.Meta(ge=0)] | None
"""What a table owes its players, in cents; ``None``: nobody has said."""


class WriteSlip(HouseAct, frozen=True, tag="write-slip"):
    """Write a slip and sign it first: chips (and, at the desk, cash) move when the other side has signed.

    ``table`` is empty for slips between the desk and the director. ``debt`` is what a table owes its players when it is
    written, with what their stakes may win, in cents: its hall says it; ``None``: nobody has.

    A count of the desk ``is_whole``, as its hall says, where all that lies there is counted: besides chips and cash the
    ``vouchers`` (cheques and card slips), and ``kept_money``: what it has for others (deposits in custody, tips of the
    staff). A slip that pays names the ``person`` who is paid, and the ``means`` by which a deposit was given.
    """

    kind: SlipKind
    chips: Cents
    table: str = ""
    cash: Cents = 0
    debt: Debt = None
    vouchers: Cents = 0
    kept_money: Cents = 0
    is_whole: bool = msgspec.field(default=False, name="whole")
    person: PersonId | None = None
    means: Means = Means.CASH


class SignSlip(HouseAct, frozen=True, tag="sign-slip"):
    """Sign a slip second; ``debt`` as where it is written, by now."""

    serial: int
    debt: Debt = None


class ConfirmDifference(HouseAct, frozen=True, tag="confirm-difference"):
    """Sign for a count that differs from the books: by the difference that was shown, in cents, and why it is so.

    It is the second signature where it comes from the other side; the first side confirms too where the house wants
    two people for so much.
    """

    serial: int
    missing_chips: Difference
    missing_cash: Difference
    reason: Remark
    missing_vouchers: Difference = 0


class SetDifferenceLimit(HouseAct, frozen=True, tag="set-difference-limit"):
    """Set up to which difference of a count, in cents, one side's confirmation is enough."""

    amount: Annotated[Cents, msgspec.Meta(ge=0, le=LIMIT)]


class TearSlip(HouseAct, frozen=True, tag="tear-slip"):
    """Withdraw a slip that has one signature."""

    serial: int


class OpenHouse(HouseAct, frozen=True, tag="open-house"):
    """The system: the establishment begins, with its first director. ``has_admission``: nobody buys unadmitted."""

    name: str
    director: PersonId
    has_admission: bool = msgspec.field(default=True, name="admission")


class OpenDay(HouseAct, frozen=True, tag="open-day", omit_defaults=True):
    """«Abrir la jornada»: begin a day; it is later than the last.

    With ``has_balances`` its entry says with what the day begins, so that the day can be judged without those before.
    ``today`` is the day of the hall's own calendar, which no day of the house is ahead of; ``None``: nobody says.
    """

    day: Day
    has_balances: bool = False
    today: Day | None = None


class CloseDay(HouseAct, frozen=True, tag="close-day"):
    """«Cerrar la jornada»: end the day, after tables and cash desk have been counted."""


class SetDinnerHour(HouseAct, frozen=True, tag="set-dinner-hour"):
    """Set the hour of dinner, from and to: it parts two sessions of an open bank."""

    begin: Hour
    end: Hour


class WriteMinutes(HouseAct, frozen=True, tag="write-minutes"):
    """Enter a sentence in the minutes of the day."""

    text: Remark


class Complain(HouseAct, frozen=True, tag="complain"):
    """Hand in a complaint; ``table`` is empty where it is about no table."""

    text: Remark
    table: str = ""


class AnswerComplaint(HouseAct, frozen=True, tag="answer-complaint"):
    """Answer a complaint, by its number."""

    serial: int
    text: Remark


class GoOnDuty(AtPost, frozen=True, tag="go-on-duty"):
    """Put somebody on a post of the house."""


class GoOffDuty(AtPost, frozen=True, tag="go-off-duty"):
    """Take somebody off a post of the house."""


class Admit(OfPerson, frozen=True, tag="admit"):
    """Let a visitor in."""


class LetOut(OfPerson, frozen=True, tag="let-out"):
    """Note that a visitor has left."""


class Bar(OfPerson, frozen=True, tag="bar"):
    """Forbid somebody the house, up to and including a day; for good where no day is named."""

    reason: Remark
    until: Day | None = None


class LiftBar(OfPerson, frozen=True, tag="lift-bar"):
    """Let somebody come again whom the house has barred."""

    reason: Remark


class ExcludeOneself(HouseAct, frozen=True, tag="exclude-oneself"):
    """«Autoexclusión»: forbid oneself the house up to and including a day. Nobody can take it back before."""

    until: Day


class NoteCode(OfPerson, frozen=True, tag="note-code"):
    """The system: ``by``, of the staff, has given a player a new way back to their pages."""

    by: PersonId


class LimitLoss(HouseAct, frozen=True, tag="limit-loss"):
    """Set the most that one wants to lose in a day, in cents; ``None``: no limit. A looser one counts from the next
    day.
    """

    amount: Amount | None


class LimitTime(HouseAct, frozen=True, tag="limit-time"):
    """Set the most that one wants to sit at tables in a day, in minutes; ``None``: no limit. A looser one counts from
    the next day.
    """

    minutes: Minutes | None


class EndPlay(OfPerson, frozen=True, tag="end-play"):
    """The system: somebody has sat at tables today for as long as they allow themselves."""


class SellChips(AtDesk, frozen=True, tag="sell-chips"):
    """Sell chips to a visitor."""


class BuyBackChips(OfPerson, frozen=True, tag="buy-back-chips"):
    """Pay a visitor for their chips, in cash, as they have asked on a slip."""

    amount: Amount


class TakeDeposit(AtDesk, frozen=True, tag="take-deposit"):
    """Take money into custody: of whoever wants to hold a bank, or of somebody who does not want to carry it."""


class ReturnDeposit(AtDesk, frozen=True, tag="return-deposit"):
    """Give a part of a deposit back, or all of it, as its owner has asked on a slip."""


class ChangeDeposit(AtDesk, frozen=True, tag="change-deposit"):
    """Give chips for a part of a deposit, or for all of it, as its owner has asked on a slip."""


class EndAward(HouseAct, frozen=True, tag="end-award"):
    """End a bank that somebody keeps for days: of which game, under which name its table was opened, and under which
    ``terms`` it was awarded, where they keep several of a name.
    """

    game: str
    name: str
    reason: Remark
    terms: str = ""


class AcceptInstitution(HouseAct, frozen=True, tag="accept-institution"):
    """Accept a credit institution as a place where a deposit may lie that is proven for an open bank."""

    institution: Institution


class LodgeProof(HouseAct, frozen=True, tag="lodge-proof"):
    """Lodge what somebody proves for an open bank, in cents: at the cash desk, or at a credit ``institution``.

    Its sum is the house's and the director's alone. A further one replaces the one before.
    """

    keeps_secret: ClassVar[bool] = True
    person: PersonId
    amount: Amount | None
    institution: str = ""

    def private(self) -> tuple[str, ...]:
        """The sum tells how far the banker can be played."""
        return ("amount",)


class ReleaseProof(OfPerson, frozen=True, tag="release-proof"):
    """Give back what somebody has proven for an open bank: no table relies on it any more."""
