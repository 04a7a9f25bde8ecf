"""Nobody fills his own account: who sells, pays or refunds does it for others, whatever other posts he has."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Means
from tapete.kernel import PersonId, Refused
from tapete.table.staff import Role
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, Hall

OWN = ("own-purse", ("HP.BG.own-purse",))


def refusal(hall: Hall, by: str, act: Any) -> tuple[str, tuple[str, ...]]:
    answer = hall.answer(by, act)
    assert isinstance(answer, Refused), answer
    return answer.code, tuple(map(str, answer.clauses))


def holding(who: str) -> Hall:
    """Return a hall at the sale, where somebody who may play bought three cartones before he had a post."""
    return Hall(NUMBERS, sale__staff_may_play=True).open().sale().sell(1, 3, who)


def with_post(hall: Hall, who: str, role: Role) -> Hall:
    return hall.do(MANAGER, a.Relieve(role, PersonId(who)))


@pytest.mark.parametrize("who", [CASHIER, CALLER, CHIEF, MANAGER])
def test_whoever_is_on_duty_does_not_credit_his_own_account(who: str) -> None:
    hall = Hall(NUMBERS, sale__staff_may_play=True).open().sale()
    assert refusal(hall, who, a.BuyIn(50_00)) == OWN
    assert not [one for one in hall.play.legal(who) if one.act == "buy-in"]
    assert hall.accepts("ana", a.BuyIn(50_00))


def test_a_cashier_pays_no_prize_to_himself() -> None:
    hall = with_post(holding("ana").sell(4, 9).close().announced(), "ana", Role.CASHIER).do(CHIEF, a.AnnounceStart())
    hall.drawn(5).call(1).check(1).on().drawn(10)
    hall.call(1, BINGO).check(1, prize=BINGO).end()
    for means in Means:
        assert refusal(hall, "ana", a.PayPrize(LINE, "B-1047/1", means=means)) == OWN
    assert with_post(hall, "eva", Role.CASHIER).accepts("eva", a.PayPrize(LINE, "B-1047/1", means=Means.ACCOUNT))


def test_a_cashier_puts_no_prize_of_a_paper_cartón_into_his_own_account() -> None:
    hall = Hall(NUMBERS).started().drawn(5).line(1).drawn(10).bingo(1)
    paid = a.PayPrize(LINE, "B-1047/1", means=Means.ACCOUNT, person=PersonId(CASHIER))
    assert refusal(hall, CASHIER, paid) == OWN
    assert hall.accepts(CASHIER, a.PayPrize(LINE, "B-1047/1", means=Means.ACCOUNT, person=PersonId("eva")))


def test_a_cashier_gives_himself_no_refund() -> None:
    hall = holding("ana").sell(4, 9).close().announced()
    hall = with_post(hall, "ana", Role.CASHIER).do(CHIEF, a.AnnounceStart(), a.VoidGame("evacuation", "alarma"))
    hall.do("ana", a.ReturnCards("B-1047", 1, 3))
    assert refusal(hall, "ana", a.PayRefund("B-1047", 1, 3)) == OWN
    hall.do("ana", a.ReturnCards("B-1047", 4, 9))
    assert hall.accepts("ana", a.PayRefund("B-1047", 4, 9))


def test_a_seller_takes_no_cartones_of_his_own_back() -> None:
    hall = with_post(holding("ana").sell(4, 9), "ana", Role.CALLER)
    assert refusal(hall, "ana", a.TakeCardsBack("B-1047", 1, 3)) == OWN
    assert hall.accepts("ana", a.TakeCardsBack("B-1047", 4, 9))


@pytest.mark.parametrize("who", [CASHIER, CALLER, CHIEF, MANAGER])
def test_whoever_is_on_duty_takes_nothing_out_of_his_own_account(who: str) -> None:
    hall = Hall(NUMBERS, sale__staff_may_play=True).open().sale().do("ana", a.BuyIn(50_00))
    hall = with_post(hall, "ana", next(role for role, one in hall.state.staff.items() if one == who))
    assert refusal(hall, "ana", a.CashOut(50_00)) == OWN
    assert not [one for one in hall.play.legal("ana") if one.act == "cash-out"]
    again = hall.do(
        "ana", a.Relieve(next(role for role, one in hall.state.staff.items() if one == "ana"), PersonId(who))
    )
    assert again.accepts("ana", a.CashOut(50_00))


def test_a_seller_sells_himself_nothing_from_his_own_account() -> None:
    hall = Hall(NUMBERS, sale__staff_may_play=True).open().sale().do("ana", a.BuyIn(50_00))
    hall = with_post(hall, "ana", Role.CALLER)
    assert refusal(hall, "ana", a.SellCards("B-1047", 1, 1, PersonId("ana"), Means.ACCOUNT)) == OWN
    assert with_post(hall, "eva", Role.CALLER).accepts(
        "eva", a.SellCards("B-1047", 1, 1, PersonId("ana"), Means.ACCOUNT)
    )
