"""What is said in a hall, and how long it waits."""

from __future__ import annotations

from typing import Final, NamedTuple

from tapete.clauses import Fault, fault, first_fault
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.causes import CALLED_OFF
from tapete.games.bingo.duties import decides
from tapete.games.bingo.events import Said
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import ASKING, DRAWING, Phase
from tapete.kernel import CLOCK, Decision, PersonId, TimeLimit
from tapete.table.phases import require_phase

QUESTION: Final = "question"
SALE_LEAST, SALE_MOST = "sale-least", "sale-most"
BETWEEN_GAMES: Final = "between-games"
PACE: Final = "pace"
CHECK_WARNING: Final = "check-warning"

REMINDERS: Final = frozenset({SALE_MOST, CHECK_WARNING})
"""Times after which nothing is allowed or forbidden that was not before."""


class Limit(NamedTuple):
    """A time of a window: its name and its seconds."""

    name: str
    seconds: int


def limits(state: State) -> tuple[Limit, ...]:
    """Return the times that run in this window beside those of a question, one after another; none of 0 seconds."""
    times, found = state.book.times, tuple[Limit, ...]()
    match state.phase:
        case Phase.SALE:
            least, most = times.sale_least.use(), times.sale_most.use()
            found = (Limit(SALE_LEAST, least), Limit(SALE_MOST, max(1, most - least) if most else 0))
        case Phase.READY if state.hall.session_games:
            found = (Limit(BETWEEN_GAMES, times.between_games.use()),)
        case Phase.DRAW_LINE | Phase.DRAW_BINGO if state.game.balls:
            found = (Limit(PACE, state.book.draw.pace.use()),)
        case Phase.CHECK:
            found = (Limit(CHECK_WARNING, times.check_warning.use()),)
        case _:
            pass
    return tuple(one for one in found if one.seconds)


def running(state: State) -> Limit | None:
    if state.phase in ASKING:
        return None if state.game.pause.is_interval_over else Limit(QUESTION, _interval(state))
    left = limits(state)[state.limits_passed :]
    return left[0] if left else None


def _interval(state: State) -> int:
    claims = state.book.claims
    match state.phase:
        case Phase.ASK_LINE:
            return claims.interval_line.use()
        case Phase.ASK_BINGO:
            return claims.interval_bingo.use()
        case _:
            return claims.all_out_seconds.use()


def time_limit(state: State) -> TimeLimit | None:
    limit = running(state)
    if limit is None:
        return None
    return TimeLimit(str(state.phase), limit.seconds, a.TimeUp(), "" if limit.name == QUESTION else limit.name)


def reminders(state: State) -> tuple[str, ...]:
    return tuple(one.name for one in limits(state)[: state.limits_passed] if one.name in REMINDERS)


def is_running(state: State, name: str) -> bool:
    return any(one.name == name for one in limits(state)[state.limits_passed :])


@decides(a.TimeUp, "IV.30")
def time_up(state: State, who: PersonId, what: a.TimeUp) -> Decision:
    is_watched = state.phase in ASKING or bool(limits(state))
    wrong = first_fault(
        None if who == CLOCK else fault("only-clock"),
        None if is_watched else require_phase(state, *ASKING),
        None if running(state) else fault("nothing-changes"),
    )
    return wrong or (e.IntervalPassed(),)


def require_sale_long_enough(state: State) -> Fault | None:
    return fault("sale-too-short") if state.phase is Phase.SALE and is_running(state, SALE_LEAST) else None


def require_rest(state: State) -> Fault | None:
    return fault("rest-between-games") if state.phase is Phase.READY and is_running(state, BETWEEN_GAMES) else None


def require_pace(state: State) -> Fault | None:
    return fault("ball-too-soon") if state.phase in DRAWING and is_running(state, PACE) else None


# --- sayings ----------------------------------------------------------------------------------------------------------

OTHER_CAUSE = "other"
"""What everybody is told of a cause for which the house has no words."""


def public_cause(state: State, cause: str) -> str:
    """Return a cause of a void game as everybody may know it: one that the house has words for, never a free text."""
    is_told = cause == CALLED_OFF or f"cause-{cause}" in state.book.formulas
    return cause if is_told else OTHER_CAUSE


def spoken_cause(state: State, cause: str) -> str:
    name = f"cause-{public_cause(state, cause)}"
    return state.book.formulas[name].use() if name in state.book.formulas else ""


def say(state: State, formula: str, **facts: object) -> tuple[Said, ...]:
    """Return the saying of a formula; nothing where the rulebook has no words for it."""
    words = state.book.formulas[formula].use() if formula in state.book.formulas else ""
    return (Said(formula, words.format(**facts)),) if words else ()


PART_WORDS: Final = ("Primera partida", "Segunda partida")
"""How the games of a double are told apart aloud. They are no formula: a released rulebook keeps its formulas."""


def say_of_part(state: State, part: int, formula: str, **facts: object) -> tuple[Said, ...]:
    """Return the saying of a formula for one game of a double: «Primera partida: línea, …»."""
    return tuple(
        Said(one.formula, f"{PART_WORDS[part - 1]}: {one.text[0].lower()}{one.text[1:]}")
        for one in say(state, formula, **facts)
    )
