"""Folding events into the state: bookkeeping only, no rule is decided here."""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.accounts import post
from tapete.chance import ShoeSealed
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import BindToScheme, BindToTable, GiveCards, Until
from tapete.games.baccarat.incident import IncidentOpened, IncidentRuled, IncidentWidened, closed, opened, widened
from tapete.games.baccarat.layout import LaidCard, lay, look, move, turn_up
from tapete.games.baccarat.marks import Cards, apply, chosen, dealt_from_aside, lifted, next_coup
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.procedure import PersonCalled, RulebookAdopted, TableClosed
from tapete.games.chemin_de_fer import bank_events as b
from tapete.games.chemin_de_fer import books, corrected, ruled
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer import house_events as h
from tapete.games.chemin_de_fer.evolve_shoe import house_kept, shoe_kept
from tapete.games.chemin_de_fer.postings import postings
from tapete.games.chemin_de_fer.rules import read
from tapete.games.chemin_de_fer.shares import Share
from tapete.games.chemin_de_fer.state import Award, Coup, Memory, Offer, Settings, Shoe, State, share_of
from tapete.games.chemin_de_fer.terms import Hand
from tapete.kernel import PersonId
from tapete.rulebooks import Library
from tapete.table import acts as table
from tapete.table import windows
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
        case e.WindowOpened(window=window):
            return _set(state, window=window, serial=state.serial + 1, called=None)
        case e.Said():
            return _set(state, said=(*state.said[-7:], event))
        case IncidentOpened(incident=incident):
            return _set(state, docket=opened(state.docket, incident), coup=_found(state.coup, incident.faults))
        case IncidentWidened(incident=incident):
            return _set(state, docket=widened(state.docket, incident), coup=_found(state.coup, incident.faults))
        case IncidentRuled(serial=serial, effects=effects):
            return ruled.fold(_set(state, docket=closed(state.docket, serial)), effects)
        case table.Seated() | table.StoodBehind() | table.PersonLeft() | table.StaffAssigned() | b.SeatLost():
            return _people(state, event)
        case table.WentAway(person=person) | table.CameBack(person=person):
            called = None if state.called == person else state.called
            gone = isinstance(event, table.WentAway)
            return _set(state, seats=set_away(state.seats, person, gone), called=called)
        case e.SaluteOwed(person=person):
            return _memory(state, unsaluted=state.memory.unsaluted | {person})
        case e.Saluted(person=person):
            passed_by = _set(state, offer=_set(state.offer, asked=state.offer.asked | {person}))
            return _memory(passed_by, unsaluted=state.memory.unsaluted - {person})
        case e.SeguidoHeld(people=people):
            return _memory(state, seguido=frozenset(people))
        case e.ShoeWanted(shoe=number, size=size):
            return _set(state, shoe=Shoe(number, size, wanted=True), bars=lifted(state.bars, Until.SHOE))
        case ShoeSealed(size=size):
            return _set(state, shoe=_set(state.shoe, wanted=False, size=size, stop=size))
        case h.PackShuffled() | h.CutOffered() | h.PackCut() | h.StopCardIn() | h.ShoeEnded() | h.CheckAsked():
            return _set(state, shoe=shoe_kept(state.shoe, event))
        case h.ListJoined() | h.ListLeft() | h.ChangeAsked() | h.OptionsSet() | PersonCalled() | h.CoupCalledOff():
            return house_kept(state, event)
        case RulebookAdopted(sha256=sha256):
            return _set(state, rules=read(library.hashed(sha256)), sha256=sha256)
        case TableClosed():
            return _set(state, offer=Offer(), memory=Memory())
        case h.CardsChecked():
            return _set(state, shoe=shoe_kept(state.shoe, event))
        case b.RefusalNoted(person=person):
            return _memory(state, refused=state.memory.refused | {person})
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
            return _cover(state, event)
        case b.GarageFormed() | b.GarageReturned() | e.StakeReturned():
            return _cover(state, event)
        case e.LateStakeNoted() | e.LateStakeRemoved() | e.HandFollowed() | e.StakeClaimRecorded():
            return _late(state, event)
        case e.CardCorrected() | e.PaymentCorrected():
            return corrected.fold(state, event)
        case e.CoupVoided() | e.CoupSettled() | e.CoupEnded():
            return _end(state, event)
        case _:
            return _coup(state, event)


