"""S5: calls of banco in one window. Every order of arrival gives the same award, the same chips and the same record."""

from itertools import permutations

import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Cover
from tapete.table import acts as t
from tests.support.chemin_de_fer.table import as_house

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


@pytest.mark.clause("CF.B.15")
@pytest.mark.clause("CF.D.04")
@pytest.mark.clause("CF.D.05")
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


@pytest.mark.clause("CF.B.16")
def test_one_alone_on_his_feet_beats_several_seated(make) -> None:
    found = outcomes(make, (STANDING, *JOINT))
    assert all(one == found[0] for one in found)
    assert (found[0][0].kind, found[0][0].holder) == (Cover.BANCO, "pau")


def test_a_joint_banco_stands_where_nobody_covers_alone(make) -> None:
    found = outcomes(make, (("ana", a.Stake(50_00)), ("eva", a.JoinBanco("eva", 250_00)), *JOINT))
    assert all(one == found[0] for one in found)
    award, money, _ = found[0]
    assert (award.kind, award.holder, award.covered_amount) == (Cover.JOINT, "carla", 300_00)
    # eva's joint banco was never completed: her money goes back like ana's
    assert {dict(money)["person:eva"], dict(money)["person:ana"]} == {10_000_00}


def test_a_joint_banco_that_overshoots_covers_the_bank_and_the_last_part_is_cut(make) -> None:
    """Luis (8) comes after Carla (2): of 200 and 110 against 300 his 200 becomes 190, whoever came first."""
    over = (("luis", a.JoinBanco("carla", 200_00)), ("carla", a.JoinBanco("carla", 110_00)), ("eva", a.Stake(20_00)))
    found = outcomes(make, over)
    assert len(found) == 6
    assert all(one == found[0] for one in found)
    award, money, _ = found[0]
    assert (award.kind, award.holder) == (Cover.JOINT, "carla")
    assert [(one.person, one.amount) for one in award.stakes] == [("carla", 110_00), ("luis", 190_00)]
    assert (dict(money)["person:luis"], dict(money)["person:eva"]) == (10_000_00 - 190_00, 10_000_00)
    table = make().bank(300_00).bets()
    for who, call in over:
        table.do(who, call)
    assert "HP.CF.joint-overshoot" in table.closed().play.last.rests_on


def test_the_cut_leaves_nobody_below_the_minimum(make) -> None:
    """295 and 20 against 300: Luis would be left with 5, so he plays the minimum of 10 and Carla 290."""
    table = make().bank(300_00).bets().do("carla", a.JoinBanco("carla", 295_00)).do("luis", a.JoinBanco("carla", 20_00))
    table.closed()
    assert [(one.person, one.amount) for one in table.state.coup.award.stakes] == [("carla", 290_00), ("luis", 10_00)]


def test_parts_of_the_minimum_that_cannot_be_cut_are_not_called(make) -> None:
    table = make().bank(15_00).bets()
    for part, rest in ((10_00, 5_00), (12_00, 3_00)):
        refused = table.refused("carla", a.JoinBanco("carla", part))
        assert (refused.code, refused.clauses) == ("rest-below-minimum", ("CF.E2.10",))
        assert refused.facts == {"rest": rest, "minimum": 10_00}
    assert table.refused("carla", a.JoinBanco("carla", 9_99)).code == "below-minimum"
    assert table.refused("croupier", a.CloseBets()).code == "nothing-staked"


def test_a_part_beside_which_no_lawful_one_has_room_is_called_only_where_the_house_cuts_parts(make) -> None:
    """10.01 of a bank of 20 leave 9.99: a partner's 10 cuts them to 10, or in an exact house never completes them."""
    table = make().bank(20_00).bets().do("luis", a.JoinBanco("luis", 10_01)).do("ana", a.JoinBanco("luis", 10_00))
    assert [one.amount for one in table.closed().state.coup.award.stakes] == [10_00, 10_00]
    exact = as_house(make(), "betting", remainder_accepted=False).bank(20_00).bets()
    refused = exact.refused("luis", a.JoinBanco("luis", 10_01))
    assert (refused.code, refused.clauses) == ("rest-below-minimum", ("CF.E2.10",))
    exact.do("luis", a.JoinBanco("luis", 10_00)).do("ana", a.JoinBanco("luis", 10_00)).closed()
    assert exact.state.coup.award.kind is Cover.JOINT


