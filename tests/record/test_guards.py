"""Guards of a store are those that were made, and a store of an earlier edition is read as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.record.audit import AuditInputs, audit
from tapete.record.checkpoints import checkpoint
from tapete.record.private import KeySealer
from tapete.record.source import StoreSource
from tapete.record.store import Store, StoreError, open_store
from tapete.record.store.engine import connect, migrate, read_url
from tapete.record.store.guards import LATEST
from tests.support.record.tables import GAME, KEY, TIME, TableActor, play


def test_guards_of_a_sound_store_are_as_they_were_made(store: Store) -> None:
    assert store.guard_faults() == ()


LENIENT = (
    "CREATE OR REPLACE FUNCTION tapete_written_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$"
)


@pytest.mark.pg
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("DROP TRIGGER entries_written_once ON entries", "guard-missing"),
        ("ALTER TABLE entries DISABLE TRIGGER entries_written_once", "guard-changed"),
        (LENIENT, "guard-changed"),
        (
            "CREATE TRIGGER silent BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION tapete_written_once()",
            "guard-foreign",
        ),
    ],
)
def test_guards_of_postgresql_that_were_touched(store_url: str, order: str, code: str) -> None:
    if store_url.startswith("sqlite"):
        pytest.skip("what is done to SQLite stands in the table of tamperings")
    with open_store(store_url) as store:
        with store._engine.begin() as connection:
            connection.exec_driver_sql(order)
        assert {one for one, _ in store.guard_faults()} == {code}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("PRIMARY KEY (table_id, command_id)", "CHECK (1)"),
        ("REFERENCES entries (table_id, version)", "REFERENCES shoes (table_id, shoe)"),
        ("body_digest TEXT NOT NULL", "body_digest TEXT"),
    ],
    ids=["key", "reference", "nothing there"],
)
def test_table_that_was_made_anew_with_one_thing_less_is_seen(tmp_path: Path, old: str, new: str) -> None:
    with open_store(str(tmp_path / "hall.db")) as store, store._engine.begin() as connection:
        made = str(connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE name = 'commands'").scalar())
        guards = connection.exec_driver_sql(
            "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'commands'"
        ).scalars()
        guards = list(guards)
        made = " ".join(made.split()).replace('"', "")
        changed = made.replace(old, new)
        assert changed != made, made
        connection.exec_driver_sql("DROP TABLE commands")
        for order in (changed, *guards):
            connection.exec_driver_sql(order)
    with open_store(str(tmp_path / "hall.db"), read_only=True) as store:
        assert store.guard_faults() == (("shape-changed", {"name": "commands"}),)


def test_store_of_the_first_schema_is_read_without_a_change_and_then_brought_up_to_date(tmp_path: Path) -> None:
    signer = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    with open_store(str(tmp_path / "new.db")) as store:
        actor = play(TableActor(store.take_over("t1")))
        rows, commands = list(store.entries("t1")), store.commands("t1")
        shoe = store.shoe("t1", 1)
        said = checkpoint(signer, "t1", actor.head, TIME)
    engine = connect(read_url(str(tmp_path / "old.db")))
    migrate(engine, "0001")
    with engine.begin() as connection:
        add = lambda sql, *values: connection.exec_driver_sql(sql, values)  # noqa: E731
        add("INSERT INTO writers VALUES ('t1', 1)")
        for row in rows:
            add("INSERT INTO entries VALUES ('t1', ?, ?, ?, ?)", row.version, row.body, row.hash, row.private_part)
        for name, one in commands.items():
            add("INSERT INTO commands VALUES ('t1', ?, ?, ?, x'')", name, one.version, one.body_digest)
        add("INSERT INTO shoes VALUES ('t1', 1, ?)", shoe)
        columns = (said.table, said.version, said.key, said.head, said.time, said.signature)
        add("INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?, ?)", *columns)
    engine.dispose()
    before = (tmp_path / "old.db").read_bytes()
    given = AuditInputs(KeySealer(KEY), witness=(said,), trusted_keys=frozenset({said.key}))

    def judged(read_only: bool) -> tuple[object, ...]:
        with open_store(str(tmp_path / "old.db"), read_only=read_only) as old:
            assert old.checkpoints("t1") == (said,)
            report = audit(StoreSource(old), {"toy": GAME}, given)
            return report.problems, [one.code for one in report.warnings], report.entries

    assert judged(True) == ((), ["not-closed"], len(rows))
    assert (tmp_path / "old.db").read_bytes() == before
    assert judged(False) == ((), ["not-closed"], len(rows))
    with open_store(str(tmp_path / "old.db")) as store, pytest.raises(sqlalchemy.exc.DatabaseError, match="written"):
        store._engine.connect().exec_driver_sql("DELETE FROM checkpoints")


def test_store_of_the_second_schema_is_read_as_it_is(tmp_path: Path) -> None:
    engine = connect(read_url(str(tmp_path / "old.db")))
    migrate(engine, "0002")
    engine.dispose()
    with open_store(str(tmp_path / "old.db"), read_only=True) as store:
        assert store.guard_faults() == ()
    open_store(str(tmp_path / "old.db")).close()
    with open_store(str(tmp_path / "old.db"), read_only=True) as store:
        assert store.guard_faults() == ()


@pytest.mark.parametrize("lost", [("staff",), ("ways_back", "houses"), ("ways_back", "staff", "houses")])
def test_store_without_its_tables_of_people_is_no_store_of_before(tmp_path: Path, lost: tuple[str, ...]) -> None:
    with open_store(str(tmp_path / "hall.db")) as store, store._engine.begin() as connection:
        for table in lost:
            connection.exec_driver_sql(f"DROP TABLE {table}")
    with open_store(str(tmp_path / "hall.db"), read_only=True) as store:
        assert store.guard_faults() != ()


@pytest.mark.parametrize("revision", ["0001", "9999"])
def test_store_that_says_it_has_another_schema_is_not_opened(tmp_path: Path, revision: str) -> None:
    path = str(tmp_path / "hall.db")
    with open_store(path) as store, store._engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{revision}'")
    with pytest.raises(StoreError, match="brought up to date"):
        open_store(path)
    with open_store(path, read_only=True) as store:
        assert [code for code, _ in store.guard_faults()] == ["guard-changed"]


def test_the_newest_revision_is_the_one_that_migrations_make(store: Store) -> None:
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == LATEST
