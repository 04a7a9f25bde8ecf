"""Tables of the store that a hall does not serve: those of former days, and all of them in a hall that opens new ones
alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tapete.house.following import is_in_play
from tapete.kernel import Game
from tapete.live.continuation import RecordEnd
from tapete.live.recovery import RecordedTable
from tapete.live.stored_tables import StoredTables


class UnservedTables:
    """Reads tables that are not in the hall's memory, by their records. ``served`` are those that are there."""

    def __init__(self, stored: StoredTables, served: Collection[str]) -> None:
        self._stored, self._served = stored, served
        self.are_former_alone = False
        """Whether the hall has taken up all tables but those of former days, of which none is in play."""

    async def _recorded(self, game: Game[Any]) -> Sequence[RecordedTable]:
        return () if self.are_former_alone else await self._stored.recorded(game, self._served)

    async def states(self, game: Game[Any]) -> Sequence[Any]:
        """Return the states of the tables of a game, but for those of former days in a hall that knows them."""
        return [one.state for one in await self._recorded(game)]

    async def ends(self, game: Game[Any]) -> Mapping[str, RecordEnd]:
        """Return where the records of the same tables end, by id."""
        found = await self._recorded(game)
        return {
            one.end.table: RecordEnd(one.end, game.key, one.continues, not is_in_play(game, one.state)) for one in found
        }

    async def state(self, game: Game[Any], table: str) -> Any:
        """Return the state of a table of a game. Raises :class:`~tapete.live.errors.RecordRefusedError`."""
        return (await self._stored.recorded_one(game, table)).state
