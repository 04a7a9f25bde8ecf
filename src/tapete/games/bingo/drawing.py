"""The drawing: balls come out one after another, and each counts once it is announced."""

from __future__ import annotations

from tapete.chance import BallOut, ChanceKind, SealUrn, UrnSealed
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts
from tapete.games.bingo.events import BallAnnounced, BallDrawn, BallWanted
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Phase
from tapete.kernel import CHANCE, Decision, PersonId
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post


@rule("BG.IV.20", neutral=None)
def require_no_pending_call(state: State) -> Fault | None:
    """A call interrupts the game: no ball comes out until the table chief's order."""
    return fault("claim-pending") if state.phase is Phase.PAUSE else None


@rule("BG.IV.17", neutral=None)
def require_last_ball_announced(state: State) -> Fault | None:
    """The number of each ball is announced, before the next one comes out."""
    return fault("ball-unannounced") if len(state.drawn_balls) > len(state.announced_balls) else None


def draw(state: State, who: PersonId, what: acts.DrawBall) -> Decision:
    """Decide that a ball comes out."""
    wrong = first_fault(
        require_post(state.staff, who, Role.CALLER),
        require_no_pending_call(state),
        require_phase(state, Phase.DRAWING, Phase.PAUSE),
        require_last_ball_announced(state),
        fault("no-ball-left") if len(state.drawn_balls) >= state.book.draw.balls.use() else None,
    )
    return wrong or (BallWanted(len(state.drawn_balls)),)


@rule("BG.IV.16", neutral=None)
def require_undrawn_ball(state: State, ball: int) -> Fault | None:
    """Balls come out one after another and stay out."""
    return fault("ball-already-drawn", ball=ball) if ball in state.drawn_balls else None


def tokens(state: State) -> tuple[str, ...]:
    """Return what the machine holds: the balls in order of their numbers."""
    return tuple(str(number) for number in range(1, state.book.draw.balls.use() + 1))


def seal(state: State, who: PersonId, what: SealUrn) -> Decision:
    """Decide the order of the balls, with its commitments where it is sealed."""
    wrong = first_fault(
        None if who == CHANCE else fault("only-chance"),
        None if not state.urn and what.urn == 1 else fault("no-urn-awaited"),
    )
    if wrong:
        return wrong
    if state.balls is ChanceKind.SEALED and len(what.commitments) != len(tokens(state)):
        return fault("commitments-missing", size=len(tokens(state)), found=len(what.commitments))
    return (UrnSealed(what.urn, state.balls, tokens(state), what.commitments),)


def ball_out(state: State, who: PersonId, what: BallOut) -> Decision:
    """Decide the ball that chance let out, or whose number the caller keys."""
    keyed = state.balls is ChanceKind.KEYED
    wrong = first_fault(
        require_post(state.staff, who, Role.CALLER) if keyed else None if who == CHANCE else fault("only-chance"),
        None
        if state.is_ball_awaited and (what.urn, what.position) == (state.urn, len(state.drawn_balls))
        else fault("no-ball-awaited"),
        None if what.token in tokens(state) else fault("number-out-of-range", ball=what.token[:8]),
    )
    wrong = wrong or require_undrawn_ball(state, int(what.token))
    return wrong or (BallDrawn(what.urn, what.position, what.token),)


def announce(state: State, who: PersonId, what: acts.Announce) -> Decision:
    """Decide the announcement of the ball that is out."""
    wrong = first_fault(
        require_post(state.staff, who, Role.CALLER),
        require_phase(state, Phase.DRAWING),
        None if len(state.drawn_balls) > len(state.announced_balls) else fault("nothing-to-announce"),
    )
    return wrong or (BallAnnounced(state.drawn_balls[-1]),)
