"""What an event has changed of a state, field by field, by the path to each field: and so that it left all the rest."""

from __future__ import annotations

from typing import Any

import msgspec


def changes(before: Any, after: Any, path: str = "") -> dict[str, Any]:
    """Return the new value of each field that is not what it was; of a part that is a struct in both, of its fields."""
    if before == after and type(before) is type(after):
        return {}
    if type(before) is not type(after) or not isinstance(before, msgspec.Struct):
        return {path: after}
    found: dict[str, Any] = {}
    for name in before.__struct_fields__:
        inner = f"{path}.{name}" if path else name
        found |= changes(getattr(before, name), getattr(after, name), inner)
    return found
