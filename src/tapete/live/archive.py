"""Closed tables of former days: known by name, and where each record ends, but not in the hall's memory.

A day of the house begins with none of the tables of the day before, all of which were closed and counted. So what the
house does not name any more is over; it stands in the store, where it is audited, replayed and exported from.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from tapete.house.following import is_in_play
from tapete.house.state import State
from tapete.live.errors import HallFailedError, HallStoppedError, LiveError
from tapete.live.table import TableActor
from tapete.live.writer import GroupWriter
from tapete.record.entry import BadEntryError, StreamEnd
from tapete.record.store import Store

if TYPE_CHECKING:
    from tapete.live.house import HouseActor


# --- ending -----------------------------------------------------------------------------------------------------------
# The end of the tables of a hall, in good order.


def hall_closes() -> LiveError:
    """Return what whoever asks a table is told once its hall closes."""
    return HallStoppedError("hall-closed")


async def end_all(actors: Collection[TableActor[Any]], why: Callable[[], LiveError] = hall_closes) -> None:
    """Let each answer the act at work, and nothing after it; ``why`` returns what whoever asks is told."""
    for one in actors:
        one.end(why())
    for one in actors:
        await one.wait_for_end()


# --- archive ----------------------------------------------------------------------------------------------------------

Tables = Collection[TableActor[Any]]


class FormerTable(NamedTuple):
    """A table whose play is over: its game, when it began, where its record ends and from which one it goes on."""

    id: str
    game: str
    begin: str
    end: StreamEnd
    continues: StreamEnd | None


def is_former(house: State, table: str) -> bool:
    """Return True if a house has opened another day since it had a table."""
    return house.days > 0 and table not in house.tables


def read_former(store: Store, table: str) -> FormerTable | None:
    """Return a table of a former day by the ends of its record; ``None`` where they cannot be read, and where no hall
    has said its last word about it yet: it is taken up once more, and signed.
    """
    try:
        first = next((row.entry() for row in islice(store.entries(table), 1)), None)
    except BadEntryError:
        return None
    head = store.head(table)
    if first is None or not any(said.is_closed and said.version == head.version for said in store.checkpoints(table)):
        return None
    return FormerTable(table, first.game, first.time, StreamEnd(table, head.version, head.hash), first.continues)


class Archive:
    """The former tables of a hall. ``tables`` are those in its memory; ``sign_last`` writes the hall's last word about
    some; ``on_failure`` is told where that cannot be.
    """

    def __init__(
        self,
        store: Store,
        writer: GroupWriter,
        tables: dict[str, TableActor[Any]],
        sign_last: Callable[[Tables], Awaitable[None]],
        on_failure: Callable[[BaseException], None],
    ) -> None:
        self._store, self._writer, self._live = store, writer, tables
        self._sign_last, self._on_failure = sign_last, on_failure
        self._kept: dict[str, FormerTable] = {}
        self._retiring: set[asyncio.Task[None]] = set()

    @property
    def tables(self) -> Mapping[str, FormerTable]:
        return MappingProxyType(self._kept)

    def newest_first(self) -> tuple[FormerTable, ...]:
        """Return the former tables, those that were opened last first."""
        return tuple(sorted(self._kept.values(), key=lambda one: (one.begin, one.id), reverse=True))

    async def has_taken(self, house: HouseActor | None, name: str) -> bool:
        """Take a closed table of a former day up by its ends alone; return True for one."""
        return house is not None and is_former(house.state, name) and await self._take(name)

    def follow(self, house: HouseActor) -> None:
        """Have the tables of the day before leave the hall when its house has opened another."""
        house.committed.append(lambda: self._retire_former(house.state))

    async def settle(self) -> None:
        """Wait until the tables that are leaving have left."""
        await asyncio.gather(*self._retiring, return_exceptions=True)

    def _retire_former(self, house: State) -> None:
        former = tuple(
            one for name, one in self._live.items() if is_former(house, name) and not is_in_play(one.game, one.state)
        )
        for one in former:
            del self._live[one.id]
        if former:
            task = asyncio.create_task(self._retire(former), name="tapete-former-tables")
            self._retiring.add(task)
            task.add_done_callback(self._retiring.discard)

    async def _retire(self, former: Tables) -> None:
        await end_all(former, lambda: HallStoppedError("table-of-former-day"))
        try:
            await self._sign_last(former)
            for one in former:
                await self._take(one.id)
        except OSError as error:
            self._on_failure(error)
        except HallFailedError:  # whoever asks the hall is told so
            return

    async def _take(self, name: str) -> bool:
        found = await self._writer.call(lambda: read_former(self._store, name))
        if found is not None:
            self._kept[name] = found
        return found is not None
