"""Banks of the two-cloth game in a house: sessions of an open bank, one bank a person, awards for days."""

from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.acts import StandingAward
from tapete.games.dos_panos.terms import BankMode, Hand, Phase
from tapete.house import acts as a
from tapete.house.terms import SlipKind
from tapete.kernel import HOUSE, PersonId
from tapete.live import Hall
from tapete.table.acts import StandBehind
from tests.support.dos_panos.table import STAFF
from tests.support.house import CASHIER, DIRECTOR
from tests.support.live.evening import (
    BANK,
    HAND,
    INSPECTOR,
    OFFICER,
    PROVEN,
    ROSA,
    bring_punters,
    do,
    held_by_rosa,
    open_day,
    prepare_shoe,
    refused,
    refused_opening,
    slip,
    stake,
)
from tests.support.live.toy import in_house


def at(stage: Any, day: int, hour: int, minute: int = 0) -> None:
    start = datetime(2026, 11, day, hour, minute, tzinfo=UTC)
    stage.clock.start = start.fromtimestamp(start.timestamp() - stage.clock.passed, UTC)


def opening(name: str = "libre", session: int = 0, mode: BankMode = BankMode.OPEN) -> d.OpenTable:
    limits = {} if mode is BankMode.OPEN else {"bank_maximum": 10_000_00}
    staff = STAFF if name == "libre" else {role: PersonId(f"{who}-{name}") for role, who in STAFF.items()}
    return d.OpenTable(name, "asturias-2011", 10_00, mode=mode, staff=staff, session=session, **limits)


async def opened(hall: Hall, what: d.OpenTable) -> Any:
    return await hall.open_table("dos-panos", what)


@pytest.mark.clause("DP.E2.14")
@in_house
async def test_two_sessions_in_a_day_with_dinner_between_them(hall: Hall, stage: Any) -> None:
    """From 17:00 to 20:30 and from 23:00 to 03:00, dinner from 21:00 to 22:30; a third is refused."""
    at(stage, 22, 17)
    house = await open_day(hall, admission=False)
    assert (await refused_opening(hall, opening(session=2))).code == "session-number"
    first = await begun(hall, house)
    await opened(hall, opening("limitada", mode=BankMode.LIMITED))
    await ended(stage, first, 22, 20, 30)
    for hour, minute, code in ((20, 40, "dinner-not-between"), (21, 15, "dinner-hour")):
        at(stage, 22, hour, minute)
        no = await refused_opening(hall, opening())
        assert (no.code, "DP.E2.14" in no.clauses) == (code, True)
    at(stage, 22, 23)
    second = await begun(hall, house)
    assert (first.state.settings.session, second.state.settings.session) == (1, 2)
    await ended(stage, second, 23, 3)
    at(stage, 23, 3, 30)
    for number in (0, 3):
        no = await refused_opening(hall, opening(session=number))
        assert (no.code, "DP.E2.14" in no.clauses) == ("too-many-sessions", True)
    assert (await refused_opening(hall, opening(session=1))).code == "session-number"
    assert [(one.table, one.number, one.begin, one.end) for one in house.state.sessions] == [
        ("libre", 1, "2026-11-22T17:00", "2026-11-22T20:30"),
        ("libre-2", 2, "2026-11-22T23:00", "2026-11-23T03:00"),
    ]


async def begun(hall: Hall, house: Any, **chips: int) -> Any:
    table = await opened(hall, opening())
    await held_by_rosa(house, table)
    await prepare_shoe(table)
    await do(table, ROSA, d.DeliverBank(BANK))
    await bring_punters(house, table, **chips)
    await stake(table)
    return table


async def ended(stage: Any, table: Any, day: int, hour: int, minute: int = 0) -> None:
    await do(table, HAND, d.CallOff())
    at(stage, day, hour, minute)
    await do(table, HOUSE, d.CloseTable())


