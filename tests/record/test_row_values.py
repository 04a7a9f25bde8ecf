"""No row of a store is left unread: whatever stands in a column, the audit says so and goes on."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.cli.records import audit_inputs, record_games
from tapete.record.audit import AuditReport, audit, summary
from tapete.record.canonical import canonical
from tapete.record.source import StoreSource
from tapete.record.store import open_store, reader, row_values, schema
from tapete.record.verify import VerifyOptions, verify_table
from tapete.words import finding
from tests.support.record.tampering import tools
from tests.support.record.tampering.small_hall import OTHER, TABLE, Copy, copy_hall, make_closed_hall

RECORD = ("entries", "commands", "shoes", "checkpoints", "writers", "rulebooks")
COLUMNS = [(table, column) for table in RECORD for column in schema.metadata.tables[table].columns]
SORTS = {
    "text": "'x'",
    "blob": "x'6d657361'",
    "integer": "97531",
    "real": "1.5",
    "negative": "-1e300",
    "least": "-9223372036854775808",
}
PEOPLE = {
    "people": ("('p', 'Ana')", "(x'70', 'Ana')", "('p', x'07')"),
    "staff": ("('dora', x'7b7d')", "('dora', '{}')"),
    "ways_back": ("('d', 'p', 'code', 7)", "('d', 'p', 'code', 'never')"),
    "houses": ("(1, 'Casa', '2026')", "(1, 'Casa', x'00')"),
}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("halls")
    make_closed_hall(folder)
    return folder


@pytest.fixture
def copy(hall: Path, tmp_path: Path) -> Copy:
    return copy_hall(hall, "closed", tmp_path / "copy")


def audited(copy: Copy, *tables: str) -> AuditReport:
    given = audit_inputs(copy.key, [copy.witness], None)
    with open_store(str(copy.db), read_only=True) as store:
        source = StoreSource(store)
        report = audit(source, record_games(source), given, tables or None)
    msgspec.json.encode(summary(report))  # whatever stood in a row, the answer can be written
    return report


def codes(report: AuditReport) -> set[str]:
    return {one.code for one in report.problems}


def strange(report: AuditReport) -> dict[str, int]:
    """Return how many values of each column are of another sort."""
    return {one.facts["name"]: one.facts["count"] for one in report.problems if one.code == "value-strange"}


def test_every_row_of_a_sound_store_is_read(copy: Copy) -> None:
    asked = Counter[str]()
    with open_store(str(copy.db), read_only=True) as store:
        source = StoreSource(store)
        for table in source.tables():
            asked["entries"] += sum(1 for _ in source.stored_entries(table))
            asked["commands"] += len(source.commands(table) or ())
            asked["shoes"] += len(source.shoes(table))
            asked["checkpoints"] += len(source.checkpoints(table))
            asked["writers"] += source.custody(table).writer is not None
        asked["rulebooks"] += len(source.rulebooks())
        assert (
            asked
            == source.row_counts()
            == {name: tools.rows(copy, f"SELECT count(*) FROM {name}")[0][0] for name in RECORD}
        )
    assert min(asked.values()) > 0
    assert not audited(copy).problems


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=[str(column) for _, column in COLUMNS])
def test_a_value_of_another_sort_is_said_wherever_it_stands(copy: Copy, table: str, column: Any, sort: str) -> None:
    connection = sqlite3.connect(copy.db)
    (at,) = connection.execute(f"SELECT max(rowid) FROM {table}").fetchone()
    connection.close()
    tools.sql(copy, f"UPDATE {table} SET {column.name} = {SORTS[sort]} WHERE rowid = {at}")
    ((found,),) = tools.rows(copy, f"SELECT typeof({column.name}) FROM {table} WHERE rowid = {at}")
    report = audited(copy)
    assert codes(report)
    due = row_values._sort(column)
    is_flag = (table, column.name) in row_values.FLAGS
    assert strange(report) == ({f"{table}.{column.name}": 1} if found != due or is_flag else {})


def leave_empty(copy: Copy, table: str, column: str, where: str) -> int:
    """Leave nothing where there must be something: the condition is taken out of the table, and put back.

    Return in how many rows.
    """
    count = 0
    connection = sqlite3.connect(copy.db, isolation_level=None)
    ((made,),) = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchall()
    for shape in (made.replace(" NOT NULL", ""), made):
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (shape, table))
        connection.close()
        if shape != made:
            tools.sql(copy, f"UPDATE {table} SET {column} = NULL WHERE {where}")
            ((count,),) = tools.rows(copy, f"SELECT count(*) FROM {table} WHERE {column} IS NULL")
        connection = sqlite3.connect(copy.db, isolation_level=None)
    connection.close()
    return count


@pytest.mark.parametrize("table", RECORD)
def test_a_table_that_was_made_anew_without_numbers_of_its_rows_is_read(
    copy: Copy, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes nothing from what can be read: said is that it is another table, and what is strange in it."""
    monkeypatch.setattr(row_values, "PAGE", 1)
    ((made,),) = tools.rows(copy, "SELECT sql FROM sqlite_master WHERE name = ?", table)
    guards = [made for (made,) in tools.rows(
        copy, "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?", table)]  # fmt: skip
    connection = sqlite3.connect(copy.db, isolation_level=None)
    plain = ("PRAGMA foreign_keys = OFF", "PRAGMA legacy_alter_table = ON")
    anew = (f"ALTER TABLE {table} RENAME TO old", f"{made} WITHOUT ROWID", f"INSERT INTO {table} SELECT * FROM old")
    for one in (*plain, *anew, "DROP TABLE old", *guards):
        connection.execute(one)
    connection.close()
    report = audited(copy)
    assert [(one.code, one.facts) for one in report.problems] == [("shape-changed", {"name": table})]
    column, *_ = (one for one in schema.metadata.tables[table].columns if row_values._sort(one) == "text")
    tools.sql(copy, f"UPDATE {table} SET {column.name} = CAST({column.name} AS BLOB)")
    ((count,),) = tools.rows(copy, f"SELECT count(*) FROM {table}")
    assert strange(audited(copy)) == {f"{table}.{column.name}": count}


