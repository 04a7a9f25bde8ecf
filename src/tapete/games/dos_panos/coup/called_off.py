"""A coup that is not dealt: it is called off, and its stakes go back."""

from __future__ import annotations

from tapete.clauses import cite, fault, first_fault, rest_on
from tapete.games.dos_panos.acts import CallOff
from tapete.games.dos_panos.coup.ending import end_of_unplayed_shoe
from tapete.games.dos_panos.events import CoupCalledOff, PhaseOpened, StakeTaken
from tapete.games.dos_panos.evolve import evolve
from tapete.games.dos_panos.people.cloths import require_enough_punters
from tapete.games.dos_panos.stakes.betting import require_holders, stakes_that_play
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import Phase
from tapete.kernel import Decision, PersonId, fold
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post


def call_off(state: State, who: PersonId, what: CallOff) -> Decision:
    """Decide that a coup is not dealt because a cloth has too few punters left, nothing plays, nobody may hold the
    cards of a cloth, or an open bank was found not to cover the stakes: the stakes go back, the bank stands as it was.
    """
    del what
    few = require_enough_punters(state)
    open_phases = (Phase.BETS,) if few is None else (Phase.BANCO, Phase.BETS)
    wrong = first_fault(require_post(state.staff, who, Role.CROUPIER), require_phase(state, *open_phases))
    if wrong:
        return wrong
    short = state.coup.is_cover_short
    if few is None and not short and stakes_that_play(state) and require_holders(state) is None:
        return fault("something-staked")
    rest_on(*((cite("DP.E2.12" if short else "HP.DP.no-stakes"),) if few is None else few.clauses))
    back = tuple(StakeTaken(one.person, one.amount, one.cloth, one.spot) for one in state.coup.laid)
    events = (*back, CoupCalledOff(state.coup.number), PhaseOpened(Phase.BETWEEN))
    return (*events, *end_of_unplayed_shoe(fold(evolve, state, events)))
