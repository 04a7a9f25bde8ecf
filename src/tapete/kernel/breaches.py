"""What a state holds that no sound one does."""

from __future__ import annotations

from typing import Any

import msgspec


class Breach(msgspec.Struct, frozen=True):
    """A broken invariant: a code, and the facts that its sentence needs."""

    code: str
    facts: dict[str, Any] = {}


def breach(code: str, **facts: Any) -> Breach:
    """Return a breach with its facts."""
    return Breach(code, facts)
