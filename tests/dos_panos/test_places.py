"""Places, priority, turns and the list, DP.B and DP.D; two punters on each cloth, DP.D, or nothing is dealt."""

from collections.abc import Callable

import pytest

from tapete.games.banked.acts import Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.kernel import CLOCK, PersonId
from tapete.table import acts as t
from tests.support.dos_panos.coups import WON, coup, tags
from tests.support.dos_panos.scenes import TIES
from tests.support.dos_panos.table import Table, opened


@pytest.mark.clause("DP.D.02")
def test_further_players_sit_behind_the_first_row_and_stake_from_there() -> None:
    made = opened()
    assert made.accepts("luis", a.SitBehind(2))
    made.do("luis", a.SitBehind(2), t.BuyIn(500_00)).ready().bets()
    assert made.accepts("luis", a.Stake(50_00, Hand.PRIMERO))
    assert made.state.seats.seat_of("luis") is None


@pytest.mark.clause("DP.D.05")
@pytest.mark.parametrize("arrival", [("xenia", "yago"), ("yago", "xenia")])
def test_of_two_on_their_feet_the_one_behind_the_nearer_place_goes_first(arrival: tuple[str, str]) -> None:
    made, behind_place = opened(), {"xenia": 2, "yago": 1}
    for person in arrival:
        made.do(person, t.StandBehind(behind_place[person]), t.BuyIn(800_00))
    made.ready(1_000_00).bets().do("xenia", a.Stake(800_00, Hand.PRIMERO)).do("yago", a.Stake(800_00, Hand.PRIMERO))
    made.closed()
    assert {one.person: one.amount for one in made.state.coup.stakes} == {"yago": 800_00, "xenia": 200_00}


@pytest.mark.clause("DP.B.10")
def test_of_two_stakes_that_the_bank_cannot_both_cover_the_one_with_priority_plays() -> None:
    made = opened().do("bea", t.Leave()).do("pau", t.Sit(4), t.BuyIn(5_000_00)).ready(1_000_00).bets()
    made.staked(carla=700_00).do("pau", a.Stake(300_00, Hand.PRIMERO)).do(
        "ana", a.Stake(1_000_00, Hand.PRIMERO)
    ).closed()
    assert [(one.person, one.amount) for one in made.state.coup.stakes] == [("ana", 1_000_00)]
    assert (made.chips("pau"), made.chips("carla")) == (5_000_00, 20_000_00)


def behind(**options: object) -> Table:
    """Nobody sits in a numbered place of the second cloth: two people sit and stand behind its places."""
    made = opened("9s 9h Kd 8c 8d 6h", **options).do("carla", t.Leave()).do("dani", t.Leave())
    made.do("luis", a.SitBehind(6), t.BuyIn(500_00)).do("eva", t.StandBehind(7), t.BuyIn(500_00)).ready().bets()
    return made.do("luis", a.Stake(50_00, Hand.SEGUNDO)).staked(ana=50_00)


@pytest.mark.clause("DP.D.07")
def test_only_players_in_numbered_places_hold_cards() -> None:
    refused = behind().refused("croupier", a.CloseBets())
    assert (refused.code, refused.facts["cloths"]) == ("cloth-without-holder", ["segundo"])
    assert "DP.D.07" in refused.clauses


@pytest.mark.clause("DP.D.08")
def test_the_cards_of_a_cloth_go_round_by_the_numbers_of_its_places() -> None:
    made = opened(WON, people=False)
    for seat, person in {1: "ana", 2: "bea", 6: "carla", 8: "dani", 9: "eva"}.items():
        made.do(person, t.Sit(seat), t.BuyIn(5_000_00))
    made.ready().bets().do("carla", a.Stake(50_00, Hand.SEGUNDO)).do("ana", a.Stake(50_00, Hand.PRIMERO)).closed()
    assert made.state.holder(Hand.SEGUNDO) == "carla"
    made.played("no", "no").do("rosa", a.LayDown(Hand.BANCA)).settled()
    made.bets()
    for person in ("carla", "dani", "eva"):
        made.do(person, a.Stake(50_00, Hand.SEGUNDO))
    made.closed()
    assert made.state.holder(Hand.SEGUNDO) == "dani"


@pytest.mark.clause("DP.A.10")
def test_against_the_banker_stand_two_hand_players_by_the_turn_of_each_cloth() -> None:
    made = coup(opened(WON).ready(), ana=50_00, bea=50_00, carla=50_00, dani=50_00)
    made.bets().staked(ana=50_00, bea=50_00, carla=50_00, dani=50_00).closed()
    assert (made.state.holder(Hand.PRIMERO), made.state.holder(Hand.SEGUNDO)) == ("bea", "dani")


