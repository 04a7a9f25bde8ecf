"""When the croupier does what is a silent or absent player's to do (house practice).

The texts give nobody a time but at the cards. So the croupier calls a silent player once; from then on, as for somebody
who is away, he deals, plays and hands over for him. He never takes a bank, a stake or a bid for anybody.
"""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, rest_on, with_clauses
from tapete.games.baccarat import silence
from tapete.games.baccarat.procedure import CallPerson, PersonCalled, Said
from tapete.games.banked import absence
from tapete.games.dos_panos.phases import PHASES
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import Phase
from tapete.kernel import Decision, Event, PersonId


def awaited_player(state: State) -> PersonId | None:
    """Return the player who moves the game on; nobody where it is a member of the staff."""
    found = absence.awaited_player(state.docket, state.coup, (), PHASES[state.phase].waits_for(state))
    return None if found == state.croupier() else found


def call(state: State, who: PersonId, what: CallPerson) -> Decision:
    """Decide the croupier's call: once for each thing that is waited for, and nobody who is away."""
    del what
    silent = person_to_call(state)
    wrong = silence.require_may_call(state.staff, who, silent, state.called_person)
    if wrong or silent is None:
        return wrong or fault("nobody-to-call")
    rest_on(cite("HP.DP.silent-player"))
    return (PersonCalled(silent), *words_of_call(state, silent))


def person_to_call(state: State) -> PersonId | None:
    """Return the awaited player if he can be called: he is at the table and not away from it, or was awarded the bank
    and has not come to it yet.
    """
    awaited = awaited_player(state)
    if state.phase is Phase.DEPOSIT and awaited is not None and not state.seats.is_at_table(awaited):
        return awaited
    return silence.person_to_call(state.seats, awaited)


def words_of_call(state: State, person: PersonId) -> tuple[Event, ...]:
    """Return how the croupier calls somebody: by his place, or by his name where he has still to come for the bank."""
    place = state.seats.place_of(person)
    if place is not None:
        return (Said("person-called", {"seat": str(place)}),)
    return () if state.seats.is_at_table(person) else (Said("banker-called", {"person": person}),)


def is_left_to_croupier(state: State, person: PersonId | None) -> bool:
    """Return True if somebody is away, or was called and says nothing."""
    silent = state.called_person == awaited_player(state) and state.called_person == person
    return person is not None and (person in state.seats.away or silent)


def may_stand_for(state: State, who: PersonId, person: PersonId | None) -> bool:
    """Return True if the croupier acts for somebody: one who is away, or who was called and says nothing."""
    silent = state.called_person if state.called_person == awaited_player(state) else None
    away, called = cite("HP.DP.absent-player"), cite("HP.DP.silent-player")
    return silence.may_stand_for(state.seats, state.staff, who, person, silent, away=away, called=called)


def require_banker(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless somebody acts as the banker, or records a real table for him."""
    if state.banker is None:
        return fault("no-banker")
    return None if state.may_act_for(who, state.banker) else fault("not-the-banker", banker=state.banker)


def require_bank_player(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless the act is the banker's, or the croupier's for him."""
    wrong = require_banker(state, who)
    return None if wrong is None or may_stand_for(state, who, state.banker) else wrong


def plays_bank(state: State, who: PersonId) -> PersonId | None:
    """Return who sees and plays the bank's cards: the croupier where he does it for an absent or silent banker."""
    return state.banker if state.may_act_for(who, state.banker) else who


def require_banker_there(state: State) -> Fault | None:
    """Return a Fault if the banker is away: no coup is opened on his money but the first one, to which he is bound."""
    begins = state.phase in (Phase.BETWEEN, Phase.REPEAT)
    away = begins and state.banker in state.seats.away and not state.is_observed
    if not away or is_first_coup_owed(state):
        return None
    return with_clauses(fault("banker-away", person=state.banker), "HP.DP.absent-player")


def is_first_coup_owed(state: State) -> bool:
    """Return True if the banker may not give his bank up yet: its first coup is dealt, whether he is there or not."""
    after, bank = state.book.bank.leave_after, state.bank
    is_owed = bank is not None and bank.coups_of_award < after.weigh()
    if is_owed:
        after.rest()
    return is_owed