def test_a_caller_of_whose_part_nothing_plays_leaves_the_cards_to_the_best_placed_partner(make) -> None:
    """Eva (9) calls the banco with 50; Carla and Ana cover the 300 before her turn in the order of priority."""
    table = make().bank(300_00).bets().do("eva", a.JoinBanco("eva", 50_00))
    table.do("ana", a.JoinBanco("eva", 100_00)).do("carla", a.JoinBanco("eva", 200_00)).closed()
    assert (table.state.coup.award.kind, table.state.holder) == (Cover.JOINT, "carla")
    assert table.chips("eva") == 10_000_00


def test_a_players_new_call_takes_the_place_of_his_earlier_one(make) -> None:
    table = make().bank(300_00).bets().do("ana", a.Stake(50_00)).do("ana", a.CallBanco()).do("ana", a.Stake(60_00))
    assert [(one.kind, one.amount) for one in table.state.calls.claims] == [("postura", 60_00)]
    assert table.chips("ana") == 10_000_00 - 60_00


@pytest.mark.clause("CF.D.06")
def test_those_on_their_feet_are_ordered_by_the_place_behind_which_they_stand(make) -> None:
    found = outcomes(make, (("rosa", a.CallBanco()), STANDING))
    assert {one[0].holder for one in found} == {"pau"}
    table = make(standing={"rosa": 9, "pau": 6, "teo": 6}).bank(300_00).bets()
    table.do("teo", a.CallBanco()).do("rosa", a.CallBanco()).do("pau", a.CallBanco()).closed()
    assert table.state.holder == "pau"


@pytest.mark.clause("CF.D.09")
@pytest.mark.clause("CF.D.10")
def test_who_has_still_to_salute_comes_after_everybody(make) -> None:
    """Dora sat down at 3 while the shoe was being dealt: nearest to the banker, she yields even to pau on his feet."""
    table = make("2s 9h 4d Kc").bank(300_00).bets()
    table.do("ana", a.CallBanco()).closed().dealt().looked().said("no")
    table.do("bea", a.LayDown("banca")).settled()
    table.do("dora", t.Sit(3), t.BuyIn(10_000_00)).bets()
    table.do("dora", a.CallBanco()).do("pau", a.CallBanco()).closed()
    assert table.state.holder == "pau"


@pytest.mark.clause("CF.D.09")
@pytest.mark.clause("CF.D.10")
def test_a_place_taken_when_the_first_betting_is_open_brings_no_priority(make) -> None:
    """Ana has called banco in the first coup of the shoe; dora sits down beside the banker and calls it too."""
    table = make().bank(300_00).bets().do("ana", a.CallBanco()).do("dora", t.Sit(3), t.BuyIn(10_000_00))
    assert "HP.CF.shoe-begins" in table.turns[-2].rests_on
    assert table.state.carried_over.salute_debtors == {"dora"}
    table.do("dora", a.CallBanco()).closed()
    assert table.state.holder == "ana"


@pytest.mark.clause("CF.D.07")
def test_the_salute_is_owed_through_the_first_coup_and_after_one_that_was_called_off(make) -> None:
    table = make().bank(300_00).bets()
    assert table.fork().do("luis", t.Sit(3)).state.carried_over.salute_debtors == {"luis"}
    closed = table.fork().do("ana", a.Stake(50_00)).closed().do("luis", t.Sit(3))
    assert closed.state.carried_over.salute_debtors == {"luis"}
    assert table.do("croupier", a.CallOff()).do("luis", t.Sit(3)).state.carried_over.salute_debtors == {"luis"}


@pytest.mark.clause("CF.D.07")
@pytest.mark.parametrize(("when", "owes"), [("before", False), ("during", True)])
@pytest.mark.clause("CF.D.11")
def test_moving_owes_a_salute_only_while_a_shoe_is_dealt(make, when: str, owes: bool) -> None:
    table = make("2s 9h 4d Kc").bank(300_00)
    if when == "during":
        table.bets().do("ana", a.Stake(50_00)).closed().dealt().looked().said("no")
        table.do("bea", a.LayDown("banca")).settled()
    table.do("luis", t.Sit(3))
    assert ("luis" in table.state.carried_over.salute_debtors) is owes


@pytest.mark.clause("CF.E2.05")
def test_a_stake_of_the_whole_bank_is_banco_whatever_was_said(make) -> None:
    table = make().bank(300_00).bets().do("pau", a.Stake(300_00)).do("ana", a.Stake(200_00)).closed()
    assert (table.state.coup.award.kind, table.state.holder) == (Cover.BANCO, "pau")


