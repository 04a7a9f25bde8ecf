"""What waits at a table: acts in the order in which they came, each with the future of its author."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from tapete.kernel import Act, Refused
from tapete.live.answer import Answer

MOST: Final = 256
"""Acts that may wait at one table; further ones are refused at once."""

Check = Callable[[], Act[Any] | Refused]
"""Looks, in the turn of an act, whether what its author saw is still so. Returns the act to be decided, or why not."""


class WaitingAct(NamedTuple):
    """An act that waits, with the future of its author."""

    act: Act[Any]
    command: str | None
    answer: asyncio.Future[Answer]
    check: Check | None = None


class Inbox:
    """The acts that wait at one table, until it ends."""

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[WaitingAct | None] = asyncio.Queue(MOST)

    def add(self, act: Act[Any], command: str | None, check: Check | None) -> asyncio.Future[Answer]:
        """Let an act wait; return the future of its answer. Raises :class:`asyncio.QueueFull` where too many wait."""
        waiting = WaitingAct(act, command, asyncio.get_running_loop().create_future(), check)
        self._waiting.put_nowait(waiting)
        return waiting.answer

    async def next(self) -> WaitingAct | None:
        """Wait for the next act; ``None`` once the table has ended."""
        return await self._waiting.get()

    def close(self, why: Exception) -> None:
        """End the table: whoever waits is given the reason."""
        while not self._waiting.empty():
            waiting = self._waiting.get_nowait()
            if waiting is not None:
                fail(waiting, why)
        self._waiting.put_nowait(None)


def fail(waiting: WaitingAct, error: Exception) -> None:
    if not waiting.answer.done():
        waiting.answer.set_exception(error)
        waiting.answer.exception()  # an author who has gone away leaves no warning behind
