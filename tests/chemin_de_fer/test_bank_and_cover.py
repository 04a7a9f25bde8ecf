"""Sentences of the annex about the bank and its cover taken together: what one says while another is still at work."""

from itertools import combinations_with_replacement, permutations
from typing import Any

import msgspec
import pytest

from tapete.games.baccarat.effects import BarPerson, BarredAction, Party, Until, VoidCoup
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.game import CheminDeFer
from tapete.games.chemin_de_fer.round.rotation import has_place_at_stake
from tapete.games.chemin_de_fer.terms import Accident, Cover, Hand, Phase, Stage
from tapete.kernel import Refused
from tapete.rulebooks import house_library, make as bound, overlay
from tapete.table import acts as t

NINE = {1: "uno", 2: "dos", 3: "tres", 4: "cuatro", 5: "cinco", 6: "seis", 7: "siete", 8: "ocho", 9: "nueve"}
FEET = {"pau": 6, "rosa": 9}


def asked(table) -> tuple[str | None, Stage, int]:
    offer = table.state.offer
    return offer.candidate, offer.stage, offer.floor


def passed(make, *coups: str, **options: Any):
    """Seat 3 passes a hand of 395; it is offered to seat 4."""
    table = make(coups=("banca", *coups), seats=NINE, standing=FEET, **options).declined("uno", "dos")
    return table.do("tres", a.TakeBank(300_00)).coup("banca", ocho=100_00).do("tres", a.PassHand())


def stop_before(table, position: int):
    """Lay the stop card before this card of the shoe."""
    play, state = table.play, table.state
    shoe = msgspec.structs.replace(state.shoe, stop=position)
    table.play = type(play)(play.game, msgspec.structs.replace(state, shoe=shoe), play.source, play.last)
    return table


def ruled(table, *effects: Any):
    table.do("croupier", a.Report(accident=Accident.OTHER, fault_of=Party.PLAYER, note="so"))
    return table.ruled("inspector", effects=effects, reason="so")


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CF.D.16")
def test_one_hand_that_comes_alone_and_with_associates_is_refused_once(make) -> None:
    """A pledge that others make afterwards takes nobody's place."""
    table = passed(make).declined("cuatro").do("seis", a.PledgeShare("cuatro", 195_00))
    table.declined("cinco", "seis", "siete", "ocho", "nueve", "uno", "dos", "pau", "rosa")
    assert asked(table) == ("cuatro", Stage.JOINT, 395_00)
    table.do("cuatro", a.DeclineBank())
    assert (table.state.seats.seat_of("cuatro"), table.state.carried_over.refusers >= {"cuatro"}) == (4, True)
    # the next hand that comes to him is the second
    table.do("tres", a.TakeBank(395_00), a.RefuseToDeal()).do("cinco", a.Bid(395_00)).do("croupier", a.CloseAuction())
    assert table.state.offer.refusals == frozenset()


@pytest.mark.clause("CF.D.10", "CF.E1.26")
def test_the_last_duty_goes_on_to_the_right_of_who_refused_it(make) -> None:
    """Pau took the first place on the right while the bank was auctioned: it goes past him, and does not come back."""
    table = passed(make).declined().do("cuatro", t.Leave()).do("pau", t.Sit(4)).do("croupier", a.CloseAuction())
    assert asked(table) == ("cinco", Stage.FORCED, 10_00)
    assert "pau" not in table.state.carried_over.salute_debtors
    assert has_place_at_stake(table.state, "cinco")
    assert not has_place_at_stake(table.state, "seis")
    assert not has_place_at_stake(msgspec.structs.replace(table.state, phase=Phase.CLOSED), "cinco")
    table.do("cinco", a.DeclineBank())
    assert asked(table) == ("seis", Stage.FORCED, 10_00)


@pytest.mark.clause("CF.D.19", "CF.E1.26")
def test_who_inherits_a_place_lets_the_last_duty_pass_too(make) -> None:
    table = passed(make).do("teo", a.JoinList()).declined().do("system:clock", t.Away("cuatro"))
    table.do("croupier", a.CloseAuction())
    assert (asked(table)[0], table.state.seats.occupants[4]) == ("cinco", "teo")
    table.do("cinco", a.DeclineBank())
    assert asked(table)[0] == "seis"