@pytest.mark.clause("CF.B.14")
def test_stakes_are_accepted_by_priority_until_the_bank_is_covered(make) -> None:
    found = outcomes(make, (("luis", a.Stake(200_00)), ("ana", a.Stake(150_00)), ("eva", a.Stake(40_00))))
    assert all(one == found[0] for one in found)
    award, money, _ = found[0]
    assert {one.person: one.amount for one in award.stakes} == {"ana": 150_00, "luis": 150_00}
    assert dict(money)["person:eva"] == 10_000_00


@pytest.mark.clause("CF.B.25")
def test_the_cards_go_to_the_highest_stake_of_a_seated_player(make) -> None:
    table = make().bank(300_00).bets()
    table.do("pau", a.Stake(100_00)).do("carla", a.Stake(50_00)).do("luis", a.Stake(80_00)).closed()
    assert table.state.holder == "luis"


@pytest.mark.clause("CF.B.26")
def test_equal_highest_stakes_go_by_priority(make) -> None:
    table = make().bank(300_00).bets().do("luis", a.Stake(80_00)).do("ana", a.Stake(80_00)).closed()
    assert table.state.holder == "ana"


@pytest.mark.clause("CF.E2.10")
@pytest.mark.clause("CF.E2.04")
@pytest.mark.clause("CF.B.20")
@pytest.mark.parametrize(("amount", "code"), [(5_00, "below-minimum"), (310_00, "above-bank")])
def test_a_stake_lies_between_the_minimum_and_the_bank(make, amount: int, code: str) -> None:
    table = make().bank(300_00).bets()
    assert table.refused("ana", a.Stake(amount)).code == code
    table.do("ana", a.Stake(300_00)).closed()
    assert table.refused("luis", a.Stake(20_00)).code == "bets-closed"


@pytest.mark.clause("CF.E3.04")
@pytest.mark.clause("CF.E2.09")
def test_what_nobody_covers_stands_out_of_play_for_the_coup_alone(make) -> None:
    """Bank 400, stakes 250: 150 stand in the garage; 12.50 are deducted and the next bank is 637.50."""
    table = make("2s 9h 4d Kc").bank(400_00).bets().do("ana", a.Stake(150_00)).do("luis", a.Stake(100_00)).closed()
    assert table.money()["garage"] == 150_00
    table.dealt().looked().said("no").do("bea", a.LayDown("banca")).settled()
    assert (table.state.bank.total, table.money()["cagnotte"]) == (637_50, 12_50)
    assert "garage" not in table.money()


@pytest.mark.clause("CF.E3.05")
@pytest.mark.clause("CF.E2.06")
def test_what_exceeds_a_hundred_times_the_minimum_cannot_be_played(make) -> None:
    table = make("2s 9h 4d Kc")
    assert table.refused("bea", a.TakeBank(1_200_00)).code == "bank-above-maximum"
    table.bank(1_000_00).bets().do("ana", a.Stake(900_00)).closed().dealt().looked()
    table.said("no").do("bea", a.LayDown("banca")).settled().bets()
    assert (table.state.bank.total, table.state.coup.in_play) == (1_855_00, 1_000_00)


@pytest.mark.clause("CF.E1.05")
@pytest.mark.clause("CF.E1.03")
@pytest.mark.clause("CF.E1.04")
def test_an_associate_wins_in_proportion_and_keeps_out_of_the_play(make) -> None:
    """200 and 100 in the bank, 90 staked: net 85.50, of which 28.50 are the associate's."""
    table = make("2s 9h 4d Kc").bank(200_00).do("luis", a.OfferShare(100_00)).do("bea", a.AcceptShare("luis")).bets()
    assert table.refused("luis", a.Stake(20_00)).code == "associate-of-bank"
    table.do("ana", a.Stake(90_00)).closed().dealt().looked().said("no").do("bea", a.LayDown("banca")).settled()
    assert [one.amount for one in table.state.bank.parts] == [257_00, 128_50]
    assert table.money()["associates:luis"] == 128_50


@pytest.mark.clause("CF.B.43")
@pytest.mark.clause("CF.E1.07")
def test_a_lost_bank_pays_one_to_one_and_goes_to_the_right(make) -> None:
    table = make("4s 2h 4d Kc").bank(200_00).do("luis", a.OfferShare(100_00)).do("bea", a.AcceptShare("luis")).bets()
    table.do("ana", a.Stake(90_00)).closed().dealt().looked().do("ana", a.LayDown("punto")).settled()
    assert table.chips("ana") == 10_000_00 + 90_00
    assert (table.chips("bea"), table.chips("luis")) == (10_000_00 - 60_00, 10_000_00 - 30_00)
    assert (table.state.bank, table.state.offer.candidate) == (None, "carla")


