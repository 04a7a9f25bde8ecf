"""The writer of a PostgreSQL store may read everything and add to the record; nothing else of it can he touch."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url
from typer.testing import CliRunner

from tapete.cli import app
from tapete.games.punto_banco.acts import OpenTable
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys, ManualClock
from tapete.live.readiness import StoreProbe, readiness
from tapete.record.store import open_store, schema
from tapete.record.store.engine import connect, read_url
from tapete.record.store.roles import RIGHTS, grant, may_change_record
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role
from tests.support.databases import fresh_database
from tests.support.record.tables import name_person

pytestmark = pytest.mark.pg
runner = CliRunner()
STAFF = {Role.CROUPIER: PersonId("luz"), Role.TABLE_CHIEF: PersonId("juan")}


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
            await hall.open_table("punto-y-banca", OpenTable("pb", "asturias-2011", 1000, 50000, staff=STAFF))
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
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(f'GRANT ALL ON entries TO "{name}"')
    assert runner.invoke(app, ["store", "grant", owner, name]).exit_code == 0
    with psycopg.connect(writer, autocommit=True) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("DELETE FROM entries")


def test_rights_and_guards_that_change_under_a_hall_are_noticed_within_a_minute(
    addresses: tuple[str, str, str], caplog: pytest.LogCaptureFixture
) -> None:
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
