"""The bank on its way round: whom it comes to, the auction, the last duty, who loses his place (CF.E1, CF.D)."""

from collections.abc import Callable
from itertools import pairwise, permutations
from typing import Any

import pytest

from tapete.games.baccarat.procedure import Said
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Phase, Stage
from tapete.kernel import Refused
from tapete.table import acts as t
from tests.support.chemin_de_fer.table import NINE, passed_by_three
from tests.support.rows import each_clause


def seated_order(table) -> list[str]:
    """Return whom the bank is offered to alone, in order, if everybody lets it go."""
    order, table = [], table.fork()
    while table.state.phase is Phase.BANK and table.state.offer.stage in (Stage.SEATED, Stage.STANDING):
        order.append(table.state.offer.candidate)
        table.do(order[-1], a.DeclineBank())
    return order


def to_auction(table):
    table.declined()
    assert table.state.phase is Phase.AUCTION
    return table


def sold(table, winner: str, amount: int):
    return to_auction(table).do(winner, a.Bid(amount)).do("croupier", a.CloseAuction())


def may_bid(table, *people: str) -> list[str]:
    """Return who of these may bid."""
    most = a.Bid(1_000_00)
    return [one for one in people if not isinstance(table.play.attempt(most, one).outcome, Refused)]


def kept_by_three(make, *coups: str, **options: Any):
    """Seat 3 holds a bank of 300, taken after seats 1 and 2 let it go by, and has dealt nothing yet."""
    table = make(coups=coups, seats=NINE, **options)
    return table.declined("uno", "dos").do("tres", a.TakeBank(300_00))


def wins_and_passes(table, who: str):
    return table.coup("banca", ocho=100_00).do(who, a.PassHand())


def loses(table, who: str):
    return table.coup("punto", ocho=100_00)


def ties_and_passes(table, who: str):
    return table.coup("tie", ocho=100_00).do(who, a.PassHand())


def original(make, *coups: str):
    return kept_by_three(make, *coups), "tres"


def accompanied(make, *coups: str):
    table = original(make, *coups)[0].do("cinco", a.OfferShare(100_00))
    return table.do("tres", a.AcceptShare("cinco")), "tres"


def after_a_pass(taker: str) -> Callable[..., Any]:
    """Seat 3 won 95 and passed the hand of 395; ``taker`` takes it in the round, everybody before lets it go."""

    def bank(make, *coups: str):
        table = kept_by_three(make, "banca", *coups).coup("banca", ocho=100_00).do("tres", a.PassHand())
        while table.state.offer.candidate != taker:
            table.do(table.state.offer.candidate, a.DeclineBank())
        return table.do(taker, a.TakeBank(395_00)), taker

    return bank


def bought_after_a_pass(buyer: str) -> Callable[..., Any]:
    def bank(make, *coups: str):
        table = kept_by_three(make, "banca", *coups).coup("banca", ocho=100_00).do("tres", a.PassHand())
        return sold(table, buyer, 400_00), buyer

    return bank


def bought_after_a_loss(buyer: str) -> Callable[..., Any]:
    def bank(make, *coups: str):
        return sold(kept_by_three(make, "punto", *coups).coup("punto", ocho=100_00), buyer, 400_00), buyer

    return bank


def forced(make, *coups: str):
    """Nobody took or bought the hand of seat 3: it fell to seat 4 for the minimum."""
    table = kept_by_three(make, "banca", *coups).coup("banca", ocho=100_00).do("tres", a.PassHand())
    to_auction(table).do("croupier", a.CloseAuction()).do("cuatro", a.TakeBank(100_00))
    return table, "cuatro"


def on_his_feet_after_a_loss(make, *coups: str):
    """Seat 7 acquired the hand that seat 3 passed, and lost it; nobody seated took it, so Pau did on his feet."""
    table, who = after_a_pass(SEATED_7)(make, "punto", *coups)
    table = loses(table, who)
    while table.state.offer.candidate != STANDING:
        table.do(table.state.offer.candidate, a.DeclineBank())
    return table.do(STANDING, a.TakeBank(300_00)), STANDING


