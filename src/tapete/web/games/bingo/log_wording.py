"""How the log of a hall tells what was said aloud: with its words, and of nobody in particular."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

GIVEN: Final = frozenset({"note", "reason"})
"""What somebody may write beside an event."""


def log_wording(kind: str, event: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the code of the sentence of an event, and its facts; a note or a reason that nobody gave is none."""
    if kind == "said":
        return "said.hall", {"text": event["text"]}
    return kind, {name: value for name, value in event.items() if value or name not in GIVEN}
