"""Stakes on the line («a la raya»): half of them plays, the other half is safe."""

from __future__ import annotations

from tapete.clauses import first_fault, rule
from tapete.games.banked.line import StakeOnLine, require_part_laid
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.stakes.award import live_half
from tapete.games.chemin_de_fer.stakes.calls import (
    kind_of,
    make_call,
    replaced_by,
    require_bets_open,
    require_may_call,
    require_minimum,
    require_new_call,
    require_within_bank,
)
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Call
from tapete.kernel import Decision, PersonId, fold
from tapete.money import Cents


def stake_on_line(state: State, who: PersonId, what: StakeOnLine) -> Decision:
    """Decide a stake on the line. The half that plays is what the limits are about."""
    if wrong := require_part_laid(what):
        return wrong
    said = part_in_play.where(what.playing > 0, what) or 0
    live = said or live_half(state, what.amount)
    wrong = first_fault(
        require_bets_open(state),
        require_may_call(state, who),
        require_minimum(state, live),
        require_within_bank(state, live),
    )
    if wrong:
        return wrong
    kind = kind_of(state, live)
    if not said and kind is not Call.BANCO:
        return make_call(state, who, Call.LINE, what.amount)
    if stands := require_new_call(state, who, kind, live):
        return stands
    laid = replaced_by(state, who, Call.LINE, what.amount)
    if not isinstance(laid, tuple):
        return laid
    definite = make_call(fold(evolve, state, laid), who, kind, live)
    return (*laid, *definite) if isinstance(definite, tuple) else definite


@rule("CF.C4.20", neutral=0)
def part_in_play(what: StakeOnLine) -> Cents:
    """Any other instruction makes the croupier change the stake at once into what plays and what goes back."""
    return what.playing
