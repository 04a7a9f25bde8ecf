"""The books of the table itself: its rulebook and options, phases, words, posts, incidents. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.clauses import Fault
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.incident import (
    IncidentOpened,
    IncidentRuled,
    IncidentWidened,
    IncidentWithdrawn,
    add_incident,
    remove_incident,
    replace_incident,
)
from tapete.games.baccarat.procedure import TableClosed
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.evolve import rulings
from tapete.games.chemin_de_fer.rules import read
from tapete.games.chemin_de_fer.state import CarriedOver, Settings, State
from tapete.games.chemin_de_fer.state.bank import BankOffer
from tapete.games.chemin_de_fer.state.coup import Coup
from tapete.kernel import Event
from tapete.rulebooks import ByLibrary, Library
from tapete.table import acts as table
from tapete.table.rulebook import RulebookAdopted
from tapete.table.seats import Seats

WORDS_KEPT = 8
"""How many of the croupier's last words a table remembers."""


def apply_table_opened(state: State, event: e.TableOpened, library: Library) -> State:
    return replace(
        state,
        rules=read(library.by_hash(event.sha256)),
        sha256=event.sha256,
        seats=Seats(event.places),
        settings=Settings(
            name=event.name,
            minimum=event.minimum,
            bank_minimum=event.bank_minimum,
            decks=event.decks,
            shoe=event.shoe,
            conduct=event.conduct,
            banco_freedom=event.banco_freedom,
            no_bank_max=event.no_bank_max,
            authorised_minimum=event.authorised_minimum,
        ),
    )


def apply_rulebook_adopted(state: State, event: RulebookAdopted, library: Library) -> State:
    return replace(state, rules=read(library.by_hash(event.sha256)), sha256=event.sha256)


def apply_phase_opened(state: State, event: e.PhaseOpened) -> State:
    """Let the table stand in another phase; whoever was called in the last one is called no longer."""
    return replace(state, phase=event.phase, serial=state.serial + 1, called_person=None)


def apply_said(state: State, event: e.Said) -> State:
    return replace(state, announcements=(*state.announcements[1 - WORDS_KEPT :], event))


def apply_options_set(state: State, event: e.OptionsSet) -> State:
    """Put the games director's options in force."""
    options = replace(state.settings, banco_freedom=event.banco_freedom, no_bank_max=event.no_bank_max)
    return replace(state, settings=options)


def apply_staff_assigned(state: State, event: table.StaffAssigned) -> State:
    return replace(state, staff=state.staff.set(event.role, event.person))


def apply_table_closed(state: State, event: TableClosed) -> State:
    del event
    return replace(state, offer=BankOffer(), carried_over=CarriedOver())


# --- incidents --------------------------------------------------------------------------------------------------------


def _with_faults(coup: Coup, faults: tuple[Fault, ...]) -> Coup:
    return replace(coup, found_faults=coup.found_faults | {fault.code for fault in faults})


def apply_incident_opened(state: State, event: IncidentOpened) -> State:
    """Open an incident; its faults are taken up once in the coup."""
    found = _with_faults(state.coup, event.incident.faults)
    return replace(state, docket=add_incident(state.docket, event.incident), coup=found)


def apply_incident_widened(state: State, event: IncidentWidened) -> State:
    found = _with_faults(state.coup, event.incident.faults)
    return replace(state, docket=replace_incident(state.docket, event.incident), coup=found)


def apply_incident_ruled(state: State, event: IncidentRuled) -> State:
    """Close an incident and do what its ruling says."""
    closed_case = state.docket.incident(event.serial)
    faults = () if closed_case is None else closed_case.faults
    return rulings.apply_ruling(replace(state, docket=remove_incident(state.docket, event.serial)), event, faults)


FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State] | ByLibrary[State]]] = {
    e.TableOpened: ByLibrary(apply_table_opened),
    RulebookAdopted: ByLibrary(apply_rulebook_adopted),
    e.PhaseOpened: apply_phase_opened,
    e.Said: apply_said,
    e.OptionsSet: apply_options_set,
    table.StaffAssigned: apply_staff_assigned,
    TableClosed: apply_table_closed,
    IncidentOpened: apply_incident_opened,
    IncidentWidened: apply_incident_widened,
    IncidentRuled: apply_incident_ruled,
    IncidentWithdrawn: rulings.apply_incident_withdrawn,
    RulingUndone: rulings.apply_ruling_undone,
}
"""What each event of the table itself makes of the state."""