DUE = [(table, column) for table, column in COLUMNS if not column.nullable]


@pytest.mark.parametrize("where", ["rowid = (SELECT max(rowid) FROM {})", "TRUE"], ids=["one", "all"])
@pytest.mark.parametrize(("table", "column"), DUE, ids=[str(column) for _, column in DUE])
def test_nothing_where_there_must_be_something_is_said(
    copy: Copy, table: str, column: Any, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "PAGE", 3)
    count = leave_empty(copy, table, column.name, where.format(table))
    assert count
    report = audited(copy)
    assert strange(report) == {f"{table}.{column.name}": count}
    assert not {"shape-changed", "guard-missing", "guard-changed"} & codes(report)
    assert all(finding(one.code, one.facts, "es") for one in report.problems)
    with open_store(str(copy.db), read_only=True) as store:
        source = StoreSource(store)
        assert "value-strange" in codes(audit(source, record_games(source)))
        for name in source.tables():
            verify_table(source, name, record_games(source), VerifyOptions())
            assert store.head(name).version >= -1


OWN = {
    "text": ("''", "'ñ'", "'abc'", "'00'", "char(0)", f"'{TABLE}'", f"'{OTHER}'"),
    "blob": ("x''", "x'00'", "x'7b7d'"),
    "integer": ("-1", "0", "1", "9007199254740992", "9223372036854775807", "-9223372036854775807"),
}


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=[str(column) for _, column in COLUMNS])
def test_another_value_of_its_sort_is_said_wherever_it_stands(
    hall: Path, tmp_path: Path, table: str, column: Any
) -> None:
    values = OWN[row_values._sort(column)] + (("NULL",) if column.nullable else ())
    for number, value in enumerate(values):
        copy = copy_hall(hall, "closed", tmp_path / str(number))
        ((at, before),) = tools.rows(copy, f"SELECT max(rowid), {column.name} FROM {table}")
        try:
            tools.sql(copy, f"UPDATE {table} SET {column.name} = {value} WHERE rowid = {at}")
        except sqlite3.IntegrityError:  # there is a row of that key already
            continue
        ((after,),) = tools.rows(copy, f"SELECT {column.name} FROM {table} WHERE rowid = {at}")
        assert bool(codes(audited(copy))) == (after != before), value


