"""What nobody could carry out is refused when it is called: a betting that closes among too few, parts of a small bank,
a promise that asks for more than is missing, an act between coups that comes while one is played.
"""

from typing import Any

import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Phase
from tapete.kernel import is_allowed
from tapete.table import acts as t
from tapete.table.staff import Role

FOUR = {1: "bea", 2: "carla", 5: "ana", 8: "luis"}


def short_table(make: Any, **stakes: int) -> Any:
    """Return a table whose fourth player left while the betting was open."""
    table = make(coups=("banca", "banca"), seats=FOUR, standing={}).bank(300_00).bets()
    for person, amount in stakes.items():
        table.do(person, a.Stake(amount))
    return table.do("luis", t.Leave())


# --- the least number of players --------------------------------------------------------------------------------------


@pytest.mark.clause("CF.B.02")
@pytest.mark.parametrize("stakes", [{}, {"ana": 100_00}])
def test_the_betting_does_not_close_among_fewer_players_than_a_game_needs(make: Any, stakes: dict[str, int]) -> None:
    table = short_table(make, **stakes)
    refused = table.refused("croupier", a.CloseBets())
    assert (refused.code, refused.clauses) == ("too-few-players", ("CF.B.02",))
    assert refused.facts == {"present": 3, "least": 4}
    back = table.fork().do("luis", t.Sit(8), t.BuyIn(100_00))
    if stakes:
        assert back.closed().state.phase is Phase.DEAL


def test_a_coup_that_too_few_could_play_is_called_off_and_every_stake_goes_back(make: Any) -> None:
    table = short_table(make, ana=100_00, carla=50_00)
    table.do("croupier", a.CallOff())
    assert "HP.CF.below-four" in table.play.last.rests_on
    assert (table.state.phase, table.chips("ana"), table.chips("carla")) == (Phase.BETWEEN, 10_000_00, 10_000_00)
    assert table.state.bank.total == 300_00
    assert table.refused("croupier", a.OpenBets()).code == "too-few-players"
    table.do("luis", t.Sit(8), t.BuyIn(100_00)).bets()


def test_a_coup_that_enough_play_is_not_called_off(make: Any) -> None:
    table = short_table(make, ana=100_00).do("luis", t.Sit(8), t.BuyIn(100_00))
    assert table.refused("croupier", a.CallOff()).code == "something-staked"


def test_the_croupier_is_offered_what_a_short_table_can_do(make: Any) -> None:
    offered = {one.act for one in short_table(make, ana=100_00).play.legal("croupier")}
    assert "call-off" in offered
    assert "close-bets" not in offered


# --- parts of a small bank --------------------------------------------------------------------------------------------


@pytest.mark.clause("CF.E2.10")
@pytest.mark.parametrize(
    ("what", "small"),
    [
        (a.JoinBanco("carla", 10_00), "rest-below-minimum"),
        (a.CallConLaMesa(), "below-minimum"),
        (a.CallUltimoCompleto(), "rest-below-minimum"),
    ],
)
def test_a_bank_below_twice_the_minimum_is_not_covered_in_parts(make: Any, what: Any, small: str) -> None:
    refused = make().bank(19_99).bets().refused("carla", what)
    assert (refused.code, refused.clauses) == (small, ("CF.E2.10",))
    twice = make().bank(20_00).bets()
    twice.do("carla", what)


def test_the_whole_of_a_small_bank_is_banco_whoever_leads_it(make: Any) -> None:
    table = make().bank(15_00).bets().do("carla", a.JoinBanco("carla", 15_00)).closed()
    assert (table.state.holder, table.state.coup.award.covered_amount) == ("carla", 15_00)


# --- the promise of the last completion -------------------------------------------------------------------------------


def promised(make: Any, chips: int, **stakes: int) -> Any:
    """Return a table with half of 300 taken and eva with so many chips."""
    table = make().bank(300_00).bets().do("carla", a.CallConLaMesa())
    for person, amount in stakes.items():
        table.do(person, a.Stake(amount))
    return table.do("eva", t.CashOut(10_000_00 - chips))


