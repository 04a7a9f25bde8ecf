"""Calls, which stop the drawing, and the check of each called cartón."""

from __future__ import annotations

from typing import Final

from tapete.clauses import Fault, fault, first_fault, rest_on, rule, trace, weigh
from tapete.games.bingo import acts as a, duties as d, events as e, terms as t
from tapete.games.bingo.cards import Sources, found_on, is_readable, rows_of
from tapete.games.bingo.drawing import is_all_out
from tapete.games.bingo.evolve import in_game
from tapete.games.bingo.state import State, call_name, split_call
from tapete.kernel import Decision, Event, Irregular, PersonId
from tapete.table.phases import require_phase
from tapete.table.windows import Claim

HEARD = (*t.DRAWING, t.Phase.CHECK, *t.ASKING)


@rule("BG.I.10", neutral=None)
def require_known_prize(prize: str) -> Fault | None:
    return None if prize in set(t.Prize) else fault("unknown-combination", prize=prize[:20])


@rule("BG.IV.32", neutral=None)
def require_right_to_call(state: State, prize: t.Prize) -> Fault | None:
    """Return a Fault once the table chief has given the order for that stage, until another number counts."""
    is_closed = state.game.closed_at.get(prize) == len(state.game.announced_balls)
    return fault("claim-precluded") if is_closed and state.game.balls and not state.game.is_over else None


@rule("BG.IV.38", neutral=None)
def require_game_not_over(state: State) -> Fault | None:
    """Return a Fault after the order that ends the game: no call is heard, for a línea nobody called either."""
    return fault("claim-precluded") if state.game.is_over and state.game.number else None


@rule("BG.I.12", neutral=None)
def require_line_open(state: State, prize: t.Prize) -> Fault | None:
    """Return a Fault if a línea was called rightly while earlier balls were drawn."""
    count = len(state.game.announced_balls)
    is_later = t.Prize.LINE in state.game.awards and count > state.game.closed_at.get(t.Prize.LINE, 0)
    return fault("line-already-won") if prize is t.Prize.LINE and is_later else None


def require_line_not_lapsed(state: State, prize: t.Prize, *, is_keyed: bool) -> Fault | None:
    """A right bingo may end a línea that nobody had called; one called in the same pause is still asked for."""
    if prize is not t.Prize.LINE or not state.game.right_cards(t.Prize.BINGO) or is_line_called(state):
        return None
    if is_keyed and is_line_keyed_wrongly(state):
        return None
    return fault("claim-precluded") if state.book.claims.bingo_first.use() == "lapsed" else None


def is_line_called(state: State) -> bool:
    results = state.game.pause.results
    called = (split_call(one.kind) for one in state.game.pause.calls.claims)
    unsold = state.game.unsold_cards
    return any(prize is t.Prize.LINE and card not in unsold and results.get((prize, card), 1) for prize, card in called)


@rule("HP.BG.keyed-call", neutral=False)
def is_line_keyed_wrongly(state: State) -> bool:
    """A línea keyed for a cartón nobody called was taken back: the one that was called is keyed in its place."""
    return state.game.pause.has_line_slip


def game_of_card(state: State, card: str) -> int | None:
    """Return the last game in which a cartón was used; ``None`` for one that was never sold."""
    named = t.split_card(card)
    series = state.hall.series.get(named[0]) if named else None
    if named is None or series is None:
        return None
    return max((game for cards, game in series.uses if cards.has_card(*named)), default=None)


@rule("BG.II.03", neutral=None)
def require_single_of_this_game(state: State, card: str) -> Fault | None:
    """Return a Fault if a single cartón was sold for an earlier game."""
    return _require_this_game(state, card, t.SeriesKind.SINGLE)


@rule("BG.II.22", neutral=None)
def require_double_of_this_game(state: State, card: str) -> Fault | None:
    """Return a Fault if a double was sold for two earlier games: it is good for two consecutive ones."""
    return _require_this_game(state, card, t.SeriesKind.DOUBLE)


def _require_this_game(state: State, card: str, kind: t.SeriesKind) -> Fault | None:
    used, named = game_of_card(state, card), t.split_card(card)
    if used is None or named is None or state.hall.series[named[0]].kind is not kind:
        return None
    return fault("card-expired", card=card, game=used) if used != state.game.number else None


