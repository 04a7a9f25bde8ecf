"""Stakes: on the line, uncovered, each alone, late ones, claims about them, remainders (CF.B.14-27, CF.C4.16-20)."""

import msgspec
import pytest

from tapete.clauses import Sourced
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Cover, Hand
from tapete.kernel import Refused, Ruled
from tapete.play import Play

BANKER_NINE = "2s 9h 4d Kc"
PUNTO_EIGHT = "4s 2h 4d Kc"


def stakes(table) -> dict[str, int]:
    return {one.person: one.amount for one in table.state.coup.award.stakes}


def house(table, **values: bool):
    """Let the house settle points of the betting otherwise, as another rulebook would."""
    rules = table.state.book
    betting = msgspec.structs.replace(
        rules.betting, **{name: Sourced(value, practice="this house") for name, value in values.items()}
    )
    state = msgspec.structs.replace(table.state, rules=msgspec.structs.replace(rules, betting=betting))
    table.play = Play(table.play.game, state, table.play.source)
    return table


@pytest.mark.clause("CF.C4.19")
def test_half_of_a_stake_on_the_line_plays_and_wins(make) -> None:
    """40 on the line: 20 play and win 20, the 40 stay his."""
    table = make(PUNTO_EIGHT).bank(300_00).bets().do("ana", a.StakeOnLine(40_00))
    assert table.chips("ana") == 10_000_00 - 40_00
    table.closed()
    assert "CF.C4.19" in table.play.last.rests_on
    assert stakes(table) == {"ana": 20_00}
    table.dealt().looked().do("ana", a.LayDown(Hand.PUNTO)).settled()
    assert table.chips("ana") == 10_000_00 + 20_00


@pytest.mark.clause("CF.C4.19")
def test_half_of_a_stake_on_the_line_is_lost_and_half_comes_back(make) -> None:
    table = make(BANKER_NINE).bank(300_00).bets().do("ana", a.StakeOnLine(40_00)).closed().dealt().looked().said("no")
    table.do("bea", a.LayDown(Hand.BANCA)).settled()
    assert table.chips("ana") == 10_000_00 - 20_00


@pytest.mark.clause("CF.E2.10")
def test_the_half_that_plays_reaches_the_minimum(make) -> None:
    table = make().bank(300_00).bets()
    refused = table.refused("ana", a.StakeOnLine(15_00))
    assert (refused.code, refused.clauses) == ("below-minimum", ("CF.E2.10",))
    table.do("ana", a.StakeOnLine(20_00))


@pytest.mark.clause("CF.E2.04")
def test_the_half_that_plays_stays_within_the_bank_and_may_be_banco(make) -> None:
    table = make().bank(100_00).bets()
    assert table.refused("ana", a.StakeOnLine(201_00)).code == "above-bank"
    table.do("ana", a.StakeOnLine(200_00)).closed()
    assert (table.state.coup.award.kind, stakes(table)) == (Cover.BANCO, {"ana": 100_00})
    assert table.chips("ana") == 10_000_00 - 100_00


@pytest.mark.clause("CF.C4.20")
def test_any_other_instruction_is_changed_at_once(make) -> None:
    """50 laid, «thirty play»: 30 stand as a stake, 20 lie before him again before anything else happens."""
    table = make().bank(300_00).bets().do("ana", a.StakeOnLine(50_00, playing=30_00))
    assert [(one.kind, one.amount) for one in table.state.calls.claims] == [("postura", 30_00)]
    assert table.chips("ana") == 10_000_00 - 30_00
    assert "CF.C4.20" in table.play.last.rests_on
    assert table.refused("ana", a.StakeOnLine(50_00, playing=60_00)).code == "more-than-laid"
    table.closed()
    assert stakes(table) == {"ana": 30_00}


@pytest.mark.clause("CF.C4.16")
def test_a_stake_that_is_only_spoken_does_not_exist(make) -> None:
    table = make().bank(300_00).bets().do("luis", a.Stake(20_00))
    refused = table.refused("ana", a.Stake(80_00, on_table=False))
    assert (refused.code, refused.clauses) == ("stake-not-laid", ("CF.C4.16",))
    assert stakes(table.closed()) == {"luis": 20_00}


@pytest.mark.clause("CF.B.27")
def test_a_joint_stake_is_refused_and_each_counts_alone(make) -> None:
    """Ana 40 and Luis 50 would be 90 together; Eva's 60 hold the cards."""
    table = make().bank(300_00).bets().do("eva", a.Stake(60_00)).do("ana", a.Stake(40_00))
    refused = table.refused("luis", a.Stake(50_00, joined_to="ana"))
    assert (refused.code, refused.clauses) == ("stakes-not-joined", ("CF.B.27",))
    table.do("luis", a.Stake(50_00)).closed()
    assert table.state.holder == "eva"
    assert stakes(table) == {"ana": 40_00, "eva": 60_00, "luis": 50_00}


def test_a_call_can_be_taken_back_while_the_betting_is_open(make) -> None:
    table = make().bank(300_00).bets().do("ana", a.CallBanco())
    table.do("ana", a.WithdrawCall())
    assert table.chips("ana") == 10_000_00
    assert "HP.CF.withdraw-call" in table.play.last.rests_on
    assert table.refused("ana", a.WithdrawCall()).code == "nothing-called"
    assert table.refused("croupier", a.CloseBets()).code == "nothing-staked"
    table.do("ana", a.Stake(20_00)).closed()
    assert table.refused("ana", a.WithdrawCall()).code == "bets-closed"


