"""The house of a hall: what happens at a table stands in its record too, or at neither place."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.accounts import move, post
from tapete.games.baccarat.procedure import CloseTable, CutPack, ShufflePack
from tapete.games.chemin_de_fer import acts as c
from tapete.games.punto_banco import acts as p
from tapete.games.punto_banco.terms import Bet
from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import Phase, SlipKind
from tapete.kernel import CLOCK, Act, PersonId
from tapete.live import Hall, RecordRefusedError, TableLostError
from tapete.live.house_link import owed
from tapete.live.recorded_table import PAGE
from tapete.table.acts import Away, BuyIn, CashOut, Leave, Relieve, Sit, StandBehind
from tapete.table.staff import Role
from tests.support.house import ANA, BEA, CASHIER, CHIEF, CROUPIER, DIRECTOR, DOOR, TABLE
from tests.support.live.evening import OPENING, OTHER, do, open_bets, open_day, pay, purse, refused, slip, welcome
from tests.support.live.toy import in_house
from tests.support.punto_banco.tables import BANK_WINS, PLAYER_WINS, dealt, ready, settled
from tests.support.rows import rows


async def at_table(hall: Hall) -> tuple[Any, Any]:
    """Return a house with a table of punto y banca that has a float, and Ana in it with 600 € in chips."""
    house = await open_day(hall)
    table = await hall.open_table("punto-y-banca", OPENING)
    await slip(house, SlipKind.OPENING, 1_000_000, TABLE)
    await welcome(house, ANA, 60_000)
    return house, table


async def told(house: Any) -> list[tuple[str, int, list[str]]]:
    found = [one.act["what"] for one in await house.entries() if one.act["what"]["act"] == "follow-table"]
    return [(one["table"], one["entry"], [move["act"] for move in one["moves"]]) for one in found]


@in_house
async def test_chips_go_from_the_purse_to_the_table_and_back(hall: Hall) -> None:
    house, table = await at_table(hall)
    await do(table, ANA, Sit(1), BuyIn(40_000))
    assert (purse(house, ANA), table.view(ANA).me.chips, house.state.visitor(ANA).table) == (20_000, 40_000, TABLE)
    assert house.state.ledger[f"table:{TABLE}"] == 1_040_000
    short = await refused(table, ANA, BuyIn(20_001))
    assert (short.code, short.facts) == ("customer-lacks-chips", {"held": 20_000, "amount": 20_001})
    assert (await refused(house, CASHIER, a.BuyBackChips(ANA, 20_001))).code == "customer-lacks-chips"
    await do(table, ANA, Leave())
    assert (purse(house, ANA), house.state.visitor(ANA).table) == (60_000, "")
    assert await told(house) == [
        (TABLE, 1, ["note-table-open", "note-table-post", "note-table-post"]),
        (TABLE, 2, ["note-seat"]),
        (TABLE, 3, ["bring-chips"]),
        (TABLE, 4, ["note-seat", "take-chips"]),
    ]
    digests = [one.hash() for one in await table.entries()]
    assert [one.act["what"]["digest"] for one in await house.entries() if "digest" in one.act["what"]] == digests
    assert ESTABLISHMENT.problems(house.state) == ()


def brought(table: Any, who: PersonId) -> tuple[int | None, int | None] | None:
    """Return the least and the most that somebody is offered to bring to a table; nothing where he is offered none."""
    found = [one.fields["amount"] for one in table.legal(who) if one.act == "buy-in"]
    return (found[0].minimum, found[0].maximum) if found else None


@in_house
async def test_a_table_knows_what_its_player_carries_and_offers_no_more(hall: Hall) -> None:
    house, table = await at_table(hall)
    await do(table, ANA, Sit(1))
    assert (table.purse(ANA), table.purse(BEA), table.purse(CROUPIER), table.purse(None)) == (60_000, 0, None, None)
    assert brought(table, ANA) == (1, 60_000)
    await do(table, ANA, BuyIn(60_000))
    assert (table.purse(ANA), brought(table, ANA)) == (0, None)
    hall.presence.connect(ANA, TABLE)
    await do(house, DOOR, a.Admit(BEA))
    before = table.revision
    await do(house, CASHIER, a.SellChips(BEA, 5_000))
    assert table.revision == before
    await do(house, CASHIER, a.SellChips(ANA, 7_000))
    assert table.revision != before
    assert (table.purse(ANA), brought(table, ANA)) == (7_000, (1, 7_000))


def test_both_records_come_back_and_go_on(stage: Any) -> None:
    async def first(hall: Hall) -> None:
        _, table = await at_table(hall)
        await do(table, ANA, Sit(1), BuyIn(40_000))

    async def second(hall: Hall) -> None:
        house, table = hall.house, hall.tables[TABLE]
        assert house is not None
        assert set(hall.tables) == {TABLE}
        assert (purse(house, ANA), table.view(ANA).me.chips) == (20_000, 40_000)
        await do(table, ANA, BuyIn(20_000))
        assert purse(house, ANA) == 0
        assert (await refused(table, ANA, BuyIn(1))).code == "customer-lacks-chips"

    async def alone(hall: Hall) -> None:
        assert (dict(hall.tables), hall.house is not None) == ({}, True)
        await hall.open_table("chemin-de-fer", OTHER)

    async def third(hall: Hall) -> None:
        assert hall.house is not None
        assert set(hall.house.state.tables) == {TABLE, "mesa-2"}

    stage.play_in_house(first, second)
    stage.play_in_house(alone, recover=False)
    stage.play_in_house(third)


@in_house
async def test_nobody_is_seated_whom_the_house_does_not_admit(hall: Hall) -> None:
    house, table = await at_table(hall)
    unknown = await refused(table, BEA, Sit(2))
    assert (unknown.code, unknown.facts) == ("not-admitted", {"person": "bea"})
    await do(house, DIRECTOR, a.Bar(ANA, "pelea"))
    barred = await refused(table, ANA, Sit(1))
    assert (barred.code, barred.clauses) == ("house-barred", ("HP.HS.barred",))
    await do(house, DIRECTOR, a.LiftBar(ANA, "aclarado"))
    assert (await refused(table, CASHIER, Sit(2))).code == "staff-is-no-visitor"
    await do(table, ANA, Sit(1))
    await do(table, CHIEF, Relieve(Role.CROUPIER, BEA))
    assert (await refused(house, DIRECTOR, a.GoOnDuty(Role.CASHIER, BEA))).code == "already-on-duty"


@in_house
async def test_whom_the_house_does_not_admit_inherits_no_place_from_the_list(hall: Hall) -> None:
    house = await open_day(hall, admission=False)
    table = await hall.open_table("chemin-de-fer", OTHER)
    luz, carla, eva = PersonId("luz"), PersonId("carla"), PersonId("eva")
    for seat, who in enumerate((BEA, carla, PersonId("luis"), PersonId("pau")), start=1):
        await do(table, who, Sit(seat))
    await do(table, luz, ShufflePack(), c.OfferCards(), ShufflePack())
    await do(table, table.state.shoe.cut_to, CutPack(100))
    await do(table, luz, c.InsertStopCard())
    await do(table, CLOCK, Away(carla))
    for who in (ANA, eva):
        await do(table, who, c.JoinList())
    await do(house, DIRECTOR, a.Bar(ANA, "pelea"))
    await do(table, BEA, c.DeclineBank())
    assert (table.state.seats.occupants[2], table.state.seats.waiting_list) == (eva, ())
    assert [house.state.visitor(who).table for who in (eva, ANA)] == ["mesa-2", ""]


@in_house
async def test_a_table_that_closes_gives_everybody_his_chips_and_the_day_can_be_counted(hall: Hall) -> None:
    """What is done at it afterwards touches the house no more."""
    house = await open_day(hall)
    one = await hall.open_table("punto-y-banca", OPENING)
    two = await hall.open_table("chemin-de-fer", OTHER)
    await slip(house, SlipKind.OPENING, 1_000_000, TABLE)
    for who, table in ((ANA, one), (BEA, two)):
        await welcome(house, who, 60_000)
        await do(table, who, Sit(1), BuyIn(40_000))
    assert (await refused(house, DIRECTOR, a.CloseDay())).code == "tables-uncounted"
    await do(one, CHIEF, CloseTable())
    await do(two, PersonId("fermin"), CloseTable())
    assert [purse(house, who) for who in (ANA, BEA)] == [60_000, 60_000]
    await do(two, BEA, CashOut(10_000), Leave())
    assert (purse(house, BEA), house.state.visitors[BEA].table) == (60_000, "")
    await slip(house, SlipKind.CLOSING, 1_000_000, TABLE)
    for who in (ANA, BEA):
        await pay(house, a.BuyBackChips(who, 60_000))
    await slip(house, SlipKind.COUNT, 5_000_000, cash=2_000_000)
    await do(house, DIRECTOR, a.CloseDay())
    assert {name: held for name, held in house.state.ledger.items() if held} == {}


@in_house
async def test_no_bets_are_opened_at_a_table_that_cannot_pay_what_it_owes(hall: Hall) -> None:
    """One cent of its players' chips is not there: it waits for a fill."""
    house, table = await at_table(hall)
    await do(table, ANA, Sit(1), BuyIn(40_000))
    await do(table, CROUPIER, p.CountPack(), ShufflePack(), CutPack(200), p.InsertCutCard(), p.BurnCards())
    await do(table, ANA, p.TakeShoe())
    gone = move(1_000_001, f"table:{TABLE}", "chips")
    house.state = replace(house.state, ledger=post(house.state.ledger, gone))
    short = await refused(table, CROUPIER, p.OpenBets())
    assert (short.code, short.facts) == ("table-bank-short", {"table": TABLE, "missing": 1})
    assert short.clauses == ("HP.HS.table-bank",)
    await slip(house, SlipKind.FILL, 1, TABLE)
    await do(table, CROUPIER, p.OpenBets())


