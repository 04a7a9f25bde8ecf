"""A database opened so that what is committed is on the disk: settings are set, read back, and trusted only then."""

from __future__ import annotations

import errno
import os
import re
import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import lru_cache
from glob import escape
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import QueuePool, StaticPool

from tapete.record.store import sqlite
from tapete.words import NO_CONNECTION, CodedError, technical_name

# An end to waiting for a server of a database that says nothing.
#
# A server that is frozen, or a network that swallows everything, sends no error: no time limit of the server's own
# helps, and its machine still acknowledges what we send. So each transaction has a deadline here; when it is over,
# our end of the connection is shut, and whoever waits gets the error of a connection that broke. A commit may have
# gone through.

DEADLINE_S: Final = 30.0
"""Seconds for a transaction; the server's own limits for a statement and for a lock are shorter."""


def in_time(connection: Connection) -> AbstractContextManager[None]:
    return deadline(connection.connection.dbapi_connection, DEADLINE_S)


@contextmanager
def deadline(driver_connection: Any, seconds: float) -> Iterator[None]:
    """Break a connection of PostgreSQL off where what is done with it takes longer; leave every other alone."""
    handle = getattr(getattr(driver_connection, "pgconn", None), "socket", None)
    if not isinstance(handle, int):
        yield
        return
    turn, is_done = threading.Lock(), False

    def break_off() -> None:
        with turn, suppress(OSError):
            if not is_done:  # afterwards the number may be that of another file
                with socket.socket(fileno=os.dup(handle)) as ours:
                    ours.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, break_off)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with turn:
            is_done = True


# Why a server of PostgreSQL lets nobody in: by the code that it answers, or the number of the system's error.
#
# The driver keeps only the words of a connection that failed, which are for people and in any language. So the
# connection is tried once more while the library traces what comes over the line, and where nothing comes, the place
# itself is.

TRYING_S: Final = 5.0
CODE: Final = re.compile(rb'^B\t\d+\tErrorResponse\t S "[^"]*" V "[^"]*" C "([0-9A-Z]{5})"', re.MULTILINE)
WRONG, TLS = "SETTINGS", "TLS"
"""Names of two reasons: an address asks of its connection what cannot be, or that it be secret, and this cannot be."""
SECRET: Final = (b"require", b"verify-ca", b"verify-full")
UNREACHED: Final = frozenset({"53300", "57P01", "57P02", "57P03"})
"""Codes of a server that is there and takes nobody now."""


def name_failure(error: Any, parameters: dict[str, Any]) -> None:
    """Give an error of the driver, from a connection that failed, the code of its reason as ``sqlstate``."""
    if error.sqlstate is None:
        kind = type(error).__name__
        error.sqlstate = {"ConnectionTimeout": "ETIMEDOUT", "ProgrammingError": WRONG}.get(kind) or _reason(parameters)


def _reason(parameters: dict[str, Any]) -> str:
    from psycopg import conninfo, pq

    known = {one.keyword.decode() for one in pq.Conninfo.get_defaults()}
    given = {name: value for name, value in parameters.items() if name in known}
    with socket.create_server(("127.0.0.1", 0)) as free:  # where every connection that can be is begun
        there = {**given, "host": "127.0.0.1", "hostaddr": "127.0.0.1", "port": free.getsockname()[1]}
        if pq.PGconn.connect_start(conninfo.make_conninfo(**there).encode()).status == pq.ConnStatus.BAD:
            return WRONG
    with open(os.memfd_create("tapete"), "w+b") as line:
        tried = pq.PGconn.connect_start(conninfo.make_conninfo(**given).encode())
        try:
            if tried.status != pq.ConnStatus.BAD:
                tried.trace(line.fileno())
                tried.set_trace_flags(pq.Trace.SUPPRESS_TIMESTAMPS)
                until = time.monotonic() + TRYING_S
                while (now := tried.connect_poll()) not in (pq.PollingStatus.OK, pq.PollingStatus.FAILED):
                    here, nobody = [tried.socket], list[int]()
                    ends = (here, nobody) if now == pq.PollingStatus.READING else (nobody, here)
                    if not any(select.select(*ends, [], max(0.0, until - time.monotonic()))):
                        break
                tried.untrace()
            line.seek(0)
            if codes := CODE.findall(line.read()):
                return str(codes[-1].decode())
            if tried.needs_password:
                return "28P01"
            is_secret = any(one.keyword == b"sslmode" and one.val in SECRET for one in tried.info)
            place = _place(tried)
            return TLS if is_secret and place == NO_CONNECTION else place
        finally:
            tried.finish()


def _place(tried: Any) -> str:
    """Return what the system says of the place where a server should listen, by the name of its error."""
    host, port = (tried.hostaddr or tried.host).decode(), int(tried.port or 0)
    try:
        if host.startswith("/"):
            with socket.socket(socket.AF_UNIX) as here:
                here.connect(f"{host}/.s.PGSQL.{port}")
        else:
            socket.create_connection((host, port), TRYING_S).close()
    except TimeoutError:
        return "ETIMEDOUT"
    except socket.gaierror as error:
        return "EAI_AGAIN" if error.errno == socket.EAI_AGAIN else "EAI_NONAME"
    except OSError as error:
        if error.errno == errno.ENOENT:  # the file of a server that listens at one
            return "ECONNREFUSED"
        return errno.errorcode.get(error.errno or 0, NO_CONNECTION)
    return NO_CONNECTION


