"""HP.BG.takings, takings-count, counter, BG.IV.07: tills, confirmed counts, money of accounts over the counter."""

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.game import BINGO
from tapete.games.bingo.hall import inventory_of
from tapete.games.bingo.inventory import Inventory, LeftPrize
from tapete.games.bingo.terms import Means, Prize
from tapete.kernel import Act, PersonId, Refused
from tapete.table.staff import Role
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, HOUSE, MANAGER, NUMBERS, STAFF, Hall
from tests.support.bingo.void_games import VOID

TAKEN = 600_00
CLAUSE = ("HP.BG.takings-count",)


def sold(**options: Any) -> Hall:
    return Hall(**options).open().sale().sell(1, 300).do(CHIEF, a.CloseSale())


def counted(amount: int = 598_00) -> Hall:
    return sold().do(CASHIER, a.HandOverTakings(CALLER, amount))


def refusal(hall: Hall, by: str, act: Any) -> Refused:
    answer = hall.refusal(by, act)
    assert isinstance(answer, Refused), answer
    return answer


def money(hall: Hall) -> tuple[int, int, int]:
    return -hall.balance("till:caller"), -hall.balance("cash-desk"), hall.balance("till-difference")


def confirming(serial: int = 1, reason: str = "mal dado el cambio") -> a.ConfirmTakings:
    return a.ConfirmTakings(serial, reason)


def test_an_equal_count_is_booked_by_one_press() -> None:
    hall = sold().do(CASHIER, a.HandOverTakings(CALLER, TAKEN))
    assert (money(hall), len(hall.state.takings_counts)) == ((0, TAKEN, 0), 0)


@pytest.mark.parametrize(("amount", "difference"), [(598_00, -2_00), (601_00, 1_00), (0, -TAKEN), (2 * TAKEN, TAKEN)])
def test_another_count_is_booked_when_a_second_person_has_confirmed_it(amount: int, difference: int) -> None:
    hall = counted(amount)
    assert money(hall) == (TAKEN, 0, 0)
    hall.do(CHIEF, confirming())
    assert money(hall) == (0, amount, difference)


def test_what_a_till_holds_and_a_count_of_it_concern_whom_the_money_concerns() -> None:
    """Threat: a seller-caller reads what is counted of their till, and what the others have taken."""
    hall = counted().do(MANAGER, a.Relieve(Role.SELLER_1, PersonId("sara")))
    seen = {who: hall.play.view(who).duty for who in (CASHIER, CHIEF, MANAGER, CALLER, "sara")}
    assert [who for who, duty in seen.items() if duty.counts] == [CASHIER, CHIEF, MANAGER], "a count that waits"
    assert [who for who, duty in seen.items() if duty.tills] == [CASHIER, CHIEF, MANAGER, CALLER], "what Caller took"


def test_neither_who_counted_nor_the_seller_confirms_a_count() -> None:
    hall = counted().do(MANAGER, a.Relieve(Role.CASHIER, PersonId("eva")), a.Relieve(Role.HALL_MANAGER, CASHIER))
    no = refusal(hall, CASHIER, confirming())
    assert (no.code, no.clauses, no.facts) == ("count-needs-another", CLAUSE, {"counter": CASHIER, "seller": CALLER})
    hall.do(CASHIER, a.Relieve(Role.CALLER, PersonId("sara")), a.Relieve(Role.HALL_MANAGER, PersonId(CALLER)))
    assert (refusal(hall, CALLER, confirming()).code, money(hall)) == ("count-needs-another", (TAKEN, 0, 0))
    assert refusal(hall, CHIEF, confirming()).facts == {"person": CASHIER}, "who is no more the cashier"
    assert hall.play.state.first_words({"act": "confirm-takings", "serial": 1}) == (CASHIER,), (
        "the account is asked too"
    )
    assert hall.do("eva", a.HandOverTakings(CALLER, 598_00)).accepts(CHIEF, confirming(2))


@pytest.mark.parametrize("amount", [2 * TAKEN + 1, 6_000_00, 10**11])
def test_a_count_that_differs_by_more_than_the_takings_is_a_slip_of_the_pen(amount: int) -> None:
    hall = sold()
    no = refusal(hall, CASHIER, a.HandOverTakings(CALLER, amount))
    assert (no.code, no.clauses, no.facts) == ("count-beyond-takings", CLAUSE, {"amount": amount, "taken": TAKEN})
    assert refusal(hall, CASHIER, a.HandOverTakings(PersonId("ana"), 1)).code == "count-beyond-takings"


