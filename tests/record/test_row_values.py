"""No row of a store is left unread: whatever stands in a column, the audit says so and goes on."""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec
import pytest

from tapete.cli.records import audit_inputs, record_games
from tapete.record.audit import AuditReport, audit, summary
from tapete.record.source import StoreSource
from tapete.record.store import open_store, reader, row_values, schema
from tapete.record.verify import VerifyOptions, verify_table
from tapete.words import finding
from tests.support.record.tampering import tools
from tests.support.record.tampering.small_hall import OTHER, TABLE, Copy, copy_hall, make_closed_hall

RECORD = ("entries", "commands", "shoes", "checkpoints", "writers", "rulebooks")
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


def copies(hall: Path, folder: Path) -> Iterator[Copy]:
    """Yield copies of the store without end, each in the place of the one before."""
    for number in count():
        if number:
            shutil.rmtree(folder / f"copy-{number - 1}")
        yield copy_hall(hall, "closed", folder / f"copy-{number}")


@pytest.mark.parametrize("table", RECORD)
def test_a_value_of_another_sort_is_said_wherever_it_stands(hall: Path, tmp_path: Path, table: str) -> None:
    wrong, fresh = list[str](), copies(hall, tmp_path)
    for column in schema.metadata.tables[table].columns:
        for sort, value in SORTS.items():
            copy = next(fresh)
            ((at,),) = tools.rows(copy, f"SELECT max(rowid) FROM {table}")
            tools.sql(copy, f"UPDATE {table} SET {column.name} = {value} WHERE rowid = {at}")
            ((found,),) = tools.rows(copy, f"SELECT typeof({column.name}) FROM {table} WHERE rowid = {at}")
            report = audited(copy)
            is_strange = found != row_values._sort(column) or (table, column.name) in row_values.FLAGS
            if not codes(report) or strange(report) != ({f"{table}.{column.name}": 1} if is_strange else {}):
                wrong.append(f"{sort} in {column}: {codes(report)}, strange are {strange(report)}")
    assert wrong == []


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
def test_nothing_where_there_must_be_something_is_said(
    hall: Path, tmp_path: Path, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "PAGE", 3)
    wrong, fresh = list[str](), copies(hall, tmp_path)
    for column in (one for one in schema.metadata.tables[table].columns if not one.nullable):
        for where in (f"rowid = (SELECT max(rowid) FROM {table})", "TRUE"):
            copy = next(fresh)
            count_empty = leave_empty(copy, table, column.name, where)
            assert count_empty
            report = audited(copy)
            assert all(finding(one.code, one.facts, "es") for one in report.problems)
            if strange(report) != {f"{table}.{column.name}": count_empty}:
                wrong.append(f"nothing in {column} where {where}: {codes(report)}, strange are {strange(report)}")
            with open_store(str(copy.db), read_only=True) as store:
                source = StoreSource(store)
                for name in source.tables():
                    verify_table(source, name, record_games(source), VerifyOptions())
                    assert store.head(name).version >= -1
    assert wrong == []


OWN = {
    "text": ("''", "'ñ'", "'abc'", "'00'", "char(0)", f"'{TABLE}'", f"'{OTHER}'"),
    "blob": ("x''", "x'00'", "x'7b7d'"),
    "integer": ("-1", "0", "1", "9007199254740992", "9223372036854775807", "-9223372036854775807"),
}


@pytest.mark.parametrize("table", RECORD)
def test_another_value_of_its_sort_is_said_wherever_it_stands(hall: Path, tmp_path: Path, table: str) -> None:
    wrong, fresh = list[str](), copies(hall, tmp_path)
    for column in schema.metadata.tables[table].columns:
        for value in OWN[row_values._sort(column)] + (("NULL",) if column.nullable else ()):
            copy = next(fresh)
            ((at, before),) = tools.rows(copy, f"SELECT max(rowid), {column.name} FROM {table}")
            try:
                tools.sql(copy, f"UPDATE {table} SET {column.name} = {value} WHERE rowid = {at}")
            except sqlite3.IntegrityError:  # there is a row of that key already
                continue
            ((after,),) = tools.rows(copy, f"SELECT {column.name} FROM {table} WHERE rowid = {at}")
            if bool(found := codes(audited(copy))) != (after != before):
                wrong.append(f"{value} in {column}: {found}")
    assert wrong == []


@pytest.mark.parametrize("table", RECORD)
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
