"""The one road into the store: jobs that gather while a transaction is on its way go together in the next one.

The store's calls run in one thread, so the tables' event loop never waits for a disk. A job is answered after its
commit. One table that another server has taken over does not hold up the others.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

import msgspec

from tapete.live import security_log
from tapete.live.answer import HallFailedError, HallStoppedError, LiveError, TableLostError
from tapete.live.telemetry import Durations
from tapete.record.store import (
    Append,
    AppendResult,
    CommandConflictError,
    NotFoundError,
    StaleWriterError,
    Store,
    StoreError,
    StoreFailedError,
)

T = TypeVar("T")


class Job(msgspec.Struct, frozen=True):
    """An entry to store, and the contents of rulebooks that must be on the disk before it."""

    append: Append
    rulebooks: tuple[dict[str, Any], ...] = ()


Waiting = tuple[Job, "asyncio.Future[AppendResult]"]


class GroupWriter:
    """Commits jobs in groups. ``on_failure`` is called once, in the event loop, when the store fails."""

    def __init__(
        self,
        store: Store,
        on_failure: Callable[[BaseException], None],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store, self._on_failure, self._monotonic = store, on_failure, monotonic
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="tapete-store")
        self._queue: list[Waiting] = []
        self._wake = asyncio.Event()
        self._stopping = False
        self.failed: BaseException | None = None
        self.groups: int = 0
        """Transactions so far that stored entries."""
        self.stored: int = 0
        """Entries stored so far."""
        self.commit_times: Final = Durations()
        self.committed_at: float | None = None
        """When the last transaction was stored, by the monotonic clock."""
        self._runner = asyncio.create_task(self._run(), name="tapete-writer")

    async def call(self, work: Callable[[], T]) -> T:
        """Run another call to the store in its thread. Raises :class:`HallFailedError` when the store has failed."""
        self._require_open()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        except StoreFailedError as error:
            self.failed = error
            self._on_failure(error)
            raise HallFailedError("record-failed") from error

    async def store(self, job: Job) -> AppendResult:
        """Return once the entry is on the disk.

        Raises :class:`TableLostError` and :class:`~tapete.record.store.CommandConflictError` with nothing stored, and
        :class:`HallFailedError` when it is not known whether it was.
        """
        self._require_open()
        done: asyncio.Future[AppendResult] = asyncio.get_running_loop().create_future()
        self._queue.append((job, done))
        self._wake.set()
        return await done

    async def stop(self) -> None:
        """Store what waits, then end the thread."""
        self._stopping = True
        self._wake.set()
        await self._runner
        await asyncio.get_running_loop().run_in_executor(None, self._pool.shutdown)

    def _require_open(self) -> None:
        if self.failed is not None:
            raise HallFailedError("record-failed") from self.failed
        if self._stopping:
            raise HallStoppedError("hall-closed")

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while self.failed is None:
            await self._wake.wait()
            self._wake.clear()
            group, self._queue = self._queue, []
            if group:
                before, began, returns = self.groups, self._monotonic(), self._store.returns
                answers = await loop.run_in_executor(self._pool, self._commit, [job for job, _ in group])
                if self._store.returns > returns:
                    security_log.tell("store-returned", returns=self._store.returns)
                if self.groups > before:
                    self.committed_at = self._monotonic()
                    self.commit_times.add(self.committed_at - began)
                self._answer(group, answers)
            if self._stopping and not self._queue:
                return

    def _answer(self, group: list[Waiting], answers: list[AppendResult | LiveError | StoreError]) -> None:
        for (_, done), answer in zip(group, answers, strict=True):
            if done.done():
                continue
            if isinstance(answer, AppendResult):
                done.set_result(answer)
            else:
                done.set_exception(answer)
        if self.failed is not None:
            for _, done in self._queue:
                if not done.done():
                    done.set_exception(HallFailedError("record-failed"))
            self._queue.clear()
            self._on_failure(self.failed)

    def _commit(self, jobs: list[Job]) -> list[AppendResult | LiveError | StoreError]:
        """Store a group; runs in the store's thread and never raises."""
        try:
            self._prepare(jobs)
            answers = self._store.append_many([job.append for job in jobs])
        except (StaleWriterError, CommandConflictError):
            return [self._commit_one(job) for job in jobs]
        except BaseException as error:  # the store is closed for good, whatever it was
            return self._fail(error, len(jobs))
        self.groups += 1
        self.stored += len(jobs)
        return list(answers)

    def _commit_one(self, job: Job) -> AppendResult | LiveError | StoreError:
        if self.failed is not None:
            return HallFailedError("record-failed")
        try:
            self._prepare([job])
            answer = self._store.append_many([job.append])[0]
        except StaleWriterError as error:
            return TableLostError(error.code, **error.facts)
        except CommandConflictError as error:
            return error
        except BaseException as error:
            return self._fail(error, 1)[0]
        self.groups += 1
        self.stored += 1
        return answer

    def _prepare(self, jobs: Iterable[Job]) -> None:
        """Keep the rulebooks that entries refer to: one that is kept without its entry harms nobody."""
        for job in jobs:
            for content in job.rulebooks:
                self._store.put_rulebook(content)

    def _fail(self, error: BaseException, count: int) -> list[AppendResult | LiveError | StoreError]:
        self.failed = error
        failure = HallFailedError("entry-uncertain")
        failure.__cause__ = error
        return [failure] * count


def stored_shoe(store: Store, table: str, shoe: int) -> bytes | None:
    """Return the sealed order of a shoe, ``None`` where none is kept."""
    try:
        return store.shoe(table, shoe)
    except NotFoundError:
        return None
