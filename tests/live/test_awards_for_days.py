"""A bank that the director awards for days outlasts its table: the next one of the game opens with its banker."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.catalogue import house_games, recorded_engines
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.acts import StandingAward
from tapete.games.dos_panos.terms import BankMode, Phase
from tapete.house import acts as a
from tapete.house.terms import SlipKind
from tapete.kernel import HOUSE, PersonId, RefusedError
from tapete.live import Hall, Keys
from tapete.record.audit import AuditInputs, audit
from tapete.record.private import KeySealer
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tests.support.dos_panos.table import STAFF
from tests.support.house import CASHIER, DIRECTOR
from tests.support.live.bank import BANK, HAND, INSPECTOR, OFFICER, PROVEN, ROSA
from tests.support.live.evening import do, open_day, refused, slip

OPENING = d.OpenTable("salon", "orden-1979", 10_00, bank_maximum=10_000_00, staff=STAFF)


async def next_day(house: Any, day: str) -> None:
    """Count what is left at the desk, close the day and open another."""
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
        table = await hall.open_table("dos-panos", OPENING)
        await do(table, OFFICER, d.AnnounceBank(ROSA, BANK, days=2))
        await deposited(house, table)
        await do(table, HOUSE, d.CloseTable())
        assert house.state.ledger[f"person:{ROSA}"] == BANK
        (kept,) = house.state.awards
        assert (kept.game, kept.name, kept.person, kept.amount, kept.days) == ("dos-panos", "salon", ROSA, BANK, 2)
        again = await hall.open_table("dos-panos", OPENING)
        assert (again.state.award.person, again.state.award.amount, house.state.awards) == (ROSA, BANK, ())
        await do(again, HOUSE, d.CloseTable())
        assert [one.days for one in house.state.awards] == [2]
        await next_day(house, "2026-11-23")

    async def second(hall: Hall) -> None:
        house: Any = hall.house
        assert [one.days for one in house.state.awards] == [1]
        table = await hall.open_table("dos-panos", OPENING)
        assert (table.state.phase, table.state.award.person) == (Phase.DEPOSIT, ROSA)
        await deposited(house, table)
        await do(table, HOUSE, d.CloseTable())
        await next_day(house, "2026-11-24")
        third = await hall.open_table("dos-panos", OPENING)
        assert (house.state.awards, third.state.phase, third.state.award) == ((), Phase.OPENING, None)

    stage.play(first, games=house_games())
    stage.play(second, games=house_games())
    with open_store(url, read_only=True) as store:
        assert audit(StoreSource(store), recorded_engines()).problems == ()


def test_the_director_ends_a_bank_that_cannot_go_on(stage: Any) -> None:
    """The table is not opened with it, whose house has put the banker on duty; when it is ended, it is."""

    async def scene(hall: Hall) -> None:
        house = await open_day(hall, admission=False)
        table = await hall.open_table("dos-panos", OPENING)
        await do(table, OFFICER, d.AnnounceBank(ROSA, BANK, days=3))
        await do(table, HOUSE, d.CloseTable())
        low = d.OpenTable("salon", "orden-1979", 10_00, bank_maximum=BANK - 1, staff=STAFF)
        with pytest.raises(RefusedError) as error:
            await hall.open_table("dos-panos", low)
        assert error.value.refused.code == "bank-above-maximum"
        await do(house, DIRECTOR, a.EndAward("dos-panos", "salon", "la mesa cambia de límites"))
        assert (await hall.open_table("dos-panos", low)).state.phase is Phase.OPENING

    stage.play(scene, games=house_games())


# --- an award is one of its mode, and of its rulebook -----------------------------------------------------------------


def sound(url: str, keys: Keys) -> None:
    """Require the records to be sound, with their private parts and without them."""
    with open_store(url, read_only=True) as store:
        for given in (AuditInputs(KeySealer(keys.sealing)), AuditInputs()):
            assert audit(StoreSource(store), recorded_engines(), given).problems == ()


def at(stage: Any, hour: int) -> None:
    """Let the wall clock of the hall show an hour of the day."""
    stage.clock.start = datetime(2026, 11, 22, hour, tzinfo=UTC)


LIBRE = d.OpenTable("salon", "orden-1979", 10_00, mode=BankMode.OPEN, staff=STAFF)


@pytest.mark.clause("DP.E1.08")
@pytest.mark.parametrize(
    "other", [LIBRE, replace(OPENING, rulebook="asturias-2011")], ids=["an open bank", "another rulebook"]
)
def test_a_bank_for_days_is_taken_to_no_table_of_another_mode_or_rulebook(
    stage: Any, url: str, keys: Keys, other: d.OpenTable
) -> None:
    """The table of the same name opens without its banker; the award waits for one under which it was made."""

    async def scene(hall: Hall) -> None:
        house = await open_day(hall, admission=False)
        table = await hall.open_table("dos-panos", OPENING)
        await do(table, OFFICER, d.AnnounceBank(ROSA, BANK, days=2))
        await do(table, HOUSE, d.CloseTable())
        strange = await hall.open_table("dos-panos", other)
        assert (strange.state.phase, strange.state.award, len(house.state.awards)) == (Phase.OPENING, None, 1)
        await do(strange, HOUSE, d.CloseTable())
        begun = StandingAward(ROSA, BANK, 2, is_begun=True)
        with pytest.raises(RefusedError) as error:
            await hall.open_table("dos-panos", replace(other, award=begun))
        assert error.value.refused.code == "award-not-kept"
        own = await hall.open_table("dos-panos", OPENING)
        assert (own.state.award.person, house.state.awards) == (ROSA, ())

    stage.play(scene, games=house_games())
    sound(url, keys)


def test_a_bank_goes_to_nobody_whom_the_house_lets_play_no_more(stage: Any) -> None:
    """The house's own reason is told to whoever announces the banker, or who deposits, and to nobody else."""

    async def scene(hall: Hall) -> None:
        house = await open_day(hall, admission=False)
        table, announced = await hall.open_table("dos-panos", OPENING), d.AnnounceBank(ROSA, BANK, days=2)
        await do(house, CASHIER, a.TakeDeposit(ROSA, BANK))
        await do(house, DIRECTOR, a.Bar(ROSA, "pelea"))
        assert (await refused(table, OFFICER, announced)).clauses == ("HP.HS.barred",)
        await do(house, DIRECTOR, a.LiftBar(ROSA, "aclarado"))
        await do(table, OFFICER, announced)
        await do(house, ROSA, a.ExcludeOneself("2027-01-01"))
        assert (await refused(table, ROSA, d.DepositBank(BANK))).clauses == ("HP.HS.self-exclusion",)

    stage.play(scene, games=house_games())


# --- an award of an open bank that was not deposited ------------------------------------------------------------------


@pytest.mark.clause("DP.E1.08", "DP.E2.10")
@pytest.mark.parametrize("who", [ROSA, INSPECTOR])
def test_an_open_bank_for_days_that_was_never_deposited_stands_at_the_next_table_and_keeps_nobody_from_it(
    stage: Any, url: str, keys: Keys, who: PersonId
) -> None:
    """The next table opens; who has the bank deposits nothing before he proves a deposit anew. He gives it back, or it
    is taken from him where he does not come.
    """

    async def scene(hall: Hall) -> None:
        at(stage, 17)
        house = await open_day(hall, admission=False)
        await do(house, CASHIER, a.LodgeProof(ROSA, PROVEN), a.TakeDeposit(ROSA, BANK))
        table = await hall.open_table("dos-panos", LIBRE)
        await do(table, OFFICER, d.ProveDeposit(ROSA), d.AnnounceBank(ROSA, BANK, days=3))
        await do(table, HOUSE, d.CloseTable())
        at(stage, 23)
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

    stage.play(scene, games=house_games())
    sound(url, keys)
