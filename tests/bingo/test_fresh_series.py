"""Where the house has a new series for each game, another one is offered after the first."""

from __future__ import annotations

from tapete.games.bingo import acts as a
from tests.support.bingo.hall import CHIEF, MANAGER, Hall


def test_a_sale_of_a_series_that_was_never_sold_is_offered() -> None:
    hall = Hall(sale__series_again=False).open().do(MANAGER, a.RegisterSeries("C", 7, 60, 2_00)).sale().sell(1, 3)
    hall.do(CHIEF, a.CallOffSale("pocos"), a.EndGame())
    assert "announce-sale" in {one.act for one in hall.play.legal(CHIEF)}
    assert hall.refused(CHIEF, a.AnnounceSale(("B-1047",))) == "series-used"
    assert hall.accepts(CHIEF, a.AnnounceSale(("C-7",)))
