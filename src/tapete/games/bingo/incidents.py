"""What the minutes book notes beside the lines of the games, each with what its sentence needs and its event lacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

NOTED: Final = frozenset(
    {
        *("hall-opened", "hall-continued", "hall-closed", "session-opened", "session-closed", "staff-assigned"),
        *("entry-written", "counter-set", "machine-registered", "balls-registered", "series-registered"),
        *("balls-loaded", "balls-changed", "balls-found-sound", "check-noted", "checks-witnessed", "defect-reported"),
        *("post-vacated", "sale-corrected"),
        *("takings-counted", "ball-rekeyed", "announcement-corrected", "difference-noted", "case-opened"),
        *("case-closed", "game-voided", "takings-handed-over", "takings-given-back", "shortfall-covered"),
        *("prize-paid", "prize-left", "unawarded-decided", "cards-returned", "refund-paid", "uncollected-decided"),
        *("refunds-ended", "card-checked", "call-taken-back", "call-refused", "unsold-collected"),
    }
)
"""Events that have a line of their own in the book, beside those of the games."""

Cases = Mapping[int, str]
"""By number the cause of each report that waits for the table chief."""


class Incident(msgspec.Struct, frozen=True):
    """Something that the book notes: when, and the event as it is recorded."""

    time: str
    event: Mapping[str, Any]


def kind_of(event: Mapping[str, Any]) -> str:
    """Return the kind of a recorded event, without its version."""
    return str(event["event"]).partition("@")[0]


def card_count(cards: Mapping[str, Any]) -> int:
    """Return how many cartones a recorded range has."""
    return int(cards["last"]) - int(cards["first"]) + 1


def rulings(event: Mapping[str, Any], cases: Cases) -> tuple[Mapping[str, Any], ...]:
    """Return a ruling once for each report that it closed, with its cause; as it is where none is known."""
    serial = event.get("serial", 0)
    closed = [one for one in sorted(cases) if serial in (0, one)]
    return tuple({**event, "serial": one, "cause": cases[one]} for one in closed) or (event,)


def cases_after(cases: Cases, event: Mapping[str, Any]) -> Cases:
    match kind_of(event):
        case "case-opened":
            return {**cases, event["serial"]: event["cause"]}
        case "case-closed" if event.get("serial", 0):
            return {serial: cause for serial, cause in cases.items() if serial != event["serial"]}
        case "case-closed" | "game-voided" | "sale-announced" | "game-ended":
            return {}
        case _:
            return cases


def is_noted(event: Mapping[str, Any]) -> bool:
    """Return True if the book has a line for an event: of a count of unsold cartones, where it did not come out or was
    made again.
    """
    kind = kind_of(event)
    is_plain = kind == "unsold-collected" and event.get("expected") == event["count"] and not event.get("reason")
    return kind in NOTED and not is_plain