SEATED_7, STANDING = "siete", "pau"
CASES = [
    # how it ended, who held it, result of his coup, to whom the shoe goes, for how much, who may not bid, clause
    (wins_and_passes, original, "banca", "cuatro", 395_00, ["tres"], "CF.E1.08"),
    (wins_and_passes, accompanied, "banca", "cuatro", 495_00, ["cinco", "tres"], "CF.E1.08"),
    (ties_and_passes, original, "tie", "cuatro", 300_00, ["tres"], "CF.E1.31"),
    (loses, original, "punto", "cuatro", 10_00, [], "CF.E1.07"),
    # taken or bought out of turn after a pass: a loss goes back to the right of him who passed
    (loses, after_a_pass("cuatro"), "punto", "cinco", 10_00, [], "CF.E1.07"),
    (loses, after_a_pass(SEATED_7), "punto", "cuatro", 10_00, [], "CF.E1.27"),
    (loses, after_a_pass(STANDING), "punto", "cuatro", 10_00, [], "CF.E1.27"),
    (loses, after_a_pass("tres"), "punto", "cuatro", 10_00, [], "CF.E1.07"),  # he took his own hand back
    (loses, bought_after_a_pass(SEATED_7), "punto", "cuatro", 10_00, [], "CF.E1.27"),
    (loses, bought_after_a_pass(STANDING), "punto", "cuatro", 10_00, [], "CF.E1.27"),
    (loses, forced, "punto", "cinco", 10_00, [], "CF.E1.27"),
    # a pass goes to the passer's own right, of one on his feet to that of the last seated holder
    (wins_and_passes, after_a_pass(SEATED_7), "banca", "ocho", 490_00, ["siete"], "CF.E1.18"),
    (wins_and_passes, after_a_pass(STANDING), "banca", "cuatro", 490_00, ["pau"], "CF.E1.17"),
    (wins_and_passes, bought_after_a_pass(SEATED_7), "banca", "ocho", 495_00, ["siete"], "CF.E1.18"),
    (wins_and_passes, bought_after_a_pass(STANDING), "banca", "cuatro", 495_00, ["pau"], "CF.E1.17"),
    (ties_and_passes, bought_after_a_pass(SEATED_7), "tie", "ocho", 400_00, ["siete"], "CF.E1.31"),
    (ties_and_passes, bought_after_a_pass(STANDING), "tie", "cuatro", 400_00, ["pau"], "CF.E1.31"),
    (wins_and_passes, forced, "banca", "cinco", 195_00, ["cuatro"], "CF.E1.18"),
    # after a loss it is everybody's regular turn
    (loses, bought_after_a_loss(SEATED_7), "punto", "ocho", 10_00, [], "CF.E1.07"),
    (loses, bought_after_a_loss(STANDING), "punto", "cuatro", 10_00, [], "CF.E1.07"),
    (wins_and_passes, bought_after_a_loss(SEATED_7), "banca", "ocho", 495_00, ["siete"], "CF.E1.08"),
    (wins_and_passes, bought_after_a_loss(STANDING), "banca", "cuatro", 495_00, ["pau"], "CF.E1.17"),
    # the last seated holder was not the one who let it go round: the round had begun at seat 3
    (wins_and_passes, on_his_feet_after_a_loss, "banca", "ocho", 395_00, ["pau"], "CF.E1.17"),
    (ties_and_passes, on_his_feet_after_a_loss, "tie", "ocho", 300_00, ["pau"], "CF.E1.17"),
    (loses, on_his_feet_after_a_loss, "punto", "ocho", 10_00, [], "CF.E1.07"),
]


