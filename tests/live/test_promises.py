"""Threat: chips of somebody who may stake nothing today are put down by another's act, on an old word or on none."""

from typing import Any

import pytest
from immutables import Map

from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.procedure import CutPack, ShufflePack
from tapete.games.bingo import acts as b
from tapete.games.bingo.terms import Means
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.terms import Stage
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.terms import Accident, Hand, Phase
from tapete.house import acts as a
from tapete.kernel import HOUSE, Act, ActBody, PersonId
from tapete.live import Hall
from tapete.table.acts import BuyIn, Sit
from tapete.table.state import Conduct
from tests.bingo.test_audited_evening import open_sale
from tests.live.test_bingo_over_days import OPENING, SELLER
from tests.live.test_sessions import OF_THE_SALON
from tests.support.dos_panos.table import opened
from tests.support.house import ANA, BEA, CASHIER, DIRECTOR, DOOR
from tests.support.live import evening
from tests.support.live.toy import in_house

EVA, CARLA, CROUPIER, SERIES = PersonId("eva"), PersonId("carla"), PersonId("luz"), "B-1047"
FORBIDDEN: dict[str, tuple[PersonId, ActBody, str]] = {
    "they have excluded themselves": (ANA, a.ExcludeOneself("2026-12-24"), "self-excluded"),
    "the director has barred them": (DIRECTOR, a.Bar(ANA, "pelea"), "house-barred"),
    "they have brought more than their limit": (ANA, a.LimitLoss(100), "loss-limit-at-tables"),
}
WITHOUT_SEAT = FORBIDDEN | {
    "the door has let them out": (DOOR, a.LetOut(ANA), "not-inside"),
}


@pytest.fixture(params=FORBIDDEN.values(), ids=FORBIDDEN)
def forbidden(request: pytest.FixtureRequest) -> Any:
    return request.param


def sale_to_ana(last: int) -> b.SellCards:
    return b.SellCards(SERIES, 1, last, ANA, Means.ACCOUNT)


async def at_chemin_de_fer(hall: Hall) -> tuple[Any, Any]:
    """Return a house and a table of chemin de fer where the bank is offered to Bea, with Ana and Eva."""
    house, table = await evening.open_day(hall), await hall.open_table("chemin-de-fer", evening.OTHER)
    for place, who in enumerate((BEA, ANA, EVA), start=1):
        await evening.welcome(house, who, 50_000)
        await evening.do(table, who, Sit(place), BuyIn(50_000))
    await evening.do(table, CROUPIER, ShufflePack(), c.OfferCards(), ShufflePack())
    await evening.do(table, table.state.shoe.cut_to, CutPack(100))
    await evening.do(table, CROUPIER, c.InsertStopCard())
    return house, table


async def at_bingo(hall: Hall) -> tuple[Any, Any]:
    """Return a house and its hall of bingo on sale, where Ana has 10 euros in her account."""
    house, table = await evening.open_day(hall), await hall.open_table("bingo", OPENING)
    await evening.welcome(house, ANA, 10_00)
    await open_sale(table)
    return house, table


@in_house
async def test_a_share_of_whoever_may_stake_nothing_is_neither_offered_nor_accepted(hall: Hall, forbidden: Any) -> None:
    house, table = await at_chemin_de_fer(hall)
    await evening.do(table, BEA, c.TakeBank(1_000))
    await evening.do(table, ANA, c.OfferShare(2_000))
    assert (await evening.refused(table, EVA, c.WithdrawShare(ANA))).code == "not-yours", (
        "the house alone does it for another"
    )
    by, what, code = forbidden
    await evening.do(house, by, what)
    assert (await table.act(Act(BEA, c.AcceptShare(ANA), table.step))).refusal.code == "no-such-offer"
    assert (table.view(ANA).me.chips, table.state.bank.join_offers) == (50_000, Map())
    assert (await evening.refused(table, ANA, c.OfferShare(2_000))).code == code
    await evening.do(table, EVA, c.OfferShare(2_000))
    await evening.do(table, BEA, c.AcceptShare(EVA))


@in_house
async def test_a_bank_is_taken_without_the_pledge_of_whoever_may_stake_nothing(hall: Hall, forbidden: Any) -> None:
    house, table = await at_chemin_de_fer(hall)
    for who in (ANA, EVA):
        await evening.do(table, who, c.PledgeShare(BEA, 2_000))
    while table.state.offer.stage is not Stage.JOINT:
        await evening.do(table, table.state.offer.candidate, c.DeclineBank())
    by, what, code = forbidden
    await evening.do(house, by, what)
    assert (await evening.refused(table, ANA, c.PledgeShare(BEA, 3_000))).code == code
    await evening.do(table, BEA, c.TakeBank(1_000))
    assert {one.person: one.amount for one in table.state.bank.parts} == {BEA: 1_000, EVA: 2_000}
    assert table.view(ANA).me.chips == 50_000


