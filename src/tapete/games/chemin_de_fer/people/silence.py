"""Whom the table waits for, and when the croupier does what is his to do (house practice).

The annex gives no time but the one at the punto's cards. So the croupier calls a silent player once; from then on, as
for somebody who is away, he lets the cut or the bank go by for him, and deals and plays the banker's cards by the
table. He never takes a bank, a stake or a bid for anybody.
"""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, first_fault, rest_on
from tapete.games.baccarat.effects import Barred
from tapete.games.baccarat.procedure import CallPerson, PersonCalled, say
from tapete.games.chemin_de_fer.cards.hands import pending_withdrawals, require_banker
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Phase
from tapete.kernel import Decision, PersonId
from tapete.table.staff import Role, require_post


def awaited_player(state: State) -> PersonId | None:
    """Return the player who moves the game on; nobody where it is a member of the staff, or the punto at his cards.

    A punto who is silent is too slow, which has a clause of its own.
    """
    marks = state.coup.cards.marks
    if state.docket.open or state.coup.due or pending_withdrawals(state):
        return None
    if marks.choices:
        return marks.choices[0].person
    match state.phase:
        case Phase.CUT:
            return state.shoe.cut_to
        case Phase.BANK:
            return state.offer.to
        case Phase.BETWEEN:
            return state.banker if state.bank is not None and state.bank.owed else None
        case Phase.DEAL | Phase.ANSWER | Phase.BANKER:
            return state.banker
        case _:
            return None


def call(state: State, who: PersonId, what: CallPerson) -> Decision:
    """Decide the croupier's call: once for each thing that is waited for, and nobody who is away."""
    del what
    silent = awaited_player(state)
    there = silent is not None and state.seats.is_at_table(silent) and silent not in state.seats.away
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        None if there else fault("nobody-to-call"),
        fault("called-already", person=silent) if silent is not None and silent == state.called else None,
    )
    if wrong or silent is None:
        return wrong or fault("nobody-to-call")
    rest_on(cite("HP.CF.silent-player"))
    return (PersonCalled(silent), *say(state, "person-called", seat=state.seats.place_of(silent)))


def may_stand_for(state: State, who: PersonId, person: PersonId | None) -> bool:
    """Say whether the croupier acts for somebody: one who is away, or who was called and says nothing."""
    if person is None or who == person or who != state.croupier():
        return False
    if person in state.seats.away:
        rest_on(cite("HP.CF.absent-player"))
        return True
    if person == state.called and person == awaited_player(state):
        rest_on(cite("HP.CF.silent-player"))
        return True
    return False


def require_bank_player(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless the act at the cards is the banker's, or the croupier's for him."""
    wrong = require_banker(state, who)
    return None if wrong is None or may_stand_for(state, who, state.banker) else wrong


def is_bank_left_alone(state: State) -> bool:
    """Say whether the bank stands between coups without its banker, who need not go through with another coup.

    At a real table the croupier keys what happens, so nobody is told there whether the banker is looking.
    """
    away = state.phase is Phase.BETWEEN and state.banker in state.seats.away and not state.is_observed
    return away and state.banker is not None and not state.bars.is_barred(state.banker, Barred.PASS)


def require_banker_there(state: State) -> Fault | None:
    """Return a Fault if the banker is away: no coup is opened on his money."""
    if not is_bank_left_alone(state):
        return None
    rest_on(cite("HP.CF.absent-player"))
    return Fault("banker-away", {"person": state.banker}, (cite("HP.CF.absent-player"),))