@rule("BG.IV.08", "BG.IV.24", neutral=None)
def require_sold(state: State, card: str) -> Fault | None:
    """Return a Fault if the cartón was not sold for this game, inside the announced numbers or outside of them."""
    is_unsold = state.game.sale_of(card) is None or card in state.game.unsold_cards
    return fault("card-not-sold", card=card) if is_unsold else None


@rule("BG.V.03", neutral=None)
def require_not_returned(state: State, card: str) -> Fault | None:
    """Return a Fault if the cartón was handed back for a void game: it is no longer good for anything."""
    is_returned = any(
        refund.ends_card and name in state.game.part_names and any(one.has_card(*named) for one in refund.returned)
        for name, refund in state.refunds.items()
        if (named := t.split_card(card)) is not None
    )
    return fault("card-returned", card=card) if is_returned else None


@rule("BG.II.23", neutral=None)
def require_free_part(state: State, card: str, part: int) -> Fault | None:
    """A part is free unless it was used in the first game, or the other one in this: the player chooses."""
    game = state.game
    used, before = (game.parts_shown.get((at, card)) for at in (game.part, 1))
    is_again = game.part == 2 and before == part and not state.book.double.part_again.value
    return first_fault(
        fault("no-parts", card=card) if part and game.parts == 1 else None,
        fault("part-used", part=part) if part and is_again else None,
        fault("other-part-used", part=used) if part and used and part != used else None,
    )


def part_in_use(state: State, card: str) -> int:
    """Return the part used in this game if nobody says it: the one that was, or the one left; 0 if neither is known."""
    used, before = (state.game.parts_shown.get((part, card)) for part in (state.game.part, 1))
    known = 0 if is_part_keyed_alone(state, card) else used
    return known or (3 - before if before and state.game.part == 2 else 0)


def is_part_keyed_alone(state: State, card: str) -> bool:
    """Return True if the part stands for keyed calls alone that wait for their check: they may be taken back."""
    pause = state.game.pause
    named = [prize for prize in t.Prize if call_name(prize, card) in pause.parts_named]
    waiting = [one for one in named if call_name(one, card) in pause.keyers and (one, card) not in pause.results]
    return card in pause.first_parts and named == waiting


def require_new_call(state: State, prize: t.Prize, card: str) -> Fault | None:
    """A cartón is called once in a pause unless found wrong; the house may bar one checked for the línea from bingo."""
    pause = state.game.pause
    kinds = {one.kind for one in pause.calls.claims} if state.phase in (t.Phase.CHECK, *t.ASKING) else set()
    is_called = call_name(prize, card) in kinds and pause.results.get((prize, card), 1) > 0
    is_barred = prize is t.Prize.BINGO and has_fresh_check(state, t.Prize.LINE, card)
    return first_fault(
        fault("already-called") if is_called else None,
        fault("card-checked", card=card) if is_barred and state.book.claims.failed_checked_bars.use() else None,
    )


def has_fresh_check(state: State, prize: t.Prize, card: str) -> bool:
    game, count = state.game, len(state.game.announced_balls)
    has_won = any(one.card == card for one in game.awards.get(prize, ())) and game.closed_at.get(prize) == count
    return (prize, card) in game.pause.results or game.failed_calls.get((prize, card)) == count or has_won


@rule("HP.BG.false-call", neutral=None)
def require_new_number(state: State, prize: t.Prize, card: str) -> Fault | None:
    """Return a Fault if a cartón that was found wrong is called again for the prize before another number counts."""
    is_same = state.game.failed_calls.get((prize, card)) == len(state.game.announced_balls)
    return fault("call-unchanged", card=card) if is_same else None


def is_callable(state: State, prize: t.Prize, card: str) -> bool:
    return require_new_call(state, prize, card) is None and require_new_number(state, prize, card) is None


KEPT = frozenset({"claim-precluded", "line-already-won", "card-expired", "card-not-sold", "card-returned"})
"""Why a call that was heard in the hall is refused and noted."""


