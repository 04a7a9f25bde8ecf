"""A troupe keeps what ended a bot before its time, and nothing of a bot that ended as it should or was called off."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tapete.bots import AT_ONCE, Bot, Troupe
from tapete.live import Hall


class Chair:
    """A seat that is left when its bot ends."""

    def __init__(self) -> None:
        self.person, self.is_left = "bot:ana", False

    def __enter__(self) -> None:
        self.is_left = False

    def __exit__(self, *error: object) -> None:
        self.is_left = True


async def fails() -> None:
    raise RuntimeError("out of chips")


async def ends() -> None:
    """Nothing is left to do."""


async def waits() -> None:
    await asyncio.Event().wait()


@pytest.mark.parametrize(("runs", "errors"), [(fails, ["out of chips"]), (ends, []), (waits, [])])
def test_what_ended_a_bot_before_its_time_is_kept(runs: Any, errors: list[str]) -> None:
    async def scene() -> None:
        troupe, chair = Troupe(cast(Hall, None), AT_ONCE, seed=1), Chair()
        bot = cast(Bot[Any], SimpleNamespace(seat=chair, run=runs))
        task = troupe._start(bot)
        assert (task.get_name(), troupe.bots, troupe._tasks) == ("bot:ana", [bot], {task})
        await asyncio.sleep(0)
        await troupe.stop()
        await asyncio.sleep(0)
        assert [str(one) for one in troupe.errors] == errors
        assert (troupe._tasks, chair.is_left, task.done()) == (set(), True, True)

    asyncio.run(scene())
