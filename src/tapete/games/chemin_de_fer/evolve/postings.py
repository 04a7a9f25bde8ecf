"""Money: the balanced postings of each event. Stakes and bids lie in ``stakes`` until they are paid, lost or handed
back.
"""

from __future__ import annotations

from typing import Any

from tapete.accounts import BANK, CAGNOTTE, CASH_DESK, GARAGE, STAKES, Posting, associate, move, person
from tapete.games.baccarat.outcome import Winner
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.events import bank as b
from tapete.games.chemin_de_fer.shares import Shares
from tapete.kernel import PersonId
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
    return move(more, person(who), STAKES) if more >= 0 else move(-more, STAKES, person(who))


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


def _corrected(event: e.PaymentCorrected) -> Legs:
    """Every change goes through the stakes, which come out even."""
    owners = [owner(n, one.person) if event.in_bank else person(one.person) for n, one in enumerate(event.bank)]
    accounts = [*(person(one.person) for one in event.players), *owners, CAGNOTTE]
    changes = [*(one.amount for one in (*event.players, *event.bank)), event.cagnotte]
    return tuple(
        leg
        for account, change in zip(accounts, changes, strict=True)
        for leg in (move(change, STAKES, account) if change >= 0 else move(-change, account, STAKES))
    )


def postings(event: Any) -> Legs:
    """Return the legs of one event; none for an event that moves no money."""
    match event:
        case table.BoughtIn(person=who, amount=amount):
            return move(amount, CASH_DESK, person(who))
        case table.CashedOut(person=who, amount=amount) | table.PersonLeft(person=who, amount=amount):
            return move(amount, person(who), CASH_DESK)
        case b.BankTaken(person=who, amount=amount, owed=owed):
            return move(amount - owed, person(who), BANK)
        case b.BankDelivered(person=who, amount=amount):
            return move(amount, person(who), BANK)
        case b.BankRaised(person=who, amount=amount, back=back):
            return (*move(amount, person(who), BANK), *_from_garage(back))
        case b.ShareTakenOver(person=who, banker=banker, amount=amount, aside=aside):
            taken = (*move(amount, person(banker), BANK), *move(amount, associate(who), person(who)))
            return (*taken, *move(aside, GARAGE, person(who)))
        case b.ShareAccepted(person=who, amount=amount):
            return move(amount, person(who), associate(who))
        case b.BankReturned(parts=parts, aside=aside):
            left = tuple(
                leg
                for n, part in enumerate(parts)
                for leg in move(part.amount, owner(n, part.person), person(part.person))
            )
            return (*left, *(leg for one in aside for leg in move(one.amount, GARAGE, person(one.person))))
        case b.BidMade(person=who, more=more):
            return move(more, person(who), STAKES)
        case e.CallMade(person=who, amount=amount, was=was):
            return _call(who, amount - was)
        case e.CallWithdrawn(person=who, amount=amount) | e.StakeReturned(person=who, amount=amount):
            return move(amount, STAKES, person(who))
        case e.LateStakeNoted(person=who, amount=amount):
            return move(amount, person(who), STAKES)
        case e.LateStakeRemoved(person=who, amount=amount):
            return move(amount, STAKES, person(who))
        case b.AuctionClosed(back=back) | e.CoupVoided(back=back):
            return _back(back)
        case e.CoverAwarded(back=back, added=added):
            return (*_back(back), *(leg for one in added for leg in move(one.amount, person(one.person), STAKES)))
        case b.GarageFormed(parts=parts) | b.WinningsGaraged(parts=parts):
            return _to_garage(parts)
        case b.GarageReturned(parts=parts) | b.AllGoesSaid(parts=parts):
            return _from_garage(parts)
        case e.PaymentCorrected():
            return _corrected(event)
        case e.CoupSettled():
            return _settled(event)
        case _:
            return ()
