"""A call that is taken back before its cartón is checked: by its player, where the house lets him, or by the staff who
keyed it for a cartón that nobody had called.
"""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.checking import after_call, require_called
from tapete.games.bingo.duties import ASSISTANT, CHIEF, require_duty, require_reason
from tapete.games.bingo.pause import call_name
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import SELLERS, Phase
from tapete.kernel import Decision, PersonId
from tapete.table.phases import require_phase


def take_call_back(state: State, who: PersonId, what: a.TakeCallBack) -> Decision:
    """Decide that a call counts no more: a player's before the master of its cartón is shown, of which he would learn
    what the check finds. What was keyed wrongly nobody called: its cartón may be called as if it never had been.
    """
    keyed_by = _keyer(state, who, what)
    wrong = first_fault(
        require_may_take_back(state, who, what.card)
        if keyed_by is None
        else require_may_put_right(state, who, keyed_by),
        require_phase(state, Phase.CHECK),
        require_called(state, what.card, what.prize),
        require_withdrawable(state, what) if keyed_by is None else require_slip_told(what),
        require_master_unseen(state, what) if keyed_by is None else require_check_not_begun(state, what),
    )
    if wrong:
        return wrong
    done = call_name(what.prize, what.card)
    others = tuple(one for one in state.game.pause.calls.claims if one.kind != done)
    taken = e.CallTakenBack(what.prize, what.card, who, what.reason, keyed_by)
    return (taken, *after_call(state, done, set(), others))


def _keyer(state: State, who: PersonId, what: a.TakeCallBack) -> PersonId | None:
    """Return who keyed a call that staff put right now; ``None`` where its player takes it back, himself or, of a paper
    cartón, through the staff.
    """
    keyed_by = state.game.pause.keyers.get(call_name(what.prize, what.card))
    owner = _owner(state, what.card)
    is_word_of_player = owner is None and not what.reason.strip() and state.book.claims.taken_back.value
    return None if who == owner or is_word_of_player else keyed_by


def _owner(state: State, card: str) -> PersonId | None:
    sold = state.game.sale_of(card)
    return None if sold is None else sold.person


@rule("HP.BG.keyed-call", neutral=lambda state, who, keyed_by: fault("call-stands"))
def require_may_put_right(state: State, who: PersonId, keyed_by: PersonId) -> Fault | None:
    """Return a Fault unless a call that was keyed is taken back by whoever keyed it, still on duty, or by the table
    chief.
    """
    return require_duty(state, who, *((CHIEF, *SELLERS, ASSISTANT) if who == keyed_by else (CHIEF,)))


@rule("HP.BG.keyed-call", neutral=None)
def require_slip_told(what: a.TakeCallBack) -> Fault | None:
    """Return a Fault if it is not said why a call that was keyed is taken back."""
    return require_reason(what.reason)


@rule("HP.BG.keyed-call", neutral=None)
def require_check_not_begun(state: State, what: a.TakeCallBack) -> Fault | None:
    """Return a Fault if the check of a call that was keyed has begun: it has a result, or the master of its cartón was
    shown for it and for no other call.
    """
    pause = state.game.pause
    shown = [one for one in pause.calls_of(what.card) if one in pause.shown_for]
    is_shown_alone = shown == [call_name(what.prize, what.card)]
    is_begun = (what.prize, what.card) in pause.results or is_shown_alone
    return fault("card-checked", card=what.card) if is_begun else None


def require_master_unseen(state: State, what: a.TakeCallBack) -> Fault | None:
    """Return a Fault once the master of a called cartón was shown, for whichever call of it."""
    return fault("card-checked", card=what.card) if what.card in state.game.pause.masters else None


def require_may_take_back(state: State, who: PersonId, card: str) -> Fault | None:
    """Return a Fault unless a call is somebody's own; of a paper cartón staff say that it was taken back."""
    owner = _owner(state, card)
    if owner is None:
        return require_duty(state, who, CHIEF, *SELLERS, ASSISTANT)
    return None if who == owner else fault("not-your-card", card=card)


def require_withdrawable(state: State, what: a.TakeCallBack) -> Fault | None:
    """Return a Fault unless the house lets a player take his call back: once before another number counts, so that
    nobody stops the game without end.
    """
    is_again = state.game.withdrawn_calls.get((what.prize, what.card)) == len(state.game.announced_balls)
    return None if state.book.claims.taken_back.use() and not is_again else fault("call-stands")
