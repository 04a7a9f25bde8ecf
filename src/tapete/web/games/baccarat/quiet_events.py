"""Events of a card game that say nothing to a reader of the log."""

from __future__ import annotations

from typing import Final

QUIET: Final = frozenset({"window-opened", "draw-awaited", "shoe-wanted", "card-dealt"})
"""Steps of the procedure, and cards that the cloth shows."""
