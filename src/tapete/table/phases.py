"""Where a table stands, as every act must know it."""

from __future__ import annotations

from typing import Protocol

from tapete.clauses import Fault, fault


class HasPhase(Protocol):
    """The state of a table, as far as its phase goes."""

    @property
    def phase(self) -> str:
        """Return where the table stands."""


def require_phase(state: HasPhase, *phases: str) -> Fault | None:
    """Return a Fault unless the table stands in one of these phases."""
    return None if state.phase in phases else fault("wrong-window", window=str(state.phase))