@pytest.mark.clause("CF.E2.10")
def test_a_remainder_below_the_minimum_is_refused_unless_the_house_admits_it(make) -> None:
    """Bank 300, 295 staked by carla: eva's 40 would fill only 5."""
    table = make().bank(300_00).bets()
    calls = (("carla", a.Stake(295_00)), ("eva", a.Stake(40_00)))
    strict, open_house = table.fork(), house(table.fork(), small_completion=True)
    for one in (strict, open_house):
        for who, act in calls:
            one.do(who, act)
        one.closed()
    assert stakes(strict) == {"carla": 295_00}
    assert stakes(open_house) == {"carla": 295_00, "eva": 5_00}
    assert open_house.chips("eva") == 10_000_00 - 5_00


def test_ultimo_completo_supplies_a_small_remainder_where_the_house_admits_it(make) -> None:
    table = house(make().bank(300_00).bets(), small_completion=True)
    table.do("carla", a.CallConLaMesa()).do("eva", a.CallUltimoCompleto()).do("luis", a.Stake(145_00)).closed()
    assert (stakes(table)["eva"], table.state.holder) == (5_00, "eva")


def closed(make, **options):
    return make(BANKER_NINE, **options).bank(300_00).bets().do("ana", a.Stake(100_00)).closed()


@pytest.mark.clause("CF.B.20")
def test_a_strict_table_takes_no_late_stake(make) -> None:
    table = closed(make)
    assert table.refused("luis", a.Stake(50_00)).code == "bets-closed"
    refused = table.refused("croupier", a.NoteLateStake("luis", 50_00))
    assert (refused.code, refused.clauses) == ("bets-closed", ("CF.B.20",))


@pytest.mark.clause("CF.B.41")
def test_the_banker_has_a_late_stake_removed(make) -> None:
    table = closed(make, conduct="observed")
    noted = table.outcome("croupier", a.NoteLateStake("luis", 50_00))
    assert isinstance(noted, Ruled)
    assert noted.faults[0].clauses == ("CF.B.20",)
    table.do("croupier", a.NoteLateStake("luis", 50_00))
    assert [(one.person, one.amount) for one in table.play.view(None).coup.late] == [("luis", 50_00)]
    assert table.chips("luis") == 10_000_00 - 50_00
    assert table.refused("ana", a.RemoveLateStake("luis")).code == "not-banker"
    table.do("bea", a.RemoveLateStake("luis"))
    assert table.chips("luis") == 10_000_00
    assert "CF.B.41" in table.play.last.rests_on
    assert stakes(table) == {"ana": 100_00}


def test_a_late_stake_that_nobody_objects_to_takes_no_part_either(make) -> None:
    table = closed(make, conduct="observed").do("croupier", a.NoteLateStake("luis", 50_00))
    refused = table.refused("bea", a.AdmitLateStake("luis"))
    assert refused.code == "late-stake-not-admitted"
    table.dealt().looked().said("no").do("bea", a.LayDown(Hand.BANCA)).settled()
    assert (table.chips("luis"), table.chips("ana")) == (10_000_00, 10_000_00 - 100_00)
    assert table.state.bank.total == 395_00


def test_a_house_may_leave_a_late_stake_to_the_banker_before_the_first_card(make) -> None:
    table = house(closed(make, conduct="observed"), late_stakes_admitted=True)
    table.do("croupier", a.NoteLateStake("luis", 250_00))
    late = table.fork()
    table.do("bea", a.AdmitLateStake("luis"))
    # up to what nobody covers, and without a right to the cards
    assert stakes(table) == {"ana": 100_00, "luis": 200_00}
    assert (table.state.holder, table.chips("luis"), table.state.bank.garage) == ("ana", 10_000_00 - 200_00, ())
    assert late.dealt("p").refused("bea", a.AdmitLateStake("luis")).code == "first-card-out"


@pytest.mark.clause("CF.C4.18")
@pytest.mark.parametrize(
    ("uncovered", "watched", "code"), [(False, True, "stake-was-covered"), (True, False, "stake-not-watched")]
)
def test_no_claim_is_admitted_about_a_stake_that_was_hidden_or_left_alone(
    make, uncovered: bool, watched: bool, code: str
) -> None:
    table = closed(make)
    claim = a.RecordStakeClaim("luis", 50_00, uncovered, watched, "under eva's chips")
    outcome = table.outcome("croupier", claim)
    assert isinstance(outcome, Ruled)
    assert (outcome.faults[0].code, outcome.faults[0].clauses) == (code, ("CF.C4.18",))
    table.do("croupier", claim)
    (event,) = table.play.last.events
    assert (event.is_admitted, table.state.docket.open) == (False, ())
    assert table.chips("luis") == 10_000_00


@pytest.mark.clause("CF.C4.18")
def test_a_claim_with_both_duties_kept_goes_to_the_inspector(make) -> None:
    table = closed(make).do("croupier", a.RecordStakeClaim("luis", 50_00, True, True))
    assert table.play.last.events[0].is_admitted
    assert table.state.docket.open[0].kind == "claim-about-stake"
    assert isinstance(table.play.attempt(a.RecordStakeClaim("luis", 50_00, True, True), "luis").outcome, Refused)
    table.ruled("inspector", reason="the cameras show no chips")
