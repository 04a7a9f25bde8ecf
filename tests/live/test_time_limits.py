"""Limits of time: that of a window, and the one that a player has set himself (HP.HS); both survive a restart."""

import asyncio
import threading
from datetime import timedelta
from typing import Any

import pytest
from msgspec import convert

from tapete.games.baccarat.procedure import CloseTable
from tapete.games.punto_banco import acts as p
from tapete.games.punto_banco.terms import Bet
from tapete.house import acts as a
from tapete.house.terms import SlipKind
from tapete.kernel import Act, FixedValue, LimitOf, PersonId, Refused, TimeLimit
from tapete.live import Hall, TableActor
from tapete.live.timers import HOLD_S
from tapete.record.store import Store
from tapete.table.acts import BuyIn, Leave, Sit
from tests.support.house import ANA, BEA, CASHIER, CHIEF, CROUPIER, DIRECTOR, TABLE
from tests.support.live.evening import OPENING, do, open_bets, open_day, pay, refused, slip, welcome
from tests.support.live.toy import Add, Draw, Late, Open, Shuffle, by_sums, in_hall, in_house, limited

LIMITS = limited(TimeLimit("other", 3, Late()), TimeLimit("draw", 10, Late()))


async def drawing(hall: Hall, name: str = "uno") -> TableActor[Any]:
    table = await hall.open_table("toy", Open(name))
    await table.act(Act(ANA, Shuffle(), table.step), "s")
    return table


def late(table: TableActor[Any]) -> int:
    return int(table.view(None).late)


async def late_now(table: TableActor[Any]) -> int:
    await table.act(Act(PersonId("bea"), Add(1)))
    return late(table)


@in_hall(limits=LIMITS)
async def test_what_is_done_in_a_window_gives_no_more_time_for_it(hall: Hall, stage: Any) -> None:
    table = await drawing(hall)
    for number in range(3):
        await stage.clock.advance(3)
        await table.act(Act(ANA, Add(1)), f"c{number}")
    assert (late(table), table.countdown.left()) == (0, 1)
    await stage.clock.advance(1)
    assert await late_now(table) == 1
    by = (await table.entries(table.version - 2))[0]
    assert (by.by, by.act["at"]["serial"], table.countdown.left()) == ("system:clock", 0, 10)


@in_hall(limits=LIMITS)
async def test_a_table_that_waits_for_an_official_lets_no_time_pass_and_nobody_else_act(hall: Hall, stage: Any) -> None:
    table, bea = await drawing(hall), PersonId("bea")
    await stage.clock.advance(4)
    table.hold.begin(ANA)
    await stage.clock.advance(20)
    assert (table.legal(bea), (await table.act(Act(bea, Add(1)))).outcome) == ((), Refused("table-held"))
    assert (table.countdown.left(), table.countdown.face()) == (0, None)
    for who in (bea, ANA):
        table.hold.end(who)
    assert (late(table), table.countdown.left()) == (0, 6)
    await stage.clock.advance(6)
    assert await late_now(table) == 1
    table.hold.begin(ANA)
    await stage.clock.advance(HOLD_S)
    table.hold.begin(ANA)
    assert not table.hold.is_binding(bea), "within one step it waits no longer, whoever looks once more"


PAUSED: dict[str, LimitOf] = {"toy": lambda state: None if state.total % 2 else TimeLimit("draw", 10, Late())}


@pytest.mark.parametrize(
    ("limits", "queued", "counts"),
    [
        (LIMITS, [Draw()], 0),
        (by_sums(Late()), [Add(1)], 0),
        (PAUSED, [Add(1), Add(1)], 0),
        (LIMITS, [Add(1), Add(1)], 1),
    ],
)
def test_a_limit_that_runs_out_behind_other_acts_counts_only_where_these_let_it_run(
    stage: Any, monkeypatch: pytest.MonkeyPatch, limits: Any, queued: Any, counts: int
) -> None:
    """Acts are on their way to the disk when the time is up. It was that of the window, or time, before; an incident
    stops it too, and its ruling lets the same time begin anew. What changes nothing in it gives no more of it.
    """
    begun, written, append = threading.Event(), threading.Event(), Store.append_many

    def slow(*given: Any) -> Any:
        begun.set()
        assert written.wait(60)
        return append(*given)

    async def scene(hall: Hall) -> None:
        table = await drawing(hall)
        monkeypatch.setattr(Store, "append_many", slow)
        before = [asyncio.create_task(table.act(Act(ANA, one, table.step))) for one in queued]
        await asyncio.to_thread(begun.wait, 60)
        await stage.clock.advance(10)
        written.set()
        await asyncio.gather(*before)
        await table.act(Act(ANA, Add(2)), "after-the-clock")
        assert late(table) == counts
        await stage.clock.advance(9)
        assert late(table) == counts
        await stage.clock.advance(1)
        assert await late_now(table) == counts + 1

    stage.play(scene, limits=limits)


