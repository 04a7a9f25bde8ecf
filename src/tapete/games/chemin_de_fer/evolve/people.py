"""The books of the people: who sits, stands, waits and is away, and who owes a salute. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.games.baccarat.procedure import PersonCalled
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.state import State, carry_over
from tapete.kernel import Event, PersonId
from tapete.table import acts as table
from tapete.table.seats import leave, queue, set_away, sit, stand, unqueue


def _movers_without(state: State, person: PersonId) -> tuple[PersonId, ...]:
    return tuple([one for one in state.carried_over.movers if one != person])


def _without_place(state: State, person: PersonId, **changes: Any) -> State:
    unsaluted = state.carried_over.salute_debtors - {person}
    return carry_over(state, movers=_movers_without(state, person), salute_debtors=unsaluted, **changes)


def apply_seated(state: State, event: table.Seated) -> State:
    """Put a person on a place; he has the change that he may have asked for."""
    moved = carry_over(state, movers=_movers_without(state, event.person))
    return replace(moved, seats=sit(state.seats, event.person, event.seat))


def apply_stood_behind(state: State, event: table.StoodBehind) -> State:
    return replace(_without_place(state, event.person), seats=stand(state.seats, event.person, event.seat))


def apply_person_left(state: State, event: table.PersonLeft) -> State:
    """Take a person from the table and off its list."""
    refused = state.carried_over.refusers - {event.person}
    gone = _without_place(state, event.person, refusers=refused)
    return replace(gone, seats=unqueue(leave(state.seats, event.person), event.person))


def apply_seat_lost(state: State, event: e.SeatLost) -> State:
    """Put a person on his feet behind the place that he gave up; he stays away if he is."""
    refused = state.carried_over.refusers - {event.person}
    away = event.person in state.seats.away
    behind = set_away(stand(state.seats, event.person, event.seat), event.person, away)
    return replace(_without_place(state, event.person, refusers=refused), seats=behind)


def apply_went_away(state: State, event: table.WentAway) -> State:
    """Mark a person as away; he is called no longer."""
    called = None if state.called_person == event.person else state.called_person
    return replace(state, seats=set_away(state.seats, event.person, True), called_person=called)


def apply_came_back(state: State, event: table.CameBack) -> State:
    """Mark a person as there again; he is called no longer."""
    called = None if state.called_person == event.person else state.called_person
    return replace(state, seats=set_away(state.seats, event.person, False), called_person=called)


def apply_person_called(state: State, event: PersonCalled) -> State:
    return replace(state, called_person=event.person)


def apply_salute_owed(state: State, event: e.SaluteOwed) -> State:
    """Note who must let the hand pass once."""
    return carry_over(state, salute_debtors=state.carried_over.salute_debtors | {event.person})


def apply_saluted(state: State, event: e.Saluted) -> State:
    """Let the hand pass a person by: he owes no salute and is not asked in this round."""
    passed = replace(state, offer=replace(state.offer, past_candidates=state.offer.past_candidates | {event.person}))
    return carry_over(passed, salute_debtors=state.carried_over.salute_debtors - {event.person})


def apply_list_joined(state: State, event: e.ListJoined) -> State:
    return replace(state, seats=queue(state.seats, event.person))


def apply_list_left(state: State, event: e.ListLeft) -> State:
    return replace(state, seats=unqueue(state.seats, event.person))


def apply_change_asked(state: State, event: e.ChangeAsked) -> State:
    return carry_over(state, movers=(*state.carried_over.movers, event.person))


FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    table.Seated: apply_seated,
    table.StoodBehind: apply_stood_behind,
    table.PersonLeft: apply_person_left,
    e.SeatLost: apply_seat_lost,
    table.WentAway: apply_went_away,
    table.CameBack: apply_came_back,
    PersonCalled: apply_person_called,
    e.SaluteOwed: apply_salute_owed,
    e.Saluted: apply_saluted,
    e.ListJoined: apply_list_joined,
    e.ListLeft: apply_list_left,
    e.ChangeAsked: apply_change_asked,
}
"""What each event of the people makes of the state."""
