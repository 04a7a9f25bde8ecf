"""How a database is opened: its address, the files that stand beside it, and each setting that must hold."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import StaticPool

from tapete.record.store import StoreError, StoreLockedError, UnsafeStoreError, engine
from tapete.record.store.engine import CONNECTION, FileLock, connect, make_private, read_url


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("hall.db", "sqlite:///hall.db"),
        ("/srv/hall.db", "sqlite:////srv/hall.db"),
        ("sqlite:///hall.db", "sqlite:///hall.db"),
        ("sqlite://", "sqlite://"),
        ("postgresql://host/hall", "postgresql+psycopg://host/hall"),
        ("postgresql+psycopg://host/hall", "postgresql+psycopg://host/hall"),
    ],
)
def test_an_address_is_that_of_a_server_or_of_a_file(said: str, read: str) -> None:
    assert str(read_url(said)) == read


@pytest.mark.parametrize("kind", ["mysql", "postgresql+asyncpg", "sqlite+pysqlcipher"])
def test_no_other_kind_of_database_holds_a_store(kind: str) -> None:
    with pytest.raises(StoreError) as refused:
        read_url(f"{kind}://host/hall")
    assert (refused.value.code, refused.value.facts) == ("store-kind", {"kind": kind})


def test_a_new_database_is_its_owners_and_one_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "hall.db"
    make_private(file)
    assert (file.stat().st_mode & 0o777, file.read_bytes()) == (0o600, b"")
    file.write_bytes(b"rows")
    file.chmod(0o640)
    make_private(file)
    assert (file.stat().st_mode & 0o777, file.read_bytes()) == (0o640, b"rows")


def test_one_server_at_a_time_holds_the_lock_beside_a_database(tmp_path: Path) -> None:
    first, beside = FileLock(tmp_path / "hall.db"), tmp_path / "hall.db.lock"
    assert [one.name for one in tmp_path.iterdir()] == [beside.name]
    assert beside.stat().st_mode & 0o777 == 0o600
    with pytest.raises(StoreLockedError) as refused:
        FileLock(tmp_path / "hall.db")
    assert (refused.value.code, refused.value.facts) == ("store-locked", {"file": str(beside)})
    FileLock(tmp_path / "other.db").release()
    first.release()
    FileLock(tmp_path / "hall.db").release()


# --- SQLite -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "read_only", "held"),
    [
        ("sqlite://", False, {"journal_mode": "memory", "synchronous": 3, "secure_delete": 1}),
        ("sqlite:///:memory:", False, {"journal_mode": "memory", "synchronous": 3, "secure_delete": 1}),
        ("sqlite:///", False, {"journal_mode": "memory", "synchronous": 3, "secure_delete": 1}),
        ("", False, {"journal_mode": "delete", "synchronous": 3, "secure_delete": 1}),
        ("", True, {"journal_mode": "delete"}),
    ],
)
def test_a_connection_to_sqlite_has_these_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, read_only: bool, held: dict[str, Any]
) -> None:
    monkeypatch.setattr(engine, "journal", lambda: ("delete", 3))
    file = tmp_path / "hall.db"
    if not where:
        make_private(file)
    opened = connect(read_url(where or str(file)), read_only=read_only)
    with opened.connect() as connection:
        for name, value in {**held, "foreign_keys": 1, "busy_timeout": engine.BUSY_MS}.items():
            assert (name, connection.exec_driver_sql(f"PRAGMA {name}").scalar()) == (name, value)
    opened.dispose()


def test_a_store_in_memory_is_the_same_one_at_each_connection_even_to_a_reader() -> None:
    for read_only in (False, True):
        opened = connect(read_url("sqlite://"), read_only=read_only)
        assert isinstance(opened.pool, StaticPool)
        with opened.begin() as connection:
            connection.exec_driver_sql("CREATE TABLE one (a INTEGER)")
        with opened.connect() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM one").scalar() == 0
        opened.dispose()


def test_what_is_asked_with_is_never_said_in_an_error() -> None:
    opened = connect(read_url("sqlite://"))
    with opened.connect() as connection, pytest.raises(OperationalError) as failed:
        connection.execute(text("SELECT :name FROM nowhere"), {"name": "Leocadia"})
    opened.dispose()
    assert "Leocadia" not in str(failed.value)


def test_text_that_is_none_is_read_with_its_faults_marked() -> None:
    opened = connect(read_url("sqlite://"))
    with opened.connect() as connection:
        assert connection.exec_driver_sql("SELECT CAST(x'41ff42' AS TEXT)").scalar() == "A\ufffdB"
    opened.dispose()


@pytest.mark.parametrize(("writing", "begun"), [(True, "BEGIN IMMEDIATE"), (False, "BEGIN"), (None, "BEGIN")])
def test_whoever_writes_takes_the_database_at_once(writing: bool | None, begun: str) -> None:
    opened, said = connect(read_url("sqlite://")), list[str]()
    with opened.connect() as connection:
        connection.connection.dbapi_connection.set_trace_callback(said.append)  # type: ignore[union-attr]
        options = {} if writing is None else {engine.WRITING: writing}
        with connection.execution_options(**options).begin():
            pass
    opened.dispose()
    assert said[0].rstrip() == begun


class Cursor:
    """A cursor whose every setting is as asked, but for one."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self.settings, self.said, self._row = settings, list[str](), (None,)

    def __enter__(self) -> Cursor:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def execute(self, sql: str) -> Cursor:
        self.said.append(sql)
        self._row = (self.settings.get(sql.split()[1]),)
        return self

    def fetchone(self) -> tuple[Any]:
        return self._row


