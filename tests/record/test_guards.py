"""Guards and declarations of a store are those that were made; its writer adds to the record and no more."""

import asyncio
import hashlib
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import make_url
from typer.testing import CliRunner

from tapete.cli import app
from tapete.games.punto_banco.acts import OpenTable
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys, ManualClock
from tapete.live.hall import StoreProbe, readiness
from tapete.people.credentials import RowSeal
from tapete.people.stored import TABLES, changed_tables
from tapete.record.audit import AuditInputs, audit
from tapete.record.checkpoints import checkpoint
from tapete.record.private import KeySealer
from tapete.record.source import StoreSource
from tapete.record.store import Store, StoreError, open_store, schema
from tapete.record.store.engine import connect, migrate, read_url
from tapete.record.store.schema import as_written
from tapete.record.store.sqlite import library as sqlite3
from tapete.record.store.store import RIGHTS, grant, may_change_record
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role
from tests.support.databases import fresh_database
from tests.support.record.tables import GAME, KEY, TIME, TableActor, name_person, play
from tests.support.rows import rows


def test_guards_of_a_sound_store_are_as_they_were_made(store: Store) -> None:
    assert store.guard_faults() == ()


FUNCTION = "CREATE OR REPLACE FUNCTION tapete_written_once() RETURNS trigger LANGUAGE plpgsql"
LENIENT = f"{FUNCTION} AS $$ BEGIN RETURN NULL; END $$"
ANEW = "CREATE OR REPLACE TRIGGER entries_written_once BEFORE UPDATE OR DELETE ON entries FOR EACH ROW"


@pytest.mark.pg
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("DROP TRIGGER entries_written_once ON entries", "guard-missing"),
        ("ALTER TABLE entries DISABLE TRIGGER entries_written_once", "guard-changed"),
        (LENIENT, "guard-changed"),
        (f"{ANEW} WHEN (false) EXECUTE FUNCTION tapete_written_once()", "guard-changed"),
        (f"{ANEW.replace('UPDATE', 'UPDATE OF tag')} EXECUTE FUNCTION tapete_written_once()", "guard-changed"),
        ("CREATE RULE quiet AS ON INSERT TO shoes DO INSTEAD NOTHING", "guard-foreign"),
        ("ALTER TABLE commands ADD CHECK (version > 0)", "declaration-changed"),
        ('ALTER TABLE commands ALTER body_digest TYPE text COLLATE "C"', "declaration-changed"),
        ("ALTER TABLE entries ALTER hash SET DEFAULT 'x'", "declaration-changed"),
        ("ALTER TABLE shoes ADD FOREIGN KEY (table_id) REFERENCES writers ON DELETE CASCADE", "shape-changed"),
        ("ALTER TABLE ways_back SET UNLOGGED", "declaration-changed"),
        ("CREATE TABLE more () INHERITS (entries)", "declaration-changed"),
        ("ALTER TABLE entries ENABLE ROW LEVEL SECURITY", "declaration-changed"),
        ("CREATE INDEX odd ON people (lower(name))", "shape-changed"),
    ],
)
def test_guards_of_postgresql_that_were_touched(pg_server: str, tmp_path: Path, order: str, code: str) -> None:
    """What is done to SQLite stands in the table of tamperings."""
    with open_store(fresh_database(pg_server, str(tmp_path))) as store:
        with store._engine.begin() as connection:
            connection.exec_driver_sql(order)
        assert {one for one, _ in store.guard_faults()} == {code}


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


@rows("lost", [("staff",), ("ways_back", "houses"), ("ways_back", "staff", "houses")])
def test_store_without_its_tables_of_people_is_no_store_of_before(tmp_path: Path, lost: tuple[str, ...]) -> None:
    with open_store(str(tmp_path / "hall.db")) as store, store._engine.begin() as connection:
        for table in lost:
            connection.exec_driver_sql(f"DROP TABLE {table}")
    with open_store(str(tmp_path / "hall.db"), read_only=True) as store:
        assert store.guard_faults() != ()


