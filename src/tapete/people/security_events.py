"""What is told of the security of a house: to its log, and to its director."""

from __future__ import annotations

from typing import Any

import msgspec


class SecurityEvent(msgspec.Struct, frozen=True):
    """A line of the security log: what happened to which account, from which address, when (seconds)."""

    code: str
    name: str
    at: float
    address: str = ""
    facts: dict[str, Any] = {}
