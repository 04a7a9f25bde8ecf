"""S5: calls of banco in one window: the order of arrival changes nothing; priority, joint bancos (CF.B.14-26, CF.D)."""

from itertools import permutations
from typing import Any

import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Cover, Hand
from tapete.kernel import Refused
from tapete.table import acts as t

NEAR, FAR, STANDING = ("ana", a.CallBanco()), ("eva", a.CallBanco()), ("pau", a.CallBanco())
JOINT = (("carla", a.JoinBanco("carla", 100_00)), ("luis", a.JoinBanco("carla", 200_00)))


def outcomes(make, calls):
    """Return what every order of arrival of the calls comes to."""
    found = []
    for order in permutations(calls):
        table = make().bank(300_00).bets()
        for who, act in order:
            table.do(who, act)
        table.closed()
        found.append((table.state.coup.award, sorted(table.money().items()), table.play.last.events))
    return found


@pytest.mark.clause("CF.B.15", "CF.D.04", "CF.D.05")
def test_near_far_standing_and_joint_in_every_order(make) -> None:
    """Banker at 1: carla (2) is nearest, but she calls in association; of those alone ana (5) is the nearest."""
    found = outcomes(make, (NEAR, FAR, STANDING, *JOINT))
    assert len(found) == 120
    assert all(one == found[0] for one in found)
    award, money, _ = found[0]
    assert (award.kind, award.holder) == (Cover.BANCO, "ana")
    held = dict(money)
    assert (held["stakes"], held["person:eva"], held["person:carla"]) == (300_00, 10_000_00, 10_000_00)


@pytest.mark.clause("CF.D.04")
def test_a_seat_far_away_goes_before_a_place_on_ones_feet_near_by(make) -> None:
    table = make(standing={"pau": 2}).bank(300_00).bets().do("pau", a.CallBanco()).do("eva", a.CallBanco()).closed()
    assert table.state.holder == "eva"


@pytest.mark.clause("CF.D.05")
def test_nearness_counts_rightwards_from_the_banker(make) -> None:
    """Banker at 8: eva at 9 is nearer than carla at 2, whose number is lower."""
    table = make()
    for one in ("bea", "carla", "ana"):
        table.do(one, a.DeclineBank())
    table.bank(300_00, by="luis").bets().do("carla", a.CallBanco()).do("eva", a.CallBanco()).closed()
    assert table.state.holder == "eva"


@pytest.mark.clause("CF.D.06")
def test_those_on_their_feet_are_ordered_by_the_place_behind_which_they_stand(make) -> None:
    found = outcomes(make, (("rosa", a.CallBanco()), STANDING))
    assert {one[0].holder for one in found} == {"pau"}
    table = make(standing={"rosa": 9, "pau": 6, "teo": 6}).bank(300_00).bets()
    table.do("teo", a.CallBanco()).do("rosa", a.CallBanco()).do("pau", a.CallBanco()).closed()
    assert table.state.holder == "pau"


@pytest.mark.clause("CF.D.09", "CF.D.10")
def test_who_has_still_to_salute_comes_after_everybody(make) -> None:
    """Dora sat down at 3 while the shoe was being dealt: nearest to the banker, she yields even to pau on his feet."""
    table = make("2s 9h 4d Kc").bank(300_00).bets()
    table.do("ana", a.CallBanco()).closed().dealt().looked().said("no")
    table.do("bea", a.LayDown("banca")).settled()
    table.do("dora", t.Sit(3), t.BuyIn(10_000_00)).bets()
    table.do("dora", a.CallBanco()).do("pau", a.CallBanco()).closed()
    assert table.state.holder == "pau"


@pytest.mark.clause("CF.D.07")
def test_the_salute_is_owed_through_the_first_coup_and_after_one_that_was_called_off(make) -> None:
    table = make().bank(300_00).bets()
    assert table.fork().do("luis", t.Sit(3)).state.carried_over.salute_debtors == {"luis"}
    closed = table.fork().do("ana", a.Stake(50_00)).closed().do("luis", t.Sit(3))
    assert closed.state.carried_over.salute_debtors == {"luis"}
    assert table.do("croupier", a.CallOff()).do("luis", t.Sit(3)).state.carried_over.salute_debtors == {"luis"}


@pytest.mark.clause("CF.E2.05")
def test_a_stake_of_the_whole_bank_is_banco_whatever_was_said(make) -> None:
    table = make().bank(300_00).bets().do("pau", a.Stake(300_00)).do("ana", a.Stake(200_00)).closed()
    assert (table.state.coup.award.kind, table.state.holder) == (Cover.BANCO, "pau")


@pytest.mark.clause("CF.B.25")
def test_the_cards_go_to_the_highest_stake_of_a_seated_player(make) -> None:
    table = make().bank(300_00).bets()
    table.do("pau", a.Stake(100_00)).do("carla", a.Stake(50_00)).do("luis", a.Stake(80_00)).closed()
    assert table.state.holder == "luis"


@pytest.mark.clause("CF.B.26")
def test_equal_highest_stakes_go_by_priority(make) -> None:
    table = make().bank(300_00).bets().do("luis", a.Stake(80_00)).do("ana", a.Stake(80_00)).closed()
    assert table.state.holder == "ana"


