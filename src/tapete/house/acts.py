"""What people do in the house, above its tables."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tapete.house.terms import Day, Means, Minutes, Remark, SlipKind, Table
from tapete.kernel import ActBody, PersonId
from tapete.money import Amount, Cents
from tapete.table.staff import Role


class HouseAct(ActBody, frozen=True):
    """Base of the acts of the house: none of them waits for a phase to come round, so none names a step."""

    is_timeless: ClassVar[bool] = True


# --- the house and its day --------------------------------------------------------------------------------------------


class OpenHouse(HouseAct, frozen=True, tag="open-house"):
    """The system: the establishment begins, with its first director. ``has_admission``: nobody buys unadmitted."""

    name: str
    director: PersonId
    has_admission: bool = msgspec.field(default=True, name="admission")


class OpenDay(HouseAct, frozen=True, tag="open-day", omit_defaults=True):
    """«Abrir la jornada»: begin a day; it is later than the last.

    With ``has_balances`` its entry says with what the day begins, so that the day can be judged without those before.
    """

    day: Day
    has_balances: bool = False


class CloseDay(HouseAct, frozen=True, tag="close-day"):
    """«Cerrar la jornada»: end the day, after tables and cash desk have been counted."""


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


# --- people -----------------------------------------------------------------------------------------------------------


class GoOnDuty(HouseAct, frozen=True, tag="go-on-duty"):
    """Put somebody on a post of the house."""

    role: Role
    person: PersonId


class GoOffDuty(HouseAct, frozen=True, tag="go-off-duty"):
    """Take somebody off a post of the house."""

    role: Role
    person: PersonId


class NoteTablePost(HouseAct, frozen=True, tag="note-table-post"):
    """The system: a post of a table has changed hands; ``None``: nobody has it."""

    table: Table
    role: Role
    person: PersonId | None


class NoteSeat(HouseAct, frozen=True, tag="note-seat"):
    """The system: somebody has taken a seat at a table; with an empty ``table`` he has none any more."""

    person: PersonId
    table: str


class Admit(HouseAct, frozen=True, tag="admit"):
    """Let a visitor in."""

    person: PersonId


class LetOut(HouseAct, frozen=True, tag="let-out"):
    """Note that a visitor has left."""

    person: PersonId


class Bar(HouseAct, frozen=True, tag="bar"):
    """Forbid somebody the house, up to and including a day; for good where no day is named."""

    person: PersonId
    reason: Remark
    until: Day | None = None


class LiftBar(HouseAct, frozen=True, tag="lift-bar"):
    """Let somebody come again whom the house has barred."""

    person: PersonId
    reason: Remark


class ExcludeOneself(HouseAct, frozen=True, tag="exclude-oneself"):
    """«Autoexclusión»: forbid oneself the house up to and including a day. Nobody can take it back before."""

    until: Day


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


class EndPlay(HouseAct, frozen=True, tag="end-play"):
    """The system: somebody has sat at tables today for as long as he allows himself."""

    person: PersonId


# --- the cash desk ----------------------------------------------------------------------------------------------------


class SellChips(HouseAct, frozen=True, tag="sell-chips"):
    """Sell chips to a visitor."""

    person: PersonId
    amount: Amount
    means: Means = Means.CASH


class BuyBackChips(HouseAct, frozen=True, tag="buy-back-chips"):
    """Pay a visitor for his chips, in cash."""

    person: PersonId
    amount: Amount


class TakeDeposit(HouseAct, frozen=True, tag="take-deposit"):
    """Take money into custody: of whoever wants to hold a bank, or of somebody who does not want to carry it."""

    person: PersonId
    amount: Amount
    means: Means = Means.CASH


class ReturnDeposit(HouseAct, frozen=True, tag="return-deposit"):
    """Give a part of a deposit back, or all of it."""

    person: PersonId
    amount: Amount
    means: Means = Means.CASH


class ChangeDeposit(HouseAct, frozen=True, tag="change-deposit"):
    """Give chips for a part of a deposit, or for all of it."""

    person: PersonId
    amount: Amount
    means: Means = Means.CASH


class WriteSlip(HouseAct, frozen=True, tag="write-slip"):
    """Write a slip and sign it first: chips (and, at the desk, cash) move when the other side has signed.

    ``table`` is empty for slips between the desk and the director.
    """

    kind: SlipKind
    chips: Cents
    table: str = ""
    cash: Cents = 0


class SignSlip(HouseAct, frozen=True, tag="sign-slip"):
    """Sign a slip second."""

    serial: int


class TearSlip(HouseAct, frozen=True, tag="tear-slip"):
    """Withdraw a slip that has one signature."""

    serial: int


# --- tables -----------------------------------------------------------------------------------------------------------


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


TableMove = NoteTableOpen | NoteTableClosed | NoteTablePost | NoteSeat | BringChips | TakeChips
"""What an entry of a table may mean for the house."""


class FollowTable(HouseAct, frozen=True, tag="follow-table"):
    """The system: all that one entry of a table means for the house, recorded in one transaction with that entry.

    ``entry`` is its version and ``digest`` its hash.
    """

    table: Table
    entry: Annotated[int, msgspec.Meta(ge=1)]
    digest: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$(?!\n)")]
    moves: Annotated[tuple[TableMove, ...], msgspec.Meta(min_length=1)]
