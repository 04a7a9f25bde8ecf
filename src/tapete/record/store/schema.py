"""The tables of a store, one schema for SQLite and PostgreSQL.

Rows of ``entries``, ``commands``, ``rulebooks``, ``shoes`` and ``checkpoints`` are written once; triggers refuse to
change or delete them. ``writers`` moves on with each takeover, under the hall's signature; ``entries.tag`` is the
tag of a hall (:mod:`tapete.record.checkpoints`). ``people``, ``ways_back`` and ``staff`` can be erased, and nothing
else holds a name; ``houses`` says of a store that it is a house with accounts.
The migrations build this schema; a test holds the two equal.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import SAWarning

from tapete.house.terms import KEY

metadata: Final = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


class Octets(sa.TypeDecorator[bytes]):
    """Bytes, read as bytes whatever somebody has put in their place: SQLite keeps text or a number there as well."""

    impl: Any = sa.LargeBinary
    cache_ok: Literal[True] = True

    def column_expression(self, column: Any) -> Any:
        return sa.cast(column, sa.LargeBinary)


class Letters(sa.TypeDecorator[str]):
    """Text, read as text whatever somebody has put in its place."""

    impl: Any = sa.Text
    cache_ok: Literal[True] = True

    def column_expression(self, column: Any) -> Any:
        return sa.cast(column, sa.Text)


def _text(name: str, *more: Any, **options: Any) -> sa.Column[str]:
    return sa.Column(name, Letters, *more, nullable=False, **options)


def _octets(name: str) -> sa.Column[bytes]:
    return sa.Column(name, Octets, nullable=False)


def _number(name: str, **options: Any) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=False, **options)


def _key(name: str = "table_id", *more: Any) -> sa.Column[str]:
    return _text(name, *more, primary_key=True)


def _numbered_key(name: str, **options: Any) -> sa.Column[int]:
    return _number(name, primary_key=True, autoincrement=False, **options)


def _of_writer() -> sa.Column[str]:
    return _key("table_id", sa.ForeignKey("writers.table_id"))


writers: Final = sa.Table(
    "writers", metadata, _key(), _number("epoch"), sa.Column("key", Letters), sa.Column("signature", Letters)
)

entries: Final = sa.Table(
    "entries",
    metadata,
    *(_of_writer(), _numbered_key("version"), _octets("body"), _text("hash")),
    *(sa.Column("private", Octets), sa.Column("tag", Letters)),
)

commands: Final = sa.Table(
    "commands",
    metadata,
    *(_key(), _key("command_id"), _number("version"), _text("body_digest"), _octets("answer")),
    sa.ForeignKeyConstraint(["table_id", "version"], ["entries.table_id", "entries.version"]),
)

rulebooks: Final = sa.Table("rulebooks", metadata, _key("sha256"), _octets("content"))

checkpoints: Final = sa.Table(
    "checkpoints",
    metadata,
    *(_of_writer(), _numbered_key("version"), _key("key"), _text("head"), _text("time"), _text("signature")),
    *(_numbered_key(name, server_default="0") for name in ("epoch", "closed")),
    *(_number(name, server_default="0") for name in ("tagged_from", "witnessed", "adopted_from", "restored_from")),
)

shoes: Final = sa.Table("shoes", metadata, _of_writer(), _numbered_key("shoe"), _octets("sealed"))

people: Final = sa.Table("people", metadata, _key("pseudonym"), _text("name"))

ways_back: Final = sa.Table("ways_back", metadata, _key("digest"), _text("pseudonym"), _text("kind"), _number("until"))

staff: Final = sa.Table("staff", metadata, _key("name"), _octets("body"))

houses: Final = sa.Table("houses", metadata, _numbered_key("id"), _text("name"), _text("made"))


class Shape:
    """Which columns a database has. Those that an earlier edition did not have are read as their defaults."""

    def __init__(self, missing: frozenset[tuple[str, str]], absent: frozenset[str] = frozenset()) -> None:
        self._missing, self._absent = missing, absent

    @classmethod
    def of(cls, connection: sa.Connection) -> Shape:
        there = sa.inspect(connection)
        kept = set(there.get_table_names())
        found = {
            (table.name, column["name"])
            for table in metadata.sorted_tables
            if table.name in kept
            for column in there.get_columns(table.name)
        }
        due = {(table.name, column.name) for table in metadata.sorted_tables for column in table.columns}
        return cls(frozenset(one for one in due - found if one[0] in kept), frozenset(metadata.tables) - kept)

    @property
    def revision(self) -> str:
        if self._missing - ADDED_COLUMNS:
            return "0001"
        if self._absent >= ADDED_LAST:
            return "0002"
        return "0003" if self._missing else "head"

    @property
    def incomplete(self) -> tuple[str, ...]:
        """Return the tables of a store of this edition that are not there, or not with every column."""
        return tuple(sorted(self._absent | {table for table, _ in self._missing}))

    def shown_columns(self, table: sa.Table) -> list[sa.ColumnElement[Any]]:
        return [
            column
            if (table.name, column.name) not in self._missing
            else (sa.null() if column.nullable else sa.literal(0)).label(column.name)
            for column in table.columns
        ]

    def kept_columns(self, table: sa.Table) -> list[sa.Column[Any]]:
        if table.name in self._absent:
            return []
        return [one for one in table.columns if (table.name, one.name) not in self._missing]

    def named_columns(self, table: sa.Table, *names: str) -> list[sa.ColumnElement[Any]]:
        return [table.c[name] for name in names if (table.name, name) not in self._missing]


CURRENT = Shape(frozenset())

ADDED_LAST = frozenset({"ways_back", "staff", "houses"})
"""Tables of revision 0003: where none of them is there, the database is one of before."""

ADDED_COLUMNS = frozenset({("checkpoints", "restored_from")})

AMONG_FRIENDS: Final = "amigos-[0-9a-f]{8}"
"""How the tables among friends are called: who knows the name may come in."""
VIEWS: Final = {
    "public_entries": "SELECT table_id, version, body, hash FROM {place}.entries",
    "public_checkpoints": "SELECT * FROM {place}.checkpoints",
}
"""What a role that shows public screens reads on PostgreSQL, of public tables alone."""
_SHOWN: Final = f"WHERE table_id <> '{KEY}' AND table_id !~ '^{AMONG_FRIENDS}$'"


def is_public(table: str) -> bool:
    """Return True for a table whose public part everybody may read: not the house, no table among friends."""
    return table != KEY and not re.fullmatch(AMONG_FRIENDS, table)


def view_of(name: str, place: str) -> str:
    """Return the statement that makes a view of :data:`VIEWS` in a schema."""
    shown = VIEWS[name].format(place=place)
    return f"CREATE OR REPLACE VIEW {place}.{name} WITH (security_barrier) AS {shown} {_SHOWN}"


WRITTEN_ONCE = ("entries", "commands", "rulebooks", "shoes", "checkpoints")


# What the tables of a store were declared with beyond columns, keys and indexes: checks, what becomes of a conflict,
# the order of letters, types, defaults, columns that are computed.
#
# Whoever changes one of these changes what is written, or what a question finds, and leaves every row as it was.

Declarations = dict[str, tuple[str, ...]]
"""Of each table what it is made of, in words, the parts that were asked for in a fixed order."""

_DECLARED = sa.text(
    "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL"
)
_TOKEN = re.compile(
    r"""(?P<blank>\s+|--[^\n]*|/\*.*?\*/)|(?P<quoted>'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\])|\w+|.""",
    re.DOTALL,
)


