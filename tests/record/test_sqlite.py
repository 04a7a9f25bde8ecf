"""A store in one file: its lock, its settings, a full disk, whole copies of it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from tapete.kernel import HOUSE
from tapete.record.audit import AuditInputs, audit
from tapete.record.private import KeySealer
from tapete.record.source import StoreSource
from tapete.record.store import StoreError, StoreFailedError, UnsafeStoreError, open_store
from tapete.record.store.copies import take_copy
from tapete.record.store.engine import connect, journal, read_url
from tests.support.record.tables import GAME, KEY, SCRIPT, Open, Stake, TableActor, name_of, name_person, play
from tests.support.rows import rows


@rows(
    "version, mode",
    [((3, 40, 1), ("delete", 3)), ((3, 51, 2), ("delete", 3)), ((3, 51, 3), ("wal", 2)), ((3, 60, 0), ("wal", 2))],
)
def test_journal_is_safe_for_the_linked_version(version: tuple[int, ...], mode: tuple[str, int]) -> None:
    assert journal(version) == mode


def test_store_whose_settings_do_not_hold_does_not_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tapete.record.store.engine.journal", lambda: ("delete", 9))  # SQLite takes no such level
    with pytest.raises(UnsafeStoreError):
        open_store(str(tmp_path / "hall.db"))
    monkeypatch.undo()
    open_store(str(tmp_path / "hall.db")).close()  # and the lock was given back


def test_full_disk_acknowledges_nothing_that_is_not_stored(tmp_path: Path) -> None:
    path = str(tmp_path / "hall.db")
    with open_store(path) as store:
        actor = TableActor(store.take_over("t1"))
        actor.do(Open(), HOUSE)
        with store._engine.connect() as connection:  # the pool hands the same connection out again
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 8}")
        acknowledged = 1
        try:
            for number in range(1000):
                actor.do(Stake(number + 1), command=f"c{number}", answer=b"x" * 200)
                acknowledged += 1
        except StoreFailedError:
            pass
        assert 1 < acknowledged < 1000
        for refused in (lambda: actor.do(Stake(1)), lambda: store.head("t1"), lambda: store.take_over("t2")):
            with pytest.raises(StoreFailedError):
                refused()
    with open_store(path) as store:
        assert store.head("t1").version == acknowledged
        assert audit(StoreSource(store), {"toy": GAME}, AuditInputs(KeySealer(KEY))).is_sound


@rows("statement", ["INSERT INTO entries", "INSERT INTO commands", "COMMIT"])
def test_error_at_each_statement_stores_all_or_nothing(tmp_path: Path, statement: str) -> None:
    path = str(tmp_path / "hall.db")
    with open_store(path) as store:
        actor = play(TableActor(store.take_over("t1")), SCRIPT[:2])

        @sqlalchemy.event.listens_for(store._engine, "before_cursor_execute")
        def fail(connection: object, cursor: object, sql: str, *_: object) -> None:
            if sql.startswith(statement):
                raise OSError(28, "No space left on device")

        @sqlalchemy.event.listens_for(store._engine, "commit")
        def fail_commit(connection: object) -> None:
            if statement == "COMMIT":
                raise OSError(5, "Input/output error")

        with pytest.raises(StoreFailedError):
            actor.do(Stake(5), command="c9")
    with open_store(path) as store:
        assert store.head("t1").version == 2
        assert store.command("t1", "c9", "") is None


def test_replace_cannot_swallow_a_row(tmp_path: Path) -> None:
    path = tmp_path / "hall.db"
    with open_store(str(path)) as store:
        play(TableActor(store.take_over("t1")))
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.DatabaseError, match="written once"):
        connection.execute(
            "INSERT OR REPLACE INTO entries SELECT table_id, version, x'00', hash, private, tag FROM entries"
        )
    connection.close()


def test_erased_name_leaves_the_file(tmp_path: Path) -> None:
    path = tmp_path / "hall.db"
    with open_store(str(path)) as store:
        name_person(store, "p-1", "Leocadia Zamorano")
        assert b"Zamorano" in path.read_bytes()
        name_person(store, "p-1")
    assert b"Zamorano" not in path.read_bytes()


# --- How a database is opened: its address, the files that stand beside it, and each setting that must ho ---


@rows("kind", ["mysql", "postgresql+asyncpg", "sqlite+pysqlcipher"])
def test_no_other_kind_of_database_holds_a_store(kind: str) -> None:
    with pytest.raises(StoreError) as refused:
        read_url(f"{kind}://host/hall")
    assert (refused.value.code, refused.value.facts) == ("store-kind", {"kind": kind})


# --- SQLite -----------------------------------------------------------------------------------------------------------


def test_what_is_asked_with_is_never_said_in_an_error() -> None:
    opened = connect(read_url("sqlite://"))
    with opened.connect() as connection, pytest.raises(OperationalError) as failed:
        connection.execute(text("SELECT :name FROM nowhere"), {"name": "Leocadia"})
    opened.dispose()
    assert "Leocadia" not in str(failed.value)


# --- A store in one file copied into another: whole under its name or not at all, and never over a file t ---


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def refusal(work: Any, *of: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(StoreError) as refused:
        work(*of)
    return refused.value.code, refused.value.facts


@rows("address", ["{}", "sqlite:///{}"])
def test_a_copy_is_a_store_with_the_same_rows_that_only_its_owner_reads(tmp_path: Path, address: str) -> None:
    kept, copied = tmp_path / "kept", tmp_path / "copied"
    kept.mkdir()
    copied.mkdir()
    with open_store(str(kept / "hall.db")) as store:
        name_person(store, "p-1", "Leocadia")
        take_copy(address.format(kept / "hall.db"), copied / "hall.db")
    assert names(copied) == ["hall.db"]
    assert (copied / "hall.db").stat().st_mode & 0o777 == 0o600
    assert (kept / "hall.db").exists()
    with open_store(str(copied / "hall.db"), read_only=True) as store:
        assert name_of(store, "p-1") == "Leocadia"
        assert store.guard_faults() == ()
    with sqlite3.connect(copied / "hall.db") as made:
        assert made.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_what_is_none_of_our_stores_is_not_copied(tmp_path: Path) -> None:
    file, copy = tmp_path / "other.db", tmp_path / "copy.db"
    sqlite3.connect(file).executescript("CREATE TABLE one (a INTEGER)")
    assert refusal(take_copy, str(file), copy) == ("no-store-here", {"file": str(file), "why": "SQLITE_ERROR"})
    file.write_bytes(b"these are no pages of a database" * 100)
    assert refusal(take_copy, str(file), copy) == ("no-store-here", {"file": str(file), "why": "SQLITE_NOTADB"})
    gone = tmp_path / "gone.db"
    assert refusal(take_copy, str(gone), copy) == ("no-store-here", {"file": str(gone), "why": "SQLITE_CANTOPEN"})
    assert names(tmp_path) == ["other.db"]
