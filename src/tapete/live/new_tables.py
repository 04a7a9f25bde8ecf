"""Tables that a hall opens: each under a name that is free in its store, going on from the last table of that name."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from tapete.chance import ChanceKind, OpensTable
from tapete.kernel import Act, Game, PersonId, Refused, RefusedError
from tapete.live.archive import Archive
from tapete.live.continuation import RecordEnd, closed_end, go_on, record_ends
from tapete.live.errors import HallStoppedError, RecordRefusedError
from tapete.live.openings import Openings
from tapete.live.services import HallServices
from tapete.live.table import TableActor
from tapete.live.table_names import TableNames, number_of
from tapete.live.unserved import UnservedTables
from tapete.live.vault import LiveSource
from tapete.record.entry import StreamEnd
from tapete.table.inventories import HandsOn

Source = Callable[[ChanceKind, str], LiveSource]
"""Makes the orders of the cards of a table."""


class NewTables:
    """Opens tables beside those that stand in ``tables`` and those of former days; ``parked`` are those set aside.
    ``admit`` is told of a table whose opening is recorded, before its name is free to be gone on from.
    """

    def __init__(
        self,
        services: HallServices,
        openings: Openings,
        names: TableNames,
        tables: Mapping[str, TableActor[Any]],
        archive: Archive,
        unserved: UnservedTables,
        parked: Collection[str],
        source: Source,
        admit: Callable[[TableActor[Any]], None],
    ) -> None:
        self._services, self._openings, self._names = services, openings, names
        self._tables, self._archive, self._unserved, self._parked = tables, archive, unserved, parked
        self._source, self._admit = source, admit

    async def open(self, game: Game[Any], what: OpensTable, by: PersonId) -> TableActor[Any]:
        """Open a table; return it once that is recorded. Raises :class:`~tapete.kernel.RefusedError`."""
        async with self._openings.admit(game, Act(by, what)) as opening:
            if isinstance(game, HandsOn):
                self._require_readable(opening.name)
            writer = await self._names.take(opening.name, partial(self._require_admitted, game, Act(by, opening)))
            try:
                known = await self._known(game)
                last = go_on(writer, opening.name, game, known, self._names.continued)
                opening = await self._with_inventory(game, opening, last)
                source = self._source(opening.chance_kind(), writer.table)
                table = TableActor(self._services, game, writer, source)
                answer = await table.act(Act(by, opening))
                if isinstance(answer.outcome, Refused):
                    table.end(HallStoppedError("table-not-opened"))
                    raise RefusedError(answer.outcome)
                self._admit(table)
            finally:
                self._names.release(writer)
            return table

    async def _require_admitted(self, game: Game[Any], act: Act[Any], table: str) -> None:
        """Raise :class:`~tapete.kernel.RefusedError` where the game or the house refuses an opening under this id: the
        store would keep a writer without an entry.
        """
        if isinstance(game, HandsOn):
            last = closed_end(act.body.name, game, await self._known(game), self._names.continued)
            opening = await self._with_inventory(game, act.body, None if table == act.body.name else last)
            act = replace(act, body=opening)
        refused = self._services.house.opening_refused(game, act, table, self._services.clock.wall())
        if refused is not None:
            raise RefusedError(refused)

    async def may_go_on(self, game: Game[Any], name: str) -> bool:
        return closed_end(name, game, await self._known(game)) is not None

    async def _known(self, game: Game[Any]) -> Mapping[str, RecordEnd]:
        """Return where the records end from which a new table may go on, by id. Of a game whose tables hand something
        on no record is left out.
        """
        await self._archive.settle()
        here = {one.end.table: one for one in record_ends(self._tables.values(), self._archive.tables.values())}
        return {**await self._unserved.ends(game), **here} if isinstance(game, HandsOn) else here

    def _require_readable(self, name: str) -> None:
        """Raise :class:`~tapete.kernel.RefusedError` where a table of a name was set aside: what it left is not known,
        and would be as good as gone.
        """
        for one in sorted(self._parked):
            if number_of(one, name) is not None:
                raise RefusedError(Refused("inventory-unread", {"table": one}))

    async def _read(self, game: Game[Any], table: str) -> Any:
        try:
            return await self._unserved.state(game, table)
        except RecordRefusedError as error:
            raise RefusedError(Refused("inventory-unread", {"table": table})) from error

    async def _with_inventory(self, game: Game[Any], opening: Any, last: StreamEnd | None) -> Any:
        """Return an opening with what the table leaves from which it goes on."""
        if not isinstance(game, HandsOn):
            return opening
        state = None
        if last is not None:
            here = self._tables.get(last.table)
            state = await self._read(game, last.table) if here is None else here.state
        return await asyncio.to_thread(game.with_inventory, opening, state)
