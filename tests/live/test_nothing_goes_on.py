"""Once a hall has stopped nothing of it goes on: no watch over people, posts or times, no signature, no writer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tapete.catalogue import house_games
from tapete.house import acts as a
from tapete.kernel import Act, PersonId
from tapete.live import Hall
from tapete.table.acts import BuyIn, Sit, StandBehind
from tests.support.house import ANA, BEA
from tests.support.live.evening import OPENING, OTHER, do, open_day, welcome


def going_on() -> set[str]:
    """Return the names of everything that goes on beside the test itself."""
    return {one.get_name() for one in asyncio.all_tasks() - {asyncio.current_task()} if not one.done()}


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


@pytest.mark.parametrize("times", [1, 2])
def test_of_a_hall_that_has_stopped_nothing_goes_on(stage: Any, times: int) -> None:
    async def scene(hall: Hall) -> None:
        await busy(hall, stage)
        assert {"tapete-checkpoints", "tapete-writer", "tapete-play-time", "table-house", "table-mesa-1"} <= going_on()
        timed: tuple[Any, ...] = (hall.absence_timeouts, hall.post_absences, hall.presence)
        assert [bool(one) for one in (timed[0]._timers, timed[1]._timers, timed[2]._tasks)] == [True] * 3
        for _ in range(times):
            await hall.stop()
        for _ in range(5):
            await asyncio.sleep(0)
        assert going_on() == set()

    stage.play(scene, games=house_games())


def test_an_act_at_work_while_a_hall_stops_sets_no_time_that_outlives_it(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        await busy(hall, stage)
        other = hall.tables[OTHER.name]
        at_work = asyncio.create_task(other.act(Act(BEA, BuyIn(10_000), other.step)))
        for _ in range(3):  # until it has been taken up
            await asyncio.sleep(0)
        await hall.stop()
        assert (await at_work).refusal is None
        await asyncio.sleep(0)
        assert going_on() == set()

    stage.play(scene, games=house_games())


def test_of_a_hall_whose_record_has_failed_nothing_goes_on_either(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        await busy(hall, stage)
        hall._fail(OSError("the disk is gone"))
        await hall.stop()
        for _ in range(5):
            await asyncio.sleep(0)
        assert going_on() == set()

    stage.play(scene, games=house_games())
