"""What whoever has no key of a hall may read of its store: the public part of each entry, and that there are new ones.

On PostgreSQL a hall tells whoever listens in the transaction that stores entries, and a role with the rights of
:data:`RIGHTS` reads nothing else. A file of SQLite is looked at from time to time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Connection, MetaData, Table, func, inspect, select

from tapete.record.checkpoints import Checkpoint
from tapete.record.store import schema
from tapete.record.store.engine import StoreError, connect, in_time, read_url
from tapete.record.store.rows import Row, octets, read_checkpoint, whole
from tapete.record.store.store import CHANNEL, PAGE, Reader, names_in

LOOK_S: Final = 0.5
"""Seconds between two looks at a store that tells nobody anything."""

RIGHTS: Final[dict[str, tuple[str, ...]]] = dict.fromkeys((*schema.VIEWS, "rulebooks", "alembic_version"), ("SELECT",))
"""What a role that shows public screens may do: it reads no sealed part, no table among friends, nothing of a house."""


class PublicRecord(Reader):
    """The public part of a store's record; made by :func:`open_public`."""

    _listening: Connection | None = None

    def close(self) -> None:
        self._stop_listening()
        super().close()

    def _shown(self, table: Table) -> Table:
        """Return a table of the store, or what a role without the rights of a hall reads of it."""
        if self._engine.dialect.name != "postgresql":
            return table
        return table.to_metadata(MetaData(), name=f"public_{table.name}")

    def ends(self) -> dict[str, int]:
        """Return the public tables with entries, and the version of the last one of each."""
        shown = self._shown(schema.entries)
        named = names_in(shown).cte()
        last = select(func.max(shown.c.version)).where(shown.c.table_id == named.c.name).scalar_subquery()
        with self.reading() as connection:
            found = connection.execute(select(named.c.name, last)).all()
        return {str(name): whole(at) for name, at in found if schema.is_public(str(name))}

    def rows(self, table: str, after: int) -> Iterator[Row]:
        """Yield the entries of a public table after a version, in order, without what is sealed in them."""
        column = self._shown(schema.entries).c
        query = select(column.version, column.body, column.hash).where(column.table_id == table)
        while schema.is_public(table):
            with self.reading() as connection:
                beyond = query.where(column.version > after).order_by(column.version).limit(PAGE)
                page = connection.execute(beyond).all()
            for version, body, digest in page:
                yield Row(version, octets(body), digest or "")
            if len(page) < PAGE:
                return
            after = page[-1].version

    def signed(self, table: str, after: int = 0) -> tuple[Checkpoint, ...]:
        """Return what a hall has signed about entries of a table after a version."""
        shown = self._shown(schema.checkpoints)
        with self.reading() as connection:
            query = select(shown).where(shown.c.table_id == table, shown.c.version > after)
            return tuple(map(read_checkpoint, connection.execute(query)))

    def wait(self, seconds: float) -> frozenset[str] | None:
        """Wait until tables have new entries, for some seconds at most; return which, ``None`` for all there are. What
        is told while nobody waits is heard by whoever waits next. Anybody may tell anything: the names may be of no
        table. Raises what the database raises.
        """
        if self._engine.dialect.name != "postgresql":
            time.sleep(min(seconds, LOOK_S))
            self._engine.dispose()  # whoever has a file open sees nothing of one that was put in its place
            return None
        try:
            if self._listening is None:
                self._listen()
                return None  # of what was told before nobody knows
            driver: Any = self._listening.connection.driver_connection
            told = [one.payload for one in driver.notifies(timeout=seconds, stop_after=1)]
            with in_time(self._listening):
                self._listening.exec_driver_sql("SELECT 1")  # a server that is gone says nothing either
        except Exception:
            self._stop_listening()
            raise
        return None if "" in told else frozenset(name for one in told for name in one.split("\t"))

    def _listen(self) -> None:
        self._listening = here = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        with in_time(here):
            here.exec_driver_sql(f"LISTEN {CHANNEL}")

    def _stop_listening(self) -> None:
        if self._listening is not None:
            self._listening.invalidate()
            self._listening.close()
            self._listening = None


def open_public(url: str) -> PublicRecord:
    """Open the public part of a store by its address; nothing is migrated, locked or written. Raises
    :class:`StoreError` where nobody may read that part yet.
    """
    made = PublicRecord(connect(read_url(url), read_only=True), None, read_only=True)
    with made.reading() as connection:
        if connection.dialect.name == "postgresql" and not schema.VIEWS.keys() <= {
            *inspect(connection).get_view_names()
        }:
            raise StoreError("store-not-shown")
    return made
