"""When the croupier does what is a silent or absent player's to do (house practice).

The annex gives no time but the one at the punto's cards. So the croupier calls a silent player once; from then on, as
for somebody who is away, he lets the cut or the bank go by for him, and deals and plays the banker's cards by the
table. He never takes a bank, a stake or a bid for anybody.
"""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, rest_on
from tapete.games.baccarat import silence
from tapete.games.baccarat.effects import BarredAction
from tapete.games.baccarat.procedure import CallPerson, PersonCalled, say
from tapete.games.banked import absence
from tapete.games.chemin_de_fer.cards.hands import pending_withdrawals, require_banker
from tapete.games.chemin_de_fer.phases import PHASES
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Phase
from tapete.kernel import Decision, PersonId


def awaited_player(state: State) -> PersonId | None:
    """Return the player who moves the game on; nobody where it is a member of the staff, or the punto at his cards.

    A punto who is silent is too slow, which has a clause of its own.
    """
    in_phase = PHASES[state.phase].waits_for(state)
    return absence.awaited_player(state.docket, state.coup, pending_withdrawals(state), in_phase)


def call(state: State, who: PersonId, what: CallPerson) -> Decision:
    """Decide the croupier's call: once for each thing that is waited for, and nobody who is away."""
    del what
    silent = silence.person_to_call(state.seats, awaited_player(state))
    wrong = silence.require_may_call(state.staff, who, silent, state.called_person)
    if wrong or silent is None:
        return wrong or fault("nobody-to-call")
    rest_on(cite("HP.CF.silent-player"))
    return (PersonCalled(silent), *say(state, "person-called", seat=state.seats.place_of(silent)))


def may_stand_for(state: State, who: PersonId, person: PersonId | None) -> bool:
    """Return True if the croupier acts for somebody: one who is away, or who was called and says nothing."""
    silent = state.called_person if state.called_person == awaited_player(state) else None
    away, called = cite("HP.CF.absent-player"), cite("HP.CF.silent-player")
    return silence.may_stand_for(state.seats, state.staff, who, person, silent, away=away, called=called)


def require_bank_player(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless the act at the cards is the banker's, or the croupier's for him."""
    wrong = require_banker(state, who)
    return None if wrong is None or may_stand_for(state, who, state.banker) else wrong


def is_bank_left_alone(state: State) -> bool:
    """Return True if the bank stands between coups without its banker, who need not go through with another coup.

    At a real table the croupier keys what happens, so nobody is told there whether the banker is looking.
    """
    away = state.phase is Phase.BETWEEN and state.banker in state.seats.away and not state.is_observed
    return away and state.banker is not None and not state.bars.is_barred(state.banker, BarredAction.PASS)


def require_banker_there(state: State) -> Fault | None:
    """Return a Fault if the banker is away: no coup is opened on his money."""
    if not is_bank_left_alone(state):
        return None
    rest_on(cite("HP.CF.absent-player"))
    return Fault("banker-away", {"person": state.banker}, (cite("HP.CF.absent-player"),))
