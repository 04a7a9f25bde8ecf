"""What belongs to one game: a folder for each, with its models, letters, notices and the places of its clauses.

``SCREENS`` is the one mapping from a game's key to its pages; what every page shows lies in :mod:`tapete.web.screens`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tapete.games.chemin_de_fer.rules import GAME as CHEMIN_DE_FER
from tapete.games.punto_banco.rules import GAME as PUNTO_BANCO
from tapete.web.game_screen import GameScreen
from tapete.web.games.chemin_de_fer import SCREEN as CHEMIN_DE_FER_SCREEN
from tapete.web.games.punto_banco import SCREEN as PUNTO_BANCO_SCREEN

SCREENS: Final[Mapping[str, GameScreen]] = MappingProxyType(
    {PUNTO_BANCO: PUNTO_BANCO_SCREEN, CHEMIN_DE_FER: CHEMIN_DE_FER_SCREEN}
)
"""Games that have pages. The others are played through the API until they have."""
