"""What people do to cover the bank: stakes, calls, late stakes, and taking a stake back."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tapete.kernel import ActBody, PersonId
from tapete.money import Amount

Text = Annotated[str, msgspec.Meta(max_length=400)]


class Stake(ActBody, frozen=True, tag="stake"):
    """A player stakes ``amount`` cents against the bank, in place of what he had staked.

    ``on_table``: the chips lie uncovered on the table; false where he only speaks. ``joined_to``: with whose stake he
    wants his to count as one.
    """

    amount: Amount
    on_table: bool = True
    joined_to: PersonId | None = None


class CallBanco(ActBody, frozen=True, tag="call-banco"):
    """«Banco»: the player covers the whole bank alone."""


class CallSeguido(ActBody, frozen=True, tag="call-banco-seguido"):
    """«Banco seguido»: the player who lost banco in the coup before covers the whole bank again."""


class JoinBanco(ActBody, frozen=True, tag="join-banco"):
    """Banco in association: ``amount`` cents of a banco that ``leader`` leads (the leader joins his own)."""

    leader: PersonId
    amount: Amount


class CallConLaMesa(ActBody, frozen=True, tag="call-banco-con-la-mesa"):
    """«Banco con la mesa»: the player covers half the bank. ``amount`` of 0 is the exact half, in cents."""

    amount: Annotated[int, msgspec.Meta(ge=0)] = 0


class CallUltimoCompleto(ActBody, frozen=True, tag="call-ultimo-completo"):
    """«Con la mesa y último completo»: the player will supply whatever is missing when the betting closes."""


class WithdrawCall(ActBody, frozen=True, tag="withdraw-call"):
    """A player takes back what he has called, while the betting is open."""


class NoteLateStake(ActBody, frozen=True, tag="note-late-stake"):
    """The croupier notes that a player has laid ``amount`` cents on the table after the closing words."""

    person: PersonId
    amount: Amount


class RemoveLateStake(ActBody, frozen=True, tag="remove-late-stake"):
    """The banker demands that a late stake be removed."""

    person: PersonId


class AdmitLateStake(ActBody, frozen=True, tag="admit-late-stake"):
    """The banker lets a late stake play, where the house leaves that to him."""

    person: PersonId


class RecordStakeClaim(ActBody, frozen=True, tag="record-stake-claim"):
    """Staff write down a player's claim about a stake of ``amount`` cents.

    ``uncovered``: it lay uncovered on top of the table; ``watched``: its owner watched over it.
    """

    is_timeless: ClassVar[bool] = True
    person: PersonId
    amount: Amount
    uncovered: bool
    watched: bool
    note: Text = ""


class WithdrawStake(ActBody, frozen=True, tag="withdraw-stake"):
    """A player takes his stake back, where a ruling lets the players do so."""

    person: PersonId | None = None


class KeepStake(ActBody, frozen=True, tag="keep-stake"):
    """A player leaves his stake in, where a ruling lets the players take theirs back."""

    person: PersonId | None = None


class CloseWithdrawals(ActBody, frozen=True, tag="close-withdrawals"):
    """The croupier goes on: whoever said nothing leaves his stake in."""
