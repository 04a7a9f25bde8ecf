"""What differs between what was recorded and what the engine makes of it, as facts for sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from tapete.kernel import Draw
from tapete.record.canonical import canonical
from tapete.record.codec import to_tree
from tapete.record.editions import Change
from tapete.record.report import ExplainedDifference
from tapete.words import explained_difference, sentence_fact

Facts = dict[str, Any]


class Finding(NamedTuple):
    """What differs in one entry: its code and facts, and the change of a later edition that explains it."""

    code: str
    facts: Facts = {}  # noqa: RUF012 - never changed
    explained_by: Change | None = None

    def explained(self, at: int, table: str) -> ExplainedDifference:
        """Return the difference with the words of the change that explains it."""
        assert self.explained_by is not None
        code, edition = self.explained_by.code, self.explained_by.edition
        found = sentence_fact("finding", self.code, self.facts)
        return ExplainedDifference(at, code, explained_difference(code, found, "en"), table, found, edition)


def describe(draw: Draw) -> str:
    """Return which kind of draw it is, as a code."""
    return type(draw).__name__.removesuffix("Draw").lower()


def pairs(events: Sequence[Any], others: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield each event with the one at its place among the others, ``None`` where there is none."""
    for index, event in enumerate(events):
        yield event, others[index] if index < len(others) else None


def with_hidden(event: Any, other: Any) -> Any:
    """Return an event with the hidden values that another one of its kind has."""
    if type(event) is not type(other):
        return event
    known = {name: getattr(other, name) for name in event.private() if getattr(event, name) is None}
    return msgspec.structs.replace(event, **known)


def is_any_secret_kept(*parts: Any) -> bool:
    """Return True if an act or an event has private values that are never shown, whatever they are."""
    return any(one.keeps_secret and one.private() for one in parts)


def kind_of(tree: Mapping[str, Any]) -> str:
    """Return the name of a written event without its version."""
    return str(tree["event"]).partition("@")[0]


def unequal(events: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    """Return the events that only one side has, as trees; all of them where both have the same in another order."""
    first, second = [to_tree(one) for one in events], [to_tree(one) for one in others]
    left = [tree for tree in first if tree not in second] + [tree for tree in second if tree not in first]
    return left or first + second


def first_difference(events: Sequence[Any], others: Sequence[Any]) -> Facts:
    """Return where two lists of events differ first, as facts."""
    for index, (one, other) in enumerate(zip(events, others, strict=False)):
        if one != other:
            return {"index": index, "recorded": _json(one), "now": _json(other)}
    return {"case": "count", "recorded": len(events), "now": len(others)}


def _json(event: Any) -> str:
    return canonical(to_tree(event)).decode()


def sums(legs: Counter[tuple[str, int]]) -> str:
    """Return legs of money as a text."""
    return ", ".join(f"{account} {amount}" for account, amount in sorted(legs)) or "-"


def sets(recorded: Sequence[str], now: Sequence[str]) -> Facts:
    """Return the clauses that only one side names, as facts."""
    gone, new = sorted(set(recorded) - set(now)), sorted(set(now) - set(recorded))
    return {"recorded": ", ".join(gone) or "-", "now": ", ".join(new) or "-"}