@pytest.mark.clause("CF.B.22")
def test_the_last_completion_asks_for_no_more_chips_than_are_missing(make: Any) -> None:
    table = promised(make, 60_00, luis=90_00).do("eva", a.CallUltimoCompleto()).closed()
    assert {one.person: one.amount for one in table.state.coup.award.stakes} == {
        "carla": 150_00,
        "eva": 60_00,
        "luis": 90_00,
    }
    assert table.state.holder == "eva"
    refused = promised(make, 59_99, luis=90_00).refused("eva", a.CallUltimoCompleto())
    assert (refused.code, refused.facts) == ("not-enough-chips", {"chips": 59_99, "needs": 60_00})


def test_who_can_lays_ready_the_whole_other_half(make: Any) -> None:
    table = promised(make, 150_00, luis=90_00).do("eva", a.CallUltimoCompleto()).do("luis", a.WithdrawCall()).closed()
    assert table.state.holder == "eva"
    assert table.state.coup.award.covered_amount == 300_00


def test_a_promise_that_can_no_longer_be_kept_comes_to_nothing(make: Any) -> None:
    table = promised(make, 60_00, luis=90_00).do("eva", a.CallUltimoCompleto()).do("luis", a.WithdrawCall()).closed()
    assert {one.person: one.amount for one in table.state.coup.award.stakes} == {"carla": 150_00}
    assert (table.chips("eva"), table.state.holder) == (60_00, "carla")


def test_of_several_promises_one_that_can_be_kept_goes_before_one_that_cannot(make: Any) -> None:
    table = (
        promised(make, 60_00, luis=90_00)
        .do(
            "eva",
            a.CallUltimoCompleto(),
        )
        .do("ana", a.CallUltimoCompleto())
    )
    table.do("luis", a.WithdrawCall()).closed()
    assert table.state.holder == "ana"


def test_a_stake_that_the_promise_takes_the_place_of_is_missing_again(make: Any) -> None:
    table = promised(make, 60_00, luis=90_00).do("eva", a.Stake(40_00))
    short = table.fork().do("eva", t.CashOut(1)).refused("eva", a.CallUltimoCompleto())
    assert (short.code, short.facts) == ("not-enough-chips", {"chips": 19_99, "needs": 20_00})
    assert table.do("eva", a.CallUltimoCompleto()).closed().state.holder == "eva"


# --- acts between coups -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "what", "clause"),
    [
        pytest.param("bea", a.PassHand(), "CF.E1.08", marks=pytest.mark.clause("CF.E1.08")),
        pytest.param("bea", a.RefuseToDeal(), "CF.E1.29", marks=pytest.mark.clause("CF.E1.29")),
        pytest.param("bea", a.RaiseBank(400_00), "CF.E1.19", marks=pytest.mark.clause("CF.E1.19")),
        pytest.param("bea", a.DeliverBank(1_00), "CF.B.12", marks=pytest.mark.clause("CF.B.12")),
        pytest.param("carla", a.OfferShare(10_00), "CF.E1.03", marks=pytest.mark.clause("CF.E1.03")),
    ],
)
def test_what_is_done_between_coups_is_refused_in_one_by_its_clause(make: Any, by: str, what: Any, clause: str) -> None:
    betting = make(coups=("banca",)).bank(300_00).bets()
    dealing = betting.fork().do("ana", a.Stake(100_00)).closed()
    for table in (betting, dealing):
        refused = table.refused(by, what)
        assert (refused.code, refused.clauses) == ("wrong-window", (clause,))


