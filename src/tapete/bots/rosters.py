"""The bots of each game, found by the key of the game."""

from __future__ import annotations

from importlib import import_module

from tapete.bots.roster import BotRoster
from tapete.catalogue import entry
from tapete.catalogue.modules import is_there


def has_bots(game: str) -> bool:
    """Return True if machines can play a game of the catalogue."""
    return is_there(entry(game).bots_module)


def roster_of(game: str) -> BotRoster:
    """Return who plays a game when machines do. Raises ``KeyError`` for an unknown game."""
    found = import_module(entry(game).bots_module).ROSTER
    assert isinstance(found, BotRoster)
    return found
