"""A house counts the sessions of its open bank: two in a day, dinner between them, one table at a time."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tapete.catalogue import house_games, recorded_engines
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.terms import BankMode, Hand, Phase
from tapete.house import acts as a
from tapete.house.terms import SlipKind
from tapete.kernel import HOUSE, PersonId, Refused, RefusedError
from tapete.live import Hall
from tapete.record.audit import audit
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tests.support.dos_panos.table import STAFF
from tests.support.house import DIRECTOR
from tests.support.live.bank import BANK, HAND, ROSA, bring_punters, held_by_rosa, prepare_shoe, stake
from tests.support.live.evening import do, open_day, refused as refused_act, slip


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
def test_a_table_that_was_opened_by_mistake_is_no_session_of_the_day(stage: Any, url: str) -> None:
    """It is closed before the betting of its first coup was opened: two sessions are left."""

    async def scene(hall: Hall) -> None:
        at(stage, 22, 17)
        house = await open_day(hall, admission=False)
        for _ in range(2):
            mistaken = await opened(hall, opening())
            await do(mistaken, HOUSE, d.CloseTable())
        assert house.state.sessions == ()
        await ended(stage, await begun(hall, house), 22, 20)
        assert [(one.number, one.is_begun) for one in house.state.sessions] == [(1, True)]
        assert (await refused(hall, opening())).code == "dinner-not-between"

    play(stage, scene)
    sound(url)


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


@pytest.mark.parametrize("recover", [True, False])
def test_a_table_that_is_not_in_memory_is_counted_too(stage: Any, recover: bool) -> None:
    """Tables are opened in a store that nobody serves by a hall that brings none of them back."""

    async def first(hall: Hall) -> None:
        at(stage, 22, 17)
        await open_day(hall)
        await opened(hall, opening("uno"))

    async def second(hall: Hall) -> None:
        at(stage, 22, 23)
        no = await refused(hall, opening("dos"))
        assert (no.code, "DP.E2.13" in no.clauses) == ("too-many-open-banks", True)

    play(stage, first)
    play(stage, second, recover=recover)


def test_the_next_day_begins_with_its_first_session(stage: Any, url: str) -> None:
    async def scene(hall: Hall) -> None:
        at(stage, 22, 17)
        house = await open_day(hall)
        await do(house, DIRECTOR, a.SetDinnerHour("20:00", "21:00"))
        await do(await opened(hall, opening()), HOUSE, d.CloseTable())
        await slip(house, SlipKind.COUNT, 5_000_000, cash=2_000_000)
        await do(house, DIRECTOR, a.CloseDay(), a.OpenDay("2026-11-23"))
        at(stage, 23, 20, 30)
        assert (await refused(hall, opening())).facts == {"begin": "20:00", "end": "21:00"}
        at(stage, 23, 21)
        table = await opened(hall, opening())
        assert (table.state.settings.session, len(house.state.sessions)) == (1, 1)

    play(stage, scene)
    with open_store(url, read_only=True) as store:
        assert audit(StoreSource(store), recorded_engines()).problems == ()


def test_shoes_and_bankers_of_a_session_stand_in_the_house(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        at(stage, 22, 17)
        house = await open_day(hall, admission=False)
        table = await opened(hall, opening())
        await held_by_rosa(house, table)
        await prepare_shoe(table)
        (session,) = house.state.sessions
        assert (session.shoes, session.shoes_left, session.banker, session.bankers) == (2, 1, "rosa", ("rosa",))
        await do(table, ROSA, d.DeliverBank(BANK))
        await bring_punters(house, table)
        await stake(table)
        await ended(stage, table, 22, 18)
        (session,) = house.state.sessions
        assert (session.shoes_left, session.banker, session.bankers) == (1, None, ("rosa",))

    play(stage, scene)


@pytest.mark.parametrize("session", [0, 1, 2])
def test_in_a_hall_without_a_house_the_number_of_the_opener_stands(stage: Any, session: int) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall, opening(session=session))
        assert table.state.settings.session == (session or 1)
        await do(table, HOUSE, d.CloseTable())
        with pytest.raises(RefusedError) as error:
            await opened(hall, opening(session=3))
        assert error.value.refused.code == "too-many-sessions"

    play(stage, scene)
