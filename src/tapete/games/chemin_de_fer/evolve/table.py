"""Folding events into the state: bookkeeping only, no rule is decided here."""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.accounts import post
from tapete.chance import ShoeSealed
from tapete.games.baccarat.effects import Until
from tapete.games.baccarat.incident import (
    IncidentOpened,
    IncidentRuled,
    IncidentWidened,
    IncidentWithdrawn,
    closed,
    opened,
    widened,
)
from tapete.games.baccarat.marks import Cards, lifted
from tapete.games.baccarat.procedure import PersonCalled, RulebookAdopted, TableClosed
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.events import bank as b
from tapete.games.chemin_de_fer.events import house as h
from tapete.games.chemin_de_fer.evolve import bank as books
from tapete.games.chemin_de_fer.evolve import corrected, ruled
from tapete.games.chemin_de_fer.evolve import coup as at_cards
from tapete.games.chemin_de_fer.evolve.postings import postings
from tapete.games.chemin_de_fer.evolve.shoe import apply_house, apply_shoe
from tapete.games.chemin_de_fer.evolve.stakes import apply_cover, apply_late
from tapete.games.chemin_de_fer.rules import read
from tapete.games.chemin_de_fer.state import CarriedOver, Settings, Shoe, State, carry_over
from tapete.games.chemin_de_fer.state.bank import BankOffer
from tapete.games.chemin_de_fer.state.coup import Coup
from tapete.kernel import PersonId
from tapete.rulebooks import Library
from tapete.table import acts as table
from tapete.table.seats import Seats, leave, set_away, sit, stand, unqueue

_set = msgspec.structs.replace


NO_BOOKS = Library(())


def evolve(state: State, event: Any, library: Library = NO_BOOKS) -> State:
    """Fold one event; ``library`` gives the rulebook that a table's first event names by its hash."""
    legs = postings(event)
    if legs:
        state = _set(state, ledger=post(state.ledger, legs))
    match event:
        case e.TableOpened():
            return _opened(state, event, library)
        case e.PhaseOpened(phase=phase):
            return _set(state, phase=phase, serial=state.serial + 1, called=None)
        case e.Said():
            return _set(state, said=(*state.said[-7:], event))
        case IncidentOpened(incident=incident):
            return _set(state, docket=opened(state.docket, incident), coup=_found(state.coup, incident.faults))
        case IncidentWidened(incident=incident):
            return _set(state, docket=widened(state.docket, incident), coup=_found(state.coup, incident.faults))
        case IncidentRuled(serial=serial):
            return ruled.apply_ruling(_set(state, docket=closed(state.docket, serial)), event)
        case IncidentWithdrawn(serial=serial, codes=codes):
            coup = _set(state.coup, found=state.coup.found - frozenset(codes))
            return _set(state, docket=closed(state.docket, serial), coup=coup)
        case table.Seated() | table.StoodBehind() | table.PersonLeft() | table.StaffAssigned() | b.SeatLost():
            return _people(state, event)
        case table.WentAway(person=person) | table.CameBack(person=person):
            called = None if state.called == person else state.called
            gone = isinstance(event, table.WentAway)
            return _set(state, seats=set_away(state.seats, person, gone), called=called)
        case e.SaluteOwed(person=person):
            return carry_over(state, unsaluted=state.carried_over.unsaluted | {person})
        case e.Saluted(person=person):
            passed_by = _set(state, offer=_set(state.offer, asked=state.offer.asked | {person}))
            return carry_over(passed_by, unsaluted=state.carried_over.unsaluted - {person})
        case e.SeguidoHeld(people=people):
            return carry_over(state, seguido=frozenset(people))
        case e.ShoeWanted(shoe=number, size=size):
            swept = _set(state, coup=_set(state.coup, cards=Cards()))  # the cards on the table are in the new shoe
            return _set(swept, shoe=Shoe(number, size, wanted=True), bars=lifted(state.bars, Until.SHOE))
        case ShoeSealed(size=size):
            return _set(state, shoe=_set(state.shoe, wanted=False, size=size, stop=size))
        case h.PackShuffled() | h.CutOffered() | h.PackCut() | h.StopCardIn() | h.ShoeEnded() | h.CheckAsked():
            return _set(state, shoe=apply_shoe(state.shoe, event))
        case h.ListJoined() | h.ListLeft() | h.ChangeAsked() | h.OptionsSet() | PersonCalled() | h.CoupCalledOff():
            return apply_house(state, event)
        case RulebookAdopted(sha256=sha256):
            return _set(state, rules=read(library.hashed(sha256)), sha256=sha256)
        case TableClosed():
            return _set(state, offer=BankOffer(), carried_over=CarriedOver())
        case h.CardsChecked():
            return _set(state, shoe=apply_shoe(state.shoe, event))
        case b.RefusalNoted(person=person):
            counted = _set(state, offer=_set(state.offer, refusals=state.offer.refusals | {person}))
            return carry_over(counted, refused=state.carried_over.refused | {person})
        case b.BankOffered() | b.BankDeclined() | b.BankTaken() | b.BankReturned() | b.RoundRestarted():
            return books.offer(state, event)
        case b.AuctionOpened() | b.BidMade() | b.AuctionClosed() | b.SharePledged():
            return books.offer(state, event)
        case b.BankDelivered() | b.BankRaised() | b.BankContinued() | b.WinningsGaraged() | b.GarageKept():
            return books.bank(state, event)
        case b.ShareOffered() | b.ShareAccepted() | b.ShareOfferWithdrawn() | b.ShareReleaseAsked():
            return books.bank(state, event)
        case b.ShareTakenOver() | b.AllGoesSaid():
            return books.bank(state, event)
        case e.BetsOpened() | e.CallMade() | e.CallWithdrawn() | e.CoverAwarded():
            return apply_cover(state, event)
        case b.GarageFormed() | b.GarageReturned() | e.StakeReturned():
            return apply_cover(state, event)
        case e.LateStakeNoted() | e.LateStakeRemoved() | e.HandFollowed() | e.StakeClaimRecorded():
            return apply_late(state, event)
        case e.CardCorrected() | e.PaymentCorrected():
            return corrected.apply_correction(state, event)
        case _:
            return at_cards.FOLDS[type(event)](state, event)