@pytest.mark.clause("CF.B.01")
@pytest.mark.clause("CF.B.02")
def test_four_players_or_no_coup(make) -> None:
    table = make(seats={1: "bea", 2: "carla", 5: "ana"}, standing={})
    assert table.bank(300_00).refused("croupier", a.OpenBets()).code == "too-few-players"
    table = make("2s 9h 4d Kc", seats={1: "bea", 2: "carla", 5: "ana"}, standing={"pau": 5}).bank(300_00).bets()
    table.do("ana", a.Stake(50_00)).closed().dealt().looked().said("no").do("bea", a.LayDown("banca")).settled()
    table.do("pau", t.Leave())
    refused = table.refused("croupier", a.OpenBets())
    assert (refused.code, refused.clauses) == ("too-few-players", ("CF.B.02",))


@pytest.mark.parametrize("leader", ["carla", "eva"])
def test_of_two_joint_bancos_the_one_of_the_nearest_partner_stands_whoever_leads_it(make, leader: str) -> None:
    """Banker at 1: Carla (2) is the nearest, her partner Eva (9) the farthest; Ana (5) and Luis (8) lie between."""
    ours = (("carla", a.JoinBanco(leader, 150_00)), ("eva", a.JoinBanco(leader, 150_00)))
    theirs = (("ana", a.JoinBanco("ana", 100_00)), ("luis", a.JoinBanco("ana", 200_00)))
    found = outcomes(make, (*ours, *theirs))
    assert all(one == found[0] for one in found)
    award, money, _ = found[0]
    assert (award.kind, award.holder) == (Cover.JOINT, leader)
    assert {one.person: one.amount for one in award.stakes} == {"carla": 150_00, "eva": 150_00}
    assert {dict(money)["person:ana"], dict(money)["person:luis"]} == {10_000_00}


def newcomer(make, *, is_saluting: bool):
    """Dora sat down at 3, nearer to the banker than Ana: in mid-shoe, so that she has still to salute, or before it."""
    table = make(coups=("tie",), seats={1: "bea", 2: "carla", 5: "ana", 8: "luis", 9: "eva"})
    arrives = (t.Sit(3), t.BuyIn(10_000_00))
    if not is_saluting:
        table.do("dora", *arrives)
    table.bank(300_00).coup("tie", luis=100_00)
    if is_saluting:
        table.do("dora", *arrives)
    assert table.state.carried_over.salute_debtors == ({"dora"} if is_saluting else set())
    return table.bets()


@pytest.mark.clause("CF.D.09")
@pytest.mark.parametrize(("is_saluting", "stands"), [(False, {"dora", "eva"}), (True, {"ana", "luis"})])
@pytest.mark.parametrize("leader", ["dora", "eva"])
def test_a_partner_who_has_still_to_salute_brings_his_joint_banco_nothing(
    make, leader: str, is_saluting: bool, stands: set[str]
) -> None:
    table = newcomer(make, is_saluting=is_saluting)
    for who, first in (("dora", leader), ("eva", leader), ("ana", "ana"), ("luis", "ana")):
        table.do(who, a.JoinBanco(first, 150_00))
    award = table.closed().state.coup.award
    assert (award.kind, {one.person for one in award.stakes}) == (Cover.JOINT, stands)


@pytest.mark.clause("CF.D.09")
@pytest.mark.parametrize(
    ("is_saluting", "plays"),
    [(False, {"dora": 200_00, "ana": 100_00}), (True, {"dora": 100_00, "ana": 200_00})],
)
def test_of_partners_who_put_up_too_much_who_has_still_to_salute_is_cut_first(
    make, is_saluting: bool, plays: dict[str, int]
) -> None:
    table = newcomer(make, is_saluting=is_saluting)
    table.do("dora", a.JoinBanco("ana", 200_00)).do("ana", a.JoinBanco("ana", 200_00)).closed()
    assert {one.person: one.amount for one in table.state.coup.award.stakes} == plays


@pytest.mark.parametrize(
    ("leader", "code"),
    [("carla", None), ("pau", None), ("bea", "own-bank"), ("ana", "associate-of-bank"), ("zoe", "not-at-table")],
)
def test_nobody_joins_a_banco_led_by_somebody_who_may_not_call_one(make, leader: str, code: str | None) -> None:
    """Bea is the banker and Ana her associate; Zoe is not at the table."""
    table = make().bank(200_00).do("ana", a.OfferShare(100_00)).do("bea", a.AcceptShare("ana")).bets()
    outcome = table.play.attempt(a.JoinBanco(leader, 100_00), "luis").outcome
    assert getattr(outcome, "code", None) == code
