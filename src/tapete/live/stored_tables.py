"""The tables and the house of a store, brought back as their records have them for the hall that writes them now."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from tapete.chance import ChanceKind
from tapete.house.terms import KEY
from tapete.kernel import Game
from tapete.live import recovery
from tapete.live.checkpoint_signer import Signer
from tapete.live.errors import LiveShoeError, RecordRefusedError
from tapete.live.house import HouseActor, has_house, read_house
from tapete.live.keys import Keys
from tapete.live.services import HallServices, RecoveredTable
from tapete.live.table import TableActor
from tapete.live.vault import LiveSource, SeededOrders
from tapete.live.writer import GroupWriter
from tapete.record.checkpoints import Checkpoint
from tapete.record.continuations import is_opened_in_house
from tapete.record.store import Store, Writer

Witnessed = tuple[Checkpoint, ...]


class ReadTable(NamedTuple):
    """A table as its record has it, with the orders of its cards."""

    game: Game[Any]
    source: LiveSource
    recalled: RecoveredTable[Any]


class StoredTables:
    """Reads the records of a store and becomes the writer of what it gives back. ``source`` makes the orders of the
    cards of a table; ``training`` admits those that follow from a seed.
    """

    def __init__(
        self,
        store: Store,
        services: HallServices,
        keys: Keys,
        games: Mapping[str, Game[Any]],
        signer: Signer,
        source: Callable[[ChanceKind, str], LiveSource],
        *,
        training: bool,
    ) -> None:
        self._store, self._services, self._keys, self._games = store, services, keys, games
        self._signer, self._source, self._training = signer, source, training
        self._writer: GroupWriter = services.writer

    def _taken_up(self, table: str, witnessed: Witnessed) -> Writer:
        """Become the writer of a table of the store, after the last who is known; runs in the store's thread."""
        recovery.require_latest_writer(self._store, table, witnessed, self._keys.authority)
        return self.taking(table)()

    def taking(self, table: str, *, new: bool = False) -> Callable[[], Writer]:
        """Return what makes this hall the writer of a table, in the store's thread."""
        return partial(self._store.take_over, table, new=new, authority=self._keys.authority)

    async def house(self, witnessed: Witnessed) -> HouseActor | None:
        """Return the house of a store that has one. Raises :class:`RecordRefusedError`: no table goes on without it."""
        if not await self._writer.call(partial(has_house, self._store)):
            return None
        writer = await self._writer.call(partial(self._taken_up, KEY, witnessed))
        reading = partial(read_house, self._store, self._services.sealer, self._keys.authority, witnessed)
        recalled, tagged_from = await self._writer.call(reading)
        self._signer.restore(KEY, tagged_from)
        return HouseActor(self._services, writer, recalled)

    async def table(self, name: str, witnessed: Witnessed) -> TableActor[Any] | None:
        """Return a table; ``None`` for one whose opening was never recorded. Raises what its record refuses."""
        writer = await self._writer.call(partial(self._taken_up, name, witnessed))
        found = await self._writer.call(partial(self._read, writer, witnessed))
        return None if found is None else TableActor(self._services, found.game, writer, found.source, found.recalled)

    def _read(self, writer: Writer, witnessed: Witnessed) -> ReadTable | None:
        """Read one table; runs in the store's thread."""
        rows, entries, known = recovery.load_table(self._store, writer.table, witnessed, self._keys.authority)
        if not entries:
            return None
        if self._services.house.actor is None and is_opened_in_house(entries[0]):
            raise RecordRefusedError("house-gone")
        game, writer.continues = self._games[entries[0].game], entries[0].continues
        kind = recovery.chance_kind(game, entries[0])
        if kind is ChanceKind.SEEDED and not self._training:
            raise LiveShoeError("shoe-seeded")
        recalled = recovery.recover_table(game, rows, entries, self._services.sealer)
        source = self._source(kind, writer.table)
        if isinstance(source, SeededOrders):
            for order in recalled.watch.in_use():
                source.restore(order)
        recovery.keep_last_word(self._store, writer.table, witnessed)
        self._signer.restore(writer.table, known.tagged_from)
        return ReadTable(game, source, recalled)

    async def recorded(self, game: Game[Any], served: Collection[str]) -> Sequence[recovery.RecordedTable]:
        """Return the tables of a game but for those that are ``served``; nothing is taken over."""
        sealer, authority = self._services.sealer, self._keys.authority
        reading = partial(recovery.recorded_tables, self._store, game, sealer, authority, tuple(served))
        return await self._writer.call(reading)

    async def recorded_one(self, game: Game[Any], table: str) -> recovery.RecordedTable:
        """Return a table of a game; nothing is taken over. Raises :class:`RecordRefusedError`."""
        sealer, authority = self._services.sealer, self._keys.authority
        reading = partial(recovery.recorded_table, self._store, table, game, sealer, authority)
        found = await self._writer.call(reading)
        if found is None:
            raise RecordRefusedError("no-opening", table=table)
        return found
