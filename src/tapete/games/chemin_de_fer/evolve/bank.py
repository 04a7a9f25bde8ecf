"""The books of the bank that somebody holds: its parts, its associates, its garage. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.games.banked.shares import Share, negative, sum_of
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank
from tapete.kernel import Event


def held_bank(state: State) -> Bank:
    """Return the bank; raise ``ValueError`` where nobody holds one, since the event is about one that is held."""
    if state.bank is None:
        raise ValueError("nobody holds the bank")
    return state.bank


def with_bank(state: State, bank: Bank) -> State:
    """Return the state with another held bank; nobody is asked to take it."""
    if state.offer.candidate is None:
        return replace(state, bank=bank)
    return replace(state, bank=bank, offer=replace(state.offer, candidate=None))


# --- its amount -------------------------------------------------------------------------------------------------------


def apply_bank_delivered(state: State, event: e.BankDelivered) -> State:
    """Add what the banker handed over of what he had announced."""
    bank = held_bank(state)
    parts = sum_of(bank.parts, (Share(bank.banker, event.amount),))
    return with_bank(state, replace(bank, parts=parts, debt=bank.debt - event.amount))


def apply_bank_raised(state: State, event: e.BankRaised) -> State:
    """Add the raise, and what came back for it from the garage."""
    bank = held_bank(state)
    parts = sum_of(bank.parts, (Share(bank.banker, event.amount),), event.returned_parts)
    return with_bank(state, replace(bank, parts=parts, aside=sum_of(bank.aside, negative(event.returned_parts))))


def apply_bank_continued(state: State, event: e.BankContinued) -> State:
    """Leave the bank as it is: its banker goes on in the next shoe."""
    del event
    return with_bank(state, held_bank(state))


# --- its associates ---------------------------------------------------------------------------------------------------


def apply_share_offered(state: State, event: e.ShareOffered) -> State:
    """Note what somebody would put into the bank."""
    bank = held_bank(state)
    return with_bank(state, replace(bank, join_offers=bank.join_offers.set(event.person, event.amount)))


def apply_share_accepted(state: State, event: e.ShareAccepted) -> State:
    """Add an associate with his part."""
    bank = held_bank(state)
    offered = bank.join_offers.delete(event.person) if event.person in bank.join_offers else bank.join_offers
    parts = (*bank.parts, Share(event.person, event.amount))
    return with_bank(state, replace(bank, parts=parts, join_offers=offered))


def apply_share_offer_withdrawn(state: State, event: e.ShareOfferWithdrawn) -> State:
    """Strike what somebody had pledged for the bank on its way, or offered to its banker."""
    pledges, bank = state.offer.pledges, state.bank
    if event.person in pledges:
        state = replace(state, offer=replace(state.offer, pledges=pledges.delete(event.person)))
    if bank is not None and event.person in bank.join_offers:
        state = replace(state, bank=replace(bank, join_offers=bank.join_offers.delete(event.person)))
    return state


def apply_share_release_asked(state: State, event: e.ShareReleaseAsked) -> State:
    bank = held_bank(state)
    return with_bank(state, replace(bank, leavers=bank.leavers | {event.person}))


def apply_share_taken_over(state: State, event: e.ShareTakenOver) -> State:
    """Put the banker's chips in the place of an associate's part."""
    bank = held_bank(state)
    others = tuple(one for one in bank.parts if one.person != event.person)
    aside = tuple(one for one in bank.aside if one.person != event.person)
    parts = sum_of(others, (Share(bank.banker, event.amount),))
    return with_bank(state, replace(bank, parts=parts, aside=aside, leavers=bank.leavers - {event.person}))


# --- its garage -------------------------------------------------------------------------------------------------------


def apply_garage_formed(state: State, event: e.GarageFormed) -> State:
    """Set aside what stands out of play in this coup."""
    return replace(state, bank=replace(held_bank(state), garage=event.parts))


def apply_garage_returned(state: State, event: e.GarageReturned) -> State:
    """Put what stood out of play back into the bank."""
    del event
    return replace(state, bank=replace(held_bank(state), garage=()))


def apply_winnings_garaged(state: State, event: e.WinningsGaraged) -> State:
    """Take winnings out of the bank and lay them at the croupier's right."""
    bank = held_bank(state)
    out = replace(
        bank,
        parts=sum_of(bank.parts, negative(event.parts)),
        aside=sum_of(bank.aside, event.parts),
        excluded_winnings=bank.excluded_winnings + sum([one.amount for one in event.parts]),
    )
    return with_bank(state, out)


def apply_garage_kept(state: State, event: e.GarageKept) -> State:
    """Lay what stood out of play in the coup at the croupier's right."""
    bank = held_bank(state)
    parts = sum_of(bank.parts, negative(event.parts))
    return with_bank(state, replace(bank, parts=parts, aside=sum_of(bank.aside, event.parts), garage=()))


def apply_all_goes_said(state: State, event: e.AllGoesSaid) -> State:
    """Put what lay at the croupier's right back into the bank, and waive the garage of the next coup."""
    bank = held_bank(state)
    parts, aside = sum_of(bank.parts, event.parts), sum_of(bank.aside, negative(event.parts))
    return with_bank(state, replace(bank, parts=parts, aside=aside, excluded_winnings=0, is_garage_waived=True))


FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    e.BankDelivered: apply_bank_delivered,
    e.BankRaised: apply_bank_raised,
    e.BankContinued: apply_bank_continued,
    e.ShareOffered: apply_share_offered,
    e.ShareAccepted: apply_share_accepted,
    e.ShareOfferWithdrawn: apply_share_offer_withdrawn,
    e.ShareReleaseAsked: apply_share_release_asked,
    e.ShareTakenOver: apply_share_taken_over,
    e.GarageFormed: apply_garage_formed,
    e.GarageReturned: apply_garage_returned,
    e.WinningsGaraged: apply_winnings_garaged,
    e.GarageKept: apply_garage_kept,
    e.AllGoesSaid: apply_all_goes_said,
}
"""What each event of the held bank makes of the state."""
