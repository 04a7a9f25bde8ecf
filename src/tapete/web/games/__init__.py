"""What belongs to one game: a folder for each, with its models, letters, notices and the places of its clauses.

A folder has ``SCREEN``; what every page shows lies in :mod:`tapete.web.stage`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tapete.catalogue import entries, entry
from tapete.catalogue.entry import is_there
from tapete.web.game_screen import GameScreen


def has_screen(game: str) -> bool:
    """Return True if a game has pages. Another that a hall was given is played through the interface alone."""
    return game in entries() and is_there(entry(game).screen_module)


def screen_of(game: str) -> GameScreen[Any]:
    """Return the pages of a game. Raises ``KeyError`` for a game that the catalogue does not have, and
    ``ModuleNotFoundError`` for one without pages.
    """
    found = import_module(entry(game).screen_module).SCREEN
    assert isinstance(found, GameScreen)
    return found