def _called(state: State, what: a.Call, by: PersonId, person: PersonId | None) -> Decision:
    prize, card = t.Prize(what.prize) if what.prize in set(t.Prize) else t.Prize.LINE, what.card
    with trace() as trail:
        wrong = first_fault(
            require_known_prize(what.prize),
            require_game_not_over(state),
            require_right_to_call(state, prize),
            require_line_open(state, prize),
            None if isinstance(what, a.CallForPlayer) else require_phase(state, *HEARD),
            d.require_no_case(state),
            require_line_not_lapsed(state, prize, is_keyed=by != person),
            fault("card-unclear", card=card[:20]) if t.split_card(card) is None else None,
            require_single_of_this_game(state, card),
            require_double_of_this_game(state, card),
            require_not_returned(state, card),
            require_sold(state, card),
            require_phase(state, *HEARD),
            require_free_part(state, card, what.part),
            require_new_call(state, prize, card),
            require_new_number(state, prize, card),
        )
    weigh(*trail.weighed)
    if wrong:
        return _refused(state, prize, what, by, wrong)
    rest_on(*trail.rests_on)
    shown = what.part or part_in_use(state, card)
    pause = () if state.phase is t.Phase.CHECK else (e.PhaseOpened(t.Phase.CHECK),)
    handed = () if person is None else (e.CardHandedIn(card, person),)
    return (e.PrizeCalled(prize, card, by, person, shown), *handed, *d.say(state, f"called-{prize}"), *pause)


def _refused(state: State, prize: t.Prize, what: a.Call, by: PersonId, wrong: Fault) -> Decision:
    """Note a call that was heard once at a number; of a player who calls what they were never sold no more than one."""
    is_heard = isinstance(what, a.CallForPlayer)
    name = call_name(prize, what.card) if is_heard else by
    is_noted = state.game.refused_calls.get(name) == len(state.game.announced_balls)
    if is_noted or wrong.code not in (KEPT if is_heard else {"card-not-sold"}):
        return wrong
    refused = e.CallRefused(prize, what.card, by, wrong.code, wrong.facts.get("game", 0))
    signed = d.with_clause_of_act(wrong, what)
    rest_on(*signed.clauses)
    return Irregular((refused,), (signed,))


@d.decides(a.CallPrize, "IV.20", *HEARD, asks_phase=False)
def call(state: State, who: PersonId, what: a.CallPrize) -> Decision:
    sold = state.game.sale_of(what.card)
    foreign = state.phase in HEARD and sold is not None and sold.person != who
    wrong = first_fault(d.require_person(who), fault("not-your-card", card=what.card) if foreign else None)
    return wrong or _called(state, what, who, who)


@d.decides(a.CallForPlayer, "IV.20", *HEARD, by=d.on_duty(d.CHIEF, *t.SELLERS, d.ASSISTANT), asks_phase=False)
def call_for_player(state: State, who: PersonId, what: a.CallForPlayer) -> Decision:
    """Decide a call that was made aloud: of a paper cartón, which is whoever's that holds it, or for its owner."""
    sold = state.game.sale_of(what.card)
    owner = None if sold is None else sold.person
    wrong = fault("not-your-card", card=what.card) if owner is not None and what.person not in (None, owner) else None
    return wrong or _called(state, what, who, owner)


def require_called(state: State, card: str, prize: str = "") -> Fault | None:
    kinds = {one.kind for one in state.game.pause.calls.claims}
    wanted = {call_name(one, card) for one in ((prize,) if prize else t.Prize)}
    return fault("not-called", card=card) if kinds.isdisjoint(wanted) else None


@d.decides(a.HandInCard, "IV.21", t.Phase.CHECK, asks_phase=False)
def hand_in(state: State, who: PersonId, what: a.HandInCard) -> Decision:
    wrong = first_fault(
        d.require_duty(state, who, *d.with_sellers(state.book.claims.carried_by.use())),
        require_phase(state, t.Phase.CHECK),
        require_called(state, what.card),
        fault("nothing-changes") if what.card in state.game.pause.handed_in else None,
    )
    return wrong or (e.CardHandedIn(what.card, who),)


@d.decides(a.ShowMaster, "IV.23", t.Phase.CHECK, by=d.on_duty(d.CHIEF, d.ASSISTANT), looks_up=True)
def show_master(state: State, who: PersonId, what: a.ShowMaster, sources: Sources) -> Decision:
    if wrong := first_fault(
        require_called(state, what.card), fault("nothing-changes") if what.card in state.game.pause.masters else None
    ):
        return wrong
    rows = rows_of(state, sources.cartones, what.card)
    if not rows and is_readable(state, what.card):
        return fault("card-unregistered", card=what.card)
    return (e.MasterShown(what.card, rows, camera_in(t.Phase.CHECK, is_master_out=True)),)