def _found(coup: Coup, faults: tuple[Any, ...]) -> Coup:
    return _set(coup, found=coup.found | {fault.code for fault in faults})


def _memory(state: State, **changes: Any) -> State:
    return _set(state, memory=_set(state.memory, **changes))


def _cards(state: State, cards: Cards) -> State:
    return _set(state, coup=_set(state.coup, cards=cards))


def _layout(state: State, layout: Any) -> State:
    return _cards(state, _set(state.coup.cards, layout=layout))


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
    memory = state.memory
    movers = tuple(one for one in memory.movers if one != person)
    return _memory(state, movers=movers, unsaluted=memory.unsaluted - {person}, refused=memory.refused - {person})


def _people(state: State, event: Any) -> State:
    match event:
        case table.Seated(person=person, seat=seat):
            moved = _memory(state, movers=tuple(one for one in state.memory.movers if one != person))
            return _set(moved, seats=sit(state.seats, person, seat))
        case table.StoodBehind(person=person, seat=seat):
            memory = state.memory  # what belongs to a place is left with it: the wish to change it, and the salute
            movers = tuple(one for one in memory.movers if one != person)
            risen = _memory(state, movers=movers, unsaluted=memory.unsaluted - {person})
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


def _cover(state: State, event: Any) -> State:
    coup, bank = state.coup, state.bank
    match event:
        case e.BetsOpened(coup=number, in_play=in_play):
            old = coup.cards
            first = tuple(card for card in old.layout if any(one.position == card.position for one in old.marks.aside))
            fresh = Coup(number, in_play, cards=Cards(first, _set(state.bars, aside=old.marks.aside)))
            return _set(state, coup=fresh, calls=windows.Window("bets", state.serial))
        case e.CallMade(person=person, kind=kind, amount=amount):
            return _set(state, calls=windows.claim(state.calls, windows.Claim(person, kind, amount)))
        case e.CallWithdrawn(person=person, kind=kind):
            return _set(state, calls=windows.withdraw(state.calls, person, kind))
        case e.CoverAwarded(kind=cover, holder=holder, stakes=stakes):
            awarded = _set(coup, award=Award(cover, holder, stakes))
            return _set(state, coup=awarded, calls=windows.Window("bets", state.calls.serial, (), open=False))
        case b.GarageFormed(parts=parts) if bank is not None:
            return _set(state, bank=_set(bank, garage=parts))
        case b.GarageReturned() if bank is not None:
            return _set(state, bank=_set(bank, garage=()))
        case e.StakeReturned(person=person, amount=amount) if coup.award is not None:
            left = tuple(
                Share(one.person, one.amount - (amount if one.person == person else 0)) for one in coup.award.stakes
            )
            award = _set(coup.award, stakes=tuple(one for one in left if one.amount))
            return _set(state, coup=_set(coup, award=award))
        case _:
            raise TypeError(type(event).__name__)


def _late(state: State, event: Any) -> State:
    coup = state.coup
    match event:
        case e.LateStakeNoted(person=person, amount=amount):
            laid = Share(person, share_of(coup.late, person) + amount)
            others = tuple(one for one in coup.late if one.person != person)
            return _set(state, coup=_set(coup, late=(*others, laid)))
        case e.LateStakeRemoved(person=person):
            return _set(state, coup=_set(coup, late=tuple(one for one in coup.late if one.person != person)))
        case e.HandFollowed(person=person):
            return _memory(state, followers=state.memory.followers | {person})
        case _:
            return state