@pytest.mark.parametrize("table", ["entries", "commands", "shoes", "checkpoints", "writers", "rulebooks"])
def test_a_row_under_a_key_that_is_no_text_does_not_hide(copy: Copy, table: str) -> None:
    """Bytes, and text that is none: a question with the name of the table finds neither."""
    key = "sha256" if table == "rulebooks" else "table_id"
    for value in (f"CAST({key} AS BLOB)", "CAST(x'6dff' AS TEXT)"):
        columns = ", ".join(value if one.name == key else one.name for one in schema.metadata.tables[table].columns)
        tools.sql(copy, f"INSERT INTO {table} SELECT {columns} FROM {table} LIMIT 1")
    report = audited(copy)
    assert strange(report) == {f"{table}.{key}": 1}
    if table != "rulebooks":  # found by its number, and then its name is not that of its content
        assert {(one.code, one.facts.get("name")) for one in report.problems} >= {("rows-unread", table)}


@pytest.mark.parametrize("version", ["-9223372036854775808", "-1e300", "-9223372036854775807", "9223372036854775807"])
def test_an_entry_under_the_least_number_of_all_is_read(copy: Copy, version: str) -> None:
    tools.sql(copy, f"INSERT INTO entries SELECT table_id, {version}, body, hash, private, tag FROM entries "
              f"WHERE table_id = '{TABLE}' AND version = 1")  # fmt: skip
    for tables in ((), (TABLE,)):
        found = audited(copy, *tables)
        assert {"row-moved", "version-gap"} <= codes(found)
        assert "rows-unread" not in codes(found)


@pytest.mark.parametrize("command", ["''", "x''", "x'00'", "char(0)"])
def test_a_request_under_an_empty_id_is_read(copy: Copy, command: str) -> None:
    tools.sql(copy, f"INSERT INTO commands VALUES ('{TABLE}', {command}, 1, 'ab', x'')")
    assert "command-foreign" in codes(audited(copy))


def test_many_requests_under_ids_that_are_no_text_end(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "PAGE", 3)
    assert not audited(copy).problems
    tools.sql(copy, *(f"INSERT INTO commands VALUES ('{TABLE}', x'{number:02x}', 1, 'ab', x'')" for number in range(9)))
    assert strange(audited(copy)) == {"commands.command_id": 9}


def test_a_store_is_looked_at_page_by_page(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_values, "PAGE", 2)
    ((count,),) = tools.rows(copy, "SELECT count(*) FROM entries")
    tools.sql(copy, "UPDATE entries SET rowid = -9223372036854775808 WHERE rowid = (SELECT min(rowid) FROM entries)",
              "UPDATE entries SET rowid = 9223372036854775807 WHERE rowid = (SELECT max(rowid) FROM entries)",
              "UPDATE entries SET hash = CAST(hash AS BLOB)")  # fmt: skip
    assert strange(audited(copy)) == {"entries.hash": count}


@pytest.mark.parametrize(("column", "value"), [("closed", "2"), ("closed", "-1"), ("witnessed", "7")])
def test_yes_and_no_are_written_in_one_way(copy: Copy, column: str, value: str) -> None:
    tools.sql(copy, f"UPDATE checkpoints SET {column} = {value} WHERE {column} = 1 AND table_id = '{OTHER}'")
    assert set(strange(audited(copy))) == {f"checkpoints.{column}"}


