"""The end of the tables of a hall, in good order."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tapete.live.errors import HallStoppedError
from tapete.live.table import TableActor


async def end_all(actors: Collection[TableActor[Any]], why: str = "hall-closed") -> None:
    """Let each answer the act at work, and nothing after it; ``why`` is the code of what whoever asks is told."""
    for one in actors:
        one.end(HallStoppedError(why))
    for one in actors:
        await one.wait_for_end()
