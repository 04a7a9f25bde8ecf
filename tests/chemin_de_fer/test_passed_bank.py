"""A hand that is passed or acquired: its auction, its associates, the last duty (CF.E1.03-29)."""

from itertools import permutations

import msgspec
import pytest

from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.round.rotation import has_place_at_stake
from tapete.games.chemin_de_fer.terms import Phase, Stage
from tapete.table import acts as t
from tests.support.chemin_de_fer.table import passed_by_three


def passed(make, **options):
    """Bea won a coup and passes a bank of 395; dora sat down at 3 meanwhile; everybody lets the bank go by."""
    table = make("2s 9h 4d Kc", **options).bank(300_00).bets()
    table.do("ana", a.Stake(100_00)).closed().dealt().looked().said("no").do("bea", a.LayDown("banca")).settled()
    table.do("dora", t.Sit(3), t.BuyIn(10_000_00))
    assert table.state.bank.total == 395_00
    return table.do("bea", a.PassHand())


def to_auction(make, **options):
    table = passed(make, **options)
    while table.state.phase is Phase.BANK:
        table.do(table.state.offer.candidate, a.DeclineBank())
    assert table.state.phase is Phase.AUCTION
    return table


def unsaluted(make):
    """As :func:`to_auction`, with Teo, who sat down at 4 after the hand had passed by and has still to salute."""
    table = to_auction(make)
    return table.do("teo", t.Sit(4), t.BuyIn(10_000_00))


def test_a_table_that_closes_during_an_auction_gives_every_bid_back(make) -> None:
    table = to_auction(make)
    before = {who: table.chips(who) for who in ("luis", "pau")}
    table.do("luis", a.Bid(500_00)).do("pau", a.Bid(600_00)).do("inspector", a.CloseTable())
    assert {who: table.chips(who) for who in before} == before


@pytest.mark.clause("CF.E1.02", "CF.E1.11", "CF.E1.12", "CF.E1.09")
def test_the_hand_goes_round_the_seated_the_standing_and_back(make) -> None:
    table, asked = passed(make), []
    while table.state.phase is Phase.BANK:
        asked.append((table.state.offer.candidate, table.state.offer.stage))
        table.do(table.state.offer.candidate, a.DeclineBank())
    assert asked == [
        ("carla", Stage.SEATED),
        ("ana", Stage.SEATED),
        ("luis", Stage.SEATED),
        ("eva", Stage.SEATED),
        ("pau", Stage.STANDING),
        ("rosa", Stage.STANDING),
        ("bea", Stage.RECOVERY),
    ]
    assert table.state.auction.barred_bidders == {"bea"}


@pytest.mark.clause("CF.D.10", "CF.D.08")
def test_who_owes_a_salute_is_passed_by_once(make) -> None:
    table = passed(make)
    assert "dora" in table.state.carried_over.salute_debtors
    table.do("carla", a.DeclineBank())
    assert "dora" not in table.state.carried_over.salute_debtors
    assert table.state.offer.candidate == "ana"


@pytest.mark.clause("CF.E1.10")
def test_a_passed_bank_is_taken_for_no_less(make) -> None:
    assert passed(make).refused("carla", a.TakeBank(390_00)).code == "bank-below-floor"
    assert passed(make).do("carla", a.TakeBank(395_00)).state.banker == "carla"


@pytest.mark.clause("CF.E1.01")
def test_the_first_bank_is_for_place_number_one(make) -> None:
    assert make().state.offer.candidate == "bea"


@pytest.mark.clause("CF.E1.08", "CF.E1.28")
def test_a_bank_is_passed_after_it_was_dealt_once(make) -> None:
    table = make().bank(300_00)
    assert table.refused("bea", a.PassHand()).code == "must-deal-once"
    assert passed(make).state.offer.candidate == "carla"


@pytest.mark.clause("CF.E1.15", "CF.E1.16", "CF.D.08")
def test_equal_bids_go_by_the_order_in_every_order_of_arrival(make) -> None:
    """Seated before standing; who has not saluted may bid, and loses ties to everybody."""
    bids = [("luis", 500_00), ("pau", 500_00), ("teo", 500_00)]
    for size, winner in ((3, "luis"), (2, "pau")):
        for order in permutations(bids[3 - size :]):
            table = unsaluted(make)
            for who, amount in order:
                table.do(who, a.Bid(amount))
            table.do("croupier", a.CloseAuction())
            assert table.state.banker == winner
            assert table.chips(winner) == 10_000_00 - 500_00
            assert "stakes" not in table.money()


