"""Events of a card game that say nothing to a reader of the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from tapete.web.games.baccarat.coup_cards import ENDINGS

QUIET: Final = frozenset({"window-opened", "draw-awaited", "shoe-wanted", "card-dealt"})
"""Steps of the procedure, and cards that the cloth shows."""


def without_clearing(events: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    is_over = False
    for event in events:
        kind = str(event["event"]).partition("@")[0]
        is_over = is_over or kind in ENDINGS
        if not (is_over and kind == "card-moved"):
            yield event
