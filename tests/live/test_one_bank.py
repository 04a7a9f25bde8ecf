"""Nobody has the bank of two tables of a house at once."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.catalogue import house_games, recorded_engines
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.acts import StandingAward
from tapete.games.dos_panos.terms import Phase
from tapete.house import acts as a
from tapete.kernel import HOUSE, PersonId, RefusedError
from tapete.live import Hall
from tapete.record.audit import audit
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tapete.table.acts import StandBehind
from tests.support.dos_panos.table import STAFF
from tests.support.house import CASHIER
from tests.support.live.bank import BANK, INSPECTOR, OFFICER, ROSA, held_by_rosa
from tests.support.live.evening import do, open_day, refused

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
        no = await refused(two, OTHER, d.AnnounceBank(ROSA, BANK))
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
        no = await refused(two, OTHER, d.AnnounceBank(ROSA, BANK))
        assert (no.code, no.clauses) == ("bank-kept", ("HP.HS.one-bank",))
        again = await hall.open_table("dos-panos", ONE)
        assert (again.state.award.person, house.state.awards) == (ROSA, ())
        assert (await refused(two, OTHER, d.AnnounceBank(ROSA, BANK))).code == "bank-elsewhere"

    stage.play(scene, games=house_games())
    with open_store(url, read_only=True) as store:
        assert audit(StoreSource(store), recorded_engines()).problems == ()


def test_who_is_announced_once_the_shoe_stands_ready_has_the_bank_before(stage: Any) -> None:
    """Under the guide a table that opens with its banker prepares the shoe first: it is his bank all the same."""

    async def scene(hall: Hall) -> None:
        await open_day(hall, admission=False)
        award = StandingAward(ROSA, BANK, shoes=1)
        guided = await hall.open_table("dos-panos", replace(ONE, rulebook="guia", award=award))
        assert (guided.state.phase, guided.state.award) == (Phase.SHOE, None)
        two = await hall.open_table("dos-panos", TWO)
        assert (await refused(two, OTHER, d.AnnounceBank(ROSA, BANK))).code == "bank-elsewhere"

    stage.play(scene, games=house_games())


def test_an_award_that_goes_back_leaves_its_person_free_for_another(stage: Any) -> None:

    async def scene(hall: Hall) -> None:
        _, one, _ = await tables(hall)
        await do(one, HOUSE, d.CloseTable())
        again = await hall.open_table("dos-panos", replace(ONE, name="cuatro"))
        await do(again, INSPECTOR, d.AnnounceBank(ROSA, BANK))
        await do(again, ROSA, d.AnnulAward())
        await do(again, INSPECTOR, d.AnnounceBank(ROSA, BANK))

    stage.play(scene, games=house_games())