@pytest.mark.clause("DP.D.10")
def test_whoever_makes_banco_holds_the_cards_of_both_cloths_though_he_stands() -> None:
    made = opened().do("pau", t.StandBehind(7), t.BuyIn(3_000_00)).ready(2_000_00).do("croupier", a.OpenBets())
    made.do("pau", a.CallBanco()).do("croupier", a.CloseCalls())
    assert {cloth: made.state.holder(cloth) for cloth in (Hand.PRIMERO, Hand.SEGUNDO)} == {
        Hand.PRIMERO: "pau",
        Hand.SEGUNDO: "pau",
    }


@pytest.mark.clause("DP.D.11")
def test_a_place_for_which_nobody_waits_is_taken_at_once_and_one_that_is_waited_for_is_the_list_s() -> None:
    made = opened().do("pau", t.Sit(4))
    assert (made.state.seats.seat_of(PersonId("pau")), made.state.seats.waiting_list) == (4, ())
    for seat in (3, 8, 9, 10):
        made.do(f"guest-{seat}", t.Sit(seat))
    made.do("luz", a.JoinList())
    refused = made.refused("eva", t.Sit(5))
    assert (refused.code, refused.facts["first"]) == ("place-for-the-list", "luz")
    assert "DP.D.11" in refused.clauses
    made.do("luz", t.Sit(5))
    assert made.state.seats.waiting_list == ()


FULL = {3: "eva", 4: "fina", 5: "gil", 8: "hugo", 9: "ines"}


def one_vacant() -> Table:
    """Nine of ten places are taken; Rosa stands at the table and is first on the list, Xenia is second."""
    made = opened(WON)
    for seat, person in FULL.items():
        made.do(person, t.Sit(seat))
    made.do("rosa", t.StandBehind(10)).do("xenia", t.StandBehind(10))
    made.do("rosa", a.JoinList()).do("xenia", a.JoinList())
    assert made.refused("xenia", t.Sit(10)).code == "place-for-the-list"
    return made


def in_chair(made: Table) -> Table:
    return made.ready()


def awarded(made: Table) -> Table:
    return made.announced()


def away(made: Table) -> Table:
    return made.do("rosa", t.Away(PersonId("rosa")))


@pytest.mark.clause("DP.D.11")
@pytest.mark.parametrize("held_up", [in_chair, awarded, away])
def test_the_next_on_the_list_has_the_place_that_the_first_cannot_take(held_up: Callable[[Table], Table]) -> None:
    made = held_up(one_vacant())
    if held_up is not away:
        assert made.refused("rosa", t.Sit(10)).code == "bank-is-yours"
    assert "rosa" not in made.state.seats.waiting_list or "HP.DP.list-turn" in made.outcome("xenia", t.Sit(10)).rests_on
    assert made.refused("yago", t.Sit(10)).facts == {"first": "xenia"}
    assert made.do("xenia", t.Sit(10)).state.seats.seat_of(PersonId("xenia")) == 10


def test_whoever_was_passed_over_keeps_his_turn() -> None:
    made = away(one_vacant()).do("xenia", t.Sit(10)).do("yago", a.JoinList())
    assert made.state.seats.waiting_list == ("rosa", "yago")
    made.do("ines", t.Leave()).do("rosa", t.Back(PersonId("rosa")))
    assert made.refused("yago", t.Sit(9)).facts == {"first": "rosa"}
    assert made.do("rosa", t.Sit(9)).accepts("yago", a.LeaveList())


@pytest.mark.clause("DP.D.12")
def test_the_keeper_strikes_off_whoever_does_not_come() -> None:
    made = one_vacant()
    assert made.refused("croupier", a.LeaveList(PersonId("rosa"))).code == "not-your-post"
    assert made.do("inspector", a.LeaveList(PersonId("rosa"))).accepts("xenia", t.Sit(10))


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
    assert made.state.bank.coups == 0
    assert why_not(made, "croupier", a.OpenBets()) == FEW


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


@pytest.mark.clause("DP.B.02")
def test_a_void_banco_is_not_played_once_more_with_too_few_punters() -> None:
    made = void_banco().do("dani", t.Leave())
    assert why_not(made, "bea", a.RepeatBanco(again=True)) == FEW
    made.fork().do("pau", t.StandBehind(7), t.BuyIn(50_00)).do("bea", a.RepeatBanco(again=True))
    made.do("bea", a.RepeatBanco(again=False))


@pytest.mark.clause("DP.B.02")
def test_a_coup_that_is_dealt_is_finished_whoever_leaves_meanwhile() -> None:
    made = opened().ready().bets().staked(ana=100_00, carla=100_00).closed().do("dani", t.Leave())
    made.dealt().carried()
    assert made.phase is Phase.FIRST_WORD
