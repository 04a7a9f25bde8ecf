"""What is asked inside a transaction: where a record ends, who wrote last, which answer a command has had."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, Text, bindparam, inspect, select

from tapete.record.entry import BadEntryError, Head, read_entry
from tapete.record.store import schema
from tapete.record.store.errors import CommandConflictError
from tapete.record.store.rows import octets, whole

EPOCH: Final = (
    select(schema.writers.c.epoch).where(schema.writers.c.table_id == bindparam("of", type_=Text)).with_for_update()
)
"""The number of the writer of a table; nobody else becomes it while the transaction lasts."""


def head_of(connection: Connection, table: str) -> Head:
    """Return where a table's record ends, inside a transaction."""
    columns = schema.entries.c
    newest = select(columns.version, columns.hash).order_by(columns.version.desc()).limit(1)
    row = connection.execute(newest.where(columns.table_id == table)).first()
    return Head() if row is None else Head(whole(row.version), row.hash or "")


def last_epoch(connection: Connection, table: str) -> int:
    """Return the number of the writer of a table's last entry, 0 where there is none that can be read."""
    columns = schema.entries.c
    newest = select(columns.body).where(columns.table_id == table).order_by(columns.version.desc()).limit(1)
    row = connection.execute(newest).first()
    try:
        return 0 if row is None else read_entry(octets(row.body)).epoch
    except BadEntryError:
        return 0


def is_of_house(connection: Connection) -> bool:
    """Return True if a store says that it is that of a house with accounts; one of an earlier schema says nothing."""
    if not inspect(connection).has_table(schema.houses.name):
        return False
    return connection.scalar(select(schema.houses.c.id).limit(1)) is not None


_ANSWER = select(schema.commands.c.body_digest, schema.commands.c.answer).where(
    schema.commands.c.table_id == bindparam("of", type_=Text),
    schema.commands.c.command_id == bindparam("to", type_=Text),
)


def answer_to(connection: Connection, table: str, command: str, body_digest: str) -> bytes | None:
    """Return the first answer to a command inside a transaction; see :meth:`Reader.command`."""
    row = connection.execute(_ANSWER, {"of": table, "to": command}).first()
    if row is None:
        return None
    if row.body_digest != body_digest:
        raise CommandConflictError("command-used", table=table, command=command)
    return octets(row.answer)