def test_a_count_does_not_come_back_with_the_figure_that_it_was_made_of() -> None:
    hall = counted()
    nobody = a.Recount("B-1047", 301, 301, was_sold=True, reason="sin apuntar", seller=PersonId("ana"))
    assert refusal(hall, CASHIER, nobody).code == "not-your-post", "she sells nothing"
    for was_sold in (False, True):
        hall.do(CASHIER, a.Recount("B-1047", 299, 300, was_sold=was_sold, reason="mal apuntado"))
    assert (money(hall)[0], refusal(hall, CHIEF, confirming()).code) == (TAKEN, "count-gone")
    assert hall.play.view(CHIEF).duty.counts == ()
    hall.do(CASHIER, a.HandOverTakings(CALLER, 598_00))
    assert refusal(hall, CHIEF, confirming(1)).code == "count-gone"
    assert money(hall.do(CHIEF, confirming(2))) == (0, 598_00, -2_00)


def overpaid() -> Hall:
    return sold().do(
        CASHIER, a.HandOverTakings(CALLER, TAKEN), a.Recount("B-1047", 299, 300, was_sold=False, reason="mal apuntado")
    )


@pytest.mark.parametrize("amount", [3_99, 4_01, TAKEN])
def test_a_seller_gets_back_what_he_handed_over_too_much_and_no_more(amount: int) -> None:
    hall = overpaid()
    no = refusal(hall, CASHIER, a.GiveBackTakings(CALLER, amount))
    assert (no.code, no.clauses, no.facts) == ("takings-not-owed", ("HP.BG.takings",), {"seller": CALLER, "owed": 4_00})
    (offer,) = (one for one in hall.play.legal(CASHIER) if one.act == "give-back-takings")
    hall.do(CASHIER, a.GiveBackTakings(CALLER, offer.fixed_value("amount")))
    assert money(hall) == (0, TAKEN - 4_00, 0)
    assert refusal(hall, CASHIER, a.GiveBackTakings(CALLER, 4_00)).facts["owed"] == 0
    assert refusal(sold(), CASHIER, a.GiveBackTakings(CALLER, TAKEN)).facts["owed"] == 0, "it lies in his till"
    assert not [one for one in hall.play.legal(CASHIER) if one.act in ("give-back-takings", "hand-over-takings")]


EVA, RAUL = PersonId("eva"), PersonId("raul")


def sellers(**options: bool) -> Hall:
    hall = Hall(NUMBERS, **options).do(MANAGER, a.Relieve(Role.SELLER_1, EVA), a.Relieve(Role.SELLER_4, RAUL))
    return hall.open().sale()


@pytest.mark.clause("BG.IV.07")
def test_each_seller_caller_sells_and_nobody_else() -> None:
    hall = sellers()
    assert [
        who
        for who in (CALLER, EVA, RAUL, CHIEF, CASHIER, "assistant")
        if hall.accepts(who, a.SellCards("B-1047", 1, 6))
    ] == [CALLER, EVA, RAUL]
    answer = hall.refusal(CASHIER, a.SellCards("B-1047", 1, 6))
    assert (answer.code, answer.facts, answer.clauses) == ("not-your-post", {"needs": ["caller"]}, ("BG.IV.07",))


def test_what_goes_back_comes_out_of_the_till_of_who_pays_it_back() -> None:
    hall = sellers().do(EVA, a.SellCards("B-1047", 1, 3)).do(CALLER, a.TakeCardsBack("B-1047", 3, 3))
    assert [hall.balance(f"till:{who}") for who in (CALLER, EVA)] == [2_00, -6_00]
    hall.close().do(CASHIER, a.GiveBackTakings(PersonId(CALLER), 2_00), a.HandOverTakings(EVA, 6_00))
    assert [hall.balance(f"till:{who}") for who in (CALLER, EVA)] == [0, 0]


EMPTY = a.VacatePost(Role.SELLER_1)


def test_a_seller_who_is_made_chief_strikes_nothing_that_they_sold() -> None:
    """Threat: their till owes less, and no difference is left that a second person would confirm."""
    hall = sold().do(MANAGER, a.Relieve(Role.CALLER, PersonId("carla")), a.Relieve(Role.TABLE_CHIEF, PersonId(CALLER)))
    struck = a.Recount("B-1047", 299, 300, False, "contados de más")
    refused = refusal(hall, CALLER, struck)
    assert (refused.code, refused.clauses) == ("own-sale", ("HP.BG.takings",))
    hall.do(CASHIER, struck)
    assert money(hall)[0] == TAKEN - 2 * 2_00, "whoever did not sell them strikes them"


def test_the_post_of_a_further_seller_is_left_empty_by_whoever_may_give_it() -> None:
    hall = sellers()
    everybody = (HOUSE, MANAGER, CHIEF, CALLER, CASHIER, "assistant", EVA, RAUL, "ana")
    assert [who for who in everybody if hall.accepts(who, EMPTY)] == [HOUSE, MANAGER, CHIEF, EVA]
    hall.do(CHIEF, EMPTY)
    assert Role.SELLER_1 not in hall.state.staff
    assert hall.refused(EVA, a.SellCards("B-1047", 1, 1)) == "not-your-post"
    assert hall.refused(CHIEF, EMPTY) == "nothing-changes"
    assert hall.accepts(CHIEF, a.Relieve(Role.SELLER_1, EVA)), "he has been on duty there"