@pytest.mark.clause("CF.D.19")
def test_two_who_are_away_when_the_last_duty_comes_lose_their_places_to_two_of_the_list(make) -> None:
    table = passed(make).do("teo", a.JoinList()).do("ines", a.JoinList()).declined()
    table.do("system:clock", t.Away("cuatro"), t.Away("cinco")).do("croupier", a.CloseAuction())
    assert (table.state.seats.occupants[4], table.state.seats.occupants[5]) == ("teo", "ines")
    assert (table.state.seats.waiting_list, asked(table)) == ((), ("seis", Stage.FORCED, 10_00))


@pytest.mark.clause("CF.D.16", "CF.E1.13")
def test_a_part_whose_owner_has_left_makes_no_association(make) -> None:
    """Nobody would take the hand with him any more: he has refused it, and he is not asked a second time."""
    table = passed(make).do("seis", a.PledgeShare("cuatro", 195_00)).do("seis", t.Leave()).do("cuatro", a.DeclineBank())
    assert "cuatro" in table.state.carried_over.refusers
    table.declined("cinco", "siete", "ocho", "nueve", "uno", "dos", "pau", "rosa")
    assert asked(table)[:2] == ("tres", Stage.RECOVERY)


@pytest.mark.clause("CF.E1.29")
def test_who_takes_the_last_duty_and_refuses_to_deal_gives_up_his_place(make) -> None:
    """House practice: otherwise he could take it and refuse it for ever."""
    table = passed(make).declined().do("croupier", a.CloseAuction()).do("cuatro", a.TakeBank(10_00))
    table.do("cuatro", a.RefuseToDeal())
    assert (table.state.phase, table.state.seats.seat_of("cuatro")) == (Phase.AUCTION, None)
    assert {"CF.E1.29", "HP.CF.duty-refused"} <= set(table.play.last.rests_on)
    table.do("croupier", a.CloseAuction())
    assert asked(table) == ("cinco", Stage.FORCED, 10_00)
    # one who took it in his turn keeps his place
    free = passed(make).do("cuatro", a.TakeBank(395_00), a.RefuseToDeal())
    assert free.state.seats.seat_of("cuatro") == 4
    assert "HP.CF.duty-refused" not in free.play.last.rests_on


@pytest.mark.clause("CF.E1.25")
def test_the_banker_who_passed_leaves_while_it_is_auctioned(make) -> None:
    table = passed(make).declined().do("tres", t.Leave()).do("croupier", a.CloseAuction())
    assert asked(table) == ("cuatro", Stage.FORCED, 10_00)


@pytest.mark.clause("CF.D.08", "CF.E1.16")
def test_equal_bids_of_one_who_has_still_to_salute_and_one_on_his_feet(make) -> None:
    table = passed(make).declined().do("cinco", t.Leave()).do("rosa", t.Sit(5))
    table.do("rosa", a.Bid(395_00)).do("pau", a.Bid(395_00)).do("croupier", a.CloseAuction())
    assert table.state.banker == "pau"


def test_the_highest_bidder_who_goes_away_does_not_stop_the_table(make) -> None:
    table = passed(make).declined().do("seis", a.Bid(395_00))
    assert table.refused("seis", t.Leave()).code == "money-on-table"
    table.do("system:clock", t.Away("seis")).do("croupier", a.CloseAuction())
    assert table.refused("croupier", a.OpenBets()).code == "banker-away"
    table.do("croupier", a.RefuseToDeal())
    assert table.state.phase is Phase.AUCTION
    assert table.refused("seis", a.Bid(400_00)).clauses == ("CF.E1.30",)


# --- what officials keep from somebody --------------------------------------------------------------------------------


def test_a_bank_kept_from_somebody_by_a_ruling_goes_past_him(make) -> None:
    table = make(coups=("banca",), seats=NINE, standing=FEET, conduct="observed").declined("uno", "dos")
    table.do("tres", a.TakeBank(300_00)).bets().do("ocho", a.Stake(100_00)).closed()
    ruled(table, BarPerson("cuatro", BarredAction.BANK, Until.SHOE), BarPerson("pau", BarredAction.BANK, Until.SHOE))
    table.dealt().looked().said("no").do("tres", a.LayDown(Hand.BANCA)).settled().do("tres", a.PassHand())
    assert asked(table)[0] == "cinco"
    assert table.state.seats.seat_of("cuatro") == 4
    table.declined("cinco", "seis", "siete", "ocho", "nueve", "uno", "dos", "rosa", "tres")
    table.do("croupier", a.CloseAuction())
    assert asked(table)[:2] == ("cinco", Stage.FORCED)


