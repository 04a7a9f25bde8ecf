"""The postings of every event: balanced movements between named accounts, in cents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tapete.accounts import CASH_DESK, HOUSE, STAKES, Posting, move, move_change, person
from tapete.games.baccarat.corrections import PaymentCorrected
from tapete.games.punto_banco.events import BetPlaced, BetWithdrawn, CoupSettled, CoupVoided, StakeReturned
from tapete.games.punto_banco.settle import legs
from tapete.kernel import Event
from tapete.table.acts import BoughtIn, CashedOut, PersonLeft


def _bought_in(event: BoughtIn) -> tuple[Posting, ...]:
    return move(event.amount, CASH_DESK, person(event.person))


def _changed_back(event: CashedOut | PersonLeft) -> tuple[Posting, ...]:
    return move(event.amount, person(event.person), CASH_DESK)


def _staked(event: BetPlaced) -> tuple[Posting, ...]:
    return move(event.amount, person(event.person), STAKES)


def _stake_back(event: BetWithdrawn | StakeReturned) -> tuple[Posting, ...]:
    return move(event.amount, STAKES, person(event.person))


def _settled(event: CoupSettled) -> tuple[Posting, ...]:
    return legs(event.lines)


def _voided(event: CoupVoided) -> tuple[Posting, ...]:
    return tuple(leg for one in event.lines for leg in move(one.stake, STAKES, person(one.person)))


def _corrected(event: PaymentCorrected) -> tuple[Posting, ...]:
    owner, change = person(event.person), event.due_amount - event.booked_amount
    return move_change(change, HOUSE, owner)


POSTINGS: Final[Mapping[type[Event], Callable[[Any], tuple[Posting, ...]]]] = {
    BoughtIn: _bought_in,
    CashedOut: _changed_back,
    PersonLeft: _changed_back,
    BetPlaced: _staked,
    BetWithdrawn: _stake_back,
    StakeReturned: _stake_back,
    CoupSettled: _settled,
    CoupVoided: _voided,
    PaymentCorrected: _corrected,
}
"""The legs of each event that moves money."""


def postings(event: Event) -> tuple[Posting, ...]:
    """Return the legs of one event; none when it moves no money."""
    moves = POSTINGS.get(type(event))
    return () if moves is None else moves(event)