def _found(coup: Coup, faults: tuple[Any, ...]) -> Coup:
    return _set(coup, found=coup.found | {fault.code for fault in faults})


def _opened(state: State, event: e.TableOpened, library: Library) -> State:
    return _set(
        state,
        rules=read(library.hashed(event.sha256)),
        sha256=event.sha256,
        seats=Seats(event.places),
        settings=Settings(
            name=event.name,
            minimum=event.minimum,
            bank_minimum=event.bank_minimum,
            decks=event.decks,
            shoe=event.shoe,
            conduct=event.conduct,
            banco_freedom=event.banco_freedom,
            no_bank_max=event.no_bank_max,
            authorised_minimum=event.authorised_minimum,
        ),
    )


def _forgotten(state: State, person: PersonId) -> State:
    memory = state.carried_over
    movers = tuple(one for one in memory.movers if one != person)
    return carry_over(state, movers=movers, unsaluted=memory.unsaluted - {person}, refused=memory.refused - {person})


def _people(state: State, event: Any) -> State:
    match event:
        case table.Seated(person=person, seat=seat):
            moved = carry_over(state, movers=tuple(one for one in state.carried_over.movers if one != person))
            return _set(moved, seats=sit(state.seats, person, seat))
        case table.StoodBehind(person=person, seat=seat):
            memory = state.carried_over  # what belongs to a place is left with it: the wish to change, and the salute
            movers = tuple(one for one in memory.movers if one != person)
            risen = carry_over(state, movers=movers, unsaluted=memory.unsaluted - {person})
            return _set(risen, seats=stand(state.seats, person, seat))
        case table.PersonLeft(person=person):
            return _set(_forgotten(state, person), seats=unqueue(leave(state.seats, person), person))
        case b.SeatLost(person=person, seat=seat):
            behind = set_away(stand(state.seats, person, seat), person, person in state.seats.away)
            return _set(_forgotten(state, person), seats=behind)
        case table.StaffAssigned(role=role, person=person):
            return _set(state, staff=state.staff.set(role, person))
        case _:
            raise TypeError(type(event).__name__)
