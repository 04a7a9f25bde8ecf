"""What a hall does behind the play for its sealed states: it makes new ones, and walks the records of those that it
started from.

Both read the record, never a live table, and rest for three times as long as they work. A table that started from a
sealed state is compared with what its whole record comes to, and set aside where that is something else.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from tapete.kernel import Game
from tapete.live import recovery
from tapete.live.answer import Clock, HallStoppedError, RecordRefusedError
from tapete.live.sealed_states import SealedStates
from tapete.live.table import TableActor
from tapete.live.table_fold import Notes, TableFold
from tapete.record.checkpoints import Authority, Checkpoint
from tapete.record.entry import Head
from tapete.record.private import Sealer
from tapete.record.store import Store, StoreError
from tapete.words import CodedError

T = TypeVar("T")

LOOK_S: Final = 20.0
AGAIN_S: Final = 30.0
"""Seconds after which a record that could not be read is read again."""
WORK_S: Final = 0.004
LONGEST_S: Final = 0.1
REST: Final = 3


class Pace:
    """Rests now and then during one work, so that the play has most of the time."""

    def __init__(self, stopped: threading.Event) -> None:
        self._stopped, self._begun = stopped, 0.0

    def rest(self) -> None:
        """Rest if enough was done. Raises :class:`HallStoppedError` where the hall closes: work ends where it is."""
        spent = time.thread_time() - self._begun
        if spent >= WORK_S:
            if self._stopped.wait(min(spent, LONGEST_S) * REST):
                raise HallStoppedError("hall-closed")
            self._begun = time.thread_time()


class StartedTable(NamedTuple):
    """A table that a hall took up from a sealed state: what it had come to at ``head``, by its digest."""

    table: str
    game: Game[Any]
    notes: type[Notes] | None
    head: Head
    digest: bytes
    witnessed: Collection[Checkpoint]


class StateChecks:
    """``actors`` are the tables of the hall and its house; ``set_aside`` is told of one whose record is not sound."""

    def __init__(
        self,
        store: Store,
        states: SealedStates,
        sealer: Sealer,
        authority: Authority,
        clock: Clock,
        actors: Callable[[], Collection[TableActor[Any]]],
        set_aside: Callable[[str, CodedError], Awaitable[None]],
    ) -> None:
        self._store, self._states, self._sealer, self._authority = store, states, sealer, authority
        self._clock, self._actors, self._set_aside = clock, actors, set_aside
        self._stopped = threading.Event()
        self._pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="tapete-states")
        self._started: list[StartedTable] = []
        self._checking: asyncio.Task[None] | None = None
        self._keeping: asyncio.Task[None] | None = None

    def expect(self, started: StartedTable) -> None:
        self._started.append(started)

    def begin(self) -> None:
        """Begin behind the play; once the hall plays."""
        if self._states.folder is not None:
            self._checking = asyncio.create_task(self._check_all(), name="tapete-state-checks")
            self._keeping = asyncio.create_task(self._keep_on(), name="tapete-states")

    async def settle(self) -> None:
        """Wait until every table that started from a sealed state is found to be what its record comes to, or is set
        aside.
        """
        if self._checking is not None:
            await asyncio.wait({self._checking})

    async def stop(self) -> None:
        """End what is at work; wait until it reads no more."""
        self._stopped.set()
        tasks = [one for one in (self._checking, self._keeping) if one is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(self._pool.shutdown)

    async def keep_last(self) -> None:
        """Seal where tables stand that write no more."""
        for one in self._actors():
            if self._states.is_due(one.id, one.version, at_end=True):
                with suppress(StoreError, SQLAlchemyError, CodedError, *recovery.BROKEN):
                    await asyncio.to_thread(self._keep, one, one.head, lambda: None)

    async def _keep_on(self) -> None:
        while True:
            await self._clock.sleep(LOOK_S)
            for one in self._actors():
                if self._states.is_due(one.id, one.version):
                    with suppress(StoreError, SQLAlchemyError, CodedError, *recovery.BROKEN):
                        await self._apart(self._keep, one, one.head, Pace(self._stopped).rest)

    async def _apart(self, work: Callable[..., T], *given: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *given)

    def _keep(self, table: TableActor[Any], head: Head, rest: Callable[[], None]) -> None:
        kept, fold = self._states.read(table.id), TableFold(table.game, self._sealer, table.notes_kind)
        if kept is not None and kept.version <= head.version:
            fold = TableFold.of(table.game, self._sealer, kept, table.notes_kind)
        for row, step in recovery.followed(table.id, self._store.entries(table.id, fold.head.version), fold.head):
            if row.version > head.version or step.problems or step.entry is None:
                break
            fold.take(row, step.entry)
            rest()
        if fold.head == head:
            self._states.write(table.id, fold)

    async def _check_all(self) -> None:
        while self._started:
            one = self._started[0]
            try:
                commands = await self._apart(self._checked, one)
            except HallStoppedError:
                return
            except (StoreError, SQLAlchemyError):
                await self._clock.sleep(AGAIN_S)
                continue
            except (CodedError, *recovery.BROKEN) as error:
                await self._set_aside(one.table, recovery.park_reason(error))
            else:
                for table in self._actors():
                    if table.id == one.table:
                        table.commands.complete(commands)
            del self._started[0]

    def _checked(self, one: StartedTable) -> Collection[int]:
        """Return the numbers of all requests of a record. Raises what a start without a sealed state would raise."""
        fold, rest, at = TableFold(one.game, self._sealer, one.notes), Pace(self._stopped).rest, one.head.version
        read = partial(recovery.read_record, self._store, one.table, one.witnessed, self._authority)
        read(fold.take, until=at, rest=rest)
        if fold.head != one.head or fold.digest() != one.digest:
            raise RecordRefusedError("state-differs", version=at)
        return fold.commands
