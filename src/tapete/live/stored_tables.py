"""The tables and the house of a store, brought back as their records have them for the hall that writes them now."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from tapete.chance import ChanceKind
from tapete.house.engine import ESTABLISHMENT
from tapete.house.state import State
from tapete.house.tables import is_in_play
from tapete.house.terms import KEY
from tapete.kernel import Game
from tapete.live import recovery
from tapete.live.answer import HallFailedError, HallStoppedError, LiveError, LiveShoeError, RecordRefusedError
from tapete.live.card_orders import LiveSource, SeededOrders
from tapete.live.house import HouseActor, HouseNotes, has_house
from tapete.live.keys import Keys, Signer
from tapete.live.recorded_table import HallServices, RecoveredTable
from tapete.live.sealed_states import SealedStates
from tapete.live.state_checks import StartedTable
from tapete.live.table import TableActor
from tapete.live.table_fold import KeptTable, Notes, TableFold
from tapete.live.writer import GroupWriter
from tapete.record.checkpoints import Checkpoint
from tapete.record.continuations import is_opened_in_house
from tapete.record.entry import BadEntryError, Entry, StreamEnd, read_entry
from tapete.record.signatures import Authentication
from tapete.record.store import Row, Store, TableTakenError, Writer

S = TypeVar("S")


def number_of(table: str, name: str) -> int | None:
    """Return the number of a table among those of a name, by its id; ``None`` for one of another name."""
    before, _, number = table.rpartition("-")
    if table == name:
        return 1
    return int(number) if before == name and number.isdecimal() and int(number) > 1 else None


def original_name(table: str) -> str:
    """Return the name under which a table was opened that bears this id; a name may itself end in a number."""
    before = table.rpartition("-")[0]
    return before if before and number_of(table, before) else table


class TableNames:
    """Gives out names. ``recorded`` returns those that are taken, ``take`` becomes the writer of a new one."""

    def __init__(
        self, recorded: Callable[[], Awaitable[frozenset[str]]], take: Callable[[str], Awaitable[Writer]]
    ) -> None:
        self._recorded, self._take = recorded, take
        self.reserved: set[str] = set()
        """Names of tables that are being opened."""
        self.continued: set[str] = set()
        """Tables from which one that is being opened goes on."""

    def release(self, writer: Writer) -> None:
        self.reserved.discard(writer.table)
        if writer.continues is not None:
            self.continued.discard(writer.continues.table)

    async def take(self, wanted: str, check: Callable[[str], Awaitable[None]] | None = None) -> Writer:
        """Take a name, with a number where it is not free, and reserve it; raises what the store raises, and before the
        store knows of the name what ``check`` raises about it.
        """
        while True:
            taken = await self._recorded() | self.reserved | {KEY}
            name, number = wanted, 1
            while name in taken:
                number += 1
                name = f"{wanted}-{number}"
            self.reserved.add(name)
            try:
                if check is not None:
                    await check(name)
                return await self._take(name)
            except TableTakenError:
                self.reserved.discard(name)
            except BaseException:
                self.reserved.discard(name)
                raise


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
        states: SealedStates,
        *,
        training: bool,
    ) -> None:
        self._store, self._services, self._keys, self._games = store, services, keys, games
        self._signer, self._source, self._training = signer, source, training
        self._writer: GroupWriter = services.writer
        self.states: Final = states
        self.started: Final = list[StartedTable]()
        """Tables that were taken up from a sealed state."""

    def _taken_up(self, table: str, witnessed: Witnessed) -> Writer:
        """Become the writer of a table of the store, after the last who is known; runs in the store's thread."""
        recovery.require_latest_writer(self._store, table, witnessed, self._keys.authority)
        return self.taking(table)()

    def taking(self, table: str, *, new: bool = False) -> Callable[[], Writer]:
        return partial(self._store.take_over, table, new=new, authority=self._keys.authority)

    async def house(self, witnessed: Witnessed) -> HouseActor | None:
        """Return the house of a store that has one. Raises :class:`RecordRefusedError`: no table goes on without it."""
        if not await self._writer.call(partial(has_house, self._store)):
            return None
        writer = await self._writer.call(partial(self._taken_up, KEY, witnessed))
        fold = await self._writer.call(partial(self._read_house, witnessed))
        return HouseActor(self._services, writer, fold.recovered())

    def _read_house(self, witnessed: Witnessed) -> TableFold[State]:
        try:
            fold = self._fold(KEY, witnessed, lambda opening: ESTABLISHMENT, HouseNotes)
        except recovery.BROKEN as error:
            raise recovery.park_reason(error) from error
        if fold is None:
            raise RecordRefusedError("no-opening", table=KEY)
        return fold

    async def table(self, name: str, witnessed: Witnessed) -> TableActor[Any] | None:
        """Return a table; ``None`` for one whose opening was never recorded. Raises what its record refuses."""
        writer = await self._writer.call(partial(self._taken_up, name, witnessed))
        found = await self._writer.call(partial(self._read, writer, witnessed))
        return None if found is None else TableActor(self._services, found.game, writer, found.source, found.recalled)

    def _read(self, writer: Writer, witnessed: Witnessed) -> ReadTable | None:
        """Read one table; runs in the store's thread."""
        fold = self._fold(writer.table, witnessed, self._game_of)
        if fold is None:
            return None
        writer.continues = fold.first.continues
        source = self._source(recovery.chance_kind(fold.game, fold.first), writer.table)
        if isinstance(source, SeededOrders):
            for order in fold.watch.in_use():
                source.restore(order)
        return ReadTable(fold.game, source, fold.recovered())

    def _game_of(self, opening: Entry) -> Game[Any]:
        """Return the game of a table by its first entry. Raises what forbids that this hall plays it on."""
        if self._services.house.actor is None and is_opened_in_house(opening):
            raise RecordRefusedError("house-gone")
        game = self._games[opening.game]
        if recovery.chance_kind(game, opening) is ChanceKind.SEEDED and not self._training:
            raise LiveShoeError("shoe-seeded")
        return game

    def _fold(
        self, table: str, witnessed: Witnessed, game_of: Callable[[Entry], Game[S]], notes: type[Notes] | None = None
    ) -> TableFold[S] | None:
        """Return what a record comes to: from a sealed state where one belongs to it, else from its first entry."""
        found, store, authority = None, self._store, self._keys.authority
        if (kept := self.states.read(table)) is not None:
            try:
                found = self._from_kept(table, witnessed, game_of, kept, notes)
            except (LiveError, *recovery.BROKEN) as error:
                self.states.foreign(table, recovery.park_reason(error).code)
        if found is None:
            fold: TableFold[S] | None = None

            def take(row: Row, entry: Entry) -> None:
                nonlocal fold
                fold = fold or TableFold(game_of(entry), self._services.sealer, notes)
                fold.take(row, entry)

            known = recovery.read_record(store, table, witnessed, authority, take)
            if fold is None:
                return None
            found = fold, known
        recovery.keep_last_word(store, table, witnessed)
        self._signer.restore(table, found[1].tagged_from)
        if self.states.is_due(table, found[0].head.version):
            self.states.write(table, found[0])
        return found[0]

    def _from_kept(
        self,
        table: str,
        witnessed: Witnessed,
        game_of: Callable[[Entry], Game[S]],
        kept: KeptTable,
        notes: type[Notes] | None,
    ) -> tuple[TableFold[S], Authentication] | None:
        """Go on from a sealed state, and leave the rest of the record to be walked behind the play."""
        sealer, authority = self._services.sealer, self._keys.authority
        fold = TableFold.of(game_of(read_entry(kept.opening)), sealer, kept, notes)
        fold.last_entries.extend(recovery.last_entries(self._store, table, kept.head))
        known = recovery.read_record(self._store, table, witnessed, authority, fold.take, after=kept.head)
        if known.newest is None or not known.newest.tagged_from:  # where tags begin only the whole record says
            self.states.foreign(table, "unsigned")
            return None
        own = tuple(one for one in witnessed if one.table == table)
        self.started.append(StartedTable(table, fold.game, notes, fold.head, fold.digest(), own))
        return fold, known

    async def recorded(self, game: Game[Any], served: Collection[str]) -> Sequence[recovery.TableSnapshot]:
        sealer, authority = self._services.sealer, self._keys.authority
        reading = partial(recovery.table_snapshots, self._store, game, sealer, authority, tuple(served))
        return await self._writer.call(reading)

    async def recorded_one(self, game: Game[Any], table: str) -> recovery.TableSnapshot:
        """Return a table of a game; nothing is taken over. Raises :class:`RecordRefusedError`."""
        sealer, authority = self._services.sealer, self._keys.authority
        reading = partial(recovery.table_snapshot, self._store, table, game, sealer, authority)
        found = await self._writer.call(reading)
        if found is None:
            raise RecordRefusedError("no-opening", table=table)
        return found


