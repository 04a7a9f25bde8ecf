"""Several seller-callers sell at once: each in his own name, into his own till, which is counted by itself."""

from __future__ import annotations

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Means
from tapete.kernel import PersonId
from tapete.table.staff import Role
from tapete.words import refusal
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, HOUSE, LINE, MANAGER, NUMBERS, STAFF, Hall, replace
from tests.web.test_bingo_panel import page_of

EVA, RAUL = PersonId("eva"), PersonId("raul")


def sellers(**options: bool) -> Hall:
    """Return a hall with three sellers, whose sale is announced."""
    hall = Hall(NUMBERS, **options).do(MANAGER, a.Relieve(Role.SELLER_1, EVA), a.Relieve(Role.SELLER_4, RAUL))
    return hall.open().sale()


@pytest.mark.clause("BG.IV.07")
def test_each_seller_caller_sells_and_nobody_else() -> None:
    hall = sellers()
    assert [
        who
        for who in (CALLER, EVA, RAUL, CHIEF, CASHIER, "assistant")
        if hall.accepts(who, a.SellCards("B-1047", 1, 6))
    ] == [
        CALLER,
        EVA,
        RAUL,
    ]
    answer = hall.answer(CASHIER, a.SellCards("B-1047", 1, 6))
    assert (answer.code, answer.facts, answer.clauses) == ("not-your-post", {"needs": ["caller"]}, ("BG.IV.07",))


def test_each_range_names_its_seller_whose_takings_are_his() -> None:
    hall = sellers().do(CALLER, a.SellCards("B-1047", 1, 6)).do(EVA, a.SellCards("B-1047", 7, 9))
    hall.do(RAUL, a.SellCards("B-1047", 10, 10)).do("ana", a.BuyIn(2_00))
    hall.do(RAUL, a.SellCards("B-1047", 11, 11, PersonId("ana"), Means.ACCOUNT))
    assert [(one.cards.first, one.cards.last, one.seller) for one in hall.game.sales] == [
        (1, 6, CALLER),
        (7, 9, EVA),
        (10, 10, RAUL),
        (11, 11, RAUL),
    ]
    assert [hall.balance(f"till:{who}") for who in (CALLER, EVA, RAUL)] == [-12_00, -6_00, -2_00]
    tills = {who: hall.play.game.view(hall.state, PersonId(who)).duty.tills for who in (EVA, CASHIER)}
    assert tills == {EVA: {EVA: 6_00}, CASHIER: {CALLER: 12_00, EVA: 6_00, RAUL: 2_00}}


def test_what_goes_back_comes_out_of_the_till_of_who_pays_it_back() -> None:
    """Whoever sold it: the buyer has his money of the seller before whom he stands."""
    hall = sellers().do(EVA, a.SellCards("B-1047", 1, 3)).do(CALLER, a.TakeCardsBack("B-1047", 3, 3))
    assert [hall.balance(f"till:{who}") for who in (CALLER, EVA)] == [2_00, -6_00]
    hall.close().do(CASHIER, a.GiveBackTakings(PersonId(CALLER), 2_00), a.HandOverTakings(EVA, 6_00))
    assert [hall.balance(f"till:{who}") for who in (CALLER, EVA)] == [0, 0]


def test_what_was_sold_from_an_account_goes_back_there_and_what_was_never_sold_is_taken_off_its_seller() -> None:
    hall = sellers().do("ana", a.BuyIn(10_00)).do(EVA, a.SellCards("B-1047", 1, 1, PersonId("ana"), Means.ACCOUNT))
    hall.do(EVA, a.SellCards("B-1047", 2, 4)).do(CALLER, a.TakeCardsBack("B-1047", 1, 1))
    assert [hall.balance(f"till:{who}") for who in (CALLER, EVA)] == [0, -6_00]
    hall.close().do(CASHIER, a.Recount("B-1047", 4, 4, was_sold=False, reason="no se vendió"))
    assert [hall.balance(f"till:{who}") for who in (CALLER, EVA)] == [0, -4_00]


