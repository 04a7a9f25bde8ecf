"""The check of each called cartón: handed in, its master before the camera, verified for what was called."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.calls import require_sold
from tapete.games.bingo.cards import Sources, found_on, is_readable, rows_of
from tapete.games.bingo.drawing import is_all_out
from tapete.games.bingo.duties import ASSISTANT, CHIEF, decides, on_duty, require_duty, require_reason, with_sellers
from tapete.games.bingo.evolve import in_game
from tapete.games.bingo.pause import call_name, split_call
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import ASKING, SELLERS, Camera, Phase, Prize, natural_place
from tapete.games.bingo.times import say
from tapete.kernel import Decision, Event, PersonId
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post
from tapete.table.windows import Claim


def is_called(state: State, card: str, prize: str = "") -> bool:
    kinds = {one.kind for one in state.game.pause.calls.claims}
    wanted = {call_name(one, card) for one in ((prize,) if prize else Prize)}
    return not kinds.isdisjoint(wanted)


def require_called(state: State, card: str, prize: str = "") -> Fault | None:
    return None if is_called(state, card, prize) else fault("not-called", card=card)


@decides(a.HandInCard, "IV.21")
def hand_in(state: State, who: PersonId, what: a.HandInCard) -> Decision:
    wrong = first_fault(
        require_duty(state, who, *with_sellers(state.book.claims.carried_by.use())),
        require_phase(state, Phase.CHECK),
        require_called(state, what.card),
        fault("nothing-changes") if what.card in state.game.pause.handed_in else None,
    )
    return wrong or (e.CardHandedIn(what.card, who),)


@decides(a.ShowMaster, "IV.23", Phase.CHECK, by=on_duty(CHIEF, ASSISTANT), looks_up=True)
def show_master(state: State, who: PersonId, what: a.ShowMaster, sources: Sources) -> Decision:
    """Decide that the master of a called cartón is shown: only now are its numbers looked up."""
    wrong = first_fault(
        require_called(state, what.card),
        fault("nothing-changes") if what.card in state.game.pause.masters else None,
    )
    if wrong:
        return wrong
    rows = rows_of(state, sources.cartones, what.card)
    if not rows and is_readable(state, what.card):
        return fault("card-unregistered", card=what.card)
    return (e.MasterShown(what.card, rows, camera_in(Phase.CHECK, is_master_out=True)),)


@rule("BG.II.10", neutral=Camera.MASTER)
def camera_in(phase: Phase, *, is_master_out: bool) -> Camera:
    """Return what the camera shows: the exit of the balls at all times, but for a master while no ball comes out."""
    return Camera.MASTER if phase is Phase.CHECK and is_master_out else Camera.EXIT


@decides(a.NoteDifference, "IV.23", Phase.CHECK, by=on_duty(CHIEF))
def note_difference(state: State, who: PersonId, what: a.NoteDifference) -> Decision:
    return require_called(state, what.card) or (e.DifferenceNoted(what.card, what.note, who),)


@rule("BG.IV.22", neutral=None)
def require_chief_to_verify(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless the table chief verifies the cartón."""
    return require_post(state.staff, who, Role.TABLE_CHIEF)


@rule("BG.IV.21", neutral=None)
def require_handed_in(state: State, card: str) -> Fault | None:
    """Return a Fault unless the called cartón was handed to the table chief."""
    return None if card in state.game.pause.handed_in else fault("card-not-handed-in", card=card)


@rule("BG.IV.23", neutral=None)
def require_master_shown(state: State, card: str) -> Fault | None:
    """Return a Fault unless the master of the cartón stands before the camera."""
    return None if card in state.game.pause.masters else fault("master-unshown", card=card)


def require_turn_of_check(state: State, prize: Prize, card: str) -> Fault | None:
    """Return a Fault if the house checks called cartones in an order, and another one comes before this one."""
    pause = state.game.pause
    called = (split_call(one.kind) for one in pause.calls.claims)
    waiting = [one for one in called if one not in pause.results]
    if not waiting:
        return None
    order = state.book.claims.check_order.use()
    first = min(waiting, key=lambda one: natural_place(one[1])) if order == "by-number" else waiting[0]
    return None if order == "any-order" or (prize, card) == first else fault("check-another-first", card=first[1])


@rule("BG.IV.08", "BG.IV.24", neutral=lambda state, card: fault("card-is-sold", card=card))
def require_of_paper(state: State, card: str) -> Fault | None:
    """Return a Fault unless the table chief may find that a number was never sold: it was paid from no account."""
    sold = state.game.sale_of(card)
    return fault("card-is-sold", card=card) if sold is not None and sold.person is not None else None


