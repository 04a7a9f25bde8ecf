"""SQLite as stores use it: a release whose write-ahead log is safe, where its wheel is installed, else the system's.

SQLite before 3.51.3 can corrupt the log where two connections checkpoint at once; there the rollback journal is used.
One process opens a file with one library alone: the end of a file in another would drop the locks of the first.
"""

from __future__ import annotations

from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

try:
    from pysqlite3 import dbapi2  # type: ignore[import-untyped, unused-ignore]
except ImportError:
    import sqlite3 as dbapi2  # type: ignore[no-redef, unused-ignore]

library: Final[Any] = dbapi2
"""The library, by the shape that Python's own has."""

SAFE_WAL = (3, 51, 3)
"""First SQLite release whose WAL is safe with several connections."""


MAGIC: Final = b"SQLite format 3\0"

Place = tuple[int, int]
"""A file by its device and its number there."""

_open: Counter[Place] = Counter()


def place_of(file: Path) -> Place:
    found = file.stat()
    return found.st_dev, found.st_ino


def note_opened(file: Path) -> Place:
    place = place_of(file)
    _open[place] += 1
    return place


def note_closed(place: Place) -> None:
    _open[place] -= 1


def first_bytes(file: Path) -> bytes:
    """Return the first bytes of a file. A database that is open here is not opened besides: the end of that would drop
    the locks by which other processes know that it is in use.
    """
    if _open[place_of(file)] > 0:
        return MAGIC
    with file.open("rb") as opened:
        return opened.read(len(MAGIC))


def uri(file: Path, mode: str) -> str:
    """Return what SQLite takes for a file (``mode``: ro, rw, rwc), whatever signs stand in its name."""
    return f"{file.absolute().as_uri()}?mode={mode}"


def put_log_away(file: Path) -> None:
    """Leave a store as one file, which is read without another beside it; where somebody else reads on, as a file that
    holds everything beside an empty log.
    """
    with suppress(library.Error), closing(library.connect(uri(file, "rw"), uri=True, timeout=0)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode = DELETE")


def journal(version: tuple[int, ...] = library.sqlite_version_info) -> tuple[str, int]:
    """Return the journal mode and the ``synchronous`` level that are safe with this release of SQLite."""
    return ("wal", 2) if version >= SAFE_WAL else ("delete", 3)