@pytest.mark.clause("CF.E1.07", "CF.E1.08", "CF.E1.17", "CF.E1.18", "CF.E1.27", "CF.E1.31", "CF.E1.10", "CF.E1.23")
@pytest.mark.parametrize(("end", "bank", "result", "after", "least", "barred", "clause"), CASES)
def test_where_the_shoe_goes(make, end, bank, result, after, least, barred, clause) -> None:
    table, who = bank(make, result)
    table = end(table, who)
    assert table.asked() == (after, Stage.SEATED, least)
    assert clause in table.play.last.rests_on
    # everybody else is asked once, from there to the right, then those on their feet
    order = seated_order(table)
    people = set(table.state.seats.people()) - {who}
    assert sorted(order) == sorted(people)
    seats = [table.state.seats.seat_of(one) for one in order if table.state.seats.seat_of(one)]
    assert sum(one > following for one, following in pairwise(seats)) <= 1
    assert [one for one in order if table.state.seats.seat_of(one)] == order[: len(seats)]
    # if nobody takes it, who may not buy it
    auction = to_auction(table)
    everybody = auction.state.seats.people()
    assert sorted(set(everybody) - set(may_bid(auction, *everybody))) == sorted(barred)


@pytest.mark.clause("CF.E1.07")
@pytest.mark.parametrize(("sits", "asked_next"), [(None, "tres"), (6, "siete")])
def test_who_took_his_own_hand_back_and_loses_cedes_it_to_his_right_wherever_he_sits_by_then(
    make, sits, asked_next
) -> None:
    """Nobody else has held it since he passed it."""
    table = make(coups=("tie", "punto"), seats={1: "uno", 3: "tres", 5: "cinco", 7: "siete"}, standing={})
    table.do("uno", a.TakeBank(300_00)).coup("tie", tres=50_00).do("uno", a.PassHand())
    if sits is not None:
        table.do("uno", t.Sit(sits))
    table.declined("tres", "cinco", "siete").do("uno", a.TakeBank(300_00)).coup("punto", tres=50_00)
    assert table.asked()[0] == asked_next


REFUSALS = [
    # who acquired it and how, floor of the auction, who may not bid
    (original, 10_00, ["tres"]),
    (after_a_pass(SEATED_7), 395_00, ["siete", "tres"]),
    (after_a_pass(STANDING), 395_00, ["pau", "tres"]),
    (bought_after_a_pass(SEATED_7), 395_00, ["siete", "tres"]),
    (bought_after_a_loss(SEATED_7), 10_00, ["siete"]),
    (bought_after_a_loss(STANDING), 10_00, ["pau"]),
    (forced, 395_00, ["cuatro", "tres"]),
]


@pytest.mark.clause("CF.E1.29", "CF.E1.30")
@pytest.mark.parametrize(("bank", "floor", "barred"), REFUSALS)
def test_a_refusal_to_deal_opens_an_auction(make, bank, floor, barred) -> None:
    table, who = bank(make)
    whole = table.chips(who) + table.state.bank.total
    table.do(who, a.RefuseToDeal())
    assert (table.state.phase, table.state.bank, table.chips(who)) == (Phase.AUCTION, None, whole)
    assert table.state.auction.floor == floor
    assert "CF.E1.29" in table.play.last.rests_on
    everybody = table.state.seats.people()
    assert sorted(set(everybody) - set(may_bid(table, *everybody))) == sorted(barred)
    assert table.refused(who, a.Bid(900_00)).clauses == ("CF.E1.30",)


def ends_at_nine(make):
    table = make(coups=("punto",), seats=NINE).declined(*ROUND[:8]).do("nueve", a.TakeBank(20_00))
    return table.coup("punto", ocho=10_00)


def next_shoe_asked(make):
    """Seat 7 acquired the hand, won the last coup of the shoe, and is asked whether he goes on in the next."""
    table = passed_by_three(make, "banca").declined("cuatro", "cinco", "seis").do("siete", a.TakeBank(395_00))
    table.with_shoe(stop=5).coup("banca", ocho=100_00).shoe()
    assert table.asked() == ("siete", Stage.CONTINUE, 490_00)
    return table


