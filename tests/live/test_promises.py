"""Threat: chips of somebody who may stake nothing today are put down by another's act, on an old word or on none."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from tapete.games.baccarat.pack import CutPack, ShufflePack
from tapete.games.bingo import acts as b
from tapete.games.bingo.terms import Means
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.terms import Stage
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.game import DosPanos
from tapete.house import acts as a
from tapete.kernel import Act, ActBody, PersonId
from tapete.live import Hall
from tapete.table.acts import BuyIn, Sit
from tests.bingo.test_audited_evening import open_sale
from tests.live.test_bingo_over_days import OPENING, SELLER
from tests.support.dos_panos.table import opened
from tests.support.house import ANA, BEA, DIRECTOR, DOOR
from tests.support.live.evening import OTHER, do, open_day, refused, welcome
from tests.support.live.toy import in_house

EVA, CROUPIER, SERIES = PersonId("eva"), PersonId("luz"), "B-1047"
FORBIDDEN: dict[str, tuple[PersonId, ActBody, str]] = {
    "they have excluded themselves": (ANA, a.ExcludeOneself("2026-12-24"), "self-excluded"),
    "the director has barred them": (DIRECTOR, a.Bar(ANA, "pelea"), "house-barred"),
    "they have brought more than their limit": (ANA, a.LimitLoss(100), "loss-limit-at-tables"),
}


@pytest.fixture(params=FORBIDDEN.values(), ids=FORBIDDEN)
def forbidden(request: pytest.FixtureRequest) -> Any:
    return request.param


def sale_to_ana(last: int) -> b.SellCards:
    return b.SellCards(SERIES, 1, last, ANA, Means.ACCOUNT)


async def at_chemin_de_fer(hall: Hall) -> tuple[Any, Any]:
    """Return a house and a table of chemin de fer where the bank is offered to Bea, with Ana and Eva."""
    house, table = await open_day(hall), await hall.open_table("chemin-de-fer", OTHER)
    for place, who in enumerate((BEA, ANA, EVA), start=1):
        await welcome(house, who, 50_000)
        await do(table, who, Sit(place), BuyIn(50_000))
    await do(table, CROUPIER, ShufflePack(), c.OfferCards(), ShufflePack())
    await do(table, table.state.shoe.cut_to, CutPack(100))
    await do(table, CROUPIER, c.InsertStopCard())
    return house, table


async def at_bingo(hall: Hall) -> tuple[Any, Any]:
    """Return a house and its hall of bingo on sale, where Ana has 10 euros in her account."""
    house, table = await open_day(hall), await hall.open_table("bingo", OPENING)
    await welcome(house, ANA, 10_00)
    await open_sale(table)
    return house, table


@in_house
async def test_a_share_of_whoever_may_stake_nothing_is_neither_offered_nor_accepted(hall: Hall, forbidden: Any) -> None:
    house, table = await at_chemin_de_fer(hall)
    await do(table, BEA, c.TakeBank(1_000))
    await do(table, ANA, c.OfferShare(2_000))
    by, what, code = forbidden
    await do(house, by, what)
    assert (await table.act(Act(BEA, c.AcceptShare(ANA), table.step))).refusal.code == "no-such-offer"
    assert (table.view(ANA).me.chips, table.state.bank.join_offers) == (50_000, Map())
    assert (await refused(table, ANA, c.OfferShare(2_000))).code == code
    await do(table, EVA, c.OfferShare(2_000))
    await do(table, BEA, c.AcceptShare(EVA))


@in_house
async def test_a_bank_is_taken_without_the_pledge_of_whoever_may_stake_nothing(hall: Hall, forbidden: Any) -> None:
    house, table = await at_chemin_de_fer(hall)
    for who in (ANA, EVA):
        await do(table, who, c.PledgeShare(BEA, 2_000))
    while table.state.offer.stage is not Stage.JOINT:
        await do(table, table.state.offer.candidate, c.DeclineBank())
    by, what, code = forbidden
    await do(house, by, what)
    assert (await refused(table, ANA, c.PledgeShare(BEA, 3_000))).code == code
    await do(table, BEA, c.TakeBank(1_000))
    assert {one.person: one.amount for one in table.state.bank.parts} == {BEA: 1_000, EVA: 2_000}
    assert table.view(ANA).me.chips == 50_000


@in_house
async def test_cartones_of_whoever_may_stake_nothing_are_neither_asked_for_nor_sold(hall: Hall, forbidden: Any) -> None:
    house, table = await at_bingo(hall)
    await do(table, ANA, BuyIn(10_00), b.WantCards(SERIES, 2))
    by, what, code = forbidden
    await do(house, by, what)
    assert (await table.act(Act(SELLER, sale_to_ana(1), table.step))).refusal.code == "cards-not-wanted"
    assert (await refused(table, ANA, b.WantCards(SERIES, 2))).code == code
    assert table.state.ledger[f"person:{ANA}"] == 10_00


@in_house
async def test_a_seller_takes_from_an_account_what_its_owner_has_asked_for_and_is_there_to_have(hall: Hall) -> None:
    house, table = await at_bingo(hall)
    await do(table, ANA, BuyIn(10_00))
    assert (await refused(table, SELLER, sale_to_ana(1))).code == "cards-not-wanted"
    await do(table, ANA, b.WantCards(SERIES, 2))
    assert (await refused(table, SELLER, sale_to_ana(3))).code == "cards-not-wanted"
    await do(table, SELLER, sale_to_ana(1))
    await do(house, DOOR, a.LetOut(ANA))
    gone = await table.act(Act(SELLER, b.SellCards(SERIES, 2, 2, ANA, Means.ACCOUNT), table.step))
    assert gone.refusal.code == "cards-not-wanted"
    assert not table.state.game.wishes


def test_the_house_knows_who_has_called_a_banco_that_is_not_awarded() -> None:
    table = opened().ready().do("croupier", d.OpenBets()).do(ANA, d.CallBanco())
    assert DosPanos().promises(table.state) == {ANA: True}
