"""The store itself: one transaction for one entry or for a group, fenced by the writer's epoch."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Engine, Select, Table, func, or_, select, text, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError

from tapete.record.checkpoints import Authority, Checkpoint
from tapete.record.entry import Entry, Head, canonical, has_repeated_key, read_entry, sha256
from tapete.record.store import schema
from tapete.record.store.engine import (
    FileLock,
    NotFoundError,
    StaleWriterError,
    StoreError,
    TableTakenError,
    connect,
    guard_faults,
    make_private,
    migrate,
    read_url,
    require_database,
    sqlite_file,
)
from tapete.record.store.rows import (
    AnsweredCommand,
    Append,
    AppendResult,
    FirstAnswers,
    Group,
    Row,
    Rows,
    Writer,
    WriterRow,
    checkpoint_row,
    epochs_of,
    has_checkpoint,
    head_of,
    last_epoch,
    octets,
    read_checkpoint,
    require_own_writer,
    row_counts,
    signed_writer,
    value_faults,
    whole,
)
from tapete.record.store.schema import shape_faults
from tapete.record.store.transactions import Transactions
from tapete.words import reason

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

PAGE = 500
CHANNEL: Final = "tapete_entries"
"""The channel on which a hall on PostgreSQL tells of new entries, one for all schemas: a name has 63 bytes at most."""
TOLD_MOST: Final = 7_900
"""Bytes of the names of tables in one message; of more tables none is named."""


def _after(column: ColumnElement[Any], last: Any) -> ColumnElement[bool]:
    """Return what the next page of an order has. Rows without a key come first, where SQLite has some; those of a page
    are enough. (It takes ``IS NOT NULL`` for granted where a column says so.)
    """
    return func.typeof(column) != "null" if last is None else column > last


def names_in(table: Table) -> Select[Any]:
    """Return a question for the ids in a table which goes from each to the next by the index: its rows are too many."""
    column = table.c.table_id
    found = select(func.min(column).label("name")).cte("named", recursive=True)
    beyond = select(func.min(column)).where(column > found.c.name).scalar_subquery()
    found = found.union_all(select(beyond).where(found.c.name.is_not(None)))
    return select(found.c.name).where(found.c.name.is_not(None))


def tell(connection: Connection, tables: Iterable[str]) -> None:
    """Let whoever listens know of new entries of public tables, once they are stored. Of a store in SQLite nobody hears
    it.
    """
    shown = sorted(filter(schema.is_public, tables))
    if shown and connection.dialect.name == "postgresql":
        named = "\t".join(shown)
        is_told = len(named.encode()) <= TOLD_MOST and not any("\t" in one for one in shown)
        telling = text("SELECT pg_notify(:channel, :tables)")
        connection.execute(telling, {"channel": CHANNEL, "tables": named if is_told else ""})


class Reader(Transactions):
    """An open database: what is read from it."""

    def __init__(self, engine: Engine, lock: FileLock | None, *, read_only: bool = False) -> None:
        super().__init__(engine, lock, read_only=read_only)
        self._shape: schema.Shape | None = None
        """The file that was opened, by its name and its number."""

    def require_answer(self) -> None:
        """Ask the database for a row. Raises what it answers with instead, or ``OSError`` where its file was moved."""
        with self.reading() as connection:
            connection.execute(text("SELECT version_num FROM alembic_version")).all()
        self.require_in_place()

    def tables(self) -> tuple[str, ...]:
        kept = (schema.writers, schema.entries, schema.commands, schema.shoes, schema.checkpoints)
        with self.reading() as connection:
            return tuple(sorted({name for table in kept for name in connection.scalars(names_in(table))}))

    def writer(self, table: str) -> WriterRow | None:
        """Return who writes a table, ``None`` where nobody is named."""
        columns = schema.writers.c
        with self.reading() as connection:
            shown = self._shape_of(connection).shown_columns(schema.writers)
            query = select(*shown).where(columns.table_id == table)
            row = connection.execute(query).first()
        return None if row is None else WriterRow(table, whole(row.epoch), row.key or "", row.signature or "")

    def head(self, table: str) -> Head:
        with self.reading() as connection:
            return head_of(connection, table)

    def length(self, table: str) -> int:
        query = select(func.count()).select_from(schema.entries).where(schema.entries.c.table_id == table)
        with self.reading() as connection:
            return int(connection.scalar(query) or 0)

    def entries(self, table: str, after: int | None = None, *, limit: int | None = None) -> Iterator[Row]:
        """Yield a table's entries after version ``after``, in order; all of them, whatever their versions, without; no
        more than ``limit``.
        """
        columns = schema.entries.c
        beyond = () if after is None else (columns.version > after,)
        while True:
            with self.reading() as connection:
                shown = self._shape_of(connection).shown_columns(schema.entries)
                query = select(*shown).order_by(columns.version).limit(limit or PAGE).where(*beyond)
                page = connection.execute(query.where(columns.table_id == table)).all()
            for _, version, body, digest, private, tag in page:
                yield Row(version, octets(body), digest or "", None if private is None else bytes(private), tag)
            if limit or len(page) < PAGE:
                return
            beyond = (_after(columns.version, page[-1].version),)

    def command(self, table: str, command: str, body_digest: str) -> bytes | None:
        """Return the first answer to a command. Raises :class:`CommandConflictError` for another body."""
        with self.reading() as connection:
            return FirstAnswers(connection, {(table, command)}).answer_to((table, command), body_digest)

    def answered_entry(self, table: str, command: str) -> Entry | None:
        """Return the entry that a command led to, ``None`` for a new one. Raises :class:`BadEntryError`."""
        kept, entries = schema.commands.c, schema.entries.c
        version = select(kept.version).where(kept.table_id == table, kept.command_id == command).scalar_subquery()
        query = select(entries.body).where(entries.table_id == table, entries.version == version)
        with self.reading() as connection:
            body = connection.scalar(query)
        return None if body is None else read_entry(octets(body))

    def commands(self, table: str) -> dict[str, AnsweredCommand]:
        """Return a table's answered requests by id, read in pages so that a hall's commits need not wait."""
        columns, found = schema.commands.c, dict[str, AnsweredCommand]()
        beyond: tuple[ColumnElement[bool], ...] = ()
        query = select(schema.commands).where(columns.table_id == table).order_by(columns.command_id).limit(PAGE)
        while True:
            with self.reading() as connection:
                page = connection.execute(query.where(*beyond)).all()
            known = len(found)
            for _, command, version, body_digest, answer in page:
                found[command or ""] = AnsweredCommand(whole(version), body_digest or "", sha256(octets(answer)))
            if len(page) < PAGE or len(found) == known:  # ids that are no text are read as text, and come again
                return found
            beyond = (_after(columns.command_id, page[-1].command_id),)

    def shoe(self, table: str, shoe: int) -> bytes:
        columns = schema.shoes.c
        return bytes(self._one(select(columns.sealed).where(columns.table_id == table, columns.shoe == shoe)))

    def shoes(self, table: str) -> dict[int, bytes]:
        columns = schema.shoes.c
        query = select(columns.shoe, columns.sealed).where(columns.table_id == table)
        with self.reading() as connection:
            return {row.shoe: octets(row.sealed) for row in connection.execute(query)}

    def rulebook(self, digest: str) -> dict[str, Any]:
        """Return a rulebook's content by its hash. Raises :class:`NotFoundError` or :class:`StoreError`."""
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
        with self.reading() as connection:
            kept = [
                (row.sha256, sha256(bytes(row.content)))
                for row in connection.execute(query)
                if row.sha256 and row.content is not None
            ]
        return {digest: found for digest, found in kept if found != digest}

    def rulebooks(self) -> tuple[str, ...]:
        with self.reading() as connection:
            names = connection.scalars(select(schema.rulebooks.c.sha256).order_by(schema.rulebooks.c.sha256))
            return tuple(name for name in names if name is not None)

    def guard_faults(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        with self.reading() as connection:
            revision = self._shape_of(connection).revision
            guards = guard_faults(connection, schema.WRITTEN_ONCE, revision)
            return (*guards, *shape_faults(connection, revision))

    def value_faults(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        with self.reading() as connection:
            shape = self._shape_of(connection) if self._read_only else schema.Shape.of(connection)
        return value_faults(self.reading, shape)

    def row_counts(self) -> dict[str, int]:
        with self.reading() as connection:
            return row_counts(connection)

    def checkpoints(self, table: str) -> tuple[Checkpoint, ...]:
        columns = schema.checkpoints.c
        with self.reading() as connection:
            shape = self._shape_of(connection)
            order = (columns.version, columns.key, *shape.named_columns(schema.checkpoints, "epoch", "closed"))
            query = select(*shape.shown_columns(schema.checkpoints)).where(columns.table_id == table).order_by(*order)
            rows = connection.execute(query).all()
        return tuple(read_checkpoint(row) for row in rows)

    def checkpoints_from(self, table: str, version: int) -> tuple[Checkpoint, ...]:
        """Return those about a version and later ones, the newest, and all that vouch for a table or put it back."""
        columns = schema.checkpoints.c
        of = select(schema.checkpoints).where(columns.table_id == table)
        newest = of.order_by(columns.epoch.desc(), columns.version.desc(), columns.closed.desc()).limit(1)
        lasting = (columns.version >= version, columns.restored_from != 0, columns.adopted_from != 0)
        with self.reading() as connection:
            rows = [*connection.execute(newest), *connection.execute(of.where(or_(*lasting)))]
        return tuple(dict.fromkeys(read_checkpoint(row) for row in rows))

    def witnessed(self) -> tuple[Checkpoint, ...]:
        """Return of all tables those of which a copy went to a witness."""
        with self.reading() as connection:
            shape = self._shape_of(connection)
            flags = shape.named_columns(schema.checkpoints, "witnessed")
            query = select(*shape.shown_columns(schema.checkpoints)).where(*(one != 0 for one in flags))
            found = [read_checkpoint(row) for row in connection.execute(query)]
        return tuple(one for one in found if one.is_witnessed)

    def is_closed_at(self, table: str, version: int) -> bool:
        """Return True if a checkpoint says that a hall closed a table after a version."""
        columns = schema.checkpoints.c
        of = (columns.table_id == table, columns.version == version, columns.closed != 0)
        with self.reading() as connection:
            return connection.execute(select(columns.version).where(*of)).first() is not None

    def hash_at(self, table: str, version: int) -> str:
        """Return the hash that is stored with an entry; nothing where there is none."""
        columns = schema.entries.c
        with self.reading() as connection:
            found = connection.scalar(select(columns.hash).where(columns.table_id == table, columns.version == version))
        return found or ""

    def has_command(self, table: str, command: str) -> bool:
        columns = schema.commands.c
        query = select(columns.version).where(columns.table_id == table, columns.command_id == command)
        with self.reading() as connection:
            return connection.execute(query).first() is not None

    def _one(self, query: Any) -> Any:
        with self.reading() as connection:
            found = connection.scalar(query)
        if found is None:
            raise NotFoundError("no-such-row")
        return found

    def _shape_of(self, connection: Connection) -> schema.Shape:
        if self._shape is None:
            self._shape = schema.Shape.of(connection) if self._read_only else schema.CURRENT
        return self._shape


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
        with self._writing() as connection:
            if known.group is not None and known.is_stored:  # the answer to its commit was lost
                group = known.group
            else:
                self._fence(connection, {each.writer.table: each.writer for each in every})
                rows = Rows(connection, appends)
                known.group = group = self._group(rows, every, appends)
                rows.insert(connection)
                tell(connection, group.heads)
        known.group = None
        for each in every:
            each.writer.head = group.heads[each.writer.table]
        return group.answers

    def _group(self, rows: Rows, every: Sequence[Append], appends: Sequence[Append]) -> Group:
        """Take entries up, each behind the one before it."""
        heads = {each.writer.table: each.writer.head for each in every}
        answers: list[AppendResult] = []
        for one in appends:
            done = rows.answered(one)
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
        """Keep a signed checkpoint beside the record; one of the same name stays as it is."""
        self.put_checkpoints((said,))

    def put_checkpoints(self, said: Iterable[Checkpoint]) -> None:
        self._lasting(partial(self._put_checkpoints, tuple(said)))

    def _put_checkpoints(self, said: Iterable[Checkpoint]) -> None:
        with self._writing() as connection:
            for one in said:
                if not has_checkpoint(connection, one):  # and see put_rulebook
                    adding = upsert(connection, schema.checkpoints).values(**checkpoint_row(one))
                    connection.execute(adding.on_conflict_do_nothing())

    def replaced(self, epochs: Mapping[str, int]) -> dict[str, int]:
        """Return of tables with the number of their writer those that another writes now, and which."""
        with self.reading() as connection:
            return {table: now for table, now in epochs_of(connection, epochs).items() if now != epochs[table]}

    def left_to_sign(self, said: Iterable[Checkpoint]) -> tuple[Checkpoint, ...]:
        """Return those that are not kept yet, of tables that their writer still writes; a server that is gone is waited
        for as where they are written.
        """
        return self._lasting(partial(self._left_to_sign, tuple(said)))

    def _left_to_sign(self, said: Iterable[Checkpoint]) -> tuple[Checkpoint, ...]:
        with self._writing() as connection:
            epochs = epochs_of(connection, {one.table for one in said})
            current = (one for one in said if epochs.get(one.table) == one.epoch)
            return tuple(one for one in current if not has_checkpoint(connection, one))

    def _fence(self, connection: Connection, writers: Mapping[str, Writer]) -> None:
        epochs = epochs_of(connection, writers)
        for table, writer in writers.items():
            if (now := epochs.get(table)) != writer.epoch:
                writer.stale = True
                raise StaleWriterError("writer-replaced-by", table=table, epoch=writer.epoch, now=now)


def _require_usable(engine: Engine) -> None:
    """Require a writable database with every table and column of the migrations. Raises :class:`StoreError`."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql" and connection.scalar(text("SHOW transaction_read_only")) == "on":
            raise StoreError("store-takes-nothing")
        if gone := schema.Shape.of(connection).incomplete:
            raise StoreError("store-incomplete", name=gone[0])


def upsert(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """Return an insert which can say what becomes of a row that is already there."""
    if connection.dialect.name != "postgresql":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql

    return postgresql.insert(table)


def open_store(url: str, *, read_only: bool = False) -> Store:
    """Open a store by its address (``sqlite:///file``, a file's path, ``postgresql://...``), migrate it, hold it.

    Raises :class:`~tapete.record.store.engine.StoreLockedError` when another server holds the file,
    :class:`~tapete.record.store.engine.UnsafeStoreError` when the durable settings do not hold, and
    :class:`~tapete.record.store.engine.StoreError` for what is no store or cannot be brought up to date. ``read_only``
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
        from alembic.util import CommandError

        if isinstance(error, CommandError | DBAPIError):
            plain = made.set(drivername=made.get_backend_name()).difference_update_query(["password", "sslpassword"])
            where = plain.render_as_string()
            if getattr(error.orig if isinstance(error, DBAPIError) else None, "sqlstate", None) == NOT_ALLOWED:
                raise StoreError("store-not-owner", store=where) from error
            raise StoreError(
                "store-unopened", store=where, why=reason(error), detail=str(error).splitlines()[0]
            ) from error
        raise
    opened = Store(engine, lock, read_only=read_only)
    opened.place = None if file is None or read_only else (file.absolute(), file.stat().st_ino)
    return opened


# Two roles of a PostgreSQL database: its owner makes and changes the tables, its writer only does a hall's work.
#
# The writer may add to the record and read it, and no more: without the right to change or delete rows, to disable a
# trigger or to drop a table, a hall that somebody else steers cannot rewrite what it has written.

RIGHTS: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(schema.WRITTEN_ONCE, ("SELECT", "INSERT")),
    "writers": ("SELECT", "INSERT", "UPDATE"),
    "people": ("SELECT", "INSERT", "UPDATE", "DELETE"),
    "ways_back": ("SELECT", "INSERT", "UPDATE", "DELETE"),
    "staff": ("SELECT", "INSERT", "UPDATE", "DELETE"),
    "houses": ("SELECT", "INSERT"),
    "alembic_version": ("SELECT",),
}
MIGHTY: Final = ("pg_write_all_data", "pg_write_server_files", "pg_execute_server_program")
"""Roles of every server that change what they do not own."""

_OWN_SETTINGS = text("""
    WITH own AS (
        SELECT DISTINCT ON (1) split_part(said, '=', 1) AS name, substr(said, strpos(said, '=') + 1) AS value
        FROM pg_db_role_setting JOIN pg_database d ON setdatabase IN (0, d.oid), unnest(setconfig) said
        WHERE d.datname = current_database() AND setrole IN (0, CAST(:role AS regrole))
        ORDER BY 1, setrole <> 0 DESC, setdatabase <> 0 DESC)
    SELECT source <> 'client' AND here IS DISTINCT FROM (
        SELECT n.nspname FROM unnest(string_to_array(coalesce((SELECT value FROM own WHERE name = 'search_path'),
            CASE source WHEN 'configuration file' THEN reset_val ELSE boot_val END), ',')) WITH ORDINALITY a(one, at)
        JOIN pg_namespace n ON n.nspname = replace(btrim(one, ' "'), '$user', :name)
        WHERE has_schema_privilege(CAST(:role AS regrole), n.oid, 'USAGE') ORDER BY at LIMIT 1) AS is_elsewhere,
        CAST((SELECT value FROM own WHERE name = 'default_transaction_read_only') AS bool) AS reads, here
    FROM pg_settings s, current_schema() here WHERE s.name = 'search_path'
""")
"""Where a role looks for tables, and whether it only reads, by what is set for it when it connects."""
_MAY_ENTER = text(
    "SELECT rolcanlogin AND has_database_privilege(rolname, current_database(), 'CONNECT') "
    "AND has_schema_privilege(rolname, current_schema(), 'USAGE') FROM pg_roles WHERE rolname = :role"
)


def grants(engine: Engine, role: str, given: Mapping[str, tuple[str, ...]] = RIGHTS) -> Iterator[str]:
    """Yield the statements that give a role rights, those of a writer, and take every other on our tables away."""
    quote = engine.dialect.identifier_preparer.quote
    who = quote(role)
    with engine.connect() as connection:
        place = quote(str(connection.scalar(text("SELECT current_schema()"))))
    yield f"GRANT USAGE ON SCHEMA {place} TO {who}"
    for table in RIGHTS:
        yield f"REVOKE ALL ON {place}.{quote(table)} FROM {who}"
        if rights := given.get(table):
            yield f"GRANT {', '.join(rights)} ON {place}.{quote(table)} TO {who}"
    for view in schema.VIEWS.keys() & given.keys():
        yield schema.view_of(view, place)
        yield f"GRANT SELECT ON {place}.{view} TO {who}"


def grant(engine: Engine, role: str, given: Mapping[str, tuple[str, ...]] = RIGHTS) -> None:
    """Give a role rights on a database, those of its writer, in one transaction, as its owner.

    Raises :class:`StoreError` for a role that is not there, or that may do more than a writer by what it is: the owner
    of a table, a superuser, a member of one; and where it could not do afterwards what a writer does, or could do more,
    or would look for the tables elsewhere.
    """
    with engine.begin() as connection:
        if connection.scalar(text("SELECT 1 FROM pg_roles WHERE rolname = :role"), {"role": role}) is None:
            raise StoreError("role-unknown", role=role)
        if may_change_tables(connection, role):
            raise StoreError("role-owns", role=role)
        for statement in grants(engine, role, given):
            connection.exec_driver_sql(statement)
        name = engine.dialect.identifier_preparer.quote(role)
        own = connection.execute(_OWN_SETTINGS, {"role": name, "name": role}).one()
        if own.is_elsewhere:
            raise StoreError("role-elsewhere", role=role, here=own.here)
        if own.reads and given is RIGHTS:
            raise StoreError("role-reads-only", role=role)
        # whoever does not own the tables gives nothing, and a server only warns of it
        if not connection.scalar(_MAY_ENTER, {"role": role}):
            raise StoreError("role-shut-out", role=role)
        for code, facts in rights_faults(connection, role, given):
            if code == "role-lacks":
                raise StoreError("role-lacks", role=role, **facts)
            raise StoreError("role-may-more", role=role, **facts)


def rights_faults(
    connection: Connection, role: str | None = None, due: Mapping[str, tuple[str, ...]] = RIGHTS
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield a code and facts for each right that is due to a role (the one that is connected when none is named) and
    that it has not, or that it has over a table and is not ``due`` to it.
    """
    asked = text(
        "SELECT t AS held, r AS asked, has_table_privilege(role, place, r) AS may, EXISTS (SELECT FROM pg_roles o "
        "WHERE pg_has_role(role, o.oid, 'MEMBER') AND CASE WHEN r IN ('SELECT', 'INSERT', 'UPDATE') "
        "THEN has_any_column_privilege(o.oid, place, r) ELSE has_table_privilege(o.oid, place, r) END) AS may_some "
        "FROM unnest(CAST(:tables AS text[])) t, unnest(CAST(:rights AS text[])) r, "
        "LATERAL (SELECT quote_ident(current_schema()) || '.' || quote_ident(t) AS place, "
        "coalesce(CAST(:role AS name), current_user) AS role) one ORDER BY t, r"
    )
    given = {"tables": list(RIGHTS), "rights": ["SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "TRIGGER"]}
    for row in connection.execute(asked, {**given, "role": role}):
        is_due = row.asked in due.get(row.held, ())
        if (is_due and not row.may) or (row.may_some and not is_due):
            yield "role-lacks" if is_due else "role-may-more", {"table": row.held, "right": row.asked}


def may_change_tables(connection: Connection, role: str | None = None, *, owners_alone: bool = False) -> bool:
    """Return True if a role (the one that is connected when none is named) could change tables of the record: by what
    it is, or by a role that it may become, whether it has that one's rights at once or not. ``owners_alone``: because
    it owns them, or is a superuser.
    """
    asked = text(
        "SELECT EXISTS (SELECT FROM pg_roles o WHERE pg_has_role(r.oid, o.oid, 'MEMBER') AND (o.rolsuper "
        "OR EXISTS (SELECT FROM pg_class c WHERE c.relname = ANY(:tables) AND c.relowner = o.oid "
        "AND c.relnamespace = current_schema()::regnamespace) OR (NOT :owners_alone AND (o.rolname = ANY(:mighty) "
        "OR (o.rolcreaterole AND current_setting('server_version_num')::int < 160000) "
        "OR EXISTS (SELECT FROM pg_namespace n WHERE n.nspname = current_schema() AND n.nspowner = o.oid) "
        "OR EXISTS (SELECT FROM pg_database d WHERE d.datname = current_database() AND d.datdba = o.oid))))) "
        "FROM pg_roles r WHERE r.rolname = coalesce(:role, current_user)"
    )
    given = {"role": role, "tables": list(RIGHTS), "mighty": list(MIGHTY), "owners_alone": owners_alone}
    return bool(connection.scalar(asked, given))


def may_change_record(store: Reader) -> bool:
    """Return True if a store on PostgreSQL is open with a role that could change what is written."""
    with store.reading() as connection:
        return connection.dialect.name == "postgresql" and may_change_tables(connection)


def faults_now(store: Reader) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Return a code and facts for each guard that is gone, and each right that a hall lacks or has too much."""
    with store.reading() as connection:
        is_writer = connection.dialect.name == "postgresql" and not may_change_tables(connection, owners_alone=True)
        rights = tuple(rights_faults(connection)) if is_writer else ()
    return (*store.guard_faults(), *rights)
