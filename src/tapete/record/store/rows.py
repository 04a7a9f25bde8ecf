"""Rows of the store: entries, writers, questions about them; and what is appended for a writer."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from itertools import chain, repeat
from typing import Any, Final, NamedTuple, Protocol

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, OperationalError

from tapete.record.checkpoints import Authority, Checkpoint, is_signature
from tapete.record.compose import ComposedEntry
from tapete.record.entry import BadEntryError, CanonicalError, Entry, Head, StreamEnd, canonical, read_entry, sha256
from tapete.record.store import schema
from tapete.record.store.engine import CommandConflictError, StoreFailedError, WriterChangedError, in_time
from tapete.record.store.schema import tables_without_rowid


class Row(msgspec.Struct, frozen=True):
    """An entry as it is stored. ``private_part`` is the sealed private part; ``tag`` is the hall's."""

    version: int
    body: bytes
    hash: str
    private_part: bytes | None = None
    tag: str | None = None

    def entry(self) -> Entry:
        """Read the body; raises :class:`tapete.record.entry.BadEntryError`."""
        return read_entry(self.body)


class WriterRow(msgspec.Struct, frozen=True):
    """Who writes a table: the number of the writer, and the signature of the hall that gave out the number.

    ``key`` and ``signature`` are empty where no hall with a key has signed.
    """

    table: str
    epoch: int
    key: str = ""
    signature: str = ""

    def statement(self) -> bytes:
        return b"tapete writer\n" + canonical({"table": self.table, "epoch": self.epoch, "key": self.key})

    def is_signed(self) -> bool:
        try:
            return is_signature(self.key, self.statement(), self.signature)
        except CanonicalError:
            return False


class AnsweredCommand(msgspec.Struct, frozen=True):
    """A request that was answered: by the entry of which version, and the digests of its body and of the answer."""

    version: int
    body_digest: str
    answer_digest: str


def whole(value: Any) -> int:
    """Return a number from a place that SQLite may fill with anything; -1 for what is none."""
    return value if isinstance(value, int) else -1


def octets(value: Any) -> bytes:
    return value if type(value) is bytes else bytes(value or b"")


def read_checkpoint(row: Any) -> Checkpoint:
    return Checkpoint(
        row.table_id,
        whole(row.version),
        row.head or "",
        row.time or "",
        row.key or "",
        row.signature or "",
        whole(row.epoch),
        bool(row.closed),
        whole(row.tagged_from),
        bool(row.witnessed),
        whole(row.adopted_from),
        whole(row.restored_from),
    )


def checkpoint_row(said: Checkpoint) -> dict[str, Any]:
    fields = {one.encode_name: getattr(said, one.name) for one in msgspec.structs.fields(said)}
    row = {name: int(value) if isinstance(value, bool) else value for name, value in fields.items()}
    row["table_id"] = row.pop("table")
    return row


def signed_writer(row: WriterRow, authority: Authority | None) -> WriterRow:
    if authority is None:
        return row
    row = msgspec.structs.replace(row, key=authority.public)
    return msgspec.structs.replace(row, signature=authority.sign(row.statement()))


# What is in the rows of a store: in each column values of its own sort, and every row counted.
#
# SQLite keeps whatever it is given: text where a number belongs, bytes where a key is text. A row whose key is of
# another sort is found by no question that is asked with a key, so an audit looks at the sorts of all values first.

PAGE = 5_000
"""Rows looked at by one question, so that a hall beside the audit never waits long with its commit."""
FIRST, LAST = -(2**63), 2**63 - 1
"""The bounds of the numbers by which SQLite itself keeps its rows."""

FLAGS = (("checkpoints", "closed"), ("checkpoints", "witnessed"))
"""Columns that say yes or no, as 1 or 0."""

RECORD = (schema.entries, schema.commands, schema.shoes, schema.checkpoints, schema.writers, schema.rulebooks)
"""Tables whose every row is read by an audit."""

RowFault = tuple[str, dict[str, Any]]


