"""What people do in the house, above its tables."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from tapete.house.slip_acts import ConfirmDifference, SetDifferenceLimit, SignSlip, TearSlip, WriteSlip
from tapete.house.table_acts import (
    BeginSession,
    BringCash,
    BringChips,
    BringDeposit,
    CallProof,
    CarryAward,
    ClaimBank,
    CoverStakes,
    DropBank,
    EndSession,
    ExhaustProof,
    FindShort,
    FollowTable,
    HouseAct,
    KeepAward,
    NoteSeat,
    NoteSession,
    NoteTableClosed,
    NoteTableOpen,
    NoteTablePost,
    PayCash,
    ReturnProof,
    TableMove,
    TakeChips,
    UseProof,
)
from tapete.house.terms import Day, Hour, Institution, Means, Minutes, Remark
from tapete.kernel import PersonId
from tapete.money import Amount
from tapete.table.staff import Role

__all__ = [
    "BeginSession",
    "BringCash",
    "BringChips",
    "BringDeposit",
    "CallProof",
    "CarryAward",
    "ClaimBank",
    "ConfirmDifference",
    "CoverStakes",
    "DropBank",
    "EndSession",
    "ExhaustProof",
    "FindShort",
    "FollowTable",
    "HouseAct",
    "KeepAward",
    "NoteSeat",
    "NoteSession",
    "NoteTableClosed",
    "NoteTableOpen",
    "NoteTablePost",
    "PayCash",
    "ReturnProof",
    "SetDifferenceLimit",
    "SignSlip",
    "TableMove",
    "TakeChips",
    "TearSlip",
    "UseProof",
    "WriteSlip",
]
"""What tables tell the house, and what is done with slips: each is declared in its own room."""


# --- the house and its day --------------------------------------------------------------------------------------------


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


# --- people -----------------------------------------------------------------------------------------------------------


class GoOnDuty(HouseAct, frozen=True, tag="go-on-duty"):
    """Put somebody on a post of the house."""

    role: Role
    person: PersonId


class GoOffDuty(HouseAct, frozen=True, tag="go-off-duty"):
    """Take somebody off a post of the house."""

    role: Role
    person: PersonId


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


class NoteCode(HouseAct, frozen=True, tag="note-code"):
    """The system: somebody of the staff, ``by``, has given out a way back to a player's pages."""

    person: PersonId
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
    """Pay a visitor for his chips, in cash, as he has asked on a slip."""

    person: PersonId
    amount: Amount


class TakeDeposit(HouseAct, frozen=True, tag="take-deposit"):
    """Take money into custody: of whoever wants to hold a bank, or of somebody who does not want to carry it."""

    person: PersonId
    amount: Amount
    means: Means = Means.CASH


class ReturnDeposit(HouseAct, frozen=True, tag="return-deposit"):
    """Give a part of a deposit back, or all of it, as its owner has asked on a slip."""

    person: PersonId
    amount: Amount
    means: Means = Means.CASH


class ChangeDeposit(HouseAct, frozen=True, tag="change-deposit"):
    """Give chips for a part of a deposit, or for all of it, as its owner has asked on a slip."""

    person: PersonId
    amount: Amount
    means: Means = Means.CASH


class EndAward(HouseAct, frozen=True, tag="end-award"):
    """End a bank that somebody keeps for days: of which game, under which name its table was opened, and under which
    ``terms`` it was awarded, where he keeps several of a name.
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


class ReleaseProof(HouseAct, frozen=True, tag="release-proof"):
    """Give back what somebody has proven for an open bank: no table relies on it any more."""

    person: PersonId