def as_written(sql: str) -> str:
    """Return a declaration with blanks, comments and the size of its letters put aside, but not what is in quotes.

    A name in quotes is another one than the same word without: in SQLite «"NOT" NULL» forbids nothing.
    """
    found = (one for one in _TOKEN.finditer(sql) if not one["blank"])
    return " ".join(one[0] if one["quoted"] else one[0].lower() for one in found)


def sqlite_declarations(connection: sa.Connection) -> Declarations:
    made: dict[str, list[str]] = {}
    for row in connection.execute(_DECLARED):
        made.setdefault(str(row.tbl_name), []).append(f"{row.type} {as_written(str(row.sql))}")
    return {name: tuple(sorted(parts)) for name, parts in made.items()}


_COLUMNS = sa.text("""
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
_BEYOND = sa.text("""
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


def postgresql_declarations(connection: sa.Connection) -> Declarations:
    made: dict[str, list[str]] = {}
    for row in connection.execute(_COLUMNS):
        made.setdefault(str(row.relname), []).append(
            _column(row.attname, row.kind, row.made, row.computed, row.letters)
        )
    for row in connection.execute(_BEYOND):
        if not _PLAIN.fullmatch(str(row.made)):
            made.setdefault(str(row.relname), []).append(str(row.made))
    return {name: tuple(sorted(parts)) for name, parts in made.items()}


def due_on_postgresql(fresh: sa.Connection) -> Declarations:
    """Return what PostgreSQL makes of the tables of a fresh SQLite store: the same columns, and nothing beyond."""
    return {
        table: tuple(
            sorted(_column(one["name"], *_postgresql_type(str(one["type"]), one["default"])) for one in columns)
        )
        for (_, table), columns in sa.inspect(fresh).get_multi_columns().items()
    }


def _postgresql_type(kind: str, preset: str | None) -> tuple[str, str | None]:
    known = {"TEXT": "text", "BIGINT": "bigint", "BLOB": "bytea"}.get(kind) or kind.replace(
        "VARCHAR", "character varying"
    )
    return known, None if preset is None else f"{preset}::{known}"


def _column(name: str, kind: str, preset: str | None, computed: str = "", letters: str | None = None) -> str:
    facts = (f"COLLATE {letters}" if letters else "", f"DEFAULT {preset}" if preset else "", computed)
    return " ".join([f"{name} {kind}", *filter(None, facts)])


# The shape of a store's tables: what is kept together, what is there once, what refers to what.
#
# A table that was made anew without its keys could hold two answers to one request; so an audit compares, and with
# it the declarations.

Shapes = dict[str, tuple[Any, ...]]


def shape_faults(connection: sa.Connection, revision: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a code and facts for each table of the store that is gone or not as it was made.

    A SQLite file is the hall's alone, so that a table which is none of its own is said too. Such a file is its own
    description: one that says of its tables what a fresh one says has their shapes, and is not read column by column.
    """
    made, is_sqlite = _made(revision), connection.dialect.name == "sqlite"
    declared = sqlite_declarations(connection) if is_sqlite else postgresql_declarations(connection)
    asked = made.declared if is_sqlite else made.declared_on_postgresql
    if is_sqlite and declared == asked:
        return
    found, due = shapes(connection), made.shapes
    for name in sorted(due.keys() - found.keys()):
        yield "shape-missing", {"name": name}
    for name in sorted(found.keys() - due.keys()):
        if is_sqlite:
            yield "shape-foreign", {"name": name}
    for name in sorted(found.keys() & due.keys()):
        if found[name] != due[name]:
            yield "shape-changed", {"name": name}
        elif declared.get(name) != asked.get(name):
            yield "declaration-changed", {"name": name}


def shapes(connection: sa.Connection) -> Shapes:
    """Return of each table its columns, key, references and indexes, and whether SQLite numbers its rows."""
    unnumbered = tables_without_rowid(connection)
    there = sa.inspect(connection)
    keys, references = _by_name(there.get_multi_pk_constraint()), _by_name(there.get_multi_foreign_keys())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SAWarning)  # an index over what is computed: it is seen as it is declared
        uniques, indexes = _by_name(there.get_multi_unique_constraints()), _by_name(there.get_multi_indexes())
    return {
        name: (
            tuple((one["name"], bool(one["nullable"])) for one in columns),
            tuple(keys[name]["constrained_columns"]),
            _sorted(
                (one["constrained_columns"], one["referred_table"], one["referred_columns"]) for one in references[name]
            ),
            _sorted((one["column_names"],) for one in uniques[name]),
            _sorted((one["column_names"], bool(one["unique"])) for one in indexes[name]),
            name not in unnumbered,
        )
        for name, columns in _by_name(there.get_multi_columns()).items()
    }


def tables_without_rowid(connection: sa.Connection) -> frozenset[str]:
    """Return the tables whose rows SQLite keeps under no number of its own: none of a store is made so."""
    if connection.dialect.name != "sqlite":
        return frozenset()
    return frozenset(str(row.name) for row in connection.exec_driver_sql("PRAGMA table_list") if row.wr)


def _by_name(found: Mapping[Any, Any]) -> dict[str, Any]:
    return {name: value for (_, name), value in found.items()}


def _sorted(found: Any) -> tuple[str, ...]:
    return tuple(sorted(map(repr, found)))


class _Made(NamedTuple):
    """The tables of a fresh store: as they are declared on each sort of database, and their shapes."""

    declared: Declarations
    declared_on_postgresql: Declarations
    shapes: Shapes


@lru_cache(maxsize=4)
def _made(revision: str) -> _Made:
    from tapete.record.store.engine import connect, migrate, read_url

    engine = connect(read_url("sqlite://"))
    migrate(engine, revision)
    with engine.connect() as connection:
        return _Made(sqlite_declarations(connection), due_on_postgresql(connection), shapes(connection))
