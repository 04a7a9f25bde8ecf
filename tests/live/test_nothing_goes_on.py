"""Once a hall has stopped nothing of it goes on; while it plays, a minute is as much work after a thousand entries."""

import asyncio
import os
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import event

from tapete.house import acts as a
from tapete.kernel import Act, PersonId
from tapete.live import Hall
from tapete.record.store.sqlite import library as sqlite3
from tapete.table.acts import BuyIn, Sit, StandBehind
from tests.support.house import ANA, BEA
from tests.support.live.evening import OPENING, OTHER, do, open_day, welcome
from tests.support.live.toy import Add, Open, in_house


def going_on() -> set[str]:
    return {one.get_name() for one in asyncio.all_tasks() - {asyncio.current_task()} if not one.done()}


async def left() -> set[str]:
    for _ in range(5):
        await asyncio.sleep(0)
    return going_on()


async def busy(hall: Hall, stage: Any) -> None:
    """Let everything be waited for that a hall waits for: a return, an absence, a post, the end of somebody's time."""
    house = await open_day(hall)
    table = await hall.open_table("punto-y-banca", OPENING)
    other = await hall.open_table("chemin-de-fer", OTHER)
    for who in (ANA, BEA):
        await welcome(house, who, 60_000)
    await do(table, ANA, Sit(1), BuyIn(20_000))
    await do(other, BEA, StandBehind(1), BuyIn(20_000))
    await do(house, ANA, a.LimitTime(10))
    await stage.clock.advance(31)
    await stage.settled(lambda: {ANA, BEA} == table.state.seats.away | other.state.seats.away)
    for who, where in ((ANA, table.id), (PersonId("luz"), other.id)):  # of Luz the post is watched
        hall.presence.connect(who, where)
        hall.presence.disconnect(who, where)


@pytest.mark.parametrize(("times", "has_failed"), [(1, False), (2, False), (1, True)])
@in_house
async def test_of_a_hall_that_has_stopped_nothing_goes_on(hall: Hall, stage: Any, times: int, has_failed: bool) -> None:
    await busy(hall, stage)
    assert {"tapete-checkpoints", "tapete-writer", "tapete-play-time", "table-house", "table-mesa-1"} <= going_on()
    timed: tuple[Any, ...] = (hall.absence_timeouts, hall.post_absences, hall.presence)
    assert [bool(one) for one in (timed[0]._timers, timed[1]._timers, timed[2]._tasks)] == [True] * 3
    if has_failed:
        hall._fail(OSError("the disk is gone"))
    for _ in range(times):
        await hall.stop()
    assert await left() == set()


@in_house
async def test_an_act_at_work_while_a_hall_stops_sets_no_time_that_outlives_it(hall: Hall, stage: Any) -> None:
    await busy(hall, stage)
    other = hall.tables[OTHER.name]
    at_work = asyncio.create_task(other.act(Act(BEA, BuyIn(10_000), other.step)))
    for _ in range(3):  # until it has been taken up
        await asyncio.sleep(0)
    await hall.stop()
    assert (await at_work).refusal is None
    assert await left() == set()


class Work(NamedTuple):
    """Steps of the database's own machine, rows it gave, bytes read and written at the witness file."""

    steps: int
    rows: int
    bytes_read: int
    bytes_written: int


class Meter:
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
        self.steps = self.rows = self.bytes_read = self.bytes_written = 0
        (said,) = await hall.signer.sign()
        assert said.version == hall.tables["uno"].version
        return Work(self.steps, self.rows, self.bytes_read, self.bytes_written)


def test_a_minute_is_the_same_work_whatever_was_recorded_before(stage: Any, tmp_path: Path, monkeypatch: Any) -> None:
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