@rows("coup, has", [(BANK_WINS, 39_000), (PLAYER_WINS, 41_000)])
def test_what_a_bank_has_won_is_no_longer_its_players(coup: str, has: int) -> None:
    """Ana brought 400 and stakes 10: the table owes her what is hers now, to the cent."""
    table = ready(coup, people={1: ANA}, chips=40_000)
    assert owed(table.state) == 40_000
    assert owed(dealt(table, {ANA: {Bet.PUNTO: 1_000}}).state) == 40_000
    assert owed(settled(table, {ANA: {Bet.PUNTO: 1_000}}).state) == has


@in_house
async def test_a_limit_of_loss_counts_at_once_at_the_table(hall: Hall) -> None:
    """Ana has 400 € there and 200 € in her purse, and lets herself lose 1 €: nothing more is staked or brought."""
    house, table = await at_table(hall)
    await do(table, ANA, Sit(1), BuyIn(40_000))
    await open_bets(table)
    await do(table, ANA, p.PlaceBet(Bet.PUNTO, 1_000))
    await do(house, ANA, a.LimitLoss(1_000))
    for more in (p.PlaceBet(Bet.PUNTO, 2_000), BuyIn(1_000)):
        no = await refused(table, ANA, more)
        assert (no.code, no.clauses) == ("loss-limit-at-tables", ("HP.HS.loss-limit",))
        assert no.facts == {"limit": 1_000, "left": 0}
    await do(table, CROUPIER, p.CloseBets())


