"""Money: the balanced postings of each event. Stakes and bids lie in ``stakes`` until they are paid, lost or handed
back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tapete.accounts import (
    BANK,
    CAGNOTTE,
    CASH_DESK,
    GARAGE,
    STAKES,
    Posting,
    associate,
    move,
    move_change,
    person,
)
from tapete.games.baccarat.outcome import Winner
from tapete.games.banked.coup import Shares
from tapete.games.banked.settled_coups import legs_of_correction
from tapete.games.chemin_de_fer import events as e
from tapete.kernel import Event, PersonId
from tapete.money import Cents
from tapete.table import acts as table

Legs = tuple[Posting, ...]


def owner(place: int, who: PersonId) -> str:
    """Return the account of a part of the bank: the first part is the banker's own, the others their associates'."""
    return BANK if place == 0 else associate(who)


def _back(shares: Shares) -> Legs:
    return tuple(leg for one in shares for leg in move(one.amount, STAKES, person(one.person)))


def _to_garage(parts: Shares) -> Legs:
    return tuple(leg for n, part in enumerate(parts) for leg in move(part.amount, owner(n, part.person), GARAGE))


def _from_garage(parts: Shares) -> Legs:
    return tuple(leg for n, part in enumerate(parts) for leg in move(part.amount, GARAGE, owner(n, part.person)))


def _call(who: PersonId, more: Cents) -> Legs:
    return move_change(more, person(who), STAKES)


def _settled(event: e.CoupSettled) -> Legs:
    match event.winner:
        case Winner.TIE:
            return _back(event.stakes)
        case Winner.PUNTO:
            winnings = tuple(leg for one in event.stakes for leg in move(one.amount, BANK, person(one.person)))
            # the associates bear their parts through the bank
            borne = tuple(
                leg for n, part in enumerate(event.bank) for leg in move(-part.amount, owner(n, part.person), BANK)
            )
            return (*_back(event.stakes), *borne, *winnings)
        case Winner.BANCA:
            won = tuple(
                leg for n, part in enumerate(event.bank) for leg in move(part.amount, STAKES, owner(n, part.person))
            )
            return (*won, *move(event.cagnotte, STAKES, CAGNOTTE))


def _returned(event: e.BankReturned) -> Legs:
    parts = enumerate(event.parts)
    left = tuple(leg for n, one in parts for leg in move(one.amount, owner(n, one.person), person(one.person)))
    return (*left, *(leg for one in event.aside for leg in move(one.amount, GARAGE, person(one.person))))


def _taken_over(event: e.ShareTakenOver) -> Legs:
    return (
        *move(event.amount, person(event.banker), BANK),
        *move(event.amount, associate(event.person), person(event.person)),
        *move(event.aside, GARAGE, person(event.person)),
    )


def _awarded(event: e.CoverAwarded) -> Legs:
    added = tuple(leg for one in event.new_stakes for leg in move(one.amount, person(one.person), STAKES))
    return (*_back(event.returned_stakes), *added)


def _stake_back(event: e.CallWithdrawn | e.StakeReturned | e.LateStakeRemoved) -> Legs:
    return move(event.amount, STAKES, person(event.person))


def _to_cash_desk(event: table.CashedOut | table.PersonLeft) -> Legs:
    return move(event.amount, person(event.person), CASH_DESK)


POSTINGS: Final[Mapping[type[Event], Callable[[Any], Legs]]] = {
    table.BoughtIn: lambda event: move(event.amount, CASH_DESK, person(event.person)),
    table.CashedOut: _to_cash_desk,
    table.PersonLeft: _to_cash_desk,
    e.BankTaken: lambda event: move(event.amount - event.debt, person(event.person), BANK),
    e.BankDelivered: lambda event: move(event.amount, person(event.person), BANK),
    e.BankRaised: lambda event: (*move(event.amount, person(event.person), BANK), *_from_garage(event.returned_parts)),
    e.ShareAccepted: lambda event: move(event.amount, person(event.person), associate(event.person)),
    e.ShareTakenOver: _taken_over,
    e.BankReturned: _returned,
    e.BidMade: lambda event: move(event.more, person(event.person), STAKES),
    e.AuctionClosed: lambda event: _back(event.returned_bids),
    e.GarageFormed: lambda event: _to_garage(event.parts),
    e.WinningsGaraged: lambda event: _to_garage(event.parts),
    e.GarageReturned: lambda event: _from_garage(event.parts),
    e.AllGoesSaid: lambda event: _from_garage(event.parts),
    e.CallMade: lambda event: _call(event.person, event.amount - event.was),
    e.CallWithdrawn: _stake_back,
    e.CoverAwarded: _awarded,
    e.StakeReturned: _stake_back,
    e.LateStakeNoted: lambda event: move(event.amount, person(event.person), STAKES),
    e.LateStakeRemoved: _stake_back,
    e.CoupVoided: lambda event: _back(event.returned_stakes),
    e.CoupSettled: _settled,
    e.PaymentCorrected: lambda event: legs_of_correction(event, owner),
}
"""The legs of each event that moves money; every other event moves none."""


def postings(event: Event) -> Legs:
    """Return the legs of one event; none for an event that moves no money."""
    moves = POSTINGS.get(type(event))
    return () if moves is None else moves(event)
