"""The guards of a store: triggers that keep what is written. An audit asks whether they are those that were made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, text

LATEST = "0004"
"""The newest revision of the schema."""
FUNCTION = "tapete_written_once"
"""What the guards of PostgreSQL call."""
BODY = "BEGIN RAISE EXCEPTION 'rows of % are written once', TG_TABLE_NAME; END"

_SQLITE = text("SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')")
_REVISION = text("SELECT version_num FROM alembic_version")
_TRIGGERS = text(
    "SELECT t.tgname, c.relname, t.tgenabled, t.tgtype, t.tgqual IS NULL AND t.tgattr = '' AS always, "
    "CASE WHEN p.pronamespace = c.relnamespace THEN '' ELSE p.pronamespace::regnamespace || '.' END || p.proname "
    "AS proname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid "
    "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE NOT t.tgisinternal AND n.nspname = current_schema()"
)
_RULES = text("SELECT rulename, tablename FROM pg_rules WHERE schemaname = current_schema()")
_BODY = text("SELECT prosrc FROM pg_proc WHERE proname = :name AND pronamespace = current_schema()::regnamespace")
_KINDS = {"written_once": 27, "no_truncate": 34}
"""``pg_trigger.tgtype`` of each: a row before update or delete, a statement before truncate."""


def guard_faults(
    connection: Connection, tables: tuple[str, ...], revision: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a code and facts for each guard that is gone, changed or strange."""
    if connection.dialect.name == "sqlite":
        found, due = _sqlite(connection), _made(revision)
    else:
        found, due = _postgresql(connection), _due(tables)
    named = [str(row.version_num) for row in connection.execute(_REVISION)]
    if named != [LATEST if revision == "head" else revision]:
        yield "guard-changed", {"case": "schema", "found": ", ".join(named) or "-"}
    for name in sorted(due.keys() - found.keys()):
        yield "guard-missing", {"guard": name}
    for name in sorted(found.keys() - due.keys()):
        yield "guard-foreign", {"guard": name}
    for name in sorted(found.keys() & due.keys()):
        if found[name] != due[name]:
            yield "guard-changed", {"guard": name}


def _sqlite(connection: Connection) -> dict[str, str]:
    rows = connection.execute(_SQLITE)
    return {str(row.name): re.sub(r"\s+", " ", f"{row.type} {row.sql}") for row in rows}


@lru_cache(maxsize=4)
def _made(revision: str) -> dict[str, str]:
    """Return the guards of a fresh store of a revision of the schema."""
    from tapete.record.store.engine import connect, migrate, read_url

    engine = connect(read_url("sqlite://"))
    migrate(engine, revision)
    with engine.connect() as connection:
        return _sqlite(connection)


def _postgresql(connection: Connection) -> dict[str, str]:
    guards = {
        str(
            row.tgname
        ): f"{row.relname} {_letter(row.tgenabled)} {row.proname} {row.tgtype}{'' if row.always else ' ?'}"
        for row in connection.execute(_TRIGGERS)
    }
    guards |= {str(row.rulename): f"{row.tablename} RULE" for row in connection.execute(_RULES)}
    bodies = sorted(str(row.prosrc).strip() for row in connection.execute(_BODY, {"name": FUNCTION}))
    return {**guards, f"{FUNCTION}()": " ".join(bodies)}


def _letter(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _due(tables: tuple[str, ...]) -> dict[str, str]:
    kinds = {f"{table}_{kind}": f"{table} O {FUNCTION} {number}" for table in tables for kind, number in _KINDS.items()}
    return {**kinds, f"{FUNCTION}()": BODY}
