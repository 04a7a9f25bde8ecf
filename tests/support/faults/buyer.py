"""Somebody who buys chips at a table while its database fails: each request has an amount and an id of its own."""

from __future__ import annotations

from tapete.games.punto_banco.acts import OpenTable
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys
from tapete.record.chain import Link, walk
from tapete.record.store import open_store
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role

ANA = PersonId("ana")
OPEN = OpenTable(
    "pb", "asturias-2011", 1000, 50000, staff={Role.CROUPIER: PersonId("luz"), Role.TABLE_CHIEF: PersonId("juan")}
)


async def opened(url: str, keys: Keys) -> Hall:
    hall = await Hall.start(url, keys)
    if not hall.tables:
        await hall.open_table("punto-y-banca", OPEN)
        await hall.tables["pb"].act(Act(ANA, Sit(1)), "sit")
    return hall


async def buy(hall: Hall, number: int) -> int:
    """Buy chips; each request has an amount of its own, so that two of them never look like one."""
    answer = await hall.tables["pb"].act(Act(ANA, BuyIn(100 + number)), f"buy-{number}")
    assert answer.refusal is None
    return answer.version


async def goes_on(url: str, keys: Keys, told: dict[int, int], unknown: int) -> None:
    """Start a hall again: what was told is there, and what is asked for once more is done once."""
    hall = await Hall.start(url, keys)
    assert not hall.parked_tables
    for number, version in told.items():
        assert await buy(hall, number) == version  # its first answer
    await buy(hall, unknown)
    assert hall.tables["pb"].view(ANA).me.chips == sum(100 + one for one in (*told, unknown))
    await hall.stop()
    with open_store(url, read_only=True) as store:
        links = [Link(row.body, row.hash) for row in store.entries("pb")]
    assert not [problem for one in walk("pb", links) for problem in one.problems]
