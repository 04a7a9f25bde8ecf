"""Wishes for cartones: a player asks for some that his account pays for, and the seller brings them."""

from __future__ import annotations

from tapete.accounts import balance, person
from tapete.clauses import fault, first_fault
from tapete.games.bingo import acts as a
from tapete.games.bingo import events as e
from tapete.games.bingo.duties import require_person
from tapete.games.bingo.sale import require_announced_series, require_may_hold
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Phase
from tapete.kernel import Decision, PersonId
from tapete.table.phases import require_phase


def want(state: State, who: PersonId, what: a.WantCards) -> Decision:
    """Decide that somebody asks for cartones, as many as his account pays for; 0 takes the wish back."""
    wrong = first_fault(
        require_person(who),
        require_announced_series(state, what.series),
        require_phase(state, Phase.SALE),
    )
    if wrong:
        return wrong
    asked, chips = state.game.wishes.get(who), balance(state.ledger, person(who))
    wrong = first_fault(
        require_may_hold(state, who, what.count),
        fault("not-enough-chips", chips=chips) if chips < what.count * state.game.price else None,
        fault("nothing-changes") if what.count == (asked.count if asked else 0) else None,
    )
    return wrong or (e.CardsWanted(who, what.series, what.count),)
