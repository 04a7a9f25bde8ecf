"""The only list of games: what the house knows of each, and whoever needs a game asks here.

A game is a :class:`GameEntry`. :func:`entries` has those of this edition; :func:`added` puts one more beside them for
as long as it is wanted, from wherever its code lies. Pages and bots lie above this room: an entry only names their
modules, and :mod:`tapete.web.games` and :mod:`tapete.bots` read them by the game's key.
"""

from tapete.catalogue.days import Applying, applying
from tapete.catalogue.entry import GameEntry, Post
from tapete.catalogue.listed import added, entries, entry, game_key, house_games, house_limits
from tapete.catalogue.opening import OpeningError, OpeningForm, OpeningOption, Unit, opening_form

__all__ = [
    "Applying",
    "GameEntry",
    "OpeningError",
    "OpeningForm",
    "OpeningOption",
    "Post",
    "Unit",
    "added",
    "applying",
    "entries",
    "entry",
    "game_key",
    "house_games",
    "house_limits",
    "opening_form",
]
