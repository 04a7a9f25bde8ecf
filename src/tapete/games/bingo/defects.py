"""A ball that is not in perfect condition: who says so, and how the table chief rules on it outside of a game."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.causes import (
    BALL_DAMAGED,
    is_voided_by,
    require_cause,
    require_new_report,
    require_unruled,
    verdict_of,
)
from tapete.games.bingo.duties import AT_PLAY, CHIEF, require_duty, require_no_case, require_reason
from tapete.games.bingo.inventory import BallSet
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import ASKING, DRAWING, NOT_DRAWN, Phase
from tapete.kernel import Decision, Event, PersonId
from tapete.table.phases import require_phase
from tapete.table.staff import is_on_duty


def report_defect(state: State, who: PersonId, what: a.ReportDefect) -> Decision:
    """Decide that somebody says that a ball is not in perfect condition: an official, or a player of the game."""
    plays = any(one.person == who for one in state.game.sales)
    is_word = plays and not is_on_duty(state.staff, who)
    return _word_on_defect(state, who, what) if is_word else _report_of_defect(state, who, what)


def _word_on_defect(state: State, who: PersonId, what: a.ReportDefect) -> Decision:
    """Decide a player's word, while balls are drawn: it waits for the table chief, and the set is used on until he
    finds the same.
    """
    wrong = first_fault(
        require_phase(state, *DRAWING),
        require_cause(state, BALL_DAMAGED),
        require_new_report(state, who, BALL_DAMAGED),
    )
    return wrong or (_case_of_defect(state, who, what),)


def _report_of_defect(state: State, who: PersonId, what: a.ReportDefect) -> Decision:
    """Decide an official's report: the set is changed before the next game, and in a game the house's rule for it
    holds.
    """
    is_played = state.phase in (*DRAWING, Phase.CHECK, *ASKING)
    wrong = first_fault(
        require_duty(state, who, *AT_PLAY),
        None if state.hall.loaded_set else fault("no-balls-loaded"),
        require_unruled(state, BALL_DAMAGED) if is_played else None,
    )
    if wrong:
        return wrong
    found = e.DefectReported(state.hall.loaded_set, what.ball, what.note, who)
    is_heard = is_played and not require_new_report(state, who, BALL_DAMAGED)
    if not is_heard or verdict_of(state, BALL_DAMAGED) is None:
        return (found,)
    return (found, _case_of_defect(state, who, what))


def _case_of_defect(state: State, who: PersonId, what: a.ReportDefect) -> Event:
    serial, ball, must = state.game.last_case + 1, len(state.game.balls), is_voided_by(state, BALL_DAMAGED)
    return e.CaseOpened(serial, BALL_DAMAGED, ball, who, what.note, must_void=must)


@rule("BG.II.19", neutral=None)
def require_damaged(state: State, balls: str) -> Fault | None:
    """Return a Fault unless a ball of the set was found damaged: of another one there is nothing to rule on."""
    if balls not in state.hall.ball_sets:
        return fault("no-such-balls", balls=balls)
    return None if state.hall.ball_sets.get(balls, BallSet()).is_damaged else fault("nothing-reported")


def find_sound(state: State, who: PersonId, what: a.FindBallsSound) -> Decision:
    """Decide that the table chief finds a set in perfect condition of which a damaged ball was reported: it may be used
    again. While balls are drawn he rules on the report that waits.
    """
    wrong = first_fault(
        require_duty(state, who, CHIEF),
        require_phase(state, *NOT_DRAWN),
        require_no_case(state),
        require_damaged(state, what.balls),
        require_reason(what.reason),
    )
    return wrong or (e.BallsFoundSound(what.balls, what.reason, who),)
