"""What bounds a bank and what is played against it: its term, its maximum, the stake of a banco, who counts."""

import pytest

from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.acts import StandingAward
from tapete.games.dos_panos.terms import CLOTHS, Phase
from tapete.kernel import PersonId
from tapete.table import acts as t
from tests.support.dos_panos.coups import LOST, WON, coup
from tests.support.dos_panos.table import BANK, BANKER, Table, opened


@pytest.mark.clause("DP.E1.07")
@pytest.mark.clause("DP.E1.08")
def test_a_bank_is_awarded_for_shoes_or_for_days_and_not_for_both() -> None:
    """Given two shoes and two days at once; then refused: no term is dropped in silence."""
    made = opened()
    for act in (a.AnnounceBank(PersonId(BANKER), BANK, shoes=2, days=2), a.OpenAuction(shoes=2, days=2)):
        found = made.refused("director", act)
        assert (found.code, found.facts) == ("two-terms", {"shoes": 2, "days": 2})
        assert "DP.E1.07" in found.clauses
    assert made.accepts("director", a.AnnounceBank(PersonId(BANKER), BANK, days=2))
    lots = opened(book="guia").shoe().refused("director", a.DrawLots(BANK, shoes=3, days=1))
    assert lots.code == "two-terms"


def test_nor_is_one_that_somebody_has_beforehand() -> None:
    both = opened(award=StandingAward(PersonId(BANKER), BANK, days=2), people=False)
    assert both.phase is Phase.DEPOSIT
    with pytest.raises(Exception, match="two-terms"):
        opened(award=StandingAward(PersonId(BANKER), BANK, days=2, shoes=2), people=False)


@pytest.mark.clause("DP.E1.15")
@pytest.mark.clause("DP.E2.04")
def test_a_broken_banker_deposits_the_maximum_anew_beside_a_rest_that_covers_no_stake() -> None:
    """Given maximum and first deposit 1,000 and 5 left; when he deposits 1,000; then 1,005 play: the cap is on what a
    bank is formed with, and less than the first deposit he may not put in.
    """
    made = opened(LOST, bank_maximum=1_000_00).ready(1_000_00)
    made = coup(made, ana=500_00, carla=495_00)
    assert (made.phase, made.state.bank_chips) == (Phase.BROKEN, 5_00)
    assert made.refused(BANKER, a.DepositBank(999_99)).code == "deposit-too-small"
    over = made.refused(BANKER, a.DepositBank(1_000_01))
    assert (over.code, "DP.E2.04" in over.clauses) == ("bank-above-maximum", True)
    made.do(BANKER, a.DepositBank(1_000_00)).delivered()
    assert made.state.bank_chips == 1_005_00


@pytest.mark.clause("DP.A.39")
@pytest.mark.clause("DP.A.41")
def test_a_banco_is_for_the_whole_bank_though_a_stake_has_a_lower_maximum() -> None:
    """Given bank 5,000 and maximum stake 500; when banco is called; then it plays 2,500 on each cloth."""
    made = opened(WON, maximum=500_00).ready().do("croupier", a.OpenBets())
    made.do("ana", a.CallBanco()).do("croupier", a.CloseCalls())
    assert {one.cloth: one.amount for one in made.state.coup.stakes} == dict.fromkeys(CLOTHS, 2_500_00)
    again = opened(WON, maximum=500_00).ready().bets()
    assert again.refused("ana", a.Stake(500_01, CLOTHS[0])).code == "above-maximum"


def left_from_nowhere() -> Table:
    """Rosa came to the table for its bank alone, gives it up after a coup and stands behind the first place."""
    made = coup(opened(WON).ready()).do(BANKER, a.LeaveBank())
    assert made.state.seats.is_standing(PersonId(BANKER))
    return made


@pytest.mark.clause("DP.B.01")
@pytest.mark.clause("DP.B.02")
def test_whoever_stands_at_a_cloth_is_one_of_its_punters_also_after_he_had_the_bank() -> None:
    """Two are asked for on each cloth, seated or standing, whether they stake or not; he may go whenever he likes."""
    made = left_from_nowhere().do("bea", t.Leave()).taken_up("dani")
    made.do("dani", a.DepositBank(BANK)).do("eva", t.StandBehind(7)).delivered()
    assert made.accepts("croupier", a.OpenBets())
    made.do(BANKER, t.Leave())
    found = made.refused("croupier", a.OpenBets())
    assert (found.code, found.facts["primero"], found.facts["segundo"]) == ("too-few-punters", 1, 2)