def _coup(state: State, event: Any) -> State:
    coup, layout = state.coup, state.coup.cards.layout
    match event:
        case e.DrawAwaited(due=due):
            return _set(state, coup=_set(coup, due=due))
        case e.CardDealt():
            return _dealt(state, event)
        case e.CardMoved(position=position, place=place):
            if coup.cards.marks.aside and coup.cards.marks.aside[0].position == position:
                return _cards(state, dealt_from_aside(coup.cards, place))
            return _layout(state, move(layout, position, place))
        case e.CardUncovered(position=position, by=by):
            return _set(state, coup=_set(coup, uncovered=coup.uncovered.set(position, by)))
        case e.WithdrawalAnswered(person=person):
            return _set(state, coup=_set(coup, answered=coup.answered | {person}))
        case e.TimeWarned():
            return _set(state, coup=_set(coup, warned=True))
        case e.ClaimRecorded():
            return state
        case e.CardTurned(position=position, face=face):
            turned = _layout(state, turn_up(layout, position, face))
            left = tuple(due for due in coup.due if due.position != position)
            return _set(turned, coup=_set(turned.coup, due=left))
        case e.StopCardSeen():
            return _set(state, shoe=_set(state.shoe, stop_seen=True))
        case e.CardsCarried(person=person):
            return _set(state, coup=_set(coup, before=person))
        case e.CardsLifted(person=person, hand=hand):
            seen = _layout(state, look(layout, hand, person))
            up = {"lifted": True, "before": person} if hand == Hand.PUNTO else {}
            return _set(seen, coup=_set(seen.coup, **up))
        case e.WordSaid(word=word):
            return _set(state, coup=_set(coup, word=word, asked_again=coup.word is not None))
        case e.LaidDown(hand=hand):
            return _set(state, coup=_set(coup, laid_down=(*coup.laid_down, hand)))
        case e.CroupierStoodIn(croupier=croupier):
            plays = (GiveCards(Hand.PUNTO, croupier), BindToScheme(Hand.PUNTO, Cell.STAND))
            return _cards(state, apply(plays, coup.cards))
        case e.AdviceAsked(answer=answer):
            advised = _set(state, coup=_set(coup, advice=answer or ""))
            return _cards(advised, apply((BindToScheme(Hand.PUNTO, Cell.STAND),), coup.cards))
        case e.TableAsked():
            return _cards(state, apply((BindToTable(Hand.BANCA),), coup.cards))
        case e.BankerDecided(cell=cell):
            return _set(state, coup=_set(coup, decided=cell))
        case e.ChoiceMade(choice=choice, option=option):
            marks = chosen(coup.cards.marks, choice)
            return _set(state, coup=_set(coup, cards=_set(coup.cards, marks=marks), chosen=option))
        case table.BoughtIn() | table.CashedOut():
            return state
        case _:
            raise TypeError(type(event).__name__)


def _dealt(state: State, event: e.CardDealt) -> State:
    hand = event.place.removesuffix("-3")
    ordinal = 3 if event.place != hand else 1 + sum(card.place == event.place for card in state.coup.cards.layout)
    face_up = event.face_up or ordinal in state.coup.cards.marks.of(hand).open_cards
    laid = lay(state.coup.cards.layout, LaidCard(event.position, event.place, event.face, face_up))
    moved = _layout(state, laid)
    due = tuple(one for one in moved.coup.due if one.position != event.position)
    return _set(moved, shoe=_set(state.shoe, position=event.position + 1), coup=_set(moved.coup, due=due))


def _end(state: State, event: Any) -> State:
    coup, bank = state.coup, state.bank
    left = next_coup(coup.cards.marks)
    done = _set(coup, award=None, cards=_set(coup.cards, marks=_set(coup.cards.marks, aside=())))
    match event:
        case e.CoupEnded(winner=winner):
            return _set(state, coup=_set(coup, winner=winner))
        case e.CoupVoided():
            return _memory(_set(state, bars=left, coup=done), followers=frozenset())
        case e.CoupSettled(winner=won, bank=changes) if bank is not None:
            parts = tuple(
                Share(part.person, part.amount + change.amount)
                for part, change in zip(bank.parts, changes, strict=True)
            )
            tied = won is Winner.TIE
            after = _set(
                bank,
                parts=parts,
                decided=bank.decided + (not tied),
                tied=bank.tied + tied,
                won=bank.won + sum(change.amount for change in changes),
                all_goes=False,
            )
            history = (*state.history, *corrected.done(state, event))[-corrected.KEPT :]
            ended = _set(state, bars=left, bank=after, coup=done, history=history)
            return _memory(ended, followers=frozenset())
        case _:
            raise TypeError(type(event).__name__)
