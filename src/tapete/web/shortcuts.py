"""The letter keys of the desks: in one game a letter means one act, whatever the table waits for.

Whoever presses a letter twice repeats an act or does nothing; he never does another one. So an act that has no letter
of its own gets none, and neither does one that takes chips or a person off the table, nor one that needs an amount.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tapete.games.chemin_de_fer import rules as chemin_de_fer
from tapete.games.punto_banco import rules as punto_banco

BOXES: Final[Mapping[str, str]] = MappingProxyType({"punto": "p", "empate": "e", "banca": "b"})
"""Letters of the bet boxes of punto y banca."""

REPEAT: Final = "r"
"""Letter of the last bet again, at punto y banca."""

SHARED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "count-pack": "t",
        "shuffle-pack": "m",
        "cut-pack": "k",
        "burn-cards": "q",
        "open-bets": "h",
        "settle": "s",
    }
)
"""Acts of every game."""

PUNTO_BANCO: Final[Mapping[str, str]] = MappingProxyType(
    {
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

CHEMIN: Final[Mapping[str, str]] = MappingProxyType(
    {
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

BY_GAME: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {punto_banco.GAME: {**SHARED, **PUNTO_BANCO}, chemin_de_fer.GAME: {**SHARED, **CHEMIN}}
)


def shortcut(game: str, act: str, name: str) -> str:
    """Return the letter of an act, empty where it has none; ``name`` is the act with its value: ``say.carta``."""
    found = BY_GAME.get(game, SHARED)
    return found.get(name) or found.get(act, "")
