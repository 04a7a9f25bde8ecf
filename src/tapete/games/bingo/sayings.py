"""What is said aloud: a formula of the rulebook with its gaps filled."""

from __future__ import annotations

from typing import Final

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


PART_WORDS: Final = ("Primera partida", "Segunda partida")
"""How the games of a double are told apart aloud. They are no formula: a released rulebook keeps its formulas."""


def say_of_part(state: State, part: int, formula: str, **facts: object) -> tuple[Said, ...]:
    """Return the saying of a formula for one game of a double: «Primera partida: línea, …»."""
    return tuple(
        Said(one.formula, f"{PART_WORDS[part - 1]}: {one.text[0].lower()}{one.text[1:]}")
        for one in say(state, formula, **facts)
    )
