"""S8: the auction of a passed hand: equal bids of a seated player, one on his feet, one who has still to salute."""

from itertools import permutations

import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Phase, Stage
from tapete.kernel import plain
from tapete.table import acts as t


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


@pytest.mark.clause("CF.E1.02")
@pytest.mark.clause("CF.E1.11")
@pytest.mark.clause("CF.E1.12")
@pytest.mark.clause("CF.E1.09")
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


@pytest.mark.clause("CF.D.10")
@pytest.mark.clause("CF.D.08")
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


@pytest.mark.clause("CF.E1.08")
@pytest.mark.clause("CF.E1.28")
def test_a_bank_is_passed_after_it_was_dealt_once(make) -> None:
    table = make().bank(300_00)
    assert table.refused("bea", a.PassHand()).code == "must-deal-once"
    assert passed(make).state.offer.candidate == "carla"


@pytest.mark.clause("CF.E1.15")
@pytest.mark.clause("CF.E1.16")
@pytest.mark.clause("CF.D.08")
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
        refused = table.refused(one, a.Bid(900_00))
        assert (refused.code, refused.clauses) == ("barred-from-auction", ("CF.E1.23",))
    table.do("ana", a.Bid(900_00))


@pytest.mark.clause("CF.E1.15")
def test_a_bid_reaches_the_floor_and_is_only_raised(make) -> None:
    table = to_auction(make)
    assert table.refused("ana", a.Bid(394_99)).code == "bid-below-floor"
    table.do("ana", a.Bid(400_00))
    assert table.refused("ana", a.Bid(400_00)).code == "bid-not-raised"
    table.do("ana", a.Bid(450_00))
    assert table.money()["stakes"] == 450_00
    assert table.refused("ana", t.Leave()).code == "money-on-table"


def test_a_bid_is_offered_from_the_floor_up_to_the_greatest_bank(make) -> None:
    table = to_auction(make)
    most = 100 * table.state.settings.minimum
    assert table.refused("ana", a.Bid(most + 1)).code == "bank-above-maximum"
    offered = [plain(one.fields)["amount"] for one in table.play.legal("ana") if one.act == "bid"]
    assert offered == [{"min": 395_00, "max": most}]


@pytest.mark.clause("CF.E1.25")
@pytest.mark.clause("CF.E1.26")
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
