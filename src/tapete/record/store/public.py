"""What whoever has no key of a hall may read of its store: the public part of each entry, and that there are new ones.

On PostgreSQL a hall tells whoever listens in the transaction that stores entries, and a role with the rights of
:data:`RIGHTS` reads nothing else. A file of SQLite is looked at from time to time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Connection, func, select

from tapete.record.store import schema
from tapete.record.store.engine import connect, in_time, read_url
from tapete.record.store.rows import Row, octets, whole
from tapete.record.store.store import CHANNEL, PAGE, Reader, names_in

LOOK_S: Final = 0.5
"""Seconds between two looks at a store that tells nobody anything."""

RIGHTS: Final[dict[str, tuple[str, ...]]] = {
    "entries": ("SELECT (table_id, version, body, hash)",),
    **dict.fromkeys(("checkpoints", "rulebooks", "alembic_version"), ("SELECT",)),
}
"""What a role that shows public screens may do: it cannot read the sealed part of an entry, nor who is who."""


class PublicRecord(Reader):
    """The public part of a store's record; made by :func:`open_public`."""

    _listening: Connection | None = None

    def close(self) -> None:
        self._stop_listening()
        super().close()

    def ends(self) -> dict[str, int]:
        """Return the tables with entries, and the version of the last one of each."""
        column = schema.entries.c
        named = names_in(schema.entries).cte()
        last = select(func.max(column.version)).where(column.table_id == named.c.name).scalar_subquery()
        with self.reading() as connection:
            return {str(name): whole(at) for name, at in connection.execute(select(named.c.name, last))}

    def rows(self, table: str, after: int) -> Iterator[Row]:
        """Yield the entries of a table after a version, in order, without what is sealed in them."""
        column = schema.entries.c
        query = select(column.version, column.body, column.hash).where(column.table_id == table)
        while True:
            with self.reading() as connection:
                page = connection.execute(
                    query.where(column.version > after).order_by(column.version).limit(PAGE)
                ).all()
            for version, body, digest in page:
                yield Row(version, octets(body), digest or "")
            if len(page) < PAGE:
                return
            after = page[-1].version

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
    """Open the public part of a store by its address; nothing is migrated, locked or written."""
    return PublicRecord(connect(read_url(url), read_only=True), None, read_only=True)
