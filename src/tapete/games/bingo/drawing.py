"""The drawing: a ball is out, it is announced, it is shown; each of them is an act of its own, in this order."""

from __future__ import annotations

from tapete.chance import BallOut, ChanceKind, SealUrn, UrnSealed
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, duties as d, events as e
from tapete.games.bingo.evolve import in_game
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import ASKING, CALLER_ERROR, DRAWING, Phase, natural_place
from tapete.kernel import CHANCE, Decision, Event, PersonId
from tapete.table.phases import require_phase


def tokens(state: State) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, state.book.balls.count.use() + 1))


@d.decides(SealUrn, "IV.16")
def seal(state: State, who: PersonId, what: SealUrn) -> Decision:
    if wrong := first_fault(
        None if who == CHANCE else fault("only-chance"),
        None if state.game.is_urn_wanted and what.urn == state.urns + 1 else fault("no-urn-awaited"),
    ):
        return wrong
    if state.balls is ChanceKind.SEALED and len(what.commitments) != len(tokens(state)):
        return fault("commitments-missing", size=len(tokens(state)), found=len(what.commitments))
    return (UrnSealed(what.urn, state.balls, tokens(state), what.commitments),)


def is_rest_awaited(state: State) -> bool:
    """Return True if balls that did not come out are still to be opened: all ninety prove that each was in once."""
    game = state.game
    count = len(game.balls) + game.opened_count
    is_left = game.is_opening_rest and state.balls is ChanceKind.SEALED and count < len(tokens(state))
    return is_left and state.book.balls.open_rest.use()


def is_all_out(state: State) -> bool:
    balls = state.game.balls
    return len(balls) >= state.book.balls.count.use() and balls[-1].is_shown


@rule("BG.IV.20", neutral=None)
def require_no_pending_call(state: State) -> Fault | None:
    """Return a Fault after a call: no ball comes out until the table chief's order."""
    return fault("claim-pending") if state.phase in (Phase.CHECK, *ASKING) else None


@rule("BG.IV.17", neutral=None)
def require_last_ball_announced(state: State) -> Fault | None:
    balls = state.game.balls
    return fault("ball-unannounced") if balls and balls[-1].said_number is None else None


@rule("BG.IV.18", neutral=None)
def require_last_ball_shown(state: State) -> Fault | None:
    balls = state.game.balls
    return fault("ball-unshown") if balls and balls[-1].said_number is not None and not balls[-1].is_shown else None


@rule("BG.IV.27", neutral=None)
def require_game_on(state: State) -> Fault | None:
    return fault("game-over") if state.game.is_over and state.game.number else None


@d.decides(a.DrawBall, "IV.16", *DRAWING, by=d.on_duty(d.CALLER), asks_phase=False)
def draw(state: State, who: PersonId, what: a.DrawBall) -> Decision:
    wrong = first_fault(
        require_no_pending_call(state),
        require_game_on(state),
        require_phase(state, *DRAWING),
        d.require_no_case(state),
        require_last_ball_announced(state),
        require_last_ball_shown(state),
        fault("ball-too-soon") if state.phase in DRAWING and d.is_running(state, d.PACE) else None,
        fault("nothing-changes") if state.game.is_ball_wanted else None,
        fault("no-ball-left") if len(state.game.balls) >= state.book.balls.count.use() else None,
    )
    return wrong or (e.BallWanted(len(state.game.balls)),)


@d.decides(a.CallBall, "IV.16 IV.17 IV.18", *DRAWING, by=d.on_duty(d.CALLER), asks_phase=False)
def call(state: State, who: PersonId, what: a.CallBall) -> Decision:
    """Let a ball out by one act that announces and shows it too; out of a sealed urn it comes by the entry after."""
    drawn, position = draw(state, who, a.DrawBall()), len(state.game.balls)
    if not isinstance(drawn, tuple):
        return drawn
    wanted = (e.BallWanted(position, is_called=True),)
    if state.balls is not ChanceKind.KEYED:
        return fault("balls-not-keyed") if what.token else wanted
    called = in_game(state, is_ball_wanted=True, is_ball_called=True)
    out = ball_out(called, who, BallOut(state.game.urn, position, what.token))
    return (*wanted, *out) if isinstance(out, tuple) else out


@rule("BG.IV.16", neutral=None)
def require_undrawn_ball(state: State, ball: int) -> Fault | None:
    """Return a Fault if the ball is out already: balls come out one after another and stay out."""
    return fault("ball-already-drawn", ball=ball) if ball in state.game.drawn_balls else None


@d.decides(BallOut, "IV.16", *DRAWING, Phase.CHECK, *ASKING, asks_phase=False)
def ball_out(state: State, who: PersonId, what: BallOut) -> Decision:
    game = state.game
    keyed = state.balls is ChanceKind.KEYED
    is_rest = is_rest_awaited(state)
    position = len(game.balls) + game.opened_count
    awaited = (game.is_ball_wanted or is_rest) and (what.urn, what.position) == (game.urn, position)
    wrong = first_fault(
        d.require_duty(state, who, d.CALLER) if keyed else None if who == CHANCE else fault("only-chance"),
        None if is_rest else require_game_on(state),
        None if awaited else fault("no-ball-awaited"),
        None if what.token in tokens(state) else fault("number-out-of-range", ball=what.token[:8]),
    )
    if wrong := wrong or require_undrawn_ball(state, int(what.token)):
        return wrong
    if is_rest:
        return (e.BallOpened(what.urn, what.position, what.token),)
    drawn, number = e.BallDrawn(what.urn, what.position, what.token), int(what.token)
    if not game.is_ball_called:
        return (drawn,)
    shown = () if state.hall.pause else d.put_on_panel(number)
    return (drawn, e.BallAnnounced(number, number), *shown)


