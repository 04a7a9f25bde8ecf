"""Money: the balanced postings of each event. Stakes lie in ``stakes`` until they are paid, lost or handed back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tapete.accounts import BANK, CAGNOTTE, CASH_DESK, STAKES, Posting, deposit, move, move_change, person
from tapete.games.banked.coup import Shares
from tapete.games.banked.settled_coups import PaymentCorrected, legs_of_correction
from tapete.games.dos_panos import events as e
from tapete.kernel import Event
from tapete.table import acts as table

Legs = tuple[Posting, ...]


def _back(parts: Shares) -> Legs:
    return tuple(leg for one in parts for leg in move(one.amount, STAKES, person(one.person)))


def _laid(event: e.StakeLaid) -> Legs:
    more, who = event.amount - event.was, person(event.person)
    return move_change(more, who, STAKES)


def _settled(event: e.CoupSettled) -> Legs:
    """Losing stakes come to the bank before winning ones are paid out of it."""
    collected = tuple(leg for one in event.collections for leg in move(one.amount, STAKES, BANK))
    paid = tuple(leg for one in event.payments for leg in move(one.amount, BANK, person(one.person)))
    out = tuple(leg for one in event.out_of_play for leg in move(one.amount, BANK, person(one.person)))
    return (*collected, *paid, *_back(event.returned_stakes), *move(event.commission, BANK, CAGNOTTE), *out)


def _returned(event: e.BankReturned) -> Legs:
    who = event.person
    return (*move(event.amount, BANK, person(who)), *move(event.deposit, deposit(who), CASH_DESK))


def _to_cash_desk(event: table.CashedOut | table.PersonLeft) -> Legs:
    return move(event.amount, person(event.person), CASH_DESK)


POSTINGS: Final[Mapping[type[Event], Callable[[Any], Legs]]] = {
    table.BoughtIn: lambda event: move(event.amount, CASH_DESK, person(event.person)),
    table.CashedOut: _to_cash_desk,
    table.PersonLeft: _to_cash_desk,
    e.BankDeposited: lambda event: move(event.amount, CASH_DESK, deposit(event.person)),
    e.BankDelivered: lambda event: move(event.amount, deposit(event.person), BANK),
    e.BankCalled: lambda event: move(event.amount, CASH_DESK, BANK),
    e.BankReturned: _returned,
    e.StakeLaid: _laid,
    e.StakeTaken: lambda event: move(event.amount, STAKES, person(event.person)),
    e.StakesPooled: lambda event: move(event.amount, person(event.person), person(event.partner)),
    e.BancoAwarded: lambda event: move(event.amount, person(event.person), STAKES),
    e.BancoRepeated: lambda event: move(event.amount, person(event.person), STAKES),
    e.CoverAwarded: lambda event: _back(event.returned_stakes),
    e.CoupVoided: lambda event: _back(event.returned_stakes),
    e.StakeReturned: lambda event: move(event.amount, STAKES, person(event.person)),
    e.ClothVoided: lambda event: _back(event.returned_stakes),
    e.CoupSettled: _settled,
    PaymentCorrected: lambda event: legs_of_correction(event, lambda _part, _who: BANK),
}
"""The legs of each event that moves money; every other event moves none."""


def postings(event: Event) -> Legs:
    """Return the legs of one event; none for an event that moves no money."""
    moves = POSTINGS.get(type(event))
    return () if moves is None else moves(event)
