"""Bingo in a house: the desk changes the takings of the public into chips of the hall, and pays prizes for them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from tapete.catalogue import house_games
from tapete.chance import ChanceKind
from tapete.cli.records import record_games
from tapete.games.bingo import acts as b
from tapete.games.bingo.books import owed, till
from tapete.games.bingo.terms import Means, Prize
from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import KEY, SlipKind
from tapete.kernel import HOUSE, PersonId
from tapete.live import Hall
from tapete.record.audit import AuditInputs, audit
from tapete.record.house_books import house_books
from tapete.record.private import KeySealer
from tapete.record.replay import read
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tapete.table.acts import BuyIn, CashOut
from tests.bingo.test_audited_evening import CARD, drawing, sale
from tests.support.bingo.hall import STAFF
from tests.support.house import ANA, DIRECTOR
from tests.support.live.evening import do, open_day, pay, purse, refused, slip, welcome

SALA = "sala"
SELLER, CHIEF, TILL = PersonId("caller"), PersonId("chief"), PersonId("cashier")
OPENING = b.OpenHall(SALA, "orden-1979", ChanceKind.SEALED, staff=STAFF)


async def told(house: Any) -> list[str]:
    """Return what the hall of bingo has told the house of money."""
    moves = [
        move
        for one in await house.entries()
        if one.act["what"]["act"] == "follow-table"
        for move in one.act["what"]["moves"]
    ]
    return [f"{one['act']} {one['amount']}" for one in moves if "amount" in one]


def test_takings_and_prizes_of_a_hall_stand_in_the_books_of_the_house(stage: Any, tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        house = await open_day(hall)
        table = await hall.open_table("bingo", OPENING)
        short = await refused(table, ANA, BuyIn(10_00))
        assert short.code == "not-admitted"
        await welcome(house, ANA, 10_00)
        cash, chips = house.state.ledger["cash"], house.state.ledger["chips"]
        await sale(table)
        assert (purse(house, ANA), house.state.ledger[f"table:{SALA}"]) == (0, 10_00)
        taken = -table.state.ledger[till(SELLER)]
        assert taken > 0
        await do(table, TILL, b.HandOverTakings(SELLER, taken))
        assert house.state.ledger["cash"] == cash + taken
        assert house.state.ledger["chips"] == chips - taken
        assert house.state.ledger[f"table:{SALA}"] == 10_00 + taken
        await drawing(table)
        line = table.state.ledger[owed("1", Prize.LINE, CARD)]
        await do(table, TILL, b.PayPrize(Prize.LINE, CARD, means=Means.CASH))
        await do(table, TILL, b.PayPrize(Prize.BINGO, CARD, means=Means.ACCOUNT))
        assert house.state.ledger["cash"] == cash + taken - line
        assert house.state.ledger[f"table:{SALA}"] == 10_00 + taken - line
        await do(table, CHIEF, b.EndGame(), b.CloseSession())
        held = table.state.ledger[f"person:{ANA}"]
        await do(table, ANA, CashOut(held))
        await do(table, HOUSE, b.CloseHall())
        won = house.state.ledger[f"table:{SALA}"]
        assert won == table.state.ledger["house"] > 0
        assert purse(house, ANA) == held
        await slip(house, SlipKind.CLOSING, won, SALA)
        await pay(house, a.BuyBackChips(ANA, held))
        await slip(house, SlipKind.COUNT, house.state.ledger["chips"], cash=house.state.ledger["cash"])
        await do(house, DIRECTOR, a.CloseDay())
        assert ESTABLISHMENT.problems(house.state) == ()
        assert await told(house) == [
            "bring-chips 1000", f"bring-cash {taken}", f"pay-cash {line}", f"take-chips {held}"]  # fmt: skip

    stage.play(scene, games=house_games())
    record = StoreSource(open_store(stage.url))
    report = audit(record, record_games(record), AuditInputs(KeySealer(stage.keys.sealing)))
    assert (report.problems, report.unjudged_entries) == ((), ())
    tables = {SALA: tuple(read(record, SALA))}
    books = house_books(house_games(), read(record, KEY), tables)
    file = tmp_path / "house.beancount"
    file.write_text(books, "utf-8")
    program = [str(Path(sys.executable).with_name("bean-check")), str(file)]
    found = subprocess.run(program, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout + found.stderr) == (0, "")