class Readings(Protocol):
    def __call__(self) -> AbstractContextManager[sa.Connection]: ...


def value_faults(reading: Readings, shape: schema.Shape) -> tuple[RowFault, ...]:
    found = list[RowFault]()
    left = [_Look(table, columns) for table in schema.metadata.sorted_tables if (columns := shape.kept_columns(table))]
    while left:
        with reading() as connection:
            looked = 0
            while left and looked < PAGE:
                looked += left[0].at_page(connection)
                if left[0].is_done:
                    found += left.pop(0).faults
    return tuple(found)


def row_counts(connection: sa.Connection) -> dict[str, int]:
    plain = " NOT INDEXED" if connection.dialect.name == "sqlite" else ""  # an index may lack what its table has
    counts = {str(one.name): sa.text(f'SELECT count(*) FROM "{one.name}"{plain}') for one in RECORD}  # noqa: S608  # our own
    return {name: connection.scalar(query) or 0 for name, query in counts.items()}


class _Look:
    """A look at the sorts of all values of a table, by pages."""

    def __init__(self, table: sa.Table, columns: list[sa.Column[Any]]) -> None:
        self._table, self._columns, self._first = table, columns, FIRST
        self._found: dict[sa.Column[Any], int] = dict.fromkeys(columns, 0)
        self.faults: list[RowFault] = []
        self.is_done: bool = False

    def at_page(self, connection: sa.Connection) -> int:
        """Look at the next page and return how many rows it had."""
        if connection.dialect.name != "sqlite":  # whose columns take no value of another sort
            self.faults, self.is_done = list(_flags_alone(connection, self._columns)), True
            return PAGE
        is_numbered = self._table.name not in tables_without_rowid(connection)
        asked = ", ".join(f"coalesce(sum({_strange(one)}), 0)" for one in self._columns)
        names = ", ".join(f'"{one.name}"' for one in self._columns)
        page = (
            f'SELECT rowid AS at, {names} FROM "{self._table.name}" WHERE rowid >= :first ORDER BY rowid LIMIT {PAGE}'  # noqa: S608  # names of our own schema
        )
        whole = f'SELECT :first AS at, {names} FROM "{self._table.name}"'  # noqa: S608  # the same
        query = sa.text(f"SELECT count(*), max(at), {asked} FROM ({page if is_numbered else whole})")  # noqa: S608  # the same
        count, last, *strange = connection.execute(query, {"first": self._first}).one()
        for column, more in zip(self._columns, strange, strict=True):
            self._found[column] += more
        self.is_done = count < PAGE or last == LAST or not is_numbered
        self._first = 0 if self.is_done else last + 1
        self.faults = [_fault(column, count) for column, count in self._found.items() if count]
        return int(count)


def _strange(column: sa.Column[Any]) -> str:
    due = f"typeof(\"{column.name}\") <> '{_sort(column)}'"
    if column.nullable:
        due = f'"{column.name}" IS NOT NULL AND {due}'
    return f'{due} OR "{column.name}" NOT IN (0, 1)' if _is_flag(column) else due


def _flags_alone(connection: sa.Connection, columns: list[sa.Column[Any]]) -> Iterator[RowFault]:
    for column in filter(_is_flag, columns):
        if count := connection.scalar(
            sa.select(sa.func.count()).select_from(column.table).where(column.not_in((0, 1)))
        ):
            yield _fault(column, count)


def _fault(column: sa.Column[Any], count: int) -> RowFault:
    return "value-strange", {"name": f"{column.table.name}.{column.name}", "count": count}


def _is_flag(column: sa.Column[Any]) -> bool:
    return (column.table.name, column.name) in FLAGS


def _sort(column: sa.Column[Any]) -> str:
    kind = column.type.impl if isinstance(column.type, sa.TypeDecorator) else column.type
    return "integer" if isinstance(kind, sa.BigInteger) else "blob" if isinstance(kind, sa.LargeBinary) else "text"


