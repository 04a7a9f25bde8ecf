"""The books of the people: who sits, stands, waits and is away, and who is on duty. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.games.dos_panos import events as e
from tapete.games.dos_panos.evolve.table import unchanged
from tapete.games.dos_panos.state import State
from tapete.kernel import Event, PersonId
from tapete.table import acts as table
from tapete.table.seats import leave, queue, set_away, sit, sit_behind, stand, unqueue

OfPerson = table.Seated | e.SatBehind | table.StoodBehind | table.WentAway | table.CameBack
"""Events of somebody who comes to the table, goes away or comes back."""


def came(state: State, event: OfPerson) -> State:
    """Return the table after a call to somebody is over who comes to it."""
    is_new = not state.seats.is_at_table(event.person)
    return replace(state, called_person=_still_called(state, event)) if is_new else state


def apply_seated(state: State, event: table.Seated) -> State:
    return replace(came(state, event), seats=sit(state.seats, event.person, event.seat))


def apply_sat_behind(state: State, event: e.SatBehind) -> State:
    return replace(came(state, event), seats=sit_behind(state.seats, event.person, event.seat))


def apply_stood_behind(state: State, event: table.StoodBehind) -> State:
    return replace(came(state, event), seats=stand(state.seats, event.person, event.seat))


def apply_person_left(state: State, event: table.PersonLeft) -> State:
    stay = tuple(one for one in state.seekers if one.person != event.person)
    return replace(state, seats=unqueue(leave(state.seats, event.person), event.person), seekers=stay)


def apply_went_away(state: State, event: table.WentAway) -> State:
    """Mark a person as away; a call to him is over."""
    return replace(state, seats=set_away(state.seats, event.person, True), called_person=_still_called(state, event))


def apply_came_back(state: State, event: table.CameBack) -> State:
    return replace(state, seats=set_away(state.seats, event.person, False), called_person=_still_called(state, event))


def _still_called(state: State, event: OfPerson) -> PersonId | None:
    return None if state.called_person == event.person else state.called_person


def apply_person_called(state: State, event: e.PersonCalled) -> State:
    return replace(state, called_person=event.person)


def apply_staff_assigned(state: State, event: table.StaffAssigned) -> State:
    return replace(state, staff=state.staff.set(event.role, event.person))


def apply_list_joined(state: State, event: e.ListJoined) -> State:
    return replace(state, seats=queue(state.seats, event.person))


def apply_list_left(state: State, event: e.ListLeft) -> State:
    return replace(state, seats=unqueue(state.seats, event.person))


FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    table.Seated: apply_seated,
    e.SatBehind: apply_sat_behind,
    table.StoodBehind: apply_stood_behind,
    table.PersonLeft: apply_person_left,
    table.WentAway: apply_went_away,
    table.CameBack: apply_came_back,
    e.PersonCalled: apply_person_called,
    table.StaffAssigned: apply_staff_assigned,
    table.BoughtIn: unchanged,
    table.CashedOut: unchanged,
    e.ListJoined: apply_list_joined,
    e.ListLeft: apply_list_left,
}
"""What each event of the people makes of the state."""
