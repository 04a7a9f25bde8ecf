"""Priority on each cloth: its own places outward from the banker, then the rest by the same order."""

import pytest

from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.people.cloths import ranks
from tapete.games.dos_panos.stakes.cover import stake_of
from tapete.games.dos_panos.terms import CLOTHS, Hand, Spot
from tapete.kernel import PersonId
from tapete.table import acts as t
from tests.support.dos_panos.table import Table, opened


def betting() -> Table:
    """A bank of 1,000 euros; luis sits behind place 7, eva stands behind 6, pau behind 1, rosa holds the bank."""
    made = opened().do("luis", a.SitBehind(7), t.BuyIn(5_000_00)).do("eva", t.StandBehind(6), t.BuyIn(5_000_00))
    return made.do("pau", t.StandBehind(1), t.BuyIn(5_000_00)).ready(1_000_00).bets()


def on_second_cloth(made: Table, *people: str) -> dict[str, int]:
    """Return what plays on the second cloth of 400 euros that each of these people lays on it, in this order."""
    for who in people:
        made.do(who, a.Stake(400_00, Hand.SEGUNDO))
    made.closed()
    return {who: stake_of(made.state.coup.stakes, PersonId(who), Hand.SEGUNDO) for who in people}


@pytest.mark.clause("DP.D.04")
def test_on_the_second_cloth_its_own_places_come_before_people_of_the_first() -> None:
    """Places are numbered through: 1 and 2 are the nearest to the banker, but not on that cloth."""
    found = on_second_cloth(betting(), "ana", "bea", "carla", "dani")
    assert found == {"carla": 400_00, "dani": 400_00, "ana": 200_00, "bea": 0}


@pytest.mark.clause("DP.D.05")
def test_and_so_do_those_who_sit_or_stand_behind_its_places() -> None:
    found = on_second_cloth(betting(), "ana", "eva", "luis")
    assert found == {"luis": 400_00, "eva": 400_00, "ana": 200_00}


@pytest.mark.clause("DP.D.04")
def test_on_the_first_cloth_its_own_people_come_before_places_of_the_second() -> None:
    made = betting().do("carla", a.Stake(700_00, Hand.PRIMERO)).do("pau", a.Stake(700_00, Hand.PRIMERO)).closed()
    assert [stake_of(made.state.coup.stakes, PersonId(who)) for who in ("pau", "carla")] == [700_00, 300_00]


def test_a_stake_in_the_area_for_the_other_cloth_ranks_on_the_cloth_where_it_plays() -> None:
    made = (
        betting().do("ana", a.Stake(700_00, Hand.PRIMERO, Spot.OTHER_CLOTH)).do("dani", a.Stake(700_00, Hand.SEGUNDO))
    )
    made.closed()
    assert [stake_of(made.state.coup.stakes, PersonId(who)) for who in ("dani", "ana")] == [700_00, 300_00]


@pytest.mark.clause("DP.B.10")
def test_between_the_cloths_the_first_is_covered_before_the_second() -> None:
    made = betting().staked(carla=700_00, ana=700_00).closed()
    assert [stake_of(made.state.coup.stakes, PersonId(who)) for who in ("ana", "carla")] == [700_00, 300_00]


def test_the_whole_order_of_each_cloth() -> None:
    made = betting()
    orders = {}
    for cloth in CLOTHS:
        order = ranks(made.state.seats, made.state.book.priority, cloth)
        orders[cloth] = sorted(set(order) - {PersonId("rosa")}, key=lambda who, order=order: order[who])
    assert orders[Hand.PRIMERO] == ["ana", "bea", "pau", "carla", "dani", "luis", "eva"]
    assert orders[Hand.SEGUNDO] == ["carla", "dani", "luis", "eva", "ana", "bea", "pau"]
