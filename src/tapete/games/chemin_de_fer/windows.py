"""In which window an act is possible."""

from __future__ import annotations

from tapete.clauses import Fault, fault
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Window


def in_window(state: State, *windows: Window) -> Fault | None:
    """The table stands in one of these windows."""
    return None if state.window in windows else fault("wrong-window", window=str(state.window))
