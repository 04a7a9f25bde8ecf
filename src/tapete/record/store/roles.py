"""Two roles of a PostgreSQL database: its owner makes and changes the tables, its writer only does a hall's work.

The writer may add to the record and read it, and no more: without the right to change or delete rows, to disable a
trigger or to drop a table, a hall that somebody else steers cannot rewrite what it has written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlalchemy import Connection, Engine, text

from tapete.record.store import schema
from tapete.record.store.errors import StoreError
from tapete.record.store.reader import Reader

RIGHTS: Final = {
    **dict.fromkeys(schema.WRITTEN_ONCE, ("SELECT", "INSERT")),
    "writers": ("SELECT", "INSERT", "UPDATE"),
    "people": ("SELECT", "INSERT", "UPDATE", "DELETE"),
    "ways_back": ("SELECT", "INSERT", "UPDATE", "DELETE"),
    "staff": ("SELECT", "INSERT", "UPDATE", "DELETE"),
    "houses": ("SELECT", "INSERT"),
    "alembic_version": ("SELECT",),
}
"""What the writer may do with each table."""


def grants(engine: Engine, role: str) -> Iterator[str]:
    """Yield the statements that give a role the rights of a writer, and take every other right on our tables away."""
    quote = engine.dialect.identifier_preparer.quote
    who = quote(role)
    with engine.connect() as connection:
        place = quote(str(connection.scalar(text("SELECT current_schema()"))))
    yield f"GRANT USAGE ON SCHEMA {place} TO {who}"
    for table, rights in RIGHTS.items():
        yield f"REVOKE ALL ON {place}.{quote(table)} FROM {who}"
        yield f"GRANT {', '.join(rights)} ON {place}.{quote(table)} TO {who}"


def grant(engine: Engine, role: str) -> None:
    """Make a role the writer of a database, in one transaction, as its owner.

    Raises :class:`StoreError` for a role that is not there, or that may do more than a writer by what it is: the owner
    of a table, a superuser, a member of one.
    """
    with engine.begin() as connection:
        if connection.scalar(text("SELECT 1 FROM pg_roles WHERE rolname = :role"), {"role": role}) is None:
            raise StoreError("role-unknown", role=role)
        if may_change_tables(connection, role):
            raise StoreError("role-owns", role=role)
        for statement in grants(engine, role):
            connection.exec_driver_sql(statement)


def may_change_tables(connection: Connection, role: str | None = None) -> bool:
    """Return True if a role (the one that is connected when none is named) could change tables of the record."""
    asked = text(
        "SELECT coalesce(bool_or(pg_has_role(r.oid, c.relowner, 'MEMBER')), false) OR bool_or(r.rolsuper) "
        "FROM pg_roles r LEFT JOIN pg_class c ON c.relname = 'entries' "
        "AND c.relnamespace = current_schema()::regnamespace "
        "WHERE r.rolname = coalesce(:role, current_user)"
    )
    return bool(connection.scalar(asked, {"role": role}))


def may_change_record(store: Reader) -> bool:
    """Return True if a store on PostgreSQL is open with a role that could change what is written."""
    with store.reading() as connection:
        return connection.dialect.name == "postgresql" and may_change_tables(connection)
