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
from tapete.kernel import PersonId
from tapete.live import Keys
from tapete.people.player_store import Way, WayKind
from tapete.people.row_seal import RowSeal
from tapete.people.sealed_rows import TABLES, changed_tables
from tapete.people.stored_players import StoredPlayers
from tapete.record.store import open_store, schema

runner = CliRunner()
VALUES = ("x'00'", "x''", "'\u00f1'", "''", "9223372036854775807", "-1", "1e400", "-1.5")
"""Of each sort that SQLite knows, and its bounds."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with a row in each table about people."""
    folder = tmp_path_factory.mktemp("house")
    store, key = folder / "sala.db", folder / "key"
    made = ("init", "--store", str(store), "--name", "Casa", "--director", "dora", "--key", str(key))
    assert runner.invoke(app, [*made, "--witness", str(folder / "witness")]).exit_code == 0
    with open_store(str(store)) as opened:
        players = StoredPlayers(opened, RowSeal(Keys.load(key).sealing))
        players.put_name(PersonId("p-1"), "Ana")
        players.put_way("digest", Way(PersonId("p-1"), WayKind.BROWSER, 9))
    return folder


def changed(house: Path, folder: Path, sql: str) -> Path:
    """Return a copy of the house on which somebody has done something."""
    shutil.copy(house / "sala.db", store := folder / "sala.db")
    with closing(sqlite3.connect(store)) as other:
        other.executescript(f"PRAGMA foreign_keys = OFF; {sql}")
    return store


def told(house: Path, store: Path, *verb: str) -> tuple[int, str]:
    """Return the status of a verb and what it says."""
    found = runner.invoke(app, [*verb, str(store), "--key", str(house / "key"), "--lang", "en"])
    return found.exit_code, found.output


@pytest.mark.parametrize("column", [one for table in TABLES.values() for one in table.columns], ids=str)
def test_whatever_stands_where_people_are_kept_is_said_to_be_somebody_elses(
    house: Path, tmp_path: Path, column: schema.Column[object]
) -> None:
    """In a row that the hall wrote, and in one more: of whatever sort, nobody takes it for the hall's own."""
    table = str(column.table)
    for value in VALUES:
        row = ", ".join(value if one is column else f"'{one.name}-2'" for one in column.table.columns)
        for sql in (
            f"UPDATE {table} SET {column.name} = {value} WHERE rowid = 1",
            f"INSERT INTO {table} VALUES ({row})",
        ):
            store = changed(house, tmp_path, sql)
            with open_store(str(store), read_only=True) as opened:
                assert table in changed_tables(opened, RowSeal(Keys.load(house / "key").sealing)), sql
            assert told(house, store, "people", "list", "--store")[0] == 2, sql


EVERY = [one for table in schema.metadata.sorted_tables for one in (table, *table.columns)]


@pytest.mark.parametrize("gone", EVERY, ids=str)
def test_what_is_not_there_is_said_by_the_audit_and_no_hall_goes_on_without_it(
    house: Path, tmp_path: Path, gone: schema.Table | schema.Column[object]
) -> None:
    """A table that was dropped, or one of whose columns was given another name."""
    is_table = isinstance(gone, schema.Table)
    name = str(gone) if is_table else str(gone.table)
    store = changed(
        house, tmp_path, f"DROP TABLE {name}" if is_table else f"ALTER TABLE {name} RENAME {gone.name} TO x"
    )
    assert told(house, store, "audit")[0] in (1, 2)
    status, said = told(house, store, "people", "list", "--store")
    assert (status, f"the table {name}, or one of its columns" in said) == (2, True), said
