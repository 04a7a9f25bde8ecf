"""Public screens from the record alone (T4, T14): as the hall shows them, nothing hidden, no record that is unsound."""

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest

from tapete.games.punto_banco import acts as p
from tapete.house.terms import KEY
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys, replica
from tapete.live.replica import FollowedTable, Replica
from tapete.record.store.public import open_public
from tapete.record.store.schema import is_public
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role
from tests.support.databases import unguarded

ANA, LUZ, JUAN = map(PersonId, ("ana", "luz", "juan"))


def opening(name: str) -> p.OpenTable:
    return p.OpenTable(name, "asturias-2011", 1_000, 50_000, staff={Role.CROUPIER: LUZ, Role.TABLE_CHIEF: JUAN})


async def opened(url: str, keys: Keys, *names: str) -> Hall:
    hall = await Hall.start(url, keys)
    for name in names:
        await hall.open_table("punto-y-banca", opening(name))
    return hall


async def seen(followed: Replica, table: Any) -> FollowedTable[Any]:
    """Wait until a replica has come to where a table stands."""
    async with asyncio.timeout(20):
        while (found := followed.tables.get(table.id)) is None or found.version < table.version:
            await asyncio.sleep(0.02)
    return found


async def set_aside(followed: Replica, name: str) -> str:
    async with asyncio.timeout(20):
        while name not in followed.parked_tables:
            await asyncio.sleep(0.02)
    return followed.parked_tables[name].code


async def test_a_replica_shows_what_the_hall_shows_and_is_told_of_each_change(url: str, keys: Keys) -> None:
    hall = await opened(url, keys, "mesa")
    followed = await Replica.start(open_public(url), trusted=[keys.authority.public])
    table = hall.tables["mesa"]
    found = await seen(followed, table)
    changes = found.changes()
    await anext(changes)
    await table.act(Act(ANA, Sit(1)), "sit")
    await table.act(Act(ANA, BuyIn(5_000)), "buy")
    assert await anext(changes) > 1
    found = await seen(followed, table)
    assert found.view(None) == table.view(None)
    assert await found.entries() == await table.entries()
    await hall.open_table("punto-y-banca", opening("otra"))
    assert (await seen(followed, hall.tables["otra"])).view(None).name == "otra"
    await changes.aclose()
    await followed.stop()
    await hall.stop()


async def test_a_replica_reads_no_sealed_part_and_follows_no_table_that_is_left_out(url: str, keys: Keys) -> None:
    hall = await opened(url, keys, "mesa", "amigos-00000000")
    record = open_public(url)
    assert {row.private_part for name in record.ends() for row in record.rows(name, 0)} == {None}
    followed = await Replica.start(record)
    assert list(followed.tables) == ["mesa"]
    await followed.stop()
    await hall.stop()


def test_neither_the_house_nor_a_table_among_friends_is_public() -> None:
    assert [is_public(one) for one in ("mesa", "amigos-00000000", KEY)] == [True, False, False]


async def test_whoever_follows_a_table_is_not_left_with_what_is_old(url: str, keys: Keys) -> None:
    hall = await opened(url, keys, "mesa")
    followed = await Replica.start(open_public(url))
    table = followed.tables["mesa"]
    changes = table.changes()
    await anext(changes)
    followed._note("08006")
    assert [one async for one in changes] == [], "the stream ends while nothing comes from the store"
    followed._note(None)
    assert table.is_open
    await followed.stop()
    await hall.stop()


SPOILT = {
    "an entry that was rewritten": (
        "UPDATE entries SET body = replace(body, '50000', '60000') WHERE version = 1",
        "record-unsound",
    ),
    "an entry that is gone": ("DELETE FROM entries WHERE table_id = 'mesa' AND version = 2", "record-unsound"),
}


@pytest.mark.parametrize(("order", "code"), SPOILT.values(), ids=SPOILT)
async def test_a_record_that_is_not_sound_is_shown_to_nobody(url: str, keys: Keys, order: str, code: str) -> None:
    hall = await opened(url, keys, "mesa", "otra")
    for command, what in (("sit", Sit(1)), ("buy", BuyIn(5_000))):
        await hall.tables["mesa"].act(Act(ANA, what), command)
    await hall.stop()
    spoil(url, order)
    followed = await Replica.start(open_public(url))
    assert {name: why.code for name, why in followed.parked_tables.items() if name == "mesa"} == {"mesa": code}
    await followed.stop()


async def test_a_record_that_was_put_back_or_written_anew_while_it_is_followed_is_set_aside(
    url: str, keys: Keys
) -> None:
    hall = await opened(url, keys, "mesa")
    await hall.tables["mesa"].act(Act(ANA, Sit(1)), "sit")
    await hall.stop()
    followed = await Replica.start(open_public(url))
    table = followed.tables["mesa"]
    spoil(url, "DELETE FROM commands; DELETE FROM checkpoints; DELETE FROM entries WHERE version > 1")
    assert await set_aside(followed, "mesa") == "record-behind"
    assert not table.is_open
    await followed.stop()


async def test_a_store_that_is_followed_is_whole_in_one_file_which_may_be_put_back(
    url: str, keys: Keys, tmp_path: Path
) -> None:
    file = Path(url.removeprefix("sqlite:///"))
    hall = await opened(url, keys, "mesa")
    followed = await Replica.start(open_public(url))
    await hall.tables["mesa"].act(Act(ANA, Sit(1)), "sit")
    await seen(followed, hall.tables["mesa"])
    await hall.stop()
    copy = tmp_path / "copy.db"
    shutil.copy(file, copy)
    for one in file.parent.glob(f"{file.name}*"):
        one.unlink()
    async with asyncio.timeout(20):
        while followed.lost is None:
            await asyncio.sleep(0.02)
    copy.rename(file)
    hall = await Hall.start(url, keys)
    await hall.tables["mesa"].act(Act(ANA, BuyIn(5_000)), "buy")
    assert (await seen(followed, hall.tables["mesa"])).view(None) == hall.tables["mesa"].view(None)
    await followed.stop()
    await hall.stop()


async def test_what_another_key_signed_is_not_the_hall_that_is_trusted(url: str, keys: Keys) -> None:
    await (await opened(url, keys, "mesa")).stop()
    followed = await Replica.start(open_public(url), trusted=[Keys.fresh().authority.public])
    assert followed.parked_tables["mesa"].code == "record-unsound"
    await followed.stop()


async def test_what_the_hall_signs_is_held_against_the_record_and_a_table_that_is_mended_comes_back(
    url: str, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replica, "SIGNED_S", 0.2)
    await (await opened(url, keys, "mesa")).stop()
    followed = await Replica.start(open_public(url), trusted=[keys.authority.public])
    assert list(followed.tables) == ["mesa"]
    spoil(url, "UPDATE checkpoints SET head = replace(head, 'a', 'b')")
    assert await set_aside(followed, "mesa") == "record-unsound"
    assert not followed.tables
    spoil(url, "DELETE FROM checkpoints")
    async with asyncio.timeout(20):
        while not followed.tables:
            await asyncio.sleep(0.02)
    assert not followed.parked_tables
    await followed.stop()


def spoil(url: str, orders: str) -> None:
    with unguarded(Path(url.removeprefix("sqlite:///"))) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.executescript(orders)
