"""What is said aloud: a formula of the rulebook with its gaps filled."""

from __future__ import annotations

from tapete.games.bingo.events import Said
from tapete.games.bingo.state import State


def say(state: State, formula: str, **facts: object) -> tuple[Said, ...]:
    """Return the saying of a formula; nothing where the rulebook has no words for it."""
    words = state.book.formulas[formula].use() if formula in state.book.formulas else ""
    return (Said(formula, words.format(**facts)),) if words else ()
