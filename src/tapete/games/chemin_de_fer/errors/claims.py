"""Claims about a coup, and the clock that runs while the punto holds his cards."""

from __future__ import annotations

from tapete.clauses import fault, first_fault, rule, trace
from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.incident import require_no_incident, require_report_authority
from tapete.games.banked import named_people
from tapete.games.banked.events import TimeWarned
from tapete.games.chemin_de_fer.acts import RecordClaim
from tapete.games.chemin_de_fer.errors.remedies_player import held_too_long
from tapete.games.chemin_de_fer.events import ClaimRecorded
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, Phase
from tapete.kernel import CLOCK, Decision, PersonId, TimeLimit
from tapete.table.acts import TimeUp


def is_paid(state: State, coup: int) -> bool:
    """Return True if a coup has been paid or collected."""
    return coup < state.coup.number or state.phase not in (*COUP, Phase.BETS)


@rule("CF.C3.16", neutral=True)
def is_admitted_against_banker(over: bool) -> bool:
    """No claim against the banker is admitted once the coup is over and the stakes were paid or collected."""
    return not over


@rule("HP.CF.claims", neutral=True)
def is_admitted_against_others(over: bool) -> bool:
    """It is the same with a claim against anybody else."""
    return not over


def claim(state: State, who: PersonId, what: RecordClaim) -> Decision:
    """Keep a player's claim, admitted or not."""
    wrong = first_fault(
        require_report_authority(state.book.authority, state.staff, who),
        named_people.require_known(state, state.history, what.person),
        None if 0 < what.coup <= state.coup.number else fault("no-such-coup", coup=what.coup),
    )
    if wrong:
        return wrong
    admitted = is_admitted_against_banker if what.against is Party.BANKER else is_admitted_against_others
    return (ClaimRecorded(what.person, what.coup, what.note, admitted(is_paid(state, what.coup)), what.against),)


def time_up(state: State, who: PersonId, what: TimeUp) -> Decision:
    """Decide that the time for looking at the cards is over: the croupier is warned, nothing else happens."""
    del what
    wrong = fault("not-yours") if who != CLOCK else require_no_incident(state.docket)
    if wrong:
        return wrong
    slow = held_too_long(state)
    return fault("no-time-limit") if slow is None else (TimeWarned(slow, state.book.pace.hold_cards.use()),)


def time_limit(state: State) -> TimeLimit | None:
    """Return the time that runs while the punto holds his cards: none while an incident suspends the coup."""
    with trace():
        slow = None if state.docket.open else held_too_long(state)
    return None if slow is None else TimeLimit(str(state.phase), state.book.pace.hold_cards.value, TimeUp())
