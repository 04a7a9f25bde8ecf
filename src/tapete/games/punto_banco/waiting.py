"""Whom the table waits for, and what becomes of somebody who is there and says nothing (house practice).

The annex gives nobody a time and nobody a decision about the cards. So the croupier calls the silent person once; from
then on, as for somebody who is away, he passes the offered shoe on to the right, or deals and turns the cards.
"""

from __future__ import annotations

from tapete.clauses import cite, fault, first_fault, rest_on
from tapete.games.baccarat.procedure import CallPerson, PersonCalled, say
from tapete.games.punto_banco.phases import PHASES
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import Phase
from tapete.kernel import Decision, PersonId
from tapete.table.staff import Role, require_post


def waits_for(state: State) -> PersonId | None:
    """Return who moves the game on: a player, the table chief who must decide, or the croupier.

    While bets are open or between coups it is nobody in particular, unless the shoe waits for an answer or its holder
    was asked for his bet.
    """
    chief = state.staff.get(Role.TABLE_CHIEF)
    if state.docket.open:
        return chief
    if state.due:
        return state.croupier()
    return PHASES[state.phase].mover(state)


def may_be_called(state: State) -> PersonId | None:
    """Return the player whose answer, deal or hand is missing; somebody who is away is not called."""
    who = waits_for(state)
    asked_already = state.phase is Phase.BETS and state.turn.offered is None
    if who is None or asked_already or not state.seats.is_at_table(who) or who in state.seats.away:
        return None
    return who


def call(state: State, who: PersonId, what: CallPerson) -> Decision:
    """Decide the croupier's call: once for each thing that is waited for."""
    silent = may_be_called(state)
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        fault("nobody-to-call") if silent is None else None,
        fault("called-already", person=silent) if silent is not None and silent == state.called else None,
    )
    if wrong or silent is None:
        return wrong or fault("nobody-to-call")
    rest_on(cite("HP.PB.silent-player"))
    return (PersonCalled(silent), *say(state, "person-called", seat=state.seats.place_of(silent)))


def may_croupier_stand_in(state: State, who: PersonId, for_whom: PersonId | None) -> bool:
    """Return whether the croupier acts for somebody: one who is away, or who was called and says nothing."""
    if for_whom is None or who != state.croupier():
        return False
    if for_whom in state.seats.away:
        rest_on(cite("HP.PB.absent-holder"))
        return True
    if for_whom == state.called:
        rest_on(cite("HP.PB.silent-player"))
        return True
    return False
