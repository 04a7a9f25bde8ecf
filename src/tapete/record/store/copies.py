"""Copies of a store in one file: taken while a hall plays, put back where there is no store.

A copy is itself a store in SQLite, whatever it was taken from, so that an audit reads it like any other. It appears
under its name whole or not at all, and never over a file that is there.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, insert, select, text

from tapete.record.store import schema, sqlite
from tapete.record.store.engine import (
    BUSY_MS,
    LATEST,
    WRITING,
    StoreError,
    connect,
    migrate,
    read_url,
    sqlite_file,
)
from tapete.words import reason, technical_name

AT_A_TIME: Final = 500

OF_THE_DISK: Final = ("SQLITE_IOERR", "SQLITE_FULL")
"""What is no word about the file: a store with a log takes room on the disk where it is read, too."""

BESIDE: Final = ("-journal", "-wal", "-shm")
"""Ends of the names of files that SQLite keeps beside a database while it writes, or when it could not end."""


def take_copy(url: str, file: Path) -> None:
    """Copy a store into a new file as of one moment. Raises :class:`StoreError`, ``OSError``."""
    source = sqlite_file(url)
    with new_file(file) as draft:
        if source is not None:
            copy_file(source, draft)
        else:
            _copy_server(url, draft)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name a file in what the system says while it is written: a write that fails names none."""
    try:
        yield
    except OSError as error:
        if error.errno is None or error.filename is not None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


@contextmanager
def new_file(file: Path) -> Iterator[Path]:
    """Give a draft beside a file, and put it in the file's place when the block ends well; else it is gone.

    Raises :class:`StoreError` where the file is there, or its folder is not, and ``OSError``.
    """
    if file.exists():
        raise StoreError("copy-there", file=str(file))
    require_folder(file)
    draft = file.with_name(f".{file.name}.{secrets.token_hex(6)}")
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600))
    except OSError as error:  # nobody knows the draft by its name
        raise OSError(error.errno, error.strerror, str(file)) from error
    try:
        with naming(file):
            yield draft
            sync(draft)
        _place(draft, file)
        sync(file.parent)
    finally:
        for end in ("", ".lock", *BESIDE):
            draft.with_name(draft.name + end).unlink(missing_ok=True)


def _place(draft: Path, file: Path) -> None:
    try:
        os.link(draft, file)
    except FileExistsError:
        raise StoreError("copy-there", file=str(file)) from None
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP):
            raise
        # a disk without links, such as a stick: nobody else has the name once it is ours
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        draft.replace(file)


def sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def copy_file(source: Path, draft: Path) -> None:
    """Copy a SQLite store into a file that is there and empty. Raises :class:`StoreError` for what is no store, and
    ``OSError`` for a file that nobody may read.
    """
    is_store = False
    try:
        with (
            closing(sqlite.library.connect(sqlite.uri(source, "rw"), uri=True, timeout=BUSY_MS / 1000)) as reading,
            closing(sqlite.library.connect(sqlite.uri(draft, "rw"), uri=True)) as copy,
        ):
            reading.execute("SELECT version_num FROM alembic_version").fetchone()
            is_store = True
            reading.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            sound = copy.execute("PRAGMA integrity_check").fetchall()
    except sqlite.library.Error as error:
        if is_store or technical_name(error) in OF_THE_DISK:
            raise StoreError("copy-failed", why=reason(error)) from error
        if source.exists() and not os.access(source, os.R_OK):
            raise OSError(errno.EACCES, os.strerror(errno.EACCES), str(source)) from error
        raise StoreError("no-store-here", file=str(source), why=getattr(error, "sqlite_errorname", "")) from error
    if sound != [("ok",)]:
        raise StoreError("store-damaged", file=str(source))


def _copy_server(url: str, draft: Path) -> None:
    server, copy = connect(read_url(url)), connect(read_url(str(draft)))
    try:
        migrate(copy)
        reading = server.connect().execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with reading as source, source.begin(), _writing(copy) as target:
            for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
                source.execute(text(f"SET LOCAL {name} = 0"))
            found = source.scalar(text("SELECT version_num FROM alembic_version"))
            if found != LATEST:
                raise StoreError("copy-edition", found=str(found), due=LATEST)
            copy_rows(source, target)
    finally:
        server.dispose()
        copy.dispose()


def put_back(draft: Path, url: str) -> None:
    """Put all rows of a copy into an empty store of a server, or none. Raises :class:`StoreError`."""
    server, copy = connect(read_url(url)), connect(read_url(str(draft)))
    try:
        migrate(server)
        with copy.connect() as source, source.begin(), _writing(server) as target:
            target.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
            target.execute(text("LOCK TABLE writers IN ACCESS EXCLUSIVE MODE"))
            if any(target.execute(select(table).limit(1)).first() for table in schema.metadata.sorted_tables):
                raise StoreError("restore-not-empty")
            copy_rows(source, target)
    finally:
        server.dispose()
        copy.dispose()


@contextmanager
def _writing(engine: Engine) -> Iterator[Connection]:
    with engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
        yield connection


def copy_rows(source: Connection, target: Connection) -> None:
    reading = source.execution_options(stream_results=True, yield_per=AT_A_TIME)
    for table in schema.metadata.sorted_tables:
        for rows in reading.execute(select(table)).mappings().partitions():
            target.execute(insert(table), [dict(row) for row in rows])


def require_room(file: Path) -> None:
    """Require that a place for a SQLite file has its folder, and no store and no rest of one. Raises
    :class:`StoreError`.
    """
    require_folder(file)
    for end in ("", *BESIDE):
        one = file.with_name(file.name + end)
        if one.exists():
            raise StoreError("store-there", file=str(one))


def require_folder(file: Path) -> None:
    if not file.parent.is_dir():
        raise StoreError("folder-missing", folder=str(file.parent))


def copy_beside(source: Path, file: Path) -> None:
    with new_file(file) as draft:
        draft.write_bytes(source.read_bytes())


def forget(file: Path) -> None:
    """Take a file back that was put in its place before something else failed."""
    with suppress(OSError):
        file.unlink(missing_ok=True)
