"""What is offered is exactly what is accepted: each amount around a bound is tried at a table of small stakes."""

from __future__ import annotations

from typing import Any

import pytest

from tapete import punto_banco as pb
from tapete.kernel import Amount, Choice, Offer, Refused, is_allowed
from tests.support.punto_banco.tables import BANCA, BANK_WINS, TIE, Table, betting, opened, ready, seated

MINIMUM, MAXIMUM = 500, 10_000
SMALL = {"minimum": MINIMUM, "maximum": MAXIMUM}
CHIPS = (499, 500, 950, 1_000, 2_350, 50_000)
TRIED = sorted({max(1, one + cent) for one in (*range(0, 11_000, 500), *CHIPS) for cent in (-1, 0, 1)})
"""Amounts on both sides of each bound."""


def offers(table: Table, who: str, act: str, bet: pb.Bet | None = None) -> list[Offer]:
    found = [one for one in table.legal(who) if one.act == act]
    return [one for one in found if bet is None or one.fixed_value("bet") == bet]


def accepts(table: Table, what: Any, who: str = "ana") -> bool:
    return not isinstance(table.attempt(what, who).outcome, Refused)


def fields(found: list[Offer], name: str) -> list[Any]:
    return [one.fields[name] for one in found if name in one.fields]


@pytest.mark.parametrize("multiples", [True, False])
@pytest.mark.parametrize("chips", CHIPS)
@pytest.mark.parametrize("there", [0, 500, 1_000, 9_500, 10_000])
def test_a_stake_is_offered_exactly_as_it_is_accepted(multiples: bool, chips: int, there: int) -> None:
    table = betting(ready(BANK_WINS, chips=chips + there, multiples_only=multiples, **SMALL))
    if there:
        table = table.do(pb.PlaceBet(BANCA, there), by="ana")
    bounds = fields(offers(table, "ana", "place-bet", BANCA), "amount")
    tried = [one for one in TRIED if accepts(table, pb.PlaceBet(BANCA, one))]
    assert [one for one in TRIED if any(is_allowed(field, one) for field in bounds)] == tried
    assert bool(bounds) is bool(tried)
    parts = fields(offers(table, "ana", "withdraw-bet", BANCA), "amount")
    back = [one for one in TRIED if accepts(table, pb.WithdrawBet(BANCA, one))]
    offered = [one for one in TRIED if any(is_allowed(field, one) for field in parts)]
    assert set(offered) == set(back) - {there}, "the whole stake is offered without an amount"
    whole = [one for one in offers(table, "ana", "withdraw-bet", BANCA) if "amount" not in one.fields]
    assert len(whole) == (1 if there else 0)


@pytest.mark.parametrize("chips", [1, 100, 777])
def test_chips_are_cashed_up_to_the_last_cent_and_bought_without_a_bound(chips: int) -> None:
    table = seated(opened(BANK_WINS), {1: "ana"}, chips)
    assert fields(offers(table, "ana", "cash-out"), "amount") == [Amount(1, chips)]
    assert accepts(table, pb.CashOut(chips))
    assert not accepts(table, pb.CashOut(chips + 1))
    assert fields(offers(table, "ana", "buy-in"), "amount") == [Amount(1)]
    assert offers(seated(opened(BANK_WINS), {1: "ana"}, 0), "ana", "cash-out") == []


def test_every_free_place_is_offered_and_none_that_is_taken() -> None:
    table = opened(BANK_WINS)
    labels = list(table.state.seats.labels)
    for count in range(len(labels) + 1):
        free = labels[count:]
        found = offers(table, "eva", "sit")
        assert fields(found, "seat") == ([Choice(tuple(free))] if free else [])
        for seat in labels:
            assert accepts(table, pb.Sit(seat), "eva") is (seat in free)
        if free:
            table = table.do(pb.Sit(free[0]), by=f"p{count}")


def test_whoever_stands_may_stand_behind_every_other_place() -> None:
    table = opened(BANK_WINS, standing_allowed=True)
    labels = table.state.seats.labels
    assert fields(offers(table, "eva", "stand-behind"), "seat") == [Choice(labels)]
    table = table.do(pb.StandBehind(labels[1]), by="eva")
    others = tuple(one for one in labels if one != labels[1])
    assert fields(offers(table, "eva", "stand-behind"), "seat") == [Choice(others)]
    seat = table.do(pb.Sit(labels[0]), by="eva")
    assert offers(seat, "eva", "stand-behind") == []


def test_a_tie_is_offered_up_to_its_own_maximum() -> None:
    table = betting(ready(BANK_WINS, chips=50_000, **SMALL))
    (field,) = fields(offers(table, "ana", "place-bet", TIE), "amount") or [None]
    tried = [one for one in TRIED if accepts(table, pb.PlaceBet(TIE, one))]
    assert [one for one in TRIED if field is not None and is_allowed(field, one)] == tried


def test_nothing_is_offered_to_the_public() -> None:
    assert opened(BANK_WINS).legal(None) == ()