@in_hall(limits=by_sums(Add(1)))
async def test_one_limit_after_another_runs_out_in_one_step(hall: Hall, stage: Any) -> None:
    table = await drawing(hall)
    for total in (1, 2, 3):
        await stage.clock.advance(10)
        await stage.settled(lambda total=total: table.view(None).total == total)


def test_each_table_has_its_own_time_and_a_restart_begins_it_anew(stage: Any) -> None:
    async def first(hall: Hall) -> None:
        one = await drawing(hall)
        await stage.clock.advance(6)
        two = await drawing(hall, "dos")
        await stage.clock.advance(4)
        assert await late_now(one) == 1
        await stage.clock.advance(5)
        assert (late(one), late(two)) == (1, 0)
        await stage.clock.advance(1)
        assert await late_now(two) == 1
        assert late(one) == 1

    async def again(hall: Hall) -> None:
        one = hall.tables["uno"]
        await stage.clock.advance(9)
        assert late(one) == 1
        await stage.clock.advance(1)
        assert await late_now(one) == 2

    stage.play(first, again, limits=LIMITS)


MINUTE = 60.0


async def at_table(hall: Hall) -> tuple[Any, Any]:
    """Return a house and a table at which Ana has a place and chips, and lets herself sit for ten minutes."""
    house = await open_day(hall)
    table = await hall.open_table("punto-y-banca", OPENING)
    for seat, who in enumerate((ANA, BEA), start=1):
        await welcome(house, who, 60_000)
        await do(table, who, Sit(seat), BuyIn(20_000))
    await do(house, ANA, a.LimitTime(10))
    return house, table


@in_house
async def test_time_is_over_to_the_second_and_nothing_more_is_staked(hall: Hall, stage: Any) -> None:
    house, table = await at_table(hall)
    await open_bets(table)
    await do(table, ANA, p.PlaceBet(Bet.PUNTO, 5_000))
    await stage.clock.advance(10 * MINUTE - 1)
    assert not house.state.visitor(ANA).is_out_of_time
    await do(table, ANA, p.PlaceBet(Bet.BANCA, 1_000))
    await stage.clock.advance(1)
    await stage.settled(lambda: house.state.visitor(ANA).is_out_of_time)
    for what in (p.PlaceBet(Bet.PUNTO, 1_000), BuyIn(100)):
        no = await refused(table, ANA, what)
        assert (no.code, no.facts, no.clauses) == ("time-limit", {"minutes": 10}, ("HP.HS.time-limit",))
    assert (await refused(house, CASHIER, a.SellChips(ANA, 100))).code == "time-limit"
    await do(table, ANA, p.WithdrawBet(Bet.BANCA))  # what lies there may lie there, or be taken back
    await do(table, BEA, p.PlaceBet(Bet.PUNTO, 1_000))
    await do(table, ANA, p.WithdrawBet(Bet.PUNTO), Leave())
    assert (await refused(table, ANA, Sit(1))).code == "time-limit"
    assert not house.state.visitor(BEA).is_out_of_time


@in_house
async def test_whoever_is_barred_at_a_table_stakes_nothing_more_and_is_paid(hall: Hall) -> None:
    house, table = await at_table(hall)
    await slip(house, SlipKind.OPENING, 100_000, TABLE)
    await open_bets(table)
    await do(table, ANA, p.PlaceBet(Bet.PUNTO, 5_000))
    await do(house, DIRECTOR, a.Bar(ANA, "pelea"))
    for what in (p.PlaceBet(Bet.BANCA, 1_000), p.PlaceBet(Bet.PUNTO, 1_000), BuyIn(100)):
        no = await refused(table, ANA, what)
        assert (no.code, no.clauses) == ("house-barred", ("HP.HS.barred",))
    await do(table, BEA, p.PlaceBet(Bet.PUNTO, 1_000))
    await do(table, CROUPIER, p.CloseBets())
    while table.view(None).phase != "between":  # what lies there is played to its end
        offers = [(who, one) for who in (ANA, CROUPIER) for one in table.legal(who) if one.act != "place-bet"]
        plain = [(who, one) for who, one in offers if all(isinstance(f, FixedValue) for f in one.fields.values())]
        assert plain, (table.view(None).phase, offers)
        who, one = plain[0]
        made = {name: field.value for name, field in one.fields.items() if isinstance(field, FixedValue)}
        await do(table, who, convert({"act": one.act, **made}, table.game.act_types))
    if any(one.act == "withdraw-bet" for one in table.legal(ANA)):  # a tie leaves it there
        await do(table, ANA, p.WithdrawBet(Bet.PUNTO))
    await do(table, ANA, Leave())
    await do(house, DIRECTOR, a.LiftBar(ANA, "aclarado"))
    await do(table, ANA, Sit(1))


