"""Time from outside: durations come from a monotonic clock, the wall clock is only ever written down.

A jump of the wall clock (summer time, a correction over the network) therefore changes no rule and no waiting time,
but for two: whether a session of an open bank begins in the dinner hour is asked of the wall time of its entry, and no
day of a house is opened before the calendar has come to it.
"""

from __future__ import annotations

import asyncio
import heapq
import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """What live tables need of time."""

    def wall(self) -> str:
        """Return the wall time in ISO form with its offset, for the envelope of an entry."""

    def monotonic(self) -> float:
        """Return seconds that only ever grow."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class SystemClock:
    """The machine's clocks."""

    def wall(self) -> str:
        """Return the local time with its offset, to the millisecond."""
        return datetime.now(UTC).astimezone().isoformat(timespec="milliseconds")

    def monotonic(self) -> float:
        """Return the monotonic clock in seconds."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait without blocking."""
        await asyncio.sleep(seconds)


def today() -> str:
    """Return the day of the machine's own calendar, as 2026-11-22."""
    return SystemClock().wall()[:10]


class ManualClock:
    """A clock that stands still until a test moves it on. It starts at 2026-01-01, noon, UTC."""

    def __init__(self) -> None:
        self.start = datetime(2026, 1, 1, 12, tzinfo=UTC)
        self.passed = 0.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._serial = 0

    def wall(self) -> str:
        return (self.start + timedelta(seconds=self.passed)).isoformat(timespec="milliseconds")

    def monotonic(self) -> float:
        """Return the seconds that have passed."""
        return self.passed

    async def sleep(self, seconds: float) -> None:
        """Wait until the clock has been moved far enough."""
        self._serial += 1
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.passed + seconds, self._serial, waiting))
        await waiting

    async def advance(self, seconds: float) -> None:
        """Move the clock on, wake whoever's time has come, and let them run."""
        await _settle()
        end = self.passed + seconds
        while self._sleepers and self._sleepers[0][0] <= end:
            due, _, waiting = heapq.heappop(self._sleepers)
            self.passed = max(self.passed, due)
            if not waiting.done():
                waiting.set_result(None)
            await _settle()
        self.passed = end
        await _settle()


async def _settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)
