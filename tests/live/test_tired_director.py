"""Somebody tired runs the house: presses twice, from two pages, too early, alone, past midnight, and over a restart."""

from __future__ import annotations

import asyncio
from typing import Any

from msgspec.structs import replace

from tapete.catalogue import house_games, recorded_engines
from tapete.games.baccarat.procedure import CloseTable
from tapete.games.punto_banco import acts as p
from tapete.games.punto_banco.terms import Bet
from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import Phase, SlipKind
from tapete.kernel import Act, PersonId
from tapete.live import Hall
from tapete.record.audit import audit
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tapete.table.acts import BuyIn, Leave, Sit
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, CASHIER, CHIEF, CROUPIER, DIRECTOR, TABLE
from tests.support.live.evening import DAY, OPENING, do, open_day, pay, refused, slip, welcome


def play(stage: Any, *scenes: Any) -> None:
    for scene in scenes:
        stage.play(scene, games=house_games())


async def twice(actor: Any, who: PersonId, what: Any, *commands: str) -> list[str]:
    """Press a button twice in one moment; return the codes of what is refused, empty for what is done."""
    act, commands = Act(who, what, actor.step), commands or (f"{actor.version}-a", f"{actor.version}-b")
    answers = await asyncio.gather(*(actor.act(act, command) for command in commands))
    return sorted("" if one.refusal is None else one.refusal.code for one in answers)


async def counted(hall: Hall) -> Any:
    """Return a house whose day can be closed."""
    house = await open_day(hall)
    await slip(house, SlipKind.COUNT, 5_000_000, cash=2_000_000)
    return house


def test_day_is_closed_once_from_two_pages_and_opened_once(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        house = await counted(hall)
        assert await twice(house, DIRECTOR, a.CloseDay()) == ["", "house-closed"]
        assert await twice(house, DIRECTOR, a.OpenDay("2026-11-23")) == ["", "day-open"]
        assert (house.state.days, house.state.phase) == (2, Phase.OPEN)
        carried = [
            one for entry in await house.entries() for one in entry.events if one["event"].startswith("balances")
        ]
        assert len(carried) == 2  # each day has its own

    play(stage, scene)


def test_one_press_that_comes_twice_is_one_act(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        house = await counted(hall)
        assert await twice(house, DIRECTOR, a.CloseDay(), "same", "same") == ["", ""]
        before = house.version
        assert await twice(house, DIRECTOR, a.OpenDay("2026-11-23"), "next", "next") == ["", ""]
        assert house.version == before + 1

    play(stage, scene)


def test_day_is_not_closed_while_a_coup_is_on(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        house = await open_day(hall)
        table = await hall.open_table("punto-y-banca", OPENING)
        await slip(house, SlipKind.OPENING, 1_000_000, TABLE)
        await welcome(house, ANA, 60_000)
        await do(table, ANA, Sit(1), BuyIn(20_000))
        await do(table, CROUPIER, p.CountPack(), p.ShufflePack(), p.CutPack(200), p.InsertCutCard(), p.BurnCards())
        await do(table, ANA, p.TakeShoe())
        await do(table, CROUPIER, p.OpenBets())
        await do(table, ANA, p.PlaceBet(Bet.PUNTO, 5_000))
        for _ in range(2):
            assert (await refused(house, DIRECTOR, a.CloseDay())).code == "tables-uncounted"
        assert (await refused(house, CASHIER, a.WriteSlip(SlipKind.CLOSING, 0, TABLE))).code == "table-in-play"
        assert (await refused(table, CHIEF, CloseTable())).code != ""
        await do(table, ANA, p.WithdrawBet(Bet.PUNTO))

    play(stage, scene)


def test_past_midnight_the_day_is_the_one_that_was_opened(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        house = await open_day(hall)
        await stage.clock.advance(20 * 3_600)
        await welcome(house, BEA, 10_000)
        assert house.state.day == DAY
        await pay(house, a.BuyBackChips(BEA, 10_000))
        await slip(house, SlipKind.COUNT, 5_000_000, cash=2_000_000)
        await do(house, DIRECTOR, a.CloseDay())
        assert (await refused(house, DIRECTOR, a.OpenDay(DAY))).code == "day-gone"

    play(stage, scene)


def test_mistyped_day_is_refused_by_the_halls_own_calendar_whatever_the_act_says(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        house = await counted(hall)
        await do(house, DIRECTOR, a.CloseDay())
        for said in (None, "9999-12-31"):
            assert (await refused(house, DIRECTOR, a.OpenDay("9999-12-31", today=said))).code == "day-ahead"
        await do(house, DIRECTOR, a.OpenDay("2026-11-23"))

    stage.play(scene, games=house_games(), calendar=lambda: "2026-11-23")


def test_restart_between_two_days_and_a_table_that_is_opened_twice_at_once(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        house = await open_day(hall)
        table = await hall.open_table("punto-y-banca", OPENING)
        await welcome(house, ANA, 60_000)
        await do(table, ANA, Sit(1), BuyIn(20_000), Leave())
        await do(table, CHIEF, CloseTable())
        await slip(house, SlipKind.COUNT, 4_940_000, cash=2_060_000)
        await do(house, DIRECTOR, a.CloseDay())

    async def later(hall: Hall) -> None:
        house: Any = hall.house
        await do(house, DIRECTOR, a.OpenDay("2026-11-23"))
        assert house.state.ledger[f"person:{ANA}"] == 60_000
        other = {Role.CROUPIER: PersonId("luz"), Role.TABLE_CHIEF: PersonId("fermin")}
        one, two = await asyncio.gather(
            hall.open_table("punto-y-banca", OPENING), hall.open_table("punto-y-banca", replace(OPENING, staff=other))
        )
        assert sorted(each.continues is None for each in (one, two)) == [False, True]
        assert ESTABLISHMENT.problems(house.state) == ()

    play(stage, scene, later)
    with open_store(stage.url, read_only=True) as store:
        assert audit(StoreSource(store), recorded_engines()).problems == ()