ROUND = [*NINE.values()]


def nobody_else(make):
    """Seat 3 lost, and everybody else but Rosa, on her feet, has let the bank go by."""
    return loses(*original(make, "punto")).declined(*ROUND[3:], *ROUND[:2], "pau")


def won(make):
    return kept_by_three(make, "banca").coup("banca", ocho=100_00)


@each_clause(
    "scene, lets_go, asked",
    [
        ("CF.E1.01", lambda make: make(), (), ("bea", Stage.SEATED, 10_00)),
        ("CF.E1.02", ends_at_nine, (), ("uno", Stage.SEATED, 10_00)),
        ("CF.E1.08", won, ("tres", a.PassHand()), ("cuatro", Stage.SEATED, 395_00)),
        ("CF.E1.09", lambda make: make(), ("bea", a.DeclineBank()), ("carla", Stage.SEATED, 10_00)),
        ("CF.E1.12", nobody_else, ("rosa", a.DeclineBank()), ("tres", Stage.RECOVERY, 300_00)),
        ("CF.E1.18", next_shoe_asked, ("siete", a.DeclineBank()), ("ocho", Stage.SEATED, 490_00)),
    ],
)
def test_to_whom_the_bank_is_offered_and_for_how_much(make, clause, scene, lets_go, asked) -> None:
    table = scene(make)
    if lets_go:
        assert table.answer(*lets_go) == ""
        table.do(*lets_go)
    assert table.asked() == asked
    assert table.do(asked[0], a.TakeBank(asked[2])).state.banker == asked[0]


@pytest.mark.clause("CF.E1.11", "CF.E1.10")
def test_those_on_their_feet_are_asked_for_no_less(make) -> None:
    table = passed_by_three(make)
    table.declined("cuatro", "cinco", "seis", "siete", "ocho", "nueve", "uno", "dos")
    assert table.asked() == ("pau", Stage.STANDING, 395_00)
    assert table.refusal("pau", a.TakeBank(394_99)) == ("bank-below-floor", ("CF.E1.10",))
    assert table.do("pau", a.TakeBank(395_00)).state.banker == "pau"


@pytest.mark.clause("CF.E1.13")
def test_who_takes_it_alone_goes_before_a_nearer_one_with_associates(make) -> None:
    table = passed_by_three(make).do("seis", a.PledgeShare("cuatro", 195_00))
    assert (
        table.fork().do("seis", a.PledgeShare("ocho", 195_00)).do("ocho", t.Leave()).state.offer.pledged_to("ocho")
        == ()
    )
    assert table.refused("cuatro", a.TakeBank(200_00)).code == "bank-below-floor"
    table.declined("cuatro", "cinco", "seis", "siete")
    alone = table.fork().do("ocho", a.TakeBank(395_00))
    assert alone.state.banker == "ocho"
    # nobody alone: then the one with associates
    table.declined("ocho", "nueve", "uno", "dos", "pau", "rosa")
    assert table.asked() == ("cuatro", Stage.JOINT, 395_00)
    assert table.play.view(None).offer.pledges[0].amount == 195_00
    assert table.refused("cuatro", a.TakeBank(199_99)).code == "bank-below-floor"
    table.do("cuatro", a.TakeBank(200_00))
    told = [event.values for event in table.turns[-1].events if isinstance(event, Said)]
    assert told == [{"amount": "395"}]
    assert "CF.E1.13" in table.play.last.rests_on
    assert [(part.person, part.amount) for part in table.state.bank.parts] == [("cuatro", 200_00), ("seis", 195_00)]
    assert (table.chips("cuatro"), table.chips("seis")) == (9_800_00, 9_805_00)


