"""The books of the bank: what its events leave in the state. No rule is decided here."""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.games.baccarat import auction
from tapete.games.baccarat.effects import Until
from tapete.games.baccarat.marks import lifted
from tapete.games.chemin_de_fer.events import bank as b
from tapete.games.chemin_de_fer.shares import Share, negative, sum_of
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank, BankOffer, Pledge
from tapete.games.chemin_de_fer.terms import BankEnd, Stage

_set = msgspec.structs.replace

ROUND = (Stage.SEATED, Stage.STANDING)
"""The stages of one round: nobody is asked twice in it. The last duty makes another, from the auction on."""


def offer(state: State, event: Any) -> State:
    """Fold an event of the bank on its way round."""
    now = state.offer
    match event:
        case b.BankOffered(person=person, stage=stage, floor=floor):
            same = stage in (now.stage, Stage.FORCED) or (stage in ROUND and now.stage in ROUND)
            asked = now.asked | {person} if same else frozenset({person})
            return _set(state, offer=_set(now, to=person, stage=stage, floor=floor, asked=asked))
        case b.BankDeclined():
            return _set(state, offer=_set(now, to=None))
        case b.BankTaken(person=person, amount=amount, owed=owed):
            seat = state.seats.seat_of(person)
            memory = _set(
                state.carried_over,
                last_seat=state.carried_over.last_seat if seat is None else seat,
                refused=state.carried_over.refused - {person},
            )
            taken = Bank(person, (Share(person, amount - owed),), owed)
            return _set(state, carried_over=memory, bank=taken, offer=_set(now, to=None, pledges=BankOffer().pledges))
        case b.SharePledged(person=person, leader=leader, amount=amount):
            return _set(state, offer=_set(now, pledges=now.pledges.set(person, Pledge(leader, amount))))
        case b.BankReturned():
            return _returned(state, event)
        case b.RoundRestarted():
            return _set(state, offer=BankOffer(now.origin))
        case b.AuctionOpened(floor=floor, barred=barred):
            begun = auction.start(state.serial, floor, frozenset(barred))
            return _set(state, auction=begun, offer=_set(now, to=None, asked=frozenset()))
        case b.BidMade(person=person, amount=amount) if state.auction is not None:
            return _set(state, auction=auction.bid(state.auction, person, amount))
        case b.AuctionClosed():
            return _set(state, auction=None)
        case _:
            raise TypeError(type(event).__name__)


def _returned(state: State, event: b.BankReturned) -> State:
    owners = tuple(part.person for part in event.parts)
    barred = frozenset(event.barred)
    if event.how is BankEnd.REFUSED:
        left = BankOffer(
            event.origin,
            amount=event.amount,
            former_banker=state.offer.former_banker,
            former_associates=state.offer.former_associates,
            passed=state.offer.passed,
            barred=barred,
            refused_by=owners[0],
        )
    else:
        passed = event.how is BankEnd.PASSED
        left = BankOffer(
            event.origin,
            amount=event.amount,
            former_banker=owners[0],
            former_associates=owners[1:],
            passed=passed,
            barred=barred,
        )
    bars = lifted(state.bars, Until.NEXT_PASS) if event.how is BankEnd.PASSED else state.bars
    return _set(state, bank=None, offer=left, bars=bars)


def bank(state: State, event: Any) -> State:
    """Fold an event of the bank that somebody holds."""
    held = state.bank
    match event:
        case b.ShareOfferWithdrawn(person=person):
            pledges = state.offer.pledges
            pledges = pledges.delete(person) if person in pledges else pledges
            left = _set(state, offer=_set(state.offer, pledges=pledges))
            if held is None or person not in held.offered:
                return left
            return _set(left, bank=_set(held, offered=held.offered.delete(person)))
        case _ if held is not None:
            return _set(state, bank=_held(held, event), offer=_set(state.offer, to=None))
        case _:
            raise TypeError(type(event).__name__)


def _held(held: Bank, event: Any) -> Bank:
    banker = held.banker
    match event:
        case b.BankDelivered(amount=amount):
            return _set(held, parts=sum_of(held.parts, (Share(banker, amount),)), owed=held.owed - amount)
        case b.BankRaised(amount=amount, back=back):
            parts = sum_of(held.parts, (Share(banker, amount),), back)
            return _set(held, parts=parts, aside=sum_of(held.aside, negative(back)))
        case b.BankContinued():
            return held
        case b.ShareOffered(person=person, amount=amount):
            return _set(held, offered=held.offered.set(person, amount))
        case b.ShareAccepted(person=person, amount=amount):
            offered = held.offered.delete(person) if person in held.offered else held.offered
            return _set(held, parts=(*held.parts, Share(person, amount)), offered=offered)
        case b.ShareReleaseAsked(person=person):
            return _set(held, leaving=held.leaving | {person})
        case b.ShareTakenOver(person=person, amount=amount):
            parts = tuple(one for one in held.parts if one.person != person)
            parts = sum_of(parts, (Share(banker, amount),))
            aside = tuple(one for one in held.aside if one.person != person)
            return _set(held, parts=parts, aside=aside, leaving=held.leaving - {person})
        case b.WinningsGaraged(parts=parts):
            return _set(
                held,
                parts=sum_of(held.parts, negative(parts)),
                aside=sum_of(held.aside, parts),
                excluded=held.excluded + sum(one.amount for one in parts),
            )
        case b.GarageKept(parts=parts):
            return _set(held, parts=sum_of(held.parts, negative(parts)), aside=sum_of(held.aside, parts), garage=())
        case b.AllGoesSaid(parts=parts):
            aside = sum_of(held.aside, negative(parts))
            return _set(held, parts=sum_of(held.parts, parts), aside=aside, excluded=0, all_goes=True)
        case _:
            raise TypeError(type(event).__name__)
