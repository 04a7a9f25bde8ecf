"""Associates of the banker: they join before betting opens, share in every coup, never play, and may leave."""

import pytest

from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer import acts as a
from tapete.table import acts as t


def joined(make, *coups: str, mine: int = 200_00, **parts: int):
    """Bea's bank with associates."""
    table = make(coups=coups).bank(mine)
    for person, amount in parts.items():
        table.do(person, a.OfferShare(amount)).do("bea", a.AcceptShare(person))
    return table


def parts(table) -> dict[str, int]:
    return {one.person: one.amount for one in table.play.view(None).bank.parts}


@pytest.mark.clause("CF.E1.03")
def test_anybody_may_join_the_bank_if_the_banker_accepts(make) -> None:
    table = make().bank(200_00).do("ana", a.OfferShare(100_00)).do("rosa", a.OfferShare(50_00))
    assert table.play.view(None).bank.join_offers == (Share("ana", 100_00), Share("rosa", 50_00))
    assert table.state.bank.total == 200_00
    assert table.refused("luis", a.AcceptShare("ana")).code == "not-banker"
    assert table.refused("bea", a.AcceptShare("luis")).code == "no-such-offer"
    table.do("bea", a.AcceptShare("ana"))
    assert (table.state.bank.total, parts(table)) == (300_00, {"bea": 200_00, "ana": 100_00})
    assert table.state.announcements[-1].values == {"amount": "300"}
    assert table.chips("ana") == 9_900_00
    # one on his feet as well
    assert parts(table.do("bea", a.AcceptShare("rosa")))["rosa"] == 50_00


@pytest.mark.clause("CF.E1.03")
def test_nobody_joins_while_a_coup_is_on_and_anybody_may_between_coups(make) -> None:
    table = make(coups=("banca",)).bank(200_00).do("luis", a.OfferShare(20_00)).bets()
    assert table.refused("ana", a.OfferShare(100_00)).code == "wrong-window"
    assert table.refused("bea", a.AcceptShare("luis")).code == "wrong-window"
    table.do("eva", a.Stake(50_00)).closed().dealt().looked().said("no").do("bea", a.LayDown("banca")).settled()
    table.do("ana", a.OfferShare(100_00)).do("bea", a.AcceptShare("ana"), a.AcceptShare("luis"))
    assert parts(table) == {"bea": 247_50, "ana": 100_00, "luis": 20_00}
    assert table.refused("carla", a.OfferShare(700_00)).code == "bank-above-maximum"
    assert table.refused("ana", a.OfferShare(1_00)).code == "already-in-bank"


@pytest.mark.clause("CF.E1.04")
def test_an_associate_does_not_play(make) -> None:
    table = joined(make, "banca", ana=100_00).bets()
    for act in (a.Stake(20_00), a.CallBanco()):
        refused = table.refused("ana", act)
        assert (refused.code, refused.clauses) == ("associate-of-bank", ("CF.E1.04",))
    table.do("luis", a.Stake(50_00)).closed().dealt().looked().said("no")
    assert table.refused("ana", a.Stand()).code == "not-banker"
    assert table.refused("ana", t.Leave()).code == "money-on-table"
    assert make().bank(200_00).bets().outcome("ana", a.Stake(20_00))


@pytest.mark.clause("CF.E1.05")
def test_an_associate_wins_in_proportion_over_several_coups(make) -> None:
    table = joined(make, "banca", "banca", "tie", ana=100_00).coup("banca", luis=90_00)
    assert (table.money()["cagnotte"], parts(table)) == (4_50, {"bea": 257_00, "ana": 128_50})
    # 85.50 more by 257 to 128.50; the odd cents of the division are the banker's
    table.coup("banca", luis=90_00)
    assert parts(table) == {"bea": 314_00, "ana": 157_00}
    assert parts(table.coup("tie", luis=90_00)) == {"bea": 314_00, "ana": 157_00}


@pytest.mark.clause("CF.E1.05")
def test_the_associates_part_is_rounded_down_and_the_rest_is_the_bankers(make) -> None:
    table = joined(make, "banca", ana=100_00).coup("banca", luis=10_00)
    assert parts(table) == {"bea": 206_34, "ana": 103_16}
    even = joined(make, "banca", mine=100_00, ana=100_00).coup("banca", luis=10_00)
    assert parts(even) == {"bea": 104_75, "ana": 104_75}


@pytest.mark.clause("CF.E1.05")
def test_an_associate_loses_in_proportion_and_takes_the_rest_home(make) -> None:
    table = joined(make, "punto", ana=100_00).coup("punto", luis=90_00)
    assert (table.chips("bea"), table.chips("ana"), table.chips("luis")) == (9_940_00, 9_970_00, 10_090_00)
    assert table.state.bank is None


@pytest.mark.clause("CF.E1.14")
def test_who_passed_the_hand_may_join_whoever_acquired_it(make) -> None:
    table = make(coups=("banca",)).bank(300_00).coup("banca", ana=100_00).do("bea", a.PassHand())
    table.do("carla", a.TakeBank(395_00))
    offered = table.play.attempt(a.OfferShare(100_00), "bea")
    assert dict(offered.state.bank.join_offers) == {"bea": 100_00}
    assert "CF.E1.14" in offered.rests_on
    table.do("bea", a.OfferShare(100_00)).do("carla", a.AcceptShare("bea"))
    assert parts(table) == {"carla": 395_00, "bea": 100_00}


# --- leaving ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CF.E1.20")
def test_an_associate_leaves_when_the_banker_takes_over_his_part(make) -> None:
    """House practice: the bank stays what it was."""
    table = joined(make, "banca", ana=100_00).coup("banca", luis=90_00)
    asked = table.outcome("ana", a.WithdrawShare())
    assert "HP.CF.associate-leaves" in asked.rests_on
    table.do("ana", a.WithdrawShare())
    assert table.refused("ana", a.WithdrawShare()).code == "release-asked"
    assert table.refused("ana", t.Leave()).code == "money-on-table"
    table.do("bea", a.TakeOverShare("ana"))
    assert (parts(table), table.state.bank.total) == ({"bea": 385_50}, 385_50)
    assert (table.chips("ana"), table.chips("bea")) == (10_028_50, 9_800_00 - 128_50)
    table.do("ana", t.Leave())


def test_an_offer_is_taken_back_before_it_is_accepted(make) -> None:
    table = make().bank(200_00).do("ana", a.OfferShare(100_00), a.WithdrawShare())
    assert table.refused("bea", a.AcceptShare("ana")).code == "no-such-offer"
    assert table.refused("ana", a.WithdrawShare()).code == "no-such-offer"
    assert joined(make, ana=100_00).bets().refused("ana", a.WithdrawShare()).code == "wrong-window"


def test_what_an_associate_has_in_the_garage_leaves_with_him(make) -> None:
    table = joined(make, "banca", mine=500_00, ana=500_00).coup("banca", luis=1_000_00)
    table.do("bea", a.GarageWinnings(950_00)).do("ana", a.WithdrawShare()).do("bea", a.TakeOverShare("ana"))
    assert (table.chips("ana"), parts(table)) == (9_500_00 + 500_00 + 475_00, {"bea": 1_000_00})
    assert table.play.view(None).bank.aside == 475_00
    table.do("bea", a.PassHand())
    assert table.chips("bea") == 10_475_00
