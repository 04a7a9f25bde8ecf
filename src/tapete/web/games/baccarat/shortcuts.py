"""The letter keys that every card game has."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

SHARED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "shuffle-pack": "m",
        "cut-pack": "k",
        "open-bets": "h",
        "settle": "s",
    }
)
"""Acts of every card game; a game adds its own, and they go before these."""
