"""The end of the tables of a hall, in good order."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tapete.live.errors import HallStoppedError
from tapete.live.table import TableActor


async def end_all(actors: Collection[TableActor[Any]]) -> None:
    """Let each answer the act at work, and nothing after it."""
    for one in actors:
        one.end(HallStoppedError("hall-closed"))
    for one in actors:
        await one.wait_for_end()
