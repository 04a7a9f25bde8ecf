"""Folds of the events of a game: its balls, the calls of a pause, and its prizes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from immutables import Map
from msgspec.structs import replace

from tapete.games.bingo import events as e
from tapete.games.bingo.fold_sale import in_game
from tapete.games.bingo.pause import Pause, call_name
from tapete.games.bingo.ranges import without_cards
from tapete.games.bingo.state import Ball, State
from tapete.games.bingo.terms import ASKING, DRAWING, Phase, Prize
from tapete.table.windows import Claim, claim

T = TypeVar("T")

# --- the balls --------------------------------------------------------------------------------------------------------


def apply_ball_wanted(state: State, event: e.BallWanted) -> State:
    return in_game(state, is_ball_wanted=True)


def apply_ball_drawn(state: State, event: e.BallDrawn) -> State:
    """Put a ball out; it does not count yet. With the next ball nothing of the last pause lasts."""
    pause = Pause() if state.phase in DRAWING else state.game.pause
    state = replace(state, limits_passed=0)
    return in_game(state, is_ball_wanted=False, balls=(*state.game.balls, Ball(event.ball)), pause=pause)


def apply_ball_opened(state: State, event: e.BallOpened) -> State:
    return in_game(state, opened_count=state.game.opened_count + 1)


def apply_ball_rekeyed(state: State, event: e.BallRekeyed) -> State:
    """Put the right number on a ball that is out; what was said of it stays said until it is corrected. With another
    number a cartón that was found wrong may be called again.
    """
    balls = list(state.game.balls)
    balls[event.position] = replace(balls[event.position], number=event.ball)
    return in_game(state, balls=tuple(balls), error_at=_first_misread(balls), failed_calls=Map())


def _first_misread(balls: Iterable[Ball]) -> int | None:
    misread = (at for at, one in enumerate(balls, start=1) if one.said_number not in (None, one.number))
    return next(misread, None)


def apply_ball_announced(state: State, event: e.BallAnnounced) -> State:
    """Keep which number was said of a ball: its own lets it count."""
    last = replace(state.game.balls[-1], said_number=event.said_number)
    wrong = (
        len(state.game.balls)
        if event.said_number != event.ball and state.game.error_at is None
        else state.game.error_at
    )
    return in_game(state, balls=(*state.game.balls[:-1], last), error_at=wrong)


def apply_ball_shown(state: State, event: e.BallShown) -> State:
    """Put a number on the panel."""
    return in_game(state, balls=(*state.game.balls[:-1], replace(state.game.balls[-1], is_shown=True)))


def apply_announcement_corrected(state: State, event: e.AnnouncementCorrected) -> State:
    balls = tuple(replace(one, said_number=one.number) if one.number == event.ball else one for one in state.game.balls)
    return in_game(state, balls=balls, error_at=_first_misread(balls))


def apply_number_marked(state: State, event: e.NumberMarked) -> State:
    """Keep a mark for the player alone; a record that is read without its private parts has none."""
    if event.card is None or event.number is None:
        return state
    key = (event.person, event.card)
    return replace(state, marks=state.marks.set(key, state.marks.get(key, frozenset()) | {event.number}))


# --- the pause --------------------------------------------------------------------------------------------------------


def _in_pause(state: State, **changes: object) -> State:
    return in_game(state, pause=replace(state.game.pause, **changes))


def apply_prize_called(state: State, event: e.PrizeCalled) -> State:
    """Enter a call among the claims of the pause; the first one of a pause keeps where the game stood."""
    pause = state.game.pause
    if state.phase is not Phase.CHECK:
        pause = replace(pause, return_phase=state.phase)
        if state.phase not in ASKING:
            pause = Pause(return_phase=state.phase)
    kind, place = call_name(event.prize, event.card), (state.game.part, event.card)
    made = Claim(event.by if event.person is None else event.person, kind)
    others = replace(pause.calls, claims=tuple(one for one in pause.calls.claims if one.kind != kind))
    pause = replace(
        pause,
        calls=claim(others, made),
        keyers=_with_kind(pause.keyers, kind, None if event.by == event.person else event.by),
        holders=pause.holders.set(event.card, event.person),
        shown_for=pause.shown_for - {kind},
        results=Map({key: good for key, good in pause.results.items() if key != (event.prize, event.card)}),
        parts_named=_with_kind(pause.parts_named, kind, event.part or None),
    )
    parts = state.game.parts_shown
    if event.part and place not in parts:
        pause = replace(pause, first_parts=pause.first_parts | {event.card})
        parts = parts.set(place, event.part)
    return in_game(state, pause=pause, parts_shown=parts)


def _with_kind(by_kind: Map[str, T], kind: str, one: T | None) -> Map[str, T]:
    if one is not None:
        return by_kind.set(kind, one)
    return by_kind.delete(kind) if kind in by_kind else by_kind


def apply_call_refused(state: State, event: e.CallRefused) -> State:
    """Keep that a call is noted, so that the same one is noted once at a number."""
    names = (call_name(event.prize, event.card), event.by)
    refused = state.game.refused_calls.update(dict.fromkeys(names, len(state.game.announced_balls)))
    return in_game(state, refused_calls=refused)


def apply_call_taken_back(state: State, event: e.CallTakenBack) -> State:
    """Take a call out of the claims of the pause, and the part of a double that no other call was made for. Of one that
    was keyed for a cartón nobody called nothing stays, nor is that cartón with the table chief.
    """
    game, calls = state.game, state.game.pause.calls
    taken = call_name(event.prize, event.card)
    kept = tuple(one for one in calls.claims if one.kind != taken)
    is_last_of_card = game.pause.calls_of(event.card) == (taken,)
    if event.keyed_by is None:
        withdrawn = game.withdrawn_calls.set((event.prize, event.card), len(game.announced_balls))
        state = in_game(state, withdrawn_calls=withdrawn)
    else:
        state = _in_pause(state, has_line_slip=game.pause.has_line_slip or event.prize is Prize.LINE)
        if is_last_of_card:
            state = _in_pause(state, handed_in=game.pause.handed_in - {event.card})
    state = _in_pause(state, calls=replace(calls, claims=kept))
    return _with_part_left(state, event.card) if event.card in game.pause.first_parts else state


def _with_part_left(state: State, card: str) -> State:
    """Return the state in which a double uses the part that the calls left of it were made for; none, if none was."""
    game, pause = state.game, state.game.pause
    left = [pause.parts_named[name] for name in pause.calls_of(card) if name in pause.parts_named]
    if left:
        return in_game(state, parts_shown=game.parts_shown.set((game.part, card), left[0]))
    state = in_game(state, parts_shown=game.parts_shown.delete((game.part, card)))
    return _in_pause(state, first_parts=pause.first_parts - {card})


def apply_card_handed_in(state: State, event: e.CardHandedIn) -> State:
    """Keep that the table chief has a cartón."""
    return _in_pause(state, handed_in=state.game.pause.handed_in | {event.card})


def apply_master_shown(state: State, event: e.MasterShown) -> State:
    """Keep the numbers of a called cartón, which everybody sees, and for which calls they were shown."""
    pause = state.game.pause
    shown_for = pause.shown_for.union(pause.calls_of(event.card))
    return _in_pause(state, masters=pause.masters.set(event.card, event.rows), shown_for=shown_for)


def apply_card_checked(state: State, event: e.CardChecked) -> State:
    """Keep what the check of a called cartón found."""
    pause = state.game.pause
    results = pause.results.set((event.prize, event.card), event.combinations if event.valid else 0)
    failed = state.game.failed_calls
    if not event.valid:
        state = in_game(state, failed_calls=failed.set((event.prize, event.card), len(state.game.announced_balls)))
    if event.reason:
        state = in_game(state, unsold_cards=state.game.unsold_cards | {event.card})
        of_game = {name: state.refunds[name] for name in state.game.part_names if name in state.refunds}
        left = {name: replace(one, sales=without_cards(one.sales, (event.card,))) for name, one in of_game.items()}
        state = replace(state, refunds=state.refunds.update(left))
    found = {} if event.reason else {(event.prize, event.card): len(event.missing_numbers)}
    lacking = pause.lacking.update(found)
    return _in_pause(state, results=results, lacking=lacking, new_right_calls=pause.new_right_calls + event.valid)


def apply_others_asked(state: State, event: e.OthersAsked) -> State:
    state = _in_pause(state, is_interval_over=False, new_right_calls=0)
    return in_game(state, times_asked=state.game.times_asked + 1)


def apply_interval_passed(state: State, event: e.IntervalPassed) -> State:
    state = replace(state, limits_passed=state.limits_passed + 1)
    return _in_pause(state, is_interval_over=True) if state.phase in ASKING else state


def apply_token_given(state: State, event: e.TokenGiven) -> State:
    given = state.game.tokens.set((state.game.part, event.prize, event.card), event.serial)
    return replace(in_game(state, tokens=given), tokens_given=event.serial)


def apply_prize_awarded(state: State, event: e.PrizeAwarded) -> State:
    """Keep who won a prize; its stage is closed."""
    return in_game(
        state,
        awards=state.game.awards.set(event.prize, event.winning_cards),
        closed_at=state.game.closed_at.set(event.prize, len(state.game.announced_balls)),
        times_asked=0,
    )


def apply_calls_dropped(state: State, event: e.CallsDropped) -> State:
    """Drop the calls of a pause of which none was right; the part of a double that was checked stays used."""
    closed = state.game.closed_at
    for prize in event.prizes:
        closed = closed.set(prize, len(state.game.announced_balls))
    pause = state.game.pause
    kept = Pause(
        return_phase=pause.return_phase,
        is_interval_over=pause.is_interval_over,
        lacking=pause.lacking,
    )
    return in_game(state, pause=kept, closed_at=closed)
