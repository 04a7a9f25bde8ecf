"""How the log tells an incident."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def incident_wording(kind: str, event: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the code of the sentence on an incident that was opened, and its facts: of advice, who advised."""
    adviser = _adviser(event["incident"])
    return (kind, event) if adviser is None else (f"{kind}.advice", {**event, **adviser})


def _adviser(incident: Mapping[str, Any]) -> Mapping[str, Any] | None:
    faults = (one["facts"] for one in incident.get("faults", ()) if one["code"] == incident["kind"] == "advice")
    return next(({"person": one["person"], "hand": one["hand"]} for one in faults if one.get("person")), None)
