"""The end of the tables of a hall, in good order."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from tapete.live.errors import HallStoppedError, LiveError
from tapete.live.table import TableActor


def hall_closes() -> LiveError:
    """Return what whoever asks a table is told once its hall closes."""
    return HallStoppedError("hall-closed")


async def end_all(actors: Collection[TableActor[Any]], why: Callable[[], LiveError] = hall_closes) -> None:
    """Let each answer the act at work, and nothing after it; ``why`` returns what whoever asks is told."""
    for one in actors:
        one.end(why())
    for one in actors:
        await one.wait_for_end()
