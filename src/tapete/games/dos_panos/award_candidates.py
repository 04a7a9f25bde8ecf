"""What may be offered of the award of a bank, for shoes and, to the director, for days: tried like every offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tapete.games.dos_panos import acts
from tapete.games.dos_panos.bank.ending import shoes_of_bank
from tapete.games.dos_panos.bank.proof import require_proof
from tapete.games.dos_panos.rules.bank import AwardWay, DepositPlace
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import Phase
from tapete.kernel import ActBody, Amount, Choice, Count, Field, FixedValue, People, PersonId

Candidates = Iterator[tuple[ActBody, dict[str, Field]]]

MOST: Final = 99
"""Shoes or days that a term may have, where no session limits its shoes."""
FOR_DAYS: Final[Mapping[str, Field]] = {"shoes": FixedValue(0), "days": Count(1, MOST)}


def terms(state: State, *, anew: bool) -> tuple[tuple[tuple[int, int], Mapping[str, Field]], ...]:
    """Return the shoes and days with which an award is tried, and the bounds of either term."""
    left = shoes_of_bank(state, anew=anew)
    return (((1, 0), {"shoes": Count(1, MOST if left is None else max(left, 1))}), ((0, 1), FOR_DAYS))


def bank_bounds(state: State, least: int = 0) -> Amount:
    return Amount(max(state.settings.bank_minimum, least), state.settings.bank_maximum or None)


def award_acts(state: State, viewer: PersonId) -> Candidates:
    """Return the acts by which the bank comes to somebody."""
    least = state.settings.bank_minimum
    for term, fields in terms(state, anew=state.phase is not Phase.REOFFER):
        yield from announcements(state, term, fields)
    for term, fields in terms(state, anew=True):
        yield acts.OpenAuction(*term), {**fields}
        yield acts.DrawLots(least, *term), {"amount": bank_bounds(state), **fields}
    yield acts.BuyBank(least), {"amount": bank_bounds(state)}
    yield acts.AcceptBank(), {}
    yield acts.WithdrawWish(), {}
    if state.auction is not None:
        floor = max(state.auction.floor, state.auction.bid_of(viewer) + 1)
        yield acts.Bid(floor), {"amount": bank_bounds(state, floor)}
    yield acts.CloseAuction(), {}
    yield from first_proofs(state)


def announcements(state: State, term: tuple[int, int], fields: Mapping[str, Field]) -> Candidates:
    """Return whom the house may announce: those who asked for the bank, and anybody before it was awarded where it is
    not only sold.
    """
    for one in state.seekers:
        asked: dict[str, Field] = {"person": FixedValue(one.person), "amount": FixedValue(one.amount)}
        yield acts.AnnounceBank(one.person, one.amount, *term), {**asked, **fields}
    there = (one for one in state.seats.people() if one not in state.barred_now)
    people = tuple(one for one in there if require_proof(state, one) is None)
    if people and state.phase is Phase.OPENING and AwardWay.ANNOUNCED in state.book.award.ways.value:
        least = state.settings.bank_minimum
        anybody: dict[str, Field] = {"person": People(people), "amount": bank_bounds(state)}
        yield acts.AnnounceBank(people[0], least, *term), {**anybody, **fields}


def first_proofs(state: State) -> Candidates:
    """Return the proofs of those at the table who have none and would have an open bank; of a house, which keeps them,
    neither sum nor place is asked.
    """
    people = tuple(who for who in state.seats.people() if require_proof(state, who) is not None)
    if people and state.settings.is_in_house:
        yield acts.ProveDeposit(people[0], is_of_house=True), {"person": People(people)}
    elif people:
        yield acts.ProveDeposit(people[0], 1), {"person": People(people), "amount": Amount(1), **where_it_lies(state)}


def where_it_lies(state: State) -> dict[str, Field]:
    """Return the fields for the place of a proven deposit: a credit institution where the rulebook has them, and only
    those that the director accepted.
    """
    known = state.settings.institutions
    places = tuple(str(one) for one in state.book.free.deposit_at.value)
    if DepositPlace.CREDIT_INSTITUTION not in places or not known:
        return {"place": FixedValue(str(DepositPlace.CASH_DESK))}
    return {"place": Choice(places), "institution": Choice(("", *known))}
