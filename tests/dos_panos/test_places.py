"""Places, priority and turns of both cloths, in the words of the register."""

import pytest

from tapete.games.banked.acts import Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.events import BankReturned
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.terms import BankEnd, Hand, Phase
from tapete.kernel import PersonId
from tapete.table import acts as t
from tapete.table.seats import Position, Row
from tests.support.dos_panos.coups import LOST, WON, coup
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import Table, opened


@pytest.mark.clause("DP.D.02")
def test_further_players_sit_behind_the_first_row_and_stake_from_there() -> None:
    made = opened()
    assert made.accepts("luis", a.SitBehind(2))
    made.do("luis", a.SitBehind(2), t.BuyIn(500_00)).ready().bets()
    assert made.accepts("luis", a.Stake(50_00, Hand.PRIMERO))
    assert made.state.seats.seat_of("luis") is None


@pytest.mark.parametrize(
    ("option", "act", "code"),
    [
        ("seats__second_row", a.SitBehind(2), "no-second-row"),
        ("seats__standing", t.StandBehind(2), "standing-not-admitted"),
    ],
)
def test_a_table_without_a_second_row_or_without_people_on_their_feet(option: str, act: object, code: str) -> None:
    assert opened(**altered(**{option: False})).refused("luis", act).code == code
    assert opened().accepts("luis", act)


@pytest.mark.clause("DP.D.05")
@pytest.mark.parametrize("arrival", [("xenia", "yago"), ("yago", "xenia")])
def test_of_two_on_their_feet_the_one_behind_the_nearer_place_goes_first(arrival: tuple[str, str]) -> None:
    made, behind_place = opened(), {"xenia": 2, "yago": 1}
    for person in arrival:
        made.do(person, t.StandBehind(behind_place[person]), t.BuyIn(800_00))
    made.ready(1_000_00).bets().do("xenia", a.Stake(800_00, Hand.PRIMERO)).do("yago", a.Stake(800_00, Hand.PRIMERO))
    made.closed()
    assert {one.person: one.amount for one in made.state.coup.stakes} == {"yago": 800_00, "xenia": 200_00}


def test_where_the_cloths_share_a_short_bank_each_is_covered_by_what_lies_on_it() -> None:
    shared = opened(**altered(priority__between_cloths="pro-rata")).ready(1_000_00).bets()
    shared.staked(ana=900_00, carla=300_00).closed()
    assert {one.person: one.amount for one in shared.state.coup.stakes} == {"ana": 750_00, "carla": 250_00}


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


def test_where_others_may_hold_cards_whoever_is_behind_a_place_does() -> None:
    made = behind(**altered(turn__numbered_only=False)).closed()
    assert made.state.holder(Hand.SEGUNDO) == "luis"
    made.played("no", "no").do("rosa", Stand()).shown().settled()
    assert made.chips("luis") == 550_00
    assert made.state.turns[Hand.SEGUNDO] == 6


@pytest.mark.parametrize(
    ("waiting", "place"),
    [
        ((), 8),
        (("xenia",), 8),
        (("xenia", "yago"), None),
    ],
)
def test_a_banker_who_leaves_his_bank_takes_a_place_only_in_his_turn_of_the_waiting_list(
    waiting: tuple[str, ...], place: int | None
) -> None:
    """Two numbered places are vacant when he gets up from his chair, one of them his own."""
    made = opened(WON)
    for seat, person in {3: "eva", 4: "fina", 5: "gil", 9: "hugo", 8: "rosa"}.items():
        made.do(person, t.Sit(seat))
    made = coup(made.ready())
    for person in waiting:
        made.do(person, a.JoinList())
    made.do("rosa", a.LeaveBank())
    rests_on = made.turns[-1].rests_on
    assert made.state.seats.seat_of("rosa") == place
    assert made.state.seats.is_standing("rosa") == (place is None)
    assert ("DP.D.11" in rests_on) == (place is None)
    for seat, person in zip((10, 8), waiting, strict=False):
        if seat != place:
            made.do(person, t.Sit(seat))


BACK = {
    t.Sit(9): Position(9),
    t.Sit(2): Position(2),
    a.SitBehind(9): Position(9, Row.SECOND),
    a.SitBehind(7): Position(7, Row.SECOND),
    t.StandBehind(7): Position(7, Row.STANDING),
    None: Position(1, Row.STANDING),
}
"""Where a banker was before he had the bank, and where he goes from his chair."""


def from_chair(before: object | None, meanwhile: object | None = None, **options: object) -> Table:
    """Let a banker play one coup and leave, and somebody take another place while he sits in his chair."""
    made = opened(WON, **options).do("bea", t.StandBehind(1))
    made = (made if before is None else made.do("rosa", before)).ready()
    return coup(made if meanwhile is None else made.do("luis", meanwhile)).do("rosa", a.LeaveBank())


@pytest.mark.parametrize(("before", "after"), BACK.items())
def test_a_banker_who_leaves_his_chair_goes_back_to_where_he_was(before: object, after: Position) -> None:
    made = from_chair(before)
    assert made.state.seats.position_of(PersonId("rosa")) == after
    assert "HP.DP.chair" in made.turns[-1].rests_on


@pytest.mark.parametrize("before", [t.Sit(9), a.SitBehind(9)])
def test_a_banker_whose_place_was_taken_stands_behind_it(before: object) -> None:
    made = from_chair(before, meanwhile=before)
    assert made.state.seats.position_of(PersonId("rosa")) == Position(9, Row.STANDING)
    assert made.state.seats.position_of(PersonId("luis")) == BACK[before]


def test_a_banker_who_is_away_goes_back_to_his_place_and_is_away_there() -> None:
    made = (
        coup(opened(WON).do("rosa", t.Sit(9)).ready())
        .do("rosa", t.Away(PersonId("rosa")))
        .do("croupier", a.LeaveBank())
    )
    assert made.state.seats.seat_of("rosa") == 9
    assert "rosa" in made.state.seats.away


def test_where_nobody_stands_a_banker_from_no_place_takes_a_vacant_one() -> None:
    made = coup(opened(WON, **altered(seats__standing=False)).ready()).do("rosa", a.LeaveBank())
    assert made.state.seats.position_of(PersonId("rosa")) == Position(3)


@pytest.mark.parametrize(("is_standing", "after"), [(False, Position(3)), (True, Position(1, Row.STANDING))])
def test_an_entry_that_does_not_tell_where_the_banker_went_is_read_as_it_was_made(
    is_standing: bool, after: Position
) -> None:
    state = opened(WON).do("rosa", t.Sit(9)).ready().state
    old = BankReturned(PersonId("rosa"), 5_000_00, 0, BankEnd.LEFT, is_standing=is_standing)
    assert DosPanos().evolve(state, old).seats.position_of(PersonId("rosa")) == after


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


@pytest.mark.parametrize(("needs", "holder"), [(True, "bea"), (False, "ana")])
def test_a_place_without_a_stake_is_passed_over_where_the_turn_needs_one(needs: bool, holder: str) -> None:
    made = opened(**altered(turn__needs_stake=needs)).ready().bets().staked(bea=50_00, carla=50_00).closed()
    assert made.state.holder(Hand.PRIMERO) == holder


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


def test_a_banco_leaves_the_turns_as_they_were() -> None:
    made = opened(LOST).ready(2_000_00).do("croupier", a.OpenBets()).do("dani", a.CallBanco())
    made.do("croupier", a.CloseCalls()).played("no", "no").do("rosa", Stand()).shown().settled()
    assert made.phase is Phase.BROKEN
    assert not made.state.turns


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
