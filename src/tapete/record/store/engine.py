"""Opening a database so that what is committed is on the disk: settings are set, read back, and trusted only then.

SQLite before 3.51.3 can corrupt a WAL file that two connections checkpoint at once, so there the rollback journal with
``synchronous=EXTRA`` is used; from 3.51.3 on WAL with ``synchronous=FULL``. One server at a time holds ``<db>.lock``,
beside the file itself: its descriptor is no reason for SQLite's own locks to go, as one of the database would be.
PostgreSQL must run with ``fsync`` and ``full_page_writes`` on, and each session commits synchronously.
"""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import suppress
from glob import escape
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool, StaticPool

from tapete.record.store.deadline import deadline
from tapete.record.store.errors import MissingDriverError, StoreError, StoreLockedError, UnsafeStoreError
from tapete.record.store.unreached import name_failure

SQLITE_MAGIC = b"SQLite format 3\0"
"""How a SQLite file begins."""
SCHEME = re.compile(r"[^/]+://")
"""How an address begins that is no path; before a file of such a name stands ``./``."""
IN_MEMORY = ("", "/", "/:memory:")
"""What stands behind ``sqlite://`` where no file is meant."""
SAFE_WAL = (3, 51, 3)
"""First SQLite release whose WAL is safe with several connections."""
BUSY_MS = 10_000
IDLE_MS = 5_000
STATEMENT_MS = 20_000
"""What one statement may take on a PostgreSQL server, and what it may wait for a lock."""
CONNECTION = {
    "connect_timeout": 10,
    "keepalives": 1,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""How long a PostgreSQL server may keep silent: seconds, and the last in milliseconds. An address may say otherwise."""
MIGRATION_LOCK = 7_412_001
"""Key of the advisory lock under which one server at a time migrates a PostgreSQL database."""

WRITING = "tapete_writing"
"""Execution option of a connection whose transaction writes."""


def journal(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> tuple[str, int]:
    """Return the journal mode and the ``synchronous`` level that are safe with this release of SQLite."""
    return ("wal", 2) if version >= SAFE_WAL else ("delete", 3)


def sqlite_file(address: str) -> Path | None:
    """Return the file that an address names, byte for byte: ``sqlite:///file``, or its path. ``None`` for a server and
    for a store in memory. Raises :class:`StoreError` for an address that names nothing.
    """
    rest = address.removeprefix("sqlite://")
    if rest == address != "":
        return None if SCHEME.match(address) else Path(address)
    if rest in IN_MEMORY:
        return None
    if not rest.startswith("/"):  # two slashes: what follows would be a server
        raise StoreError("store-address", store=address)
    return Path(rest[1:])


def sqlite_uri(file: Path, mode: str) -> str:
    """Return what SQLite takes for a file (``mode``: ro, rw, rwc), whatever signs stand in its name."""
    return f"{file.absolute().as_uri()}?mode={mode}"


def read_url(url: str) -> URL:
    """Read a store's address: ``sqlite:///file``, ``postgresql://...``, or the path of a SQLite file.

    The name of a file stands in ``database`` as it is; a store in memory has none.
    """
    file = sqlite_file(url)
    if file is not None or url.startswith("sqlite://"):
        return URL.create("sqlite", database=None if file is None else str(file))
    try:
        made = make_url(url)
        if not 0 < (made.port or 1) < 1 << 16:
            raise ValueError
    except (ArgumentError, ValueError) as error:
        raise StoreError("store-address", store=url.partition("://")[0] + "://") from error
    if made.drivername == "postgresql":
        made = made.set(drivername="postgresql+psycopg")
    if made.drivername != "postgresql+psycopg":
        raise StoreError("store-kind", kind=made.drivername)
    return made


def require_database(file: Path) -> None:
    """Raise :class:`StoreError` for a file that holds something else: a short one SQLite would take for an empty
    database and write over. What a stopped writer has left half written is SQLite's to put right.
    """
    if file.is_dir():
        raise StoreError("store-no-database", file=str(file))
    _require_one_name(file)
    if file.with_name(f"{file.name}-journal").exists() or not file.is_file():
        return
    with file.open("rb") as opened:
        start = opened.read(len(SQLITE_MAGIC))
    if start not in (b"", SQLITE_MAGIC):
        raise StoreError("store-no-database", file=str(file))


def _require_one_name(file: Path) -> None:
    """Raise :class:`StoreError` for a file with two names: its lock and its journal lie beside one of them alone. That
    of a draft, which whoever was stopped while he made the file has left, is taken away.
    """
    if file.is_file() and file.stat().st_nlink > 1:
        for draft in filter(file.samefile, file.parent.glob(f"*{escape(file.name)}.{'[0-9a-f]' * 12}")):
            draft.unlink()
        if file.stat().st_nlink > 1:
            raise StoreError("store-linked", file=str(file))


def make_private(database: Path) -> None:
    """Make a database file that only its owner reads, unless it is there; what SQLite keeps beside it is like it."""
    with suppress(FileExistsError):
        os.close(os.open(database, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600))


class FileLock:
    """The lock file beside a SQLite database: held as long as the process lives, whatever way it ends."""

    __slots__ = ("_handle",)

    def __init__(self, database: Path) -> None:
        import fcntl  # not on every system that reads records

        path = Path(f"{os.path.realpath(database)}.lock")
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._handle)
            raise StoreLockedError("store-locked", file=str(path)) from error

    def release(self) -> None:
        """Release the lock, so that another server may start."""
        os.close(self._handle)


def connect(url: URL, *, read_only: bool = False) -> Engine:
    """Return an engine whose connections are durable, or raise :class:`UnsafeStoreError` at the first one."""
    if url.drivername == "sqlite":
        return _sqlite(url, read_only)
    try:
        given = {name: value for name, value in CONNECTION.items() if name not in url.query}
        engine = create_engine(url, pool_size=2, max_overflow=2, hide_parameters=True, connect_args=given)
    except ImportError as error:
        raise MissingDriverError("driver-missing") from error
    # Many rows go as one statement. Sent as a pipeline, a writer that stops in the middle of it leaves a session that
    # is not idle for the server, so its locks would outlast IDLE_MS and nobody could take its tables over.
    engine.dialect.use_insertmanyvalues_wo_returning = True
    event.listen(engine, "do_connect", _connect_or_say_why)
    event.listen(engine, "connect", _check_postgresql)
    return engine


def _connect_or_say_why(dialect: Any, _: Any, arguments: Any, parameters: dict[str, Any]) -> Any:
    try:
        return dialect.connect(*arguments, **parameters)
    except dialect.dbapi.Error as error:
        with suppress(dialect.dbapi.Error, OSError):
            name_failure(error, parameters)
        raise


def _sqlite(url: URL, read_only: bool) -> Engine:
    memory = not url.database
    name = ":memory:" if memory else sqlite_uri(Path(url.database or ""), "ro" if read_only else "rwc")

    def opened() -> sqlite3.Connection:
        return sqlite3.connect(name, timeout=BUSY_MS / 1000, check_same_thread=False, uri=not memory)

    pool = StaticPool if memory else QueuePool
    engine = create_engine(url, creator=opened, hide_parameters=True, poolclass=pool)

    def settle(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # the listener below opens transactions, the driver must not
        # text that is none is read all the same: an audit then says what is wrong with it
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        cursor.execute("PRAGMA foreign_keys = ON")
        if not read_only:
            mode, level = ("memory", 3) if memory else journal()
            cursor.execute(f"PRAGMA journal_mode = {mode}")
            cursor.execute(f"PRAGMA synchronous = {level}")
            cursor.execute("PRAGMA secure_delete = ON")  # an erased name leaves the file, not only the index
            _check_sqlite(cursor, mode, level)
        cursor.close()

    def begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get(WRITING, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    event.listen(engine, "connect", settle)
    event.listen(engine, "begin", begin)
    return engine


def _check_sqlite(cursor: Any, mode: str, level: int) -> None:
    wanted = {"journal_mode": mode, "synchronous": level, "foreign_keys": 1}
    for name, value in wanted.items():
        found = cursor.execute(f"PRAGMA {name}").fetchone()[0]
        if found != value:
            raise UnsafeStoreError("sqlite-unsafe", setting=name, found=found, needed=value)


def _check_postgresql(connection: Any, _: Any) -> None:
    with deadline(connection, CONNECTION["connect_timeout"]), connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = on")
        # a writer that stops in the middle of a transaction must not keep its successor waiting
        cursor.execute(f"SET idle_in_transaction_session_timeout = {IDLE_MS}")
        cursor.execute(f"SET lock_timeout = {STATEMENT_MS}")
        cursor.execute(f"SET statement_timeout = {STATEMENT_MS}")
        for name in ("fsync", "full_page_writes", "synchronous_commit"):
            cursor.execute(f"SHOW {name}")
            found = cursor.fetchone()[0]
            if found != "on":
                raise UnsafeStoreError("postgresql-unsafe", setting=name, found=found)
    connection.commit()


def migrate(engine: Engine, revision: str = "head") -> None:
    """Bring the schema up to date, or to a revision; it is one transaction."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
            connection.execute(text("SET LOCAL statement_timeout = 0"))  # a large table may take its time
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
