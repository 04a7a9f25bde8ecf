"""The books of the bank on its way round: offered, taken, returned, auctioned. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from immutables import Map
from msgspec.structs import replace

from tapete.games.baccarat.effects import Until
from tapete.games.baccarat.marks import without_bars
from tapete.games.banked import auction
from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.state import State, carry_over
from tapete.games.chemin_de_fer.state.bank import Bank, BankOffer, Pledge
from tapete.games.chemin_de_fer.terms import BankEnd, Stage
from tapete.kernel import Event

ROUND = (Stage.SEATED, Stage.STANDING)
"""The stages of one round: nobody is asked twice in it. The last duty makes another, from the auction on."""


def apply_bank_offered(state: State, event: e.BankOffered) -> State:
    """Ask a person; those who were asked before him at the same stage stay noted."""
    now, stage = state.offer, event.stage
    same = stage in (now.stage, Stage.FORCED) or (stage in ROUND and now.stage in ROUND)
    asked = now.past_candidates | {event.person} if same else frozenset({event.person})
    return replace(
        state, offer=replace(now, candidate=event.person, stage=stage, floor=event.floor, past_candidates=asked)
    )


def apply_bank_declined(state: State, event: e.BankDeclined) -> State:
    """Ask nobody: the person asked let the bank go by."""
    del event
    return replace(state, offer=replace(state.offer, candidate=None))


def apply_refusal_noted(state: State, event: e.RefusalNoted) -> State:
    noted = replace(state, offer=replace(state.offer, refusals=state.offer.refusals | {event.person}))
    return carry_over(noted, refusers=state.carried_over.refusers | {event.person})


def apply_bank_taken(state: State, event: e.BankTaken) -> State:
    """Let a person hold the bank; the last place that held it is his, if he sits."""
    seat, person = state.seats.seat_of(event.person), event.person
    kept = replace(
        state.carried_over,
        last_seat=state.carried_over.last_seat if seat is None else seat,
        refusers=state.carried_over.refusers - {person},
    )
    bank = Bank(person, (Share(person, event.amount - event.debt),), event.debt)
    return replace(state, carried_over=kept, bank=bank, offer=replace(state.offer, candidate=None, pledges=Map()))


def apply_share_pledged(state: State, event: e.SharePledged) -> State:
    """Note what somebody would put into a bank that another takes."""
    pledges = state.offer.pledges.set(event.person, Pledge(event.leader, event.amount))
    return replace(state, offer=replace(state.offer, pledges=pledges))


def apply_bank_returned(state: State, event: e.BankReturned) -> State:
    """Send the bank round. One that was refused is still the bank of whoever let it go before."""
    owners = tuple([part.person for part in event.parts])
    left = BankOffer(event.origin, amount=event.amount, barred_bidders=frozenset(event.barred_bidders))
    if event.end is BankEnd.REFUSED:
        before = state.offer
        left = replace(
            left,
            former_banker=before.former_banker,
            former_associates=before.former_associates,
            is_passed=before.is_passed,
            refused_by=owners[0],
        )
        return replace(state, bank=None, offer=left)
    passed = event.end is BankEnd.PASSED
    left = replace(left, former_banker=owners[0], former_associates=owners[1:], is_passed=passed)
    return replace(
        state, bank=None, offer=left, bars=without_bars(state.bars, Until.NEXT_PASS) if passed else state.bars
    )


def apply_round_restarted(state: State, event: e.RoundRestarted) -> State:
    del event
    return replace(state, offer=BankOffer(state.offer.origin))


# --- the auction ------------------------------------------------------------------------------------------------------


def apply_auction_opened(state: State, event: e.AuctionOpened) -> State:
    """Open the auction; nobody is asked while it lasts."""
    begun = auction.start(state.serial, event.floor, frozenset(event.barred_bidders))
    return replace(state, auction=begun, offer=replace(state.offer, candidate=None, past_candidates=frozenset()))


def apply_bid_made(state: State, event: e.BidMade) -> State:
    if state.auction is None:
        raise ValueError("no auction is open")
    return replace(state, auction=auction.bid(state.auction, event.person, event.amount))


def apply_auction_closed(state: State, event: e.AuctionClosed) -> State:
    del event
    return replace(state, auction=None)


FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    e.BankOffered: apply_bank_offered,
    e.BankDeclined: apply_bank_declined,
    e.RefusalNoted: apply_refusal_noted,
    e.BankTaken: apply_bank_taken,
    e.SharePledged: apply_share_pledged,
    e.BankReturned: apply_bank_returned,
    e.RoundRestarted: apply_round_restarted,
    e.AuctionOpened: apply_auction_opened,
    e.BidMade: apply_bid_made,
    e.AuctionClosed: apply_auction_closed,
}
"""What each event of the bank on its way round makes of the state."""
