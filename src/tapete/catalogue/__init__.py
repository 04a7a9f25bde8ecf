"""The only list of games: what the house knows of each, and whoever needs a game asks here.

A game is a :class:`GameEntry`. :func:`entries` has those of this edition; :func:`additional_game` puts one more beside
them for as long as it is wanted, from wherever its code lies. Pages and bots build on this package: an entry only names
their modules, and :mod:`tapete.web.games` and :mod:`tapete.bots` read them by the game's key.
"""

from tapete.catalogue.entry import (
    GameEntry as GameEntry,
    OpeningError as OpeningError,
    OpeningForm as OpeningForm,
    OpeningOption as OpeningOption,
    Post as Post,
    Unit as Unit,
    opening_form as opening_form,
)
from tapete.catalogue.games import (
    Applicability as Applicability,
    additional_game as additional_game,
    applicability as applicability,
    entries as entries,
    entry as entry,
    game_key as game_key,
    house_games as house_games,
    house_limits as house_limits,
    recorded_engines as recorded_engines,
    require_one_seat as require_one_seat,
)
