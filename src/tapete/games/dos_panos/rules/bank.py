"""Options of the bank: how it is awarded, deposited, kept, left, and what the house takes of its wins."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from tapete.clauses import Sourced
from tapete.games.dos_panos.rules.banco import Callers
from tapete.money import Fraction, Rounding
from tapete.rulebooks.bounds import RoundingUnit
from tapete.table.staff import Role


class AwardWay(StrEnum):
    """How a player comes by the bank."""

    ANNOUNCED = "announced"
    """The house has a banker when the table opens."""
    BOUGHT = "bought"
    AUCTION = "auction"
    LOTS = "lots"
    """By lots at once, and not only between equal bids."""
    OFFERED = "offered"
    """A bank that was given up, taken up at its first amount."""
    STANDING = "standing"
    """An award for days that has begun on an earlier one."""


class Term(StrEnum):
    """For how long a bank is awarded."""

    SHOES = "shoes"
    DAYS = "days"


class DepositForm(StrEnum):
    """In what a bank is deposited."""

    CASH = "cash"
    BANK_CHEQUE = "bank-cheque"
    """A cheque that a bank has drawn, not a person."""


class DepositPlace(StrEnum):
    """Where the sufficient deposit of an open bank lies."""

    CASH_DESK = "cash-desk"
    CREDIT_INSTITUTION = "credit-institution"


class BarredUntil(StrEnum):
    """How long a banker who left as a winner may not be banker again."""

    SHOE = "shoe"
    NEVER = "never"
    """He is not barred."""


class Amount(StrEnum):
    """An amount that an earlier one fixes."""

    INITIAL = "initial"
    """What the bank began with under this award."""
    ANY = "any"


class Liability(StrEnum):
    """With what the banker of a limited bank answers."""

    ON_TABLE = "what-lies-on-table"
    EVERYTHING = "everything"


class Excess(StrEnum):
    """What becomes of stakes that a limited bank cannot cover."""

    CAP = "cap-by-priority"
    """They go back before the deal, the weakest priority first."""
    PAY = "pay-by-priority"
    """They play, and winners are paid by priority until the bank is empty."""


class LimitSource(StrEnum):
    """Where a minimum and a maximum come from."""

    AUTHORISATION = "authorisation"
    COMPETENT_DIRECTORATE = "competent-directorate"
    """The authorisation of the competent directorate."""
    NONE = "none"


class CommissionBase(StrEnum):
    """Of what the house takes its part."""

    NET = "net"
    """What the banker won on both cloths together."""
    GROSS = "gross"
    """What he won on each cloth, whatever he lost on the other."""


class AwardRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The award. ``after_shoe``: the shoe is prepared before it; ``term``: what it may be counted in."""

    ways: Sourced[tuple[AwardWay, ...]]
    ties_by_lots: Sourced[bool]
    held_by: Sourced[Role]
    bidders: Sourced[Callers]
    after_shoe: Sourced[bool]
    term: Sourced[tuple[Term, ...]]


class DepositRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The deposit at the cash desk."""

    before_play: Sourced[bool]
    forms: Sourced[tuple[DepositForm, ...]]


class CustodyRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``each_hand``: the amount is announced and its chips are handed over before every coup, not once."""

    each_hand: Sourced[bool]


class BankRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bank while it lasts.

    ``leave_after``: coups after which the banker may leave; ``winner_barred``: a banker who leaves as a winner.
    ``redeposit_least``: what a broken bank goes on from; ``reoffered_at``: what an abandoned one is offered at.
    ``limited_liability``, ``free_answers_all``: with what the banker answers in either mode. ``may_outgrow_maximum``:
    winnings may carry a bank above what it may be formed with. ``excess``: stakes above a limited bank.
    """

    leave_after: Sourced[int]
    winner_barred: Sourced[BarredUntil]
    redeposit_least: Sourced[Amount]
    reoffered_at: Sourced[Amount]
    limited_liability: Sourced[Liability]
    may_outgrow_maximum: Sourced[bool]
    free_answers_all: Sourced[bool]
    excess: Sourced[Excess]


class LimitRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the limits of a stake, and of a limited bank, come from."""

    stake: Sourced[LimitSource]
    bank: Sourced[LimitSource]


class OpenBankRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The open bank: no maxima, where its deposit may lie, its tables in one house, sessions of a day, their shoes."""

    no_maxima: Sourced[bool]
    deposit_at: Sourced[tuple[DepositPlace, ...]]
    tables: Sourced[int]
    sessions: Sourced[int]
    shoes: Sourced[int]


class CommissionRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the house: rates of either mode, their base, rounded to multiples of ``unit`` cents."""

    limited: Sourced[Fraction]
    free: Sourced[Fraction]
    base: Sourced[CommissionBase]
    unit: Sourced[RoundingUnit]
    rounding: Sourced[Rounding]
