"""Tables that a hall opens: each under a name that is free in its store, going on from the last table of that name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tapete.chance import ChanceKind, OpensTable
from tapete.kernel import Act, Game, PersonId, Refused, RefusedError
from tapete.live.archive import FormerTable
from tapete.live.continuation import go_on, record_ends
from tapete.live.errors import HallStoppedError
from tapete.live.openings import Openings
from tapete.live.services import HallServices
from tapete.live.table import TableActor
from tapete.live.table_names import TableNames
from tapete.live.vault import LiveSource

Source = Callable[[ChanceKind, str], LiveSource]
"""Makes the orders of the cards of a table."""


class NewTables:
    """Opens tables beside those that stand in ``tables`` and the ``former`` ones. ``admit`` is told of a table whose
    opening is recorded, before its name is free to be gone on from.
    """

    def __init__(
        self,
        services: HallServices,
        openings: Openings,
        names: TableNames,
        tables: Mapping[str, TableActor[Any]],
        former: Mapping[str, FormerTable],
        source: Source,
        admit: Callable[[TableActor[Any]], None],
    ) -> None:
        self._services, self._openings, self._names = services, openings, names
        self._tables, self._former, self._source, self._admit = tables, former, source, admit

    async def open(self, game: Game[Any], what: OpensTable, by: PersonId) -> TableActor[Any]:
        """Open a table; return it once that is recorded. Raises :class:`~tapete.kernel.RefusedError`."""
        async with self._openings.admit(game, Act(by, what)) as opening:
            writer = await self._names.take(opening.name)
            try:
                ends = record_ends(self._tables.values(), self._former.values())
                go_on(writer, opening.name, game, {one.end.table: one for one in ends}, self._names.continued)
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
