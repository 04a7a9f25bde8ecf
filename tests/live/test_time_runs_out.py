"""When the time that somebody lets himself sit is over: to the second, once, also after a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.house.acts import EndPlay
from tapete.house.events import DayOpened, PlayEnded, SeatNoted
from tapete.house.state import State, TimeLimit
from tapete.kernel import HOUSE, Act, Event, PersonId, Refused
from tapete.live.clock import ManualClock
from tapete.live.errors import HallStoppedError
from tapete.live.play_time import PlayTime
from tapete.record.codec import to_tree
from tests.support.house import ANA, BEA, TABLE

MINUTE = 60
NOON = "2026-01-01T12:{:02}:{:02}.000+00:00"
"""The manual clock begins at noon."""


class House:
    """A house with visitors who let themselves sit for so many minutes; it notes what it is told."""

    def __init__(self, **minutes: int) -> None:
        self.clock, self.state = ManualClock(), State()
        for who, number in minutes.items():
            self.state = self.state.with_visitor(PersonId(who), time=TimeLimit(now=number))
        self.told: list[tuple[float, PersonId]] = []
        self.answers: list[Any] = []
        self.play = PlayTime(self.clock, lambda: self.state, self._act)

    async def _act(self, act: Any) -> Any:
        assert act == Act(HOUSE, EndPlay(act.body.person))
        self.told.append((self.clock.passed, act.body.person))
        answer = self.answers.pop(0) if self.answers else None
        if isinstance(answer, Exception):
            raise answer
        if answer is None:
            self.state = self.state.with_visitor(act.body.person, is_out_of_time=True)
        return SimpleNamespace(refusal=answer)

    def follow(self, *events: Event) -> None:
        self.play.follow(entry("", *events))


def entry(time: str, *events: Event) -> Any:
    return SimpleNamespace(time=time, events=tuple(map(to_tree, events)))


def play(scene: Callable[[House], Awaitable[None]], **minutes: int) -> None:
    unheard: list[Any] = []

    async def whole() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
        house = House(**minutes)
        await scene(house)
        house.play.stop()
        await asyncio.sleep(0)

    asyncio.run(whole())
    assert unheard == []


async def minutes(house: House, number: float) -> None:
    await house.clock.advance(number * MINUTE)


def test_the_house_says_once_and_to_the_second_that_somebody_s_time_is_over() -> None:
    async def scene(house: House) -> None:
        house.follow(SeatNoted(ANA, TABLE), SeatNoted(BEA, TABLE))
        await house.clock.advance(2 * MINUTE - 1)
        assert house.told == []
        await house.clock.advance(1)
        assert house.told == [(120, ANA)]
        await minutes(house, 1)
        assert house.told == [(120, ANA), (180, BEA)]
        await minutes(house, 60)
        assert len(house.told) == 2
        assert house.play.seconds(ANA) == 63 * MINUTE

    play(scene, ana=2, bea=3)


def test_whoever_stands_up_keeps_what_is_left_to_him() -> None:
    async def scene(house: House) -> None:
        house.follow(SeatNoted(ANA, TABLE))
        await minutes(house, 1.5)
        house.follow(SeatNoted(ANA, ""))
        await minutes(house, 10)
        assert (house.told, house.play.seconds(ANA)) == ([], 90)
        house.follow(SeatNoted(ANA, "otra"))
        await house.clock.advance(29)
        assert house.told == []
        await house.clock.advance(1)
        assert house.told == [(720, ANA)]

    play(scene, ana=2)


def test_a_new_day_begins_with_the_whole_time_also_for_whoever_sits() -> None:
    async def scene(house: House) -> None:
        house.follow(SeatNoted(BEA, TABLE))
        await minutes(house, 1)
        house.follow(SeatNoted(BEA, ""))
        house.follow(DayOpened("2026-11-22"), SeatNoted(BEA, TABLE))
        await house.clock.advance(119)
        assert house.told == []
        await house.clock.advance(1)
        assert house.told == [(180, BEA)]

    play(scene, bea=2)


@pytest.mark.parametrize("answer", ["refused", "gone"])
def test_a_house_that_has_no_turn_is_told_again_a_second_later_and_one_that_has_ended_is_not(answer: str) -> None:
    async def scene(house: House) -> None:
        house.answers = [Refused("nothing-changes")] * 2 if answer == "refused" else [HallStoppedError("hall-closed")]
        house.follow(SeatNoted(ANA, TABLE))
        for seconds in (60, 0.5, 0.5, 1, 100):
            await house.clock.advance(seconds)
        assert house.told == ([(60, ANA), (61, ANA), (62, ANA)] if answer == "refused" else [(60, ANA)])

    play(scene, ana=1)


def test_nobody_s_time_runs_out_any_more_once_that_is_stopped() -> None:
    async def scene(house: House) -> None:
        house.follow(SeatNoted(ANA, TABLE))
        (timer,) = house.play._timers.values()
        house.play.stop()
        await minutes(house, 10)
        assert (house.told, house.play._timers, timer.cancelled()) == ([], {}, True)

    play(scene, ana=1)


def test_after_a_restart_the_day_is_counted_by_the_times_of_its_entries() -> None:
    """Ana sat for a minute, and has sat again for twenty seconds; Bea has left."""
    before = (
        entry(NOON.format(0, 0), DayOpened("2026-01-01")),
        entry(NOON.format(1, 0), SeatNoted(ANA, TABLE), SeatNoted(BEA, TABLE)),
        entry(NOON.format(2, 0), SeatNoted(ANA, "")),
        entry(NOON.format(4, 40), SeatNoted(ANA, "otra"), SeatNoted(BEA, "")),
    )

    async def scene(house: House) -> None:
        house.clock.passed = 300
        house.play.restore(before)
        assert (house.play.seconds(ANA), house.play.seconds(BEA)) == (80, 220)
        assert set(house.play._timers) == {ANA}
        await house.clock.advance(39)
        assert house.told == []
        await house.clock.advance(1)
        assert house.told == [(340, ANA)]

    play(scene, ana=2, bea=3)


def test_after_a_restart_whoever_had_sat_too_long_already_is_told_at_once() -> None:
    async def scene(house: House) -> None:
        house.clock.passed = 600
        house.play.restore([entry(NOON.format(1, 0), SeatNoted(ANA, TABLE))])
        await house.clock.advance(0)
        assert house.told == [(600, ANA)]
        house.follow(PlayEnded(ANA))
        await minutes(house, 10)
        assert len(house.told) == 1

    play(scene, ana=2)
