"""What people do with slips: they write, sign and tear them up, and confirm what a count finds different."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tapete.house.table_acts import HouseAct
from tapete.house.terms import Means, Remark, SlipKind
from tapete.kernel import PersonId
from tapete.money import LIMIT, Cents

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