@in_house
async def test_a_slip_that_is_told_twice_moves_its_chips_once(hall: Hall) -> None:
    """The table owes something else when it is told again."""
    house, table = await at_table(hall)
    await do(table, ANA, Sit(1), BuyIn(20_000))
    first = Act(CASHIER, a.WriteSlip(SlipKind.CREDIT, 1_000, TABLE), house.step)
    written = await house.act(first, "vale-1")
    signing = Act(DIRECTOR, a.SignSlip(house.state.last_slip), house.step)
    signed = await house.act(signing, "vale-2")
    await do(table, ANA, BuyIn(20_000))
    version = house.version
    again = [await house.act(first, "vale-1"), await house.act(signing, "vale-2")]
    assert all(one.is_repeated for one in again)
    assert [one.outcome for one in again] == [written.outcome, signed.outcome]
    assert house.version == version


@pytest.mark.parametrize("entries_since", [0, PAGE])
def test_a_day_that_is_opened_again_after_midnight_gets_the_first_answer(stage: Any, entries_since: int) -> None:
    """The hall's own calendar says another day by then; and the first entry may be no longer at hand."""
    days = ["2026-11-22"]
    opening = Act(DIRECTOR, a.OpenDay("2026-11-22"))
    first: list[Any] = []

    async def before(hall: Hall) -> None:
        house = await hall.open_house(a.OpenHouse("Casino de prueba", DIRECTOR, has_admission=True))
        first.append((await house.act(opening, "abrir-1")).outcome)
        for number in range(entries_since):
            await do(house, DIRECTOR, a.SetDifferenceLimit(number))

    async def after(hall: Hall) -> None:
        house = hall.house
        assert house is not None
        version = house.version
        again = await house.act(opening, "abrir-1")
        assert (again.is_repeated, again.outcome, house.version) == (True, first[0], version)
        other = await house.act(Act(DIRECTOR, a.OpenDay("2026-11-23")), "abrir-1")
        assert getattr(other.refusal, "code", "") == "command-conflict"

    stage.play_in_house(before, calendar=lambda: days[0])
    days[0] = "2026-11-23"
    stage.play_in_house(after, calendar=lambda: days[0])


