"""The store itself: one transaction for one entry or for a group, fenced by the writer's epoch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from alembic.util import CommandError
from sqlalchemy import Connection, Table, Text, bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, OperationalError, ProgrammingError

from tapete.record.authority import Authority
from tapete.record.canonical import canonical, sha256
from tapete.record.checkpoints import Checkpoint
from tapete.record.compose import ComposedEntry
from tapete.record.entry import Head, StreamEnd
from tapete.record.store import schema
from tapete.record.store.engine import FileLock, connect, make_private, migrate, read_url
from tapete.record.store.errors import StaleWriterError, StoreError, StoreFailedError, TableTakenError
from tapete.record.store.questions import answer_to, head_of, last_epoch
from tapete.record.store.reader import Reader
from tapete.record.store.rows import WriterRow, checkpoint_row, signed_writer
from tapete.record.store.writers import has_checkpoint, require_own_writer
from tapete.words import reason

NOT_ALLOWED = "42501"
"""What PostgreSQL answers to whom a right is missing."""


class AppendResult(msgspec.Struct, frozen=True):
    """What came of an append: where the table stands, the answer to the command, and whether it was a repeat.

    A repeat stored nothing: ``answer`` is the first answer and ``head`` is the writer's head as it was.
    """

    head: Head
    answer: bytes
    is_repeated: bool = False


class Writer:
    """The one writer of a table, from :meth:`Store.take_over`. ``head`` is where the next entry follows; a new record
    may go on from another one, which it ``continues``.
    """

    __slots__ = ("_store", "authority", "continues", "epoch", "head", "stale", "table")

    def __init__(self, store: Store, table: str, epoch: int, head: Head, authority: Authority | None = None) -> None:
        self._store, self.table, self.epoch, self.head = store, table, epoch, head
        self.authority = authority
        self.stale = False
        self.continues: StreamEnd | None = None

    def go_on_from(self, end: StreamEnd) -> None:
        """Begin a new record where another one ended."""
        self.continues, self.head = end, Head(0, end.hash)

    def append(
        self, made: ComposedEntry, body_digest: str = "", shoes: Mapping[int, bytes] | None = None
    ) -> AppendResult:
        """Store one entry; return when it is on the disk. See :meth:`Store.append_many`."""
        return self._store.append_many([Append(self, made, body_digest, shoes or {})])[0]


class Append(msgspec.Struct, frozen=True):
    """One entry to append, with the digest of the request's body.

    ``shoes`` are the sealed orders, by number, of the shoes to which the entry commits; a second order under a number
    fails the store. ``twin`` is an entry of another table that says the same: it is stored with this one or not at all.
    """

    writer: Writer
    entry: ComposedEntry
    body_digest: str = ""
    shoes: Mapping[int, bytes] = {}
    twin: Append | None = None

    def both(self) -> tuple[Append, ...]:
        """Return this entry, and its twin after it where it has one."""
        return (self,) if self.twin is None else (self, self.twin)


class Store(Reader):
    """An open store; see :func:`open_store`. It is a context manager."""

    def take_over(
        self, table: str, *, new: bool = False, authority: Authority | None = None, blindly: bool = False
    ) -> Writer:
        """Become the writer of a table. Every earlier writer of it is refused from then on.

        A ``new`` table has no entry: raises :class:`TableTakenError` where it has one, also one that was written while
        this call waited for its writer, and leaves that writer alone. With an ``authority`` every entry is tagged and
        the writer is signed; raises :class:`WriterChangedError` where somebody without the key has changed who writes,
        unless this is done ``blindly``. No writer has a lower number than one who has written.
        """
        column = schema.writers.c
        with self._writing() as connection:
            if authority is not None and not blindly:
                require_own_writer(connection, table, authority)
            # one statement, so that two halls which open a new table at the same moment become its writers 1 and 2
            taking = (
                upsert(connection, schema.writers)
                .values(table_id=table, epoch=1)
                .on_conflict_do_update(index_elements=[column.table_id], set_={"epoch": column.epoch + 1})
                .returning(column.epoch)
            )
            epoch = max(connection.scalars(taking).one(), last_epoch(connection, table) + 1)
            head = head_of(connection, table)
            if new and head.version:
                raise TableTakenError("table-taken", table=table)
            named = signed_writer(WriterRow(table, epoch), authority)
            here = update(schema.writers).where(column.table_id == table)
            connection.execute(here.values(epoch=epoch, key=named.key or None, signature=named.signature or None))
        return Writer(self, table, epoch, head, authority)

    def append_many(self, appends: Sequence[Append]) -> list[AppendResult]:
        """Store entries of one or several tables in one transaction, in the order given: all of them or none.

        Raises :class:`StaleWriterError` and :class:`CommandConflictError` with nothing stored and the store still good;
        :class:`StoreFailedError` when the commit failed or may have failed.
        """
        every = [each for one in appends for each in one.both()]
        for each in every:
            if each.writer.stale:
                raise StaleWriterError("writer-replaced", table=each.writer.table, epoch=each.writer.epoch)
        heads = {each.writer.table: each.writer.head for each in every}
        stored: list[AppendResult] = []
        rows = _Rows()
        with self._writing() as connection:
            for table in sorted(heads):  # one order for all servers, so that two groups never wait for each other
                self._fence(connection, next(each.writer for each in every if each.writer.table == table))
            for one in appends:
                done = rows.answered(connection, one)
                if done is None:
                    for each in one.both():
                        heads[each.writer.table] = rows.add(each, heads[each.writer.table])
                    done = AppendResult(heads[one.writer.table], one.entry.answer)
                stored.append(msgspec.structs.replace(done, head=heads[one.writer.table]))
            rows.insert(connection)
        for each in every:
            each.writer.head = heads[each.writer.table]
        return stored

    def put_rulebook(self, content: dict[str, Any]) -> str:
        """Keep the content of a rulebook beside the record and return its hash. Known contents are left alone."""
        data = canonical(content)
        digest = sha256(data)
        with self._writing() as connection:
            known = connection.scalar(select(schema.rulebooks.c.sha256).where(schema.rulebooks.c.sha256 == digest))
            if known is None:  # and if another hall writes it at this very moment, it is the same content
                adding = upsert(connection, schema.rulebooks).values(sha256=digest, content=data)
                connection.execute(adding.on_conflict_do_nothing())
        return digest

    def put_checkpoint(self, said: Checkpoint) -> None:
        """Keep a signed checkpoint beside the record (and append it to the witness file: here it is only a copy).

        One of the same name stays as it is: a hall that was replaced may sign once more.
        """
        self.put_checkpoints((said,))

    def put_checkpoints(self, said: Iterable[Checkpoint]) -> None:
        """Keep several checkpoints in one transaction."""
        with self._writing() as connection:
            for one in said:
                if not has_checkpoint(connection, one):  # and see put_rulebook
                    adding = upsert(connection, schema.checkpoints).values(**checkpoint_row(one))
                    connection.execute(adding.on_conflict_do_nothing())

    def has_checkpoint(self, said: Checkpoint) -> bool:
        """Return True if a checkpoint of this name is kept."""
        with self._reading() as connection:
            return has_checkpoint(connection, said)

    def name_person(self, pseudonym: str, name: str) -> None:
        """Keep or change the name behind a pseudonym."""
        with self._writing() as connection:
            named = upsert(connection, schema.people).values(pseudonym=pseudonym, name=name)
            key = [schema.people.c.pseudonym]
            connection.execute(named.on_conflict_do_update(index_elements=key, set_={"name": name}))

    def erase_person(self, pseudonym: str) -> None:
        """Forget the name behind a pseudonym. The record stays as it is."""
        with self._writing() as connection:
            connection.execute(delete(schema.people).where(schema.people.c.pseudonym == pseudonym))

    def _fence(self, connection: Connection, writer: Writer) -> None:
        now = connection.scalar(_EPOCH, {"of": writer.table})
        if now != writer.epoch:
            writer.stale = True
            raise StaleWriterError("writer-replaced-by", table=writer.table, epoch=writer.epoch, now=now)


def upsert(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """Return an insert which can say what becomes of a row that is already there."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