@pytest.mark.clause("CF.E1.15")
def test_the_highest_bid_wins_whoever_makes_it(make) -> None:
    table = unsaluted(make).do("luis", a.Bid(500_00)).do("teo", a.Bid(510_00)).do("pau", a.Bid(505_00))
    assert table.do("croupier", a.CloseAuction()).state.banker == "teo"


@pytest.mark.clause("CF.E1.23")
def test_who_passed_the_hand_and_his_associate_may_not_bid(make) -> None:
    table = make("2s 9h 4d Kc").bank(300_00).do("luis", a.OfferShare(100_00)).do("bea", a.AcceptShare("luis")).bets()
    table.do("ana", a.Stake(100_00)).closed().dealt().looked().said("no").do("bea", a.LayDown("banca")).settled()
    table.do("bea", a.PassHand())
    while table.state.phase is Phase.BANK:
        table.do(table.state.offer.candidate, a.DeclineBank())
    for one in ("bea", "luis"):
        assert table.refusal(one, a.Bid(900_00)) == ("barred-from-auction", ("CF.E1.23",))
    table.do("ana", a.Bid(900_00))


@pytest.mark.clause("CF.E1.25", "CF.E1.26")
def test_without_a_bid_it_falls_to_the_right_for_the_minimum_or_costs_the_place(make) -> None:
    table = to_auction(make).do("croupier", a.CloseAuction())
    assert (table.state.offer.candidate, table.state.offer.stage, table.state.offer.floor) == (
        "carla",
        Stage.FORCED,
        10_00,
    )
    taken = table.fork().do("carla", a.TakeBank(10_00))
    assert taken.state.banker == "carla"
    table.do("carla", a.DeclineBank())
    assert 2 not in table.state.seats.occupants
    assert table.state.offer.candidate == "dora"


@pytest.mark.clause("CF.D.16")
def test_one_hand_that_comes_alone_and_with_associates_is_refused_once(make) -> None:
    """A pledge that others make afterwards takes nobody's place."""
    table = passed_by_three(make).declined("cuatro").do("seis", a.PledgeShare("cuatro", 195_00))
    table.declined("cinco", "seis", "siete", "ocho", "nueve", "uno", "dos", "pau", "rosa")
    assert table.asked() == ("cuatro", Stage.JOINT, 395_00)
    table.do("cuatro", a.DeclineBank())
    assert (table.state.seats.seat_of("cuatro"), table.state.carried_over.refusers >= {"cuatro"}) == (4, True)
    # the next hand that comes to him is the second
    table.do("tres", a.TakeBank(395_00), a.RefuseToDeal()).do("cinco", a.Bid(395_00)).do("croupier", a.CloseAuction())
    assert table.state.offer.refusals == frozenset()


@pytest.mark.clause("CF.D.10", "CF.E1.26")
def test_the_last_duty_goes_on_to_the_right_of_who_refused_it(make) -> None:
    """Pau took the first place on the right while the bank was auctioned: it goes past him, and does not come back."""
    table = (
        passed_by_three(make).declined().do("cuatro", t.Leave()).do("pau", t.Sit(4)).do("croupier", a.CloseAuction())
    )
    assert table.asked() == ("cinco", Stage.FORCED, 10_00)
    assert "pau" not in table.state.carried_over.salute_debtors
    assert has_place_at_stake(table.state, "cinco")
    assert not has_place_at_stake(table.state, "seis")
    assert not has_place_at_stake(msgspec.structs.replace(table.state, phase=Phase.CLOSED), "cinco")
    table.do("cinco", a.DeclineBank())
    assert table.asked() == ("seis", Stage.FORCED, 10_00)


@pytest.mark.clause("CF.D.19", "CF.E1.26")
def test_who_inherits_a_place_lets_the_last_duty_pass_too(make) -> None:
    table = passed_by_three(make).do("teo", a.JoinList()).declined().do("system:clock", t.Away("cuatro"))
    table.do("croupier", a.CloseAuction())
    assert (table.asked()[0], table.state.seats.occupants[4]) == ("cinco", "teo")
    table.do("cinco", a.DeclineBank())
    assert table.asked()[0] == "seis"


