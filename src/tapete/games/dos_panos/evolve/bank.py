"""The books of the bank: awarded, deposited, held, lost, left, and the lots about it. No rule is decided here."""

from __future__ import annotations

from typing import Final

from immutables import Map
from msgspec.structs import replace

from tapete.chance import LotDrawn, UrnSealed
from tapete.games.banked import priority
from tapete.games.banked.books import Folds
from tapete.games.banked.coup import Share, Shares
from tapete.games.banked.folds import change, keep, put
from tapete.games.dos_panos import events as e
from tapete.games.dos_panos.acts import StandingAward
from tapete.games.dos_panos.rules import AwardWay
from tapete.games.dos_panos.state import Award, Bank, Lots, Span, State
from tapete.games.dos_panos.terms import PREPARING, BankEnd, Phase
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table import seats as places
from tapete.table.acts import PersonLeft


def apply_bank_awarded(state: State, event: e.BankAwarded) -> State:
    award = Award(event.person, event.amount, event.way, event.shoes, event.days, event.is_begun, event.coups)
    owed = state.is_shoe_owed or (event.way is not AwardWay.OFFERED and state.shoe.coups > 0)
    given = replace(state, award=award, auction=None, lots=None, offered_amount=0, is_shoe_owed=owed)
    others = without_seeker(state.seekers, event)
    # The wishes of the others stand as long as the bank that was given up is not deposited again.
    return replace(given, standing_award=None, seekers=others if event.way is AwardWay.OFFERED else ())


def apply_bank_sought(state: State, event: e.BankSought) -> State:
    others = without_seeker(state.seekers, event)
    return replace(state, seekers=(*others, Share(event.person, event.amount)))


def without_seeker(seekers: Shares, event: e.BankAwarded | e.BankSought | e.WishWithdrawn | PersonLeft) -> Shares:
    return tuple(one for one in seekers if one.person != event.person)


def kept_award(_was: StandingAward | None, event: e.AwardStands) -> StandingAward:
    return StandingAward(event.person, event.amount, event.days, is_begun=event.is_begun, coups=event.coups)


def apply_award_annulled(state: State, event: e.AwardAnnulled) -> State:
    """Forget an award that was never deposited, and what was proven for it; its winner is out of what follows."""
    stood = state.award is not None and state.award.way is AwardWay.STANDING
    gave_up = event.person if stood else state.gave_up
    left = replace(state, award=None, bank=None, gave_up=gave_up, proofs=_without(state.proofs, event.person))
    return replace(left, annulled=state.annulled | {event.person})


def apply_auction_opened(state: State, event: e.AuctionOpened) -> State:
    auction = priority.start(state.serial, event.floor, frozenset(event.barred_bidders))
    return replace(state, auction=auction, award=None, seekers=(), span=Span(event.shoes, event.days))


def apply_auction_closed(state: State, _event: e.AuctionClosed) -> State:
    """Ask everybody again where nobody has bid; the award of a bid is told after."""
    has_bids = state.auction is not None and bool(state.auction.window.claims)
    return state if has_bids else replace(state, annulled=frozenset())


def apply_bid_made(state: State, event: e.BidMade) -> State:
    auction = state.auction
    return state if auction is None else replace(state, auction=priority.bid(auction, event.person, event.amount))


def apply_lots_wanted(state: State, event: e.LotsWanted) -> State:
    tokens = tuple(PersonId(one) for one in event.tokens)
    lots = Lots(event.about, priority.LotsAwaited(tokens), state.urns + 1, event.amount)
    span = state.span if state.auction is not None else Span(event.shoes, event.days)
    return replace(state, lots=lots, span=span)


def apply_urn_sealed(state: State, event: UrnSealed) -> State:
    lots = state.lots
    return state if lots is None else replace(state, urns=event.urn, lots=replace(lots, is_filled=True))


def _bank(state: State, person: PersonId) -> Bank:
    """Return the bank that is held, or the one that begins with a person's award."""
    if state.bank is not None:
        return state.bank
    award = state.award
    if award is None:
        raise LookupError("nobody was awarded the bank")
    return Bank(person, award, is_proven=person in state.proofs, proven_deposit=state.proofs.get(person))


def apply_bank_deposited(state: State, event: e.BankDeposited) -> State:
    """Keep what lies at the cash desk for the bank; with the first deposit of its award it begins."""
    bank = _bank(state, event.person)
    initial = bank.initial or (bank.award.amount if bank.award.is_begun else event.amount)
    more = replace(bank, initial=initial, deposit=bank.deposit + event.amount, put_in=bank.put_in + event.amount)
    # A wish for a bank that was given up ends where somebody else has deposited it.
    done = replace(state, seekers=(), annulled=frozenset())
    return replace(done, bank=more, proofs=_without(state.proofs, event.person))