@rule("BG.II.10", neutral=t.Camera.MASTER)
def camera_in(phase: t.Phase, *, is_master_out: bool) -> t.Camera:
    """Return what the camera shows: the exit of the balls at all times, but for a master while no ball comes out."""
    return t.Camera.MASTER if phase is t.Phase.CHECK and is_master_out else t.Camera.EXIT


@d.decides(a.NoteDifference, "IV.23", t.Phase.CHECK, by=d.on_duty(d.CHIEF))
def note_difference(state: State, who: PersonId, what: a.NoteDifference) -> Decision:
    return require_called(state, what.card) or (e.DifferenceNoted(what.card, what.note, who),)


@rule("BG.IV.21", neutral=None)
def require_handed_in(state: State, card: str) -> Fault | None:
    return None if card in state.game.pause.handed_in else fault("card-not-handed-in", card=card)


@rule("BG.IV.23", neutral=None)
def require_master_shown(state: State, card: str) -> Fault | None:
    return None if card in state.game.pause.masters else fault("master-unshown", card=card)


def require_turn_of_check(state: State, prize: t.Prize, card: str) -> Fault | None:
    pause = state.game.pause
    called = (split_call(one.kind) for one in pause.calls.claims)
    waiting = [one for one in called if one not in pause.results]
    if not waiting:
        return None
    order = state.book.claims.check_order.use()
    first = min(waiting, key=lambda one: t.natural_place(one[1])) if order == "by-number" else waiting[0]
    return None if order == "any-order" or (prize, card) == first else fault("check-another-first", card=first[1])


@rule("BG.IV.08", "BG.IV.24", neutral=lambda state, card: fault("card-is-sold", card=card))
def require_of_paper(state: State, card: str) -> Fault | None:
    """Return a Fault unless the table chief may find that a number was never sold: it was paid from no account."""
    sold = state.game.sale_of(card)
    return fault("card-is-sold", card=card) if sold is not None and sold.person is not None else None


require_chief_to_verify: Final = rule("BG.IV.22", neutral=None)(d.held_by(d.CHIEF))


@d.decides(a.CheckCard, "IV.24", t.Phase.CHECK, by=require_chief_to_verify, looks_up=True)
def check(state: State, who: PersonId, what: a.CheckCard, sources: Sources) -> Decision:
    if wrong := first_fault(
        require_called(state, what.card, what.prize),
        fault("card-checked", card=what.card) if (what.prize, what.card) in state.game.pause.results else None,
        require_turn_of_check(state, what.prize, what.card),
        require_handed_in(state, what.card),
        require_master_shown(state, what.card),
        (require_of_paper(state, what.card) or d.require_reason(what.reason))
        if what.reason
        else require_sold(state, what.card),
    ):
        return wrong
    rows = state.game.pause.masters.get(what.card) or rows_of(state, sources.cartones, what.card)
    if not rows:
        return fault("card-unregistered", card=what.card)
    count, lacking = found_on(state.game, what.prize, rows)
    valid = not (lacking or what.reason)
    checked = e.CardChecked(what.prize, what.card, valid, lacking, count if valid else 0, what.reason)
    done, right = call_name(what.prize, what.card), {what.prize} if valid else set[t.Prize]()
    others = [one for one in unchecked_calls(state) if one != done]
    if what.reason:  # what it was found right for falls with it
        state = in_game(state, unsold_cards=state.game.unsold_cards | {what.card})
    said = d.say(state, f"right-{what.prize}" if valid else "wrong-more" if others else "wrong")
    return (checked, *said, *after_call(state, done, right, tuple(state.game.pause.calls.claims)))


def unchecked_calls(state: State) -> list[str]:
    pause = state.game.pause
    unchecked = (one.kind for one in pause.calls.claims if split_call(one.kind) not in pause.results)
    return sorted(unchecked, key=t.natural_place)