def test_what_is_forbidden_until_the_hand_is_passed_is_free_from_then_on(make) -> None:
    table = make(coups=("banca", "banca"), seats=NINE, standing=FEET, conduct="observed")
    table.do("uno", a.TakeBank(300_00)).bets().do("ocho", a.Stake(100_00)).closed()
    ruled(table, BarPerson("ocho", BarredAction.BANCO, Until.NEXT_PASS))
    table.dealt().looked().said("no").do("uno", a.LayDown(Hand.BANCA)).settled()
    assert table.bets().refused("ocho", a.CallBanco()).code == "barred-from-banco"
    table.do("siete", a.CallBanco()).closed().dealt().looked().said("no").do("uno", a.LayDown(Hand.BANCA)).settled()
    table.do("uno", a.PassHand()).do("dos", a.TakeBank(800_00)).bets().do("ocho", a.CallBanco())


# --- amounts ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CF.E1.12", "CF.E2.06")
def test_nobody_is_asked_for_more_than_the_maximum_that_holds_now(make) -> None:
    """A bank of 3,000 was lost, and with the new shoe the authorisation to play without a maximum ended."""
    table = make(coups=("punto",), no_bank_max=True).bank(3_000_00)
    stop_before(table, 2).coup("punto", ana=100_00)
    table.do("system:house", a.SetOptions(no_bank_max=False)).shoe().declined(
        "carla", "ana", "luis", "eva", "pau", "rosa"
    )
    assert asked(table) == ("bea", Stage.RECOVERY, 1_000_00)
    table.do("bea", a.TakeBank(1_000_00))


@pytest.mark.clause("CF.E2.10")
def test_half_of_the_bank_that_leaves_less_than_the_minimum_cannot_be_called(make) -> None:
    refused = make(coups=("banca",)).bank(19_99).bets().refused("carla", a.CallConLaMesa())
    assert (refused.code, refused.clauses) == ("below-minimum", ("CF.E2.10",))


@pytest.mark.clause("CF.B.48", "CF.E2.06")
def test_a_bank_above_the_maximum_goes_on_for_what_of_it_can_be_played(make) -> None:
    table = stop_before(make(coups=("banca",)).bank(900_00), 2).coup("banca", luis=600_00).shoe()
    assert (asked(table), table.state.bank.total) == (("bea", Stage.CONTINUE, 1_000_00), 1_470_00)
    going_on = table.fork().do("bea", a.TakeBank(1_000_00)).bets()
    assert (going_on.state.bank.total, going_on.state.coup.in_play) == (1_470_00, 1_000_00)
    out = table.do("bea", a.DeclineBank())
    assert (asked(out), out.chips("bea")) == (("carla", Stage.SEATED, 1_000_00), 10_570_00)


@pytest.mark.clause("CF.B.48", "CF.E1.05")
def test_associates_go_on_in_the_next_shoe_with_the_bank(make) -> None:
    table = make(coups=("banca",)).bank(300_00).do("carla", a.OfferShare(100_00)).do("bea", a.AcceptShare("carla"))
    stop_before(table, 2).coup("banca", luis=100_00).shoe().do("bea", a.TakeBank(495_00))
    assert [(one.person, one.amount) for one in table.state.bank.parts] == [("bea", 371_25), ("carla", 123_75)]
    table.do("carla", a.WithdrawShare()).do("bea", a.TakeOverShare("carla"))


@pytest.mark.clause("CF.E1.18", "CF.B.48")
def test_an_acquired_hand_that_is_not_taken_on_in_the_next_shoe_goes_to_his_own_right(make) -> None:
    table = passed(make, "banca").declined("cuatro", "cinco", "seis").do("siete", a.TakeBank(395_00))
    stop_before(table, 5).coup("banca", ocho=100_00).shoe()
    assert asked(table) == ("siete", Stage.CONTINUE, 490_00)
    assert asked(table.do("siete", a.DeclineBank())) == ("ocho", Stage.SEATED, 490_00)


