"""Who writes a table, what he appends, and the rows of a group of entries."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from itertools import chain, repeat
from typing import Any, Final, NamedTuple, Protocol

import msgspec
from sqlalchemy import Connection, insert
from sqlalchemy.exc import DBAPIError, OperationalError

from tapete.record.checkpoints import Authority
from tapete.record.compose import ComposedEntry
from tapete.record.entry import Head, StreamEnd, sha256
from tapete.record.store import schema
from tapete.record.store.engine import StoreFailedError, in_time
from tapete.record.store.rows import EPOCH, answer_to, head_of


class AppendResult(msgspec.Struct, frozen=True):
    """What came of an append: where the table stands, the answer to the command, and whether it was a repeat.

    A repeat stored nothing: ``answer`` is the first answer and ``head`` is the writer's head as it was.
    """

    head: Head
    answer: bytes
    is_repeated: bool = False


class Writer:
    """The one writer of a table, from ``Store.take_over``. ``head``: where the next entry follows."""

    __slots__ = ("_store", "authority", "continues", "epoch", "head", "stale", "table")

    def __init__(
        self, store: TakesAppends, table: str, epoch: int, head: Head, authority: Authority | None = None
    ) -> None:
        self._store, self.table, self.epoch, self.head = store, table, epoch, head
        self.authority = authority
        self.stale = False
        self.continues: StreamEnd | None = None

    def go_on_from(self, end: StreamEnd) -> None:
        self.continues, self.head = end, Head(0, end.hash)

    def append(
        self, made: ComposedEntry, body_digest: str = "", shoes: Mapping[int, bytes] | None = None
    ) -> AppendResult:
        """Store one entry; return when it is on the disk. See ``Store.append_many``."""
        return self._store.append_many([Append(self, made, body_digest, shoes or {})])[0]


class Append(msgspec.Struct, frozen=True):
    """One entry to append, with the digest of the request's body.

    ``shoes`` are the sealed orders, by number, of the shoes to which the entry commits; a second order under a number
    fails the store. ``paired`` is an entry of another table for the same fact: both are stored, or none.
    """

    writer: Writer
    entry: ComposedEntry
    body_digest: str = ""
    shoes: Mapping[int, bytes] = {}
    paired: Append | None = None

    def both(self) -> tuple[Append, ...]:
        return (self,) if self.paired is None else (self, self.paired)


class TakesAppends(Protocol):
    def append_many(self, appends: Sequence[Append], /) -> list[AppendResult]:
        """Store entries in one transaction."""
        ...


_ENTRY = insert(schema.entries)
_COMMAND = insert(schema.commands)
_SHOE = insert(schema.shoes)
"""Built once: for a row of a kilobyte, building the statement took longer than running it."""


class Rows:
    """The rows of a group, inserted together at the end of it."""

    __slots__ = ("_commands", "_entries", "_shoes")

    def __init__(self) -> None:
        self._shoes: list[dict[str, Any]] = []
        self._entries: list[dict[str, Any]] = []
        self._commands: dict[tuple[str, str], dict[str, Any]] = {}

    def answered(self, connection: Connection, one: Append) -> AppendResult | None:
        """Return the first answer to the command, if the store or this group has it."""
        table, command = one.writer.table, one.entry.entry.command
        if command is None:
            return None
        if (table, command) in self._commands:
            self.insert(connection)
        answer = answer_to(connection, table, command, one.body_digest)
        return None if answer is None else AppendResult(one.writer.head, answer, is_repeated=True)

    def add(self, one: Append, head: Head) -> Head:
        entry, table, epoch = one.entry.entry, one.writer.table, one.writer.epoch
        if (entry.table, entry.version, entry.prev, entry.epoch) != (table, head.version + 1, head.hash, epoch):
            raise StoreFailedError("entry-out-of-turn", table=table, entry=entry.version, head=head.version)
        body = entry.body()
        if sha256(body) != one.entry.hash:
            raise StoreFailedError("entry-hash", table=table, entry=entry.version)
        if entry.command is not None and entry.answer != sha256(one.entry.answer):
            raise StoreFailedError("entry-answer", table=table, entry=entry.version)
        here = {"table_id": table, "version": entry.version}
        tag = None if one.writer.authority is None else one.writer.authority.tag(one.entry.hash)
        self._entries.append(
            {**here, "body": body, "hash": one.entry.hash, "private": one.entry.private_part, "tag": tag}
        )
        if entry.command is not None:
            answered = {"command_id": entry.command, "body_digest": one.body_digest, "answer": one.entry.answer}
            self._commands[table, entry.command] = {**here, **answered}
        self._shoes += ({"table_id": table, "shoe": shoe, "sealed": sealed} for shoe, sealed in one.shoes.items())
        return Head(entry.version, one.entry.hash)

    def insert(self, connection: Connection) -> None:
        if self._shoes:
            connection.execute(_SHOE, self._shoes)
        if self._entries:
            connection.execute(_ENTRY, self._entries)
        if self._commands:
            connection.execute(_COMMAND, list(self._commands.values()))
        self._shoes, self._entries, self._commands = [], [], {}


# A server of PostgreSQL that was lost and comes back: waited for within bounds, trusted only where nothing changed.
#
# A connection that is new is asked, before anything is written by it, whether each table of this hall has the writer
# that it had and ends where it was acknowledged to end. The row of each writer is locked first: a transaction of ours
# that the server still had before it is over by then. Of a group of entries whose commit has had no answer all are
# there, or none.

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
        """Lock this hall's writers. Raises :class:`StoreFailedError` where a table ends not as acknowledged."""
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
    """Begin a transaction on a stack, again at once and for ``patience`` seconds if the server is lost."""
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
