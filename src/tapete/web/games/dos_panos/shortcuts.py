"""The letter keys of the two-cloth game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tapete.web.games.baccarat.shortcuts import SHARED

LETTERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **SHARED,
        "insert-stop-card": "i",
        "close-calls": "e",
        "close-bets": "x",
        "call-banco": "b",
        "deal-card": "d",
        "carry-cards": "l",
        "lift": "v",
        "say.carta": "c",
        "say.no": "n",
        "lay-down": "a",
        "give-card": "g",
        "draw-card": "r",
        "stand": "p",
        "ask-table": "t",
        "show-hand": "u",
    }
)
