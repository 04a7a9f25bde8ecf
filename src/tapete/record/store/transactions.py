"""Transactions on a store's database: one thread at a time, and none any more after one that failed."""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from tapete.record.store import rows, sqlite
from tapete.record.store.engine import (
    WRITING,
    CommandConflictError,
    FileLock,
    StaleWriterError,
    StoreFailedError,
    StoreLockedError,
    TableTakenError,
    WriterChangedError,
    in_time,
)

T = TypeVar("T")

PEOPLE_LOCK: Final = {"key": 7_412_002}
"""Key of the advisory lock under which one hall at a time changes people, for the schema of its store."""
HALL_LOCK: Final = {"key": 7_412_003}
"""Key of the advisory lock that each hall shares while it lives, for the schema of its store."""
LOCK: Final = "SELECT pg_{}(:key, hashtext(current_schema()))"
HALL_S: Final = 5.0
"""How long a hall that starts waits for one that may just be dying."""
ALIVE: Final = "SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3"
"""So that a server soon notices that the machine of a hall is gone, and lets go of its lock."""
END_HOLDER: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database d ON d.oid = database "
    "WHERE datname = current_database() AND locktype = 'advisory' AND granted AND classid = :key "
    "AND objid = CAST(CAST(hashtext(current_schema()) AS int8) & 4294967295 AS oid)"
)
"""Ends the connection by which another holds a lock of :data:`LOCK`."""
KNOWN: Final = "tapete_known"
"""Under which a connection keeps after how many losses the record was found on it as it was acknowledged."""