def test_a_seller_comes_off_duty_once_his_takings_are_handed_over_and_may_play() -> None:
    hall = Hall(NUMBERS).open().do(MANAGER, a.Relieve(Role.SELLER_1, EVA))
    hall.sale().do(EVA, a.SellCards("B-1047", 1, 3))
    answer = hall.refusal(CHIEF, EMPTY)
    due = ("post-has-takings", {"person": EVA, "amount": 6_00}, ("HP.BG.takings",))
    assert (answer.code, answer.facts, answer.clauses) == due
    assert not [one for one in hall.play.legal(CHIEF) if one.act == "vacate-post"]
    hall.close().do(CASHIER, a.HandOverTakings(EVA, 6_00))
    assert hall.refused(EVA, a.BuyIn(5_00)) == "own-purse"
    assert hall.do(EVA, EMPTY, a.BuyIn(5_00)).balance("person:eva") == 5_00


ANA = PersonId("ana")


def at_the_counter(**options: Any) -> Hall:
    return Hall(NUMBERS, **options).open().do(MANAGER, a.SetCounter(is_on=True)).sale()


def settling(amount: int, *, out: bool = False, done: bool = True) -> a.SettleMoney:
    return a.SettleMoney(ANA, amount, is_paid_in=not out, is_done=done)


def ana_and_desk(hall: Hall) -> tuple[int, int]:
    return hall.balance("person:ana"), -hall.balance("cash-desk")


def test_money_stands_in_the_account_when_the_cashier_has_it() -> None:
    hall = at_the_counter().do(ANA, a.BuyIn(20_00))
    assert ana_and_desk(hall) == (0, 0)
    assert refusal(hall, CALLER, a.SellCards("B-1047", 1, 1, ANA, Means.ACCOUNT)).code == "not-enough-chips"
    hall.do(CASHIER, settling(20_00))
    assert ana_and_desk(hall) == (20_00, 20_00)
    assert hall.accepts(CALLER, a.SellCards("B-1047", 1, 1, ANA, Means.ACCOUNT))


@pytest.mark.parametrize("what", [settling(10_00), settling(20_00, out=True), settling(20_01)])
def test_nothing_is_booked_but_what_the_player_asks_for_now(what: a.SettleMoney) -> None:
    hall = at_the_counter().do(ANA, a.BuyIn(10_00), a.BuyIn(20_00))
    no = refusal(hall, CASHIER, what)
    assert (no.code, no.clauses, no.facts) == ("money-not-asked", ("HP.BG.counter",), {"person": ANA})


ZULEMA = PersonId("zulema")


def in_house(inventory: Inventory | None = None) -> Hall:
    hall = Hall(NUMBERS)
    hall.play = hall.play.__class__(hall.play.game, hall.play.game.blank(), hall.play.source)
    opening = a.OpenHall("sala", "orden-1979", ChanceKind.SEEDED, staff=STAFF, inventory=inventory, is_in_house=True)
    return hall.do(HOUSE, opening)


def answer(hall: Hall, by: str, what: Any) -> tuple[str, tuple[str, ...]]:
    refused = hall.refusal(by, what)
    return refused.code, refused.clauses


def test_in_a_house_no_counter_is_opened_offered_or_taken_over() -> None:
    hall = in_house()
    assert answer(hall, MANAGER, a.SetCounter(is_on=True)) == ("counter-in-house", ("HP.BG.counter",))
    assert not [one for one in hall.play.legal(MANAGER) if one.act == "set-counter"]
    carried = in_house(Inventory(is_counter_open=True))
    carried.do("ana", a.BuyIn(20_00))
    assert (carried.balance("person:ana"), len(carried.state.money_asked)) == (20_00, 0), "the chips are of the house"
    assert carried.accepts(MANAGER, a.SetCounter(is_on=False))


def asking(*, out: bool) -> tuple[Hall, a.SettleMoney]:
    hall = Hall(NUMBERS).do("ana", a.BuyIn(20_00)).do(MANAGER, a.SetCounter(is_on=True))
    return hall.do("ana", (a.CashOut if out else a.BuyIn)(5_00)), a.SettleMoney(ANA, 5_00, is_paid_in=not out)


