"""Causes that may make a game void: what each does in a hall, and who may still stop the game for one."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo.choices import CountError, DefectInGame, Verdict
from tapete.games.bingo.state import State
from tapete.kernel import PersonId

CALLER_ERROR = "caller-error"
COUNT_WRONG = "count-wrong"
BALL_DAMAGED = "ball-damaged"
CALLED_OFF = "called-off"
"""Why a sale ended without a game: no cause of a void one."""


@rule("BG.V.04", neutral=Verdict.CHIEF)
def verdict_of(state: State, cause: str) -> Verdict | None:
    """Return what a cause does: that of the house's list, or the table chief decides; None where it changes nothing."""
    listed = state.book.void.causes
    match cause:
        case "count-wrong":
            return _verdict_of_count(state)
        case "ball-damaged":
            return _verdict_of_defect(state)
        case _:
            return listed[cause].use() if cause in listed else Verdict.CHIEF


def _verdict_of_count(state: State) -> Verdict | None:
    match state.book.sale.error_after_start.use():
        case CountError.STANDS:
            return None
        case CountError.CHIEF:
            return Verdict.CHIEF
        case CountError.VOID:
            return Verdict.VOID


def _verdict_of_defect(state: State) -> Verdict | None:
    match state.book.balls.defect_in_game.use():
        case DefectInGame.FINISH:
            return None
        case DefectInGame.VOID:
            return Verdict.VOID
        case DefectInGame.CHIEF:
            listed = state.book.void.causes
            return listed[BALL_DAMAGED].use() if BALL_DAMAGED in listed else Verdict.CHIEF


def is_voided_by(state: State, cause: str) -> bool:
    """Return True if what was reported makes the game void where it happened: once a prize was paid it is for the table
    chief, who decides about the prize too; and so it is after the order that ended the game, but for a wrong count.
    """
    is_played = not state.game.is_over or cause == COUNT_WRONG
    return verdict_of(state, cause) is Verdict.VOID and is_played and not state.game.payments


@rule("BG.V.04", neutral=None)
def require_cause_of_game(cause: str) -> Fault | None:
    """Return a Fault for what makes no game void: a sale that was called off had none."""
    return fault("cause-unknown", cause=cause) if cause == CALLED_OFF else None


def require_cause(state: State, cause: str) -> Fault | None:
    """Return a Fault if the house has decided beforehand that a cause changes nothing, or if it is none of a game."""
    unknown = require_cause_of_game(cause)
    if unknown:
        return unknown
    if verdict_of(state, cause) is not None:
        return None
    return fault("prizes-stand" if cause == COUNT_WRONG else "balls-changed-later")


@rule("BG.V.01", neutral=None)
def require_error_told(state: State, cause: str) -> Fault | None:
    """Return a Fault if a game would be void by an error of the caller that nobody has reported and that the record
    does not show.
    """
    is_told = state.game.error_at is not None or any(one.cause == CALLER_ERROR for one in state.game.cases)
    return fault("nothing-reported") if cause == CALLER_ERROR and not is_told else None


@rule("HP.BG.reports", neutral=None)
def require_unruled(state: State, cause: str) -> Fault | None:
    """Return a Fault if the table chief has ruled on the same in this game and nothing was announced since."""
    ruled_at = state.game.ruled_reports.get(cause)
    return fault("report-ruled") if ruled_at == state.game.said_count else None


@rule("HP.BG.reports", neutral=None)
def require_new_report(state: State, who: PersonId, cause: str) -> Fault | None:
    """Return a Fault if the same waits for the table chief, if he has ruled on it and nothing was announced since, or
    if a report of this person was found untrue in this game.
    """
    return first_fault(
        fault("already-reported") if any(one.cause == cause for one in state.game.cases) else None,
        require_unruled(state, cause),
        fault("report-doubted") if who in state.game.doubted else None,
    )