def cause_of(error: BaseException | None) -> BaseException | None:
    """Return the error of the database, or of its file, that led to another one, itself it may be; else ``None``."""
    while error is not None and not isinstance(error, DBAPIError | FileNotFoundError):
        error = error.__cause__
    return error


def is_unreachable(error: BaseException | None) -> bool:
    """Return True if an error rests on a server that cannot be reached, or takes nobody now: later it may."""
    cause = cause_of(error)
    if cause is None or isinstance(cause, OSError) or getattr(getattr(cause, "orig", None), "sqlite_errorname", None):
        return False
    name = technical_name(cause)
    return name in UNREACHED or name.startswith("08") or (name.startswith("E") and name.isupper())


class StoreError(CodedError): ...


class StoreLockedError(StoreError):
    """Another server holds the database: do not start."""


class MissingDriverError(StoreError):
    """The program that speaks to this kind of database is not installed: ``pip install tapete[pg]``."""


class UnsafeStoreError(StoreError):
    """The durable settings do not hold on this database: do not start."""


class StaleWriterError(StoreError):
    """Another writer has taken the table over: this one can write no more. Nothing was stored."""


class TableTakenError(StoreError):
    """A table that was to be new has a record already. Nothing was stored, and its writer is still its writer."""


class WriterChangedError(StoreError):
    """Somebody without the hall's key changed who writes a table. Nothing was stored, and nobody took it over."""


class CommandConflictError(StoreError):
    """The id of this request was used for a request with another body. Nothing was stored."""


class StoreFailedError(StoreError):
    """A commit failed or may have failed. The store refuses everything from now on; the process stops.

    Whether the last transaction was stored is found out by its command id after the next start.
    """


class NotFoundError(StoreError, LookupError):
    """The store has no such rulebook, shoe or person."""


# A store in SQLite has a log where it is safe (:mod:`tapete.record.store.sqlite`). One server at a time holds
# ``<db>.lock``, beside the file itself: its descriptor is no reason for SQLite's own locks to go, as one of the
# database would be. PostgreSQL must run with ``fsync`` and ``full_page_writes`` on, and each session commits
# synchronously.

SCHEME = re.compile(r"[^/]+://")
"""How an address begins that is no path; before a file of such a name stands ``./``."""
IN_MEMORY = ("", "/", "/:memory:")
"""What stands behind ``sqlite://`` where no file is meant."""
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
ENCODING = "UTF8"
"""In what a database is written, for a name that it cannot hold would be a failure of the record."""
MIGRATION_LOCK = 7_412_001
"""Key of the advisory lock under which one server at a time migrates a PostgreSQL database."""

WRITING = "tapete_writing"
"""Execution option of a connection whose transaction writes."""


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


def read_url(url: str) -> URL:
    """Read a store's address; the name of a file stands in ``database`` as it is, a store in memory has none."""
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
    if sqlite.first_bytes(file) not in (b"", sqlite.MAGIC):
        raise StoreError("store-no-database", file=str(file))


