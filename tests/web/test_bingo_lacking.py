"""Whom the hall waits for, and what is lacking before something can be done, is told on the pages."""

from __future__ import annotations

from tapete.games.bingo import acts as a
from tapete.kernel import Count
from tapete.words import act
from tests.support.bingo.hall import CASHIER, CHIEF, LINE, NUMBERS, Hall
from tests.web.test_bingo_panel import page_of


def test_while_prizes_are_due_the_hall_waits_for_the_cashier_and_then_for_the_chief() -> None:
    hall = Hall(NUMBERS).started("ana", sold=300).drawn(5).line(1).drawn(10).bingo(1)
    assert hall.play.view().waits_for == CASHIER
    hall.pay(1, LINE)
    assert hall.play.view().waits_for == CASHIER
    hall.do(CASHIER, a.PayPrize("bingo", "B-1047/1"))
    assert hall.play.view().waits_for == CHIEF


def test_while_cartones_that_came_back_are_not_refunded_the_hall_waits_for_the_cashier() -> None:
    hall = Hall(NUMBERS).started(sold=3).drawn(1).do(CHIEF, a.VoidGame("evacuation", "alarma"))
    assert hall.play.view().waits_for == CHIEF
    hall.do(CASHIER, a.ReturnCards("B-1047", 1, 3))
    assert hall.play.view().waits_for == CASHIER
    hall.do(CASHIER, a.PayRefund("B-1047", 1, 3))
    assert hall.play.view().waits_for == CHIEF


def test_the_chief_reads_whose_takings_are_lacking_before_he_can_close_the_session() -> None:
    hall = Hall(NUMBERS).started("ana", sold=300).drawn(1).do(CHIEF, a.VoidGame("evacuation", "alarma"), a.EndGame())
    told = "Para cerrar la sesión falta que caller entregue lo recaudado"
    assert [told in page_of(hall, who) for who in (CHIEF, "ana", None)] == [True, False, False]
    assert told not in page_of(Hall(NUMBERS).open(), CHIEF)


def test_more_unsold_cartones_may_be_entered_than_are_due() -> None:
    hall = Hall(NUMBERS).open().sale().sell(1, 20).do(CHIEF, a.CloseSale())
    (offer,) = (one for one in hall.play.legal(CASHIER) if one.act == "collect-unsold")
    assert offer.fields["count"] == Count(0, 420)


def test_turning_down_a_request_for_money_says_that_nothing_is_booked() -> None:
    assert act("settle-money", {"word": "not"}, "es") == "No se asienta nada"


def test_on_a_players_page_his_own_cartones_stand_before_the_called_ones() -> None:
    hall = Hall(NUMBERS).started("ana", "berta").drawn(5).call(2).do(CHIEF, a.ShowMaster("B-1047/2"))
    page = page_of(hall, "ana")
    assert page.index('class="bg-own"') < page.index('class="bg-called')
