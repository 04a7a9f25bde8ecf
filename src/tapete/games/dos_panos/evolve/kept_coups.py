"""The books of settled coups: what is kept of each, and what a corrected payment leaves. No rule is decided here."""

from __future__ import annotations

from immutables import Map

from tapete.games.banked import settled_coups
from tapete.games.banked.settled_coups import PaymentCorrected
from tapete.games.banked.shares import Share, Shares, share_of
from tapete.games.dos_panos.events import CoupSettled
from tapete.games.dos_panos.stakes.cover import ClothStakes
from tapete.games.dos_panos.state import SettledCoup, State


def nets(stakes: ClothStakes, collections: Shares, payments: Shares) -> Shares:
    """Return what a settlement brings each punter over both cloths, in cents net of his stakes."""
    people = sorted({one.person for one in stakes})
    return tuple(Share(who, share_of(payments, who) - share_of(collections, who)) for who in people)


def new_settled_coups(state: State, event: CoupSettled) -> tuple[SettledCoup, ...]:
    """Return what is kept of a coup that is settled now."""
    if state.banker is None:
        return ()
    players = nets(state.coup.stakes, event.collections, event.payments)
    bank = (Share(state.banker, event.bank + sum(one.amount for one in event.out_of_play)),)
    kept = SettledCoup(
        shoe=state.shoe.number,
        coup=state.coup,
        winners=Map({str(cloth): won for cloth, won in event.winners.items()}),
        banker=state.banker,
        seats=state.seats,
        players=players,
        bank=bank,
        cagnotte=event.commission,
        due_players=players,
        due_bank=bank,
        due_cagnotte=event.commission,
    )
    return (kept,)


def in_bank(state: State, event: PaymentCorrected) -> State:
    """Leave the state as it is: the chips of the bank are in the accounts."""
    del event
    return state


def apply_payment_corrected(state: State, event: PaymentCorrected) -> State:
    return settled_coups.apply_payment_corrected(state, event, in_bank)
