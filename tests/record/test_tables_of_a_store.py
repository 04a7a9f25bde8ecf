"""The tables of a store as they are declared: every column with its type and default, every key, reference and index.

What is declared is what the migrations make, so both are held against the same written table; and which columns an
earlier edition left out, and what is read in their place.
"""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import BigInteger, Connection, LargeBinary, Text, create_engine, select

from tapete.record.store import schema
from tapete.record.store.engine import migrate
from tapete.record.store.schema import Letters, Octets, Shape
from tapete.record.store.shapes import shapes

WRITTEN = {
    "writers": ("table_id letters key", "epoch number", "key letters or none", "signature letters or none"),
    "entries": (
        "table_id letters key of writers.table_id",
        "version number key",
        "body octets",
        "hash letters",
        "private octets or none",
        "tag letters or none",
    ),
    "commands": (
        "table_id letters key of entries.table_id",
        "command_id letters key",
        "version number of entries.version",
        "body_digest letters",
        "answer octets",
    ),
    "rulebooks": ("sha256 letters key", "content octets"),
    "checkpoints": (
        "table_id letters key of writers.table_id",
        "version number key",
        "key letters key",
        "head letters",
        "time letters",
        "signature letters",
        "epoch number key from 0",
        "closed number key from 0",
        "tagged_from number from 0",
        "witnessed number from 0",
        "adopted_from number from 0",
        "restored_from number from 0",
    ),
    "shoes": ("table_id letters key of writers.table_id", "shoe number key", "sealed octets"),
    "people": ("pseudonym letters key", "name letters"),
    "ways_back": ("digest letters key", "pseudonym letters", "kind letters", "until number"),
    "staff": ("name letters key", "body octets"),
    "houses": ("id number key", "name letters", "made letters"),
}
KINDS: dict[type[Any], str] = {BigInteger: "number", Letters: "letters", Octets: "octets", Text: "text"}


def in_words(column: Any) -> str:
    """Return all that is declared of a column."""
    words = [column.name, KINDS[type(column.type)]]
    words += ["key"] * column.primary_key + ["or none"] * column.nullable
    words += [f"of {one.target_fullname}" for one in column.foreign_keys]
    words += [f"from {column.server_default.arg}"] if column.server_default is not None else []
    return " ".join(words)


@pytest.fixture(scope="module")
def fresh() -> Any:
    engine = create_engine("sqlite://")
    migrate(engine)
    with engine.connect() as connection:
        yield connection


def test_the_tables_are_declared_as_they_are_written_here() -> None:
    assert {one.name: tuple(map(in_words, one.columns)) for one in schema.metadata.tables.values()} == WRITTEN


def test_no_number_of_a_key_is_the_databases_own_choice() -> None:
    keys = (one for table in schema.metadata.tables.values() for one in table.primary_key)
    numbers = [one for one in keys if KINDS[type(one.type)] == "number"]
    assert {(one.table.name, one.name): one.autoincrement for one in numbers} == {
        (table, column.split()[0]): False
        for table, columns in WRITTEN.items()
        for column in columns
        if column.split()[1:3] == ["number", "key"]
    }


def test_what_is_declared_has_the_shape_that_the_migrations_make(fresh: Connection) -> None:
    with create_engine("sqlite://").connect() as declared:
        schema.metadata.create_all(declared)
        made = shapes(fresh)
        assert made.pop("alembic_version")
        assert shapes(declared) == made


def test_a_command_refers_to_its_entry_by_both_columns_of_its_key() -> None:
    (reference,) = schema.commands.foreign_key_constraints
    assert [(one.parent.name, one.target_fullname) for one in reference.elements] == [
        ("table_id", "entries.table_id"),
        ("version", "entries.version"),
    ]
    assert reference.name == "fk_commands_table_id_entries"


def test_rows_of_the_record_are_written_once_and_those_beside_it_are_not() -> None:
    assert schema.WRITTEN_ONCE == ("entries", "commands", "rulebooks", "shoes", "checkpoints")
    assert schema.metadata.tables.keys() - set(schema.WRITTEN_ONCE) == {
        "writers",
        "people",
        "ways_back",
        "staff",
        "houses",
    }


