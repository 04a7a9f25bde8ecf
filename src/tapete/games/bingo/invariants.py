"""What holds at every moment of a sound hall: its money and its balls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tapete import accounts
from tapete.games.bingo.state import State
from tapete.kernel import Breach, breach


def ledger_is_sound(state: State) -> tuple[Breach, ...]:
    """The accounts sum to nothing, and nobody is below zero."""
    return accounts.problems(state.ledger)


def balls_come_out_once(state: State) -> tuple[Breach, ...]:
    """No ball comes out twice in one game."""
    return (breach("ball-twice"),) if len(set(state.drawn_balls)) != len(state.drawn_balls) else ()


INVARIANTS: Final[tuple[Callable[[State], tuple[Breach, ...]], ...]] = (ledger_is_sound, balls_come_out_once)
"""Each returns what breaks it."""
