"""A banker is bound to his first coup, and nobody but he gives up the bank of one who is there."""

import pytest

from tapete.games.banked.acts import DrawCard
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import BankMode, Hand, Phase
from tapete.kernel import CLOCK
from tapete.table import acts as t
from tests.support.dos_panos.coups import LOST, WON, coup, tags
from tests.support.dos_panos.table import Table, opened


def away(made: Table, *people: str) -> Table:
    return made.do(str(CLOCK), *(t.Away(who) for who in people))


@pytest.mark.clause("DP.E1.11")
def test_the_croupier_hands_over_for_a_banker_who_was_called_and_does_not_give_his_bank_up() -> None:
    made = opened(WON).announced().deposited().shoe().do("croupier", a.CallPerson())
    refused = made.refused("croupier", a.LeaveBank())
    assert (refused.code, made.phase) == ("not-the-banker", Phase.CUSTODY)
    assert "leave-bank" not in tags(made, "croupier")
    made.do("croupier", a.DeliverBank(made.state.bank.deposit if made.state.bank else 0))


def test_nor_after_a_coup_where_the_chips_are_handed_over_before_each_of_them() -> None:
    made = coup(opened(WON, book="guia").ready())
    assert made.phase is Phase.CUSTODY
    made.do("croupier", a.CallPerson())
    assert made.refused("croupier", a.LeaveBank()).code == "not-the-banker"
    away(made, "rosa").do("croupier", a.LeaveBank())


@pytest.mark.clause("DP.E1.11")
@pytest.mark.parametrize("mode", BankMode)
def test_whoever_goes_away_before_the_first_coup_of_his_bank_is_not_rid_of_it(mode: BankMode) -> None:
    made = opened(LOST, mode=mode).announced().deposited()
    made.do("rosa", t.Away("rosa"))
    refused = made.refused("croupier", a.LeaveBank())
    assert (refused.code, "DP.E1.11" in refused.clauses) == ("bank-just-begun", True)
    made.shoe()
    for who in ("croupier", "inspector", "rosa"):
        assert not made.accepts(who, a.LeaveBank())
    assert made.state.bank is not None
    made.do("croupier", a.DeliverBank(made.state.bank.deposit))
    refused = made.refused("croupier", a.LeaveBank())
    assert (refused.code, "DP.E1.11" in refused.clauses) == ("bank-just-begun", True)


@pytest.mark.clause("DP.E1.11")
def test_his_first_coup_is_dealt_without_him_and_no_other_one() -> None:
    made = away(opened(LOST).ready(), "rosa")
    made.do("croupier", a.OpenBets())
    assert "DP.E1.11" in made.turns[-1].rests_on
    made.do("croupier", a.CloseCalls()).staked(ana=500_00, carla=500_00).closed()
    for hand in (*Hand, *Hand):
        made.do("croupier", a.DealCard(hand))
    made.carried().said("1", "no").said("2", "no").do("croupier", a.Lift(Hand.BANCA))
    made.do("croupier", a.Stand() if made.accepts("croupier", a.Stand()) else DrawCard()).shown().settled()
    refused = made.refused("croupier", a.OpenBets())
    assert (refused.code, "HP.DP.absent-player" in refused.clauses) == ("banker-away", True)
    made.do("croupier", a.LeaveBank())
    assert (made.phase, made.state.bank) == (Phase.REOFFER, None)


def test_for_a_broken_bank_whose_banker_was_called_and_deposits_nothing_the_croupier_gives_it_up() -> None:
    made = coup(opened(LOST).ready(1_000_00)).do("croupier", a.CallPerson(), a.LeaveBank())
    assert (made.phase, made.state.bank) == (Phase.REOFFER, None)
