"""Signed checkpoints: where each table stands, said now and then, and kept in the store and away from it.

A hall says where a table stands when it takes it up, every minute while it goes on, and once more when it closes. So
whoever cuts off a tail also has to do away with the word of a writer that has not closed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from tapete.live.clock import Clock
from tapete.live.errors import HallFailedError, RecordRefusedError
from tapete.live.keys import Keys
from tapete.live.table import TableActor
from tapete.live.writer import GroupWriter, tell
from tapete.record import witness
from tapete.record.checkpoints import Checkpoint, sign_checkpoint
from tapete.record.store import Store

EVERY = 60.0
"""Seconds between signed checkpoints of a table that goes on."""
WATCH = 1.0
"""Seconds between looks at the witness file."""

Tables = Callable[[], Collection[TableActor[Any]]]


class Signer:
    """Signs for one hall. ``witness_file`` is the file away from the database, if there is one."""

    def __init__(
        self, store: Store, writer: GroupWriter, keys: Keys, clock: Clock, witness_file: Path | None, tables: Tables
    ) -> None:
        self._store, self._writer, self._keys, self._clock = store, writer, keys, clock
        self._witness, self._tables = witness_file, tables
        self._tagged_from: dict[str, int] = {}
        self._kept: witness.KeptWitness | None = None
        self._begins_with: str | None = None
        self._told: str | None = None
        self._last: dict[str, Checkpoint] = {}
        """What this hall has said last about each table."""
        self.signed_at = clock.monotonic()
        """When every table was last found to be under a signature, by the monotonic clock."""

    def keep_witness(self, fault: str | None) -> None:
        """Hold the witness file from now on, or from the first signature on where it is not there yet; ``fault`` is
        what was wrong with it when the hall began, and stays so. Raises :class:`OSError`, and
        :class:`~tapete.live.errors.RecordRefusedError` where another hall holds it.
        """
        self._begins_with = fault
        if self._witness is not None and self._witness.exists():
            kept = witness.KeptWitness(self._witness)
            if not kept.is_held():
                kept.release()
                raise RecordRefusedError("witness-in-use", file=str(self._witness))
            self._kept = kept
            if kept.is_torn:
                tell("witness-torn", file=str(self._witness))
        self._tell_witness()

    def witness_fault(self) -> str | None:
        """Return a code where the witness is not named, gone, or lacks something."""
        if self._kept is None and self._witness is not None and not witness.is_writable(self._witness):
            return "witness-lost"
        return (None if self._kept is None else self._kept.fault()) or self._begins_with

    def release_witness(self) -> None:
        """Let go of the witness file, once."""
        if self._kept is not None:
            self._kept.release()

    async def watch_witness(self) -> None:
        """Look after the witness file, and log when it is not what it was."""
        while True:
            await self._clock.sleep(WATCH)
            self._tell_witness()

    def _tell_witness(self) -> None:
        code = self.witness_fault()
        if code is not None and code != self._told:
            tell(code, logging.ERROR, file=str(self._witness or ""))
        self._told = code

    def restore(self, table: str, tagged_from: int) -> None:
        """After a restart: say from which entry on those of a table carry tags."""
        self._tagged_from[table] = tagged_from

    async def sign(self, *, closed: bool = False) -> tuple[Checkpoint, ...]:
        """Sign where every table stands about which this hall has not said so yet, ``closed`` if it writes no more.

        Raises :class:`OSError` where the witness file takes nothing, and what the store raises.
        """
        if self._kept is not None:
            self._kept.path.stat()
        said = await self._signed(self._tables(), closed)
        self.signed_at = self._clock.monotonic()
        return said

    async def sign_last(self, tables: Collection[TableActor[Any]]) -> None:
        """Sign where tables stand that this hall writes no more. Raises what :meth:`sign` raises."""
        for one in await self._signed(tables, closed=True):
            self._last.pop(one.table, None)

    async def _signed(self, tables: Collection[TableActor[Any]], closed: bool) -> tuple[Checkpoint, ...]:
        said = tuple(self._statement(one, closed) for one in tables if self._is_due(one, closed))
        if said:
            await self._writer.call(lambda: self._keep(said))
            self._last.update({one.table: one for one in said})
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

    def _is_due(self, table: TableActor[Any], closed: bool) -> bool:
        last = self._last.get(table.id)
        return table.version > 0 and (last is None or last.version < table.version or last.is_closed is not closed)

    def _statement(self, table: TableActor[Any], closed: bool) -> Checkpoint:
        said = Checkpoint(
            table.id,
            table.head.version,
            table.head.hash,
            self._clock.wall(),
            "",
            epoch=table.epoch,
            is_closed=closed,
            tagged_from=self._tagged_from.get(table.id, 1),
            is_witnessed=self._witness is not None,
        )
        return sign_checkpoint(self._keys.signing, said)

    def _keep(self, said: tuple[Checkpoint, ...]) -> None:
        # A signing that was given up half-way may have stored what the next one would store again.
        fresh = tuple(one for one in said if not self._store.has_checkpoint(one))
        if self._witness is not None and fresh:
            self._kept = self._kept or witness.KeptWitness(self._witness)
            self._kept.append(fresh)
        self._store.put_checkpoints(fresh)