@pytest.mark.clause("CF.E1.29")
def test_who_takes_the_last_duty_and_refuses_to_deal_gives_up_his_place(make) -> None:
    """House practice: otherwise he could take it and refuse it for ever."""
    table = passed_by_three(make).declined().do("croupier", a.CloseAuction()).do("cuatro", a.TakeBank(10_00))
    table.do("cuatro", a.RefuseToDeal())
    assert (table.state.phase, table.state.seats.seat_of("cuatro")) == (Phase.AUCTION, None)
    assert {"CF.E1.29", "HP.CF.duty-refused"} <= set(table.play.last.rests_on)
    table.do("croupier", a.CloseAuction())
    assert table.asked() == ("cinco", Stage.FORCED, 10_00)
    # one who took it in his turn keeps his place
    free = passed_by_three(make).do("cuatro", a.TakeBank(395_00), a.RefuseToDeal())
    assert free.state.seats.seat_of("cuatro") == 4
    assert "HP.CF.duty-refused" not in free.play.last.rests_on


@pytest.mark.clause("CF.E1.25")
def test_the_banker_who_passed_leaves_while_it_is_auctioned(make) -> None:
    table = passed_by_three(make).declined().do("tres", t.Leave()).do("croupier", a.CloseAuction())
    assert table.asked() == ("cuatro", Stage.FORCED, 10_00)


@pytest.mark.clause("CF.D.08", "CF.E1.16")
def test_equal_bids_of_one_who_has_still_to_salute_and_one_on_his_feet(make) -> None:
    table = passed_by_three(make).declined().do("cinco", t.Leave()).do("rosa", t.Sit(5))
    table.do("rosa", a.Bid(395_00)).do("pau", a.Bid(395_00)).do("croupier", a.CloseAuction())
    assert table.state.banker == "pau"


@pytest.mark.clause("CF.E1.12", "CF.E2.06")
def test_nobody_is_asked_for_more_than_the_maximum_that_holds_now(make) -> None:
    """A bank of 3,000 was lost, and with the new shoe the authorisation to play without a maximum ended."""
    table = make(coups=("punto",), no_bank_max=True).bank(3_000_00)
    table.with_shoe(stop=2).coup("punto", ana=100_00)
    table.do("system:house", a.SetOptions(no_bank_max=False)).shoe().declined(
        "carla", "ana", "luis", "eva", "pau", "rosa"
    )
    assert table.asked() == ("bea", Stage.RECOVERY, 1_000_00)
    table.do("bea", a.TakeBank(1_000_00))


@pytest.mark.clause("CF.B.48", "CF.E2.06")
def test_a_bank_above_the_maximum_goes_on_for_what_of_it_can_be_played(make) -> None:
    table = make(coups=("banca",)).bank(900_00).with_shoe(stop=2).coup("banca", luis=600_00).shoe()
    assert (table.asked(), table.state.bank.total) == (("bea", Stage.CONTINUE, 1_000_00), 1_470_00)
    going_on = table.fork().do("bea", a.TakeBank(1_000_00)).bets()
    assert (going_on.state.bank.total, going_on.state.coup.in_play) == (1_470_00, 1_000_00)
    out = table.do("bea", a.DeclineBank())
    assert (out.asked(), out.chips("bea")) == (("carla", Stage.SEATED, 1_000_00), 10_570_00)


@pytest.mark.clause("CF.E1.18", "CF.B.48")
def test_an_acquired_hand_that_is_not_taken_on_in_the_next_shoe_goes_to_his_own_right(make) -> None:
    table = passed_by_three(make, "banca").declined("cuatro", "cinco", "seis").do("siete", a.TakeBank(395_00))
    table.with_shoe(stop=5).coup("banca", ocho=100_00).shoe()
    assert table.asked() == ("siete", Stage.CONTINUE, 490_00)
    assert table.do("siete", a.DeclineBank()).asked() == ("ocho", Stage.SEATED, 490_00)


@pytest.mark.clause("CF.E2.06")
def test_parts_that_are_pledged_beyond_the_maximum_do_not_keep_the_bank_from_who_leads_it(make) -> None:
    """Of 300 and 700, pledged to cuatro, only one finds room beside his 200: that of who is nearer to his right."""
    table = passed_by_three(make).do("uno", a.PledgeShare("cuatro", 300_00)).do("seis", a.PledgeShare("cuatro", 700_00))
    table.declined("cuatro", "cinco", "seis", "siete", "ocho", "nueve", "uno", "dos", "pau", "rosa")
    table.do("cuatro", a.TakeBank(200_00))
    assert [(one.person, one.amount) for one in table.state.bank.parts] == [("cuatro", 200_00), ("seis", 700_00)]
    assert table.chips("uno") == 10_000_00