@pytest.mark.clause("CF.E2.06")
def test_parts_that_are_pledged_beyond_the_maximum_do_not_keep_the_bank_from_who_leads_it(make) -> None:
    """Of 300 and 700, pledged to cuatro, only one finds room beside his 200: that of who is nearer to his right."""
    table = passed(make).do("uno", a.PledgeShare("cuatro", 300_00)).do("seis", a.PledgeShare("cuatro", 700_00))
    table.declined("cuatro", "cinco", "seis", "siete", "ocho", "nueve", "uno", "dos", "pau", "rosa")
    table.do("cuatro", a.TakeBank(200_00))
    assert [(one.person, one.amount) for one in table.state.bank.parts] == [("cuatro", 200_00), ("seis", 700_00)]
    assert table.chips("uno") == 10_000_00


# --- banco, alone, repeated, together ---------------------------------------------------------------------------------


@pytest.mark.clause("CF.E2.05")
def test_whoever_puts_up_the_whole_bank_makes_banco_alone_whatever_he_says(make) -> None:
    """He leads a banco that nobody has to join: he goes before those who are farther, and may repeat it."""
    table = make(coups=("banca", "banca")).bank(300_00).bets()
    table.do("ana", a.JoinBanco("ana", 300_00)).do("luis", a.CallBanco()).closed()
    assert (table.state.coup.award.kind, table.state.holder) == (Cover.BANCO, "ana")
    table.played().bets().do("ana", a.CallSeguido()).closed()
    assert table.state.coup.award.kind is Cover.SEGUIDO
    # a partner who puts up all of it makes it for himself
    other = make(coups=("banca",)).bank(300_00).bets().do("ana", a.JoinBanco("ana", 100_00))
    other.do("luis", a.JoinBanco("ana", 300_00)).closed()
    assert (other.state.coup.award.kind, other.state.holder) == (Cover.BANCO, "luis")


@pytest.mark.clause("CF.B.30")
def test_banco_seguido_said_by_who_won_his_banco_is_an_ordinary_banco(make) -> None:
    table = make(coups=("punto", "banca")).bank(300_00).bets().do("ana", a.CallBanco()).closed().played()
    table.do("carla", a.TakeBank(100_00)).bets().do("ana", a.CallSeguido()).closed()
    assert table.state.coup.award.kind is Cover.BANCO
    assert "CF.B.30" in table.turns[-2].rests_on
    # so whoever is nearer goes before him, and once the words are said it is too late
    near = make(coups=("punto", "banca"), seats=NINE).do("uno", a.TakeBank(300_00)).bets()
    near.do("cinco", a.CallBanco()).closed().played().do("dos", a.TakeBank(100_00)).bets()
    assert not any(one.act == "call-banco-seguido" for one in near.play.legal("cinco"))
    late = near.fork().do("ocho", a.Stake(50_00)).closed()
    assert late.refused("cinco", a.CallSeguido()).code == "no-banco-to-repeat"
    assert near.do("cinco", a.CallSeguido()).do("cuatro", a.CallBanco()).closed().state.holder == "cuatro"


@pytest.mark.clause("CF.B.36")
def test_a_banco_let_go_by_to_a_joint_one_is_taken_up_again_after_a_tie(make) -> None:
    table = make(coups=("banca", "tie", "tie", "banca")).bank(300_00)
    table.bets().do("ana", a.CallBanco()).closed().played()
    for _ in range(2):
        table.bets().do("carla", a.JoinBanco("carla", 285_00)).do("eva", a.JoinBanco("carla", 300_00))
        assert table.closed().state.coup.award.kind is Cover.JOINT
        table.played()
    table.bets().do("ana", a.CallSeguido()).do("carla", a.CallBanco()).closed()
    assert (table.state.coup.award.kind, table.state.holder) == (Cover.SEGUIDO, "ana")


