"""The tables of a store, one schema for SQLite and PostgreSQL.

Rows of ``entries``, ``commands``, ``rulebooks``, ``shoes`` and ``checkpoints`` are written once; triggers refuse to
change or delete them. ``writers`` moves on with each takeover, under the hall's signature; ``entries.tag`` is the
tag of a hall (:mod:`tapete.record.authority`). ``people``, ``ways_back`` and ``staff`` can be erased, and nothing else
holds a name; ``houses`` says of a store that it is a house with accounts.
The migrations build this schema; a test holds the two equal.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    ForeignKey,
    ForeignKeyConstraint,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    cast,
    inspect,
    literal,
    null,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


class Octets(TypeDecorator[bytes]):
    """Bytes, read as bytes whatever somebody has put in their place: SQLite keeps text or a number there as well."""

    impl = LargeBinary
    cache_ok = True

    def column_expression(self, column: Any) -> Any:
        """Return what is selected."""
        return cast(column, LargeBinary)


class Letters(TypeDecorator[str]):
    """Text, read as text whatever somebody has put in its place."""

    impl = Text
    cache_ok = True

    def column_expression(self, column: Any) -> Any:
        """Return what is selected."""
        return cast(column, Text)


writers = Table(
    "writers",
    metadata,
    Column("table_id", Letters, primary_key=True),
    Column("epoch", BigInteger, nullable=False),
    Column("key", Letters),
    Column("signature", Letters),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Letters, ForeignKey("writers.table_id"), primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("body", Octets, nullable=False),
    Column("hash", Letters, nullable=False),
    Column("private", Octets),
    Column("tag", Letters),
)

commands = Table(
    "commands",
    metadata,
    Column("table_id", Letters, primary_key=True),
    Column("command_id", Letters, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("body_digest", Letters, nullable=False),
    Column("answer", Octets, nullable=False),
    ForeignKeyConstraint(["table_id", "version"], ["entries.table_id", "entries.version"]),
)

rulebooks = Table(
    "rulebooks",
    metadata,
    Column("sha256", Letters, primary_key=True),
    Column("content", Octets, nullable=False),
)

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("table_id", Letters, ForeignKey("writers.table_id"), primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("key", Letters, primary_key=True),
    Column("head", Letters, nullable=False),
    Column("time", Letters, nullable=False),
    Column("signature", Letters, nullable=False),
    Column("epoch", BigInteger, primary_key=True, autoincrement=False, server_default="0"),
    Column("closed", BigInteger, primary_key=True, autoincrement=False, server_default="0"),
    Column("tagged_from", BigInteger, nullable=False, server_default="0"),
    Column("witnessed", BigInteger, nullable=False, server_default="0"),
    Column("adopted_from", BigInteger, nullable=False, server_default="0"),
    Column("restored_from", BigInteger, nullable=False, server_default="0"),
)

shoes = Table(
    "shoes",
    metadata,
    Column("table_id", Letters, ForeignKey("writers.table_id"), primary_key=True),
    Column("shoe", BigInteger, primary_key=True, autoincrement=False),
    Column("sealed", Octets, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("pseudonym", Letters, primary_key=True),
    Column("name", Letters, nullable=False),
)

ways_back = Table(
    "ways_back",
    metadata,
    Column("digest", Letters, primary_key=True),
    Column("pseudonym", Letters, nullable=False),
    Column("kind", Letters, nullable=False),
    Column("until", BigInteger, nullable=False),
)

staff = Table(
    "staff",
    metadata,
    Column("name", Letters, primary_key=True),
    Column("body", Octets, nullable=False),
)

houses = Table(
    "houses",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Letters, nullable=False),
    Column("made", Letters, nullable=False),
)


class Shape:
    """Which columns a database has. Those that an earlier edition did not have are read as their defaults."""

    def __init__(self, missing: frozenset[tuple[str, str]], absent: frozenset[str] = frozenset()) -> None:
        self._missing, self._absent = missing, absent

    @classmethod
    def of(cls, connection: Connection) -> Shape:
        """Look at a database."""
        there = inspect(connection)
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
        """Return the revision of the schema that a database was left at."""
        if self._missing - ADDED_COLUMNS:
            return "0001"
        if self._absent >= ADDED_LAST:
            return "0002"
        return "0003" if self._missing else "head"

    @property
    def incomplete(self) -> tuple[str, ...]:
        """Return the tables of a store of this edition that are not there, or not with every column."""
        return tuple(sorted(self._absent | {table for table, _ in self._missing}))

    def shown_columns(self, table: Table) -> list[ColumnElement[Any]]:
        return [
            column
            if (table.name, column.name) not in self._missing
            else (null() if column.nullable else literal(0)).label(column.name)
            for column in table.columns
        ]

    def kept_columns(self, table: Table) -> list[Column[Any]]:
        """Return the columns of a table that are there; none where the table is not."""
        if table.name in self._absent:
            return []
        return [one for one in table.columns if (table.name, one.name) not in self._missing]

    def named_columns(self, table: Table, *names: str) -> list[ColumnElement[Any]]:
        return [table.c[name] for name in names if (table.name, name) not in self._missing]


CURRENT = Shape(frozenset())
"""The shape that the migrations make."""

ADDED_LAST = frozenset({"ways_back", "staff", "houses"})
"""Tables of revision 0003: where none of them is there, the database is one of before."""

ADDED_COLUMNS = frozenset({("checkpoints", "restored_from")})
"""Columns of revision 0004."""

WRITTEN_ONCE = ("entries", "commands", "rulebooks", "shoes", "checkpoints")
"""Tables whose rows never change."""
