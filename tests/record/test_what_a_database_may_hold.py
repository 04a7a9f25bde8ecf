"""Threat: whoever writes the database leaves a table out, or puts something else into it than what belongs there. The
audit says so and ends, and no verb over the store ends without an answer.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tapete.cli import app
from tapete.live import Keys
from tapete.people.row_seal import RowSeal
from tapete.people.sealed_rows import TABLES, changed_tables
from tapete.record.store import open_store, schema

runner = CliRunner()
VALUES = ("x'00'", "x''", "'\u00f1'", "''", "9223372036854775807", "1e400", "-1.5")
"""Of each sort that SQLite knows, and its bounds."""
EVERY = [one for table in schema.metadata.sorted_tables for one in (table, *table.columns)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("house")
    more = ("--key", str(made / "key"), "--witness", str(made / "witness"))
    found = runner.invoke(app, ["init", "--store", f"{made}/sala.db", "--name", "Casa", "--director", "dora", *more])
    assert found.exit_code == 0
    return made


def told(house: Path, folder: Path, sql: str, *verb: str) -> tuple[int, str]:
    """Return the status of a verb over a copy on which somebody has done something, and what it says."""
    shutil.copy(house / "sala.db", store := folder / "sala.db")
    with closing(sqlite3.connect(store)) as other:
        other.executescript(f"PRAGMA foreign_keys = OFF; {sql}")
    found = runner.invoke(app, [*verb, str(store), "--key", str(house / "key"), "--lang", "en"])
    return found.exit_code, found.output


@pytest.mark.parametrize("column", [one for table in TABLES.values() for one in table.columns], ids=str)
def test_whatever_stands_where_people_are_kept_is_said_to_be_somebody_elses(
    house: Path, tmp_path: Path, column: schema.Column[object]
) -> None:
    for value in VALUES:
        row = ", ".join(value if one is column else f"'{one.name}-2'" for one in column.table.columns)
        assert told(house, tmp_path, f"INSERT INTO {column.table} VALUES ({row})", "people", "list", "--store")[0] == 2
        with open_store(f"{tmp_path}/sala.db", read_only=True) as opened:
            assert str(column.table) in changed_tables(opened, RowSeal(Keys.load(house / "key").sealing)), value


@pytest.mark.parametrize("gone", EVERY, ids=str)
def test_what_is_not_there_is_said_by_the_audit_and_no_hall_goes_on_without_it(
    house: Path, tmp_path: Path, gone: schema.Table | schema.Column[object]
) -> None:
    """A table that was dropped, or one of whose columns was given another name."""
    name = str(gone if isinstance(gone, schema.Table) else gone.table)
    sql = f"DROP TABLE {name}" if name == str(gone) else f"ALTER TABLE {name} RENAME {gone.name} TO x"
    assert told(house, tmp_path, sql, "audit")[0] in (1, 2)
    status, said = told(house, tmp_path, sql, "people", "list", "--store")
    assert (status, f"the table {name}, or one of its columns" in said) == (2, True), said