_EPOCH = (
    select(schema.writers.c.epoch).where(schema.writers.c.table_id == bindparam("of", type_=Text)).with_for_update()
)
_ENTRY = insert(schema.entries)
_COMMAND = insert(schema.commands)
_SHOE = insert(schema.shoes)
"""Built once: for a row of a kilobyte, building the statement took longer than running it."""


class _Rows:
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
        """Take up an entry that follows ``head``; return the new head."""
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
        """Insert what has been taken up."""
        if self._shoes:
            connection.execute(_SHOE, self._shoes)
        if self._entries:
            connection.execute(_ENTRY, self._entries)
        if self._commands:
            connection.execute(_COMMAND, list(self._commands.values()))
        self._shoes, self._entries, self._commands = [], [], {}


def open_store(url: str, *, read_only: bool = False) -> Store:
    """Open a store by its address (``sqlite:///file``, a file's path, ``postgresql://...``), migrate it, hold it.

    Raises :class:`~tapete.record.store.errors.StoreLockedError` when another server holds the file and
    :class:`~tapete.record.store.errors.UnsafeStoreError` when the durable settings do not hold. ``read_only`` neither
    migrates nor locks.
    """
    made = read_url(url)
    lock = None
    on_file = made.drivername == "sqlite" and made.database not in (None, "", ":memory:")
    if on_file and not read_only:
        lock = FileLock(Path(made.database or ""))
        make_private(Path(made.database or ""))
    engine = connect(made, read_only=read_only)
    try:
        if not read_only:
            migrate(engine)
    except BaseException as error:
        engine.dispose()
        if lock is not None:
            lock.release()
        if isinstance(error, CommandError | OperationalError | ProgrammingError):
            where = made.render_as_string()
            if getattr(error.orig if isinstance(error, DBAPIError) else None, "sqlstate", None) == NOT_ALLOWED:
                raise StoreError("store-not-owner", store=where) from error
            raise StoreError(
                "store-unopened", store=where, why=reason(error), detail=str(error).splitlines()[0]
            ) from error
        raise
    return Store(engine, lock, read_only=read_only)