@pytest.mark.parametrize("forbidden", WITHOUT_SEAT.values(), ids=WITHOUT_SEAT)
@in_house
async def test_cartones_of_whoever_may_stake_nothing_are_neither_asked_for_nor_sold(hall: Hall, forbidden: Any) -> None:
    house, table = await at_bingo(hall)
    await evening.do(table, ANA, BuyIn(10_00), b.WantCards(SERIES, 2))
    by, what, code = forbidden
    await evening.do(house, by, what)
    assert (await table.act(Act(SELLER, sale_to_ana(1), table.step))).refusal.code == "cards-not-wanted"
    assert (await evening.refused(table, ANA, b.WantCards(SERIES, 2))).code == code
    assert table.state.ledger[f"person:{ANA}"] == 10_00


@in_house
async def test_a_seller_takes_from_an_account_what_its_owner_has_asked_for(hall: Hall) -> None:
    _, table = await at_bingo(hall)
    await evening.do(table, ANA, BuyIn(10_00))
    assert (await evening.refused(table, SELLER, sale_to_ana(1))).code == "cards-not-wanted"
    await evening.do(table, ANA, b.WantCards(SERIES, 2))
    assert (await evening.refused(table, SELLER, b.WantCards(SERIES, 0, ANA))).code == "not-yours"
    assert (await evening.refused(table, SELLER, sale_to_ana(3))).code == "cards-not-wanted"
    await evening.do(table, SELLER, sale_to_ana(1))


# --- banks of the two-cloth game --------------------------------------------------------------------------------------


async def reoffered(hall: Hall) -> tuple[Any, Any]:
    """Return a house and a table of two cloths whose bank Rosa has given up; Ana and Carla would take it."""
    house = await evening.open_day(hall, admission=False)
    table = await hall.open_table("dos-panos", OF_THE_SALON)
    await evening.bring_punters(house, table, ana=3_000_00, carla=3_000_00)
    await evening.do(house, CASHIER, a.TakeDeposit(evening.ROSA, evening.BANK))
    await evening.do(table, evening.INSPECTOR, d.AnnounceBank(evening.ROSA, evening.BANK))
    await evening.do(table, evening.ROSA, d.DepositBank(evening.BANK))
    await evening.prepare_shoe(table)
    await evening.do(table, evening.ROSA, d.DeliverBank(evening.BANK))
    await evening.stake(table, ana=100_00)
    await evening.do(table, evening.HAND, d.CloseBets())
    await evening.play_coup(table)
    await evening.do(table, evening.ROSA, d.LeaveBank())
    for who in (ANA, CARLA):
        await evening.do(table, who, d.AcceptBank())
    return house, table


@in_house
async def test_a_bank_is_announced_to_nobody_who_may_not_play_and_stops_nobody_else(
    hall: Hall, monkeypatch: Any
) -> None:
    evening.list_shoes(monkeypatch)
    house, table = await reoffered(hall)
    amount = table.state.offered_amount
    await evening.do(house, DIRECTOR, a.Bar(ANA, "pelea"))
    assert (await evening.refused(table, evening.INSPECTOR, d.AnnounceBank(ANA, amount))).clauses == ("HP.HS.barred",)
    await evening.do(house, DIRECTOR, a.LiftBar(ANA, "aclarado"))
    await evening.do(table, evening.INSPECTOR, d.AnnounceBank(ANA, amount))
    await evening.do(house, CARLA, a.ExcludeOneself("2027-01-01"))
    await evening.do(table, ANA, d.AnnulAward())
    assert table.state.phase is Phase.REOFFER, "what Carla has forbidden herself stops nobody else"


@in_house(sound=True)
async def test_a_table_opens_with_the_bank_of_whoever_has_not_come_yet(hall: Hall) -> None:
    house = await evening.open_day(hall)
    await evening.welcome(house, evening.ROSA)
    table = await hall.open_table("dos-panos", OF_THE_SALON)
    await evening.do(table, evening.OFFICER, d.AnnounceBank(evening.ROSA, evening.BANK, days=3))
    await evening.do(table, HOUSE, d.CloseTable())
    await evening.do(house, DOOR, a.LetOut(evening.ROSA))
    again = await hall.open_table("dos-panos", OF_THE_SALON)
    assert (again.state.phase, again.state.award.person) == (Phase.DEPOSIT, evening.ROSA)
    assert (await evening.refused(again, evening.ROSA, d.DepositBank(evening.BANK))).code == "not-inside"


def test_what_is_noted_of_somebody_at_a_table_of_program_cards_shows_them_no_card() -> None:
    table = opened(conduct=Conduct.OBSERVED).ready().bets().staked(ana=100_00, carla=100_00).closed().dealt().carried()
    table.do("croupier", d.Lift(Hand.BANCA, ANA))
    table.do("croupier", d.Report(Accident.WRONG_HOLDER, Party.PLAYER, hand=Hand.SEGUNDO, person=ANA))
    assert [one.place for one in table.play.view(ANA).coup.cards if one.face] == []


def test_the_house_knows_who_has_called_a_banco_that_is_not_awarded() -> None:
    table = opened().ready().do("croupier", d.OpenBets()).do(ANA, d.CallBanco())
    assert DosPanos().promises(table.state) == {ANA: True}