def is_error_reported(state: State) -> bool:
    return any(one.cause == CALLER_ERROR for one in state.game.cases)


@rule("BG.V.01", neutral=None)
def require_in_time(state: State, who: PersonId, position: int) -> Fault | None:
    """Return a Fault if another ball was drawn since, unless the table chief rules on an error that was reported."""
    is_last = position == len(state.game.balls) - 1 and not state.game.is_ball_wanted
    is_ruling = is_error_reported(state) and d.require_duty(state, who, d.CHIEF) is None
    return None if is_last or is_ruling else fault("correction-late")


def require_no_check_by(state: State, number: int) -> Fault | None:
    """Return a Fault if a cartón was found right in this pause by a number whose ball never came out."""
    pause = state.game.pause
    right = sorted({card for (_, card), count in pause.results.items() if count}, key=natural_place)
    bearing = [card for card in right if any(number in row for row in pause.masters.get(card, ()))]
    return fault("card-checked", card=bearing[0]) if bearing else None


@d.decides(a.RekeyBall, "V.01", *DRAWING, Phase.CHECK, *ASKING, by=d.on_duty(d.CALLER, d.CHIEF))
def rekey(state: State, who: PersonId, what: a.RekeyBall) -> Decision:
    """Before the next ball, or when the table chief rules on a report. What was said wrongly never counts."""
    balls = state.game.balls
    drawn = state.game.drawn_balls
    position = drawn.index(what.was) if what.was in drawn else -1 if what.was else len(balls) - 1
    wrong = first_fault(
        None if state.balls is ChanceKind.KEYED else fault("balls-not-keyed"),
        None if position >= 0 else fault("nothing-to-correct"),
    )
    if wrong := wrong or first_fault(
        require_undrawn_ball(state, what.number),
        require_in_time(state, who, position),
        require_no_check_by(state, balls[position].number),
    ):
        return wrong
    ball = balls[position]
    keyed = e.BallRekeyed(position, ball.number, what.number)
    if ball.said_number in (None, what.number):
        return (keyed,)
    return (keyed, *_said_rightly(state, who, what.number, ball.said_number))


@d.decides(a.AnnounceBall, "IV.17", *DRAWING, by=d.on_duty(d.CALLER))
def announce(state: State, who: PersonId, what: a.AnnounceBall) -> Decision:
    balls = state.game.balls
    wrong = first_fault(
        d.require_no_case(state), None if balls and balls[-1].said_number is None else fault("nothing-to-announce")
    )
    return wrong or (e.BallAnnounced(balls[-1].number, what.number or balls[-1].number),)


@rule("BG.IV.18", neutral=None)
def require_announced(state: State) -> Fault | None:
    """Return a Fault if the number has not been announced: the announcement comes first, the screen second."""
    balls = state.game.balls
    return None if balls and balls[-1].said_number is not None else fault("ball-unannounced")


@d.decides(a.ShowBall, "IV.18", *DRAWING, by=d.on_duty(d.CALLER))
def show(state: State, who: PersonId, what: a.ShowBall) -> Decision:
    balls = state.game.balls
    wrong = first_fault(
        None if balls else fault("nothing-to-announce"),
        require_announced(state),
        fault("nothing-changes") if balls and balls[-1].is_shown else None,
    )
    return wrong or d.put_on_panel(balls[-1].said_number or balls[-1].number)


@d.decides(a.CorrectAnnouncement, "V.01", *DRAWING, by=d.on_duty(d.CALLER, d.CHIEF))
def correct(state: State, who: PersonId, what: a.CorrectAnnouncement) -> Decision:
    balls = state.game.balls
    if wrong := first_fault(
        None if balls and balls[-1].said_number not in (None, balls[-1].number) else fault("nothing-to-correct"),
        fault("correction-late") if state.game.is_ball_wanted else None,
    ):
        return wrong
    return _said_rightly(state, who, balls[-1].number, balls[-1].said_number or 0)


def _said_rightly(state: State, who: PersonId, number: int, said: int) -> tuple[Event, ...]:
    """The right number of a ball is said; a house may have the table chief decide about each slip."""
    right = (e.AnnouncementCorrected(number, said), *d.say(state, "correction", number=number))
    if is_error_reported(state) or state.book.void.corrected_in_time.use() == "not-substantial":
        return right
    return (*right, e.CaseOpened(state.game.last_case + 1, CALLER_ERROR, len(state.game.balls), who))


@rule("BG.IV.19", neutral=None)
def require_number_announced(state: State, number: int) -> Fault | None:
    if number in state.game.said_numbers or state.book.marks.early.use() == "no-effect":
        return None
    return fault("number-unannounced", number=number)


@rule("BG.II.02", neutral=())
def marks_of(who: PersonId, card: str, number: int) -> tuple[e.NumberMarked, ...]:
    """Return the mark of a player on their cartón, which can be marked."""
    return (e.NumberMarked(who, card, number),)


@d.decides(a.MarkNumber, "IV.19")
def mark(state: State, who: PersonId, what: a.MarkNumber) -> Decision:
    if what.card is None or what.number is None:
        return fault("malformed", text="")
    sold = state.game.sale_of(what.card)
    wrong = first_fault(
        d.require_person(who),
        None if sold is not None and sold.person == who else fault("not-your-card", card=what.card),
        require_number_announced(state, what.number),
    )
    return wrong or marks_of(who, what.card, what.number)