# --- acts that would change nothing -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "what",
    [
        a.CallBanco(),
        a.CallConLaMesa(),
        a.CallUltimoCompleto(),
        a.Stake(100_00),
        a.Stake(300_00),
        a.JoinBanco("ana", 100_00),
        a.JoinBanco("carla", 100_00),
        a.JoinBanco("ana", 300_00),
        a.StakeOnLine(100_00),
        a.StakeOnLine(600_00),
        a.StakeOnLine(200_00, playing=120_00),
    ],
    ids=repr,
)
def test_a_call_that_stands_already_changes_nothing(make: Any, what: Any) -> None:
    table = make().bank(300_00).bets().do("ana", what)
    assert table.refused("ana", what).code == "nothing-changes"
    table.do("ana", a.Stake(60_00)).do("ana", what)


def test_a_repeated_banco_is_called_once(make: Any) -> None:
    table = make(coups=("banca",)).bank(300_00).coup("banca", ana=300_00).bets().do("ana", a.CallSeguido())
    assert table.refused("ana", a.CallSeguido()).code == "nothing-changes"


def test_whoever_stands_behind_a_place_or_holds_a_post_has_it(make: Any) -> None:
    table = make(standing={"pau": 9})
    assert table.refused("pau", t.StandBehind(9)).code == "nothing-changes"
    assert table.refused("inspector", t.Relieve(Role.CROUPIER, "croupier")).code == "nothing-changes"
    table.do("pau", t.StandBehind(8)).do("inspector", t.Relieve(Role.CROUPIER, "relevo"))


STANDING = [(a.Stake(100_00), "stake", 100_00), (a.JoinBanco("carla", 100_00), "join-banco", 100_00)]
STANDING += [(a.StakeOnLine(200_00), "stake-on-line", 200_00), (a.CallBanco(), "stake", 300_00)]
STANDING += [(a.CallBanco(), "join-banco", 300_00), (a.Stake(10_00), "stake", 10_00)]


@pytest.mark.parametrize(("what", "offered", "amount"), STANDING, ids=repr)
def test_what_stands_is_none_of_the_amounts_that_are_offered(make: Any, what: Any, offered: str, amount: int) -> None:
    table = make().bank(300_00).bets()
    (before,) = [one for one in table.play.legal("ana") if one.act == offered]
    assert is_allowed(before.fields["amount"], amount)
    (after,) = [one for one in table.do("ana", what).play.legal("ana") if one.act == offered]
    assert not is_allowed(after.fields["amount"], amount)
    assert [is_allowed(after.fields["amount"], amount + by) for by in (-1, 1)] == [
        amount - 1 >= (after.fields["amount"].minimum or 0),
        amount + 1 <= (after.fields["amount"].maximum or 0),
    ]


def test_whoever_makes_banco_is_offered_no_line_that_comes_to_it(make: Any) -> None:
    table = make().bank(300_00).bets().do("ana", a.CallBanco())
    for amount in (599_99, 600_00):
        assert table.refused("ana", a.StakeOnLine(amount)).code == "nothing-changes"
    (line,) = [one for one in table.play.legal("ana") if one.act == "stake-on-line"]
    assert line.bounds("amount") == (20_00, 599_98)
    table.do("ana", a.StakeOnLine(599_98))


def test_a_part_of_a_bank_that_stands_is_neither_offered_nor_pledged_again(make: Any) -> None:
    between = make(coups=("banca",)).bank(300_00).do("carla", a.OfferShare(50_00))
    assert between.refused("carla", a.OfferShare(50_00)).code == "nothing-changes"
    (share,) = [one for one in between.play.legal("carla") if one.act == "offer-share"]
    assert share.fields["amount"].standing == 50_00
    between.do("carla", a.OfferShare(60_00))
    offered = make().do("carla", a.PledgeShare("ana", 50_00))
    assert offered.refused("carla", a.PledgeShare("ana", 50_00)).code == "nothing-changes"
    (pledge,) = [one for one in offered.play.legal("carla") if one.act == "pledge-share"]
    assert pledge.fields["amount"].standing == 50_00
    offered.do("carla", a.PledgeShare("luis", 50_00))
