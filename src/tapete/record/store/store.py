"""The store itself: one transaction for one entry or for a group, fenced by the writer's epoch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import msgspec
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, Table, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

from tapete.record.authority import Authority
from tapete.record.canonical import canonical, sha256
from tapete.record.checkpoints import Checkpoint
from tapete.record.store import schema
from tapete.record.store.appends import Append, AppendResult, Rows, Writer
from tapete.record.store.engine import (
    FileLock,
    connect,
    make_private,
    migrate,
    read_url,
    require_database,
    sqlite_file,
)
from tapete.record.store.errors import StaleWriterError, StoreError, TableTakenError
from tapete.record.store.questions import EPOCH, head_of, last_epoch
from tapete.record.store.reader import Reader
from tapete.record.store.returning import Group
from tapete.record.store.rows import WriterRow, checkpoint_row, signed_writer
from tapete.record.store.writers import has_checkpoint, require_own_writer
from tapete.words import reason

NOT_ALLOWED = "42501"
"""What PostgreSQL answers to whom a right is missing."""


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
        writer = self._acknowledged.writers[table] = Writer(self, table, epoch, head, authority)
        return writer

    def append_many(self, appends: Sequence[Append]) -> list[AppendResult]:
        """Store entries of one or several tables in one transaction, in the order given: all of them or none.

        Raises :class:`StaleWriterError` and :class:`CommandConflictError` with nothing stored and the store still good;
        :class:`StoreFailedError` when the commit failed or may have failed.
        """
        every = [each for one in appends for each in one.both()]
        for each in every:
            if each.writer.stale:
                raise StaleWriterError("writer-replaced", table=each.writer.table, epoch=each.writer.epoch)
        self._acknowledged.group = None
        return self._lasting(lambda: self._append(every, appends))

    def _append(self, every: Sequence[Append], appends: Sequence[Append]) -> list[AppendResult]:
        known = self._acknowledged
        rows = Rows()
        with self._writing() as connection:
            if known.group is not None and known.is_stored:  # the answer to its commit was lost
                group = known.group
            else:
                group = self._group(connection, rows, every, appends)
                known.group = group
                rows.insert(connection)
        known.group = None
        for each in every:
            each.writer.head = group.heads[each.writer.table]
        return group.answers

    def _group(self, connection: Connection, rows: Rows, every: Sequence[Append], appends: Sequence[Append]) -> Group:
        """Fence entries and take them up, each behind the one before it."""
        heads = {each.writer.table: each.writer.head for each in every}
        answers: list[AppendResult] = []
        for table in sorted(heads):  # one order for all servers, so that two groups never wait for each other
            self._fence(connection, next(each.writer for each in every if each.writer.table == table))
        for one in appends:
            done = rows.answered(connection, one)
            if done is None:
                for each in one.both():
                    heads[each.writer.table] = rows.add(each, heads[each.writer.table])
                done = AppendResult(heads[one.writer.table], one.entry.answer)
            answers.append(msgspec.structs.replace(done, head=heads[one.writer.table]))
        return Group(heads, answers)

    def put_rulebook(self, content: dict[str, Any]) -> str:
        """Keep the content of a rulebook beside the record and return its hash. Known contents are left alone."""
        data = canonical(content)
        return self._lasting(lambda: self._put_rulebook(sha256(data), data))

    def _put_rulebook(self, digest: str, data: bytes) -> str:
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
        self._lasting(partial(self._put_checkpoints, tuple(said)))

    def _put_checkpoints(self, said: Iterable[Checkpoint]) -> None:
        with self._writing() as connection:
            for one in said:
                if not has_checkpoint(connection, one):  # and see put_rulebook
                    adding = upsert(connection, schema.checkpoints).values(**checkpoint_row(one))
                    connection.execute(adding.on_conflict_do_nothing())

    def has_checkpoint(self, said: Checkpoint) -> bool:
        """Return True if a checkpoint of this name is kept."""
        with self._reading() as connection:
            return has_checkpoint(connection, said)

    def _fence(self, connection: Connection, writer: Writer) -> None:
        now = connection.scalar(EPOCH, {"of": writer.table})
        if now != writer.epoch:
            writer.stale = True
            raise StaleWriterError("writer-replaced-by", table=writer.table, epoch=writer.epoch, now=now)


def _require_usable(engine: Engine) -> None:
    """Require a database that takes writes, with every table and column that the migrations have made. Raises
    :class:`StoreError`.
    """
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql" and connection.scalar(text("SHOW transaction_read_only")) == "on":
            raise StoreError("store-takes-nothing")
        if gone := schema.Shape.of(connection).incomplete:
            raise StoreError("store-incomplete", name=gone[0])


def upsert(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """Return an insert which can say what becomes of a row that is already there."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


def open_store(url: str, *, read_only: bool = False) -> Store:
    """Open a store by its address (``sqlite:///file``, a file's path, ``postgresql://...``), migrate it, hold it.

    Raises :class:`~tapete.record.store.errors.StoreLockedError` when another server holds the file,
    :class:`~tapete.record.store.errors.UnsafeStoreError` when the durable settings do not hold, and
    :class:`~tapete.record.store.errors.StoreError` for what is no store or cannot be brought up to date. ``read_only``
    neither migrates nor locks.
    """
    made = read_url(url)
    lock = None
    file = sqlite_file(url)
    if file is not None and not read_only:
        require_database(file)
        lock = FileLock(file)
        make_private(file)
    engine = connect(made, read_only=read_only)
    try:
        if not read_only:
            migrate(engine)
            _require_usable(engine)
    except BaseException as error:
        engine.dispose()
        if lock is not None:
            lock.release()
        if isinstance(error, CommandError | DBAPIError):
            where = made.difference_update_query(["password", "sslpassword"]).render_as_string()
            if getattr(error.orig if isinstance(error, DBAPIError) else None, "sqlstate", None) == NOT_ALLOWED:
                raise StoreError("store-not-owner", store=where) from error
            raise StoreError(
                "store-unopened", store=where, why=reason(error), detail=str(error).splitlines()[0]
            ) from error
        raise
    return Store(engine, lock, read_only=read_only)
