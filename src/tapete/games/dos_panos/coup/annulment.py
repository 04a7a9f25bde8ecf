"""Annulment: a coup, or one cloth of it, counts for nothing; a stake goes back by a ruling."""

from __future__ import annotations

from tapete.games.banked.shares import as_shares
from tapete.games.dos_panos.coup.ending import after_coup
from tapete.games.dos_panos.coup.next_coup import to_basket, turns_kept
from tapete.games.dos_panos.events import ClothVoided, CoupVoided, StakeReturned
from tapete.games.dos_panos.evolve import evolve
from tapete.games.dos_panos.stakes.cover import stake_of
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, Hand
from tapete.kernel import Event, PersonId, fold
from tapete.money import Cents


def void_coup(state: State) -> tuple[Event, ...]:
    """Return the events of a coup that counts for nothing, and where the table goes from there.

    The stakes go back, the bank and the turns stand; neither a repetition of a banco nor a coup of the bank is used up.
    """
    back = as_shares({who: stake_of(state.coup.stakes, who) for who in {one.person for one in state.coup.stakes}})
    laid = {who: sum(one.amount for one in state.coup.laid if one.person == who) for who in state.seats.people()}
    events: tuple[Event, ...] = (CoupVoided(back or as_shares(laid)), *to_basket(state), *turns_kept(state))
    return (*events, *after_coup(fold(evolve, state, events)))


def return_stake(state: State, person: PersonId, amount: Cents | None) -> tuple[Event, ...]:
    """Return the events by which what plays of a person's goes back to him, on the first cloth first: all of it, or so
    many cents.
    """
    found: list[Event] = []
    left = stake_of(state.coup.stakes, person) if amount is None else amount
    for cloth in CLOTHS:
        part = min(left, stake_of(state.coup.stakes, person, cloth))
        if part:
            found.append(StakeReturned(person, cloth, part))
        left -= part
    return tuple(found)


def void_cloth(state: State, cloth: Hand) -> tuple[Event, ...]:
    """Return the event by which a coup counts for nothing on one cloth."""
    there = tuple(one for one in state.coup.stakes if one.cloth is cloth)
    people = {one.person for one in there}
    return (ClothVoided(cloth, as_shares({who: stake_of(there, who) for who in people})),)
