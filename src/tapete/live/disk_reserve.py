"""Room on the disk of the record: another coup begins only while a reserve is free, so that one in play can end.

A coup leaves a few tens of kilobytes; the reserve pays for finishing many tables, for corrections and for cashing out.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import NamedTuple

from tapete.record.store.engine import sqlite_file

MIB = 1024 * 1024
RESERVE = 64 * MIB
"""Bytes that must be free before another coup begins, unless the hall says otherwise."""

Free = Callable[[], int | None]
"""Returns how many bytes may still be written, ``None`` where nobody here can know."""


def free_space_reader(store_url: str) -> Free:
    """Return what reads the free space beside a SQLite file; a database elsewhere has a disk that is not seen here.

    A disk that cannot be asked counts as full.
    """
    file = sqlite_file(store_url)
    if file is None:
        return lambda: None
    folder = file.absolute().parent

    def free() -> int:
        try:
            found = os.statvfs(folder)
        except OSError:
            return 0
        return found.f_bavail * found.f_frsize

    return free


class Shortage(NamedTuple):
    """What is free and what should be, in whole MiB."""

    free_bytes: int
    reserve: int


class DiskReserve:
    """The reserve of a hall. ``free_bytes`` is asked each time, off the event loop: a disk may take its time."""

    def __init__(self, free: Free = lambda: None, reserve: int = RESERVE) -> None:
        self.free, self.reserve = free, reserve

    async def shortage(self) -> Shortage | None:
        """Return what is missing, ``None`` where another coup may begin."""
        free = await asyncio.to_thread(self.free)
        return None if free is None or free >= self.reserve else Shortage(free // MIB, self.reserve // MIB)
