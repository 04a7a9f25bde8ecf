"""Two halls on one store: one plays, the other does not; a hall that was replaced writes nothing any more."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import psycopg
import pytest
import typer

from tapete.cli import stores
from tapete.games.punto_banco.acts import OpenTable
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys, TableLostError
from tapete.record.chain import Link, walk
from tapete.record.store import StoreLockedError, open_store
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role

ANA = PersonId("ana")
OPEN = OpenTable(
    "pb",
    "asturias-2011",
    1000,
    50000,
    staff={Role.CROUPIER: PersonId("croupier"), Role.TABLE_CHIEF: PersonId("chief")},
)


def chain(url: str) -> list[Any]:
    with open_store(url, read_only=True) as store:
        links = [Link(row.body, row.hash) for row in store.entries("pb")]
    return list(walk("pb", links))


@pytest.mark.pg
def test_replaced_hall_writes_nothing_any_more(pg_databases: Any) -> None:
    url = pg_databases.fresh()

    async def scene() -> None:
        keys = Keys.fresh()
        old = await Hall.start(url, keys)
        there = await old.open_table("punto-y-banca", OPEN)
        await there.act(Act(ANA, Sit(1)), "sit")
        stream = there.changes()
        assert await anext(stream) == 2

        new = await Hall.start(url, keys, take_over=True)
        here = new.tables["pb"]
        assert here.version == 2
        with pytest.raises(TableLostError):
            await there.act(Act(ANA, BuyIn(5000)), "buy")
        with pytest.raises(TableLostError):
            await there.act(Act(ANA, BuyIn(5000)), "buy")
        with pytest.raises(StopAsyncIteration):
            await asyncio.wait_for(anext(stream), 60)
        assert there.version == 2
        assert old.failed is None

        answer = await here.act(Act(ANA, BuyIn(5000)), "buy")  # the same request, sent to the hall that plays
        assert (answer.is_repeated, answer.version) == (False, 3)
        await old.stop()
        await new.stop()

    asyncio.run(scene())
    walked = chain(url)
    assert [one.entry.epoch for one in walked] == [1, 1, 2]
    assert not [problem for one in walked for problem in one.problems]


@pytest.mark.pg
def test_second_hall_is_refused_while_the_first_lives_and_after_a_take_over_while_either_does(
    pg_databases: Any, tmp_path: Path
) -> None:
    """Nobody ends a hall under play by starting another, nor by renewing its witness; a hall that closed, or lost its
    connections, is in no way.
    """
    url, keys = pg_databases.fresh(), Keys.load(tmp_path / "key")

    async def refused() -> None:
        for how in ({}, {"recover": False}):  # ``tapete open`` too
            with pytest.raises(StoreLockedError, match="alive"):
                await Hall.start(url, keys, **how)

    async def scene() -> None:
        one = await Hall.start(url, keys)
        table = await one.open_table("punto-y-banca", OPEN)
        await refused()
        with pytest.raises(typer.Exit):
            await asyncio.to_thread(stores.renew_witness, url, tmp_path / "key", tmp_path / "witness")
        assert (await table.act(Act(ANA, Sit(1)), "sit")).refusal is None
        two = await Hall.start(url, keys, take_over=True)
        await one.stop(sign=False)
        await refused()
        with psycopg.connect(url, autocommit=True) as server:  # its connection is lost, and is made again
            server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                "AND datname = current_database()"
            )
        assert (await two.tables["pb"].act(Act(ANA, BuyIn(5000)), "buy")).refusal is None
        await refused()
        await two.stop()
        three = await Hall.start(url, keys)
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                "AND datname = current_database()"
            )
        four = await Hall.start(url, keys)
        await three.stop(sign=False)
        await four.stop()

    asyncio.run(scene())


@pytest.mark.pg
def test_takeovers_under_load_lose_and_double_nothing(pg_databases: Any) -> None:
    """Ten halls follow one another while two hundred requests wander from one to the next until they are answered."""
    url, keys = pg_databases.fresh(), Keys.fresh()
    amounts = 200

    async def scene() -> None:
        halls = [await Hall.start(url, keys)]
        table = await halls[0].open_table("punto-y-banca", OPEN)
        await table.act(Act(ANA, Sit(1)), "sit")
        told: dict[str, int] = {}

        async def insist(number: int) -> None:
            command = f"buy-{number}"
            while True:
                try:
                    answer = await halls[-1].tables["pb"].act(Act(ANA, BuyIn(100 + number)), command)
                except TableLostError:
                    await asyncio.sleep(0.01)
                    continue
                assert answer.refusal is None
                told[command] = answer.version
                return

        async def replace() -> None:
            for _ in range(9):
                await asyncio.sleep(0.1)
                halls.append(await Hall.start(url, keys, take_over=True))

        async def some(first: int) -> None:
            for number in range(first, amounts, 10):
                await insist(number)
                await asyncio.sleep(0.03)

        await asyncio.gather(replace(), *(some(first) for first in range(10)))
        end = halls[-1].tables["pb"]
        assert end.version == 2 + amounts
        assert end.view(ANA).me.chips == sum(100 + number for number in range(amounts))
        assert sorted(told.values()) == list(range(3, 3 + amounts))
        for hall in halls:
            await hall.stop(sign=hall is halls[-1])

    asyncio.run(scene())
    walked = chain(url)
    assert not [problem for one in walked for problem in one.problems]
    assert len({one.entry.epoch for one in walked}) > 3
