"""Tables that a hall opens, and where their records go on."""

from __future__ import annotations

import asyncio
from asyncio import Lock
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from tapete.chance import ChanceKind, DealsCards, DrawsTokens, OpensTable
from tapete.house.acts import OpenHouse
from tapete.house.engine import ESTABLISHMENT
from tapete.house.tables import is_in_play
from tapete.house.terms import KEY
from tapete.kernel import HOUSE, Act, Game, OpensBeside, PersonId, Refused, RefusedError
from tapete.live.answer import Clock, HallStoppedError, LiveShoeError, RecordRefusedError, SystemClock
from tapete.live.card_orders import KeyedOrders, LiveSource
from tapete.live.house_link import HouseLink
from tapete.live.keys import Keys
from tapete.live.recorded_table import HallServices, RecordedTable
from tapete.live.recovery import TableSnapshot
from tapete.live.stored_tables import Archive, FormerTable, StoredTables, TableNames, number_of
from tapete.live.table import TableActor
from tapete.play import transition
from tapete.record.compose import compose
from tapete.record.entry import StreamEnd
from tapete.record.private import KeySealer
from tapete.record.store import Reader, Store, Writer
from tapete.rulebooks import Library, Rulebook, UnknownRulebookError, house_library, make
from tapete.rulebooks.house_layer import OVER
from tapete.table.houses import HandsOn, NumbersSessions


def require_playable_chance(game: Game[Any], kind: ChanceKind, *, training: bool) -> None:
    """Raise :class:`~tapete.live.answer.LiveShoeError` for a seeded shoe outside training, or one without proofs."""
    if kind is ChanceKind.SEEDED and not training:
        raise LiveShoeError("shoe-seeded")
    if kind is ChanceKind.SEALED and not isinstance(game, DealsCards | DrawsTokens):
        raise LiveShoeError("shoe-unprovable", game=game.key)


def require_openable(game: Game[Any], act: Act[Any]) -> None:
    """Raise :class:`~tapete.kernel.RefusedError` where a game refuses an opening, before the store knows the name."""
    outcome = game.decide(game.blank(), act)
    if isinstance(outcome, Refused):
        raise RefusedError(outcome)


StatesOf = Callable[[Game[Any]], Awaitable[Sequence[Any]]]
"""Gives the states of the tables of a game."""


class Openings:
    """Asks a game whether one more table of it may stand beside those in play, and the house for the number of a
    session. ``elsewhere`` gives the tables of the store that this hall does not serve.
    """

    def __init__(self, tables: Mapping[str, TableActor[Any]], house: HouseLink, elsewhere: StatesOf) -> None:
        self._tables, self._house, self._elsewhere, self._lock = tables, house, elsewhere, Lock()

    @asynccontextmanager
    async def admit(self, game: Game[Any], act: Act[Any]) -> AsyncIterator[Any]:
        """Give the opening to do, and keep others of the game waiting. Raises :class:`~tapete.kernel.RefusedError`."""
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


class Recorded(Protocol):
    """A table by its record: the id, and from which one it goes on."""

    @property
    def id(self) -> str: ...

    @property
    def continues(self) -> StreamEnd | None: ...


def later_tables(table: str, known: Iterable[Recorded]) -> Iterator[str]:
    """Yield the tables that go on from a table, by way of one another, the nearest first."""
    next_of = {one.continues.table: one.id for one in known if one.continues is not None}
    while table in next_of:
        table = next_of.pop(table)  # no table twice, whatever a record says of itself
        yield table


def successor_of(table: str, live: Mapping[str, RecordedTable[Any]], former: Iterable[Recorded]) -> str | None:
    """Return the last table that goes on from a closed one, ``None`` for others; ``former``: of former days."""
    here = live.get(table)
    if here is not None and is_in_play(here.game, here.state):
        return None
    found = [one for one in later_tables(table, chain(live.values(), former)) if one in live]
    return found[-1] if found else None


class RecordEnd(NamedTuple):
    """Where a record ends, of which game it is, from which one it goes on, and whether it is over."""

    end: StreamEnd
    game: str
    continues: StreamEnd | None
    is_over: bool


def record_ends(tables: Iterable[TableActor[Any]], former: Iterable[FormerTable]) -> Iterator[RecordEnd]:
    for one in tables:
        end = StreamEnd(one.id, one.version, one.head.hash)
        yield RecordEnd(end, one.game.key, one.continues, not is_in_play(one.game, one.state))
    for gone in former:
        yield RecordEnd(gone.end, gone.game, gone.continues, is_over=True)


def go_on(
    writer: Writer, name: str, game: Game[Any], tables: Mapping[str, RecordEnd], continued: set[str]
) -> StreamEnd | None:
    """Have a new record begin where the last one of its name ended: the day before, or earlier on the same day. Return
    that end, if there is one.

    Nothing is done for the first table of a name, for one beside a table in play, and for one of another game; nor for
    the second of two that are opened at one moment: ``continued`` are the tables from which another one goes on.
    """
    last = None if writer.table == name else closed_end(name, game, tables, continued)
    if last is not None:
        continued.add(last.table)
        writer.go_on_from(last)
    return last