@pytest.mark.clause("BG.IV.07")
def test_what_a_relieved_seller_sold_and_did_not_enter_is_entered_for_him() -> None:
    hall = sellers().do(EVA, a.SellCards("B-1047", 1, 3)).do(MANAGER, a.Relieve(Role.SELLER_1, PersonId("rosa")))
    hall.close()
    (offer,) = (one for one in hall.play.legal(CASHIER) if one.act == "recount-sale" and "seller" in one.fields)
    assert offer.fields["seller"].options == (CALLER, "rosa", RAUL, EVA)
    told = {"was_sold": True, "reason": "no se anotó"}
    assert hall.refused(CASHIER, a.Recount("B-1047", 4, 4, seller=PersonId(CHIEF), **told)) == "not-your-post"
    hall.do(CASHIER, a.Recount("B-1047", 4, 4, seller=EVA, **told))
    assert [hall.balance(f"till:{who}") for who in (EVA, "rosa")] == [-8_00, 0]


def test_the_cashier_takes_over_and_counts_each_by_himself() -> None:
    hall = sellers().do(CALLER, a.SellCards("B-1047", 1, 6)).do(EVA, a.SellCards("B-1047", 7, 9))
    hall.close().do(CASHIER, a.HandOverTakings(EVA, 5_00), a.HandOverTakings(PersonId(CALLER), 12_00))
    (count,) = hall.play.game.view(hall.state, PersonId(CASHIER)).duty.counts
    assert (count.seller, count.amount, count.difference) == (EVA, 5_00, -1_00)
    hall.do(CHIEF, a.ConfirmTakings(count.serial, "falta un euro"))
    assert [hall.balance(f"till:{who}") for who in (CALLER, EVA)] == [0, 0]


def test_what_was_sold_and_not_entered_is_entered_for_who_sold_it() -> None:
    hall = sellers().do(CALLER, a.SellCards("B-1047", 1, 6)).do(CHIEF, a.CloseSale())
    recount = a.Recount("B-1047", 7, 8, was_sold=True, reason="sin apuntar", seller=EVA)
    assert hall.balance("till:eva") == 0
    assert hall.do(CASHIER, recount).balance("till:eva") == -4_00
    later = a.Recount("B-1047", 9, 9, was_sold=True, reason="sin apuntar", seller=PersonId("ana"))
    assert hall.refused(CASHIER, later) == "not-your-post"
    (offer,) = [one for one in hall.play.legal(CASHIER) if one.act == "recount-sale" and one.fixed_value("was_sold")]
    assert offer.options("seller") == (CALLER, EVA, RAUL)


def test_without_a_caller_another_seller_sells_for_whoever_serves_himself() -> None:
    hall = Hall(sale__self_service=True).open().sale()
    staff = hall.state.staff.delete(Role.CALLER).set(Role.SELLER_2, EVA)
    hall.play = hall.play.__class__(hall.play.game, replace(hall.state, staff=staff), hall.play.source)
    hall.do("ana", a.BuyIn(2_00), a.WantCards("B-1047", 1))
    assert hall.game.sales[0].seller == EVA


def test_one_person_is_one_seller() -> None:
    assert sellers().refused(MANAGER, a.Relieve(Role.SELLER_2, EVA)) == "staff-twice"
    refused = sellers().answer(MANAGER, a.Relieve(Role.SELLER_2, PersonId(CALLER)))
    assert "vendedor-locutor y vendedor 2" in refusal(refused.code, refused.facts, "es"), "other posts go together"


def test_who_sells_announces_no_balls_and_keys_the_calls_that_he_hears() -> None:
    hall = sellers().do(EVA, a.SellCards("B-1047", 1, 20)).close().announced().do(CHIEF, a.AnnounceStart())
    assert hall.refused(EVA, a.DrawBall()) == "not-your-post"
    hall.drawn(5).do(EVA, a.CallForPlayer(LINE, "B-1047/1"), a.HandInCard("B-1047/1"))
    assert hall.check(1).phase() == "ask-line"


def test_who_sells_buys_nothing_for_himself() -> None:
    hall = sellers().do("ana", a.BuyIn(10_00))
    assert hall.refused(EVA, a.BuyIn(10_00)) == "own-purse"
    assert hall.refused(CALLER, a.SellCards("B-1047", 1, 1, EVA)) == "staff-may-not-play"


