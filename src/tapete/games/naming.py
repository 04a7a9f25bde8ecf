"""From what people call a game to its key: one answer for the commands, the pages and the interface."""

from __future__ import annotations

from tapete.clauses.register import GAMES
from tapete.games.chemin_de_fer import names as chemin_de_fer
from tapete.games.spelling import plain


def game_key(name: str) -> str | None:
    """Return the key of the game that goes by ``name``, whatever its capitals and accents; ``None`` for no game.

    «Bacarrá» alone is chemin de fer, as its document says; the two-cloth game needs its name in full.
    """
    known = next((key for key in GAMES if plain(key) == plain(name)), None)
    return known or chemin_de_fer.game_named(name)
