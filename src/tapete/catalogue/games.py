"""The list itself, and the questions that are asked of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from types import MappingProxyType
from typing import Any, Final

from tapete.catalogue.bingo import BINGO
from tapete.catalogue.chemin_de_fer import CHEMIN_DE_FER
from tapete.catalogue.dos_panos import DOS_PANOS
from tapete.catalogue.entry import GameEntry
from tapete.catalogue.punto_banco import PUNTO_BANCO
from tapete.clauses import practice
from tapete.clauses.register import GAMES
from tapete.house.engine import ESTABLISHMENT
from tapete.kernel import Game, LimitOf, LimitsTime
from tapete.rulebooks import Library, library
from tapete.spelling import plain
from tapete.words import book

HOUSE: Final = (PUNTO_BANCO, CHEMIN_DE_FER, DOS_PANOS, BINGO)
"""The games that this edition plays, in the order in which they are shown."""

FOLDERS: Final = MappingProxyType({"words": book.FOLDERS, "clauses": practice.FOLDERS, "rulebooks": library.FOLDERS})
"""The folders that a game may bring data for, by the name that each has in the game's own data."""

_listed: dict[str, GameEntry] = {one.key: one for one in HOUSE}


def entries() -> Mapping[str, GameEntry]:
    """Return every game that can be played, by key."""
    return MappingProxyType(_listed)


def entry(key: str) -> GameEntry:
    """Return one game. Raises ``KeyError`` for a key that no game has."""
    return _listed[key]


@contextmanager
def additional_game(one: GameEntry) -> Iterator[GameEntry]:
    """Put a game beside the others while the context lasts, and its data beside those of the house.

    Raises ``ValueError`` for a key that is taken, and for data that name none of the folders that are read.
    """
    if one.key in _listed:
        raise ValueError(f"there is a game {one.key} already")
    if one.data is not None and not any((one.data / name).is_dir() for name in FOLDERS):
        raise ValueError(f"{one.data} has none of the folders {', '.join(FOLDERS)}")
    with ExitStack() as beside:
        if one.data is not None:
            for name, folders in FOLDERS.items():
                beside.enter_context(folders.beside(one.data / name))
        _listed[one.key] = one
        beside.callback(_listed.pop, one.key)
        yield one


def house_games(books: Library | None = None) -> Mapping[str, Game[Any]]:
    """Return the engines of all games by key, with the rulebooks that they can read."""
    return {key: one.engine(books) for key, one in _listed.items()}


def recorded_engines(books: Library | None = None) -> Mapping[str, Game[Any]]:
    """Return whatever can have a record of its own, by key: the games, and the house above their tables."""
    return {**house_games(books), ESTABLISHMENT.key: ESTABLISHMENT}


def house_limits(games: Mapping[str, Game[Any]]) -> dict[str, LimitOf]:
    """Return, by game, what tells the time limit that runs at a table."""
    return {key: game.time_limit for key, game in games.items() if isinstance(game, LimitsTime)}


def game_key(name: str) -> str | None:
    """Return the key of the game that goes by ``name``, whatever its capitals and accents; ``None`` for no game.

    Games of the register that cannot be played yet have their keys too. «Bacarrá» alone is chemin de fer, as its
    document says; the two-cloth game needs its name in full.
    """
    known = next((key for key in (*GAMES, *_listed) if plain(key) == plain(name)), None)
    if known is not None:
        return known
    return next((key for key, one in _listed.items() if one.is_called is not None and one.is_called(name)), None)
