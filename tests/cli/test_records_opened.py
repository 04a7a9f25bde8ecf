"""What a record is opened from, why it is not, and that it is closed again whatever happens."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from sqlalchemy.exc import DatabaseError, OperationalError

import tapete.record.days
import tapete.record.source
import tapete.record.store
from tapete.cli import output, people as verb, records, store_roles, stores
from tapete.live import Keys
from tapete.people.house_people import HousePeople
from tapete.record.source import SourceError
from tapete.record.store import MissingDriverError, StoreError, open_store, roles

WHERE, SHOWN = "postgresql://ana:geheim@db/hall", "postgresql://ana@db/hall"


@pytest.fixture(autouse=True)
def english() -> None:
    output.set_lang(["--lang", "en"])


def refused(capsys: pytest.CaptureFixture[str], does: Any, *given: Any) -> str:
    """Return the complaint with which something ends, which is a sentence and status 2."""
    with pytest.raises(typer.Exit) as ended:
        does(*given)
    said, beside = capsys.readouterr()
    assert (ended.value.exit_code, said) == (2, "")
    return beside.removeprefix("tapete: ").removesuffix("\n")


def sqlite_error(name: str) -> sqlite3.Error:
    error = sqlite3.OperationalError("disk")
    error.sqlite_errorname = name
    return error


LOCKED = OperationalError("SELECT", {}, sqlite_error("SQLITE_BUSY"))
JOURNAL = OperationalError("SELECT", {}, sqlite_error("SQLITE_READONLY_ROLLBACK"))
DAMAGED = DatabaseError("SELECT", {}, sqlite_error("SQLITE_CORRUPT"))


@pytest.mark.parametrize(
    ("error", "where", "code", "facts"),
    [
        (FileNotFoundError(2, "no"), "x.db", "no-file", {"file": "x.db"}),
        (IsADirectoryError(21, "no"), "x", "a-folder", {"file": "x"}),
        (MissingDriverError("store-driver"), WHERE, "store-driver", {}),
        (JOURNAL, "x.db", "record-journal", {"file": "x.db"}),
        (LOCKED, WHERE, "store-failed", {"store": SHOWN, "why": LOCKED}),
        (LOCKED, "x.db", "not-a-record", {"file": "x.db", "why": LOCKED}),
        (LOCKED, "sqlite:///x.db", "not-a-record", {"file": "sqlite:///x.db", "why": LOCKED}),
        (DAMAGED, WHERE, "not-a-record", {"file": SHOWN, "why": DAMAGED}),
        (PermissionError(13, "no"), "x.db", "not-a-record", {"file": "x.db", "why": PermissionError(13, "no")}),
    ],
)
@pytest.mark.parametrize("is_late", [False, True])
def test_why_a_record_is_not_opened_is_told(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    where: str,
    code: str,
    facts: dict[str, Any],
    is_late: bool,
) -> None:
    """At once, or when a database is first asked for something."""

    def failing(*_: Any) -> Any:
        raise error

    late = SimpleNamespace(tables=failing)
    monkeypatch.setattr(tapete.record.source, "open_source", (lambda _: late) if is_late else failing)
    told = {name: output.why(one) if isinstance(one, Exception) else one for name, one in facts.items()}
    assert refused(capsys, records.open_record, where) == output.say(code, **told)


@pytest.mark.parametrize("error", [None, DAMAGED, typer.Exit(1), ValueError("x")])
def test_a_record_is_closed_however_its_reading_ends(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, error: Exception | None
) -> None:
    closed: list[str] = []
    source: Any = SimpleNamespace(close=lambda: closed.append("closed"))
    monkeypatch.setattr(records, "open_record", lambda where: source)

    def read() -> None:
        with records.reading(WHERE) as found:
            assert found is source
            assert closed == []
            if error is not None:
                raise error

    if error is DAMAGED:
        said = output.say("record-damaged", file=SHOWN, why=output.why(error))
        assert refused(capsys, read) == said
    elif error is None:
        read()
    else:
        with pytest.raises(type(error)):
            read()
    assert closed == ["closed"]


@pytest.mark.parametrize(
    ("days", "can_be_taken", "day", "code"),
    [
        ((), True, "2026-11-22", "no-days"),
        (("2026-11-22", "2026-11-23"), True, "2026-11-24", "no-day"),
        (("2026-11-22", "2026-11-23"), False, "2026-11-23", "day-without-balances"),
        (("2026-11-22", "2026-11-23"), True, "2026-11-23", None),
    ],
)
def test_a_day_is_taken_that_is_there_and_stands_alone(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    days: tuple[str, ...],
    can_be_taken: bool,
    day: str,
    code: str | None,
) -> None:
    source: Any = object()
    parts = tuple(SimpleNamespace(day=one) for one in days)
    monkeypatch.setattr(tapete.record.days, "days_of", lambda of: parts if of is source else None)
    monkeypatch.setattr(tapete.record.days, "can_be_taken", lambda of, part: of is source and can_be_taken)
    monkeypatch.setattr(tapete.record.days, "DaySource", lambda of, part: (of, part))
    if code is None:
        assert records.day_source(source, day) == (source, parts[1])
    else:
        assert refused(capsys, records.day_source, source, day) == output.say(code, day=day, days=days)


@pytest.mark.parametrize(
    ("tables", "wanted", "found"),
    [
        (("a", "b"), None, ("a", "b")),
        ((), None, ()),
        (("a", "b"), "b", ("b",)),
        (("a", "b"), "c", "no-table"),
        (("a",), "", "no-table"),
        ((), "a", "no-tables-in-record"),
    ],
)
def test_the_tables_that_are_meant_are_all_of_them_or_the_one_that_is_named(
    capsys: pytest.CaptureFixture[str], tables: tuple[str, ...], wanted: str | None, found: Any
) -> None:
    source: Any = SimpleNamespace(tables=lambda: tables)
    if isinstance(found, tuple):
        assert records.chosen_tables(source, wanted) == found
    else:
        assert refused(capsys, records.chosen_tables, source, wanted) == output.say(found, table=wanted, tables=tables)


def test_files_that_an_audit_is_given_are_read_and_name_who_is_trusted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    key, seen = tmp_path / "hall.key", tmp_path / "seen"
    keys = Keys.load(key)
    seen.touch()
    bare = records.audit_inputs(None, (), None)
    assert (bare.sealer, bare.witness, bare.trusted_keys, bare.authority) == (None, None, None, None)
    assert (bare.witness_problems, bare.witness_warnings) == ((), ())
    given = records.audit_inputs(key, (seen,), (keys.public, "0" * 64))
    assert given.sealer is not None
    assert given.authority is not None
    assert (given.witness, given.authority.public) == ((), keys.public)
    assert given.trusted_keys == {keys.public, "0" * 64}
    assert records.audit_inputs(None, (), ()).trusted_keys is None
    for name in ("0" * 63, "0" * 65, "A" * 64, "", "g" * 64):
        said = output.say("no-public-key", key=name)
        assert refused(capsys, records.audit_inputs, None, (), (keys.public, name)) == said
    none = tmp_path / "none"
    assert refused(capsys, records.audit_inputs, none, (), None) == output.say("no-key-file", key=str(none))
    assert refused(capsys, records.audit_inputs, None, (seen, none), None) == output.say(
        "no-witness-file", file=str(none)
    )


def test_a_store_whose_people_cannot_be_had_is_let_go(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whatever is wrong, the next command opens it."""
    store, key = tmp_path / "hall.db", tmp_path / "hall.key"
    Keys.load(key)
    open_store(str(store)).close()

    def people() -> None:
        with verb._people(str(store), key):
            raise AssertionError

    error = StoreError("no-director-account", house="Casa")

    def failing(*_: Any) -> Any:
        raise error

    assert refused(capsys, people) == output.say("no-house", store=str(store))
    with monkeypatch.context() as patched:
        patched.setattr(HousePeople, "of_store", failing)
        assert refused(capsys, people) == output.say("store-failed", store=str(store), why=output.why(error))
    open_store(str(store)).close()