class Transactions:
    """An open database. It is a context manager. ``returns`` counts how often its server was lost and came back."""

    def __init__(self, engine: Engine, lock: FileLock | None, *, read_only: bool = False) -> None:
        self._engine, self._lock, self._read_only = engine, lock, read_only
        self._thread_lock = threading.RLock()
        self._failed: BaseException | None = None
        self._held: Connection | None = None
        self._living: Connection | None = None
        self._is_hall = self._takes_over = False
        self._open: Connection | None = None
        self._read: Connection | None = None
        self._acknowledged = rows.Acknowledged()
        self._losses = 0
        self.place: tuple[Path, int] | None = None
        """Where the file of a SQLite store that is written to lies, and its number there."""
        self._was_lost = False
        self.returns: int = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        if self._held is not None:
            with suppress(SQLAlchemyError):  # a server that is gone has let go already
                self._held.execute(text(LOCK.format("advisory_unlock")), PEOPLE_LOCK)
            self._held.invalidate()
            self._held.close()
            self._held = None
        self._leave_hall()
        self._engine.dispose()
        if self._lock is not None and self._engine.url.database:
            sqlite.put_log_away(Path(self._engine.url.database))
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def hold_people(self) -> None:
        """Be the only one who changes people until the store is closed, in the place of a hall that was taken over too.

        Raises :class:`StoreLockedError` where another hall or verb does. A SQLite file is held by its lock already.
        """
        if self._engine.dialect.name != "postgresql" or self._held is not None:
            return
        held = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        held.exec_driver_sql(ALIVE)
        until = time.monotonic() + HALL_S
        while not held.scalar(text(LOCK.format("try_advisory_lock")), PEOPLE_LOCK):
            if not self._takes_over or time.monotonic() > until:
                held.close()
                raise StoreLockedError("people-held")
            held.execute(text(END_HOLDER), PEOPLE_LOCK)
            time.sleep(0.1)
        self._held, self._takes_over = held, False

    def hold_hall(self, *, beside: bool = False) -> None:
        """Be known as a hall that lives, until the store is closed or the process ends.

        Raises :class:`StoreLockedError` where another one lives, unless this one shall stand ``beside`` it and take its
        tables over. A SQLite file is held by its lock already.
        """
        if self._engine.dialect.name != "postgresql":
            return
        living = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        until = time.monotonic() + HALL_S
        self._living = living
        try:
            with in_time(living):
                living.exec_driver_sql(ALIVE)
                while not beside and not living.scalar(text(LOCK.format("try_advisory_lock")), HALL_LOCK):
                    if time.monotonic() > until:
                        raise StoreLockedError("hall-lives")
                    time.sleep(0.1)
                living.execute(text(LOCK.format("advisory_lock_shared")), HALL_LOCK)
                if not beside:
                    living.execute(text(LOCK.format("advisory_unlock")), HALL_LOCK)
        except BaseException:
            self._leave_hall()
            raise
        self._takes_over |= beside and not self._is_hall
        self._is_hall = True

    def stay_held(self) -> None:
        """Be known as a hall that lives again, if the connection is gone that said so."""
        if self._living is not None:
            try:
                with in_time(self._living):
                    self._living.exec_driver_sql("SELECT 1")
            except DBAPIError:
                self._leave_hall()
        if self._is_hall and self._living is None:
            self.hold_hall(beside=True)

    def _leave_hall(self) -> None:
        if self._living is not None:  # its lock goes with it; nothing is asked of a server that may be silent
            self._living.invalidate()
            self._living.close()
            self._living = None

    def writing(self) -> AbstractContextManager[Connection]:
        """Return a transaction that writes what is kept beside the record. An error inside it fails the store, as a
        commit that failed does. Whatever else the store writes inside it is a part of it. Nobody writes who held the
        people and has lost them to another.
        """
        return self._writing(of_people=True)

    def require_in_place(self) -> None:
        """Raise ``OSError`` where the file of a store was moved or replaced: what is written would not be in it."""
        if self.place is not None and self.place[0].stat().st_ino != self.place[1]:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.place[0]))

    def empty_log(self) -> None:
        """Bring what SQLite has written ahead into the file and empty the log: then of rows that were erased nothing is
        left. Where somebody else reads on, the log is emptied later.
        """
        if self._engine.dialect.name != "postgresql":
            with self._thread_lock, closing(self._engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _require_sound(self) -> None:
        if self._failed is not None:
            raise StoreFailedError("store-failed-before") from self._failed

    def _lasting(self, work: Callable[[], T]) -> T:
        """Run work that may be done twice, once more where its connection broke off and the hall may wait."""
        with self._thread_lock:
            try:
                return work()
            except StoreFailedError as error:
                if not (self._acknowledged.writers and rows.is_broken(error.__cause__)):
                    raise
                self._failed, self._was_lost, self._losses = None, True, self._losses + 1
            return work()

    def _entered(self, stack: ExitStack, *, writing: bool, of_people: bool = False) -> Connection:
        """Begin a transaction on a connection that answers; it ends with the stack."""
        options: dict[str, Any] = {WRITING: True} if writing else {}
        patience = rows.PATIENCE_S if writing and self._acknowledged.writers else 0.0
        connecting = lambda: self._engine.connect().execution_options(**options)  # noqa: E731
        connection, tries = rows.enter(
            stack, connecting, partial(self._settle, writing=writing, of_people=of_people), patience
        )
        if writing and (tries > 1 or self._was_lost):
            self.returns, self._was_lost = self.returns + 1, False
        return connection

    def _settle(self, connection: Connection, *, writing: bool, of_people: bool = False) -> None:
        """Make sure that a server is there, and before anything is written to it that it has what was acknowledged."""
        if connection.dialect.name != "postgresql":
            if writing:
                self.require_in_place()
            return
        if of_people:
            self._hold_again()
        if not writing or connection.info.get(KNOWN) == self._losses:
            connection.exec_driver_sql("SELECT 1")
            return
        self.stay_held()
        self._acknowledged.require_unchanged(connection)
        connection.info[KNOWN] = self._losses

    def _hold_again(self) -> None:
        if self._held is None:
            return
        try:
            self._held.exec_driver_sql("SELECT 1")
        except DBAPIError:
            self._held.invalidate()
            self._held.close()
            self._held = None
            try:
                self.hold_people()
            except StoreLockedError as error:
                raise StoreFailedError(error.code) from error

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a transaction that reads; what is read inside it on the same thread is read in it too."""
        with self._thread_lock:
            self._require_sound()
            if self._read is not None:
                yield self._read
                return
            with ExitStack() as stack:
                self._read = self._entered(stack, writing=False)
                try:
                    yield self._read
                finally:
                    self._read = None

    @contextmanager
    def _writing(self, *, of_people: bool = False) -> Iterator[Connection]:
        if self._read_only:
            raise StoreFailedError("store-read-only")
        with self._thread_lock:
            self._require_sound()
            if self._open is not None:  # what is written inside a transaction of the same thread is a part of it
                yield self._open
                return
            try:
                with ExitStack() as stack:
                    self._open = self._entered(stack, writing=True, of_people=of_people)
                    yield self._open
            except (StaleWriterError, CommandConflictError, TableTakenError, WriterChangedError):
                raise
            except (SQLAlchemyError, OSError) as error:
                self._failed = error
                raise StoreFailedError("store-took-nothing") from error
            except BaseException as error:
                self._failed = error
                raise
            finally:
                self._open = None
