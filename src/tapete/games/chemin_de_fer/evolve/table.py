"""The books of the table itself, its people and its shoe between coups. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.chance import ShoeSealed
from tapete.clauses import Fault
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.effects import Until
from tapete.games.baccarat.incident import (
    IncidentOpened,
    IncidentRuled,
    IncidentWidened,
    IncidentWithdrawn,
    add_incident,
    remove_incident,
    replace_incident,
)
from tapete.games.baccarat.marks import Cards, without_bars
from tapete.games.baccarat.procedure import PersonCalled, TableClosed
from tapete.games.banked.shoe import CardsChecked, CheckAsked, StopCardIn
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.evolve import rulings
from tapete.games.chemin_de_fer.rules import read
from tapete.games.chemin_de_fer.state import BankOffer, CarriedOver, Coup, Settings, Shoe, State, carry_over
from tapete.kernel import Event, PersonId
from tapete.rulebooks import ByLibrary, Library
from tapete.table import acts as table
from tapete.table.seats import Seats, leave, queue, set_away, sit, stand, unqueue
from tapete.table.state import RulebookAdopted

# --- table ------------------------------------------------------------------------------------------------------------
# The books of the table itself: its rulebook and options, phases, words, posts, incidents. No rule is decided here.

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


TABLE_FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State] | ByLibrary[State]]] = {
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


# --- people -----------------------------------------------------------------------------------------------------------
# The books of the people: who sits, stands, waits and is away, and who owes a salute. No rule is decided here.


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


PEOPLE_FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
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


# --- shoe -------------------------------------------------------------------------------------------------------------
# The books of the shoe between its coups: loaded, prepared, used up, checked. No rule is decided here.


def apply_shoe_wanted(state: State, event: e.ShoeWanted) -> State:
    swept, shoe = replace(state.coup, cards=Cards()), Shoe(event.shoe, event.size, is_order_awaited=True)
    return replace(state, coup=swept, shoe=shoe, bars=without_bars(state.bars, Until.SHOE))


def apply_shoe_sealed(state: State, event: ShoeSealed) -> State:
    """Fix the order of the cards; until a stop card is in, it stands behind the last of them."""
    return replace(state, shoe=replace(state.shoe, is_order_awaited=False, size=event.size, stop=event.size))


def apply_pack_shuffled(state: State, event: e.PackShuffled) -> State:
    del event
    return state


def apply_cut_offered(state: State, event: e.CutOffered) -> State:
    """Offer the cut to a person; note who let it go by before him."""
    shoe = state.shoe
    uncut = shoe.cut_refusers if event.refuser is None else shoe.cut_refusers | {event.refuser}
    return replace(state, shoe=replace(shoe, cut_to=event.person, cut_refusers=uncut))


def apply_pack_cut(state: State, event: e.PackCut) -> State:
    return replace(state, shoe=replace(state.shoe, cut_depth=event.depth or 0, cut_to=None))


def apply_stop_card_in(state: State, event: StopCardIn) -> State:
    return replace(state, shoe=replace(state.shoe, stop=event.position))


def apply_shoe_ended(state: State, event: e.ShoeEnded) -> State:
    del event
    return replace(state, shoe=replace(state.shoe, has_ended=True))


def apply_check_asked(state: State, event: CheckAsked) -> State:
    return replace(state, shoe=replace(state.shoe, check=state.shoe.check | {event.person}))


def apply_cards_checked(state: State, event: CardsChecked) -> State:
    del event
    return replace(state, shoe=replace(state.shoe, check=frozenset()))


SHOE_FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    e.ShoeWanted: apply_shoe_wanted,
    ShoeSealed: apply_shoe_sealed,
    e.PackShuffled: apply_pack_shuffled,
    e.CutOffered: apply_cut_offered,
    e.PackCut: apply_pack_cut,
    StopCardIn: apply_stop_card_in,
    e.ShoeEnded: apply_shoe_ended,
    CheckAsked: apply_check_asked,
    CardsChecked: apply_cards_checked,
}
"""What each event of the shoe makes of the state."""