@pytest.mark.parametrize(("put", "read"), [("'abc'", b"abc"), ("x'00ff'", b"\x00\xff"), ("12", b"12")])
def test_octets_are_read_as_octets_whatever_was_put_in_their_place(fresh: Connection, put: str, read: bytes) -> None:
    assert isinstance(Octets().impl, LargeBinary)
    fresh.exec_driver_sql(f"INSERT INTO staff (name, body) VALUES ('who', {put})")
    shown = fresh.execute(select(schema.staff.c.body)).scalar_one()
    fresh.rollback()
    assert shown == read


@pytest.mark.parametrize(("put", "read"), [("'abc'", "abc"), ("x'414243'", "ABC"), ("12", "12")])
def test_letters_are_read_as_letters_whatever_was_put_in_their_place(fresh: Connection, put: str, read: str) -> None:
    fresh.exec_driver_sql(f"INSERT INTO writers (table_id, epoch) VALUES ({put}, 1)")
    shown = fresh.execute(select(schema.writers.c.table_id)).scalar_one()
    fresh.rollback()
    assert shown == read


def left_at(revision: str) -> Shape:
    """Return the shape of a database that an edition left at a revision."""
    engine = create_engine("sqlite://")
    migrate(engine, revision)
    with engine.connect() as connection:
        return Shape.of(connection)


FIRST = {
    "writers": ["table_id", "epoch"],
    "entries": ["table_id", "version", "body", "hash", "private"],
    "checkpoints": ["table_id", "version", "key", "head", "time", "signature"],
}
LATER = ["ways_back", "staff", "houses"]


@pytest.mark.parametrize("revision", ["0001", "0002", "0003", "head"])
def test_an_earlier_edition_left_out_these_columns_and_tables(revision: str) -> None:
    every = {name: [one.split()[0] for one in columns] for name, columns in WRITTEN.items()}
    due = every | {name: [] for name in LATER if revision in {"0001", "0002"}}
    if revision == "0001":
        due |= FIRST
    elif revision != "head":
        due["checkpoints"] = every["checkpoints"][:-1]
    shape = left_at(revision)
    assert shape.revision == revision
    tables = schema.metadata.tables
    assert {name: [one.name for one in shape.kept_columns(table)] for name, table in tables.items()} == due
    for name, table in tables.items():
        named = [getattr(one, "name", None) for one in shape.named_columns(table, *every[name])]
        assert named == (every[name] if name in LATER else due[name])


def test_a_column_that_an_earlier_edition_left_out_is_read_as_its_default() -> None:
    engine = create_engine("sqlite://")
    migrate(engine, "0001")
    with engine.connect() as connection:
        shape = Shape.of(connection)
        connection.exec_driver_sql("INSERT INTO writers VALUES ('t1', 3)")
        connection.exec_driver_sql("INSERT INTO entries VALUES ('t1', 1, x'0a', 'ff', NULL)")
        connection.exec_driver_sql("INSERT INTO checkpoints VALUES ('t1', 1, 'k', 'h', 't', 's')")
        rows = [
            connection.execute(select(*shape.shown_columns(table)).select_from(table)).mappings().one()
            for table in (schema.writers, schema.entries, schema.checkpoints)
        ]
    assert rows == [
        {"table_id": "t1", "epoch": 3, "key": None, "signature": None},
        {"table_id": "t1", "version": 1, "body": b"\n", "hash": "ff", "private": None, "tag": None},
        {"table_id": "t1", "version": 1, "key": "k", "head": "h", "time": "t", "signature": "s"}
        | dict.fromkeys(("epoch", "closed", "tagged_from", "witnessed", "adopted_from", "restored_from"), 0),
    ]


def test_where_one_of_the_later_tables_is_there_the_database_is_no_earlier_one() -> None:
    for one in LATER:
        assert Shape(schema.ADDED_COLUMNS, frozenset(LATER) - {one}).revision == "0003"
    assert Shape(frozenset(), frozenset({*LATER, "people"})).revision == "0002"
    assert Shape(schema.ADDED_COLUMNS | {("entries", "tag")}, frozenset(LATER)).revision == "0001"
