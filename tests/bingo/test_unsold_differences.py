"""A count of unsold cartones that does not agree is told to staff until it does."""

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Phase
from tests.support.bingo.hall import CASHIER, CHIEF, Hall


@pytest.mark.clause("BG.IV.08")
def test_staff_see_how_many_unsold_cartones_are_lacking_until_the_count_agrees() -> None:
    hall = Hall().open().sale().sell(1, 20).do(CHIEF, a.CloseSale())
    assert hall.play.view(CASHIER).duty.unsold_differences == {}, "nothing was counted yet"
    hall.do(CASHIER, a.CollectUnsold("B-1047", 399))
    for who in (CASHIER, CHIEF):
        assert hall.play.view(who).duty.unsold_differences == {"B-1047": 1}
    assert hall.play.view("ana").duty is None
    hall.do(CASHIER, a.CollectUnsold("B-1047", 402))
    assert hall.play.view(CHIEF).duty.unsold_differences == {"B-1047": -2}
    hall.do(CASHIER, a.CollectUnsold("B-1047", 400))
    assert (hall.phase(), hall.play.view(CHIEF).duty.unsold_differences) == (Phase.PRIZES, {})
