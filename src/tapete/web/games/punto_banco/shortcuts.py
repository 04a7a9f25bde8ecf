"""The letter keys of punto y banca."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tapete.web.games.baccarat.shortcuts import SHARED

BOXES: Final[Mapping[str, str]] = MappingProxyType({"punto": "p", "empate": "e", "banca": "b"})
"""Letters of the bet boxes."""

REPEAT: Final = "r"
"""Letter of the last bet again."""

LETTERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **SHARED,
        "count-pack": "t",
        "burn-cards": "q",
        "insert-cut-card": "i",
        "close-bets": "n",
        "deal": "d",
        "show-hand": "v",
        "draw-card.punto": "c",
        "draw-card.banca": "c",
        "take-shoe": "y",
        "pass-shoe": "x",
        "award-hand": "a",
    }
)
