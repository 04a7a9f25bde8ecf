"""SQLite as stores use it: a release whose write-ahead log is safe, where its wheel is installed, else the system's.

SQLite before 3.51.3 can corrupt the log where two connections checkpoint at once; there the rollback journal is used.
One process opens a file with one library alone: the end of a file in another would drop the locks of the first.
"""

from __future__ import annotations

from typing import Any, Final

try:
    from pysqlite3 import dbapi2
except ImportError:
    import sqlite3 as dbapi2  # type: ignore[no-redef]

library: Final[Any] = dbapi2
"""The library, by the shape that Python's own has."""

SAFE_WAL = (3, 51, 3)
"""First SQLite release whose WAL is safe with several connections."""


def journal(version: tuple[int, ...] = library.sqlite_version_info) -> tuple[str, int]:
    """Return the journal mode and the ``synchronous`` level that are safe with this release of SQLite."""
    return ("wal", 2) if version >= SAFE_WAL else ("delete", 3)
