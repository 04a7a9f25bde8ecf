"""How the log tells the events of chemin de fer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tapete.web.games.baccarat.quiet_events import QUIET

QUIET_EVENTS: Final = QUIET | {"garage-formed", "garage-returned", "garage-kept", "seguido-held"}
"""Events that say nothing to a reader of the log."""


def log_wording(kind: str, event: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the code of the sentence of an event, and its facts: amounts of shares are added up (cents)."""
    if kind == "auction-closed" and event["winner"] is None:
        return f"{kind}.nobody", event
    if str(event.get("kind", "")).startswith("banco-con:"):
        return kind, {**event, "kind": "banco-con"}
    if kind == "incident-opened" and (adviser := _adviser(event["incident"])) is not None:
        return f"{kind}.advice", {**event, **adviser}
    if "parts" in event:
        return kind, {**event, "amount": sum(share["amount"] for share in event["parts"])}
    return kind, event


def _adviser(incident: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return who advised whose hand, of an incident that is about advice and names him."""
    faults = (one["facts"] for one in incident.get("faults", ()) if one["code"] == incident["kind"] == "advice")
    return next(({"person": one["person"], "hand": one["hand"]} for one in faults if one.get("person")), None)
