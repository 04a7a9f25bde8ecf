"""A house counts the sessions of its open bank, and nobody has the bank of two tables at once (HP.HS.one-bank)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.catalogue import house_games, recorded_engines
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.acts import StandingAward
from tapete.games.dos_panos.terms import BankMode, Hand, Phase
from tapete.house import acts as a
from tapete.kernel import HOUSE, PersonId, Refused, RefusedError
from tapete.live import Hall
from tapete.record.audit import audit
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tapete.table.acts import StandBehind
from tests.support.dos_panos.table import STAFF
from tests.support.house import CASHIER
from tests.support.live.bank import BANK, HAND, OFFICER, ROSA, bring_punters, held_by_rosa, prepare_shoe, stake
from tests.support.live.evening import do, open_day, refused as refused_act


def at(stage: Any, day: int, hour: int, minute: int = 0) -> None:
    """Let the wall clock of the hall show a time of November."""
    start = datetime(2026, 11, day, hour, minute, tzinfo=UTC)
    stage.clock.start = start.fromtimestamp(start.timestamp() - stage.clock.passed, UTC)


def opening(name: str = "libre", session: int = 0, mode: BankMode = BankMode.OPEN) -> d.OpenTable:
    limits = {} if mode is BankMode.OPEN else {"bank_maximum": 10_000_00}
    staff = STAFF if name == "libre" else {role: PersonId(f"{who}-{name}") for role, who in STAFF.items()}
    return d.OpenTable(name, "asturias-2011", 10_00, mode=mode, staff=staff, session=session, **limits)


async def opened(hall: Hall, what: d.OpenTable) -> Any:
    return await hall.open_table("dos-panos", what)


async def refused(hall: Hall, what: d.OpenTable) -> Refused:
    """Return why a table is not opened; neither record has anything of it."""
    assert hall.house is not None
    before, tables = hall.house.version, set(hall.tables)
    with pytest.raises(RefusedError) as error:
        await hall.open_table("dos-panos", what)
    assert (hall.house.version, set(hall.tables)) == (before, tables)
    return error.value.refused


def play(stage: Any, scene: Any, **options: Any) -> None:
    stage.play(scene, games=house_games(), **options)


def sound(url: str) -> None:
    """Require the records to be sound."""
    with open_store(url, read_only=True) as store:
        assert audit(StoreSource(store), recorded_engines()).problems == ()


@pytest.mark.clause("DP.E2.14")
def test_two_sessions_in_a_day_with_dinner_between_them(stage: Any) -> None:
    """From 17:00 to 20:30 and from 23:00 to 03:00, dinner from 21:00 to 22:30; a third is refused."""

    async def scene(hall: Hall) -> None:
        at(stage, 22, 17)
        house = await open_day(hall, admission=False)
        assert (await refused(hall, opening(session=2))).code == "session-number"
        first = await begun(hall, house)
        await opened(hall, opening("limitada", mode=BankMode.LIMITED))
        await ended(stage, first, 22, 20, 30)
        for hour, minute, code in ((20, 40, "dinner-not-between"), (21, 15, "dinner-hour")):
            at(stage, 22, hour, minute)
            no = await refused(hall, opening())
            assert (no.code, "DP.E2.14" in no.clauses) == (code, True)
        at(stage, 22, 23)
        second = await begun(hall, house)
        assert (first.state.settings.session, second.state.settings.session) == (1, 2)
        await ended(stage, second, 23, 3)
        at(stage, 23, 3, 30)
        for number in (0, 3):
            no = await refused(hall, opening(session=number))
            assert (no.code, "DP.E2.14" in no.clauses) == ("too-many-sessions", True)
        assert (await refused(hall, opening(session=1))).code == "session-number"
        assert [(one.table, one.number, one.begin, one.end) for one in house.state.sessions] == [
            ("libre", 1, "2026-11-22T17:00", "2026-11-22T20:30"),
            ("libre-2", 2, "2026-11-22T23:00", "2026-11-23T03:00"),
        ]

    play(stage, scene)


async def begun(hall: Hall, house: Any, **chips: int) -> Any:
    """Open a table with an open bank, bring it to its first coup and open the betting."""
    table = await opened(hall, opening())
    await held_by_rosa(house, table)
    await prepare_shoe(table)
    await do(table, ROSA, d.DeliverBank(BANK))
    await bring_punters(house, table, **chips)
    await stake(table)
    return table


async def ended(stage: Any, table: Any, day: int, hour: int, minute: int = 0) -> None:
    """Call the coup off that nobody has staked in, and close the table."""
    await do(table, HAND, d.CallOff())
    at(stage, day, hour, minute)
    await do(table, HOUSE, d.CloseTable())


@pytest.mark.clause("DP.E2.14")
def test_no_play_begins_in_the_dinner_hour_at_a_table_that_was_opened_before(stage: Any, url: str) -> None:
    async def scene(hall: Hall) -> None:
        at(stage, 22, 20, 50)
        house = await open_day(hall, admission=False)
        table = await opened(hall, opening())
        await held_by_rosa(house, table)
        await prepare_shoe(table)
        await do(table, ROSA, d.DeliverBank(BANK))
        await bring_punters(house, table)
        at(stage, 22, 21)
        no = await refused_act(table, HAND, d.OpenBets())
        assert (no.code, {"DP.E2.14", "HP.HS.dinner-hour"} <= set(no.clauses)) == ("dinner-hour", True)
        at(stage, 22, 22, 30)
        await stake(table)
        assert [(one.begin, one.is_dinner_begun) for one in house.state.sessions] == [("2026-11-22T22:30", False)]

    play(stage, scene)
    sound(url)


@pytest.mark.clause("DP.E2.14")
def test_the_house_says_at_the_table_that_the_dinner_hour_has_begun_and_the_coup_goes_on(stage: Any, url: str) -> None:
    async def scene(hall: Hall) -> None:
        at(stage, 22, 20, 45)
        house = await open_day(hall, admission=False)
        table = await begun(hall, house, ana=100_00, carla=100_00)
        assert "dinner-hour" not in {one.formula for one in table.view(None).announcements}
        at(stage, 22, 21)
        await do(table, PersonId("ana"), d.Stake(100_00, Hand.PRIMERO))
        told = [one for one in table.view(None).announcements if one.formula == "dinner-hour"]
        assert [one.values for one in told] == [{"begin": "21:00", "end": "22:30"}]
        await do(table, PersonId("carla"), d.Stake(100_00, Hand.SEGUNDO))
        await do(table, HAND, d.CloseBets())
        assert (table.state.phase, table.state.settings.session_shoes) == (Phase.DEAL, 0)
        assert len([one for one in table.view(None).announcements if one.formula == "dinner-hour"]) == 1
        (session,) = house.state.sessions
        assert (session.shoes_left, session.is_dinner_begun) == (0, True)

    play(stage, scene)
    sound(url)


OTHER = PersonId("inspector-dos")
ONE = d.OpenTable("uno", "asturias-2011", 10_00, bank_maximum=10_000_00, staff=STAFF)
TWO = replace(ONE, name="dos", staff={role: PersonId(f"{who}-dos") for role, who in STAFF.items()})


async def tables(hall: Hall) -> tuple[Any, Any, Any]:
    """Return a house with two tables, at the first of which Rosa holds the bank."""
    house = await open_day(hall, admission=False)
    one, two = await hall.open_table("dos-panos", ONE), await hall.open_table("dos-panos", TWO)
    await held_by_rosa(house, one)
    return house, one, two


def test_who_holds_the_bank_of_one_table_is_announced_at_no_other_until_his_is_over(stage: Any, url: str) -> None:
    async def scene(hall: Hall) -> None:
        _, one, two = await tables(hall)
        no = await refused_act(two, OTHER, d.AnnounceBank(ROSA, BANK))
        assert (no.code, no.facts, no.clauses) == (
            "bank-elsewhere",
            {"person": ROSA, "table": "uno"},
            ("HP.HS.one-bank",),
        )
        await do(one, HOUSE, d.CloseTable())
        await do(two, OTHER, d.AnnounceBank(ROSA, BANK))
        assert two.state.phase is Phase.DEPOSIT

    stage.play(scene, games=house_games())
    with open_store(url, read_only=True) as store:
        assert audit(StoreSource(store), recorded_engines()).problems == ()


def test_who_bids_for_one_bank_takes_up_no_other_and_one_who_holds_one_does_not_bid(stage: Any) -> None:
    """So an auction can always be closed, and a bank that was given up is given on: whoever asked may be given it."""

    async def scene(hall: Hall) -> None:
        house, one, two = await tables(hall)
        ana = PersonId("ana")
        await do(two, OTHER, d.OpenAuction())
        for who in (ana, ROSA):
            await do(two, who, StandBehind(1))
        assert (await refused_act(two, ROSA, d.Bid(BANK))).code == "bank-elsewhere"
        await do(two, ana, d.Bid(BANK))
        given_up = await given_up_by_bea(hall, house, one)
        await do(given_up, ana, StandBehind(1))
        assert (await refused_act(given_up, ana, d.AcceptBank())).code == "bank-elsewhere"
        await do(two, ROSA, d.Bid(2 * BANK))
        await do(two, OTHER, d.CloseAuction())
        assert (two.state.award.person, house.state.tables["dos"].claimants) == (ROSA, {ROSA})
        await do(given_up, ana, d.AcceptBank())
        no = await refused_act(two, ROSA, d.DepositBank(2 * BANK))
        assert no.code == "not-deposited"
        await do(two, ROSA, d.AnnulAward())
        assert house.state.tables["dos"].claimants == frozenset()

    stage.play(scene, games=house_games())


async def given_up_by_bea(hall: Hall, house: Any, one: Any) -> Any:
    """Close a table and return another one, whose bank Bea has had on an earlier day and gives up."""
    bea = PersonId("bea")
    await do(one, HOUSE, d.CloseTable())
    await do(house, CASHIER, a.TakeDeposit(bea, BANK))
    one = await hall.open_table("dos-panos", ONE)
    await do(one, OFFICER, d.AnnounceBank(bea, BANK, days=2))
    await do(one, bea, d.DepositBank(BANK))
    await do(one, HOUSE, d.CloseTable())
    one = await hall.open_table("dos-panos", ONE)
    await do(one, bea, d.AnnulAward())
    assert one.state.phase is Phase.REOFFER
    return one


def test_a_table_is_not_opened_with_the_banker_of_another(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        await tables(hall)
        three = replace(TWO, name="tres", staff={role: PersonId(f"{who}-tres") for role, who in STAFF.items()})
        with pytest.raises(RefusedError) as error:
            await hall.open_table("dos-panos", replace(three, award=StandingAward(ROSA, BANK, shoes=1)))
        assert error.value.refused.code == "bank-elsewhere"
        assert (await hall.open_table("dos-panos", three)).state.phase is Phase.OPENING

    stage.play(scene, games=house_games())


def test_of_two_tables_each_goes_on_with_its_own_bank_and_neither_keeps_the_other_closed(stage: Any, url: str) -> None:
    """Rosa keeps the bank of the first table: she is given none at the second, which opens without her."""

    async def scene(hall: Hall) -> None:
        house = await open_day(hall, admission=False)
        one = await hall.open_table("dos-panos", ONE)
        await do(one, OFFICER, d.AnnounceBank(ROSA, BANK, days=2))
        await do(one, HOUSE, d.CloseTable())
        two = await hall.open_table("dos-panos", TWO)
        assert (two.state.phase, two.state.award) == (Phase.OPENING, None)
        no = await refused_act(two, OTHER, d.AnnounceBank(ROSA, BANK))
        assert (no.code, no.clauses) == ("bank-kept", ("HP.HS.one-bank",))
        again = await hall.open_table("dos-panos", ONE)
        assert (again.state.award.person, house.state.awards) == (ROSA, ())
        assert (await refused_act(two, OTHER, d.AnnounceBank(ROSA, BANK))).code == "bank-elsewhere"

    stage.play(scene, games=house_games())
    with open_store(url, read_only=True) as store:
        assert audit(StoreSource(store), recorded_engines()).problems == ()