def joined(make, *coups: str, mine: int = 200_00, **parts: int):
    """Bea's bank with associates."""
    table = make(coups=coups).bank(mine)
    for person, amount in parts.items():
        table.do(person, a.OfferShare(amount)).do("bea", a.AcceptShare(person))
    return table


@pytest.mark.clause("CF.E1.03")
def test_anybody_may_join_the_bank_if_the_banker_accepts(make) -> None:
    table = make().bank(200_00).do("ana", a.OfferShare(100_00)).do("rosa", a.OfferShare(50_00))
    assert table.play.view(None).bank.join_offers == (Share("ana", 100_00), Share("rosa", 50_00))
    assert table.state.bank.total == 200_00
    assert table.refused("luis", a.AcceptShare("ana")).code == "not-banker"
    assert table.refused("bea", a.AcceptShare("luis")).code == "no-such-offer"
    table.do("bea", a.AcceptShare("ana"))
    assert (table.state.bank.total, table.parts()) == (300_00, {"bea": 200_00, "ana": 100_00})
    assert table.state.announcements[-1].values == {"amount": "300"}
    assert table.chips("ana") == 9_900_00
    # one on his feet as well
    assert table.do("bea", a.AcceptShare("rosa")).parts()["rosa"] == 50_00


@pytest.mark.clause("CF.E1.04")
def test_an_associate_does_not_play(make) -> None:
    table = joined(make, "banca", ana=100_00).bets()
    for act in (a.Stake(20_00), a.CallBanco()):
        refused = table.refused("ana", act)
        assert (refused.code, refused.clauses) == ("associate-of-bank", ("CF.E1.04",))
    table.do("luis", a.Stake(50_00)).closed().dealt().looked().said("no")
    assert table.refused("ana", a.Stand()).code == "not-banker"
    assert table.refused("ana", t.Leave()).code == "money-on-table"
    assert make().bank(200_00).bets().outcome("ana", a.Stake(20_00))


@pytest.mark.clause("CF.E1.05")
def test_an_associate_wins_in_proportion_over_several_coups(make) -> None:
    table = joined(make, "banca", "banca", "tie", ana=100_00).coup("banca", luis=90_00)
    assert (table.money()["cagnotte"], table.parts()) == (4_50, {"bea": 257_00, "ana": 128_50})
    # 85.50 more by 257 to 128.50; the odd cents of the division are the banker's
    table.coup("banca", luis=90_00)
    assert table.parts() == {"bea": 314_00, "ana": 157_00}
    assert table.coup("tie", luis=90_00).parts() == {"bea": 314_00, "ana": 157_00}


@pytest.mark.clause("CF.E1.14")
def test_who_passed_the_hand_may_join_whoever_acquired_it(make) -> None:
    table = make(coups=("banca",)).bank(300_00).coup("banca", ana=100_00).do("bea", a.PassHand())
    table.do("carla", a.TakeBank(395_00))
    offered = table.play.attempt(a.OfferShare(100_00), "bea")
    assert dict(offered.state.bank.join_offers) == {"bea": 100_00}
    assert "CF.E1.14" in offered.rests_on
    table.do("bea", a.OfferShare(100_00)).do("carla", a.AcceptShare("bea"))
    assert table.parts() == {"carla": 395_00, "bea": 100_00}


@pytest.mark.clause("CF.E1.20")
def test_an_associate_leaves_when_the_banker_takes_over_his_part(make) -> None:
    """House practice: the bank stays what it was."""
    table = joined(make, "banca", ana=100_00).coup("banca", luis=90_00)
    asked = table.outcome("ana", a.WithdrawShare())
    assert "HP.CF.associate-leaves" in asked.rests_on
    table.do("ana", a.WithdrawShare())
    assert table.refused("ana", a.WithdrawShare()).code == "release-asked"
    assert table.refused("ana", t.Leave()).code == "money-on-table"
    table.do("bea", a.TakeOverShare("ana"))
    assert (table.parts(), table.state.bank.total) == ({"bea": 385_50}, 385_50)
    assert (table.chips("ana"), table.chips("bea")) == (10_028_50, 9_800_00 - 128_50)
    table.do("ana", t.Leave())
