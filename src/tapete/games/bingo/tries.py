"""What is offered is tried first: an act with values that fit, and the fields that somebody fills in."""

from __future__ import annotations

from tapete.kernel import ActBody, Choice, Field, FixedValue, Text

Try = tuple[ActBody, dict[str, Field]]
REASON: dict[str, Field] = {"reason": Text()}


def one_of(values: tuple[str, ...] | tuple[int, ...]) -> Field:
    """Return a field with one of some values: fixed, where there is no other."""
    return FixedValue(values[0]) if len(values) == 1 else Choice(values)
