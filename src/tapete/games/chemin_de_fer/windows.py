"""In which window an act is possible."""

from __future__ import annotations

from tapete.clauses import Fault, fault
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Phase


def require_phase(state: State, *phases: Phase) -> Fault | None:
    """Return a Fault unless the table stands in one of these phases."""
    return None if state.phase in phases else fault("wrong-window", window=str(state.phase))