@pytest.mark.clause("CF.E1.24")
def test_the_bar_is_lifted_when_the_new_banker_lets_the_bank_go(make) -> None:
    for result, end in (("banca", wins_and_passes), ("punto", loses)):
        table = sold(passed_by_three(make, result), "seis", 400_00)
        end(table, "seis")
        to_auction(table)
        assert may_bid(table, "tres") == ["tres"]
        assert (may_bid(table, "seis") == []) is (result == "banca")


def unsold(make, **options: Any):
    return to_auction(passed_by_three(make, **options)).do("croupier", a.CloseAuction())


@pytest.mark.clause("CF.E1.26")
def test_a_bank_that_everybody_refuses_waits_and_is_offered_anew(make) -> None:
    """House practice: the duty ends before him who let the bank go. Seats 1 and 2 had refused twice running."""
    table = unsold(make)
    for one in ("cuatro", "cinco", "seis", "siete", "ocho", "nueve"):
        assert table.asked()[:2] == (one, Stage.FORCED)
        table.do(one, a.DeclineBank())
    assert (table.state.phase, dict(table.state.seats.occupants)) == (Phase.VACANT, {3: "tres"})
    assert table.refused("croupier", a.OpenBets()).code == "wrong-window"
    assert table.refused("tres", a.OfferBank()).code == "not-your-post"
    again = table.outcome("croupier", a.OfferBank())
    assert "HP.CF.vacant-bank" in again.rests_on
    table.do("croupier", a.OfferBank())
    assert table.asked() == ("tres", Stage.SEATED, 10_00)
    assert table.do("tres", a.TakeBank(10_00)).state.banker == "tres"


@pytest.mark.clause("CF.D.16")
def test_two_refusals_running_cost_the_place(make) -> None:
    table = kept_by_three(make, "punto", "punto", "banca").coup("punto", ocho=100_00)
    table.declined("cuatro", "cinco").do("seis", a.TakeBank(50_00)).coup("punto", ocho=10_00)
    # uno and dos refused once, when the bank first came round
    table.declined("siete", "ocho", "nueve").do("uno", a.DeclineBank())
    assert "CF.D.16" in table.play.last.rests_on
    assert (table.state.seats.seat_of("uno"), table.state.seats.is_standing("uno")) == (None, True)
    # Bea refuses, takes it, and refuses again: taking the bank in between starts the count anew
    table = make(coups=("punto",) * 3).do("bea", a.DeclineBank()).do("carla", a.TakeBank(50_00))
    table.coup("punto", eva=10_00).declined("ana", "luis", "eva").do("bea", a.TakeBank(50_00)).coup("punto", eva=10_00)
    table.do("carla", a.TakeBank(50_00)).coup("punto", eva=10_00).declined("ana", "luis", "eva", "bea")
    assert dict(table.state.seats.occupants) == {1: "bea", 2: "carla"}, "Bea did not refuse twice running"
    gone = make().do("bea", a.DeclineBank()).do("carla", a.TakeBank(50_00)).do("bea", t.Leave())
    assert "bea" not in gone.state.carried_over.refusers, "whoever leaves and comes back begins anew"


@pytest.mark.clause("CF.D.16")
def test_whoever_the_bank_is_offered_to_sees_whether_letting_it_go_is_a_refusal(make) -> None:
    """Cuatro, who was promised a part, waits for associates; Pau has no place: neither refuses."""
    table, counted = passed_by_three(make).do("seis", a.PledgeShare("cuatro", 195_00)), dict[str, bool]()
    while table.state.phase is Phase.BANK and table.state.offer.stage is not Stage.FORCED:
        who, stage, _ = table.asked()
        told = table.play.view(who).me.is_refusal_counted
        table.do(str(who), a.DeclineBank())
        is_noted = any(type(one).__name__ in ("RefusalNoted", "SeatLost") for one in table.turns[-1].events)
        assert told is is_noted, f"{who} at {stage}"
        counted[f"{who} {stage}"] = told
    assert (counted["cuatro seated"], counted["cinco seated"], counted["pau standing"]) == (False, True, False)
    assert counted["cuatro joint"], "asked with their associates they refuse"