def test_whoever_gave_a_players_link_does_not_pay_that_player_out() -> None:
    hall, paid = asking(out=True)
    hall.do(HOUSE, a.NoteLink(ANA, PersonId(MANAGER)), a.NoteLink(ANA, PersonId(CHIEF)))
    for alone in (MANAGER, CHIEF):
        hall.do(MANAGER, a.Relieve(Role.CASHIER, PersonId(alone)))
        assert answer(hall, alone, paid) == ("link-was-yours", ("HP.BG.counter",))
        offers = [one for one in hall.play.legal(PersonId(alone)) if one.act == "settle-money"]
        assert [one.fixed_value("is_done") for one in offers] == [False], "it is not offered either"
    handed_on = inventory_of(hall.state).given_links
    assert handed_on == ((ANA, CHIEF), (ANA, MANAGER)), "it holds in the next sessions too"
    hall.do(MANAGER, a.Relieve(Role.CASHIER, PersonId(CASHIER))).do(CASHIER, paid)
    assert hall.balance("person:ana") == 15_00


def test_who_gave_a_link_is_known_where_a_hall_goes_on() -> None:
    carried = in_house(Inventory(given_links=((ANA, PersonId(CHIEF)),)))
    assert carried.state.given_links == {(ANA, CHIEF)}


def test_whoever_gave_a_link_takes_money_in_and_pays_others() -> None:
    hall, taken = asking(out=False)
    hall.do(HOUSE, a.NoteLink(ANA, PersonId(CASHIER))).do(CASHIER, taken)
    hall, paid = asking(out=True)
    assert hall.do(HOUSE, a.NoteLink(ZULEMA, PersonId(CASHIER))).accepts(CASHIER, paid)
    assert answer(hall, MANAGER, a.NoteLink(ANA, PersonId(CASHIER)))[0] == "not-your-post"


def test_every_movement_of_an_account_stands_on_its_owners_page_and_on_no_other() -> None:
    hall = Hall(NUMBERS).open().sale().sell(1, 1, "ana").do("ana", a.BuyIn(3_00), a.CashOut(1_00))
    moved = hall.play.view(ANA).me.movements
    assert moved == (("bought-in", 2_00), ("cards-sold", -2_00), ("bought-in", 3_00), ("cashed-out", -1_00))
    assert sum(amount for _, amount in moved) == hall.balance("person:ana")
    assert hall.play.view(PersonId(MANAGER)).me.movements == hall.play.view(ZULEMA).me.movements == ()


def test_nobody_to_whom_a_prize_or_a_refund_is_due_is_sent_to_a_post() -> None:
    """HP.BG.posts: at a post they could neither take it nor see that somebody else did."""
    won = Hall(NUMBERS).started("ana", "bea", sold=30).drawn(5).line(1).drawn(10).bingo(1)
    assert won.refusal(MANAGER, a.Relieve(Role.ASSISTANT, ANA)).code == "has-money-here"
    won.pay(1, Prize.LINE).pay(1, Prize.BINGO)
    assert won.accepts(MANAGER, a.Relieve(Role.ASSISTANT, ANA))

    left = (
        Inventory(balances={"person:ana": 5_00}),
        Inventory(balances={"owed:1/bingo/B-1047/1": 70_00}, left_prizes={"owed:1/bingo/B-1047/1": LeftPrize(1, ANA)}),
    )
    for inventory in left:
        again = a.OpenHall("sala", "orden-1979", ChanceKind.SEEDED, staff={**STAFF, Role.SELLER_1: ANA})
        refused = BINGO.decide(BINGO.blank(), Act(HOUSE, replace(again, inventory=inventory)))
        assert (refused.code, refused.facts) == ("has-money-here", {"person": "ana"}), inventory

    back = Hall(NUMBERS).started("ana", "bea", sold=30).drawn(5).do(CHIEF, VOID)
    assert back.refusal(MANAGER, a.Relieve(Role.ASSISTANT, ANA)).code == "has-money-here"
    assert back.accepts(MANAGER, a.Relieve(Role.ASSISTANT, PersonId("carla")))


@pytest.mark.parametrize("role", [Role.SELLER_4, Role.ASSISTANT, Role.CASHIER])
@pytest.mark.parametrize("counter", [False, True])
def test_nobody_is_locked_out_of_an_account_by_being_sent_to_a_post(role: Role, counter: bool) -> None:
    hall = Hall(NUMBERS).do(MANAGER, *([a.SetCounter(is_on=True)] if counter else [])).do("zulema", a.BuyIn(7_00))
    for by in (MANAGER, HOUSE):
        refused = hall.refusal(by, a.Relieve(role, ZULEMA))
        due = ("has-money-here", {"person": "zulema"}, ("HP.BG.posts",))
        assert (refused.code, refused.facts, refused.clauses) == due
    hall.do("zulema", a.SettleMoney(ZULEMA, 7_00, is_paid_in=True, is_done=False) if counter else a.CashOut(7_00))
    assert hall.accepts(MANAGER, a.Relieve(role, ZULEMA))
