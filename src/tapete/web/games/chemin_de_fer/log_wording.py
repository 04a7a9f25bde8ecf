"""How the log tells the events of chemin de fer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tapete.web.games.baccarat.incident_wording import incident_wording
from tapete.web.games.baccarat.quiet_events import QUIET

QUIET_EVENTS: Final = QUIET | {"garage-formed", "garage-returned", "garage-kept", "seguido-held"}
"""Events that say nothing to a reader of the log."""


def log_wording(kind: str, event: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the code of the sentence of an event, and its facts: amounts of shares are added up (cents)."""
    if kind == "auction-closed" and event["winner"] is None:
        return f"{kind}.nobody", event
    if str(event.get("kind", "")).startswith("banco-con:"):
        return kind, {**event, "kind": "banco-con"}
    if kind == "card-moved" and event.get("face"):
        return f"{kind}.face", event
    if kind == "incident-opened":
        return incident_wording(kind, event)
    if "parts" in event:
        return kind, {**event, "amount": sum(share["amount"] for share in event["parts"])}
    return kind, event
