"""Two punters on each cloth, when a coup opens, when its betting closes and when a banco is played once more."""

import pytest

from tapete.games.banked.acts import Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.kernel import CLOCK
from tapete.table import acts as t
from tests.support.dos_panos.coups import tags
from tests.support.dos_panos.scenes import TIES
from tests.support.dos_panos.table import Table, opened

FEW = ("too-few-punters", True)


def why_not(made: Table, by: str, act: object) -> tuple[str, bool]:
    """Return why an act is refused, and whether it is by the rule that two punters stay on each cloth."""
    found = made.refused(by, act)
    return found.code, "DP.B.02" in found.clauses


def void_banco() -> Table:
    """A banco of bea's that was void, at the question whether she plays it once more."""
    made = opened(TIES).ready(1_000_00).do("croupier", a.OpenBets()).do("bea", a.CallBanco())
    made.do("croupier", a.CloseCalls()).dealt().carried().said("1", "no").said("2", "no").looked()
    made.do("rosa", Stand()).shown().settled()
    assert made.phase is Phase.REPEAT
    return made


@pytest.mark.clause("DP.B.02")
def test_a_coup_whose_punters_left_in_the_betting_is_not_dealt() -> None:
    made = opened().ready().bets().staked(ana=100_00, carla=100_00).do("dani", t.Leave())
    assert why_not(made, "croupier", a.CloseBets()) == FEW
    assert "close-bets" not in tags(made, "croupier")
    back = made.fork().do("dani", t.Sit(8)).closed()
    assert back.phase is Phase.DEAL


@pytest.mark.clause("DP.B.02")
def test_the_croupier_calls_it_off_and_every_stake_goes_back() -> None:
    made = opened().ready().bets().staked(ana=100_00, carla=100_00).do("dani", t.Leave()).do("croupier", a.CallOff())
    assert "DP.B.02" in made.turns[-1].rests_on
    assert (made.phase, made.chips("ana"), made.chips("carla")) == (Phase.BETWEEN, 20_000_00, 20_000_00)
    assert made.state.bank is not None
    assert made.state.bank.coups == 0
    assert why_not(made, "croupier", a.OpenBets()) == FEW


def test_where_enough_stay_and_stake_nothing_is_called_off() -> None:
    made = opened().ready().bets().staked(ana=100_00, carla=100_00)
    assert made.refused("croupier", a.CallOff()).code == "something-staked"


def test_whoever_is_away_counts_as_long_as_a_stake_of_his_lies() -> None:
    made = opened().ready().bets().staked(ana=100_00, carla=100_00, dani=50_00).do(str(CLOCK), t.Away("dani"))
    made.fork().closed()
    made.do(str(CLOCK), t.Back("dani")).do("dani", a.TakeStake(Hand.SEGUNDO)).do(str(CLOCK), t.Away("dani"))
    assert why_not(made, "croupier", a.CloseBets()) == FEW


@pytest.mark.clause("DP.B.02")
def test_a_banco_that_was_called_is_not_awarded_to_too_few() -> None:
    made = opened().ready(1_000_00).do("croupier", a.OpenBets()).do("bea", a.CallBanco()).do("dani", t.Leave())
    assert why_not(made, "croupier", a.CloseCalls()) == FEW
    made.do("croupier", a.CallOff())
    assert (made.phase, made.state.coup.banco_calls) == (Phase.BETWEEN, ())
    made.do("bea", t.Leave())


def test_calls_are_not_broken_off_where_enough_are_there() -> None:
    made = opened().ready(1_000_00).do("croupier", a.OpenBets()).do("bea", a.CallBanco())
    assert made.refused("croupier", a.CallOff()).code == "wrong-window"
    assert "call-off" not in tags(made, "croupier")


@pytest.mark.clause("DP.B.02")
def test_a_void_banco_is_not_played_once_more_with_too_few_punters() -> None:
    made = void_banco().do("dani", t.Leave())
    assert why_not(made, "bea", a.RepeatBanco(again=True)) == FEW
    made.fork().do("pau", t.StandBehind(7), t.BuyIn(50_00)).do("bea", a.RepeatBanco(again=True))
    made.do("bea", a.RepeatBanco(again=False))


def test_a_void_banco_is_not_played_once_more_without_its_banker() -> None:
    made = void_banco().do(str(CLOCK), t.Away("rosa"))
    refused = made.refused("bea", a.RepeatBanco(again=True))
    assert (refused.code, "HP.DP.absent-player" in refused.clauses) == ("banker-away", True)
    made.fork().do(str(CLOCK), t.Back("rosa")).do("bea", a.RepeatBanco(again=True))
    made.do("bea", a.RepeatBanco(again=False))


@pytest.mark.clause("DP.B.02")
def test_a_coup_that_is_dealt_is_finished_whoever_leaves_meanwhile() -> None:
    made = opened().ready().bets().staked(ana=100_00, carla=100_00).closed().do("dani", t.Leave())
    made.dealt().carried()
    assert made.phase is Phase.FIRST_WORD