@pytest.mark.clause("CF.B.30", "CF.E2.05")
def test_a_joint_banco_that_is_lost_gives_none_of_its_partners_a_banco_to_repeat(make) -> None:
    """None of them reached the whole bank, which is what making banco means."""
    table = make(coups=("banca", "banca")).bank(300_00).bets()
    table.do("carla", a.JoinBanco("carla", 100_00)).do("eva", a.JoinBanco("carla", 200_00)).closed().played().bets()
    for one in ("carla", "eva"):
        assert table.refused(one, a.CallSeguido()).code == "no-banco-to-repeat"


@pytest.mark.parametrize(
    ("bank", "parts", "plays"),
    [
        (300_00, {"carla": 200_00, "ana": 150_00}, {"carla": 200_00, "ana": 100_00}),
        (300_00, {"carla": 200_00, "ana": 105_00}, {"carla": 200_00, "ana": 100_00}),
        (300_00, {"carla": 295_00, "ana": 100_00}, {"carla": 290_00, "ana": 10_00}),
        # three cannot play ten each in a bank of 21, so one stays out: the last without whom it is covered
        (21_00, {"carla": 10_00, "ana": 10_00, "luis": 14_00}, {"carla": 10_00, "luis": 11_00}),
        (21_00, {"carla": 12_00, "ana": 10_00, "luis": 14_00}, {"carla": 11_00, "ana": 10_00}),
    ],
)
def test_partners_who_put_up_too_much_cover_the_bank(make, bank: int, parts, plays) -> None:
    """House practice: the last by priority bears it, and nobody plays less than the minimum."""
    table = make().bank(bank).bets()
    for one, amount in parts.items():
        table.do(one, a.JoinBanco("carla", amount))
    award = table.closed().state.coup.award
    assert (award.kind, {one.person: one.amount for one in award.stakes}) == (Cover.JOINT, plays)
    assert "HP.CF.joint-overshoot" in table.play.last.rests_on


@pytest.mark.clause("CF.B.29")
def test_the_one_before_whom_the_cards_lie_may_repeat_his_own_banco_until_he_lifts_them(make) -> None:
    table = make(coups=("banca", "banca")).bank(300_00).bets().do("ana", a.CallBanco()).closed().played().bets()
    table.do("ana", a.Stake(50_00)).do("luis", a.Stake(20_00)).closed().dealt().carried()
    called = table.fork().do("ana", a.CallSeguido())
    assert [(one.person, one.amount) for one in called.state.coup.award.stakes] == [("ana", 585_00)]
    assert called.chips("luis") == 10_000_00
    called.looked()
    assert table.do("ana", a.Lift(Hand.PUNTO)).refused("ana", a.CallSeguido()).code == "cards-seen"


def test_a_house_that_ends_it_with_the_hand_ends_it_with_a_hand_left_at_the_end_of_a_shoe_too(make) -> None:
    house = house_library().by_id("chemin-de-fer", "asturias-2011")
    option = {"betting": {"seguido_after_pass": {"value": False, "practice": "the hand it was lost to is over"}}}
    game = CheminDeFer(house_library().with_books(bound(overlay(house.content, option))))
    table = stop_before(make(coups=("banca",), game=game).bank(300_00), 2)
    table.bets().do("ana", a.CallBanco()).closed().played().shoe()
    assert table.state.carried_over.seguido == {"ana"}
    assert table.do("bea", a.DeclineBank()).state.carried_over.seguido == frozenset()


# --- cards drawn early ------------------------------------------------------------------------------------------------


@pytest.mark.clause("CF.C1.03")
@pytest.mark.parametrize("before", ["between", "bets"])
def test_a_coup_annulled_before_its_first_card_is_no_way_out(make, before: str) -> None:
    """The card that the banker drew early still waits for the coup that he deals, which has not come yet."""
    table = make("6s Kc 2d 9h 5c", conduct="observed").bank(300_00)
    if before == "bets":
        table.bets()
    table.do("croupier", a.Report(Accident.EARLY_DRAW, Party.BANKER, count=1)).ruled("croupier")
    if before == "between":
        table.bets()
    table.do("ana", a.Stake(100_00)).closed()
    ruled(table, VoidCoup())
    refused = table.refused("bea", a.PassHand())
    assert (table.state.phase, refused.code, refused.clauses) == (Phase.BETWEEN, "must-go-through", ("CF.C1.03",))
    table.bets().do("ana", a.Stake(100_00)).closed().dealt()
    cards = [(card.position, card.place) for card in table.state.coup.cards.layout]
    assert cards == [(0, "punto"), (1, "banca"), (2, "punto"), (3, "banca")]
    # annulled with cards dealt, the coup was gone through with
    ruled(table, VoidCoup())
    assert table.refused("bea", a.PassHand()).code == "must-deal-once"


