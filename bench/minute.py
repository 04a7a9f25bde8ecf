"""What a hall does every minute for a table that goes on: after sixty days of play beside after one."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec

from bench.coups import GAME, played
from bench.measure import Pair, paired
from tapete.live import Keys, SystemClock
from tapete.live.keys import Signer
from tapete.live.writer import GroupWriter
from tapete.play import ActResult
from tapete.record import witness
from tapete.record.checkpoints import Checkpoint, sign_checkpoint
from tapete.record.compose import compose
from tapete.record.entry import Head
from tapete.record.private import KeySealer
from tapete.record.store import Append, Store, Writer, open_store

TABLE = "mesa-1"
ENTRIES = 2_000
"""Entries of a day."""
SIGNATURES = 12 * 60
"""Minutes of a day in which something was recorded."""
GROUP = 500
COUPS = 30


class StandingTable(msgspec.Struct):
    """A table as far as its signer looks at it."""

    id: str
    head: Head
    epoch: int

    @property
    def version(self) -> int:
        """How many entries its record holds."""
        return self.head.version


def grow(store: Store, writer: Writer, keys: Keys, days: int, turns: list[ActResult[Any]], file: Path) -> None:
    """Record so many days: entries, and a signature a minute beside them and with the witness."""
    sealer, head = KeySealer(keys.sealing), Head()
    group: list[Append] = []
    for number, made in enumerate(islice(cycle(turns), days * ENTRIES), start=1):
        composed = compose(GAME, made, head, sealer, table=TABLE, epoch=writer.epoch, time="2026-01-01T20:00:00+01:00")
        head = composed.head
        group.append(Append(writer, composed))
        if number % GROUP == 0:
            store.append_many(group)
            group = []
    said = [
        sign_checkpoint(keys.signing, Checkpoint(TABLE, version, head.hash, "2026-01-01T20:00:00+01:00", "", epoch=1))
        for version in range(1, days * SIGNATURES + 1)
    ]
    store.put_checkpoints(said)
    witness.append(file, said)


class Minutes:
    """A hall's signer over a table that has so many days behind it."""

    def __init__(self, folder: Path, days: int, turns: list[ActResult[Any]]) -> None:
        self.keys, self.file = Keys.fresh(), folder / f"{days}.witness"
        self.store = open_store(f"sqlite:///{folder / f'{days}.db'}")
        writer = self.store.take_over(TABLE, authority=self.keys.authority)
        grow(self.store, writer, self.keys, days, turns, self.file)
        self.table = StandingTable(TABLE, writer.head, writer.epoch)
        self.loop = asyncio.new_event_loop()
        self.signer = self.loop.run_until_complete(self._begin())

    async def _begin(self) -> Signer:
        self.writer = GroupWriter(self.store, lambda _: None)
        tables: Any = lambda: (self.table,)  # noqa: E731 - what a signer looks at, and no more
        return Signer(self.store, self.writer, self.keys, SystemClock(), self.file, tables)

    def pass_one(self) -> int:
        """Let a minute go by in which something was recorded."""
        self.table.head = Head(self.table.version + 1, self.table.head.hash)
        if len(self.loop.run_until_complete(self.signer.sign())) != 1:
            raise RuntimeError("nothing was signed")
        return 1

    def end(self) -> None:
        """Let go of the store."""
        self.loop.run_until_complete(self.writer.stop())
        self.loop.close()
        self.store.close()


@contextmanager
def halls(days: tuple[int, int], turns: list[ActResult[Any]]) -> Iterator[list[Minutes]]:
    """Give a hall for each number of days; they lie in memory where the machine has a place for that."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as made:
        found = [Minutes(Path(made), one, turns) for one in days]
        try:
            yield found
        finally:
            for one in found:
                one.end()


def pairs(days: tuple[int, int] = (60, 1)) -> list[Pair]:
    """Measure the minute after the first number of days beside the minute after the second."""
    with halls(days, list(played(COUPS).turns)) as (later, first):
        pair = paired(
            "a signed minute of a table",
            (f"after {days[0]} days", "minutes/s", later.pass_one),
            (f"after {days[1]} day" + "s" * (days[1] > 1), "minutes/s", first.pass_one),
            note=f"{ENTRIES:,} entries and {SIGNATURES} signatures a day, store and witness in memory",
        )
    return [pair]
