"""The books of a whole house with a bank that was deposited: whoever had it is paid once, whenever its table closes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tapete.catalogue import house_games
from tapete.games.dos_panos import acts as d
from tapete.kernel import HOUSE
from tapete.live import Hall, Keys
from tests.support.dos_panos.table import STAFF
from tests.support.live.bank import BANK, ROSA, held_by_rosa, prepare_shoe
from tests.support.live.evening import do, open_day
from tests.support.record.books import books_of_house

OPENING = d.OpenTable("salon", "asturias-2011", 10_00, bank_maximum=10_000_00, staff=STAFF)


@pytest.mark.parametrize("is_delivered", [False, True])
def test_a_deposit_that_comes_back_when_the_table_closes_is_counted_once(tmp_path: Path, is_delivered: bool) -> None:
    async def scene() -> None:
        hall = await Hall.start(url, Keys.fresh(), games=house_games())
        house = await open_day(hall, admission=False)
        table = await hall.open_table("dos-panos", OPENING)
        await held_by_rosa(house, table)
        if is_delivered:
            await prepare_shoe(table)
            await do(table, ROSA, d.DeliverBank(BANK))
        await do(table, HOUSE, d.CloseTable())
        assert house.state.ledger[f"person:{ROSA}"] == BANK
        assert house.state.ledger.get("table:salon", 0) == 0
        await hall.stop()

    url = f"sqlite:///{tmp_path / 'hall.db'}"
    asyncio.run(scene())
    held = {name: float(one) for name, one in books_of_house(tmp_path / "hall.db").items()}
    assert {name: one for name, one in held.items() if "Salon" in name and one} == {}
    assert held["Assets:Person:Rosa"] == BANK / 100