def _require_one_name(file: Path) -> None:
    """Raise :class:`StoreError` for a file with two names: its lock and its journal lie beside one of them alone. That
    of a draft, which whoever was stopped while they made the file has left, is taken away.
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
        os.close(self._handle)


def connect(url: URL, *, read_only: bool = False) -> Engine:
    """Return an engine whose connections are durable, or raise :class:`UnsafeStoreError` at the first one."""
    if url.drivername == "sqlite":
        return _sqlite(url, read_only)
    try:
        given: dict[str, Any] = {name: value for name, value in CONNECTION.items() if name not in url.query}
        given["client_encoding"] = ENCODING
        engine = create_engine(url, pool_size=2, max_overflow=2, hide_parameters=True, connect_args=given)
    except ImportError as error:
        raise MissingDriverError("driver-missing") from error
    # Many rows go as one statement. Sent as a pipeline, a writer that stops in the middle of it leaves a session that
    # is not idle for the server, so its locks would outlast IDLE_MS and nobody could take its tables over.
    engine.dialect.use_insertmanyvalues_wo_returning = True
    event.listen(engine, "do_connect", _connect_or_say_why)
    event.listen(engine, "connect", _check_postgresql)
    if not read_only:
        event.listen(engine, "connect", _check_encoding)
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
    name = ":memory:" if memory else sqlite.uri(Path(url.database or ""), "ro" if read_only else "rwc")

    def opened() -> Any:
        return sqlite.library.connect(name, timeout=BUSY_MS / 1000, check_same_thread=False, uri=not memory)

    pool = StaticPool if memory else QueuePool
    engine = create_engine(url, creator=opened, module=sqlite.library, hide_parameters=True, poolclass=pool)

    def settle(connection: Any, record: Any) -> None:
        if url.database:
            record.info["place"] = sqlite.note_opened(Path(url.database))
        connection.isolation_level = None  # the listener below opens transactions, the driver must not
        # text that is none is read all the same: an audit then says what is wrong with it
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        cursor.execute("PRAGMA foreign_keys = ON")
        if not read_only:
            mode, level = ("memory", 3) if memory else sqlite.journal()
            cursor.execute(f"PRAGMA journal_mode = {mode}")
            cursor.execute(f"PRAGMA synchronous = {level}")
            cursor.execute("PRAGMA secure_delete = ON")  # an erased name leaves the file, not only the index
            _check_sqlite(cursor, mode, level)
        cursor.close()

    def begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get(WRITING, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    def end(_: Any, record: Any) -> None:
        if (place := record.info.pop("place", None)) is not None:
            sqlite.note_closed(place)

    event.listen(engine, "connect", settle)
    event.listen(engine, "close", end)
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


def _check_encoding(connection: Any, _: Any) -> None:
    found = connection.info.parameter_status("server_encoding")
    if found != ENCODING:
        connection.close()
        raise UnsafeStoreError("postgresql-encoding", found=found, needed=ENCODING)


def migrate(engine: Engine, revision: str = "head") -> None:
    """Bring a store to a revision; what is the latest already is opened without reading how it became so."""
    if revision == "head" and _is_latest(engine):
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
            connection.execute(text("SET LOCAL statement_timeout = 0"))  # a large table may take its time
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def _is_latest(engine: Engine) -> bool:
    with engine.connect() as connection, connection.begin():
        named = connection.execute(_REVISION).all() if inspect(connection).has_table("alembic_version") else []
    return [row.version_num for row in named] == [LATEST]


LATEST = "0004"
FUNCTION = "tapete_written_once"
BODY = "BEGIN RAISE EXCEPTION 'rows of % are written once', TG_TABLE_NAME; END"

_SQLITE = text("SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')")
_REVISION = text("SELECT version_num FROM alembic_version")
_TRIGGERS = text(
    "SELECT t.tgname, c.relname, t.tgenabled, t.tgtype, t.tgqual IS NULL AND t.tgattr = '' AS always, "
    "CASE WHEN p.pronamespace = c.relnamespace THEN '' ELSE p.pronamespace::regnamespace || '.' END || p.proname "
    "AS proname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid "
    "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE NOT t.tgisinternal AND n.nspname = current_schema()"
)
_RULES = text("SELECT rulename, tablename FROM pg_rules WHERE schemaname = current_schema()")
_BODY = text("SELECT prosrc FROM pg_proc WHERE proname = :name AND pronamespace = current_schema()::regnamespace")
_KINDS = {"written_once": 27, "no_truncate": 34}
"""``pg_trigger.tgtype`` of each: a row before update or delete, a statement before truncate."""


def guard_faults(
    connection: Connection, tables: tuple[str, ...], revision: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    if connection.dialect.name == "sqlite":
        found, due = _sqlite_guards(connection), _made(revision)
    else:
        found, due = _postgresql(connection), _due(tables)
    named = [str(row.version_num) for row in connection.execute(_REVISION)]
    if named != [LATEST if revision == "head" else revision]:
        yield "guard-changed", {"case": "schema", "found": ", ".join(named) or "-"}
    for name in sorted(due.keys() - found.keys()):
        yield "guard-missing", {"guard": name}
    for name in sorted(found.keys() - due.keys()):
        yield "guard-foreign", {"guard": name}
    for name in sorted(found.keys() & due.keys()):
        if found[name] != due[name]:
            yield "guard-changed", {"guard": name}


def _sqlite_guards(connection: Connection) -> dict[str, str]:
    rows = connection.execute(_SQLITE)
    return {str(row.name): re.sub(r"\s+", " ", f"{row.type} {row.sql}") for row in rows}


@lru_cache(maxsize=4)
def _made(revision: str) -> dict[str, str]:
    engine = connect(read_url("sqlite://"))
    migrate(engine, revision)
    with engine.connect() as connection:
        return _sqlite_guards(connection)


def _postgresql(connection: Connection) -> dict[str, str]:
    guards = {
        str(
            row.tgname
        ): f"{row.relname} {_letter(row.tgenabled)} {row.proname} {row.tgtype}{'' if row.always else ' ?'}"
        for row in connection.execute(_TRIGGERS)
    }
    guards |= {str(row.rulename): f"{row.tablename} RULE" for row in connection.execute(_RULES)}
    bodies = sorted(str(row.prosrc).strip() for row in connection.execute(_BODY, {"name": FUNCTION}))
    return {**guards, f"{FUNCTION}()": " ".join(bodies)}


def _letter(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _due(tables: tuple[str, ...]) -> dict[str, str]:
    kinds = {f"{table}_{kind}": f"{table} O {FUNCTION} {number}" for table in tables for kind, number in _KINDS.items()}
    return {**kinds, f"{FUNCTION}()": BODY}
