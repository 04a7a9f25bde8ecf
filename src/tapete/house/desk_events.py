"""What is so in the house by what happened at its cash desk: chips, custody, proofs and slips."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from tapete.house.terms import Means, Remark, SlipKind
from tapete.kernel import Event, PersonId
from tapete.money import Cents


class ChipsSold(Event, frozen=True, tag="chips-sold@1"):
    """The desk has sold chips."""

    person: PersonId
    amount: Cents
    means: Means


class ChipsBoughtBack(Event, frozen=True, tag="chips-bought-back@1"):
    """The desk has paid for chips, in cash: at the player's word, or at that of two ``signers``."""

    person: PersonId
    amount: Cents
    signers: tuple[PersonId, ...] = ()


class DepositTaken(Event, frozen=True, tag="deposit-taken@1"):
    """Money lies in custody."""

    person: PersonId
    amount: Cents
    means: Means


class DepositReturned(Event, frozen=True, tag="deposit-returned@1"):
    """Money in custody went back to its owner."""

    person: PersonId
    amount: Cents
    means: Means
    signers: tuple[PersonId, ...] = ()


class DepositChanged(Event, frozen=True, tag="deposit-changed@1"):
    """Money in custody became chips of its owner."""

    person: PersonId
    amount: Cents
    means: Means
    signers: tuple[PersonId, ...] = ()


class InstitutionAccepted(Event, frozen=True, tag="institution-accepted@1"):
    """A deposit that is proven for an open bank may lie at this credit institution."""

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


class ProofReleased(Event, frozen=True, tag="proof-released@1"):
    """What somebody had proven for an open bank answers for nothing any more."""

    person: PersonId


class SlipWritten(Event, frozen=True, tag="slip-written@1"):
    """A slip waits for its second signature."""

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
    """A slip has been withdrawn."""

    serial: int
    person: PersonId
