"""Time limits at a bare table: for which window time runs, what everybody sees of it, what comes of its end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.kernel import CLOCK, Act, Step, TimeLimit
from tapete.live import ManualClock
from tapete.live.countdown import ClockFace, Countdown
from tapete.live.errors import HallStoppedError
from tapete.live.limits import Limits
from tests.support.live.toy import Add, Late

START = datetime.fromisoformat("2026-01-01T12:00:00+00:00").timestamp() * 1000
BETS, OTHER = Step(1, 1, "bets", 3), Step(1, 1, "draw", 4)
TEN, THREE = TimeLimit("bets", 10, Late()), TimeLimit("draw", 3, Add(2))


class Table:
    """A table that notes what it is told and what is drawn of its clock."""

    def __init__(self, clock: ManualClock, name: str = "uno", key: str = "toy") -> None:
        self.id, self.game, self.state = name, SimpleNamespace(key=key), TEN
        self.step, self.drawn = BETS, 0
        self.committed: list[Callable[[], None]] = []
        self.told: list[tuple[Any, Any]] = []
        self.fault: Exception | None = None
        self.countdown = Countdown(clock, lambda: self.step, self.redraw)

    def redraw(self) -> None:
        self.drawn += 1

    async def act(self, act: Any, command: str) -> None:
        self.told.append((act, command))
        if self.fault is not None:
            raise self.fault

    def put(self, step: Step, limit: Any) -> None:
        self.step, self.state = step, limit
        for callback in self.committed:
            callback()


def play(scene: Callable[[Limits, Any, ManualClock], Awaitable[None]]) -> None:
    """Play a scene at a table whose state is the limit that runs there."""
    unheard: list[Any] = []

    async def whole() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
        clock = ManualClock()
        limits, table = Limits(clock), Table(clock)
        limits.of = {"toy": lambda state: state}
        limits.watch(table)  # type: ignore[arg-type]
        await scene(limits, table, clock)
        limits.stop()
        await asyncio.sleep(0)

    asyncio.run(whole())
    assert unheard == []


def test_a_window_that_stays_open_gets_the_act_of_the_clock_for_it_and_everybody_sees_the_time_run() -> None:
    async def scene(limits: Limits, table: Any, clock: ManualClock) -> None:
        assert table.countdown.face() == ClockFace("hold", round(START + 10_000), 10)
        await clock.advance(9)
        assert (table.told, table.countdown.left("hold"), table.countdown.left("bets")) == ([], 1, 0)
        await clock.advance(1)
        assert table.told == [(Act(CLOCK, Late(), BETS), f"time-up-{BETS}")]
        await clock.advance(100)
        assert len(table.told) == 1
        assert limits._timers == {}

    play(scene)


def test_another_act_in_the_same_window_gives_no_more_time_and_another_limit_begins_anew() -> None:
    async def scene(_: Limits, table: Any, clock: ManualClock) -> None:
        await clock.advance(6)
        table.put(BETS, TEN)
        assert (table.drawn, table.countdown.left()) == (1, 4)
        table.put(BETS, THREE)
        assert (table.drawn, table.countdown.left()) == (3, 3)
        await clock.advance(2)
        assert table.told == []
        await clock.advance(1)
        assert table.told == [(Act(CLOCK, Add(2), BETS), f"time-up-{BETS}")]
        await clock.advance(100)
        assert len(table.told) == 1

    play(scene)


def test_another_window_has_its_own_time() -> None:
    async def scene(_: Limits, table: Any, clock: ManualClock) -> None:
        await clock.advance(6)
        table.put(OTHER, TEN)
        await clock.advance(9)
        assert (table.told, table.countdown.left()) == ([], 1)
        await clock.advance(1)
        assert table.told == [(Act(CLOCK, Late(), OTHER), f"time-up-{OTHER}")]

    play(scene)


def test_where_no_limit_runs_no_time_passes_and_afterwards_it_begins_anew() -> None:
    async def scene(limits: Limits, table: Any, clock: ManualClock) -> None:
        await clock.advance(6)
        table.put(BETS, None)
        assert (table.countdown.face(), limits._timers, table.drawn) == (None, {}, 2)
        await clock.advance(100)
        table.put(BETS, TEN)
        await clock.advance(9)
        assert (table.told, table.countdown.left()) == ([], 1)
        await clock.advance(1)
        assert len(table.told) == 1

    play(scene)


def test_each_table_has_its_own_limits_and_a_game_without_any_is_not_watched() -> None:
    async def scene(limits: Limits, table: Any, clock: ManualClock) -> None:
        second, free = Table(clock, "dos"), Table(clock, "tres", "free")
        for one in (second, free):
            limits.watch(one)  # type: ignore[arg-type]
        assert [len(one.committed) for one in (table, second, free)] == [1, 1, 0]
        await clock.advance(6)
        second.put(OTHER, THREE)
        await clock.advance(4)
        assert [len(one.told) for one in (table, second, free)] == [1, 1, 0]
        assert free.countdown.face() is None

    play(scene)


def test_a_table_that_answers_nothing_any_more_ends_the_time_and_a_hall_that_closes_drops_all() -> None:
    async def scene(limits: Limits, table: Any, clock: ManualClock) -> None:
        table.fault = HallStoppedError("hall-closed")
        await clock.advance(10)
        assert len(table.told) == 1
        table.put(OTHER, THREE)
        (running,) = [timer for _, timer in limits._timers.values()]
        limits.stop()
        assert limits._timers == {}
        await clock.advance(100)
        assert (len(table.told), running.cancelled()) == (1, True)

    play(scene)


# --- the clock that everybody sees -----------------------------------------------------------------------------------


@pytest.mark.parametrize("passed", [0, 90])
def test_a_clock_is_drawn_with_the_moment_at_which_it_ends(passed: int) -> None:
    async def scene() -> tuple[Any, ...]:
        clock = ManualClock()
        await clock.advance(passed)
        table = Table(clock)
        table.countdown.show("bets", 20)
        shown = table.countdown.face()
        await clock.advance(15)
        assert table.countdown.extend(10) is True
        longer = table.countdown.face()
        await clock.advance(14)
        near, seen = table.countdown.left(), table.countdown.face()
        await clock.advance(1)
        assert (table.countdown.left(), table.countdown.face()) == (0, None)
        late = table.countdown.extend(7)
        return shown, longer, near, seen, late, table.countdown.face(), table.drawn

    def face(ends: float, total: float) -> ClockFace:
        return ClockFace("bets", round(START + (passed + ends) * 1000), total)

    due = (face(20, 20), face(30, 20), 1, face(30, 20), True, face(37, 20), 3)
    assert asyncio.run(scene()) == due


def test_a_clock_goes_with_its_step() -> None:
    clock = ManualClock()
    table = Table(clock)
    assert (table.countdown.left(), table.countdown.face(), table.countdown.extend(5)) == (0, None, False)
    table.countdown.show("bets", 20)
    table.step = OTHER
    assert (table.countdown.left(), table.countdown.left("bets"), table.countdown.face()) == (0, 0, None)
    assert table.countdown.extend(5) is False
    table.countdown.stop("bets")
    assert table.drawn == 1
    table.step = BETS
    assert table.countdown.left("bets") == 20
    table.countdown.stop("bets")
    assert (table.countdown.left(), table.drawn) == (0, 2)
