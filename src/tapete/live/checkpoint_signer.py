"""Signed checkpoints: where each table stands, said now and then, and kept in the store and away from it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from tapete.live.clock import Clock
from tapete.live.errors import HallFailedError
from tapete.live.keys import Keys
from tapete.live.table import TableActor
from tapete.live.writer import GroupWriter
from tapete.record import witness
from tapete.record.chain import Checkpoint, checkpoint
from tapete.record.store import Store

EVERY = 60.0
"""Seconds between signed checkpoints of a table that goes on."""

Tables = Callable[[], Collection[TableActor[Any]]]


class Signer:
    """Signs for one hall. ``witness_file`` is the file away from the database, if there is one."""

    def __init__(
        self, store: Store, writer: GroupWriter, keys: Keys, clock: Clock, witness_file: Path | None, tables: Tables
    ) -> None:
        self._store, self._writer, self._keys, self._clock = store, writer, keys, clock
        self._witness, self._tables = witness_file, tables
        self._signed_versions: dict[str, int] = {}

    def restore(self, table: str) -> None:
        """After a restart: what the store has signed need not be signed again."""
        self._signed_versions[table] = max((one.version for one in self._store.checkpoints(table)), default=0)

    async def sign(self) -> tuple[Checkpoint, ...]:
        """Sign where every table stands that has gone on since the last time.

        Raises :class:`OSError` where the witness file takes nothing, and what the store raises.
        """
        due = [one for one in self._tables() if self._signed_versions.get(one.id, 0) < one.version]
        said = tuple(checkpoint(self._keys.signing, one.id, one.head, self._clock.wall()) for one in due)
        if said:
            await self._writer.call(lambda: self._keep(said))
            self._signed_versions.update({one.table: one.version for one in said})
        return said

    async def now_and_then(self, on_failure: Callable[[BaseException], None]) -> None:
        """Sign every minute. What nobody can witness is not played on: ``on_failure`` gets a failed witness file."""
        while True:
            await self._clock.sleep(EVERY)
            try:
                await self.sign()
            except OSError as error:
                on_failure(error)
                return
            except HallFailedError:
                return

    def _keep(self, said: tuple[Checkpoint, ...]) -> None:
        # A signing that was given up half-way may have stored what the next one would store again.
        fresh = tuple(
            one for one in said if all(old.version != one.version for old in self._store.checkpoints(one.table))
        )
        if self._witness is not None and fresh:
            witness.append(self._witness, fresh)
        for one in fresh:
            self._store.put_checkpoint(one)
