"""Where the house sells whole strips alone, whole strips alone go back."""

from __future__ import annotations

from tapete.games.bingo import acts as a
from tests.support.bingo.hall import CALLER, Hall


def test_of_a_strip_no_part_goes_back_where_strips_alone_are_sold() -> None:
    hall = Hall(sale__units=["strip"]).open().sale().sell(1, 6)
    assert hall.refused(CALLER, a.TakeCardsBack("B-1047", 1, 3)) == "unit-not-sold"
    assert "take-cards-back" in {one.act for one in hall.play.legal(CALLER)}
    hall.do(CALLER, a.TakeCardsBack("B-1047", 1, 6)).sell(1, 6)