def _without(proofs: Map[PersonId, Cents | None], person: PersonId) -> Map[PersonId, Cents | None]:
    return proofs.delete(person) if person in proofs else proofs


def apply_bank_proven(state: State, event: e.BankProven) -> State:
    """Keep what the banker has proven, or who would be it; who may not know the sum does not have it."""
    asked, bank = replace(state.coup, is_cover_short=False), state.bank
    if bank is None or bank.banker != event.person:
        return replace(state, proofs=state.proofs.set(event.person, event.amount), coup=asked)
    return replace(state, bank=replace(bank, is_proven=True, proven_deposit=event.amount, called_deposit=0), coup=asked)


def apply_bank_taken(state: State, event: e.BankTaken) -> State:
    bank = replace(_bank(state, event.person), came_from=state.seats.position_of(event.person))
    return replace(state, bank=bank, seats=places.take_chair(state.seats, event.person), award=None)


def apply_bank_delivered(state: State, event: e.BankDelivered) -> State:
    """Put the chips of the bank into the croupier's custody; the shoe that lies there is one of its award."""
    bank = _bank(state, event.person)
    held = replace(bank, deposit=bank.deposit - event.amount, is_in_custody=True, shoes_begun=max(bank.shoes_begun, 1))
    coup = replace(state.coup, is_handed_over=True) if state.phase is Phase.REPEAT else state.coup
    return replace(state, bank=held, coup=coup)


def apply_bank_called(bank: Bank, event: e.BankCalled) -> Bank:
    return replace(bank, called_deposit=bank.called_deposit + event.amount, put_in=bank.put_in + event.amount)


def apply_bank_restored(bank: Bank, _event: e.BankRestored) -> Bank:
    """Let a bank go on that was not broken: its chips are with the croupier, and it changes no shoe."""
    return replace(bank, is_in_custody=True, may_change_shoe=False, wants_new_shoe=False)


def apply_bank_returned(state: State, event: e.BankReturned) -> State:
    barred = state.barred_winners | {event.person} if event.is_winner else state.barred_winners
    gave_up = event.person if event.end is BankEnd.LEFT else None
    seats = _out_of_chair(state.seats, event)
    is_unready = event.end is BankEnd.LEFT and state.phase in PREPARING[1:]
    shoe = replace(state.shoe, left_at=state.phase) if is_unready else state.shoe
    return replace(state, bank=None, barred_winners=barred, gave_up=gave_up, seats=seats, shoe=shoe)


def _out_of_chair(seats: places.Seats, event: e.BankReturned) -> places.Seats:
    if seats.in_chair != event.person:
        return seats
    moved = places.put(seats, event.person, event.goes_to or _first_vacant(seats, is_standing=event.is_standing))
    return places.set_away(moved, event.person, event.person in seats.away)


def _first_vacant(seats: places.Seats, *, is_standing: bool) -> places.Position:
    """Return where a banker went in the entries that do not tell it."""
    free = None if is_standing else next((place for place in seats.labels if place not in seats.occupants), None)
    return places.Position(seats.labels[0], places.Row.STANDING) if free is None else places.Position(free)


FOLDS: Final[Folds] = {
    e.BankAwarded: apply_bank_awarded,
    e.AwardAnnulled: apply_award_annulled,
    e.AwardStands: change("standing_award", kept_award),
    e.BankSought: apply_bank_sought,
    e.WishWithdrawn: change("seekers", without_seeker),
    e.AuctionOpened: apply_auction_opened,
    e.BidMade: apply_bid_made,
    e.AuctionClosed: apply_auction_closed,
    e.LotsWanted: apply_lots_wanted,
    UrnSealed: apply_urn_sealed,
    LotDrawn: put("lots", None),
    e.BankDeposited: apply_bank_deposited,
    e.BankProven: apply_bank_proven,
    e.BankTaken: apply_bank_taken,
    e.BankDelivered: apply_bank_delivered,
    e.BankCalled: change("bank", apply_bank_called),
    e.BankBroken: change("bank", lambda bank, _event: replace(bank, is_in_custody=False, may_change_shoe=True)),
    e.BankRestored: change("bank", apply_bank_restored),
    e.NewShoeAsked: put("bank.wants_new_shoe", True),
    e.BankReturned: apply_bank_returned,
    e.BankOffered: keep("offered_amount", "amount"),
}