def hall_closes() -> LiveError:
    return HallStoppedError("hall-closed")


async def end_all(actors: Collection[TableActor[Any]], why: Callable[[], LiveError] = hall_closes) -> None:
    """Let each answer the act at work, and nothing after it; ``why`` returns what whoever asks is told."""
    for one in actors:
        one.end(why())
    for one in actors:
        await one.wait_for_end()


Tables = Collection[TableActor[Any]]


class FormerTable(NamedTuple):
    """A table whose play is over: its game, when it began, where its record ends and from which one it goes on."""

    id: str
    game: str
    begin: str
    end: StreamEnd
    continues: StreamEnd | None


def is_former(house: State, table: str) -> bool:
    return house.days > 0 and table not in house.tables


def read_former(store: Store, table: str) -> FormerTable | None:
    """Return a former table by the ends of its record; ``None`` where they are unreadable or not signed off."""
    with store.reading():
        try:
            first = next((row.entry() for row in store.entries(table, limit=1)), None)
        except BadEntryError:
            return None
        head = store.head(table)
        if first is None or not store.is_closed_at(table, head.version):
            return None
    return FormerTable(table, first.game, first.time, StreamEnd(table, head.version, head.hash), first.continues)


class Archive:
    """Closed tables of former days: known by name, and where each record ends, but not in the hall's memory.

    ``tables`` are those in its memory; ``sign_last`` writes the hall's last word about some; ``on_failure`` is told
    where that cannot be.
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
        return tuple(sorted(self._kept.values(), key=lambda one: (one.begin, one.id), reverse=True))

    async def has_taken(self, house: HouseActor | None, name: str) -> bool:
        return house is not None and is_former(house.state, name) and await self._take(name)

    def follow(self, house: HouseActor) -> None:
        """Have the tables of the day before leave the hall when its house has opened another."""
        house.committed.append(lambda: self._retire_former(house.state))

    async def settle(self) -> None:
        await asyncio.gather(*self._retiring, return_exceptions=True)

    def _retire_former(self, house: State) -> None:
        former = tuple(
            one for name, one in self._live.items() if is_former(house, name) and not is_in_play(one.game, one.state)
        )
        for one in former:
            del self._live[one.id]
        if former:
            self.retire(former)

    def retire(self, former: Tables) -> None:
        """End tables that have left the hall, and sign the last word about them."""
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
