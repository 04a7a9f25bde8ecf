"""The one road into the store: jobs that gather while a transaction is on its way go together in the next one.

The store's calls run in one thread, so the tables' event loop never waits for a disk. A job is answered after its
commit. One table that another server has taken over does not hold up the others.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

import msgspec

from tapete.kernel import Refused, Ruled
from tapete.live.answer import Answer, HallFailedError, HallStoppedError, LiveError, TableLostError
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

# Security events of a hall: a code and plain facts, to the log ``tapete.security``, and counted.
#
# A flood of one kind does not fill the disk: after some in a minute the others are counted, and the next minute says
# how many there were. Facts are those that this room's callers write down: addresses, names of accounts, ids of
# tables; never what somebody sent as a password, a code, a key or a word.

LOGGER: Final = "tapete.security"
IN_A_MINUTE: Final = 20
"""Events of one code that are written in a minute."""
MINUTE_S: Final = 60.0

CODES: Final = frozenset(
    {
        "account",
        "door-full",
        "guards-lost",
        "hall-started",
        "hall-stopped",
        "host-refused",
        "login",
        "login-failed",
        "login-paused",
        "login-throttled",
        "not-ready",
        "origin-refused",
        "player",
        "record-failed",
        "sessions-full",
        "store-returned",
        "streams-full",
        "table-lost",
        "table-set-aside",
        "witness-behind",
        "witness-held",
        "witness-lost",
        "witness-torn",
        "witness-unnamed",
        "wrong-key",
        "wrong-keys-paused",
    }
)
"""What is counted by name; a code of accounts or players is counted as theirs, as nothing finer is watched."""

_log = logging.getLogger(LOGGER)


class SecurityLog:
    """Writes and counts events; ``clock`` says how many seconds have passed. Any thread may tell."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.counts: Counter[str] = Counter()
        self._clock = clock
        self._minutes: dict[str, tuple[float, int]] = {}
        self._turn = threading.Lock()

    def tell(
        self, code: str, level: int = logging.WARNING, error: BaseException | None = None, /, **facts: Any
    ) -> None:
        """Count an event and write it, unless too many of its kind were written in this minute."""
        now = self._clock()
        with self._turn:
            self.counts[counted_as(code)] += 1
            began, told = self._minutes.get(code, (now, 0))
            if now - began >= MINUTE_S:
                if told > IN_A_MINUTE:
                    facts = {**facts, "unwritten": told - IN_A_MINUTE}
                began, told = now, 0
            self._minutes[code] = (began, told + 1)
        if told < IN_A_MINUTE:
            _log.log(level, code, exc_info=error, extra={"facts": facts})


def counted_as(code: str) -> str:
    return code if code in CODES else code.partition("-")[0] if code.startswith(("account-", "player-")) else "other"


EVENTS: Final = SecurityLog()
"""The events of this process, which is one hall."""

tell = EVENTS.tell


# --- telemetry --------------------------------------------------------------------------------------------------------
# What a hall counts about itself for whoever watches over it: acts, refusals, commits and their time, lost tables.
#
# Nothing here names a person, a card or an amount. A refusal of the rules can tell what somebody holds (who must draw
# has a low hand), so it is counted without its code; the codes that are named say nothing of the cards.

NAMED_REFUSALS: Final = frozenset(
    {
        "chance-is-nobody",
        "command-conflict",
        "command-malformed",
        "disk-short",
        "house-barred",
        "house-closed",
        "no-randomness",
        "not-admitted",
        "not-your-post",
        "seated-elsewhere",
        "self-excluded",
        "system-act",
        "table-busy",
        "window-closed",
    }
)
"""Codes of refusals that are counted by name. They rest on the hall, its door and its posts, and on no card."""

RULES: Final = "rules"
"""Under which every other refusal is counted."""

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds, in seconds, of the classes in which durations are counted."""


class Durations:
    """How long something took, in classes. ``counts`` has one class more than there are bounds."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds


class Telemetry:
    """The counts of one hall. ``on_table_lost`` is called, in the event loop, when another server has taken a table."""

    def __init__(self) -> None:
        self.acts: Counter[tuple[str, str]] = Counter()
        """Answers by game and outcome: accepted, ruled, refused, repeated."""
        self.refusals: Counter[str] = Counter()
        self.lost_tables: dict[str, LiveError] = {}
        self.on_table_lost: Callable[[str], None] = lambda _: None

    def answered(self, game: str, answer: Answer) -> Answer:
        outcome = answer.outcome
        match outcome:
            case _ if answer.is_repeated:
                kind = "repeated"
            case Refused():
                kind = "refused"
                self.refusals[outcome.code if outcome.code in NAMED_REFUSALS else RULES] += 1
            case Ruled():
                kind = "ruled"
            case _:
                kind = "accepted"
        self.acts[game, kind] += 1
        return answer

    def table_ended(self, table: str, why: LiveError) -> None:
        if isinstance(why, TableLostError):
            self.lost_tables[table] = why
            tell("table-lost", table=table, why=why.code)
            self.on_table_lost(table)


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
        self.groups = 0
        """Transactions so far that stored entries."""
        self.stored = 0
        """Entries stored so far."""
        self.commit_times = Durations()
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
                    tell("store-returned", returns=self._store.returns)
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
