"""What a hall does every minute, counted: as much after a thousand entries and a hundred signatures as after a few."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import event

from tapete.kernel import Act, PersonId
from tapete.live import Hall
from tests.support.live.toy import Add, Open

ANA = PersonId("ana")


class Work(NamedTuple):
    """Steps of the database's own machine, rows it gave, bytes read and written at the witness file."""

    steps: int
    rows: int
    bytes_read: int
    bytes_written: int


class Meter:
    """Counts what is done while it is on."""

    def __init__(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        self.steps = self.rows = self.bytes_read = self.bytes_written = 0
        event.listen(hall.store._engine, "checkout", self._watch)
        event.listen(hall.store._engine, "after_cursor_execute", self._count_rows)
        for name, counts in (("pread", "bytes_read"), ("write", "bytes_written")):
            monkeypatch.setattr(os, name, self._counted(getattr(os, name), counts))
        read = Path.read_bytes
        monkeypatch.setattr(Path, "read_bytes", self._counted(read, "bytes_read"))

    def _watch(self, connection: sqlite3.Connection, *_: Any) -> None:
        connection.set_progress_handler(self._step, 1)

    def _step(self) -> int:
        self.steps += 1
        return 0

    def _count_rows(self, _: Any, cursor: Any, *__: Any) -> None:
        self.rows += max(0, cursor.rowcount)

    def _counted(self, own: Any, counts: str) -> Any:
        def counted(*given: Any) -> Any:
            found = own(*given)
            setattr(self, counts, getattr(self, counts) + (found if isinstance(found, int) else len(found)))
            return found

        return counted

    async def minute(self, hall: Hall) -> Work:
        """Sign, and return what that took."""
        self.steps = self.rows = self.bytes_read = self.bytes_written = 0
        (said,) = await hall.signer.sign()
        assert said.version == hall.tables["uno"].version
        return Work(self.steps, self.rows, self.bytes_read, self.bytes_written)


def test_a_minute_is_the_same_work_whatever_was_recorded_before(
    stage: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(hall: Hall) -> None:
        meter = Meter(hall, monkeypatch)
        table = await hall.open_table("toy", Open("uno"))

        async def grow(entries: int) -> None:
            answers = await asyncio.gather(*(table.act(Act(ANA, Add(1))) for _ in range(entries)))
            assert all(one.refusal is None for one in answers)

        await grow(100)  # versions are written with as many digits from here on as in the end
        for _ in range(12):  # the witness is longer than what is read of it
            await grow(1)
            await hall.signer.sign()
        await grow(1)
        first = await meter.minute(hall)
        assert min(first) > 0
        for _ in range(80):
            await grow(10)
            await hall.signer.sign()
        await grow(10)
        later = await meter.minute(hall)
        assert 900 < table.version < 1_000
        assert (later.rows, later.bytes_written) == (first.rows, first.bytes_written)
        assert later.bytes_read == first.bytes_read <= 4096
        assert later.steps <= first.steps + 8  # a deeper tree has a level more, and nothing is read through

    stage.play(scene, witness_file=tmp_path / "witness")
