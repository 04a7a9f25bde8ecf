"""Bookkeeping: what each event makes of the state, and the money that it moves. Nothing is decided here.

Each module folds the events of one part; their tables together are :data:`FOLDS`. An event that the game declares and
that no table folds is an error at import. Stakes and bids lie in ``stakes`` until they are paid, lost or handed back.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from tapete.accounts import BANK, CAGNOTTE, GARAGE, STAKES, associate, move, move_change, person
from tapete.games.baccarat.points import Winner
from tapete.games.banked import books, settled_coups
from tapete.games.banked.coup import Shares
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.evolve import bank, table
from tapete.games.chemin_de_fer.state import State
from tapete.kernel import Event, PersonId, declared_types, require_complete, require_lines
from tapete.rulebooks import Library

FOLDS: Final[books.Folds] = {
    **books.FOLDS,
    **table.FOLDS,
    **bank.FOLDS,
    e.CardCorrected: settled_coups.apply_card_corrected,
    settled_coups.PaymentCorrected: partial(settled_coups.apply_payment_corrected, in_bank=table.in_bank),
}


def owner(place: int, who: PersonId) -> str:
    """Return the account of a part of the bank: the first part is the banker's own, the others their associates'."""
    return BANK if place == 0 else associate(who)


def _to_garage(parts: Shares) -> books.Legs:
    return tuple(leg for n, part in enumerate(parts) for leg in move(part.amount, owner(n, part.person), GARAGE))


def _from_garage(parts: Shares) -> books.Legs:
    return tuple(leg for n, part in enumerate(parts) for leg in move(part.amount, GARAGE, owner(n, part.person)))


def _settled(event: e.CoupSettled) -> books.Legs:
    match event.winner:
        case Winner.TIE:
            return books.from_stakes(event.stakes)
        case Winner.PUNTO:
            winnings = tuple(leg for one in event.stakes for leg in move(one.amount, BANK, person(one.person)))
            # the associates bear their parts through the bank
            borne = tuple(
                leg for n, part in enumerate(event.bank) for leg in move(-part.amount, owner(n, part.person), BANK)
            )
            return (*books.from_stakes(event.stakes), *borne, *winnings)
        case Winner.BANCA:
            won = tuple(
                leg for n, part in enumerate(event.bank) for leg in move(part.amount, STAKES, owner(n, part.person))
            )
            return (*won, *move(event.cagnotte, STAKES, CAGNOTTE))


def _returned(event: e.BankReturned) -> books.Legs:
    parts = enumerate(event.parts)
    left = tuple(leg for n, one in parts for leg in move(one.amount, owner(n, one.person), person(one.person)))
    return (*left, *(leg for one in event.aside for leg in move(one.amount, GARAGE, person(one.person))))


def _taken_over(event: e.ShareTakenOver) -> books.Legs:
    return (
        *move(event.amount, person(event.banker), BANK),
        *move(event.amount, associate(event.person), person(event.person)),
        *move(event.aside, GARAGE, person(event.person)),
    )


def _awarded(event: e.CoverAwarded) -> books.Legs:
    added = tuple(leg for one in event.new_stakes for leg in move(one.amount, person(one.person), STAKES))
    return (*books.from_stakes(event.returned_stakes), *added)


POSTINGS: Final[books.Postings] = {
    **books.POSTINGS,
    e.BankTaken: lambda event: move(event.amount - event.debt, person(event.person), BANK),
    e.BankDelivered: lambda event: move(event.amount, person(event.person), BANK),
    e.BankRaised: lambda event: (*move(event.amount, person(event.person), BANK), *_from_garage(event.returned_parts)),
    e.ShareAccepted: lambda event: move(event.amount, person(event.person), associate(event.person)),
    e.ShareTakenOver: _taken_over,
    e.BankReturned: _returned,
    e.BidMade: lambda event: move(event.more, person(event.person), STAKES),
    e.AuctionClosed: lambda event: books.from_stakes(event.returned_bids),
    e.GarageFormed: lambda event: _to_garage(event.parts),
    e.WinningsGaraged: lambda event: _to_garage(event.parts),
    e.GarageReturned: lambda event: _from_garage(event.parts),
    e.AllGoesSaid: lambda event: _from_garage(event.parts),
    e.CallMade: lambda event: move_change(event.amount - event.was, person(event.person), STAKES),
    e.CallWithdrawn: books.stake_back,
    e.CoverAwarded: _awarded,
    e.StakeReturned: books.stake_back,
    e.LateStakeNoted: lambda event: move(event.amount, person(event.person), STAKES),
    e.LateStakeRemoved: books.stake_back,
    e.CoupSettled: _settled,
    settled_coups.PaymentCorrected: lambda event: settled_coups.legs_of_correction(event, owner),
}
"""The legs of each event that moves money; every other event moves none."""


require_complete(FOLDS, declared_types(e, Event) | frozenset(FOLDS))
require_lines(POSTINGS, FOLDS)


def evolve(state: State, event: Event, library: Library = books.NO_BOOKS) -> State:
    scored = table.RESULTS.get(type(event))
    if scored is not None:
        state = scored(state, event)
    after: State = books.apply_event(FOLDS, POSTINGS, state, event, library)
    return after
