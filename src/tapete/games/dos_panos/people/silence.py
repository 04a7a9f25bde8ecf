"""Silence and absence: when the croupier does what is somebody else's to do."""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, with_clauses
from tapete.games.baccarat import silence
from tapete.games.baccarat.procedure import CallPerson, PersonCalled, Said
from tapete.games.banked import absence
from tapete.games.banked.acts import StandIn
from tapete.games.banked.events import CardsCarried, CroupierStoodIn
from tapete.games.dos_panos.acts import AnnulAward
from tapete.games.dos_panos.events import AwardAnnulled, BankOffered, PhaseOpened
from tapete.games.dos_panos.order import require_carried, require_dealt, require_step, require_window
from tapete.games.dos_panos.people.seating import leave
from tapete.games.dos_panos.phases import PHASES
from tapete.games.dos_panos.rules import AwardWay
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, WORD_OF, Phase
from tapete.kernel import CLOCK, Decision, Event, PersonId
from tapete.table.acts import Away, Back, LeadOut, Leave
from tapete.table.people import presence, require_long_absence, require_presence_changes
from tapete.table.staff import Role, require_post

# --- silence ----------------------------------------------------------------------------------------------------------
# When the croupier does what is a silent or absent player's to do (house practice).
#
# The texts give nobody a time but at the cards. So the croupier calls a silent player once; from then on, as for
# somebody who is away, he deals, plays and hands over for him. He never takes a bank, a stake or a bid for anybody.


def awaited_player(state: State) -> PersonId | None:
    """Return the player who moves the game on; nobody where it is a member of the staff."""
    found = absence.awaited_player(state.docket, state.coup, (), PHASES[state.phase].waits_for(state))
    return None if found == state.croupier() else found


def call(state: State, who: PersonId, _what: CallPerson) -> Decision:
    """Decide the croupier's call: once for each thing that is waited for, and nobody who is away."""
    silent = person_to_call(state)
    wrong = silence.require_may_call(state.staff, who, silent, state.called_person)
    if wrong or silent is None:
        return wrong or fault("nobody-to-call")
    rest_on(cite("HP.DP.silent-player"))
    return (PersonCalled(silent), *words_of_call(state, silent))


def person_to_call(state: State) -> PersonId | None:
    """Return the awaited player if he can be called: he is there, or was awarded the bank from elsewhere."""
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


def away(state: State, who: PersonId, what: Away | Back) -> Decision:
    staff = None if who in (CLOCK, what.person) else require_post(state.staff, who, Role.CROUPIER, Role.INSPECTOR)
    wrong = first_fault(staff, require_presence_changes(state.seats, what))
    if wrong is None:
        rest_on(cite("HP.DP.in-play"))
    return wrong or (presence(what),)


def lead_out(state: State, who: PersonId, what: LeadOut) -> Decision:
    """Decide that somebody on his feet who has long been away counts as gone. Nothing of his may be in play."""
    wrong = require_long_absence(state.seats, who, what.person)
    if wrong:
        return wrong
    rest_on(cite("HP.DP.led-out"))
    return leave(state, what.person, Leave())


def stand_in(state: State, who: PersonId, _what: StandIn) -> Decision:
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_step(state, tuple(WORD_OF.values()), require_dealt, require_carried),
        fault("card-awaited") if state.coup.due_cards else None,
    )
    if wrong:
        return wrong
    cloth = next(cloth for cloth in CLOTHS if WORD_OF[cloth] is state.phase)
    holder = state.holder(cloth)
    if holder is None or not is_left_to_croupier(state, holder):
        return fault("holder-is-there", holder=holder)
    rest_on(cite("HP.DP.absent-holder"))
    return (CroupierStoodIn(holder, who, cloth), CardsCarried(who, cloth))


def annul_award(state: State, who: PersonId, _what: AnnulAward) -> Decision:
    """Decide that a bank goes back undeposited: its winner gives it up, or the inspector takes it from one gone."""
    award = state.award
    if award is None:
        return require_window(state, "HP.DP.no-deposit", Phase.DEPOSIT) or fault("no-award")
    by_himself = state.may_act_for(who, award.person)
    is_gone = is_left_to_croupier(state, award.person)
    wrong = first_fault(
        require_window(state, "HP.DP.no-deposit", Phase.DEPOSIT),
        None if by_himself else require_post(state.staff, who, Role(state.book.award.held_by.use())),
        None if by_himself or is_gone else fault("award-stands", person=award.person),
    )
    if wrong:
        return wrong
    rest_on(cite("HP.DP.no-deposit"))
    after: tuple[Event, ...] = (PhaseOpened(Phase.OPENING),)
    if award.way in (AwardWay.OFFERED, AwardWay.STANDING):
        after = (BankOffered(award.amount), PhaseOpened(Phase.REOFFER))
    return (AwardAnnulled(award.person), *after)