@pytest.mark.clause("CF.B.43", "CF.E1.07")
def test_a_lost_bank_pays_one_to_one_and_goes_to_the_right(make) -> None:
    table = make("4s 2h 4d Kc").bank(200_00).do("luis", a.OfferShare(100_00)).do("bea", a.AcceptShare("luis")).bets()
    table.do("ana", a.Stake(90_00)).closed().dealt().looked().do("ana", a.LayDown("punto")).settled()
    assert table.chips("ana") == 10_000_00 + 90_00
    assert (table.chips("bea"), table.chips("luis")) == (10_000_00 - 60_00, 10_000_00 - 30_00)
    assert (table.state.bank, table.state.offer.candidate) == (None, "carla")


@pytest.mark.clause("CF.B.01", "CF.B.02")
def test_four_players_or_no_coup(make) -> None:
    table = make(seats={1: "bea", 2: "carla", 5: "ana"}, standing={})
    assert table.bank(300_00).refused("croupier", a.OpenBets()).code == "too-few-players"
    table = make("2s 9h 4d Kc", seats={1: "bea", 2: "carla", 5: "ana"}, standing={"pau": 5}).bank(300_00).bets()
    table.do("ana", a.Stake(50_00)).closed().dealt().looked().said("no").do("bea", a.LayDown("banca")).settled()
    table.do("pau", t.Leave())
    assert table.refusal("croupier", a.OpenBets()) == ("too-few-players", ("CF.B.02",))


SHOE = "2s 9h 4d Kc  2h 3h 9d Qc"
PEOPLE = ("carla", "ana", "luis", "eva", "pau", "rosa")


def opened(make):
    """Ana lost banco; the next betting is open on 585 euros, of which 292.50 are one half."""
    table = make(SHOE).bank(300_00).bets().do("ana", a.CallBanco()).closed().dealt().looked()
    return table.said("no").do("bea", a.LayDown(Hand.BANCA)).settled().bets()


@pytest.fixture
def table(make):
    return opened(make)


def called(table, calls: Any) -> Any:
    """Make calls in order; only a partial banco after a full one may be refused."""
    table = table.fork()
    for who, act in calls:
        made = table.play.attempt(act, who)
        if isinstance(made.outcome, Refused):
            assert made.outcome.code == "banco-called", made.outcome
        else:
            table.do(who, act)
    return table


def outcome(table) -> Any:
    """Close the betting and return the award and everybody's money, or that nobody plays."""
    table = table.fork()
    if isinstance(table.play.attempt(a.CloseBets(), "croupier").outcome, Refused):
        return None
    table.closed()
    return table.state.coup.award, sorted(table.money().items())


MIXED = (
    ("carla", a.Stake(100_00)),
    ("luis", a.StakeOnLine(120_00)),
    ("pau", a.CallConLaMesa()),
    ("eva", a.CallUltimoCompleto()),
    ("ana", a.JoinBanco("ana", 200_00)),
)


@pytest.mark.clause("CF.B.22")
def test_a_mixed_window_in_all_its_orders(table) -> None:
    found = [outcome(called(table, order)) for order in permutations(MIXED)]
    assert all(one == found[0] for one in found)
    award, _ = found[0]
    assert {one.person: one.amount for one in award.stakes} == {
        "carla": 100_00,
        "luis": 60_00,
        "pau": 292_50,
        "eva": 132_50,
    }
    assert award.holder == "eva"


@pytest.mark.clause("CF.B.29")
def test_a_late_seguido_displaces_everything_and_the_garage_is_measured_anew(table) -> None:
    """Half, completion and stakes covered the bank; ana's late call sends each of them back."""
    held = {who: table.chips(who) for who in PEOPLE}
    table.do("pau", a.CallConLaMesa()).do("luis", a.StakeOnLine(120_00)).closed()
    assert sum(one.amount for one in table.state.bank.garage) == 585_00 - 292_50 - 60_00
    table.dealt().do("ana", a.CallSeguido())
    assert {who: table.chips(who) for who in PEOPLE} == {**held, "ana": held["ana"] - 585_00}
    assert (table.state.coup.award.kind, table.state.bank.garage) == (Cover.SEGUIDO, ())
    assert table.refused("ana", a.CallSeguido()).code == "seguido-already-called"


@pytest.mark.clause("CF.B.16")
def test_who_holds_the_cards_from_the_strongest_right_to_the_weakest(make) -> None:
    """Take one right away after the other and the next one holds."""
    ladder = [
        ("ana", [("ana", a.CallSeguido())]),
        ("rosa", [("rosa", a.CallBanco())]),
        ("carla", [("carla", a.JoinBanco("carla", 285_00)), ("eva", a.JoinBanco("carla", 300_00))]),
        ("luis", [("luis", a.CallUltimoCompleto())]),
        ("pau", [("pau", a.CallConLaMesa())]),
    ]
    for rung, (holder, _) in enumerate(ladder):
        calls = [call for _, group in reversed(ladder[rung:]) for call in group]
        award, _ = outcome(called(opened(make), calls))
        assert award.holder == holder
    award, _ = outcome(
        called(opened(make), [("pau", a.Stake(90_00)), ("eva", a.Stake(80_00)), ("carla", a.Stake(80_00))])
    )
    assert award.holder == "carla"
