"""Every division is rounded by the rule of this house: a part of a cent tells one rule from the others."""

import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.money import Rounding
from tests.support.chemin_de_fer.table import as_house

DOWN, HALF_UP, UP = Rounding.DOWN, Rounding.HALF_UP, Rounding.UP


def joined(make, result: str, rounding: Rounding, **bank: int):
    """Bea's 200 with Ana's 100, in a house that rounds an associate's part so."""
    table = make(coups=(result,)).bank(200_00).do("ana", a.OfferShare(100_00)).do("bea", a.AcceptShare("ana"))
    return as_house(table, "bank", associate_rounding=rounding, **bank)


def parts(table) -> dict[str, int]:
    return {one.person: one.amount for one in table.state.bank.parts}


@pytest.mark.clause("CF.E1.05")
@pytest.mark.parametrize(
    ("staked", "rounding", "part"),
    [  # of 9.50 a third is 3.16 2/3, of 19.00 it is 6.33 1/3
        *((10_00, DOWN, 3_16), (10_00, HALF_UP, 3_17), (10_00, UP, 3_17)),
        *((20_00, DOWN, 6_33), (20_00, HALF_UP, 6_33), (20_00, UP, 6_34)),
    ],
)
def test_what_an_associate_wins(make, staked: int, rounding: Rounding, part: int) -> None:
    table = joined(make, "banca", rounding).coup("banca", luis=staked)
    won = staked * 95 // 100
    assert parts(table) == {"bea": 200_00 + won - part, "ana": 100_00 + part}


@pytest.mark.clause("CF.E1.05")
@pytest.mark.parametrize(
    ("staked", "rounding", "part"),
    [  # a third of 10 is 3.33 1/3, of 20 it is 6.66 2/3
        *((10_00, DOWN, 3_33), (10_00, HALF_UP, 3_33), (10_00, UP, 3_34)),
        *((20_00, DOWN, 6_66), (20_00, HALF_UP, 6_67), (20_00, UP, 6_67)),
    ],
)
def test_what_an_associate_loses(make, staked: int, rounding: Rounding, part: int) -> None:
    table = joined(make, "punto", rounding).coup("punto", luis=staked)
    assert (table.chips("ana"), table.chips("bea")) == (10_000_00 - part, 10_000_00 - staked + part)


@pytest.mark.clause("CF.E3.04")
@pytest.mark.parametrize(("rounding", "part"), [(DOWN, 96_66), (HALF_UP, 96_67), (UP, 96_67)])
def test_what_stands_out_of_play_in_a_coup(make, rounding: Rounding, part: int) -> None:
    table = joined(make, "banca", rounding).bets().do("luis", a.Stake(10_00)).closed()
    assert {one.person: one.amount for one in table.state.bank.garage} == {"bea": 290_00 - part, "ana": part}


@pytest.mark.clause("CF.E3.02")
@pytest.mark.parametrize(("rounding", "part"), [(DOWN, 33_33), (HALF_UP, 33_33), (UP, 33_34)])
def test_what_the_banker_takes_out_of_play(make, rounding: Rounding, part: int) -> None:
    table = make(coups=("banca",)).bank(600_00).do("ana", a.OfferShare(300_00)).do("bea", a.AcceptShare("ana"))
    table = as_house(table, "bank", associate_rounding=rounding).coup("banca", luis=600_00)
    table.do("bea", a.GarageWinnings(100_00))
    assert {one.person: one.amount for one in table.state.bank.aside} == {"bea": 100_00 - part, "ana": part}


@pytest.mark.clause("CF.E2.09")
@pytest.mark.parametrize(
    ("staked", "rounding", "unit", "kept"),
    [
        *((10_10, DOWN, 1, 50), (10_10, HALF_UP, 1, 51), (10_10, UP, 1, 51)),
        *((10_05, DOWN, 1, 50), (10_05, HALF_UP, 1, 50), (10_05, UP, 1, 51)),
        *((30_00, DOWN, 100, 1_00), (30_00, HALF_UP, 100, 2_00), (25_00, HALF_UP, 100, 1_00), (25_00, UP, 100, 2_00)),
    ],
)
def test_what_the_house_keeps(make, staked: int, rounding: Rounding, unit: int, kept: int) -> None:
    table = as_house(make(coups=("banca",)).bank(300_00), "bank", rounding=rounding, cagnotte_unit=unit)
    table.coup("banca", luis=staked)
    assert (table.money()["cagnotte"], table.state.bank.total) == (kept, 300_00 + staked - kept)


@pytest.mark.clause("CF.B.18", "CF.C4.19")
@pytest.mark.parametrize(("rounding", "half"), [(DOWN, 150_00), (HALF_UP, 150_01), (UP, 150_01)])
def test_half_of_the_bank_and_half_of_a_stake_on_the_line(make, rounding: Rounding, half: int) -> None:
    table = as_house(make().bank(300_01), "betting", half_rounding=rounding).bets()
    partial, line = table.fork().do("ana", a.CallConLaMesa()).closed(), table.do("ana", a.StakeOnLine(300_01)).closed()
    for one in (partial, line):
        assert [(share.person, share.amount) for share in one.state.coup.award.stakes] == [("ana", half)]
        assert one.chips("ana") == 10_000_00 - half


def test_the_bank_bears_its_whole_loss_whatever_the_rounding_and_nobody_more_than_his_part(make) -> None:
    """Three parts of which two are one cent: up or down, the loss comes together and no part goes below 0."""
    for rounding in Rounding:
        table = make(coups=("punto",)).bank(299_98)
        for who in ("ana", "eva"):
            table.do(who, a.OfferShare(1)).do("bea", a.AcceptShare(who))
        table = as_house(table, "bank", associate_rounding=rounding)
        table.coup("punto", luis=300_00)
        assert [table.chips(who) for who in ("bea", "ana", "eva")] == [10_000_00 - 299_98, 9_999_99, 9_999_99]
