"""The shape of a table: whatever of it is otherwise makes another shape, and what things are called makes none."""

from __future__ import annotations

import pytest
from sqlalchemy import create_engine

from tapete.record.store.shapes import shapes

OTHERS = "CREATE TABLE hall (id INTEGER PRIMARY KEY, no INTEGER UNIQUE); CREATE TABLE door (id INTEGER PRIMARY KEY)"
TABLE = (
    "CREATE TABLE seat (id INTEGER PRIMARY KEY, a TEXT NOT NULL, b TEXT, c INTEGER REFERENCES hall (id), UNIQUE (a, b))"
)
INDEX = "CREATE INDEX one ON seat (a)"


def shape(table: str = TABLE, index: str = INDEX) -> object:
    """Return the shape of a table that is made so."""
    with create_engine("sqlite://").connect() as connection:
        for statement in (*OTHERS.split(";"), table, *index.split(";")):
            connection.exec_driver_sql(statement)
        return shapes(connection)["seat"]


@pytest.mark.parametrize(
    "changed",
    [
        TABLE.replace("b TEXT,", "d TEXT,").replace("(a, b)", "(a, d)"),
        TABLE.replace("a TEXT NOT NULL", "a TEXT"),
        TABLE.replace("b TEXT,", "b TEXT NOT NULL,"),
        TABLE.replace("id INTEGER PRIMARY KEY, a TEXT NOT NULL", "id INTEGER NOT NULL, a TEXT PRIMARY KEY NOT NULL"),
        TABLE.replace("hall (id)", "door (id)"),
        TABLE.replace("hall (id)", "hall (no)"),
        TABLE.replace("c INTEGER REFERENCES hall (id)", "c INTEGER"),
        TABLE.replace("b TEXT, c INTEGER REFERENCES hall (id)", "b TEXT REFERENCES hall (id), c INTEGER"),
        TABLE.replace("UNIQUE (a, b)", "UNIQUE (b)"),
        TABLE.replace(", UNIQUE (a, b)", ""),
        TABLE.replace("UNIQUE (a, b)", "UNIQUE (a, b), UNIQUE (c)"),
        TABLE.replace("INTEGER PRIMARY KEY", "INTEGER PRIMARY KEY NOT NULL") + " WITHOUT ROWID",
    ],
)
def test_a_table_that_is_otherwise_has_another_shape(changed: str) -> None:
    assert changed != TABLE
    assert shape(changed) != shape()


@pytest.mark.parametrize(
    "changed",
    [
        "CREATE INDEX one ON seat (b)",
        "CREATE INDEX one ON seat (a, b)",
        "CREATE UNIQUE INDEX one ON seat (a)",
        f"{INDEX}; CREATE INDEX two ON seat (c)",
    ],
)
def test_another_index_is_another_shape_whatever_it_is_called(changed: str) -> None:
    assert shape(index=changed) != shape()
    assert shape(index=INDEX.replace("one", "another")) == shape()


@pytest.mark.parametrize("other", ["f TEXT", "e TEXT NOT NULL", "e TEXT, f TEXT", ""])
def test_a_column_that_nothing_refers_to_has_its_name_too(other: str) -> None:
    one = TABLE.replace("UNIQUE (a, b)", "e TEXT, UNIQUE (a, b)")
    assert shape(one) != shape(one.replace("e TEXT, ", f"{other}, " if other else ""))
    assert shape(one) == shape(one.replace("e TEXT", "e INTEGER"))


def test_the_shape_of_a_table_is_its_columns_its_key_and_what_it_refers_to_and_is_found_by() -> None:
    assert shape() == (
        (("id", True), ("a", False), ("b", True), ("c", True)),
        ("id",),
        ("(['c'], 'hall', ['id'])",),
        ("(['a', 'b'],)",),
        ("(['a'], False)",),
        True,
    )