def require_own_writer(connection: sa.Connection, table: str, authority: Authority) -> None:
    """Raise :class:`WriterChangedError` unless this hall made the writer of the table, or no entry of it has a tag."""
    column = schema.writers.c
    asked = sa.select(column.epoch, column.key, column.signature).where(column.table_id == table).with_for_update()
    row = connection.execute(asked).first()
    if row is not None and row.signature:
        kept = WriterRow(table, row.epoch, row.key or "", row.signature)
        if kept.key != authority.public or not kept.is_signed():
            raise WriterChangedError("writer-changed", epoch=row.epoch, table=table)
        return
    entry = schema.entries.c
    tagged = sa.select(entry.version).where(entry.table_id == table, entry.tag.is_not(None)).limit(1)
    if connection.execute(tagged).first() is not None:
        if row is None:
            raise WriterChangedError("writer-unnamed", table=table)
        raise WriterChangedError("writer-unsigned", table=table, epoch=row.epoch)


def has_checkpoint(connection: sa.Connection, said: Checkpoint) -> bool:
    columns, row = schema.checkpoints.c, checkpoint_row(said)
    of = [columns[name] == row[name] for name in ("table_id", "version", "key", "epoch", "closed")]
    return connection.scalar(sa.select(columns.version).where(*of)) is not None


_EPOCHS = (
    sa.select(schema.writers.c.table_id, schema.writers.c.epoch)
    .where(schema.writers.c.table_id.in_(sa.bindparam("those", type_=sa.Text, expanding=True)))
    .order_by(schema.writers.c.table_id)  # one order for all servers, so that two groups never wait for each other
    .with_for_update()
)


def epochs_of(connection: sa.Connection, tables: Collection[str]) -> dict[str, int]:
    """Return the number of the writer of each table; nobody else becomes it while the transaction lasts."""
    return {row.table_id: row.epoch for row in connection.execute(_EPOCHS, {"those": tuple(tables)})}


def head_of(connection: sa.Connection, table: str) -> Head:
    columns = schema.entries.c
    newest = sa.select(columns.version, columns.hash).order_by(columns.version.desc()).limit(1)
    row = connection.execute(newest.where(columns.table_id == table)).first()
    return Head() if row is None else Head(whole(row.version), row.hash or "")


def last_epoch(connection: sa.Connection, table: str) -> int:
    """Return the number of the writer of a table's last entry, 0 where there is none that can be read."""
    columns = schema.entries.c
    newest = sa.select(columns.body).where(columns.table_id == table).order_by(columns.version.desc()).limit(1)
    row = connection.execute(newest).first()
    try:
        return 0 if row is None else read_entry(octets(row.body)).epoch
    except BadEntryError:
        return 0


def is_of_house(connection: sa.Connection) -> bool:
    """Return True if a store says that it is that of a house with accounts; one of an earlier schema says nothing."""
    if not sa.inspect(connection).has_table(schema.houses.name):
        return False
    return connection.scalar(sa.select(schema.houses.c.id).limit(1)) is not None


Command = tuple[str, str]
"""A table, and the id of a request to it."""

_ANSWERS = sa.select(schema.commands).where(
    sa.tuple_(schema.commands.c.table_id, schema.commands.c.command_id).in_(sa.bindparam("those", expanding=True))
)


class FirstAnswers:
    """The first answers to requests, with the digests of their bodies."""

    def __init__(self, connection: sa.Connection, commands: Collection[Command]) -> None:
        found = connection.execute(_ANSWERS, {"those": tuple(commands)}) if commands else ()
        self._known: dict[Command, tuple[str, bytes]] = {
            (row.table_id, row.command_id): (row.body_digest, octets(row.answer)) for row in found
        }

    def add(self, command: Command, body_digest: str, answer: bytes) -> None:
        self._known[command] = body_digest, answer

    def answer_to(self, command: Command, body_digest: str) -> bytes | None:
        """Return the first answer to a request; see :meth:`Reader.command`."""
        if (known := self._known.get(command)) is None:
            return None
        if known[0] != body_digest:
            raise CommandConflictError("command-used", table=command[0], command=command[1])
        return known[1]


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
        self._store = store
        self.table: str = table
        self.epoch: int = epoch
        self.head: Head = head
        self.authority: Final = authority
        self.stale: bool = False
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
    def append_many(self, appends: Sequence[Append], /) -> list[AppendResult]: ...


