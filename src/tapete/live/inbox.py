"""What waits at a table: acts, each with the future of its author."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

from tapete.kernel import Act, Refused
from tapete.live.answer import Answer

Check = Callable[[], Act[Any] | Refused]
"""Looks, in the turn of an act, whether what its author saw is still so. Returns the act to be decided, or why not."""


class WaitingAct(NamedTuple):
    """An act that waits, with the future of its author."""

    act: Act[Any]
    command: str | None
    answer: asyncio.Future[Answer]
    check: Check | None = None


def fail(waiting: WaitingAct, error: Exception) -> None:
    """Give the author of an act the error in place of an answer."""
    if not waiting.answer.done():
        waiting.answer.set_exception(error)
        waiting.answer.exception()  # an author who has gone away leaves no warning behind
