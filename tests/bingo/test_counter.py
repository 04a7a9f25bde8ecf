"""Money of accounts over the counter, where the hall manager says so: a player asks, the cashier takes or gives it."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Means
from tapete.kernel import PersonId, Refused
from tapete.table.staff import Role
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, MANAGER, NUMBERS, Hall

ANA = PersonId("ana")


def counter(**options: Any) -> Hall:
    """Return a hall at the sale, with its counter."""
    return Hall(NUMBERS, **options).open().do(MANAGER, a.SetCounter(is_on=True)).sale()


def paid_in(amount: int = 20_00) -> Hall:
    return counter().do(ANA, a.BuyIn(amount)).do(CASHIER, settling(amount))


def settling(amount: int, *, out: bool = False, done: bool = True) -> a.SettleMoney:
    return a.SettleMoney(ANA, amount, is_paid_in=not out, is_done=done)


def money(hall: Hall) -> tuple[int, int]:
    """Return what is in Ana's account and at the cash desk."""
    return hall.balance("person:ana"), -hall.balance("cash-desk")


def refusal(hall: Hall, by: str, act: Any) -> Refused:
    answer = hall.answer(by, act)
    assert isinstance(answer, Refused), answer
    return answer


def test_without_a_counter_a_player_moves_his_money_himself() -> None:
    hall = Hall(NUMBERS).open().do(ANA, a.BuyIn(20_00))
    assert money(hall) == (20_00, 20_00)
    assert money(hall.do(ANA, a.CashOut(5_00))) == (15_00, 15_00)


def test_money_stands_in_the_account_when_the_cashier_has_it() -> None:
    hall = counter().do(ANA, a.BuyIn(20_00))
    assert money(hall) == (0, 0)
    assert refusal(hall, CALLER, a.SellCards("B-1047", 1, 1, ANA, Means.ACCOUNT)).code == "not-enough-chips"
    hall.do(CASHIER, settling(20_00))
    assert money(hall) == (20_00, 20_00)
    assert hall.accepts(CALLER, a.SellCards("B-1047", 1, 1, ANA, Means.ACCOUNT))


def test_money_leaves_the_account_when_the_cashier_gives_it() -> None:
    hall = paid_in().do(ANA, a.CashOut(5_00))
    assert money(hall) == (20_00, 20_00)
    assert money(hall.do(CASHIER, settling(5_00, out=True))) == (15_00, 15_00)


def test_what_was_spent_meanwhile_is_not_given() -> None:
    hall = paid_in().do(ANA, a.CashOut(20_00)).do(CALLER, a.SellCards("B-1047", 1, 1, ANA, Means.ACCOUNT))
    assert refusal(hall, CASHIER, settling(20_00, out=True)).code == "not-enough-chips"
    assert refusal(hall, ANA, a.CashOut(20_00)).code == "not-enough-chips"


@pytest.mark.parametrize("what", [settling(10_00), settling(20_00, out=True), settling(20_01)])
def test_nothing_is_booked_but_what_the_player_asks_for_now(what: a.SettleMoney) -> None:
    hall = counter().do(ANA, a.BuyIn(10_00), a.BuyIn(20_00))
    no = refusal(hall, CASHIER, what)
    assert (no.code, no.clauses, no.facts) == ("money-not-asked", ("HP.BG.counter",), {"person": ANA})


def test_a_second_press_books_nothing() -> None:
    assert refusal(counter().do(ANA, a.BuyIn(20_00)), ANA, a.BuyIn(20_00)).code == "nothing-changes"
    assert refusal(paid_in(), CASHIER, settling(20_00)).code == "money-not-asked"


@pytest.mark.parametrize("who", [CHIEF, CALLER, MANAGER, "luis", "ana"])
def test_the_cashier_alone_books_it(who: str) -> None:
    assert refusal(counter().do(ANA, a.BuyIn(20_00)), who, settling(20_00)).code == "not-your-post"


def test_nobody_books_it_for_himself() -> None:
    hall = counter().do(ANA, a.BuyIn(20_00))
    assert refusal(hall, MANAGER, a.Relieve(Role.CASHIER, ANA)).code == "has-money-here"


@pytest.mark.parametrize("who", ["ana", CASHIER])
def test_what_was_asked_is_taken_back_or_declined(who: str) -> None:
    hall = counter().do(ANA, a.BuyIn(20_00)).do(who, settling(20_00, done=False))
    assert (money(hall), len(hall.state.money_asked)) == ((0, 0), 0)
    assert refusal(counter().do(ANA, a.BuyIn(20_00)), "luis", settling(20_00, done=False)).code == "not-your-post"


def test_the_hall_manager_sets_the_counter_before_a_sale() -> None:
    hall = Hall(NUMBERS).open()
    for who in (CHIEF, CASHIER, "ana"):
        assert refusal(hall, who, a.SetCounter(is_on=True)).code == "not-your-post"
    assert refusal(hall, MANAGER, a.SetCounter(is_on=False)).code == "nothing-changes"
    assert refusal(hall.sale(), MANAGER, a.SetCounter(is_on=True)).code == "wrong-window"
    hall = (
        Hall(NUMBERS)
        .open()
        .do(MANAGER, a.SetCounter(is_on=True))
        .do(ANA, a.BuyIn(1))
        .do(MANAGER, a.SetCounter(is_on=False))
    )
    assert (len(hall.state.money_asked), money(hall.do(ANA, a.BuyIn(20_00)))) == (0, (20_00, 20_00))


def test_the_player_and_the_staff_see_what_was_asked_and_nobody_else() -> None:
    hall = counter().do(ANA, a.BuyIn(20_00))
    asked = hall.play.view(ANA).me.money_asked
    assert asked is not None
    assert (asked.amount, asked.is_paid_in) == (20_00, True)
    assert hall.play.view(CASHIER).duty.money_asked == {"ana": asked}
    assert (hall.play.view("luis").me.money_asked, hall.play.view("luis").duty, hall.play.view(None).me) == (
        None,
        None,
        None,
    )