@pytest.mark.clause("CF.D.19")
def test_who_is_away_when_the_hand_comes_loses_his_place_to_the_waiting_list(make) -> None:
    table = kept_by_three(make, "punto").bets().do("ocho", a.Stake(100_00)).closed().dealt().looked()
    table.away("cuatro").do("teo", a.JoinList()).do("ines", a.JoinList())
    table.do("ocho", a.LayDown("punto")).settled()
    assert "CF.D.19" in table.play.last.rests_on
    assert (table.state.seats.occupants[4], table.state.seats.waiting_list) == ("teo", ("ines",))
    # teo lets this hand pass, and owes nothing more
    assert table.asked()[0] == "cinco"
    assert "teo" not in table.state.carried_over.salute_debtors
    assert "teo" not in seated_order(table)
    assert table.state.seats.seat_of("cuatro") is None


@pytest.mark.clause("CF.D.19", "CF.D.20")
def test_a_place_is_lost_only_when_the_hand_reaches_it(make) -> None:
    table = kept_by_three(make, "punto").away("cinco").do("teo", a.JoinList()).coup("punto", ocho=100_00)
    assert table.state.seats.occupants[5] == "cinco"
    assert table.refused("teo", t.Sit(5)).code == "place-kept"
    assert table.declined("cuatro").state.seats.occupants[5] == "teo"


def larger(make, *coups: str, amount: int = 500_00):
    """Seat 3 passed 395 and seat 5 took it for more."""
    return passed_by_three(make, *coups).declined("cuatro").do("cinco", a.TakeBank(amount))


@pytest.mark.clause("CF.E1.21")
def test_who_passed_a_smaller_bank_may_take_the_cards(make) -> None:
    table = larger(make).bets().do("tres", a.Stake(50_00)).do("siete", a.Stake(200_00)).closed()
    assert table.state.holder == "tres"
    assert "CF.E1.21" in table.play.last.rests_on
    equal = larger(make, amount=395_00).bets().do("tres", a.Stake(50_00)).do("siete", a.Stake(200_00)).closed()
    assert equal.state.holder == "siete"
    # without a stake there is no right, and a whole banco leaves none
    assert larger(make).bets().do("siete", a.Stake(200_00)).closed().state.holder == "siete"
    assert larger(make).bets().do("tres", a.Stake(50_00)).do("siete", a.CallBanco()).closed().state.holder == "siete"


@pytest.mark.clause("CF.E1.21", "CF.E1.19")
def test_a_bank_awarded_equal_and_then_raised_is_larger_than_the_one_passed(make) -> None:
    """The total of an awarded bank may be raised: what counts is the bank that the stakes play against."""
    raised = larger(make, amount=395_00).do("cinco", a.RaiseBank(400_00)).bets()
    assert raised.do("tres", a.Stake(50_00)).do("siete", a.Stake(200_00)).closed().state.holder == "tres"
    joined = larger(make, amount=395_00).do("dos", a.OfferShare(20_00)).do("cinco", a.AcceptShare("dos")).bets()
    assert joined.do("tres", a.Stake(50_00)).do("siete", a.Stake(200_00)).closed().state.holder == "tres"


@pytest.mark.clause("CF.E1.22")
def test_the_right_lasts_for_one_coup_used_or_not(make) -> None:
    table = larger(make, "tie").coup("tie", siete=200_00)
    table.bets().do("tres", a.Stake(50_00)).do("siete", a.Stake(200_00)).closed()
    assert table.state.holder == "siete"
    assert larger(make).bets().do("tres", a.Stake(50_00)).do("siete", a.Stake(200_00)).closed().state.holder == "tres"