@pytest.mark.parametrize(
    "spelled", ["upper(signature)", "' ' || signature", "substr(signature, 1, 2) || ' ' || substr(signature, 3)"]
)
@pytest.mark.parametrize(("table", "code"), [("writers", "writer-changed"), ("checkpoints", "checkpoint-unsigned")])
def test_a_signature_has_one_spelling(copy: Copy, table: str, code: str, spelled: str) -> None:
    tools.sql(copy, f"UPDATE {table} SET signature = {spelled} WHERE table_id = '{TABLE}'")
    assert code in codes(audited(copy))


def test_a_rulebook_that_says_a_thing_twice_is_unreadable(copy: Copy) -> None:
    ((content,),) = tools.rows(copy, "SELECT content FROM rulebooks LIMIT 1")
    twice = b'{"id":"otra",' + content[1:]
    tools.sql(copy, f"UPDATE rulebooks SET content = x'{twice.hex()}' WHERE content = x'{content.hex()}'")
    assert "rulebook-unreadable" in codes(audited(copy))


@pytest.mark.parametrize(
    "content", [{"id": 5, "game": []}, {"id": "x", "game": "punto-y-banca"}, {"id": None, "game": {}, "a": 1}]
)
def test_a_rulebook_whatever_it_says_stops_nothing(copy: Copy, content: dict[str, Any]) -> None:
    tools.sql(copy, f"UPDATE rulebooks SET content = x'{canonical(content).hex()}'")
    assert {"rulebook-changed", "rulebook-missing"} & codes(audited(copy))


@pytest.mark.parametrize("table", PEOPLE)
def test_what_stands_beside_the_record_is_of_its_sort_too(copy: Copy, table: str) -> None:
    sound, *others = PEOPLE[table]
    tools.sql(copy, f"INSERT INTO {table} VALUES {sound}")
    assert codes(audited(copy)) == (
        {"house-gone"} if table == "houses" else set()
    )  # a house that has no record of its own
    for other in others:
        tools.sql(copy, f"DELETE FROM {table}", f"INSERT INTO {table} VALUES {other}")
        assert len(strange(audited(copy))) == 1


def test_shoes_under_numbers_that_are_none_are_foreign(copy: Copy) -> None:
    tools.sql(
        copy, *(f"INSERT INTO shoes VALUES ('{TABLE}', {number}, x'00')" for number in ("'x'", "9", "1.5", "x'01'"))
    )
    assert [one.code for one in audited(copy).problems].count("shoe-foreign") == 4


def test_a_row_that_its_index_does_not_have_is_missed(copy: Copy) -> None:
    """Somebody takes the key of a table away, adds a row, and puts the key back as it was."""
    connection = sqlite3.connect(copy.db, isolation_level=None)
    guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        connection.execute(f'DROP TRIGGER "{name}"')
    index = "sqlite_autoindex_entries_1"
    ((made,),) = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'entries'").fetchall()
    (kept,) = connection.execute(
        "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master WHERE name = ?", (index,)
    )
    bare = re.sub(r",\s*CONSTRAINT pk_entries PRIMARY KEY \([^)]*\)", "", made)
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'entries'", (bare,))
    connection.execute("DELETE FROM sqlite_master WHERE name = ?", (index,))
    connection.close()
    connection = sqlite3.connect(copy.db, isolation_level=None)
    connection.execute(f"INSERT INTO entries SELECT table_id, version + 500, body, hash, private, tag FROM entries "
                       f"WHERE table_id = '{TABLE}' AND version = 1")  # fmt: skip
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'entries'", (made,))
    connection.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", kept)
    connection.close()
    connection = sqlite3.connect(copy.db)
    for _, guard in guards:
        connection.execute(guard)
    connection.close()
    assert [(one.code, one.facts) for one in audited(copy).problems] == [
        ("rows-unread", {"name": "entries", "count": 1})
    ]
