"""Who is away from the table, and what it means for the bank that he is asked to take and for the cards he holds."""

from __future__ import annotations

from tapete.clauses import cite, first_fault, rest_on
from tapete.games.banked.absence import require_holder_away
from tapete.games.banked.acts import StandIn
from tapete.games.banked.events import CardsCarried, CroupierStoodIn
from tapete.games.chemin_de_fer.cards import require_nothing_pending
from tapete.games.chemin_de_fer.events import PhaseOpened
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.passing import give_up_with_shoe
from tapete.games.chemin_de_fer.people import leave
from tapete.games.chemin_de_fer.rotation import give_up_place, let_go
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Phase, Stage
from tapete.kernel import CLOCK, Decision, Event, PersonId
from tapete.table.acts import Away, Back, LeadOut, Leave
from tapete.table.people import presence, require_long_absence, require_presence_changes
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post


def away(state: State, who: PersonId, what: Away | Back) -> Decision:
    """Decide that somebody went away from the table or came back, as the hall, he himself or the staff say."""
    staff = None if who in (CLOCK, what.person) else require_post(state.staff, who, Role.CROUPIER, Role.INSPECTOR)
    wrong = first_fault(staff, require_presence_changes(state.seats, what))
    if wrong:
        return wrong
    now = presence(what)
    if isinstance(what, Back):
        return (now,)
    rest_on(cite("HP.CF.in-play"))
    return (now, *(skip_absent_person(evolve(state, now), what.person) if what.person == state.offer.candidate else ()))


def lead_out(state: State, who: PersonId, what: LeadOut) -> Decision:
    """Decide that somebody on his feet who has long been away counts as gone. Nothing of his may be in play."""
    wrong = require_long_absence(state.seats, who, what.person)
    if wrong:
        return wrong
    rest_on(cite("HP.CF.led-out"))
    return leave(state, what.person, Leave())


def stand_in(state: State, who: PersonId, what: StandIn) -> Decision:
    """Decide that the croupier plays for a holder who is away: what he has called and staked stands.

    The hall says that somebody is away only after its own waiting time, so nothing else has to run out here.
    """
    del what
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_phase(state, Phase.CARRY, Phase.LIFT, Phase.WORD),
        require_nothing_pending(state),
        require_holder_away(state.seats, state.holder),
    )
    if wrong:
        return wrong
    rest_on(cite("HP.CF.absent-holder"))
    lies_there = () if state.phase is Phase.CARRY else (CardsCarried(who), PhaseOpened(Phase.LIFT))
    return (CroupierStoodIn(state.holder or who, who), *lies_there)


def skip_absent_person(state: State, person: PersonId) -> tuple[Event, ...]:
    """Return what follows when whoever is asked to take the bank goes away without an answer: he lets it go by."""
    rest_on(cite("HP.CF.unanswered-bank"))
    match state.offer.stage:
        case Stage.FORCED:
            return give_up_place(state, person)
        case Stage.CONTINUE:
            return give_up_with_shoe(state)
        case _:
            return let_go(state, person)
