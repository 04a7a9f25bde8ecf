"""Acts with an amount that may make sense for a viewer now: what he can put down, and what of it the table takes.

The bounds of an amount are what its viewer really can do: both ends are accepted, and nothing above is. Where nothing
lies between them the act is not tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tapete.accounts import balance, person
from tapete.games.baccarat.effects import BarredAction
from tapete.games.banked.shares import share_of
from tapete.games.chemin_de_fer import acts
from tapete.games.chemin_de_fer.bank.amount import greatest_bank, least_bank
from tapete.games.chemin_de_fer.round.taking import own_part_bounds
from tapete.games.chemin_de_fer.stakes.award import live_half
from tapete.games.chemin_de_fer.stakes.calls import require_room_beside
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank
from tapete.games.chemin_de_fer.terms import Call
from tapete.kernel import Amount, Field, FixedValue, People, PersonId
from tapete.money import Cents

Candidates = Iterator[tuple[Any, dict[str, Field]]]
"""Acts to try, each with what its fields may hold; amounts are tried at their first."""


def chips_of(state: State, viewer: PersonId) -> Cents:
    """Return what a viewer has in front of him, in cents."""
    return balance(state.ledger, person(viewer))


def least_of(*bounds: Cents | None) -> Cents | None:
    """Return the least of several upper bounds; ``None`` is no bound."""
    return min((one for one in bounds if one is not None), default=None)


# --- a bank on its way round ------------------------------------------------------------------------------------------


def bank_offer_acts(state: State, viewer: PersonId) -> Candidates:
    """Return what whoever is asked may do with the bank that is offered to him, and others with it."""
    own = bank_to_take(state)
    if (tried := own.first()) is not None:
        yield acts.TakeBank(tried), {"amount": own}
    yield acts.DeclineBank(), {}
    if state.offer.candidate is not None:
        others = [one for one in state.seats.people() if one not in (viewer, state.offer.former_banker)]
        pledged = state.offer.pledges.get(viewer)
        most = least_of(greatest_bank(state), chips_of(state, viewer))
        amount = Amount(least_bank(state), most, standing=None if pledged is None else pledged.amount)
        if (tried := amount.first()) is not None:
            yield (
                acts.PledgeShare(state.offer.candidate, tried),
                {"leader": People(tuple(others)), "amount": amount},
            )
    yield acts.WithdrawShare(), {}


def bank_to_take(state: State) -> Amount:
    """Return what the person asked may put up himself: what is pledged to him counts with it, and whoever goes on with
    his bank has what is in it already.
    """
    least, most = own_part_bounds(state)
    if state.bank is not None:
        return Amount(least, least_of(most, reach_of_bank(state, state.bank)))
    asked = state.offer.candidate
    return Amount(least, least_of(most, 0 if asked is None else chips_of(state, asked)))


def auction_acts(state: State, viewer: PersonId) -> Candidates:
    """Return the bids, and the end of the auction."""
    if state.auction is None:
        return
    before = state.auction.bid_of(viewer)
    most = least_of(greatest_bank(state), chips_of(state, viewer) + before)
    amount = Amount(max(state.auction.floor, before + 1), most)
    if (tried := amount.first()) is not None:
        yield acts.Bid(tried), {"amount": amount}
    yield acts.CloseAuction(), {}


# --- the bank that is held --------------------------------------------------------------------------------------------


def share_acts(state: State, viewer: PersonId) -> Candidates:
    """Return the part that a viewer may offer to the banker."""
    bank, usual = state.bank, max(least_bank(state), 1)
    if bank is None:
        return
    most = greatest_bank(state)
    room = None if most is None else most - bank.total - bank.debt
    share = Amount(1, least_of(room, chips_of(state, viewer)), standing=bank.join_offers.get(viewer))
    tried = usual if share.may_be(usual) else share.first()
    if tried is not None:
        yield acts.OfferShare(tried), {"amount": share}


def banker_acts(state: State) -> Candidates:
    """Return what a banker may do with his bank between coups."""
    bank = state.bank
    if bank is None:
        return
    raised = Amount(bank.total + 1, least_of(greatest_bank(state), reach_of_bank(state, bank)))
    if (tried := raised.first()) is not None:
        yield acts.RaiseBank(tried), {"amount": raised}
    able = min(bank.debt, chips_of(state, bank.banker))
    if able:
        yield acts.DeliverBank(able), {"amount": Amount(1, able)}
    if bank.winnings > bank.excluded_winnings:
        yield acts.GarageWinnings(1), {"amount": Amount(1, bank.winnings - bank.excluded_winnings)}
    yield acts.AllGoes(), {}
    for one in sorted(bank.leavers):
        yield acts.TakeOverShare(one), {"person": FixedValue(one)}


def reach_of_bank(state: State, bank: Bank) -> Cents:
    """Return what a bank can be raised to: its banker adds his chips, and what lies aside of his own where it comes
    back first.
    """
    aside = share_of(bank.aside, bank.banker) if state.book.bank.lasting_garage.value else 0
    return bank.total + aside + chips_of(state, bank.banker)


# --- stakes -----------------------------------------------------------------------------------------------------------


def stake_acts(state: State, viewer: PersonId) -> Candidates:
    """Return what a viewer may lay: a stake, a part of a joint banco, a stake on the line. It takes the place of what
    he has called. What he has called alone stands already: it is none of the amounts, and of a banco neither are those
    that would be one, nor are they for whom a ruling bars from it.
    """
    least, whole, called = state.settings.minimum, state.coup.in_play, state.calls.by(viewer)
    reach = chips_of(state, viewer) + sum(one.amount for one in called)
    standing = {called[0].kind.partition(":")[0]: called[0].amount} if len(called) == 1 else {}
    banco = standing.get(Call.BANCO)
    most = whole - 1 if state.bars.is_barred(viewer, BarredAction.BANCO) else whole
    stake = Amount(least, min(most, reach), standing=standing.get(Call.STAKE, banco))
    if (tried := stake.first()) is not None:
        yield acts.Stake(tried), {"amount": stake}
    part = Amount(least, min(greatest_part(state), reach), standing=standing.get(Call.JOINT, banco))
    if (tried := part.first()) is not None:
        led = {one.kind.partition(":")[2] for one in state.calls.claims if one.kind.startswith(f"{Call.JOINT}:")}
        yield acts.JoinBanco(viewer, tried), {"leader": People((viewer, *sorted(led - {viewer}))), "amount": part}
    playing = most if banco is None else whole - 1
    line = Amount(2 * least, min(laid_for(state, playing), reach), standing=standing.get(Call.LINE))
    if (tried := line.first()) is not None:
        yield acts.StakeOnLine(tried), {"amount": line}


def greatest_part(state: State) -> Cents:
    """Return the greatest part of a joint banco: the whole bank, or where nothing overshoots what leaves a partner
    room for a lawful part of his own.
    """
    whole = state.coup.in_play
    return whole if require_room_beside(state, whole - 1) is None else whole - state.settings.minimum


def laid_for(state: State, playing: Cents) -> Cents:
    """Return the most that is laid on the line so that no more than ``playing`` cents of it play."""
    return 2 * playing + (1 if live_half(state, 2 * playing + 1) <= playing else 0)
