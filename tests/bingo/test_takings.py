"""The takings of a seller: an equal count is booked at once, another one when a second person has confirmed it."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.bingo import acts as a
from tapete.kernel import PersonId, Refused
from tapete.table.staff import Role
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, MANAGER, Hall

TAKEN = 600_00
CLAUSE = ("HP.BG.takings-count",)


def sold(**options: Any) -> Hall:
    """Return a hall whose caller has taken 600.00 for three hundred cartones."""
    return Hall(**options).open().sale().sell(1, 300).do(CHIEF, a.CloseSale())


def counted(amount: int = 598_00) -> Hall:
    """Return a hall whose cashier has counted another amount."""
    return sold().do(CASHIER, a.HandOverTakings(CALLER, amount))


def refusal(hall: Hall, by: str, act: Any) -> Refused:
    answer = hall.answer(by, act)
    assert isinstance(answer, Refused), answer
    return answer


def money(hall: Hall) -> tuple[int, int, int]:
    """Return what is in the till, at the cash desk, and what was booked as a difference."""
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


def test_neither_who_counted_nor_the_seller_confirms_a_count() -> None:
    hall = counted().do(MANAGER, a.Relieve(Role.CASHIER, PersonId("eva")), a.Relieve(Role.HALL_MANAGER, CASHIER))
    no = refusal(hall, CASHIER, confirming())
    assert (no.code, no.clauses, no.facts) == ("count-needs-another", CLAUSE, {"counter": CASHIER, "seller": CALLER})
    hall.do(CASHIER, a.Relieve(Role.CALLER, PersonId("sara")), a.Relieve(Role.HALL_MANAGER, PersonId(CALLER)))
    assert refusal(hall, CALLER, confirming()).code == "count-needs-another"
    assert money(hall) == (TAKEN, 0, 0)
    assert hall.accepts(CHIEF, confirming())


@pytest.mark.parametrize("who", ["ana", CALLER, CASHIER, "assistant"])
def test_only_the_table_chief_and_the_hall_manager_confirm(who: str) -> None:
    assert refusal(counted(), who, confirming()).code == "not-your-post"
    assert counted().accepts(MANAGER, confirming())


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_difference_is_confirmed_with_a_reason(reason: str) -> None:
    assert refusal(counted(), CHIEF, confirming(reason=reason)).code == "reason-missing"


@pytest.mark.parametrize("amount", [2 * TAKEN + 1, 6_000_00, 10**11])
def test_a_count_that_differs_by_more_than_the_takings_is_a_slip_of_the_pen(amount: int) -> None:
    hall = sold()
    no = refusal(hall, CASHIER, a.HandOverTakings(CALLER, amount))
    assert (no.code, no.clauses, no.facts) == ("count-beyond-takings", CLAUSE, {"amount": amount, "taken": TAKEN})
    assert refusal(hall, CASHIER, a.HandOverTakings(PersonId("ana"), 1)).code == "count-beyond-takings"


def test_a_second_press_changes_nothing() -> None:
    hall = counted()
    assert refusal(hall, CASHIER, a.HandOverTakings(CALLER, 598_00)).code == "nothing-changes"
    hall.do(CHIEF, confirming())
    no = refusal(hall, CHIEF, confirming())
    assert (no.code, no.clauses, no.facts) == ("count-gone", CLAUSE, {"serial": 1})
    assert refusal(hall, CASHIER, a.HandOverTakings(CALLER, 0)).code == "nothing-changes"
    assert money(hall) == (0, 598_00, -2_00)


def test_no_other_count_is_confirmed_than_the_one_that_was_shown() -> None:
    hall = counted().do(CASHIER, a.HandOverTakings(CALLER, 500_00))
    assert refusal(hall, CHIEF, confirming(1)).code == "count-gone"
    assert money(hall.do(CHIEF, confirming(2))) == (0, 500_00, -100_00)


def test_an_equal_count_takes_the_place_of_one_that_waits() -> None:
    hall = counted().do(CASHIER, a.HandOverTakings(CALLER, TAKEN))
    assert refusal(hall, CHIEF, confirming()).code == "count-gone"
    assert money(hall) == (0, TAKEN, 0)


def test_what_is_sold_or_put_right_after_a_count_asks_for_another_one() -> None:
    hall = counted().do(CASHIER, a.Recount("B-1047", 300, 300, was_sold=False, reason="mal apuntado"))
    assert refusal(hall, CHIEF, confirming()).code == "count-gone"
    assert [one for one in hall.play.legal(CHIEF) if one.act == "confirm-takings"] == []
    hall.do(CASHIER, a.HandOverTakings(CALLER, 598_00))
    assert money(hall) == (0, 598_00, 0)


def called_off() -> Hall:
    """Return a hall between two games; the price of its one sale was given back, and the takings are in the till."""
    hall = Hall().open().sale().sell(1, 300).do(CHIEF, a.CallOffSale("sin luz"))
    return hall.do(CASHIER, a.ReturnCards("B-1047", 1, 300), a.PayRefund("B-1047", 1, 300)).do(CHIEF, a.EndGame())


def test_a_session_is_not_closed_while_a_count_waits() -> None:
    hall = called_off().do(CASHIER, a.HandOverTakings(CALLER, 598_00))
    no = refusal(hall, CHIEF, a.CloseSession())
    assert (no.code, no.clauses) == ("count-waits", CLAUSE)
    assert no.facts == {"person": CALLER, "amount": 598_00, "difference": -2_00}
    hall.do(CHIEF, confirming())
    assert hall.accepts(CHIEF, a.CloseSession())


def test_takings_of_an_earlier_game_are_still_offered_and_each_seller_counts_by_himself() -> None:
    hall = called_off().do(MANAGER, a.Relieve(Role.CALLER, PersonId("sara"))).do(CHIEF, a.AnnounceSale(("B-1047",)))
    hall.do("sara", a.SellCards("B-1047", 301, 310)).do(CHIEF, a.CloseSale())
    offers = [one.fields for one in hall.play.legal(CASHIER) if one.act == "hand-over-takings"]
    assert [(one["seller"].value, one["amount"].maximum) for one in offers] == [(CALLER, 2 * TAKEN), ("sara", 40_00)]
    hall.do(CASHIER, a.HandOverTakings(CALLER, 599_00), a.HandOverTakings(PersonId("sara"), 19_00))
    assert money(hall.do(CHIEF, confirming(2)))[0] == TAKEN
    assert [one.seller for one in hall.play.view(CHIEF).duty.counts] == [CALLER]


def test_what_a_recount_leaves_too_much_at_the_desk_is_confirmed_too() -> None:
    """Given 600.00 handed over, of which two cartones turn out not to have been sold."""
    hall = sold().do(
        CASHIER, a.HandOverTakings(CALLER, TAKEN), a.Recount("B-1047", 299, 300, was_sold=False, reason="mal apuntado")
    )
    (offer,) = (one for one in hall.play.legal(CASHIER) if one.act == "hand-over-takings")
    hall.do(CASHIER, a.HandOverTakings(CALLER, offer.fixed_value("amount")))
    assert money(hall.do(CHIEF, confirming())) == (0, TAKEN, 4_00)


def test_a_count_does_not_come_back_with_the_figure_that_it_was_made_of() -> None:
    """Counted, put right by two cartones, and put back: nobody has counted the till as it is now."""
    hall = counted()
    for was_sold in (False, True):
        hall.do(CASHIER, a.Recount("B-1047", 299, 300, was_sold=was_sold, reason="mal apuntado"))
    assert money(hall)[0] == TAKEN
    assert refusal(hall, CHIEF, confirming()).code == "count-gone"
    assert hall.play.view(CHIEF).duty.counts == ()
    hall.do(CASHIER, a.HandOverTakings(CALLER, 598_00))
    assert refusal(hall, CHIEF, confirming(1)).code == "count-gone"
    assert money(hall.do(CHIEF, confirming(2))) == (0, 598_00, -2_00)


# --- what was handed over too much ------------------------------------------------------------------------------------


def overpaid() -> Hall:
    """Return a hall whose caller handed 600.00 over, of which two cartones (4.00) turn out not to have been sold."""
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
    assert not [one for one in hall.play.legal(CASHIER) if one.act in ("give-back-takings", "hand-over-takings")]


def test_of_takings_in_the_till_nothing_is_given_back() -> None:
    hall = sold()
    assert refusal(hall, CASHIER, a.GiveBackTakings(CALLER, TAKEN)).facts["owed"] == 0
    assert "give-back-takings" not in {one.act for one in hall.play.legal(CASHIER)}


def test_nobody_gives_himself_back_what_he_handed_over() -> None:
    hall = overpaid().do(MANAGER, a.Relieve(Role.CASHIER, PersonId(CALLER)))
    no = refusal(hall, CALLER, a.GiveBackTakings(CALLER, 4_00))
    assert (no.code, no.clauses) == ("own-purse", ("HP.BG.own-purse",))
    assert not [one for one in hall.play.legal(CALLER) if one.act == "give-back-takings"]


def test_staff_see_the_count_that_waits_and_the_public_does_not() -> None:
    hall = counted()
    for who in (CHIEF, CASHIER):
        (one,) = hall.play.view(who).duty.counts
        assert (one.serial, one.seller, one.amount, one.difference, one.by) == (1, CALLER, 598_00, -2_00, CASHIER)
    assert [hall.play.view(who).duty for who in ("ana", None)] == [None, None]
