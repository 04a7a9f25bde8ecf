"""What only SQLite needs: the file lock, the durable settings, the full disk, the row that REPLACE would swallow."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy

from tapete.kernel import HOUSE
from tapete.record.audit import AuditInputs, audit
from tapete.record.private import KeySealer
from tapete.record.source import StoreSource
from tapete.record.store import StoreFailedError, StoreLockedError, UnsafeStoreError, open_store
from tapete.record.store.engine import connect, journal, read_url
from tests.support.record.names import name_person
from tests.support.record.tables import GAME, KEY, SCRIPT, TableActor, play
from tests.support.record.toy import Open, Stake


def test_second_server_does_not_start(tmp_path: Path) -> None:
    path = str(tmp_path / "hall.db")
    with open_store(path):
        with pytest.raises(StoreLockedError):
            open_store(path)
        program = f"from tapete.record.store import open_store; open_store({path!r})"
        other = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
        assert other.returncode == 1
        assert "StoreLockedError" in other.stderr
    open_store(path).close()


@pytest.mark.parametrize(
    ("version", "mode"),
    [((3, 40, 1), ("delete", 3)), ((3, 51, 2), ("delete", 3)), ((3, 51, 3), ("wal", 2)), ((3, 60, 0), ("wal", 2))],
)
def test_journal_is_safe_for_the_linked_version(version: tuple[int, ...], mode: tuple[str, int]) -> None:
    assert journal(version) == mode


@pytest.mark.parametrize("mode", [("delete", 3), ("wal", 2)])
def test_settings_are_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: tuple[str, int]) -> None:
    monkeypatch.setattr("tapete.record.store.engine.journal", lambda: mode)
    with open_store(str(tmp_path / "hall.db")) as store, store._engine.connect() as connection:
        for name, value in {
            "journal_mode": mode[0],
            "synchronous": mode[1],
            "foreign_keys": 1,
            "secure_delete": 1,
        }.items():
            assert connection.exec_driver_sql(f"PRAGMA {name}").scalar() == value


def test_store_whose_settings_do_not_hold_does_not_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tapete.record.store.engine.journal", lambda: ("delete", 9))  # SQLite takes no such level
    with pytest.raises(UnsafeStoreError):
        open_store(str(tmp_path / "hall.db"))
    monkeypatch.undo()
    open_store(str(tmp_path / "hall.db")).close()  # and the lock was given back


def test_record_in_memory(tmp_path: Path) -> None:
    with open_store("sqlite://") as store:
        actor = play(TableActor(store.take_over("t1")))
        assert store.head("t1") == actor.head


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


@pytest.mark.parametrize("statement", ["INSERT INTO entries", "INSERT INTO commands", "COMMIT"])
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


def test_readers_connect_without_settings(tmp_path: Path) -> None:
    path = str(tmp_path / "hall.db")
    open_store(path).close()
    engine = connect(read_url(path), read_only=True)
    with engine.connect() as connection, pytest.raises(sqlalchemy.exc.OperationalError, match="readonly"):
        connection.exec_driver_sql("INSERT INTO people VALUES ('a', 'b')")
    engine.dispose()
