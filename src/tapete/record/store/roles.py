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
    of a table, a superuser, a member of one; and where it could not do afterwards what a writer does, or could do more,
    or would look for the tables elsewhere.
    """
    with engine.begin() as connection:
        if connection.scalar(text("SELECT 1 FROM pg_roles WHERE rolname = :role"), {"role": role}) is None:
            raise StoreError("role-unknown", role=role)
        if may_change_tables(connection, role):
            raise StoreError("role-owns", role=role)
        for statement in grants(engine, role):
            connection.exec_driver_sql(statement)
        name = engine.dialect.identifier_preparer.quote(role)
        own = connection.execute(_OWN_SETTINGS, {"role": name, "name": role}).one()
        if own.is_elsewhere:
            raise StoreError("role-elsewhere", role=role, here=own.here)
        if own.reads:
            raise StoreError("role-reads-only", role=role)
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
        "SELECT t AS held, r AS asked, has_table_privilege(role, place, r) AS may, EXISTS (SELECT FROM pg_roles o "
        "WHERE pg_has_role(role, o.oid, 'MEMBER') AND CASE WHEN r IN ('INSERT', 'UPDATE') "
        "THEN has_any_column_privilege(o.oid, place, r) ELSE has_table_privilege(o.oid, place, r) END) AS may_some "
        "FROM unnest(CAST(:tables AS text[])) t, unnest(CAST(:rights AS text[])) r, "
        "LATERAL (SELECT quote_ident(current_schema()) || '.' || quote_ident(t) AS place, "
        "coalesce(CAST(:role AS name), current_user) AS role) one ORDER BY t, r"
    )
    given = {"tables": list(RIGHTS), "rights": ["SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "TRIGGER"]}
    for row in connection.execute(asked, {**given, "role": role}):
        is_due = row.asked in RIGHTS[row.held]
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
    """Return a code and facts for each guard that is gone or changed, and each right that a hall on PostgreSQL lacks or
    has beyond a writer's; one that owns the tables has all of them.
    """
    with store.reading() as connection:
        is_writer = connection.dialect.name == "postgresql" and not may_change_tables(connection, owners_alone=True)
        rights = tuple(rights_faults(connection)) if is_writer else ()
    return (*store.guard_faults(), *rights)
