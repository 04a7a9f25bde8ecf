"""What the tables of a store were declared with beyond columns, keys and indexes: checks, what becomes of a conflict,
the order of letters, types, defaults, columns that are computed.

Whoever changes one of these changes what is written, or what a question finds, and leaves every row as it was.
"""

from __future__ import annotations

import re

from sqlalchemy import Connection, inspect, text

Declarations = dict[str, tuple[str, ...]]
"""Of each table what it is made of, in words, the parts that were asked for in a fixed order."""

_DECLARED = text(
    "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL"
)
_TOKEN = re.compile(
    r"""(?P<blank>\s+|--[^\n]*|/\*.*?\*/)|(?P<quoted>'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\])|\w+|.""",
    re.DOTALL,
)


def as_written(sql: str) -> str:
    """Return a declaration with blanks, comments and the size of its letters put aside, but not what stands in quotes.

    A name in quotes is another one than the same word without: in SQLite «"NOT" NULL» forbids nothing.
    """
    found = (one for one in _TOKEN.finditer(sql) if not one["blank"])
    return " ".join(one[0] if one["quoted"] else one[0].lower() for one in found)


def sqlite_declarations(connection: Connection) -> Declarations:
    """Return what each table of a SQLite file, and each index that somebody made for it, is declared with."""
    made: dict[str, list[str]] = {}
    for row in connection.execute(_DECLARED):
        made.setdefault(str(row.tbl_name), []).append(f"{row.type} {as_written(str(row.sql))}")
    return {name: tuple(sorted(parts)) for name, parts in made.items()}


# --- PostgreSQL -------------------------------------------------------------------------------------------------------

_COLUMNS = text("""
    SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) AS kind, pg_get_expr(d.adbin, d.adrelid) AS made,
        a.attgenerated::text || a.attidentity::text AS computed,
        CASE WHEN a.attcollation NOT IN (0, t.typcollation) THEN l.collname::text END AS letters
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_collation l ON l.oid = a.attcollation
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attnum > 0 AND NOT a.attisdropped
        AND c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
    ORDER BY a.attnum
""")
_BEYOND = text("""
    WITH here AS (SELECT * FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace)
    SELECT relname, pg_get_constraintdef(k.oid) || CASE WHEN k.convalidated THEN '' ELSE ' NOT VALID' END AS made
        FROM pg_constraint k JOIN here ON here.oid = k.conrelid WHERE k.contype <> 'n'
    UNION ALL SELECT relname, pg_get_indexdef(i.indexrelid) FROM pg_index i JOIN here ON here.oid = i.indrelid
        WHERE NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)
    UNION ALL SELECT relname, 'INVALID INDEX' FROM pg_index i JOIN here ON here.oid = i.indrelid
        WHERE NOT (i.indisvalid AND i.indisready)
    UNION ALL SELECT relname, 'INHERITS' FROM pg_inherits h JOIN here ON here.oid IN (h.inhrelid, h.inhparent)
    UNION ALL SELECT relname, 'UNLOGGED' FROM here WHERE relpersistence <> 'p'
    UNION ALL SELECT relname, 'ROW LEVEL SECURITY' FROM here WHERE relrowsecurity
""")
_PLAIN = re.compile(r"PRIMARY KEY \([^()]*\)|FOREIGN KEY \([^()]*\) REFERENCES [^() ]+\([^()]*\)")
"""A key, or a reference, with nothing said of it: which columns they have is compared as the shape of the table."""


def postgresql_declarations(connection: Connection) -> Declarations:
    """Return what each table of a PostgreSQL database is declared with."""
    made: dict[str, list[str]] = {}
    for row in connection.execute(_COLUMNS):
        made.setdefault(str(row.relname), []).append(
            _column(row.attname, row.kind, row.made, row.computed, row.letters)
        )
    for row in connection.execute(_BEYOND):
        if not _PLAIN.fullmatch(str(row.made)):
            made.setdefault(str(row.relname), []).append(str(row.made))
    return {name: tuple(sorted(parts)) for name, parts in made.items()}


def due_on_postgresql(fresh: Connection) -> Declarations:
    """Return what PostgreSQL makes of the tables of a fresh SQLite store: the same columns, and nothing beyond."""
    return {
        table: tuple(
            sorted(_column(one["name"], *_postgresql_type(str(one["type"]), one["default"])) for one in columns)
        )
        for (_, table), columns in inspect(fresh).get_multi_columns().items()
    }


def _postgresql_type(kind: str, preset: str | None) -> tuple[str, str | None]:
    known = {"TEXT": "text", "BIGINT": "bigint", "BLOB": "bytea"}.get(kind) or kind.replace(
        "VARCHAR", "character varying"
    )
    return known, None if preset is None else f"{preset}::{known}"


def _column(name: str, kind: str, preset: str | None, computed: str = "", letters: str | None = None) -> str:
    facts = (f"COLLATE {letters}" if letters else "", f"DEFAULT {preset}" if preset else "", computed)
    return " ".join([f"{name} {kind}", *filter(None, facts)])