@rows("revision", ["0001", "9999"])
def test_store_that_says_it_has_another_schema_is_not_opened(tmp_path: Path, revision: str) -> None:
    path = str(tmp_path / "hall.db")
    with open_store(path) as store, store._engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{revision}'")
    with pytest.raises(StoreError, match="brought up to date"):
        open_store(path)
    with open_store(path, read_only=True) as store:
        assert [code for code, _ in store.guard_faults()] == ["guard-changed"]


@rows(
    "sql, written",
    [
        ("CREATE TABLE a (b TEXT)", "create table a ( b text )"),
        ("create  table\n\ta(b   text )", "create table a ( b text )"),
        ("CREATE TABLE a -- why\n(b TEXT /* or\nnot */)", "create table a ( b text )"),
        ("x TEXT DEFAULT 'It''s  A'", "x text default 'It''s  A'"),
        ('"NOT" NULL', '"NOT" null'),
        ('"a""B" `C d` [E f] G', '"a""B" `C d` [E f] g'),
    ],
)
def test_blanks_comments_and_the_size_of_letters_are_put_aside_but_not_in_quotes(sql: str, written: str) -> None:
    assert as_written(sql) == written


pytestmark = pytest.mark.pg
runner = CliRunner()
POSTS = {Role.CROUPIER: PersonId("luz"), Role.TABLE_CHIEF: PersonId("juan")}


@pytest.fixture
def addresses(pg_server: str, tmp_path: Path) -> tuple[str, str, str]:
    """Addresses of an empty database for its owner and for its writer, and the writer's name."""
    name = "Escritor-" + hashlib.sha256(str(tmp_path).encode()).hexdigest()[:8]
    owner = fresh_database(pg_server, str(tmp_path))
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE \"{name}\" LOGIN PASSWORD 'palabra'")
    writer = make_url(owner).set(username=name, password="palabra").render_as_string(hide_password=False)
    return owner, writer, name


def test_a_hall_plays_and_is_played_on_as_the_writer(addresses: tuple[str, str, str]) -> None:
    owner, writer, name = addresses
    found = runner.invoke(app, ["store", "grant", owner, name, "--lang", "en"])
    assert (found.exit_code, "can run its hall" in found.output) == (0, True), found.output
    keys = Keys.fresh()

    async def evening(before: int) -> None:
        hall = await Hall.start(writer, keys)
        if not before:
            await hall.open_table("punto-y-banca", OpenTable("pb", "asturias-2011", 1000, 50000, staff=POSTS))
            await hall.tables["pb"].act(Act(PersonId("ana"), Sit(1)))
        assert not hall.parked_tables
        assert (await hall.tables["pb"].act(Act(PersonId("ana"), BuyIn(5000)))).refusal is None
        await asyncio.to_thread(name_person, hall.store, "ana", "Ana")
        await asyncio.to_thread(name_person, hall.store, "ana")
        await hall.stop()

    for before in (0, 3):
        asyncio.run(evening(before))
    with open_store(writer) as store:
        assert store.head("pb").version == 4
        assert not may_change_record(store)
    with open_store(owner) as store:
        assert may_change_record(store)


FORBIDDEN = [
    *(f"UPDATE {table} SET {column} = {column}" for table, column in [("entries", "hash"), ("shoes", "sealed")]),
    *(f"DELETE FROM {table}" for table in (*schema.WRITTEN_ONCE, "writers", "houses")),
    *(f"TRUNCATE {table}" for table in ("entries", "people")),
    "ALTER TABLE entries DISABLE TRIGGER ALL",
    "DROP TRIGGER entries_written_once ON entries",
    "DROP TABLE checkpoints",
    "UPDATE alembic_version SET version_num = '0001'",
    "SET session_replication_role = replica",
    "CREATE TABLE elsewhere (x int)",
]


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_the_writer_can_change_nothing_that_is_written(addresses: tuple[str, str, str], statement: str) -> None:
    owner, writer, name = addresses
    open_store(owner).close()
    engine = connect(read_url(owner))
    grant(engine, name)
    engine.dispose()
    with psycopg.connect(writer, autocommit=True) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(statement)