def after_call(state: State, done: str, new_right: set[t.Prize], counted: tuple[Claim[str], ...]) -> tuple[Event, ...]:
    """What follows when all are checked or taken back; the order after wrong calls may close stages of ``counted``."""
    if [one for one in unchecked_calls(state) if one != done]:
        return ()
    pause = state.game.pause
    right = {prize for prize in t.Prize if state.game.right_cards(prize)} | new_right
    back = pause.return_phase
    if back in (t.Phase.ASK_LINE, t.Phase.ASK_BINGO) and not (right and back == _asking(right)):  # it asked of unsold
        drawing = t.Phase.DRAW_BINGO if t.Prize.LINE in state.game.awards else t.Phase.DRAW_LINE
        back = _asking(right) if right else drawing
    if not right:
        closes = state.book.claims.failed_order_closes.use() and not is_all_out(state)
        called = tuple(prize for prize in t.Prize if any(one.kind.startswith(f"{prize}:") for one in counted))
        return (e.CallsDropped(called if closes else ()), *d.say(state, "order-on"), e.PhaseOpened(back))
    if not new_right and not pause.new_right_calls and pause.return_phase in t.ASKING:
        return (e.PhaseOpened(back),)
    if pause.return_phase == _asking(right) and not state.book.claims.question_again.use():
        return (e.PhaseOpened(pause.return_phase),)
    return question(state, right)


@rule("BG.IV.29", neutral=lambda state, right: (e.PhaseOpened(_asking(right)),))
def question(state: State, right: set[t.Prize]) -> tuple[Event, ...]:
    """Ask whether anybody else has won; of a bingo found right while the línea is open both questions are asked."""
    is_open = t.Prize.BINGO in right and t.Prize.LINE not in state.game.awards
    is_asked = t.Prize.LINE in right or (is_open and state.book.claims.bingo_first.use() == "same-pause")
    asked = [prize for prize in t.Prize if (is_asked if prize is t.Prize.LINE else prize in right)]
    formulas = {t.Prize.LINE: "more-lines", t.Prize.BINGO: "more-bingos"}
    said = [one for prize in asked for one in d.say(state, formulas[prize])]
    return (e.OthersAsked(tuple(asked)), *said, e.PhaseOpened(_asking(right)))


def _asking(right: set[t.Prize]) -> t.Phase:
    return t.Phase.ASK_BINGO if t.Prize.BINGO in right else t.Phase.ASK_LINE


@d.decides(a.TakeCallBack, "IV.20", t.Phase.CHECK, asks_phase=False)
def take_call_back(state: State, who: PersonId, what: a.TakeCallBack) -> Decision:
    """By its player before the master is shown, which tells what the check finds; by staff, what nobody had called."""
    keyed_by = _keyer(state, who, what)
    if wrong := first_fault(
        require_may_take_back(state, who, what.card)
        if keyed_by is None
        else require_may_put_right(state, who, keyed_by),
        require_phase(state, t.Phase.CHECK),
        require_called(state, what.card, what.prize),
        require_slip_told(what) if keyed_by else require_withdrawable(state, what),
        require_check_not_begun(state, what) if keyed_by else require_master_unseen(state, what.card),
    ):
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
    """Whoever keyed a call, still on duty, may take it back, and the table chief."""
    return d.require_duty(state, who, *((d.CHIEF, *t.SELLERS, d.ASSISTANT) if who == keyed_by else (d.CHIEF,)))


@rule("HP.BG.keyed-call", neutral=None)
def require_slip_told(what: a.TakeCallBack) -> Fault | None:
    return d.require_reason(what.reason)


@rule("HP.BG.keyed-call", neutral=None)
def require_check_not_begun(state: State, what: a.TakeCallBack) -> Fault | None:
    """A check has begun with a result, or when the master was shown for this call and for no other."""
    pause = state.game.pause
    shown = [one for one in pause.calls_of(what.card) if one in pause.shown_for]
    is_shown_alone = shown == [call_name(what.prize, what.card)]
    is_begun = (what.prize, what.card) in pause.results or is_shown_alone
    return fault("card-checked", card=what.card) if is_begun else None


def require_master_unseen(state: State, card: str) -> Fault | None:
    return fault("card-checked", card=card) if card in state.game.pause.masters else None


def require_may_take_back(state: State, who: PersonId, card: str) -> Fault | None:
    owner = _owner(state, card)
    if owner is None:
        return d.require_duty(state, who, d.CHIEF, *t.SELLERS, d.ASSISTANT)
    return None if who == owner else fault("not-your-card", card=card)


def require_withdrawable(state: State, what: a.TakeCallBack) -> Fault | None:
    is_again = state.game.withdrawn_calls.get((what.prize, what.card)) == len(state.game.announced_balls)
    return None if state.book.claims.taken_back.use() and not is_again else fault("call-stands")
