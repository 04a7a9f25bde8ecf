"""A time limit is of its window alone: it begins with it, nothing gives more, and after it nothing comes of it."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from tapete.kernel import Act, PersonId, TimeLimit
from tapete.live import Hall, TableActor
from tapete.record.store import Store
from tests.support.counting import count
from tests.support.live.toy import Add, Draw, Late, Open, Shuffle, State, limited

ANA = PersonId("ana")
LIMITS = limited(TimeLimit("other", 3, Late()), TimeLimit("draw", 10, Late()))


async def drawing(hall: Hall, name: str = "uno") -> TableActor[Any]:
    """A table in whose phase somebody has ten seconds to draw."""
    table = await hall.open_table("toy", Open(name))
    await table.act(Act(ANA, Shuffle(), table.step), "s")
    return table


def late(table: TableActor[Any]) -> int:
    return int(table.view(None).late)


async def late_now(table: TableActor[Any]) -> int:
    """Return how often the clock has acted, once whatever waits at the table is done."""
    await table.act(Act(PersonId("bea"), Add(1)))
    return late(table)


def test_what_is_done_in_a_window_gives_no_more_time_for_it(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await drawing(hall)
        for number in range(3):
            await stage.clock.advance(3)
            await table.act(Act(ANA, Add(1)), f"c{number}")
        assert (late(table), table.countdown.left()) == (0, 1)
        await stage.clock.advance(1)
        assert await late_now(table) == 1
        by = (await table.entries(table.version - 2))[0]
        assert (by.by, by.act["at"]["serial"], table.countdown.left()) == ("system:clock", 0, 10)

    stage.play(scene, limits=LIMITS)


def test_another_window_of_the_same_phase_has_the_whole_time_and_nothing_of_the_one_before(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await drawing(hall)
        await stage.clock.advance(6)
        await table.act(Act(ANA, Draw(), table.step), "d")
        assert table.countdown.left() == 10
        await stage.clock.advance(5)  # past the end of the first
        await table.act(Act(ANA, Add(1)), "a")
        assert (late(table), table.countdown.left()) == (0, 5)
        await stage.clock.advance(5)
        assert await late_now(table) == 1

    stage.play(scene, limits=LIMITS)


def test_a_limit_that_runs_out_while_its_window_closes_comes_to_nothing(
    stage: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The card is on its way to the disk when the time is up: the act of the clock was for the window before."""
    written, append = threading.Event(), Store.append_many

    def slow(*given: Any) -> Any:
        assert written.wait(60)
        return append(*given)

    async def scene(hall: Hall) -> None:
        table = await drawing(hall)
        monkeypatch.setattr(Store, "append_many", slow)
        drawn = hall.writer.store
        asked = []

        async def store(job: Any) -> Any:
            asked.append(job)
            return await drawn(job)

        monkeypatch.setattr(hall.writer, "store", store)
        asked = count(monkeypatch, hall.writer, "store")
        drawing_card = asyncio.create_task(table.act(Act(ANA, Draw(), table.step), "d"))
        await stage.settled(lambda: bool(asked))
        await stage.clock.advance(10)
        written.set()
        await drawing_card
        await table.act(Act(ANA, Add(1)), "after the clock")
        assert (late(table), len(asked)) == (0, 2)
        await stage.clock.advance(9)
        assert late(table) == 0
        await stage.clock.advance(1)
        assert await late_now(table) == 1

    stage.play(scene, limits=LIMITS)


def test_a_limit_whose_act_is_refused_runs_again_from_the_next_act(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await hall.open_table("toy", Open("uno"))
        assert table.countdown.left() == 10
        await stage.clock.advance(10)  # there is no shoe to draw from
        assert (table.version, table.countdown.left()) == (1, 0)
        await table.act(Act(ANA, Add(1)), "a")
        assert table.countdown.left() == 10
        await stage.clock.advance(10)
        assert (table.version, table.countdown.left()) == (2, 0)

    stage.play(scene, limits=limited(TimeLimit("start", 10, Draw())))


@pytest.mark.parametrize(
    ("meanwhile", "left", "then"),
    [(0, 0, 10), (4, 4, 10), (25, 25, 10), (10, 4, 1)],  # the last is the same limit, which goes on
)
def test_another_limit_in_the_same_window_begins_with_it_and_without_one_no_time_passes(
    stage: Any, meanwhile: int, left: int, then: int
) -> None:
    """While the total is odd the time is another, or there is none, as while an incident is open."""

    def limit(state: State) -> TimeLimit | None:
        seconds = meanwhile if state.total % 2 else 10
        return TimeLimit("draw", seconds, Late()) if state.shoe.size and seconds else None

    async def scene(hall: Hall) -> None:
        table = await drawing(hall)
        await stage.clock.advance(6)
        await table.act(Act(ANA, Add(1)), "odd")
        assert table.countdown.left() == left
        await stage.clock.advance(3)
        await table.act(Act(ANA, Add(1)), "even")
        assert table.countdown.left() == then
        await stage.clock.advance(then - 1)
        assert (late(table), table.countdown.left()) == (0, 1)
        await stage.clock.advance(1)
        assert await late_now(table) == 1

    stage.play(scene, limits={"toy": limit})


def test_a_phase_or_a_game_without_a_limit_waits_for_ever(stage: Any) -> None:
    async def unlimited(hall: Hall) -> None:
        table = await hall.open_table("toy", Open("tres"))
        await stage.clock.advance(1_000)
        assert (late(table), table.countdown.left()) == (0, 0)

    async def other_game(hall: Hall) -> None:
        table = await drawing(hall, "cuatro")
        await stage.clock.advance(1_000)
        assert (late(table), table.countdown.left()) == (0, 0)

    stage.play(unlimited, limits=LIMITS)
    stage.play(other_game, limits={"another": LIMITS["toy"]})


def test_each_table_has_its_own_time_and_a_restart_begins_it_anew(stage: Any) -> None:
    async def first(hall: Hall) -> None:
        one = await drawing(hall)
        await stage.clock.advance(6)
        two = await drawing(hall, "dos")
        await stage.clock.advance(4)
        assert await late_now(one) == 1
        await stage.clock.advance(5)
        assert (late(one), late(two)) == (1, 0)
        await stage.clock.advance(1)
        assert await late_now(two) == 1
        assert late(one) == 1

    async def again(hall: Hall) -> None:
        one = hall.tables["uno"]
        await stage.clock.advance(9)
        assert late(one) == 1
        await stage.clock.advance(1)
        assert await late_now(one) == 2

    stage.play(first, limits=LIMITS)
    stage.play(again, limits=LIMITS)
