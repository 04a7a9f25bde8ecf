"""Small matters of a hall: a prize of nothing, a hall with a count that waits, a sale of no series."""

from __future__ import annotations

from tapete.games.bingo import acts as a
from tapete.kernel import Act, PersonId, Refused
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, Hall


def test_a_prize_of_nothing_is_no_prize_that_was_paid() -> None:
    hall = Hall(NUMBERS, prizes__line={"num": 0, "den": 1}).started(sold=3).drawn(5).line(1).drawn(10).bingo(1)
    assert hall.refused(CASHIER, a.PayPrize(LINE, "B-1047/1")) == "no-prize"


def test_a_sale_is_announced_of_some_series() -> None:
    hall = Hall().open()
    answer = hall.play.game.decide(hall.state, Act(PersonId(CHIEF), a.AnnounceSale(()), hall.state.step))
    assert isinstance(answer, Refused)
    assert answer.code == "no-such-series"


def test_a_hall_is_not_closed_while_a_count_of_takings_waits() -> None:
    hall = Hall().open().sale().sell(1, 3).do(CHIEF, a.CloseSale()).do(CASHIER, a.HandOverTakings(CALLER, 6_00))
    hall.do(CHIEF, a.Recount("B-1047", 1, 3, was_sold=False, reason="no se vendieron"), a.CallOffSale("nadie"))
    hall.do(CHIEF, a.CloseSession()).do(CASHIER, a.HandOverTakings(CALLER, 0))
    assert hall.refused(MANAGER, a.CloseHall()) == "count-waits"
