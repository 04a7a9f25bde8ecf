"""A hall of bingo in a house: the desk pays its prizes; after a day it goes on with its material and its debts."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.catalogue import house_games
from tapete.chance import ChanceKind
from tapete.cli.records import record_games
from tapete.games.bingo import acts as b
from tapete.games.bingo.books import owed, till
from tapete.games.bingo.game import Bingo
from tapete.games.bingo.inventory import BallSet, Inventory
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Means, Prize
from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import KEY, SlipKind
from tapete.kernel import HOUSE, PersonId, RefusedError
from tapete.live import Hall
from tapete.live.answer import RecordRefusedError
from tapete.record.audit import AuditInputs, audit
from tapete.record.beancount import house_books
from tapete.record.private import KeySealer
from tapete.record.recompute import read
from tapete.record.report import AuditReport
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tapete.table.acts import BuyIn, CashOut
from tapete.table.staff import Role
from tests.bingo.test_audited_evening import CARD, drawing, open_sale, sale
from tests.support.bingo.drawn import SECRET, drawn, registering
from tests.support.bingo.hall import ITEMS, STAFF
from tests.support.house import ANA, DIRECTOR
from tests.support.live.evening import DAYS, do, open_day, pay, purse, refused, slip, welcome
from tests.support.live.toy import in_house

SALA = "sala"
SELLER, CHIEF, TILL, MANAGER = PersonId("caller"), PersonId("chief"), PersonId("cashier"), PersonId("manager")
OPENING = b.OpenHall(SALA, "orden-1979", ChanceKind.SEALED, staff=STAFF)


async def played(hall: Hall) -> Any:
    """Play a game whose bingo nobody collects; close the hall."""
    table = await hall.open_table("bingo", OPENING)
    if hall.house is not None:
        await welcome(hall.house, ANA, 10_00)
    await sale(table)
    await do(table, TILL, b.HandOverTakings(SELLER, -table.state.ledger[till(SELLER)]))
    await drawing(table)
    await do(table, TILL, b.PayPrize(Prize.LINE, CARD, means=Means.ACCOUNT))
    await do(table, CHIEF, b.LeaveUncollected(Prize.BINGO, CARD, "no vino"), b.EndGame(), b.CloseSession())
    await do(table, HOUSE, b.CloseHall())
    return table


async def next_session(table: Any) -> None:
    await do(table, CHIEF, *(b.PassCheck(item) for item in ITEMS), b.LoadBalls("S-9"), b.OpenSession())


def judged(stage: Any, *, with_key: bool = True) -> AuditReport:
    record = StoreSource(open_store(stage.url), owned=True)
    given = AuditInputs(KeySealer(stage.keys.sealing)) if with_key else AuditInputs()
    try:
        return audit(record, record_games(record), given)
    finally:
        record.close()


def test_without_a_house_the_next_hall_of_the_name_goes_on(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        first = await played(hall)
        table = await hall.open_table("bingo", OPENING)
        assert (table.id, table.continues.table) == ("sala-2", SALA)
        assert table.state.hall.ball_sets["S-9"] == BallSet(1)
        assert table.state.hall.series["B-1047"].secret == SECRET
        due = first.state.ledger[owed("1", Prize.BINGO, CARD)]
        assert table.state.ledger[f"person:{ANA}"] == first.state.ledger[f"person:{ANA}"] > 0
        await next_session(table)
        await do(table, CHIEF, b.AnnounceSale(("B-1047",)))
        assert (await refused(table, SELLER, b.SellCards("B-1047", 11, 12))).code == "card-sold"
        await do(table, SELLER, b.SellCards("B-1047", 12, 13))
        await do(table, TILL, b.PayPrize(Prize.BINGO, CARD, "1"))
        assert table.state.ledger["cash-desk"] == due

    stage.play_in_house(scene)
    for with_key in (True, False):
        assert judged(stage, with_key=with_key).problems == ()


def test_in_a_house_the_hall_goes_on_the_day_after_and_the_desk_gives_it_what_it_owes(stage: Any) -> None:
    async def first(hall: Hall) -> None:
        house = await open_day(hall)
        await played(hall)
        await slip(house, SlipKind.CLOSING, house.state.ledger[f"table:{SALA}"], SALA)
        held = house.state.ledger[f"person:{ANA}"]
        await pay(house, a.BuyBackChips(ANA, held))
        await slip(house, SlipKind.COUNT, house.state.ledger["chips"], cash=house.state.ledger["cash"])
        await do(house, DIRECTOR, a.CloseDay())

    async def second(hall: Hall) -> None:
        house = hall.house
        assert house is not None
        await do(house, DIRECTOR, a.OpenDay(DAYS[1]))
        await slip(house, SlipKind.SUPPLY, 5_000_000, cash=2_000_000)
        table = await hall.open_table("bingo", OPENING)
        assert (table.id, table.continues.table) == ("sala-2", SALA)
        assert table.state.hall.ball_sets["S-9"] == BallSet(1)
        due = table.state.ledger[owed("1", Prize.BINGO, CARD)]
        assert f"person:{ANA}" not in table.state.ledger, "she has it in her purse since the hall was closed"
        no = await refused(table, TILL, b.PayPrize(Prize.BINGO, CARD, "1", Means.CASH))
        assert no.code == "hall-lacks-own-chips"
        await slip(house, SlipKind.OPENING, due, table.id)
        cash = house.state.ledger["cash"]
        await do(table, TILL, b.PayPrize(Prize.BINGO, CARD, "1", Means.CASH))
        assert house.state.ledger["cash"] == cash - due

    stage.play_in_house(first, second)
    report = judged(stage)
    assert (report.problems, report.unjudged_entries) == ((), ())


def test_nobody_opens_a_hall_with_an_inventory_of_his_own(stage: Any) -> None:
    """A set of 999 games is entered as new; a debt is left out."""
    forged = replace(OPENING, inventory=Inventory(ball_sets={"S-9": BallSet()}), secrets={})

    async def scene(hall: Hall) -> None:
        first = await hall.open_table("bingo", forged)
        assert dict(first.state.hall.ball_sets) == {}
        await do(first, MANAGER, b.RegisterBalls("S-9", "CNJ-2", games=999))
        await do(first, HOUSE, b.CloseHall())
        table = await hall.open_table("bingo", forged)
        assert dict(table.state.hall.ball_sets) == {"S-9": BallSet(999)}

    stage.play_in_house(scene)


@pytest.mark.parametrize("name", ["sala", "sala-2"])
@pytest.mark.parametrize("recover", [True, False])
def test_a_hall_whose_record_is_broken_does_not_begin_as_if_there_had_been_none(
    stage: Any, name: str, recover: bool
) -> None:
    async def first(hall: Hall) -> None:
        for _ in range(2):
            await do(await hall.open_table("bingo", OPENING), HOUSE, b.CloseHall())

    async def again(hall: Hall) -> None:
        assert (name in hall.parked_tables) is recover
        with pytest.raises(RefusedError if recover else RecordRefusedError) as found:
            await hall.open_table("bingo", OPENING)
        if isinstance(found.value, RefusedError):
            no = found.value.refused
            assert (no.code, no.facts) == ("inventory-unread", {"table": name})
            assert (await hall.open_table("bingo", replace(OPENING, name="salón"))).id == "salón"

    stage.play_in_house(first)
    spoiled = "UPDATE entries SET body = replace(body, 'orden-1979', 'orden-1978') WHERE table_id = ? AND version = 1"
    stage.tamper(spoiled, values=(name,))
    stage.play_in_house(again, recover=recover)


@in_house
async def test_two_halls_opened_at_one_moment_do_not_both_have_the_material(hall: Hall) -> None:
    await played(hall)
    tables = await asyncio.gather(*(hall.open_table("bingo", OPENING) for _ in range(3)))
    assert sorted(len(one.state.hall.ball_sets) for one in tables) == [0, 0, 1]


FORGED: dict[str, Callable[[Inventory], Inventory | None]] = {
    "a set of balls that was used in no game": lambda held: replace(held, ball_sets={"S-9": BallSet()}),
    "no debt": lambda held: replace(held, balances={}, left_prizes={}),
    "a series of which nothing was sold": lambda held: replace(
        held, series=tuple(replace(one, uses=()) for one in held.series)
    ),
    "no inventory": lambda held: None,
}


@pytest.mark.parametrize("forged", FORGED)
def test_an_audit_tells_a_hall_that_begins_with_another_inventory(stage: Any, monkeypatch: Any, forged: str) -> None:
    """The hall itself was changed by whoever runs it, and all is signed by its key."""
    due = Bingo.with_inventory

    def forging(game: Bingo, opening: b.OpenHall, last: State | None) -> b.OpenHall:
        made = due(game, opening, last)
        if made.inventory is None:
            return made
        held = FORGED[forged](made.inventory)
        return replace(made, inventory=held, secrets=None if held is None else made.secrets)

    async def first(hall: Hall) -> None:
        if forged in ("no debt", "a series of which nothing was sold"):
            await played(hall)
            return
        table = await hall.open_table("bingo", OPENING)
        await do(table, MANAGER, b.RegisterBalls("S-9", "CNJ-2", games=999), registering(drawn()))
        await do(table, HOUSE, b.CloseHall())

    monkeypatch.setattr(Bingo, "with_inventory", forging)
    stage.play_in_house(first, lambda hall: hall.open_table("bingo", OPENING))
    for with_key in (True, False):
        (found,) = judged(stage, with_key=with_key).problems
        assert (found.code, found.table, found.facts) == ("inventory-differs", "sala-2", {"before": SALA})


@in_house
async def test_nobody_goes_on_duty_to_whom_a_prize_of_a_closed_hall_is_due(hall: Hall, stage: Any) -> None:
    """HP.HS.staff-plays-not: nor is it forgotten once another hall has gone on from that one."""
    house = await open_day(hall)
    await played(hall)
    duty = a.GoOnDuty(Role.ADMISSION, ANA)
    await pay(house, a.BuyBackChips(ANA, purse(house, ANA)))
    assert (await refused(house, DIRECTOR, duty)).code == "visitor-may-not-serve"
    opened = await hall.open_table("bingo", OPENING)
    await next_session(opened)
    assert (await refused(house, DIRECTOR, duty)).code == "visitor-may-not-serve"
    due = opened.state.ledger[owed("1", Prize.BINGO, CARD)]
    await slip(house, SlipKind.OPENING, due, opened.id)
    await do(opened, TILL, b.PayPrize(Prize.BINGO, CARD, "1", Means.CASH))
    await do(house, DIRECTOR, duty)


async def told(house: Any) -> list[str]:
    said = [one.act["what"] for one in await house.entries() if one.act["what"]["act"] == "follow-table"]
    moves = [move for one in said for move in one["moves"]]
    return [f"{one['act']} {one['amount']}" for one in moves if "amount" in one]


def test_the_prize_of_a_paper_cartón_goes_to_no_account_of_somebody_whom_the_house_never_admitted(stage: Any) -> None:
    """Threat: a cashier alone makes a purse for a name of their own, and whoever bears it cashes in."""

    async def scene(hall: Hall) -> None:
        house = await open_day(hall)
        table = await hall.open_table("bingo", OPENING)
        await welcome(house, ANA, 10_00)
        await open_sale(table)
        await do(table, SELLER, b.SellCards("B-1047", 1, 11))
        await do(table, CHIEF, b.CloseSale())
        await do(table, TILL, b.CollectUnsold("B-1047", 49), b.HandOverTakings(SELLER, 22_00))
        await drawing(table, SELLER)
        prize = b.PayPrize(Prize.LINE, CARD, means=Means.ACCOUNT, person=PersonId("nadie"))
        found = await refused(table, TILL, prize)
        assert (found.code, found.clauses) == ("not-admitted", ("HP.HS.admission",))
        await do(table, TILL, replace(prize, person=ANA))

    stage.play_in_house(scene)


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

    stage.play_in_house(scene)
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
