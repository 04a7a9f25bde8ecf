"""What holds at every moment of a sound hall: its money and its balls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tapete import accounts
from tapete.games.bingo.state import State


def ledger_is_sound(state: State) -> tuple[str, ...]:
    """The accounts sum to nothing, and nobody is below zero."""
    return accounts.problems(state.ledger)


def balls_come_out_once(state: State) -> tuple[str, ...]:
    """No ball comes out twice in one game."""
    return ("a ball came out twice",) if len(set(state.drawn_balls)) != len(state.drawn_balls) else ()


INVARIANTS: Final[tuple[Callable[[State], tuple[str, ...]], ...]] = (ledger_is_sound, balls_come_out_once)
"""Each returns what breaks it, in words for whoever runs the house."""
