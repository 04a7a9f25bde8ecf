"""What nobody fetches: after some sessions the table chief decides what becomes of it, for a reason that stands in the
record. Until then, and without such a decision, a prize and a price stay owed to whoever comes.
"""

from __future__ import annotations

from tapete.accounts import balance
from tapete.clauses import Fault, fault, first_fault
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.books import owed, refunds
from tapete.games.bingo.duties import CHIEF, MANAGER, require_duty, require_reason
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import DRAWING
from tapete.kernel import Decision, PersonId


def require_waited(state: State, since: int, sessions: int) -> Fault | None:
    """Return a Fault unless something has waited for so many sessions after the one in which it was left."""
    waited = state.hall.session - since
    return fault("waits-still", sessions=sessions, waited=waited) if waited < sessions else None


def _require_decider(state: State, who: PersonId, reason: str) -> Fault | None:
    return first_fault(
        require_duty(state, who, CHIEF, MANAGER),
        fault("game-not-over") if state.phase in DRAWING else None,
        require_reason(reason),
    )


def decide_uncollected(state: State, who: PersonId, what: a.DecideUncollected) -> Decision:
    """Decide what becomes of a prize that was left and never collected, or whose cartón was found never sold."""
    account = owed(what.game, what.prize, what.card)
    left, amount = state.left_prizes.get(account), balance(state.ledger, account)
    is_unsold, waits = state.game.is_of_unsold(account), state.book.payment.not_collected.use()
    if (left is None and not is_unsold) or not amount:
        return _require_decider(state, who, what.reason) or fault("prize-not-left", card=what.card)
    wrong = first_fault(
        _require_decider(state, who, what.reason),
        None if is_unsold or left is None else require_waited(state, left.session, waits),
    )
    return wrong or (e.UncollectedDecided(what.game, what.prize, what.card, amount, what.fate, what.reason, who),)


def end_refunds(state: State, who: PersonId, what: a.EndRefunds) -> Decision:
    """Decide that nothing more is given back of a void game."""
    refund, amount = state.refunds.get(what.game), balance(state.ledger, refunds(what.game))
    if refund is None or not amount:
        return _require_decider(state, who, what.reason) or fault("nothing-refunded")
    wrong = first_fault(
        _require_decider(state, who, what.reason),
        require_waited(state, refund.session, state.book.void.pending.use()),
    )
    return wrong or (e.RefundsEnded(what.game, amount, what.reason, who),)
