"""The books of the bank: held by somebody, on its way round, and what is staked against it. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from immutables import Map
from msgspec.structs import replace

from tapete.games.baccarat.effects import Until
from tapete.games.baccarat.marks import Cards, without_bars
from tapete.games.banked import priority
from tapete.games.banked.books import Folds, unchanged
from tapete.games.banked.coup import Share, negative, share_of, sum_of, with_side
from tapete.games.banked.events import BetsOpened, CoupCalledOff
from tapete.games.banked.folds import Fold, change, keep, put
from tapete.games.banked.settled_coups import count_played
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.state import Award, Bank, BankOffer, Coup, Pledge, State, carry_over
from tapete.games.chemin_de_fer.terms import BankEnd, Hand, Stage
from tapete.table import windows


def held_bank(state: State) -> Bank:
    """Return the bank; raise ``ValueError`` where nobody holds one, since the event is about one that is held."""
    if state.bank is None:
        raise ValueError("nobody holds the bank")
    return state.bank


def held(how: Callable[[Bank, Any], Bank]) -> Fold:
    return lambda state, event: with_bank(state, how(held_bank(state), event))


def with_bank(state: State, bank: Bank) -> State:
    if state.offer.candidate is None:
        return replace(state, bank=bank)
    return replace(state, bank=bank, offer=replace(state.offer, candidate=None))


def apply_bank_delivered(bank: Bank, event: e.BankDelivered) -> Bank:
    parts = sum_of(bank.parts, (Share(bank.banker, event.amount),))
    return replace(bank, parts=parts, debt=bank.debt - event.amount)


def apply_bank_raised(bank: Bank, event: e.BankRaised) -> Bank:
    parts = sum_of(bank.parts, (Share(bank.banker, event.amount),), event.returned_parts)
    return replace(bank, parts=parts, aside=sum_of(bank.aside, negative(event.returned_parts)))


def apply_share_accepted(bank: Bank, event: e.ShareAccepted) -> Bank:
    offered = bank.join_offers.delete(event.person) if event.person in bank.join_offers else bank.join_offers
    parts = (*bank.parts, Share(event.person, event.amount))
    return replace(bank, parts=parts, join_offers=offered)


def apply_share_offer_withdrawn(state: State, event: e.ShareOfferWithdrawn) -> State:
    pledges, bank = state.offer.pledges, state.bank
    if event.person in pledges:
        state = replace(state, offer=replace(state.offer, pledges=pledges.delete(event.person)))
    if bank is not None and event.person in bank.join_offers:
        state = replace(state, bank=replace(bank, join_offers=bank.join_offers.delete(event.person)))
    return state


def apply_share_taken_over(bank: Bank, event: e.ShareTakenOver) -> Bank:
    others = tuple(one for one in bank.parts if one.person != event.person)
    aside = tuple(one for one in bank.aside if one.person != event.person)
    parts = sum_of(others, (Share(bank.banker, event.amount),))
    return replace(bank, parts=parts, aside=aside, leavers=bank.leavers - {event.person})


def apply_winnings_garaged(bank: Bank, event: e.WinningsGaraged) -> Bank:
    return replace(
        bank,
        parts=sum_of(bank.parts, negative(event.parts)),
        aside=sum_of(bank.aside, event.parts),
        excluded_winnings=bank.excluded_winnings + sum([one.amount for one in event.parts]),
    )


def apply_garage_kept(bank: Bank, event: e.GarageKept) -> Bank:
    parts = sum_of(bank.parts, negative(event.parts))
    return replace(bank, parts=parts, aside=sum_of(bank.aside, event.parts), garage=())


def apply_all_goes_said(bank: Bank, event: e.AllGoesSaid) -> Bank:
    parts, aside = sum_of(bank.parts, event.parts), sum_of(bank.aside, negative(event.parts))
    return replace(bank, parts=parts, aside=aside, excluded_winnings=0, is_garage_waived=True)


ROUND = (Stage.SEATED, Stage.STANDING)
"""The stages of one round: nobody is asked twice in it. The last duty makes another, from the auction on."""


def apply_bank_offered(state: State, event: e.BankOffered) -> State:
    """Ask a person; those who were asked before them at the same stage stay noted."""
    now, stage = state.offer, event.stage
    same = stage in (now.stage, Stage.FORCED) or (stage in ROUND and now.stage in ROUND)
    asked = now.past_candidates | {event.person} if same else frozenset({event.person})
    return replace(
        state, offer=replace(now, candidate=event.person, stage=stage, floor=event.floor, past_candidates=asked)
    )


def apply_refusal_noted(state: State, event: e.RefusalNoted) -> State:
    noted = replace(state, offer=replace(state.offer, refusals=state.offer.refusals | {event.person}))
    return carry_over(noted, refusers=state.carried_over.refusers | {event.person})


def apply_bank_taken(state: State, event: e.BankTaken) -> State:
    """Let a person hold the bank; the last place that held it is theirs, if they sit."""
    seat, person = state.seats.seat_of(event.person), event.person
    kept = replace(
        state.carried_over,
        last_seat=state.carried_over.last_seat if seat is None else seat,
        refusers=state.carried_over.refusers - {person},
    )
    bank = Bank(person, (Share(person, event.amount - event.debt),), event.debt)
    return replace(state, carried_over=kept, bank=bank, offer=replace(state.offer, candidate=None, pledges=Map()))


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


def apply_auction_opened(state: State, event: e.AuctionOpened) -> State:
    begun = priority.start(state.serial, event.floor, frozenset(event.barred_bidders))
    return replace(state, auction=begun, offer=replace(state.offer, candidate=None, past_candidates=frozenset()))


def apply_bid_made(state: State, event: e.BidMade) -> State:
    if state.auction is None:
        raise ValueError("no auction is open")
    return replace(state, auction=priority.bid(state.auction, event.person, event.amount))


def apply_bets_opened(state: State, event: BetsOpened) -> State:
    """Begin a coup: the cards of the last one leave the table, but for those that wait aside for this one."""
    cards, aside = state.coup.cards, state.coup.cards.marks.aside
    waiting = {one.position for one in aside}
    first = tuple([card for card in cards.layout if card.position in waiting])
    gone = tuple([card.face for card in cards.layout if card.position not in waiting])
    return replace(
        state,
        coup=Coup(event.coup, in_play=event.in_play, cards=Cards(first, replace(state.bars, aside=aside))),
        shoe=replace(state.shoe, has_begun=True, played_cards=count_played(state.shoe.played_cards, gone)),
        calls=windows.Window("bets", state.serial),
    )


def apply_cover_awarded(state: State, event: e.CoverAwarded) -> State:
    award = Award(event.kind, event.holder, event.stakes, event.calls)
    shut = windows.Window[str]("bets", state.calls.serial, (), open=False)
    coup = with_side(replace(state.coup, award=award), Hand.PUNTO, holder=event.holder)
    return replace(state, coup=coup, calls=shut)


def apply_coup_called_off(state: State, _event: CoupCalledOff) -> State:
    if state.bank is None:
        return state
    return replace(
        state, calls=replace(state.calls, open=False), bank=replace(state.bank, idle_coups=state.bank.idle_coups + 1)
    )


def apply_stake_returned(state: State, event: e.StakeReturned) -> State:
    award = state.coup.award
    if award is None:
        raise ValueError("nothing is staked")
    left = [Share(one.person, one.amount - event.amount) if one.person == event.person else one for one in award.stakes]
    award = replace(award, stakes=tuple([one for one in left if one.amount]))
    return replace(state, coup=replace(state.coup, award=award))


def apply_late_stake_noted(state: State, event: e.LateStakeNoted) -> State:
    late = state.coup.late
    laid = Share(event.person, share_of(late, event.person) + event.amount)
    others = [one for one in late if one.person != event.person]
    return replace(state, coup=replace(state.coup, late=(*others, laid)))


FOLDS: Final[Folds] = {
    e.BankDelivered: held(apply_bank_delivered),
    e.BankRaised: held(apply_bank_raised),
    e.BankContinued: held(lambda bank, _event: bank),
    e.ShareOffered: held(
        lambda bank, event: replace(bank, join_offers=bank.join_offers.set(event.person, event.amount))
    ),
    e.ShareAccepted: held(apply_share_accepted),
    e.ShareOfferWithdrawn: apply_share_offer_withdrawn,
    e.ShareReleaseAsked: held(lambda bank, event: replace(bank, leavers=bank.leavers | {event.person})),
    e.ShareTakenOver: held(apply_share_taken_over),
    e.GarageFormed: keep("bank.garage", "parts"),
    e.GarageReturned: put("bank.garage", ()),
    e.WinningsGaraged: held(apply_winnings_garaged),
    e.GarageKept: held(apply_garage_kept),
    e.AllGoesSaid: held(apply_all_goes_said),
    e.BankOffered: apply_bank_offered,
    e.BankDeclined: put("offer.candidate", None),
    e.RefusalNoted: apply_refusal_noted,
    e.BankTaken: apply_bank_taken,
    e.SharePledged: change(
        "offer.pledges", lambda pledges, event: pledges.set(event.person, Pledge(event.leader, event.amount))
    ),
    e.BankReturned: apply_bank_returned,
    e.RoundRestarted: change("offer", lambda offer, _event: BankOffer(offer.origin)),
    e.AuctionOpened: apply_auction_opened,
    e.BidMade: apply_bid_made,
    e.AuctionClosed: put("auction", None),
    BetsOpened: apply_bets_opened,
    e.CallMade: change(
        "calls", lambda calls, event: windows.claim(calls, windows.Claim(event.person, event.kind, event.amount))
    ),
    e.CallWithdrawn: change("calls", lambda calls, event: windows.withdraw(calls, event.person, event.kind)),
    e.CoverAwarded: apply_cover_awarded,
    CoupCalledOff: apply_coup_called_off,
    e.StakeReturned: apply_stake_returned,
    e.LateStakeNoted: apply_late_stake_noted,
    e.LateStakeRemoved: change(
        "coup.late", lambda late, event: tuple([one for one in late if one.person != event.person])
    ),
    e.StakeClaimRecorded: unchanged,
    e.HandFollowed: change("carried_over.followers", lambda people, event: people | {event.person}),
    e.SeguidoHeld: change("carried_over.seguido", lambda _was, event: frozenset(event.people)),
}
