"""A server of PostgreSQL that was lost and comes back: waited for within bounds, trusted only where nothing changed.

A connection that is new is asked, before anything is written by it, whether each table of this hall has the writer that
it had and ends where it was acknowledged to end. The row of each writer is locked first: a transaction of ours that the
server still had before it is over by then. Of a group of entries whose commit has had no answer all are there, or none.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from itertools import chain, repeat
from typing import Final, NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, OperationalError

from tapete.record.entry import Head
from tapete.record.store.appends import AppendResult, Writer
from tapete.record.store.deadline import in_time
from tapete.record.store.errors import StoreFailedError
from tapete.record.store.questions import EPOCH, head_of

PATIENCE_S: float = 20.0
"""How long a hall waits for its server to come back."""
PAUSES_S: Final = (0.0, 0.1, 0.25, 0.5, 1.0, 2.0)
"""Between one try and the next; the last stays."""

pause = time.sleep


class Group(NamedTuple):
    """Entries whose commit has had no answer: where their tables would end, and what would be answered."""

    heads: Mapping[str, Head]
    answers: list[AppendResult]


class Acknowledged:
    """What this hall knows of its tables. ``is_stored``: the group that has had no answer was found in the record."""

    def __init__(self) -> None:
        self.writers: dict[str, Writer] = {}
        self.group: Group | None = None
        self.is_stored = False

    def require_unchanged(self, connection: Connection) -> None:
        """Lock all writers of this hall for a transaction. Raises :class:`StoreFailedError` where a table of theirs
        does not end as acknowledged. (Whom another hall has replaced hears so when he writes.)
        """
        there, not_there = list[str](), list[str]()
        heads = {} if self.group is None else self.group.heads
        for table, writer in sorted(self.writers.items()):
            if writer.stale:
                continue
            is_ours = connection.scalar(EPOCH, {"of": table}) == writer.epoch
            now, due = head_of(connection, table), heads.get(table, writer.head)
            if due == writer.head:
                is_sound = not is_ours or is_same(now, due)
            else:
                is_sound = is_ours and (now == due or is_same(now, writer.head))
                (there if now == due else not_there).append(table)
            if not is_sound or (there and not_there):
                raise StoreFailedError("record-moved", table=table, entry=writer.head.version, found=now.version)
        self.is_stored = bool(there)


def is_same(found: Head, known: Head) -> bool:
    """Return True if a record ends where it was known to; one without entries may go on from another table's."""
    return found == known or found.version == known.version == 0


def is_broken(error: BaseException | None) -> bool:
    return isinstance(error, DBAPIError) and error.connection_invalidated


def enter(
    stack: ExitStack, connecting: Callable[[], Connection], settle: Callable[[Connection], None], patience: float
) -> tuple[Connection, int]:
    """Begin a transaction that ends with a stack; return its connection and how often that was tried.

    Where the server is lost it is tried once more at once, and for ``patience`` seconds after that. Raises what the
    last try has met.
    """
    until = time.monotonic() + patience
    for tries, wait in enumerate(chain(PAUSES_S, repeat(PAUSES_S[-1])), start=1):
        try:
            with ExitStack() as trying:
                connection = trying.enter_context(connecting())
                trying.enter_context(in_time(connection))
                trying.enter_context(connection.begin())
                settle(connection)
                stack.enter_context(trying.pop_all())
                return connection, tries
        except DBAPIError as error:
            is_unreachable = isinstance(error, OperationalError) and error.statement is None
            if not (is_broken(error) or is_unreachable) or (wait and time.monotonic() + wait > until):
                raise
        if wait:
            pause(wait)
    raise AssertionError