def test_each_seller_sells_on_a_page_of_his_own() -> None:
    hall = sellers().do(CALLER, a.SellCards("B-1047", 1, 6)).do(EVA, a.SellCards("B-1047", 7, 9))
    assert ["Venta de la serie B-1047" in page_of(hall, who) for who in (CALLER, EVA, CHIEF, "ana")] == [
        True,
        True,
        False,
        False,
    ]


# --- a post that is left empty ----------------------------------------------------------------------------------------

EMPTY = a.VacatePost(Role.SELLER_1)


def test_the_post_of_a_further_seller_is_left_empty_by_whoever_may_give_it() -> None:
    hall = sellers()
    everybody = (HOUSE, MANAGER, CHIEF, CALLER, CASHIER, "assistant", EVA, RAUL, "ana")
    assert [who for who in everybody if hall.accepts(who, EMPTY)] == [HOUSE, MANAGER, CHIEF, EVA]
    offered = {
        who: [one.fixed_value("role") for one in hall.play.legal(PersonId(who)) if one.act == "vacate-post"]
        for who in (MANAGER, CHIEF, EVA, CASHIER)
    }
    assert offered == {
        MANAGER: ["seller-1", "seller-4"],
        CHIEF: ["seller-1", "seller-4"],
        EVA: ["seller-1"],
        CASHIER: [],
    }
    hall.do(CHIEF, EMPTY)
    assert Role.SELLER_1 not in hall.state.staff
    assert hall.refused(EVA, a.SellCards("B-1047", 1, 1)) == "not-your-post"
    assert hall.refused(CHIEF, EMPTY) == "nothing-changes"
    assert hall.accepts(CHIEF, a.Relieve(Role.SELLER_1, EVA)), "he has been on duty there"


def test_a_seller_comes_off_duty_once_his_takings_are_handed_over_and_may_play() -> None:
    hall = Hall(NUMBERS).open().do(MANAGER, a.Relieve(Role.SELLER_1, EVA))
    hall.sale().do(EVA, a.SellCards("B-1047", 1, 3))
    answer = hall.answer(CHIEF, EMPTY)
    assert (answer.code, answer.facts, answer.clauses) == (
        "post-has-takings",
        {"person": EVA, "amount": 6_00},
        ("HP.BG.takings",),
    )
    assert not [one for one in hall.play.legal(CHIEF) if one.act == "vacate-post"]
    hall.close().do(CASHIER, a.HandOverTakings(EVA, 6_00))
    assert hall.refused(EVA, a.BuyIn(5_00)) == "own-purse"
    assert hall.do(EVA, EMPTY, a.BuyIn(5_00)).balance("person:eva") == 5_00


def test_what_a_seller_handed_over_too_much_he_gets_back_off_duty() -> None:
    hall = sellers().do(EVA, a.SellCards("B-1047", 1, 3)).do(CHIEF, a.CloseSale())
    hall.do(CASHIER, a.HandOverTakings(EVA, 6_00), a.Recount("B-1047", 3, 3, was_sold=False, reason="no lo vendió"))
    assert hall.do(CHIEF, EMPTY).do(CASHIER, a.GiveBackTakings(EVA, 2_00)).balance("till:eva") == 0


@pytest.mark.parametrize("role", sorted(STAFF))
def test_no_other_post_is_left_empty(role: Role) -> None:
    answer = sellers().answer(MANAGER, a.VacatePost(role))
    assert (answer.code, answer.clauses) == ("post-stays-filled", ("HP.BG.posts",))
    assert sellers().refused(MANAGER, a.VacatePost(Role.CROUPIER)) == "no-such-post"


def test_a_post_is_left_empty_between_games_alone_where_posts_change_hands_so() -> None:
    hall = sellers(hall__relief_in_game=False).sell(1, 20).close().announced().do(CHIEF, a.AnnounceStart())
    assert hall.refused(CHIEF, EMPTY) == "relief-in-game"
    assert hall.accepts(HOUSE, EMPTY)