_ENTRY = sa.insert(schema.entries)
_COMMAND = sa.insert(schema.commands)
_SHOE = sa.insert(schema.shoes)
"""Built once: for a row of a kilobyte, building the statement took longer than running it."""


class Rows:
    """The rows of a group, inserted together at the end of it."""

    __slots__ = ("_answers", "_commands", "_entries", "_shoes")

    def __init__(self, connection: sa.Connection, appends: Sequence[Append]) -> None:
        self._shoes: list[dict[str, Any]] = []
        self._entries: list[dict[str, Any]] = []
        self._commands: list[dict[str, Any]] = []
        commands = {(one.writer.table, one.entry.entry.command or "") for one in appends if one.entry.entry.command}
        self._answers = FirstAnswers(connection, commands)

    def answered(self, one: Append) -> AppendResult | None:
        command = one.entry.entry.command
        answer = None if command is None else self._answers.answer_to((one.writer.table, command), one.body_digest)
        return None if answer is None else AppendResult(one.writer.head, answer, is_repeated=True)

    def add(self, one: Append, head: Head) -> Head:
        entry, table, epoch = one.entry.entry, one.writer.table, one.writer.epoch
        if (entry.table, entry.version, entry.prev, entry.epoch) != (table, head.version + 1, head.hash, epoch):
            raise StoreFailedError("entry-out-of-turn", table=table, entry=entry.version, head=head.version)
        body = one.entry.body
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
            self._commands.append({**here, **answered})
            self._answers.add((table, entry.command), one.body_digest, one.entry.answer)
        self._shoes += ({"table_id": table, "shoe": shoe, "sealed": sealed} for shoe, sealed in one.shoes.items())
        return Head(entry.version, one.entry.hash)

    def insert(self, connection: sa.Connection) -> None:
        if self._shoes:
            connection.execute(_SHOE, self._shoes)
        if self._entries:
            connection.execute(_ENTRY, self._entries)
        if self._commands:
            connection.execute(_COMMAND, self._commands)


# A server of PostgreSQL that was lost and comes back: waited for within bounds, trusted only where nothing changed.
#
# A connection that is new is asked, before anything is written by it, whether each table of this hall has the writer
# that it had and ends where it was acknowledged to end. The row of each writer is locked first: a transaction of ours
# that the server still had before it is over by then. Of a group of entries whose commit has had no answer all are
# there, or none.

PATIENCE_S: float = 20.0
PAUSES_S: Final = (0.0, 0.1, 0.25, 0.5, 1.0, 2.0)
"""Between one try and the next; the last stays."""

pause: Callable[[float], None] = time.sleep


class Group(NamedTuple):
    """Entries whose commit has had no answer: where their tables would end, and what would be answered."""

    heads: Mapping[str, Head]
    answers: list[AppendResult]


class Acknowledged:
    """What this hall knows of its tables. ``is_stored``: the group that has had no answer was found in the record."""

    def __init__(self) -> None:
        self.writers: dict[str, Writer] = {}
        self.group: Group | None = None
        self.is_stored: bool = False

    def require_unchanged(self, connection: sa.Connection) -> None:
        """Lock this hall's writers. Raises :class:`StoreFailedError` where a table ends not as acknowledged."""
        there, not_there = list[str](), list[str]()
        heads = {} if self.group is None else self.group.heads
        ours = {table: writer for table, writer in sorted(self.writers.items()) if not writer.stale}
        epochs = epochs_of(connection, ours)
        for table, writer in ours.items():
            is_ours = epochs.get(table) == writer.epoch
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
    stack: ExitStack, connecting: Callable[[], sa.Connection], settle: Callable[[sa.Connection], None], patience: float
) -> tuple[sa.Connection, int]:
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
