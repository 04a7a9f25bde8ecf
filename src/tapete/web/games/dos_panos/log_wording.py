"""How the log tells the events of the two-cloth game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from tapete.web.games.baccarat.incident_wording import incident_wording
from tapete.web.games.baccarat.quiet_events import QUIET

QUIET_EVENTS: Final = QUIET | {"phase-opened", "urn-sealed"}
"""Events that say nothing to a reader of the log."""

NO_SCORES: Final = dict.fromkeys(("primero", "segundo", "banca"), "—")
"""What is told of a hand without a score: its cloth was called off, or a ruling decided it without its cards."""


def log_wording(kind: str, event: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the code of the sentence of an event, and its facts (amounts in cents)."""
    match kind:
        case "cover-awarded":
            return f"{kind}.cloths", {**event, **_by_cloth(event.get("stakes", ()))}
        case "coup-ended":
            won = event["winners"]
            results = {"first": won.get("primero", "void"), "second": won.get("segundo", "void")}
            return f"{kind}.cloths", {**event, **NO_SCORES, **event["scores"], **results}
        case "incident-opened":
            return incident_wording(kind, event)
        case "coup-settled":
            return f"{kind}.cloths", event
        case "bank-returned":
            return f"{kind}.{event['end']}", event
        case "lots-wanted":
            return f"{kind}.{event['about']}", event
        case "card-moved" if event.get("face"):
            return f"{kind}.face", event
        case "word-said" if event.get("hand"):
            return f"{kind}.hand", event
        case "bank-broken" if event.get("rest"):
            return f"{kind}.rest", event
        case "table-opened" if not event.get("maximum"):
            return f"{kind}.bare", event
        case "bank-taken" | "bank-offered" | "auction-closed":
            return f"{kind}.bare", event
        case _:
            return kind, event


def _by_cloth(stakes: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    return {cloth: sum(one["amount"] for one in stakes if one["cloth"] == cloth) for cloth in ("primero", "segundo")}
