"""Bookkeeping: what each event makes of the state, and the money that it moves. Nothing is decided here.

Each module folds the events of one part; their tables together are :data:`FOLDS`. An event that the game declares and
that no table folds is an error at import. Stakes lie in ``stakes`` until they are paid, lost or handed back.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from tapete.accounts import BANK, CAGNOTTE, CASH_DESK, STAKES, deposit, move, move_change, person
from tapete.games.banked import books, settled_coups
from tapete.games.dos_panos import events as e
from tapete.games.dos_panos.evolve import bank, table
from tapete.games.dos_panos.state import State
from tapete.kernel import Event, declared_types, require_complete, require_lines
from tapete.rulebooks import Library

FOLDS: Final[books.Folds] = {
    **books.FOLDS,
    **table.FOLDS,
    **bank.FOLDS,
    e.CardCorrected: settled_coups.apply_card_corrected,
    settled_coups.PaymentCorrected: partial(settled_coups.apply_payment_corrected, in_bank=books.unchanged),
}


def _laid(event: e.StakeLaid) -> books.Legs:
    more, who = event.amount - event.was, person(event.person)
    return move_change(more, who, STAKES)


def _settled(event: e.CoupSettled) -> books.Legs:
    """Losing stakes come to the bank before winning ones are paid out of it."""
    collected = tuple(leg for one in event.collections for leg in move(one.amount, STAKES, BANK))
    paid = tuple(leg for one in event.payments for leg in move(one.amount, BANK, person(one.person)))
    out = tuple(leg for one in event.out_of_play for leg in move(one.amount, BANK, person(one.person)))
    return (*collected, *paid, *books.from_stakes(event.returned_stakes), *move(event.commission, BANK, CAGNOTTE), *out)


def _returned(event: e.BankReturned) -> books.Legs:
    who = event.person
    return (*move(event.amount, BANK, person(who)), *move(event.deposit, deposit(who), CASH_DESK))


POSTINGS: Final[books.Postings] = {
    **books.POSTINGS,
    e.BankDeposited: lambda event: move(event.amount, CASH_DESK, deposit(event.person)),
    e.BankDelivered: lambda event: move(event.amount, deposit(event.person), BANK),
    e.BankCalled: lambda event: move(event.amount, CASH_DESK, BANK),
    e.BankReturned: _returned,
    e.StakeLaid: _laid,
    e.StakeTaken: books.stake_back,
    e.StakesPooled: lambda event: move(event.amount, person(event.person), person(event.partner)),
    e.BancoAwarded: lambda event: move(event.amount, person(event.person), STAKES),
    e.BancoRepeated: lambda event: move(event.amount, person(event.person), STAKES),
    e.CoverAwarded: lambda event: books.from_stakes(event.returned_stakes),
    e.StakeReturned: books.stake_back,
    e.ClothVoided: lambda event: books.from_stakes(event.returned_stakes),
    e.CoupSettled: _settled,
    settled_coups.PaymentCorrected: lambda event: settled_coups.legs_of_correction(event, lambda _part, _who: BANK),
}
"""The legs of each event that moves money; every other event moves none."""


require_complete(FOLDS, declared_types(e, Event) | frozenset(FOLDS))
require_lines(POSTINGS, FOLDS)


def evolve(state: State, event: Event, library: Library = books.NO_BOOKS) -> State:
    after: State = books.apply_event(FOLDS, POSTINGS, state, event, library)
    return after