@pytest.mark.clause("DP.E2.14")
@in_house(sound=True)
async def test_no_play_begins_in_the_dinner_hour_at_a_table_that_was_opened_before(hall: Hall, stage: Any) -> None:
    at(stage, 22, 20, 50)
    house = await open_day(hall, admission=False)
    table = await opened(hall, opening())
    await held_by_rosa(house, table)
    await prepare_shoe(table)
    await do(table, ROSA, d.DeliverBank(BANK))
    await bring_punters(house, table)
    at(stage, 22, 21)
    no = await refused(table, HAND, d.OpenBets())
    assert (no.code, {"DP.E2.14", "HP.HS.dinner-hour"} <= set(no.clauses)) == ("dinner-hour", True)
    at(stage, 22, 22, 30)
    await stake(table)
    assert [(one.begin, one.is_dinner_begun) for one in house.state.sessions] == [("2026-11-22T22:30", False)]


@pytest.mark.clause("DP.E2.14")
@in_house(sound=True)
async def test_the_house_says_at_the_table_that_the_dinner_hour_has_begun_and_the_coup_goes_on(
    hall: Hall, stage: Any
) -> None:
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


OTHER = PersonId("inspector-dos")
ONE = d.OpenTable("uno", "asturias-2011", 10_00, bank_maximum=10_000_00, staff=STAFF)
TWO = replace(ONE, name="dos", staff={role: PersonId(f"{who}-dos") for role, who in STAFF.items()})


async def tables(hall: Hall) -> tuple[Any, Any, Any]:
    """Return a house with two tables, at the first of which Rosa holds the bank."""
    house = await open_day(hall, admission=False)
    one, two = await hall.open_table("dos-panos", ONE), await hall.open_table("dos-panos", TWO)
    await held_by_rosa(house, one)
    return house, one, two


@in_house(sound=True)
async def test_who_holds_the_bank_of_one_table_is_announced_at_no_other_until_his_is_over(hall: Hall) -> None:
    _, one, two = await tables(hall)
    no = await refused(two, OTHER, d.AnnounceBank(ROSA, BANK))
    assert (no.code, no.facts, no.clauses) == ("bank-elsewhere", {"person": ROSA, "table": "uno"}, ("HP.HS.one-bank",))
    await do(one, HOUSE, d.CloseTable())
    await do(two, OTHER, d.AnnounceBank(ROSA, BANK))
    assert two.state.phase is Phase.DEPOSIT


@in_house
async def test_who_bids_for_one_bank_takes_up_no_other_and_one_who_holds_one_does_not_bid(hall: Hall) -> None:
    """So an auction can always be closed, and a bank that was given up is given on: whoever asked may be given it."""
    house, one, two = await tables(hall)
    ana = PersonId("ana")
    await do(two, OTHER, d.OpenAuction())
    for who in (ana, ROSA):
        await do(two, who, StandBehind(1))
    assert (await refused(two, ROSA, d.Bid(BANK))).code == "bank-elsewhere"
    await do(two, ana, d.Bid(BANK))
    given_up = await given_up_by_bea(hall, house, one)
    await do(given_up, ana, StandBehind(1))
    assert (await refused(given_up, ana, d.AcceptBank())).code == "bank-elsewhere"
    await do(two, ROSA, d.Bid(2 * BANK))
    await do(two, OTHER, d.CloseAuction())
    assert (two.state.award.person, house.state.tables["dos"].claimants) == (ROSA, {ROSA})
    await do(given_up, ana, d.AcceptBank())
    no = await refused(two, ROSA, d.DepositBank(2 * BANK))
    assert no.code == "not-deposited"
    await do(two, ROSA, d.AnnulAward())
    assert house.state.tables["dos"].claimants == frozenset()


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


@in_house
async def test_a_table_is_not_opened_with_the_banker_of_another(hall: Hall) -> None:
    await tables(hall)
    three = replace(TWO, name="tres", staff={role: PersonId(f"{who}-tres") for role, who in STAFF.items()})
    with_rosa = replace(three, award=StandingAward(ROSA, BANK, shoes=1))
    assert (await refused_opening(hall, with_rosa)).code == "bank-elsewhere"
    assert (await hall.open_table("dos-panos", three)).state.phase is Phase.OPENING


