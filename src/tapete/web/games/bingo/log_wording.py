"""How the log of a hall tells what was said aloud: with its words, and of nobody in particular."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def log_wording(kind: str, event: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the code of the sentence of an event, and its facts."""
    if kind == "said":
        return "said.hall", {"text": event["text"]}
    return kind, event
