"""Everything that is read from a store's database."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, func, select, text, union

from tapete.record.canonical import has_repeated_key, sha256
from tapete.record.checkpoints import Checkpoint
from tapete.record.entry import Entry, Head, read_entry
from tapete.record.store import schema
from tapete.record.store.engine import FileLock
from tapete.record.store.errors import (
    NotFoundError,
    StoreError,
)
from tapete.record.store.guards import guard_faults
from tapete.record.store.questions import answer_to, head_of
from tapete.record.store.row_values import row_counts, value_faults
from tapete.record.store.rows import AnsweredCommand, Row, WriterRow, octets, read_checkpoint, whole
from tapete.record.store.shapes import shape_faults
from tapete.record.store.transactions import Transactions

PAGE = 500
"""Rows fetched by one query while a record is read."""


def _after(column: ColumnElement[Any], last: Any) -> ColumnElement[bool]:
    """Return what the next page of an order has. Rows without a key stand first, where SQLite has some; those of a page
    are enough. (It takes ``IS NOT NULL`` for granted where a column says so.)
    """
    return func.typeof(column) != "null" if last is None else column > last


class Reader(Transactions):
    """An open database: what is read from it."""

    def __init__(self, engine: Engine, lock: FileLock | None, *, read_only: bool = False) -> None:
        super().__init__(engine, lock, read_only=read_only)
        self._shape: schema.Shape | None = None

    def require_answer(self) -> None:
        """Ask the database for a row. Raises what it answers with instead."""
        with self._reading() as connection:
            connection.execute(text("SELECT version_num FROM alembic_version")).all()

    def tables(self) -> tuple[str, ...]:
        """Return the tables that were ever taken over, and those of which something is kept without it, sorted."""
        kept = (schema.writers, schema.entries, schema.commands, schema.shoes, schema.checkpoints)
        named = union(*(select(table.c.table_id.label("table_id")) for table in kept)).subquery()
        with self._reading() as connection:
            return tuple(sorted(name for name in connection.scalars(select(named.c.table_id)) if name is not None))

    def writer(self, table: str) -> WriterRow | None:
        """Return who writes a table, ``None`` where nobody is named."""
        columns = schema.writers.c
        with self._reading() as connection:
            shown = self._shape_of(connection).shown_columns(schema.writers)
            query = select(*shown).where(columns.table_id == table)
            row = connection.execute(query).first()
        return None if row is None else WriterRow(table, whole(row.epoch), row.key or "", row.signature or "")

    def head(self, table: str) -> Head:
        """Return where a table's record ends."""
        with self._reading() as connection:
            return head_of(connection, table)

    def length(self, table: str) -> int:
        """Return how many entries a table has, whatever their versions."""
        query = select(func.count()).select_from(schema.entries).where(schema.entries.c.table_id == table)
        with self._reading() as connection:
            return int(connection.scalar(query) or 0)

    def entries(self, table: str, after: int | None = None) -> Iterator[Row]:
        """Yield a table's entries after version ``after``, in order; all of them, whatever their versions, without."""
        columns = schema.entries.c
        beyond = () if after is None else (columns.version > after,)
        while True:
            with self._reading() as connection:
                shown = self._shape_of(connection).shown_columns(schema.entries)
                query = select(*shown).order_by(columns.version).limit(PAGE).where(*beyond)
                page = connection.execute(query.where(columns.table_id == table)).all()
            for row in page:
                private = None if row.private is None else bytes(row.private)
                yield Row(row.version, octets(row.body), row.hash or "", private, row.tag)
            if len(page) < PAGE:
                return
            beyond = (_after(columns.version, page[-1].version),)

    def command(self, table: str, command: str, body_digest: str) -> bytes | None:
        """Return the first answer to a command, ``None`` for a new one.

        Raises :class:`CommandConflictError` when the id was used with another body.
        """
        with self._reading() as connection:
            return answer_to(connection, table, command, body_digest)

    def answered_entry(self, table: str, command: str) -> Entry | None:
        """Return the entry that a command led to, ``None`` for a new one. Raises :class:`BadEntryError`."""
        kept, entries = schema.commands.c, schema.entries.c
        version = select(kept.version).where(kept.table_id == table, kept.command_id == command).scalar_subquery()
        query = select(entries.body).where(entries.table_id == table, entries.version == version)
        with self._reading() as connection:
            body = connection.scalar(query)
        return None if body is None else read_entry(octets(body))

    def commands(self, table: str) -> dict[str, AnsweredCommand]:
        """Return the requests of a table that have been answered, by their ids.

        Page by page, so that an audit beside a hall never keeps its commits waiting for long.
        """
        columns, found = schema.commands.c, dict[str, AnsweredCommand]()
        beyond: tuple[ColumnElement[bool], ...] = ()
        query = select(schema.commands).where(columns.table_id == table).order_by(columns.command_id).limit(PAGE)
        while True:
            with self._reading() as connection:
                page = connection.execute(query.where(*beyond)).all()
            known = len(found)
            for row in page:
                digests = row.body_digest or "", sha256(octets(row.answer))
                found[row.command_id or ""] = AnsweredCommand(whole(row.version), *digests)
            if len(page) < PAGE or len(found) == known:  # ids that are no text are read as text, and come again
                return found
            beyond = (_after(columns.command_id, page[-1].command_id),)

    def shoe(self, table: str, shoe: int) -> bytes:
        """Return the sealed order of a shoe; raises :class:`NotFoundError`."""
        columns = schema.shoes.c
        return bytes(self._one(select(columns.sealed).where(columns.table_id == table, columns.shoe == shoe)))

    def shoes(self, table: str) -> dict[int, bytes]:
        """Return the sealed orders of a table's shoes by their numbers."""
        columns = schema.shoes.c
        query = select(columns.shoe, columns.sealed).where(columns.table_id == table)
        with self._reading() as connection:
            return {row.shoe: octets(row.sealed) for row in connection.execute(query)}

    def rulebook(self, digest: str) -> dict[str, Any]:
        """Return the content of a rulebook by its hash; raises :class:`NotFoundError`, and :class:`StoreError` for
        content that cannot be read.
        """
        query = select(schema.rulebooks.c.content).where(schema.rulebooks.c.sha256 == digest)
        data = bytes(self._one(query))
        try:
            content, is_twofold = json.loads(data), has_repeated_key(data)
        except (ValueError, RecursionError) as error:
            raise StoreError("rulebook-unreadable", rulebook=digest) from error
        if is_twofold:  # readers differ in which of the two they believe
            raise StoreError("rulebook-unreadable", rulebook=digest)
        if not isinstance(content, dict):
            raise StoreError("rulebook-no-tree", rulebook=digest)
        return content

    def respelled_rulebooks(self) -> dict[str, str]:
        """Return the hashes of the bytes that are kept under another hash, by that one."""
        query = select(schema.rulebooks.c.sha256, schema.rulebooks.c.content)
        with self._reading() as connection:
            kept = [
                (row.sha256, sha256(bytes(row.content)))
                for row in connection.execute(query)
                if row.sha256 and row.content is not None
            ]
        return {digest: found for digest, found in kept if found != digest}

    def rulebooks(self) -> tuple[str, ...]:
        """Return the hashes of the rulebooks that are kept."""
        with self._reading() as connection:
            names = connection.scalars(select(schema.rulebooks.c.sha256).order_by(schema.rulebooks.c.sha256))
            return tuple(name for name in names if name is not None)

    def guard_faults(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        """Return a code and facts for each guard and each table of the store that is gone, changed or strange."""
        with self._reading() as connection:
            revision = self._shape_of(connection).revision
            guards = guard_faults(connection, schema.WRITTEN_ONCE, revision)
            return (*guards, *shape_faults(connection, revision))

    def value_faults(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        """Return a code and facts for each column with values of another sort than its own. Every row is looked at."""
        with self._reading() as connection:
            shape = schema.Shape.of(connection)
        return value_faults(self._reading, shape)

    def row_counts(self) -> dict[str, int]:
        """Return how many rows each table of the record has, whatever stands in them."""
        with self._reading() as connection:
            return row_counts(connection)

    def checkpoints(self, table: str) -> tuple[Checkpoint, ...]:
        """Return the checkpoints of a table, the oldest first."""
        columns = schema.checkpoints.c
        with self._reading() as connection:
            shape = self._shape_of(connection)
            order = (columns.version, columns.key, *shape.named_columns(schema.checkpoints, "epoch", "closed"))
            query = select(*shape.shown_columns(schema.checkpoints)).where(columns.table_id == table).order_by(*order)
            rows = connection.execute(query).all()
        return tuple(read_checkpoint(row) for row in rows)

    def _one(self, query: Any) -> Any:
        with self._reading() as connection:
            found = connection.scalar(query)
        if found is None:
            raise NotFoundError("no-such-row")
        return found

    def _shape_of(self, connection: Connection) -> schema.Shape:
        if self._shape is None:
            self._shape = schema.Shape.of(connection) if self._read_only else schema.CURRENT
        return self._shape
