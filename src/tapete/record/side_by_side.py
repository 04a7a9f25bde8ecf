"""Tables of a record judged side by side, in processes that open the record each by itself."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from multiprocessing import connection, get_all_start_methods, get_context, parent_process
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

import msgspec

from tapete.kernel import Game
from tapete.record.audit import Judges
from tapete.record.checkpoints import Authority
from tapete.record.editions import EditionHistory
from tapete.record.private import Sealer
from tapete.record.report import AuditInputs
from tapete.record.source import Source, StoredEntry
from tapete.record.verify import TableAudit, TableJudgement

LEAST: Final = 10_000
"""Entries of a record that are judged before a process more has begun."""
LOOK_S: Final = 0.2
STEP: Final = 50
"""Entries that a process reads between two words of it."""


class OpenedRecord(NamedTuple):
    """A record as a process has opened it for itself: its sources, and what cannot be sent along with what is given."""

    sources: Sequence[Source]
    games: Mapping[str, Game[Any]]
    history: EditionHistory
    sealer: Sealer | None
    authority: Authority | None


class SideBySide:
    """Processes that judge tables of the record that each opens by ``opening``; ``note`` is told how many entries they
    have read so far. It is a context manager.
    """

    def __init__(
        self, workers: int, opening: Callable[[], OpenedRecord], given: AuditInputs, note: Callable[[int], None]
    ) -> None:
        context = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
        # the modules of this process are read once for all others
        context.set_forkserver_preload([name for name in sys.modules if name.startswith("tapete.")])
        self._count, self._note = context.Value("q", 0), note
        given = msgspec.structs.replace(given, sealer=None, authority=None)
        self._pool = ProcessPoolExecutor(workers, context, _begin, (opening, given, self._count))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._pool.shutdown(cancel_futures=True)

    def judges(self, lengths: Mapping[str, int], number: int = 0) -> Judges:
        """Return what judges the tables of a source, the longest first."""

        def judge(tables: Sequence[str], is_house_here: bool) -> Iterator[TableJudgement | None]:
            begun: dict[str, Future[TableJudgement]] = {}
            with suppress(BrokenExecutor):
                for table in sorted(tables, key=lambda one: -lengths.get(one, 0)):
                    begun[table] = self._pool.submit(_judge, number, table, is_house_here)
            return (self._answer(begun.get(table)) for table in tables)

        return judge

    def _answer(self, begun: Future[TableJudgement] | None) -> TableJudgement | None:
        """Return what a process has found, ``None`` where it cannot say it: what is wrong is told by who asks then."""
        if begun is None:
            return None
        while wait((begun,), LOOK_S).not_done:
            self._note(self._count.value)
        self._note(self._count.value)
        try:
            return begun.result()
        except Exception:  # whatever stands in a record, it may be too deep to be sent
            return None


class _CountedSource:
    """Another source whose entries are counted for the process that asks."""

    def __init__(self, source: Source, count: Any) -> None:
        self._source, self._count = source, count

    def stored_entries(self, table: str) -> Iterator[StoredEntry]:
        at = 0
        for at, one in enumerate(self._source.stored_entries(table), start=1):
            yield one
            if at % STEP == 0:
                self._add(STEP)
        self._add(at % STEP)

    def _add(self, entries: int) -> None:
        with self._count.get_lock():
            self._count.value += entries

    def __getattr__(self, name: str) -> Any:
        return getattr(self._source, name)


_opened: list[tuple[OpenedRecord, AuditInputs]] = []
"""What this process judges, once it has begun."""


def _begin(opening: Callable[[], OpenedRecord], given: AuditInputs, count: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    one = opening()
    sources = [_CountedSource(source, count) for source in one.sources]
    given = msgspec.structs.replace(given, sealer=one.sealer, authority=one.authority)
    _opened[:] = [(one._replace(sources=sources), given)]


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _judge(number: int, table: str, is_house_here: bool) -> TableJudgement:
    ((one, given),) = _opened
    return TableAudit(one.sources[number], table, one.games, given, one.history, is_house_here).judgement()
