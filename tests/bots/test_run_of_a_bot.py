"""How a bot goes on from one look to the next: how long each of its waits is, and what it does at the end of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.bots import bot as bots
from tapete.bots.bot import ASIDE_POLL, Bot, Move
from tapete.bots.pace import AT_ONCE
from tapete.kernel import ActBody, Offer, PersonId, Refused, Step

STEP = Step(1, 1, "bets", 3)
LOOKS = 20
"""More looks than any of these scenes has."""


class Bet(ActBody, frozen=True, tag="bet-of-a-run"):
    """An act of these tests."""

    amount: int = 0


class Scene:
    """A place at a table, its clock, and what comes to pass during each wait of the bot that sits there.

    A wait is over when its time has run down (``"time"``), or after so many seconds because the table has a new
    version (``(seconds, version)``); after the last one the stream of the table ends.
    """

    person, step, version, is_alone = PersonId("bot-ana"), STEP, 7, True

    def __init__(self, *course: Any, refusal: Refused | None = None) -> None:
        self.course, self.refusal = list(course), refusal
        self.now = 100.0
        self.left: dict[str, float] = {}
        self.waits: list[float | None] = []
        self.done: list[tuple[float, ActBody, Step | None]] = []
        self.clocks: list[tuple[str, float]] = []
        self.closed = False
        self.versions: asyncio.Queue[int | None] = asyncio.Queue()

    def monotonic(self) -> float:
        return self.now

    async def wait(self, change: set[asyncio.Future[Any]], timeout: float | None) -> None:
        assert len(self.waits) < LOOKS
        self.waits.append(timeout)
        happens = self.course.pop(0) if self.course else None
        if callable(happens):
            happens = happens(self)
        if happens == "time":
            assert timeout is not None, "nothing would ever end this wait"
            self.now += timeout
            return
        seconds, version = happens if happens is not None else (0, None)
        self.now += seconds
        self.versions.put_nowait(version)
        await asyncio.wait(change)

    def view(self) -> Any: ...

    def legal(self) -> tuple[Offer, ...]:
        return (Offer("bet-of-a-run"), Offer("other"), Offer("bet-of-a-run", main=False))

    def time_left(self, kind: str = "") -> float:
        return max([left for name, left in self.left.items() if kind in ("", name)], default=0.0)

    def show_clock(self, kind: str, seconds: float) -> None:
        self.clocks.append((kind, seconds))

    async def changes(self) -> AsyncIterator[int]:
        try:
            while (version := await self.versions.get()) is not None:
                yield version
        finally:
            self.closed = True

    async def act(self, what: ActBody, at: Step | None = None) -> Any:
        self.done.append((self.now, what, at))
        return SimpleNamespace(refusal=self.refusal, version=self.version)

    def __enter__(self) -> Any: ...

    def __exit__(self, *_: object) -> None: ...


class Once(Bot[Any]):
    """It means one thing until it has done it."""

    def __init__(self, scene: Scene, move: Move | None) -> None:
        super().__init__(scene, AT_ONCE, Random(1))
        self.move, self.scene, self.looks = move, scene, 0
        self.offers: dict[str, list[Offer]] = {}

    def choose(self, view: Any, offers: dict[str, list[Offer]]) -> Move | None:
        self.looks += 1
        assert self.looks < LOOKS, "it looks again and again and never waits"
        self.offers = offers
        return None if self.scene.done and self.scene.refusal is None else self.move


def played(monkeypatch: pytest.MonkeyPatch, scene: Scene, move: Move | None) -> Once:
    """Let a bot play a scene to its end."""
    monkeypatch.setattr(bots, "time", scene)
    monkeypatch.setattr(bots, "asyncio", SimpleNamespace(wait=scene.wait, ensure_future=asyncio.ensure_future))
    one = Once(scene, move)

    async def run() -> None:
        await one.run()
        assert not asyncio.all_tasks() - {asyncio.current_task()}, "nothing listens to the table any longer"

    asyncio.run(run())
    return one


def crowd(is_alone: bool, happens: Any) -> Any:
    """Let a person open, or close, a screen of the same seat during a wait."""

    def comes(scene: Scene) -> Any:
        scene.is_alone = is_alone
        return happens

    return comes


def given(left: dict[str, float], happens: Any) -> Any:
    """Let somebody give more time during a wait."""

    def comes(scene: Scene) -> Any:
        scene.left = left
        return happens

    return comes


BETS = Move(Bet(5), (10.0, 10.0), "bet")
ON_CLOCK = Move(Bet(5), (10.0, 10.0), "bet", "bets")


@pytest.mark.parametrize(
    ("move", "course", "waits", "acted_at"),
    [
        pytest.param(BETS, (), [10], None, id="the stream ends at once"),
        pytest.param(BETS, ("time",), [10, None], 110, id="its time runs down"),
        pytest.param(BETS, ((4, 8), "time"), [10, 6, None], 110, id="something changes before"),
        pytest.param(BETS, ((4, 0), (6, 9), "time"), [10, 6, 0, None], 110, id="something changes twice before"),
        pytest.param(BETS, ((12, 8), "time"), [10, 0, None], 112, id="it looks later than it wanted"),
        pytest.param(None, ((4, 8), (1, 9)), [None, None, None], None, id="it means nothing"),
        pytest.param(Move(None, (10.0, 10.0), "x", "bets"), ("time",), [10, None], None, id="only the clock runs"),
        pytest.param(Move(None, (10.0, 10.0), "x"), ("time", (5, 8)), [10, None, None], None, id="it only waits"),
        pytest.param(Move(Bet(), (0.0, 0.0)), ("time",), [0, None], 100, id="it takes no time"),
        pytest.param(ON_CLOCK, ("time",), [10, None], 110, id="nobody gives more time"),
        pytest.param(ON_CLOCK, (given({"bets": 5.0}, "time"), given({}, "time")), [10, 5, None], 115, id="more time"),
        pytest.param(ON_CLOCK, (given({"silence": 5.0}, "time"),), [10, None], 110, id="more time for something else"),
        pytest.param(BETS, (given({"bets": 5.0}, "time"),), [10, None], 110, id="more time on a clock it has not"),
        pytest.param(
            ON_CLOCK, (given({"bets": 1.0}, "time"), given({"bets": 2.0}, "time"), given({}, "time")),
            [10, 1, 2, None], 113, id="more time twice",
        ),
        pytest.param(ON_CLOCK, (given({"bets": 9.0}, (4, 8)), "time"), [10, 6, 9], None, id="more time than is over"),
        pytest.param(
            BETS, (crowd(False, (4, 8)), "time", "time", crowd(True, "time")), [10, *[ASIDE_POLL] * 3, 4.5, ], None,
            id="it stands aside",
        ),
        pytest.param(
            BETS, (crowd(False, (4, 8)), crowd(True, "time"), "time"), [10, ASIDE_POLL, 5.5, None], 110,
            id="it stands aside and comes back",
        ),
    ],
)  # fmt: skip
def test_each_wait_is_as_long_as_is_left_and_the_act_is_done_when_it_is_over(
    monkeypatch: pytest.MonkeyPatch, move: Move | None, course: Any, waits: list[float | None], acted_at: float | None
) -> None:
    scene = Scene(*course)
    one = played(monkeypatch, scene, move)
    assert scene.waits == waits
    assert scene.done == ([] if acted_at is None or move is None else [(acted_at, move.act, STEP)])
    assert one.acts == len(scene.done)
    assert scene.closed


def test_what_a_bot_is_offered_is_sorted_by_act_and_keeps_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    one = played(monkeypatch, Scene(), None)
    bet = "bet-of-a-run"
    assert one.offers == {bet: [Offer(bet), Offer(bet, main=False)], "other": [Offer("other")]}


def test_a_refused_act_waits_for_its_second_time_or_for_a_change(monkeypatch: pytest.MonkeyPatch) -> None:
    def changed(scene: Scene) -> Any:
        scene.version = 8
        return (1, 8)

    scene = Scene("time", "time", changed, "time", refusal=Refused("no"))
    one = played(monkeypatch, scene, Move(Bet(5), (2.0, 2.0), "bet"))
    assert scene.waits == [2, bots.RETRY_AFTER, bots.RETRY_AFTER, 2, bots.RETRY_AFTER]
    assert [at for at, _, _ in scene.done] == [102, 132, 135]
    assert one.acts == 0


@pytest.mark.parametrize("ended", ["cancelled", "failed"])
def test_a_bot_that_is_stopped_listens_to_its_table_no_longer(ended: str) -> None:
    """Whether its task is cancelled or its own mind fails."""

    async def scene() -> bool:
        seat = Scene()
        one = Once(seat, None)
        running = asyncio.create_task(one.run())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not running.done()
        if ended == "cancelled":
            running.cancel()
        else:
            one.looks = LOOKS
            seat.versions.put_nowait(8)
        await asyncio.wait({running})
        await asyncio.sleep(0)
        assert not asyncio.all_tasks() - {asyncio.current_task()}
        return seat.closed

    assert asyncio.run(scene())