def test_every_table_has_its_rights_and_a_right_of_before_is_taken_away(addresses: tuple[str, str, str]) -> None:
    owner, writer, name = addresses
    assert set(RIGHTS) == {*schema.metadata.tables, "alembic_version"}
    open_store(owner).close()
    refused = runner.invoke(app, ["store", "grant", writer, name, "--lang", "en"])
    assert (refused.exit_code, "cannot read them" in refused.stderr, "+psycopg" in refused.stderr) == (2, True, False)
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(f'GRANT ALL ON entries TO "{name}"')
    assert runner.invoke(app, ["store", "grant", owner, name]).exit_code == 0
    with psycopg.connect(writer, autocommit=True) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("DELETE FROM entries")


def test_rights_and_guards_that_change_under_a_hall_are_noticed_within_a_minute(addresses: Any, caplog: Any) -> None:
    """``readyz`` and the log say it; an audit should not be the first to know."""
    owner, writer, name = addresses
    assert runner.invoke(app, ["store", "grant", owner, name]).exit_code == 0

    async def evening() -> list[tuple[str, ...]]:
        clock, seen = ManualClock(), list[tuple[str, ...]]()
        hall = await Hall.start(writer, Keys.fresh(), clock=clock)
        for change in (
            "SELECT 1",
            f'GRANT DELETE ON entries TO "{name}"',
            f'REVOKE DELETE ON entries FROM "{name}"',
            "DROP TRIGGER entries_written_once ON entries",
        ):
            with psycopg.connect(owner, autocommit=True) as connection:
                connection.execute(change)
            await clock.advance(60)
            for _ in range(10):  # the watch asks the store several things, one after the other, before it rests again
                await hall.writer.call(lambda: None)
                await clock.advance(0)
            seen.append((await readiness(hall, StoreProbe(hall))).codes)
        await hall.stop()
        return seen

    assert asyncio.run(evening()) == [(), ("guards-lost",), (), ("guards-lost",)]
    told = [one.facts["why"] for one in caplog.records if one.message == "guards-lost"]  # type: ignore[attr-defined]
    assert told == ["role-may-more", "guard-missing"]


def test_a_file_has_no_roles(tmp_path: Path) -> None:
    found: Any = runner.invoke(app, ["store", "grant", str(tmp_path / "x.db"), "casa", "--lang", "en"])
    assert (found.exit_code, "PostgreSQL" in found.stderr) == (2, True)


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
    shutil.copy(house / "sala.db", store := folder / "sala.db")
    with closing(sqlite3.connect(store)) as other:
        other.executescript(f"PRAGMA foreign_keys = OFF; {sql}")
    found = runner.invoke(app, [*verb, str(store), "--key", str(house / "key"), "--lang", "en"])
    return found.exit_code, found.output


@pytest.mark.parametrize("column", [one for table in TABLES.values() for one in table.columns], ids=str)
def test_whatever_stands_where_people_are_kept_is_said_to_be_somebody_elses(
    house: Path, tmp_path: Path, column: schema.sa.Column[object]
) -> None:
    for value in VALUES:
        row = ", ".join(value if one is column else f"'{one.name}-2'" for one in column.table.columns)
        assert told(house, tmp_path, f"INSERT INTO {column.table} VALUES ({row})", "people", "list", "--store")[0] == 2
        with open_store(f"{tmp_path}/sala.db", read_only=True) as opened:
            assert str(column.table) in changed_tables(opened, RowSeal(Keys.load(house / "key").sealing)), value


@pytest.mark.parametrize("gone", EVERY, ids=str)
def test_what_is_not_there_is_said_by_the_audit_and_no_hall_goes_on_without_it(
    house: Path, tmp_path: Path, gone: schema.sa.Table | schema.sa.Column[object]
) -> None:
    """A table that was dropped, or one of whose columns was given another name."""
    name = str(gone if isinstance(gone, schema.sa.Table) else gone.table)
    sql = f"DROP TABLE {name}" if name == str(gone) else f"ALTER TABLE {name} RENAME {gone.name} TO x"
    assert told(house, tmp_path, sql, "audit")[0] in (1, 2)
    status, said = told(house, tmp_path, sql, "people", "list", "--store")
    assert (status, f"the table {name}, or one of its columns" in said) == (2, True), said
