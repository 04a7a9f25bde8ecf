"""Two roles of a PostgreSQL database: its owner makes and changes the tables, its writer only does a hall's work.

The writer may add to the record and read it, and no more: without the right to change or delete rows, to disable a
trigger or to drop a table, a hall that somebody else steers cannot rewrite what it has written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

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


_MAY_ENTER = text(
    "SELECT rolcanlogin AND has_database_privilege(rolname, current_database(), 'CONNECT') "
    "AND has_schema_privilege(rolname, current_schema(), 'USAGE') FROM pg_roles WHERE rolname = :role"
)


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
    of a table, a superuser, a member of one; and where it could not do afterwards what a writer does, or could do more.
    """
    with engine.begin() as connection:
        if connection.scalar(text("SELECT 1 FROM pg_roles WHERE rolname = :role"), {"role": role}) is None:
            raise StoreError("role-unknown", role=role)
        if may_change_tables(connection, role):
            raise StoreError("role-owns", role=role)
        for statement in grants(engine, role):
            connection.exec_driver_sql(statement)
        # whoever does not own the tables gives nothing, and a server only warns of it
        if not connection.scalar(_MAY_ENTER, {"role": role}):
            raise StoreError("role-shut-out", role=role)
        for code, facts in rights_faults(connection, role):
            if code == "role-lacks":
                raise StoreError("role-lacks", role=role, **facts)
            raise StoreError("role-may-more", role=role, **facts)


def rights_faults(connection: Connection, role: str | None = None) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield a code and facts for each right of a role (the one that is connected when none is named) that a writer has
    and it has not, or that it has over a table and a writer has not.
    """
    asked = text(
        "SELECT t AS held, r AS asked, has_table_privilege(role, place, r) AS may, CASE WHEN r IN ('INSERT', 'UPDATE') "
        "THEN has_any_column_privilege(role, place, r) ELSE has_table_privilege(role, place, r) END AS may_some "
        "FROM unnest(CAST(:tables AS text[])) t, unnest(CAST(:rights AS text[])) r, "
        "LATERAL (SELECT quote_ident(current_schema()) || '.' || quote_ident(t) AS place, "
        "coalesce(CAST(:role AS name), current_user) AS role) one ORDER BY t, r"
    )
    given = {"tables": list(RIGHTS), "rights": ["SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "TRIGGER"]}
    for row in connection.execute(asked, {**given, "role": role}):
        is_due = row.asked in RIGHTS[row.held]
        if (is_due and not row.may) or (row.may_some and not is_due):
            yield "role-lacks" if is_due else "role-may-more", {"table": row.held, "right": row.asked}


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


def faults_now(store: Reader) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Return a code and facts for each guard that is gone or changed, and each right that a hall on PostgreSQL lacks or
    has beyond a writer's; one that owns the tables has all of them.
    """
    with store.reading() as connection:
        is_writer = connection.dialect.name == "postgresql" and not may_change_tables(connection)
        rights = tuple(rights_faults(connection)) if is_writer else ()
    return (*store.guard_faults(), *rights)