# --- every kind of claim in every order -------------------------------------------------------------------------------

KINDS: dict[str, Any] = {
    "seguido": a.CallSeguido(),
    "banco": a.CallBanco(),
    "joint": a.JoinBanco("siete", 260_00),
    "half": a.CallConLaMesa(),
    "last": a.CallUltimoCompleto(),
    "stake": a.Stake(80_00),
    "line": a.StakeOnLine(160_00),
}
LEADS = ("siete", a.JoinBanco("siete", 250_00))
CLAIMANTS = ("ocho", "tres", "seis", "pau")
"""One who lost banco, the passer, one who has still to salute, and one on his feet."""


@pytest.fixture
def claimed(make):
    """Seat 3 won a banco of 200 from ocho and passed; cinco bought the hand for 500, and seis moved to seat 4."""
    seats = {place: one for place, one in NINE.items() if place != 4}
    table = make(coups=("banca", "banca"), seats=seats, standing=FEET).declined("uno", "dos")
    table.do("tres", a.TakeBank(200_00)).bets().do("ocho", a.CallBanco()).closed().played()
    table.do("tres", a.PassHand()).declined().do("cinco", a.Bid(500_00)).do("croupier", a.CloseAuction())
    table.do("seis", t.Sit(4)).bets()
    assert (table.state.carried_over.seguido, table.state.carried_over.salute_debtors) == ({"ocho"}, {"seis"})
    return table


def awarded(table, calls: Any) -> Any:
    """Return the award of these calls, and everybody's money; a partial call after a full banco is refused."""
    table = table.fork()
    for who, act in calls:
        made = table.play.attempt(act, who)
        if isinstance(made.outcome, Refused):
            assert made.outcome.code == "banco-called", made.outcome
        else:
            table.do(who, act)
    if isinstance(table.play.attempt(a.CloseBets(), "croupier").outcome, Refused):
        return None
    table.closed()
    return table.state.coup.award, sorted(table.money().items())


@pytest.mark.parametrize("kinds", list(combinations_with_replacement(KINDS, 3)), ids="+".join)
def test_any_three_kinds_of_claim_in_all_their_orders(claimed, kinds: tuple[str, ...]) -> None:
    for turn in range(len(CLAIMANTS)):
        people = (*CLAIMANTS[turn:], *CLAIMANTS[:turn])[: len(kinds)]
        calls = [
            (who, KINDS["banco" if kind == "seguido" and who != "ocho" else kind])
            for who, kind in zip(people, kinds, strict=True)
        ]
        calls += [LEADS] if "joint" in kinds else []
        first = awarded(claimed, calls)
        assert all(awarded(claimed, order) == first for order in permutations(calls)), calls


def holder(table, **calls: str) -> str | None:
    found = awarded(table, [(who, KINDS[kind]) for who, kind in calls.items()])
    return None if found is None else found[0].holder


@pytest.mark.clause("CF.D.09", "CF.E1.21", "CF.B.21", "CF.B.22", "CF.B.30")
def test_who_holds_the_cards_where_several_rights_meet(claimed) -> None:
    assert holder(claimed, pau="banco", seis="banco") == "pau"  # one who has still to salute comes after everybody
    assert holder(claimed, pau="half", seis="half") == "pau"
    assert holder(claimed, tres="line", nueve="stake") == "tres"  # who passed a smaller bank
    assert holder(claimed, tres="stake", siete="stake", pau="half") == "pau"
    assert holder(claimed, tres="stake", seis="half", pau="last") == "pau"
    assert holder(claimed, seis="last", tres="stake") == "tres"  # without half called there is nothing to complete
    assert holder(claimed, ocho="seguido", seis="banco", pau="banco") == "ocho"
    assert holder(claimed, seis="stake", nueve="stake") == "nueve"
