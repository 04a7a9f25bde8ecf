"""The letter keys of chemin de fer."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tapete.web.games.baccarat.shortcuts import SHARED

LETTERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **SHARED,
        "insert-stop-card": "i",
        "offer-cards": "o",
        "close-bets": "x",
        "call-banco": "b",
        "deal-card": "d",
        "carry-cards": "l",
        "lift": "v",
        "say.carta": "c",
        "say.no": "n",
        "lay-down.punto": "a",
        "lay-down.banca": "z",
        "give-card": "g",
        "draw-card": "r",
        "stand": "p",
    }
)
