"""Openings of tables of which a house may have only so many at once: one after the other, each knowing the others."""

from __future__ import annotations

from asyncio import Lock
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from tapete.chance import ChanceKind, DealsCards, DrawsTokens
from tapete.house.following import is_in_play
from tapete.kernel import Act, Game, OpensBeside, Refused, RefusedError
from tapete.live.errors import LiveShoeError
from tapete.live.table import TableActor


def require_playable_chance(game: Game[Any], kind: ChanceKind, *, training: bool) -> None:
    """Raise :class:`~tapete.live.errors.LiveShoeError` for a seeded shoe outside training, or for a sealed one that
    could prove nothing.
    """
    if kind is ChanceKind.SEEDED and not training:
        raise LiveShoeError("shoe-seeded")
    if kind is ChanceKind.SEALED and not isinstance(game, DealsCards | DrawsTokens):
        raise LiveShoeError("shoe-unprovable", game=game.key)


class Openings:
    """Asks a game whether one more table of it may stand beside those in play."""

    def __init__(self, tables: Mapping[str, TableActor[Any]]) -> None:
        self._tables, self._lock = tables, Lock()

    @asynccontextmanager
    async def admit(self, game: Game[Any], act: Act[Any]) -> AsyncIterator[None]:
        """Keep other openings of such a game waiting while the block opens a table. Raises
        :class:`~tapete.kernel.RefusedError` where the game has as many as it may have.
        """
        if not isinstance(game, OpensBeside):
            yield
            return
        async with self._lock:
            there = [one.state for one in self._tables.values() if one.game.key == game.key]
            answered = game.open_beside(act, [state for state in there if is_in_play(game, state)])
            if isinstance(answered, Refused):
                raise RefusedError(answered)
            yield