@in_house(sound=True)
async def test_of_two_tables_each_goes_on_with_its_own_bank_and_neither_keeps_the_other_closed(hall: Hall) -> None:
    """Rosa keeps the bank of the first table: she is given none at the second, which opens without her."""
    house = await open_day(hall, admission=False)
    one = await hall.open_table("dos-panos", ONE)
    await do(one, OFFICER, d.AnnounceBank(ROSA, BANK, days=2))
    await do(one, HOUSE, d.CloseTable())
    two = await hall.open_table("dos-panos", TWO)
    assert (two.state.phase, two.state.award) == (Phase.OPENING, None)
    no = await refused(two, OTHER, d.AnnounceBank(ROSA, BANK))
    assert (no.code, no.clauses) == ("bank-kept", ("HP.HS.one-bank",))
    again = await hall.open_table("dos-panos", ONE)
    assert (again.state.award.person, house.state.awards) == (ROSA, ())
    assert (await refused(two, OTHER, d.AnnounceBank(ROSA, BANK))).code == "bank-elsewhere"


OF_THE_SALON = d.OpenTable("salon", "orden-1979", 10_00, bank_maximum=10_000_00, staff=STAFF)


async def next_day(house: Any, day: str) -> None:
    for table, one in sorted(house.state.tables.items()):
        if house.state.ledger.get(f"table:{table}", 0) or one.has_float:
            await slip(house, SlipKind.CLOSING, house.state.ledger.get(f"table:{table}", 0), table)
    chips, cash = (house.state.ledger.get(one, 0) for one in ("chips", "cash"))
    await slip(house, SlipKind.COUNT, chips, cash=cash)
    await do(house, DIRECTOR, a.CloseDay(), a.OpenDay(day))
    await slip(house, SlipKind.SUPPLY, 5_000_000, cash=2_000_000)


async def deposited(house: Any, table: Any) -> None:
    await do(house, CASHIER, a.TakeDeposit(ROSA, BANK))
    await do(table, ROSA, d.DepositBank(BANK))


@pytest.mark.clause("DP.E1.08")
def test_an_award_for_two_days_is_carried_on_once_and_expires_after_the_second(stage: Any, url: str) -> None:
    """The banker deposits anew on each day, and has his deposit back when the table closes."""

    async def first(hall: Hall) -> None:
        house = await open_day(hall, admission=False)
        table = await hall.open_table("dos-panos", OF_THE_SALON)
        await do(table, OFFICER, d.AnnounceBank(ROSA, BANK, days=2))
        await deposited(house, table)
        await do(table, HOUSE, d.CloseTable())
        assert house.state.ledger[f"person:{ROSA}"] == BANK
        (kept,) = house.state.awards
        assert (kept.game, kept.name, kept.person, kept.amount, kept.days) == ("dos-panos", "salon", ROSA, BANK, 2)
        again = await hall.open_table("dos-panos", OF_THE_SALON)
        assert (again.state.award.person, again.state.award.amount, house.state.awards) == (ROSA, BANK, ())
        await do(again, HOUSE, d.CloseTable())
        assert [one.days for one in house.state.awards] == [2]
        await next_day(house, "2026-11-23")

    async def second(hall: Hall) -> None:
        house: Any = hall.house
        assert [one.days for one in house.state.awards] == [1]
        table = await hall.open_table("dos-panos", OF_THE_SALON)
        assert (table.state.phase, table.state.award.person) == (Phase.DEPOSIT, ROSA)
        await deposited(house, table)
        await do(table, HOUSE, d.CloseTable())
        await next_day(house, "2026-11-24")
        third = await hall.open_table("dos-panos", OF_THE_SALON)
        assert (house.state.awards, third.state.phase, third.state.award) == ((), Phase.OPENING, None)

    stage.play_in_house(first, second)
    stage.require_sound()


@in_house
async def test_the_director_ends_a_bank_that_cannot_go_on(hall: Hall) -> None:
    """The table is not opened with it, whose house has put the banker on duty; when it is ended, it is."""
    house = await open_day(hall, admission=False)
    table = await hall.open_table("dos-panos", OF_THE_SALON)
    await do(table, OFFICER, d.AnnounceBank(ROSA, BANK, days=3))
    await do(table, HOUSE, d.CloseTable())
    low = d.OpenTable("salon", "orden-1979", 10_00, bank_maximum=BANK - 1, staff=STAFF)
    assert (await refused_opening(hall, low)).code == "bank-above-maximum"
    await do(house, DIRECTOR, a.EndAward("dos-panos", "salon", "la mesa cambia de límites"))
    assert (await hall.open_table("dos-panos", low)).state.phase is Phase.OPENING


