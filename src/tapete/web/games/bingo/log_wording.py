"""How the log of a hall tells what was said aloud: with its words, and of nobody in particular."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tapete.words import with_one_euro

GIVEN: Final = frozenset({"note", "reason"})
"""What somebody may write beside an event."""


OF_MEANS: Final = frozenset({"prize-paid", "refund-paid"})
"""Events of money that goes out in cash, or into somebody's account."""

OF_SALE: Final = frozenset({"cards-sold", "cards-taken-back"})
"""Events of cartones that are sold, or go back before the sale is closed."""

OF_CARDS: Final = frozenset({"cards-returned"})
"""Events of a range of cartones."""


def log_wording(kind: str, event: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the code of the sentence of an event, and its facts; a note or a reason that nobody gave is none."""
    if kind == "said":
        return "said.hall", {"text": with_one_euro(event["text"])}
    if kind == "entry-written" and event.get("is_complaint"):
        return f"{kind}.complaint", event
    if kind == "counter-set":
        return kind if event["is_on"] else f"{kind}.off", event
    if kind == "call-refused":
        return kind, {**event, "why": {"topic": "refusal", "code": event["code"], "facts": event}}
    if kind == "card-checked" and event.get("reason"):
        return f"{kind}.unsold", event
    if kind == "card-checked" and "balls" in event:
        return f"{kind}.{'right' if event['valid'] else 'wrong'}", event
    if kind == "card-checked":
        lacking = len(event.get("missing", ()))
        return f"{kind}.{'good' if event['valid'] else 'bad'}", {**event, "lacking": lacking}
    if kind == "check-noted":
        return f"{kind}{_finding(event)}", event
    if kind == "unsold-collected":
        return f"{kind}{_count(event)}", event
    if kind == "call-taken-back" and event.get("keyed_by"):
        return f"{kind}.keyed", event
    if kind == "case-closed":
        ruled = f"{kind}.of" if "cause" in event else kind
        return f"{ruled}-untrue" if event.get("is_untrue") else ruled, event
    if kind == "game-voided" and event.get("recovered"):
        return f"{kind}.recovered", {**event, "back": sum(one["amount"] for one in event["recovered"])}
    if kind in OF_MEANS:
        return f"{kind}.{_means(event)}", {**event, **_range(event.get("cards"))}
    if kind in OF_SALE:
        return f"{kind}.{_means(event)}", {**event, **_range(event["cards"])}
    if kind in OF_CARDS:
        return kind, {**event, **_range(event["cards"])}
    if kind == "money-asked":
        return f"{kind}.none" if not event["amount"] else kind if event["is_paid_in"] else f"{kind}.out", event
    if kind == "sale-corrected" and "was_sold" in event:
        kind = f"{kind}.{'sold' if event['was_sold'] else 'unsold'}{'' if event['reason'] else '-bare'}"
    return kind, {name: value for name, value in event.items() if value or name not in GIVEN}


def _range(cards: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Return a range of cartones as it is told: its series, how many they are, and their numbers."""
    if cards is None:
        return {}
    first, last = cards["first"], cards["last"]
    return {**cards, "count": last - first + 1, "numbers": str(first) if first == last else f"{first}–{last}"}


def _count(event: Mapping[str, Any]) -> str:
    """Return how the sentence of a count of unsold cartones goes on: whether it was made again, and did not come out. A
    record from before it was written down does not say how many were due.
    """
    again = ".again" if event.get("reason") else ""
    return again if event.get("expected") in (None, event["count"]) else f"{again or '.counted'}-differs"


def _finding(event: Mapping[str, Any]) -> str:
    if event["in_order"]:
        return ".noted" if event.get("note") else ""
    return ".failed" if event.get("note") else ".failed-bare"


def _means(event: Mapping[str, Any]) -> str:
    """Return how money goes out: in cash to whoever comes, in cash to somebody by name, or into his account."""
    if not event.get("person"):
        return "cash"
    return "person" if event.get("means") == "cash" else "account"