@in_house
async def test_time_runs_while_somebody_sits_and_at_no_other(hall: Hall, stage: Any) -> None:
    house, table = await at_table(hall)
    await stage.clock.advance(6 * MINUTE)
    await do(table, ANA, Leave())
    await stage.clock.advance(60 * MINUTE)
    assert house.play_time.seconds(ANA) == 6 * MINUTE
    await do(table, ANA, Sit(1))
    await stage.clock.advance(4 * MINUTE - 1)
    assert not house.state.visitor(ANA).is_out_of_time
    await stage.clock.advance(1)
    await stage.settled(lambda: house.state.visitor(ANA).is_out_of_time)


@in_house
async def test_stricter_limit_bites_at_once_and_a_looser_one_on_the_next_day(hall: Hall, stage: Any) -> None:
    house, table = await at_table(hall)
    await stage.clock.advance(6 * MINUTE)
    await do(house, ANA, a.LimitTime(60))
    await do(house, BEA, a.LimitTime(5))  # she has sat for longer than that already
    await stage.settled(lambda: house.state.visitor(BEA).is_out_of_time)
    await stage.clock.advance(4 * MINUTE)
    await stage.settled(lambda: house.state.visitor(ANA).is_out_of_time)
    await do(table, CHIEF, CloseTable())
    for who in (ANA, BEA):
        await pay(house, a.BuyBackChips(who, 60_000))
    await do(house, CASHIER, a.WriteSlip(SlipKind.COUNT, 5_000_000, cash=2_000_000))
    await do(house, DIRECTOR, a.SignSlip(house.state.last_slip), a.CloseDay(), a.OpenDay("2026-11-23"))
    assert (house.state.visitor(ANA).time.now, house.state.visitor(BEA).time.now) == (60, 5)
    assert house.play_time.seconds(ANA) == 0
    await do(house, DIRECTOR, a.Admit(ANA))
    again = await hall.open_table("punto-y-banca", OPENING)
    await do(again, ANA, Sit(1))


def test_a_wall_clock_set_back_before_a_restart_gives_nobody_more_time(stage: Any) -> None:
    """T26: else nothing counted until the clock came again to when she sat down."""

    async def scene(hall: Hall) -> None:
        await at_table(hall)
        stage.clock.start -= timedelta(hours=1)

    async def later(hall: Hall) -> None:
        house: Any = hall.house
        await stage.clock.advance(10 * MINUTE)
        await stage.settled(lambda: house.state.visitor(ANA).is_out_of_time)

    stage.play_in_house(scene, later)


def test_a_clock_set_back_takes_no_more_of_a_seat_than_lies_between_two_entries(stage: Any) -> None:
    """T26: else the whole time in the seat was gone as soon as she had left it."""

    async def scene(hall: Hall) -> None:
        house, table = await at_table(hall)
        await stage.clock.advance(7 * MINUTE)
        await do(house, CASHIER, a.SellChips(BEA, 100))
        stage.clock.start -= timedelta(hours=1)
        await stage.clock.advance(MINUTE)
        await do(house, CASHIER, a.SellChips(BEA, 100))
        await stage.clock.advance(MINUTE)
        await do(table, ANA, Leave())

    async def later(hall: Hall) -> None:
        house: Any = hall.house
        assert house.play_time.seconds(ANA) == 8 * MINUTE

    stage.play_in_house(scene, later)


def test_time_goes_on_after_a_restart(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        await at_table(hall)
        await stage.clock.advance(6 * MINUTE)

    async def later(hall: Hall) -> None:
        house: Any = hall.house
        assert house.play_time.seconds(ANA) == 6 * MINUTE
        await stage.clock.advance(4 * MINUTE)
        await stage.settled(lambda: house.state.visitor(ANA).is_out_of_time)

    async def last(hall: Hall) -> None:
        house: Any = hall.house
        assert house.state.visitor(ANA).is_out_of_time
        assert (await refused(hall.tables[TABLE], ANA, BuyIn(100))).code == "time-limit"
        version = house.version
        await stage.clock.advance(60 * MINUTE)
        assert house.version == version  # it is said once

    stage.play_in_house(scene, later, last)