def closed_end(
    name: str, game: Game[Any], tables: Mapping[str, RecordEnd], continued: Collection[str] = ()
) -> StreamEnd | None:
    """Return where the record of the last closed table of a name ends from which none goes on yet."""
    gone_on = {one.continues.table for one in tables.values() if one.continues is not None} | {*continued}
    ends = (one for one in tables.values() if one.game == game.key and one.is_over and one.end.table not in gone_on)
    found = {number: one.end for one in ends if (number := number_of(one.end.table, name)) is not None}
    return found[min(found)] if found else None


class UnservedTables:
    """Reads tables that are not in the hall's memory, by their records. ``served`` are those that are there."""

    def __init__(self, stored: StoredTables, served: Collection[str]) -> None:
        self._stored, self._served = stored, served
        self.are_former_alone = False
        """Whether the hall has taken up all tables but those of former days, of which none is in play."""

    async def _recorded(self, game: Game[Any]) -> Sequence[TableSnapshot]:
        return () if self.are_former_alone else await self._stored.recorded(game, self._served)

    async def states(self, game: Game[Any]) -> Sequence[Any]:
        """Return the states of the tables of a game, but for those of former days in a hall that knows them."""
        return [one.state for one in await self._recorded(game)]

    async def ends(self, game: Game[Any]) -> Mapping[str, RecordEnd]:
        found = await self._recorded(game)
        return {
            one.end.table: RecordEnd(one.end, game.key, one.continues, not is_in_play(game, one.state)) for one in found
        }

    async def state(self, game: Game[Any], table: str) -> Any:
        """Return the state of a table of a game. Raises :class:`~tapete.live.answer.RecordRefusedError`."""
        return (await self._stored.recorded_one(game, table)).state


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
        """Raise :class:`~tapete.kernel.RefusedError` where game or house refuse an opening under this id."""
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
        """Return the ends from which a new table may go on, by id; all of them where tables hand something on."""
        await self._archive.settle()
        here = {one.end.table: one for one in record_ends(self._tables.values(), self._archive.tables.values())}
        return {**await self._unserved.ends(game), **here} if isinstance(game, HandsOn) else here

    def _require_readable(self, name: str) -> None:
        """Raise :class:`~tapete.kernel.RefusedError` where a table of a name, and what it left, is unknown."""
        for one in sorted(self._parked):
            if number_of(one, name) is not None:
                raise RefusedError(Refused("inventory-unread", {"table": one}))

    async def _read(self, game: Game[Any], table: str) -> Any:
        try:
            return await self._unserved.state(game, table)
        except RecordRefusedError as error:
            raise RefusedError(Refused("inventory-unread", {"table": table})) from error

    async def _with_inventory(self, game: Game[Any], opening: Any, last: StreamEnd | None) -> Any:
        if not isinstance(game, HandsOn):
            return opening
        state = None
        if last is not None:
            here = self._tables.get(last.table)
            state = await self._read(game, last.table) if here is None else here.state
        return await asyncio.to_thread(game.with_inventory, opening, state)


def begin_house(
    store: Store,
    keys: Keys,
    name: str,
    director: PersonId,
    clock: Clock | None = None,
    *,
    has_admission: bool = True,
) -> None:
    """Begin the record of a house: from its first entry on its director is on duty.

    Inside a transaction of the store the entry is a part of it. Raises
    :class:`~tapete.kernel.RefusedError` when the act is refused, and what the store raises.
    """
    opening = Act(HOUSE, OpenHouse(name, director, has_admission))
    made = transition(ESTABLISHMENT, ESTABLISHMENT.blank(), opening, KeyedOrders())
    if isinstance(made.outcome, Refused):
        raise RefusedError(made.outcome)
    writer = store.take_over(KEY, new=True, authority=keys.authority)
    time = (clock or SystemClock()).wall()
    sealer = KeySealer(keys.sealing)
    writer.append(compose(ESTABLISHMENT, made, writer.head, sealer, table=KEY, epoch=writer.epoch, time=time))


def whole_library(store: Reader, brought: Sequence[Rulebook] = ()) -> Library:
    shipped = house_library()
    known = {one.sha256 for one in (*shipped.books, *brought)}
    kept = (make(store.rulebook(sha256)) for sha256 in store.rulebooks() if sha256 not in known)
    return Library((*shipped.books, *brought, *kept))


class RulebookContents:
    """What is kept beside the record of a rulebook that an entry names: its content, and that of the one below it."""

    def __init__(self, brought: Sequence[Rulebook] = ()) -> None:
        self._brought = {one.sha256: one for one in brought}

    def __call__(self, sha256: str) -> tuple[dict[str, Any], ...]:
        """Return the contents of a shipped or brought rulebook by its hash; none where only the store has it."""
        book = self._brought.get(sha256)
        if book is not None:
            below = self(str(book.content[OVER]["sha256"])) if OVER in book.content else ()
            return (*below, book.content)
        try:
            return (house_library().by_hash(sha256).content,)
        except UnknownRulebookError:
            return ()