def test_no_table_is_called_house_also_where_there_is_none(stage: Any) -> None:
    async def named(hall: Hall) -> None:
        table = await hall.open_table("punto-y-banca", replace(OPENING, name="house"))
        await do(table, ANA, Sit(1), BuyIn(5_000))

    async def again(hall: Hall) -> None:
        assert (set(hall.tables), hall.house) == ({"house-2"}, None)

    stage.play_in_house(named, again)


def test_a_hall_whose_house_cannot_be_read_does_not_start(stage: Any, url: str) -> None:
    """Its tables could not be played on without it."""

    async def made(hall: Hall) -> None:
        await at_table(hall)

    async def never(hall: Hall) -> None:
        raise AssertionError("it has started")

    stage.play_in_house(made)
    stage.tamper("UPDATE entries SET body = replace(body, '60000', '70000') WHERE table_id = 'house'")
    with pytest.raises(RecordRefusedError) as error:
        stage.play_in_house(never)
    assert error.value.code == "record-unsound"


@in_house
async def test_a_house_that_another_server_has_taken_over_ends_with_the_table_that_found_out(hall: Hall) -> None:
    house, table = await at_table(hall)
    await hall.writer.call(lambda: hall._store.take_over("house", authority=hall.keys.authority))
    with pytest.raises(TableLostError):
        await table.act(Act(ANA, Sit(1)))
    assert (house.is_open, table.is_open) == (False, False)
    assert table.state.seats.seat_of(ANA) is None


async def twice(actor: Any, who: PersonId, what: Any, *commands: str) -> list[str]:
    """Press a button twice in one moment; return the codes of what is refused, empty for what is done."""
    act, commands = Act(who, what, actor.step), commands or (f"{actor.version}-a", f"{actor.version}-b")
    answers = await asyncio.gather(*(actor.act(act, command) for command in commands))
    return sorted("" if one.refusal is None else one.refusal.code for one in answers)


async def counted(hall: Hall) -> Any:
    house = await open_day(hall)
    await slip(house, SlipKind.COUNT, 5_000_000, cash=2_000_000)
    return house


@in_house
async def test_day_is_closed_once_from_two_pages_and_opened_once(hall: Hall) -> None:
    house = await counted(hall)
    assert await twice(house, DIRECTOR, a.CloseDay()) == ["", "house-closed"]
    assert await twice(house, DIRECTOR, a.OpenDay("2026-11-23")) == ["", "day-open"]
    assert (house.state.days, house.state.phase) == (2, Phase.OPEN)
    carried = [one for entry in await house.entries() for one in entry.events if one["event"].startswith("balances")]
    assert len(carried) == 2  # each day has its own


@in_house(calendar=lambda: "2026-11-23")
async def test_mistyped_day_is_refused_by_the_halls_own_calendar_whatever_the_act_says(hall: Hall) -> None:
    house = await counted(hall)
    await do(house, DIRECTOR, a.CloseDay())
    for said in (None, "9999-12-31"):
        assert (await refused(house, DIRECTOR, a.OpenDay("9999-12-31", today=said))).code == "day-ahead"
    await do(house, DIRECTOR, a.OpenDay("2026-11-23"))


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
        both = (OPENING, replace(OPENING, staff=other))
        one, two = await asyncio.gather(*(hall.open_table("punto-y-banca", what) for what in both))
        assert sorted(each.continues is None for each in (one, two)) == [False, True]
        assert ESTABLISHMENT.problems(house.state) == ()

    stage.play_in_house(scene, later)
    stage.require_sound()


@in_house
async def test_nobody_goes_on_duty_whose_money_is_at_a_table(hall: Hall, stage: Any) -> None:
    """HP.HS.staff-plays-not: the house has none of it in its own books, and asks the tables."""
    house, other = await open_day(hall), await hall.open_table("chemin-de-fer", OTHER)
    table = await hall.open_table("punto-y-banca", OPENING)
    await welcome(house, ANA, 60_000)
    await do(other, ANA, StandBehind(3), BuyIn(60_000))
    posts = [(house, DIRECTOR, a.GoOnDuty(Role.ADMISSION, ANA)), (table, CHIEF, Relieve(Role.CROUPIER, ANA))]
    for where, by, act in posts:
        assert (await refused(where, by, act)).code == "visitor-may-not-serve", act
    await do(other, other.state.staff[Role.INSPECTOR], CloseTable())  # nothing of a closed table is left to anybody
    await pay(house, a.BuyBackChips(ANA, 60_000))
    await do(house, DIRECTOR, a.GoOnDuty(Role.ADMISSION, ANA))
