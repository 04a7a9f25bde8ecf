"""What the events of the table make of the state: its rulebook and options, its people, its phase and its speech."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.games.punto_banco import events as e
from tapete.games.punto_banco.rules import read
from tapete.games.punto_banco.state import COUP_PHASES, Settings, State
from tapete.games.punto_banco.terms import Phase
from tapete.kernel import Event
from tapete.rulebooks import Library
from tapete.table import acts as t, seats as places

UNDECIDED = COUP_PHASES - {Phase.SETTLE}
"""The phases of a coup that has no result yet, or has none any more."""


def apply_nothing(state: State, event: Event) -> State:
    return state


def apply_table_opened(state: State, event: e.TableOpened, library: Library) -> State:
    """Take the rulebook that the table is opened with, its places and its limits."""
    settings = Settings(
        name=event.name,
        variant=event.variant,
        minimum=event.minimum,
        maximum=event.maximum,
        authorised_minimum=event.authorised_minimum,
        decks=event.decks,
        shoe=event.shoe,
        conduct=event.conduct,
        standing_allowed=event.standing_allowed,
        multiples_only=event.multiples_only,
        players_deal=event.players_deal,
        side_bets=event.side_bets,
    )
    rules = read(library.by_hash(event.sha256))
    return replace(state, rules=rules, sha256=event.sha256, settings=settings, seats=places.Seats(tuple(event.places)))


def apply_rulebook_adopted(state: State, event: e.RulebookAdopted, library: Library) -> State:
    return replace(state, rules=read(library.by_hash(event.sha256)), sha256=event.sha256)


def apply_options_set(state: State, event: e.OptionsSet) -> State:
    options = replace(state.settings, standing_allowed=event.standing_allowed, multiples_only=event.multiples_only)
    return replace(state, settings=options)


def apply_phase_opened(state: State, event: e.PhaseOpened) -> State:
    """Enter a phase. A phase before the settlement has no result; a call to a person lasts while bets are open."""
    phase = event.phase
    called = state.called_person if phase is Phase.BETS else None
    if phase in UNDECIDED:
        return replace(state, phase=phase, serial=state.serial + 1, called_person=called, winner=None, natural=False)
    return replace(state, phase=phase, serial=state.serial + 1, called_person=called)


def apply_said(state: State, event: e.Said) -> State:
    """Add a formula to what was said in this coup; the first one after a break begins anew."""
    begins = len(state.announcements) if state.breath else state.said_from
    return replace(state, announcements=(*state.announcements, event), said_from=begins, breath=False)


def apply_staff_assigned(state: State, event: t.StaffAssigned) -> State:
    return replace(state, staff=state.staff.set(event.role, event.person))


def apply_seated(state: State, event: t.Seated) -> State:
    return replace(state, seats=places.sit(state.seats, event.person, event.seat))


def apply_stood_behind(state: State, event: t.StoodBehind) -> State:
    return replace(state, seats=places.stand(state.seats, event.person, event.seat))


def apply_person_left(state: State, event: t.PersonLeft) -> State:
    return replace(state, seats=places.leave(state.seats, event.person))


def apply_went_away(state: State, event: t.WentAway) -> State:
    return replace(state, seats=places.set_away(state.seats, event.person, True))


def apply_came_back(state: State, event: t.CameBack) -> State:
    """Mark a person as present again; he is no longer called."""
    called = None if state.called_person == event.person else state.called_person
    return replace(state, seats=places.set_away(state.seats, event.person, False), called_person=called)


def apply_person_called(state: State, event: e.PersonCalled) -> State:
    return replace(state, called_person=event.person)
