"""The tables of a store, one schema for SQLite and PostgreSQL.

Rows of ``entries``, ``commands``, ``rulebooks``, ``shoes`` and ``checkpoints`` are written once; triggers refuse to
change or delete them. ``writers`` moves on with each takeover; ``people`` can be erased, and nothing else holds a name.
The migrations build this schema; a test holds the two equal.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, ForeignKeyConstraint, LargeBinary, MetaData, Table, Text

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

writers = Table(
    "writers",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("epoch", BigInteger, nullable=False),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Text, ForeignKey("writers.table_id"), primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    Column("hash", Text, nullable=False),
    Column("private", LargeBinary),
)

commands = Table(
    "commands",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("command_id", Text, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("body_digest", Text, nullable=False),
    Column("answer", LargeBinary, nullable=False),
    ForeignKeyConstraint(["table_id", "version"], ["entries.table_id", "entries.version"]),
)

rulebooks = Table(
    "rulebooks",
    metadata,
    Column("sha256", Text, primary_key=True),
    Column("content", LargeBinary, nullable=False),
)

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("table_id", Text, ForeignKey("writers.table_id"), primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("key", Text, primary_key=True),
    Column("head", Text, nullable=False),
    Column("time", Text, nullable=False),
    Column("signature", Text, nullable=False),
)

shoes = Table(
    "shoes",
    metadata,
    Column("table_id", Text, ForeignKey("writers.table_id"), primary_key=True),
    Column("shoe", BigInteger, primary_key=True, autoincrement=False),
    Column("sealed", LargeBinary, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("pseudonym", Text, primary_key=True),
    Column("name", Text, nullable=False),
)

WRITTEN_ONCE = ("entries", "commands", "rulebooks", "shoes", "checkpoints")
"""Tables whose rows never change."""
