"""The tables of a hall as somebody without its key follows them: the public part of its record, entry by entry.

A replica holds no hidden face: it reads no sealed part and has no key that opens one. It walks the chain of each table
and sets one aside whose record is broken, or is not the one any more that it has followed. It writes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, TypeVar

from tapete import kernel
from tapete.catalogue import house_games
from tapete.house.tables import is_in_play
from tapete.live import openings, security_log
from tapete.live.answer import Clock, HallStoppedError, LiveError, RecordRefusedError, SystemClock
from tapete.live.recorded_table import PAGE, Notifier, RecordedTable
from tapete.live.recovery import BROKEN, followed, park_reason, told_at
from tapete.live.timers import Countdown, Hold
from tapete.record.checkpoints import Checkpoint, checkpoint_problems
from tapete.record.codec import read_event
from tapete.record.entry import Entry, Head, Problem
from tapete.record.store.public import PublicRecord
from tapete.table.staff import Role
from tapete.words import technical_name

S = TypeVar("S")

WAIT_S: Final = 5.0
"""Seconds after which the whole store is looked at, whatever is told meanwhile."""
RETRY_S: Final = 1.0
AT_ONCE: Final = 1_000
"""Entries that are read before others have their turn."""
SIGNED_S: Final = 60.0
"""Seconds between two looks at what the hall has signed."""
KEPT_S: Final = 12 * 3600
"""Seconds for which a closed table is shown after its last entry."""
NO_MACHINES: Final[Mapping[Role, kernel.PersonId]] = MappingProxyType({})


class FollowedTable(RecordedTable[S]):
    """A table as its public entries have it, for the public screen. What a hall keeps beside the record, as clocks and
    who is away, is not there; nobody acts at it.
    """

    machines: Final = NO_MACHINES
    absent_staff: Final = frozenset[kernel.PersonId]()
    lost_posts: Final[Mapping[kernel.PersonId, Any]] = MappingProxyType({})

    def __init__(
        self, table: str, game: kernel.Game[S], record: PublicRecord, clock: Clock, said: Sequence[Checkpoint] = ()
    ) -> None:
        super().__init__(game, game.blank())
        self._is_silent, self._keeps_all = False, False
        self.signed: Sequence[Checkpoint] | None = said
        """What the hall had signed when the table was taken up, until it is held against the record."""
        self.hashes: dict[int, str] = dict.fromkeys((one.version for one in said), "")
        """Those of entries that are held against what the hall signs: when it is taken up only those that it has
        signed, then all since the last time.
        """
        self.id: str = table
        self.continues = None
        self._record, self._head, self._end_reason = record, Head(), None
        self._last_entries = deque(maxlen=PAGE)
        self._notifier = Notifier(lambda: self.version, lambda: self.is_open)
        self.countdown: Final = Countdown(clock, lambda: self.step, self.redraw)
        self.hold: Final = Hold(clock, self.countdown, self.redraw)

    @property
    def is_shown(self) -> bool:
        """True for a table that is in play, or was a short while ago."""
        if is_in_play(self.game, self.state):
            return True
        age = datetime.now().astimezone() - datetime.fromisoformat(self._last_entries[-1].time)
        return age.total_seconds() < KEPT_S

    @property
    def is_open(self) -> bool:
        """True where what is shown is what the record says now."""
        return self._end_reason is None and not self._is_silent

    def pause(self, *, silent: bool) -> None:
        """End the streams while the store does not answer: a page that follows says so."""
        self._is_silent = silent
        self._notifier.notify()

    def purse(self, viewer: kernel.PersonId | None) -> None:
        """Return nothing: what people have in a house no public entry of a table says."""

    def take(self, entry: Entry, hash_: str) -> None:
        """Go on by the next entry. Raises what the codec raises."""
        state = self.state
        for tree in entry.events:
            state = self.game.evolve(state, read_event(self.game, tree))
        self.state, self._head = state, Head(entry.version, hash_)
        self.continues = self.continues or entry.continues
        if self._keeps_all or entry.version in self.hashes:
            self.hashes[entry.version] = hash_
        self._last_entries.append(entry)

    def contradictions(self, said: Iterable[Checkpoint], trusted: frozenset[str] | None) -> Sequence[Problem]:
        """Return where the record is not what its hall has signed since it was asked last."""
        kept = {version: hash_ for version, hash_ in self.hashes.items() if hash_} | {self.version: self.head.hash}
        self._keeps_all, self.hashes, self.signed = trusted is not None, {self.version: self.head.hash}, None
        return checkpoint_problems(said, {self.id: kept}, trusted)

    def tell(self) -> None:
        """Have whoever follows the table look at it again."""
        self.forget()
        self._notifier.notify()

    def end(self, why: LiveError) -> None:
        self._end_reason = why
        self._notifier.notify()

    async def entries(self, after: int = 0, limit: int = PAGE) -> tuple[Entry, ...]:
        """Return at most ``limit`` public entries after a version; the last ones from memory."""
        limit = max(0, min(limit, PAGE))
        if after >= self.version - len(self._last_entries):
            return tuple(islice((one for one in self._last_entries if one.version > after), limit))
        rows = lambda: tuple(row.entry() for row in islice(self._record.rows(self.id, after), limit))  # noqa: E731
        return await asyncio.to_thread(rows)


def unsound(problems: Sequence[Problem]) -> RecordRefusedError:
    return RecordRefusedError("record-unsound", problems=[told_at(one) for one in problems[:3]])


class Replica:
    """The tables of a hall, read from the public part of its record. Made by :meth:`start`, in a running event loop."""

    house: Final = None
    """What people have in a house no replica knows."""

    def __init__(self, record: PublicRecord, trusted: frozenset[str] | None, clock: Clock) -> None:
        self._record, self._trusted, self._clock = record, trusted, clock
        self.games: Mapping[str, kernel.Game[Any]] = {}
        self.parked_tables: dict[str, LiveError] = {}
        """Tables whose record is not sound, with the reason; now and then they are read once more."""
        self.lost: str | None = None
        """Why the store does not answer, ``None`` while it does."""
        self._tables: dict[str, FollowedTable[Any]] = {}
        self._over: dict[str, int] = {}
        """Closed tables that are not shown, and where they ended."""
        self._following: asyncio.Task[None] | None = None

    @classmethod
    async def start(
        cls,
        record: PublicRecord,
        *,
        trusted: Iterable[str] = (),
        clock: Clock | None = None,
    ) -> Replica:
        """Read every table of a store, and follow it. ``trusted`` are public keys of the hall: what it signed is held
        against the record, and what another key signed counts against it. Raises what the database raises.
        """
        made = cls(record, frozenset(trusted) or None, clock or SystemClock())
        await asyncio.to_thread(record.wait, 0.0)  # first, so that nothing is missed between this and the reading
        await made._go_on(None)
        made._following = asyncio.create_task(made._follow(), name="tapete-replica")
        return made

    async def stop(self) -> None:
        if self._following is not None:
            self._following.cancel()
            with suppress(asyncio.CancelledError):
                await self._following
        await asyncio.to_thread(self._record.close)

    @property
    def tables(self) -> Mapping[str, FollowedTable[Any]]:
        return MappingProxyType(self._tables)

    def successor_of(self, table: str) -> str | None:
        """Return the last table that goes on from a closed one."""
        return openings.successor_of(table, self._tables, ())

    async def _follow(self) -> None:
        loop = asyncio.get_running_loop()
        due, signed = 0.0, loop.time() + SIGNED_S
        while True:
            try:
                named = await asyncio.to_thread(self._record.wait, WAIT_S)
                is_due = self.lost is not None or loop.time() >= due
                await self._go_on(None if is_due else named)
                due = loop.time() + WAIT_S if named is None or is_due else due
                if loop.time() >= signed:
                    await self._look_again()
                    signed = loop.time() + SIGNED_S
                self._note(None)
            except Exception as error:  # whatever it is: nobody may take what is old for what is
                self._note(technical_name(error))
                await asyncio.sleep(RETRY_S)

    def _note(self, lost: str | None) -> None:
        """Note that the store does not answer, or does again; whoever follows a table is told."""
        was, self.lost = self.lost, lost
        if (lost is None) == (was is None):
            return
        if lost is None:
            security_log.tell("store-returned", logging.INFO)
        else:
            security_log.tell("not-ready", codes=("store-lost",), why=lost)
        for table in self._tables.values():
            table.pause(silent=lost is not None)

    async def _look_again(self) -> None:
        """Hold what the hall has signed since against the record; read tables once more that were set aside."""
        for name in tuple(self.parked_tables):
            await self._take(name)
        for name, table in tuple(self._tables.items()) if self._trusted else ():
            said = await asyncio.to_thread(self._record.signed, name, table.version - AT_ONCE)
            known = [one for one in said if one.version in table.hashes]
            if problems := table.contradictions(known, self._trusted):
                self._set_aside(name, unsound(problems))

    async def _go_on(self, named: frozenset[str] | None) -> None:
        """Take up what tables have that is new; of all there are where none is ``named``."""
        if named is None:
            ends = await asyncio.to_thread(self._record.ends)
            due = [name for name, version in ends.items() if self._over.get(name) != version]
            due += [name for name in self._tables if name not in ends]
        else:
            due = sorted(named)
        for name in due:
            if name not in self.parked_tables:
                await self._take(name)

    async def _take(self, name: str) -> None:
        table = self._tables.get(name)
        had = Head() if table is None else table.head
        try:
            table = await self._begun(name) if table is None else table
            if table is None:
                return
            is_whole = False
            while not is_whole:
                is_whole = await self._taken_on(table)
        except (LiveError, *BROKEN) as error:
            why = park_reason(error)
            self._set_aside(name, why if isinstance(why, LiveError) else RecordRefusedError(why.code, **why.facts))
            return
        self.parked_tables.pop(name, None)
        if table.head != had:
            table.tell()
        if table.is_shown:
            self._tables[name] = table
        else:
            self._over[name] = table.version
            if self._tables.pop(name, None) is not None:
                table.end(HallStoppedError("table-of-former-day"))

    async def _begun(self, name: str) -> FollowedTable[Any] | None:
        """Return a table before its first entry; ``None`` where there is none: anybody may say a name."""
        first = await asyncio.to_thread(lambda: next(self._record.rows(name, 0), None))
        if first is None:
            return None
        opening = first.entry()
        said = await asyncio.to_thread(self._record.signed, name)
        if not self.games:
            await self._read_rulebooks()
        return FollowedTable(name, self.games[opening.game], self._record, self._clock, said)

    async def _taken_on(self, table: FollowedTable[Any]) -> bool:
        """Take a table on by its next entries, some at a time; return whether these were all. Raises
        :class:`RecordRefusedError` where they do not follow the last one that is known, or its hall signed others.
        """
        head = table.head
        read = lambda: list(islice(self._record.rows(table.id, max(0, head.version - 1)), AT_ONCE))  # noqa: E731
        rows = await asyncio.to_thread(read)
        if head.version and (not rows or (rows[0].version, rows[0].hash) != (head.version, head.hash)):
            raise RecordRefusedError("record-behind", problems=[])
        new, problems = rows[1:] if head.version else rows, list[Problem]()
        for row, step in followed(table.id, new, head):
            problems += step.problems
            if step.entry is not None and not problems:
                await self._evolve(table, step.entry, row.hash)
        is_whole = len(rows) < AT_ONCE
        if is_whole and table.signed is not None:
            problems += table.contradictions(table.signed, self._trusted)
        if problems:
            raise unsound(problems)
        return is_whole

    async def _read_rulebooks(self) -> None:
        self.games = house_games(await asyncio.to_thread(openings.whole_library, self._record))

    async def _evolve(self, table: FollowedTable[Any], entry: Entry, hash_: str) -> None:
        try:
            table.take(entry, hash_)
        except BROKEN:  # a rulebook that the hall was given since
            await self._read_rulebooks()
            table.game = self.games[table.game.key]
            table.take(entry, hash_)

    def _set_aside(self, name: str, why: LiveError) -> None:
        self.parked_tables[name] = why
        security_log.tell("table-set-aside", logging.ERROR, table=name, why=why.code)
        if (table := self._tables.pop(name, None)) is not None:
            table.end(why)