def passed(make, **options):
    """Bea won a coup and passes a bank of 395; dora sat down at 3 meanwhile; everybody lets the bank go by."""
    table = make("2s 9h 4d Kc", **options).bank(300_00).bets()
    table.do("ana", a.Stake(100_00)).closed().dealt().looked().said("no").do("bea", a.LayDown("banca")).settled()
    table.do("dora", t.Sit(3), t.BuyIn(10_000_00))
    assert table.state.bank.total == 395_00
    return table.do("bea", a.PassHand())


def auctioned(make, **options):
    table = passed(make, **options)
    while table.state.phase is Phase.BANK:
        table.do(table.state.offer.candidate, a.DeclineBank())
    assert table.state.phase is Phase.AUCTION
    return table


def unsaluted(make):
    """As :func:`auctioned`, with Teo, who sat down at 4 after the hand had passed by and has still to salute."""
    table = auctioned(make)
    return table.do("teo", t.Sit(4), t.BuyIn(10_000_00))


@pytest.mark.clause("CF.D.10", "CF.D.08")
def test_who_owes_a_salute_is_passed_by_once(make) -> None:
    table = passed(make)
    assert "dora" in table.state.carried_over.salute_debtors
    table.do("carla", a.DeclineBank())
    assert "dora" not in table.state.carried_over.salute_debtors
    assert table.state.offer.candidate == "ana"


@pytest.mark.clause("CF.E1.31")
def test_a_tie_in_the_first_coup_is_a_coup(make) -> None:
    table, who = bought_after_a_pass(SEATED_7)(make, "tie")
    passed = table.coup("tie", ocho=100_00).play.attempt(a.PassHand(), who)
    assert (passed.state.phase, passed.state.bank) == (Phase.BANK, None)
    assert "CF.E1.31" in passed.rests_on


@pytest.mark.clause("CF.E1.28")
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


@pytest.mark.clause("CF.E1.25", "CF.E1.26")
def test_without_a_bid_it_falls_to_the_right_for_the_minimum_or_costs_the_place(make) -> None:
    table = auctioned(make).do("croupier", a.CloseAuction())
    assert table.asked() == ("carla", Stage.FORCED, 10_00)
    assert table.fork().do("carla", a.TakeBank(10_00)).state.banker == "carla"
    table.do("carla", a.DeclineBank())
    assert 2 not in table.state.seats.occupants
    assert table.state.offer.candidate == "dora"


@pytest.mark.clause("CF.D.10", "CF.E1.26")
def test_the_last_duty_goes_on_to_the_right_of_who_refused_it(make) -> None:
    """Pau took the first place on the right while the bank was auctioned: it goes past him, and does not come back."""
    table = passed_by_three(make).declined().do("cuatro", t.Leave()).do("pau", t.Sit(4))
    table.do("croupier", a.CloseAuction())
    assert table.asked() == ("cinco", Stage.FORCED, 10_00)
    assert "pau" not in table.state.carried_over.salute_debtors
    table.do("cinco", a.DeclineBank())
    assert table.asked() == ("seis", Stage.FORCED, 10_00)


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
    table.do("system:house", a.SetOptions(no_bank_max=False)).shoe()
    table.declined("carla", "ana", "luis", "eva", "pau", "rosa")
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


@pytest.mark.clause("CF.E2.06")
def test_parts_that_are_pledged_beyond_the_maximum_do_not_keep_the_bank_from_who_leads_it(make) -> None:
    """Of 300 and 700, pledged to cuatro, only one finds room beside his 200: that of who is nearer to his right."""
    table = passed_by_three(make).do("uno", a.PledgeShare("cuatro", 300_00)).do("seis", a.PledgeShare("cuatro", 700_00))
    table.declined("cuatro", "cinco", "seis", "siete", "ocho", "nueve", "uno", "dos", "pau", "rosa")
    table.do("cuatro", a.TakeBank(200_00))
    assert [(one.person, one.amount) for one in table.state.bank.parts] == [("cuatro", 200_00), ("seis", 700_00)]
    assert table.chips("uno") == 10_000_00
