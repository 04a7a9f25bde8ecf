"""What a live table is given: the desk that it shares with the others, and what its record said at the start."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from tapete.live.answer import Clock
from tapete.live.house_link import HouseLink, SeatRegistry
from tapete.live.telemetry import Telemetry
from tapete.live.writer import GroupWriter
from tapete.record.card_proofs import ShoeWatch
from tapete.record.entry import Entry
from tapete.record.private import Sealer
from tapete.record.store import Store
from tapete.record.store.engine import sqlite_file

MIB = 1024 * 1024
RESERVE = 64 * MIB
"""Bytes that must be free before another coup begins, unless the hall says otherwise."""

Free = Callable[[], int | None]
"""Returns how many bytes may still be written, ``None`` where nobody here can know."""


def free_space_reader(store_url: str) -> Free:
    """Return what reads the free space beside a SQLite file: nothing for other databases, 0 where it cannot be read."""
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


S = TypeVar("S")


class HallServices(NamedTuple):
    store: Store
    writer: GroupWriter
    sealer: Sealer
    clock: Clock
    seats: SeatRegistry
    rulebook: Callable[[str], tuple[dict[str, Any], ...]]
    """Returns what is kept of a rulebook by its hash, with the one below a house's layer; nothing where only the store
    has it.
    """
    disk: DiskReserve
    house: HouseLink
    """What the tables tell the house above them; nothing in a hall without one."""
    telemetry: Telemetry
    calendar: Callable[[], str] | None = None
    """Returns the day of today, which no day of the house is ahead of; ``None`` where nobody says."""


def kept_rulebooks(services: HallServices, events: Iterable[Any]) -> tuple[dict[str, Any], ...]:
    pinned = (event.pinned_rulebook() for event in events)
    return tuple(content for one in pinned if one for content in services.rulebook(one))


class RecoveredTable(NamedTuple, Generic[S]):
    """What a table's record says when a hall starts: state, known command ids, which cards were public, entries."""

    state: S
    commands: frozenset[str]
    watch: ShoeWatch
    entries: Sequence[Entry] = ()


def copy_watch(watch: ShoeWatch, shoe: int) -> ShoeWatch:
    """Return a copy that may be thrown away with an act that was not recorded; shoes before ``shoe`` are forgotten."""
    copy = ShoeWatch()
    last_urn = min(watch.sealed, default=0)
    copy.sealed = {number: sealed for number, sealed in watch.sealed.items() if number >= shoe or number == last_urn}
    copy.rotation = {number: cut for number, cut in watch.rotation.items() if number >= shoe}
    copy.turned = {number: dict(seen) for number, seen in watch.turned.items() if number >= shoe or number == last_urn}
    copy.coups = {card: number for card, number in watch.coups.items() if number >= shoe}
    return copy
