"""What is said aloud: a formula of the rulebook with its gaps filled."""

from __future__ import annotations

from tapete.games.bingo.causes import CALLED_OFF
from tapete.games.bingo.events import Said
from tapete.games.bingo.state import State

OTHER_CAUSE = "other"
"""What everybody is told of a cause for which the house has no words."""


def public_cause(state: State, cause: str) -> str:
    """Return a cause of a void game as everybody may know it: one that the house has words for, never a free text."""
    is_told = cause == CALLED_OFF or f"cause-{cause}" in state.book.formulas
    return cause if is_told else OTHER_CAUSE


def spoken_cause(state: State, cause: str) -> str:
    """Return why a game is void, as the caller says it; nothing where the house has no words for causes."""
    name = f"cause-{public_cause(state, cause)}"
    return state.book.formulas[name].use() if name in state.book.formulas else ""


def say(state: State, formula: str, **facts: object) -> tuple[Said, ...]:
    """Return the saying of a formula; nothing where the rulebook has no words for it."""
    words = state.book.formulas[formula].use() if formula in state.book.formulas else ""
    return (Said(formula, words.format(**facts)),) if words else ()