LIBRE = d.OpenTable("salon", "orden-1979", 10_00, mode=BankMode.OPEN, staff=STAFF)


@pytest.mark.clause("DP.E1.08")
@pytest.mark.parametrize(
    "other", [LIBRE, replace(OF_THE_SALON, rulebook="asturias-2011")], ids=["an open bank", "another rulebook"]
)
@in_house(sound=True)
async def test_a_bank_for_days_is_taken_to_no_table_of_another_mode_or_rulebook(hall: Hall, other: d.OpenTable) -> None:
    """The table of the same name opens without its banker; the award waits for one under which it was made."""
    house = await open_day(hall, admission=False)
    table = await hall.open_table("dos-panos", OF_THE_SALON)
    await do(table, OFFICER, d.AnnounceBank(ROSA, BANK, days=2))
    await do(table, HOUSE, d.CloseTable())
    strange = await hall.open_table("dos-panos", other)
    assert (strange.state.phase, strange.state.award, len(house.state.awards)) == (Phase.OPENING, None, 1)
    await do(strange, HOUSE, d.CloseTable())
    begun = StandingAward(ROSA, BANK, 2, is_begun=True)
    assert (await refused_opening(hall, replace(other, award=begun))).code == "award-not-kept"
    own = await hall.open_table("dos-panos", OF_THE_SALON)
    assert (own.state.award.person, house.state.awards) == (ROSA, ())


@in_house
async def test_a_bank_goes_to_nobody_whom_the_house_lets_play_no_more(hall: Hall) -> None:
    """The house's own reason is told to whoever announces the banker, or who deposits, and to nobody else."""
    house = await open_day(hall, admission=False)
    table, announced = await hall.open_table("dos-panos", OF_THE_SALON), d.AnnounceBank(ROSA, BANK, days=2)
    await do(house, CASHIER, a.TakeDeposit(ROSA, BANK))
    await do(house, DIRECTOR, a.Bar(ROSA, "pelea"))
    assert (await refused(table, OFFICER, announced)).clauses == ("HP.HS.barred",)
    await do(house, DIRECTOR, a.LiftBar(ROSA, "aclarado"))
    await do(table, OFFICER, announced)
    await do(house, ROSA, a.ExcludeOneself("2027-01-01"))
    assert (await refused(table, ROSA, d.DepositBank(BANK))).clauses == ("HP.HS.self-exclusion",)


@pytest.mark.clause("DP.E1.08", "DP.E2.10")
@pytest.mark.parametrize("who", [ROSA, INSPECTOR])
@in_house(sound=True)
async def test_an_open_bank_for_days_that_was_never_deposited_stands_at_the_next_table_and_keeps_nobody_from_it(
    hall: Hall, stage: Any, who: PersonId
) -> None:
    """He proves a deposit anew before he deposits, gives the bank back, or it is taken from him if he does not come."""
    at(stage, 22, 17)
    house = await open_day(hall, admission=False)
    await do(house, CASHIER, a.LodgeProof(ROSA, PROVEN), a.TakeDeposit(ROSA, BANK))
    table = await hall.open_table("dos-panos", LIBRE)
    await do(table, OFFICER, d.ProveDeposit(ROSA), d.AnnounceBank(ROSA, BANK, days=3))
    await do(table, HOUSE, d.CloseTable())
    at(stage, 22, 23)
    table = await hall.open_table("dos-panos", LIBRE)
    assert (table.state.phase, table.state.award.person, house.state.awards) == (Phase.DEPOSIT, ROSA, ())
    assert (await refused(table, ROSA, d.DepositBank(BANK))).code == "deposit-not-proven"
    await do(table, OFFICER, d.ProveDeposit(ROSA))
    if who == INSPECTOR:
        assert (await refused(table, who, d.AnnulAward())).code == "award-stands"
        await do(table, HAND, d.CallPerson())
    await do(table, who, d.AnnulAward())
    assert (table.state.phase, table.state.award) == (Phase.OPENING, None)
    await do(table, HOUSE, d.CloseTable())
    assert house.state.awards == ()
