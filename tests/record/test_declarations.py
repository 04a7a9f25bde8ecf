"""What a table is declared with beyond its columns and keys: read off each sort of database, and held against what a
fresh store has.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, create_engine, text

from tapete.record.store import declarations
from tapete.record.store.declarations import (
    as_written,
    due_on_postgresql,
    postgresql_declarations,
    sqlite_declarations,
)
from tapete.record.store.engine import migrate
from tapete.record.store.shapes import shape_faults, tables_without_rowid

Row = SimpleNamespace


@pytest.mark.parametrize(
    ("sql", "written"),
    [
        ("CREATE TABLE a (b TEXT)", "create table a ( b text )"),
        ("create  table\n\ta(b   text )", "create table a ( b text )"),
        ("CREATE TABLE a -- why\n(b TEXT /* or\nnot */)", "create table a ( b text )"),
        ("x TEXT DEFAULT 'It''s  A'", "x text default 'It''s  A'"),
        ('"NOT" NULL', '"NOT" null'),
        ('"a""B" `C d` [E f] G', '"a""B" `C d` [E f] g'),
        ("a<>1 OR B>=2", "a < > 1 or b > = 2"),
        ("", ""),
    ],
)
def test_blanks_comments_and_the_size_of_letters_are_put_aside_but_not_in_quotes(sql: str, written: str) -> None:
    assert as_written(sql) == written


def fresh() -> Engine:
    engine = create_engine("sqlite://")
    migrate(engine)
    return engine


def test_a_table_is_declared_with_the_indexes_that_somebody_made_for_it() -> None:
    with create_engine("sqlite://").connect() as connection:
        for one in ("CREATE TABLE t (A TEXT UNIQUE)", "CREATE VIEW v AS SELECT 1", "CREATE INDEX Z ON t (A)",
                    "CREATE INDEX i ON t (A DESC)", "CREATE TABLE u (b)"):  # fmt: skip
            connection.exec_driver_sql(one)
        assert sqlite_declarations(connection) == {
            "t": ("index create index i on t ( a desc )", "index create index z on t ( a )",
                  "table create table t ( a text unique )"),
            "u": ("table create table u ( b )",),
        }  # fmt: skip


# --- a store ----------------------------------------------------------------------------------------------------------


def faults(*statements: str, revision: str = "head") -> list[Any]:
    with fresh().connect() as connection:
        for one in statements:
            connection.exec_driver_sql(one)
        return list(shape_faults(connection, revision))


STAFF = "CREATE TABLE staff (name TEXT NOT NULL, body BLOB NOT NULL{}, CONSTRAINT pk_staff PRIMARY KEY (name))"


@pytest.mark.parametrize(
    ("statements", "found"),
    [
        ((), []),
        (("DROP TABLE staff",), [("shape-missing", "staff")]),
        (("DROP TABLE staff", "DROP TABLE houses"), [("shape-missing", "houses"), ("shape-missing", "staff")]),
        (("CREATE TABLE b (x)", "CREATE TABLE a (x)"), [("shape-foreign", "a"), ("shape-foreign", "b")]),
        (("DROP TABLE staff", STAFF.format("")), []),
        (("DROP TABLE staff", STAFF.format(" ").lower()), []),
        (("DROP TABLE staff", STAFF.format(", more TEXT")), [("shape-changed", "staff")]),
        (("DROP TABLE staff", STAFF.format(" CHECK (name <> 'x')")), [("declaration-changed", "staff")]),
        (("DROP TABLE staff", STAFF.format(" DEFAULT x'00'")), [("declaration-changed", "staff")]),
        (("CREATE INDEX i ON staff (body)",), [("shape-changed", "staff")]),
        (("CREATE INDEX i ON staff (name || body)",), [("declaration-changed", "staff")]),
        (("DROP TABLE staff", STAFF.format("") + " WITHOUT ROWID"), [("shape-changed", "staff")]),
    ],
)
def test_a_table_that_is_not_as_it_was_made_is_said(statements: tuple[str, ...], found: list[Any]) -> None:
    assert faults(*statements) == [(code, {"name": name}) for code, name in found]


def test_a_store_of_an_earlier_edition_has_the_tables_of_its_own_revision() -> None:
    assert faults(revision="0003") == [("shape-changed", {"name": "checkpoints"})]
    engine = create_engine("sqlite://")
    migrate(engine, "0002")
    with engine.connect() as connection:
        assert list(shape_faults(connection, "0002")) == []
        assert {facts["name"] for _, facts in shape_faults(connection, "0003")} == {"ways_back", "staff", "houses"}


def test_tables_whose_rows_have_no_number_are_found() -> None:
    with create_engine("sqlite://").connect() as connection:
        for one in ("CREATE TABLE a (x PRIMARY KEY) WITHOUT ROWID", "CREATE TABLE b (x PRIMARY KEY)"):
            connection.exec_driver_sql(one)
        assert tables_without_rowid(connection) == {"a"}
    server: Any = SimpleNamespace(dialect=SimpleNamespace(name="postgresql"))
    assert tables_without_rowid(server) == frozenset()


# --- a server ---------------------------------------------------------------------------------------------------------


def test_a_server_has_the_columns_of_a_fresh_store_and_nothing_beyond() -> None:
    with fresh().connect() as connection:
        due = due_on_postgresql(connection)
    assert due["staff"] == ("body bytea", "name text")
    assert due["ways_back"] == ("digest text", "kind text", "pseudonym text", "until bigint")
    assert due["alembic_version"] == ("version_num character varying(32)",)
    assert due["checkpoints"] == (
        *(f"{one} bigint DEFAULT '0'::bigint" for one in ("adopted_from", "closed", "epoch")),
        "head text", "key text",
        "restored_from bigint DEFAULT '0'::bigint", "signature text", "table_id text",
        "tagged_from bigint DEFAULT '0'::bigint", "time text", "version bigint",
        "witnessed bigint DEFAULT '0'::bigint",
    )  # fmt: skip


class Server:
    """A connection to a server whose catalogue says this of one table."""

    def __init__(self, columns: list[Any], beyond: list[str]) -> None:
        self.answers = {id(declarations._COLUMNS): columns,
                        id(declarations._BEYOND): [Row(relname="t", made=one) for one in beyond]}  # fmt: skip

    def execute(self, asked: Any) -> Any:
        return self.answers[id(asked)]


def column(name: str, kind: str, made: str | None = None, computed: str = "", letters: str | None = None) -> Any:
    return Row(relname="t", attname=name, kind=kind, made=made, computed=computed, letters=letters)


PLAIN = ("PRIMARY KEY (a, b)", "FOREIGN KEY (a) REFERENCES writers(table_id)")


@pytest.mark.parametrize(
    ("columns", "beyond", "declared"),
    [
        ([column("b", "text"), column("a", "bigint")], PLAIN, ("a bigint", "b text")),
        ([column("a", "bigint", "'0'::bigint")], (), ("a bigint DEFAULT '0'::bigint",)),
        ([column("a", "text", None, "", "C")], (), ("a text COLLATE C",)),
        ([column("a", "text", "x", "s", "C")], (), ("a text COLLATE C DEFAULT x s",)),
        ([column("a", "text", None, "a")], (), ("a text a",)),
        ([column("a", "text")], ("UNLOGGED",), ("UNLOGGED", "a text")),
        ([column("a", "text")], ("PRIMARY KEY (a) DEFERRABLE",), ("PRIMARY KEY (a) DEFERRABLE", "a text")),
        ([column("a", "text")], (PLAIN[1] + " ON DELETE CASCADE",), (PLAIN[1] + " ON DELETE CASCADE", "a text")),
        ([column("a", "text")], ("CHECK ((a <> 'x'::text))",), ("CHECK ((a <> 'x'::text))", "a text")),
    ],
)
def test_what_a_server_says_of_a_table_is_told_but_for_plain_keys_and_references(
    columns: list[Any], beyond: tuple[str, ...], declared: tuple[str, ...]
) -> None:
    server: Any = Server(columns, list(beyond))
    assert postgresql_declarations(server) == {"t": declared}


def test_a_connection_is_only_read() -> None:
    with fresh().connect() as connection:
        before = total(connection)
        assert list(shape_faults(connection, "head")) == []
        assert total(connection) == before


def total(connection: Connection) -> int:
    return int(connection.execute(text("SELECT total_changes()")).scalar_one())
