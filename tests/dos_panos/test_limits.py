"""Limits of stakes and banks, the open bank, the part of the house, in the words of the register."""

import pytest

from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.rules.bank import DepositPlace
from tapete.games.dos_panos.terms import BankMode, Hand, Phase, Spot
from tapete.kernel import PersonId
from tests.support.dos_panos.coups import LOST, WON, coup, tags
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import Table, opened

ROSA = PersonId("rosa")


def open_bank(shoe: str = "", amount: int = 1_000_00, proven: int = 90_000_00, **options: object) -> Table:
    """An open bank is in play."""
    made = opened(shoe, mode=BankMode.OPEN, **options)
    by = "director" if made.state.book.opening.announced_by.value == "director" else "inspector"
    made.do("director", a.ProveDeposit(ROSA, proven)).do(by, a.AnnounceBank(ROSA, amount))
    return made.deposited(amount).shoe().delivered()


@pytest.mark.clause("DP.E2.02")
def test_one_table_may_have_another_minimum_than_the_next() -> None:
    low, high = opened(minimum=10_00).ready().bets(), opened(minimum=25_00).ready().bets()
    assert low.accepts("ana", a.Stake(10_00, Hand.PRIMERO))
    refused = high.refused("ana", a.Stake(10_00, Hand.PRIMERO))
    assert (refused.code, refused.facts["minimum"]) == ("below-minimum", 25_00)
    assert high.accepts("ana", a.Stake(25_00, Hand.PRIMERO))


def test_without_an_authorisation_a_stake_has_no_limits() -> None:
    made = opened(maximum=500_00, **altered(limits__stake="none")).ready().bets()
    assert made.accepts("ana", a.Stake(600_00, Hand.PRIMERO))
    within = opened(maximum=500_00).ready().bets()
    assert within.refused("ana", a.Stake(600_00, Hand.PRIMERO)).code == "above-maximum"


def test_the_minimum_is_that_of_a_stake_as_it_is_laid_and_the_bank_answers_to_its_last_cent() -> None:
    """What is cut to what the bank holds, or lies on the line, may play with less: the banker answers for all that lies
    on the table, and no text lets him keep back a rest of it.
    """
    made = opened(LOST, minimum=10_00).ready(1_000_00).bets()
    made.do("bea", a.Stake(10_00, Hand.PRIMERO)).do("ana", a.Stake(995_00, Hand.PRIMERO))
    made.do("carla", a.Stake(10_00, Hand.SEGUNDO)).closed()
    plays = {one.person: one.amount for one in made.state.coup.stakes}
    assert plays == {"ana": 995_00, "bea": 5_00}
    assert "DP.E2.05" in made.turns[-1].rests_on
    line = opened(minimum=10_00).ready().bets()
    assert line.refused("ana", a.Stake(9_00, Hand.PRIMERO)).code == "below-minimum"
    line.do("ana", a.Stake(10_00, Hand.PRIMERO, Spot.LINE)).staked(carla=10_00).closed()
    assert {one.person: one.amount for one in line.state.coup.stakes} == {"ana": 5_00, "carla": 10_00}


@pytest.mark.clause("DP.E2.06")
def test_winnings_carry_the_bank_above_the_maximum_of_forming() -> None:
    made = coup(opened(WON).ready(9_800_00), ana=500_00, carla=400_00)
    assert (made.account("bank"), made.account("cagnotte")) == (10_682_00, 18_00)


def test_where_it_may_not_outgrow_its_maximum_the_banker_has_the_rest_of_his_win_at_once() -> None:
    made = coup(opened(WON, **altered(bank__may_outgrow_maximum=False)).ready(9_800_00), ana=500_00, carla=400_00)
    assert (made.account("bank"), made.chips("rosa"), made.account("cagnotte")) == (10_000_00, 682_00, 18_00)


@pytest.mark.clause("DP.E2.07")
def test_the_banker_of_an_open_bank_answers_for_every_stake() -> None:
    made = open_bank(LOST, book="orden-1979", chips=60_000_00)
    coup(made, ana=30_000_00, carla=20_000_00)
    assert (made.chips("ana"), made.chips("carla")) == (90_000_00, 80_000_00)
    assert made.state.bank is not None
    assert made.state.bank.called_deposit == 49_000_00


def test_where_an_open_bank_answers_with_what_lies_on_the_table_stakes_above_it_go_back() -> None:
    made = opened(LOST, mode=BankMode.OPEN, **altered(bank__free_answers_all=False)).ready(1_000_00)
    made.bets().staked(ana=700_00, carla=500_00).closed()
    assert sum(one.amount for one in made.state.coup.stakes) == 1_000_00


def test_where_a_limited_bank_answers_with_everything_its_banker_proves_a_deposit_and_every_stake_plays() -> None:
    made = opened(LOST, **altered(bank__limited_liability="everything"))
    assert made.refused("inspector", a.AnnounceBank(ROSA, 1_000_00)).code == "deposit-not-proven"
    made.do("director", a.ProveDeposit(ROSA, 5_000_00)).announced(1_000_00).deposited(1_000_00).shoe().delivered()
    made.bets().staked(ana=700_00, carla=500_00).closed()
    assert sum(one.amount for one in made.state.coup.stakes) == 1_200_00
    limited = opened(LOST).ready(1_000_00).bets().staked(ana=700_00, carla=500_00).closed()
    assert sum(one.amount for one in limited.state.coup.stakes) == 1_000_00


def test_where_winners_are_paid_by_priority_the_last_of_them_goes_short() -> None:
    made = opened(LOST, **altered(bank__excess="pay-by-priority")).ready(1_000_00)
    coup(made, ana=700_00, carla=500_00)
    assert (made.chips("ana"), made.chips("carla")) == (20_700_00, 20_300_00)


@pytest.mark.clause("DP.E2.11")
def test_a_deposit_elsewhere_lies_at_an_institution_that_the_management_accepted_beforehand() -> None:
    made = opened(mode=BankMode.OPEN)
    assert made.accepts("director", a.SetOptions(institution="Banco A"))
    made.do("director", a.SetOptions(institution="Banco A")).announced(1_000_00)
    proof = {"place": DepositPlace.CREDIT_INSTITUTION}
    refused = made.refused("director", a.ProveDeposit(ROSA, 9_000_00, institution="Banco B", **proof))
    assert (refused.code, "DP.E2.11" in refused.clauses) == ("institution-not-accepted", True)
    assert made.accepts("director", a.ProveDeposit(ROSA, 9_000_00, institution="Banco A", **proof))


def test_where_deposits_lie_at_the_cash_desk_alone_no_institution_will_do() -> None:
    made = opened(mode=BankMode.OPEN, **altered(free__deposit_at=["cash-desk"]))
    assert made.refused("director", a.SetOptions(institution="Banco A")).code == "deposit-place"
    assert "set-options" not in tags(made, "director")
    elsewhere = a.ProveDeposit(ROSA, 9_000_00, DepositPlace.CREDIT_INSTITUTION, "Banco A")
    assert made.refused("director", elsewhere).code == "deposit-place"


@pytest.mark.clause("DP.E2.17")
def test_of_an_open_bank_s_win_the_house_takes_one_and_a_quarter_per_cent() -> None:
    made = coup(open_bank(WON), ana=4_000_00, carla=2_400_00)
    assert (made.account("cagnotte"), made.account("bank")) == (80_00, 1_000_00 + 6_400_00 - 80_00)
    assert made.phase is Phase.BETWEEN