class Rights:
    """A database server of which nothing is really asked: what the verb does is noted in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, error: Exception | None = None) -> None:
        self.steps: list[Any] = []
        self.error = error
        engine = SimpleNamespace(dispose=lambda: self.steps.append("disposed"))
        opened = SimpleNamespace(close=lambda: self.steps.append("closed"))
        monkeypatch.setattr(stores, "has_hall", lambda store: self.steps.append(("asked", store)))
        monkeypatch.setattr("tapete.record.store.engine.connect", lambda url: engine if url == ("url", WHERE) else None)
        monkeypatch.setattr("tapete.record.store.engine.read_url", lambda store: ("url", store))
        monkeypatch.setattr(tapete.record.store, "open_store", lambda store: self.does("opened", store) or opened)
        monkeypatch.setattr(roles, "grants", self.grants)
        monkeypatch.setattr(roles, "grant", lambda *given: self.does("granted", *given))
        self.engine = engine

    def does(self, what: str, *given: Any) -> None:
        self.steps.append((what, *given))
        if self.error is not None:
            raise self.error

    def grants(self, engine: Any, role: str) -> tuple[str, ...]:
        self.does("listed", engine, role)
        return ("GRANT a", "GRANT b")


def test_a_role_is_given_its_rights_once_the_tables_are_up_to_date(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = Rights(monkeypatch)
    store_roles.grant(WHERE, "hall")
    assert noted.steps == [("asked", WHERE), ("opened", WHERE), "closed", ("granted", noted.engine, "hall"), "disposed"]
    assert capsys.readouterr() == (output.say("store-granted", store=SHOWN, role="hall") + "\n", "")


def test_the_statements_of_a_role_are_printed_and_nothing_is_changed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = Rights(monkeypatch)
    store_roles.grant(WHERE, "hall", sql=True)
    assert noted.steps == [("asked", WHERE), ("listed", noted.engine, "hall"), "disposed"]
    assert capsys.readouterr() == ("GRANT a;\nGRANT b;\n", "")


@pytest.mark.parametrize("sql", [False, True])
@pytest.mark.parametrize("error", [StoreError("house-made-before"), LOCKED])
def test_rights_that_cannot_be_given_are_told_without_a_password(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, error: Exception, sql: bool
) -> None:
    noted = Rights(monkeypatch, error)
    said = output.say("store-failed", store=SHOWN, why=output.why(error))
    assert refused(capsys, lambda: store_roles.grant(WHERE, "hall", sql=sql)) == said
    assert noted.steps[-1] == "disposed"


def test_only_a_server_has_roles(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for store in (str(tmp_path / "hall.db"), f"sqlite:///{tmp_path}/hall.db"):
        said = output.say("store-without-roles", store=store)
        assert refused(capsys, store_roles.grant, store, "hall") == said


def test_a_source_that_is_no_record_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    error = SourceError("no-exports", folder="x")

    def failing(_: str) -> Any:
        raise error

    monkeypatch.setattr(tapete.record.source, "open_source", failing)
    assert refused(capsys, records.open_record, "x") == output.say("not-a-record", file="x", why=output.why(error))
