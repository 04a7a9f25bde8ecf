"""The bots of each game, by the key of the game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tapete.bots import chemin_de_fer, punto_banco
from tapete.bots.roster import BotRoster

ROSTERS: Final[Mapping[str, BotRoster]] = MappingProxyType(
    {"punto-y-banca": punto_banco.ROSTER, "chemin-de-fer": chemin_de_fer.ROSTER}
)
