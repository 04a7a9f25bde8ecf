"""Runs coroutines in halls, without a plugin."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tapete.live import Hall, Keys, ManualClock
from tests.support.live.toy import GAMES

Scene = Callable[[Hall], Awaitable[None]]


class Stage:
    """Starts halls on one store and plays a scene in each."""

    def __init__(self, url: str, keys: Keys) -> None:
        self.url, self.keys = url, keys
        self.clock = ManualClock()

    def play(self, scene: Scene, **options: Any) -> None:
        async def whole() -> None:
            options.setdefault("clock", self.clock)
            options.setdefault("games", GAMES)
            hall = await Hall.start(self.url, self.keys, **options)
            try:
                await scene(hall)
            finally:
                await hall.stop()

        asyncio.run(whole())

    @staticmethod
    async def settled(true: Callable[[], bool]) -> None:
        """Wait until the table's own work has come so far."""
        for _ in range(60_000):
            if true():
                return
            await asyncio.sleep(0.001)
        raise AssertionError("it never became so")