@decides(a.CheckCard, "IV.24", Phase.CHECK, by=require_chief_to_verify, looks_up=True)
def check(state: State, who: PersonId, what: a.CheckCard, sources: Sources) -> Decision:
    wrong = first_fault(
        require_called(state, what.card, what.prize),
        fault("card-checked", card=what.card) if (what.prize, what.card) in state.game.pause.results else None,
        require_turn_of_check(state, what.prize, what.card),
        require_handed_in(state, what.card),
        require_master_shown(state, what.card),
        (require_of_paper(state, what.card) or require_reason(what.reason))
        if what.reason
        else require_sold(state, what.card),
    )
    if wrong:
        return wrong
    rows = state.game.pause.masters.get(what.card) or rows_of(state, sources.cartones, what.card)
    if not rows:
        return fault("card-unregistered", card=what.card)
    count, lacking = found_on(state.game, what.prize, rows)
    valid = not (lacking or what.reason)
    checked = e.CardChecked(what.prize, what.card, valid, lacking, count if valid else 0, what.reason)
    done, right = call_name(what.prize, what.card), {what.prize} if valid else set[Prize]()
    others = [one for one in unchecked_calls(state) if one != done]
    if what.reason:  # what it was found right for falls with it
        state = in_game(state, unsold_cards=state.game.unsold_cards | {what.card})
    said = say(state, f"right-{what.prize}" if valid else "wrong-more" if others else "wrong")
    return (checked, *said, *after_call(state, done, right, tuple(state.game.pause.calls.claims)))


def unchecked_calls(state: State) -> list[str]:
    pause = state.game.pause
    unchecked = (one.kind for one in pause.calls.claims if split_call(one.kind) not in pause.results)
    return sorted(unchecked, key=natural_place)


def after_call(state: State, done: str, new_right: set[Prize], counted: tuple[Claim[str], ...]) -> tuple[Event, ...]:
    """What follows when all are checked or taken back; the order after wrong calls may close stages of ``counted``."""
    if [one for one in unchecked_calls(state) if one != done]:
        return ()
    pause = state.game.pause
    right = {prize for prize in Prize if state.game.right_cards(prize)} | new_right
    back = pause.return_phase
    if back in (Phase.ASK_LINE, Phase.ASK_BINGO) and not (right and back == _asking(right)):  # what it asked is unsold
        back = _asking(right) if right else Phase.DRAW_BINGO if Prize.LINE in state.game.awards else Phase.DRAW_LINE
    if not right:
        closes = state.book.claims.failed_order_closes.use() and not is_all_out(state)
        called = tuple(prize for prize in Prize if any(one.kind.startswith(f"{prize}:") for one in counted))
        return (e.CallsDropped(called if closes else ()), *say(state, "order-on"), e.PhaseOpened(back))
    if not new_right and not pause.new_right_calls and pause.return_phase in ASKING:
        return (e.PhaseOpened(back),)
    if pause.return_phase == _asking(right) and not state.book.claims.question_again.use():
        return (e.PhaseOpened(pause.return_phase),)
    return question(state, right)


@rule("BG.IV.29", neutral=lambda state, right: (e.PhaseOpened(_asking(right)),))
def question(state: State, right: set[Prize]) -> tuple[Event, ...]:
    """Ask whether anybody else has won; of a bingo found right while the línea is open both questions are asked."""
    asked = [Prize.LINE] if Prize.LINE in right or _is_line_asked(state, right) else []
    asked += [Prize.BINGO] if Prize.BINGO in right else []
    formulas = {Prize.LINE: "more-lines", Prize.BINGO: "more-bingos"}
    said = [one for prize in asked for one in say(state, formulas[prize])]
    return (e.OthersAsked(tuple(asked)), *said, e.PhaseOpened(_asking(right)))


def _asking(right: set[Prize]) -> Phase:
    return Phase.ASK_BINGO if Prize.BINGO in right else Phase.ASK_LINE


def _is_line_asked(state: State, right: set[Prize]) -> bool:
    is_open = Prize.BINGO in right and Prize.LINE not in state.game.awards
    return is_open and state.book.claims.bingo_first.use() == "same-pause"


# --- calls taken back -------------------------------------------------------------------------------------------------


@decides(a.TakeCallBack, "IV.20", Phase.CHECK, asks_phase=False)
def take_call_back(state: State, who: PersonId, what: a.TakeCallBack) -> Decision:
    """By its player before the master is shown, which tells what the check finds; by staff, what nobody had called."""
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
    """Return who keyed a call that staff put right; ``None`` where its player takes it back, also through staff."""
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
    owner = _owner(state, card)
    if owner is None:
        return require_duty(state, who, CHIEF, *SELLERS, ASSISTANT)
    return None if who == owner else fault("not-your-card", card=card)


def require_withdrawable(state: State, what: a.TakeCallBack) -> Fault | None:
    is_again = state.game.withdrawn_calls.get((what.prize, what.card)) == len(state.game.announced_balls)
    return None if state.book.claims.taken_back.use() and not is_again else fault("call-stands")