@pytest.mark.parametrize(("name", "found"), [("journal_mode", "off"), ("synchronous", 2), ("foreign_keys", 0)])
def test_a_setting_of_sqlite_that_does_not_hold_is_said_with_what_it_should_be(name: str, found: object) -> None:
    due = {"journal_mode": "delete", "synchronous": 3, "foreign_keys": 1}
    engine._check_sqlite(Cursor(due), "delete", 3)
    with pytest.raises(UnsafeStoreError) as refused:
        engine._check_sqlite(Cursor({**due, name: found}), "delete", 3)
    assert refused.value.code == "sqlite-unsafe"
    assert refused.value.facts == {"setting": name, "found": found, "needed": due[name]}


# --- PostgreSQL -------------------------------------------------------------------------------------------------------

SAFE = ("fsync", "full_page_writes", "synchronous_commit")


class Connection:
    """A connection to a server with these settings."""

    def __init__(self, settings: dict[str, str]) -> None:
        self.made, self.commits = Cursor(settings), 0

    def cursor(self) -> Cursor:
        return self.made

    def commit(self) -> None:
        self.commits += 1


def test_a_session_of_a_server_commits_on_its_disk_and_has_its_limits() -> None:
    session = Connection(dict.fromkeys(SAFE, "on"))
    engine._check_postgresql(session, None)
    assert session.made.said == [
        "SET synchronous_commit = on",
        f"SET idle_in_transaction_session_timeout = {engine.IDLE_MS}",
        f"SET lock_timeout = {engine.STATEMENT_MS}",
        f"SET statement_timeout = {engine.STATEMENT_MS}",
        *(f"SHOW {name}" for name in SAFE),
    ]
    assert session.commits == 1


@pytest.mark.parametrize("name", SAFE)
@pytest.mark.parametrize("found", ["off", "local"])
def test_a_server_that_could_lose_what_it_committed_is_refused(name: str, found: str) -> None:
    session = Connection({**dict.fromkeys(SAFE, "on"), name: found})
    with pytest.raises(UnsafeStoreError) as refused:
        engine._check_postgresql(session, None)
    assert (refused.value.code, refused.value.facts) == ("postgresql-unsafe", {"setting": name, "found": found})
    assert session.commits == 0


def test_a_session_is_asked_within_the_time_that_a_connection_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    given = list[tuple[Any, float]]()
    monkeypatch.setattr(engine, "deadline", lambda *of: given.append(of) or nullcontext())
    session = Connection(dict.fromkeys(SAFE, "on"))
    engine._check_postgresql(session, None)
    assert given == [(session, CONNECTION["connect_timeout"])]


@pytest.mark.parametrize("name", ["", *CONNECTION])
def test_how_long_a_server_may_keep_silent_is_given_unless_the_address_says_it(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    asked = dict[str, Any]()

    def made(url: Any, **given: Any) -> Any:
        asked.update(given, url=str(url))
        return create_engine("sqlite://")

    monkeypatch.setattr(engine, "create_engine", made)
    url = read_url("postgresql://host/hall" + (f"?{name}=7" if name else ""))
    opened = connect(url)
    assert asked.pop("connect_args") == {one: value for one, value in CONNECTION.items() if one != name}
    assert (asked.pop("url"), asked.pop("hide_parameters")) == (str(url), True)
    assert asked == {"pool_size": 2, "max_overflow": 2}
    assert opened.dialect.use_insertmanyvalues_wo_returning is True


def test_a_server_that_is_gone_is_known_to_be_before_anybody_waits_for_ever() -> None:
    """In seconds, the last in milliseconds: a connection that is dead is found out within half a minute, and a writer
    that stops in the middle of a transaction is cut off long before the next one gives up waiting for its lock.
    """
    assert CONNECTION == {
        "connect_timeout": 10,
        "keepalives": 1,
        "keepalives_idle": 15,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 20_000,
    }
    assert (engine.IDLE_MS, engine.BUSY_MS, engine.STATEMENT_MS) == (5_000, 10_000, 20_000)
