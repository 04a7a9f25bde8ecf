"""Openings of tables of which a house may have only so many at once: one after the other, each knowing the others."""

from __future__ import annotations

from asyncio import Lock
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace

from tapete.chance import ChanceKind, DealsCards, DrawsTokens
from tapete.house.following import is_in_play
from tapete.kernel import Act, Game, OpensBeside, Refused, RefusedError
from tapete.live.errors import LiveShoeError
from tapete.live.table import TableActor
from tapete.live.twins import HouseTwins
from tapete.table.sessions import NumbersSessions


def require_playable_chance(game: Game[Any], kind: ChanceKind, *, training: bool) -> None:
    """Raise :class:`~tapete.live.errors.LiveShoeError` for a seeded shoe outside training, or for a sealed one that
    could prove nothing.
    """
    if kind is ChanceKind.SEEDED and not training:
        raise LiveShoeError("shoe-seeded")
    if kind is ChanceKind.SEALED and not isinstance(game, DealsCards | DrawsTokens):
        raise LiveShoeError("shoe-unprovable", game=game.key)


def require_openable(game: Game[Any], act: Act[Any]) -> None:
    """Raise :class:`~tapete.kernel.RefusedError` where a game refuses an opening: before the store knows the name of
    the table, of which it keeps no trace then.
    """
    outcome = game.decide(game.blank(), act)
    if isinstance(outcome, Refused):
        raise RefusedError(outcome)


StatesOf = Callable[[Game[Any]], Awaitable[Sequence[Any]]]
"""Gives the states of the tables of a game."""


class Openings:
    """Asks a game whether one more table of it may stand beside those in play, and the house for the number of a
    session. ``elsewhere`` gives the tables of the store that this hall does not serve.
    """

    def __init__(self, tables: Mapping[str, TableActor[Any]], house: HouseTwins, elsewhere: StatesOf) -> None:
        self._tables, self._house, self._elsewhere, self._lock = tables, house, elsewhere, Lock()

    @asynccontextmanager
    async def admit(self, game: Game[Any], act: Act[Any]) -> AsyncIterator[Any]:
        """Give the opening as it is to be done, and keep other openings of such a game waiting while the block does it.

        Raises :class:`~tapete.kernel.RefusedError` where the game refuses it, or has as many tables as it may have.
        """
        if not isinstance(game, OpensBeside):
            act = replace(act, body=self._house.prepared(game, act.body))
            require_openable(game, act)
            yield act.body
            return
        async with self._lock:
            act = replace(act, body=self._house.prepared(game, act.body))
            require_openable(game, act)
            there = [one.state for one in self._tables.values() if one.game.key == game.key]
            if not isinstance(game, NumbersSessions) or game.is_session(act.body):
                there += await self._elsewhere(game)
            answered = game.open_beside(act, [state for state in there if is_in_play(game, state)])
            if isinstance(answered, Refused):
                raise RefusedError(answered)
            yield act.body
