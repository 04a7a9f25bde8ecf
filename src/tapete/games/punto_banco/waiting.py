"""Whom the table waits for, and what becomes of somebody who is there and says nothing (house practice).

The annex gives nobody a time and nobody a decision about the cards. So the croupier calls the silent person once; from
then on, as for somebody who is away, he passes the offered shoe on to the right, or deals and turns the cards.
"""

from __future__ import annotations

from tapete.clauses import cite, fault, rest_on
from tapete.games.baccarat import silence
from tapete.games.baccarat.procedure import CallPerson, PersonCalled, say
from tapete.games.punto_banco.phases import PHASES
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import Phase
from tapete.kernel import Decision, PersonId
from tapete.table.staff import Role


def waits_for(state: State) -> PersonId | None:
    """Return who moves the game on: a player, the table chief who must decide, or the croupier.

    While bets are open or between coups it is nobody in particular, unless the shoe waits for an answer or its holder
    was asked for his bet.
    """
    chief = state.staff.get(Role.TABLE_CHIEF)
    if state.docket.open:
        return chief
    if state.due_cards:
        return state.croupier()
    return PHASES[state.phase].waits_for(state)


def may_be_called(state: State) -> PersonId | None:
    """Return the player whose answer, deal or hand is missing; somebody who is away is not called."""
    who = waits_for(state)
    asked_already = state.phase is Phase.BETS and state.turn.offered_place is None
    return None if asked_already else silence.person_to_call(state.seats, who)


def call(state: State, who: PersonId, what: CallPerson) -> Decision:
    """Decide the croupier's call: once for each thing that is waited for."""
    silent = may_be_called(state)
    wrong = silence.require_may_call(state.staff, who, silent, state.called_person)
    if wrong or silent is None:
        return wrong or fault("nobody-to-call")
    rest_on(cite("HP.PB.silent-player"))
    return (PersonCalled(silent), *say(state, "person-called", seat=state.seats.place_of(silent)))


def may_croupier_stand_in(state: State, who: PersonId, for_whom: PersonId | None) -> bool:
    """Return True if the croupier acts for somebody: one who is away, or who was called and says nothing."""
    away, called = cite("HP.PB.absent-holder"), cite("HP.PB.silent-player")
    return silence.may_stand_for(state.seats, state.staff, who, for_whom, state.called_person, away=away, called=called)
