"""The only list of games: what the house knows of each, and whoever needs a game asks here.

A game is a :class:`GameEntry`. :func:`entries` has those of this edition; :func:`additional_game` puts one more beside
them for as long as it is wanted, from wherever its code lies. Pages and bots lie above this room: an entry only names
their modules, and :mod:`tapete.web.games` and :mod:`tapete.bots` read them by the game's key.
"""

from tapete.catalogue.entry import GameEntry, OpeningError, OpeningForm, OpeningOption, Post, Unit, opening_form
from tapete.catalogue.games import (
    Applicability,
    additional_game,
    applicability,
    entries,
    entry,
    game_key,
    house_games,
    house_limits,
    recorded_engines,
    require_one_seat,
)

__all__ = [
    "Applicability",
    "GameEntry",
    "OpeningError",
    "OpeningForm",
    "OpeningOption",
    "Post",
    "Unit",
    "additional_game",
    "applicability",
    "entries",
    "entry",
    "game_key",
    "house_games",
    "house_limits",
    "opening_form",
    "recorded_engines",
    "require_one_seat",
]
