"""A hall for each test, and a way to run coroutines without a plugin."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

_spec = importlib.util.spec_from_file_location("live_toy", Path(__file__).with_name("toy.py"))
assert _spec is not None
assert _spec.loader is not None
sys.modules["live_toy"] = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(sys.modules["live_toy"])

from live_toy import GAMES  # noqa: E402  # loaded just above: test folders are no packages

from tapete.live import Hall, Keys, ManualClock  # noqa: E402

Scene = Callable[[Hall], Awaitable[None]]


@pytest.fixture
def keys() -> Keys:
    return Keys.fresh()


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'hall.db'}"


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


@pytest.fixture
def stage(url: str, keys: Keys) -> Stage:
    return Stage(url, keys)
