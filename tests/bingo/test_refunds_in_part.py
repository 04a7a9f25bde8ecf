"""Of cartones that were sold together some are handed in: those alone are paid back, and those alone are on offer."""

import pytest

from tapete.games.bingo import acts as a
from tests.support.bingo.hall import CASHIER, CHIEF, Hall

SERIES = "B-1047"


def void_sale() -> Hall:
    """Return a hall whose sale was called off: 1 to 13 were sold together, and 14 to 19."""
    hall = Hall().open().sale().sell(1, 13).sell(14, 19).do(CHIEF, a.CallOffSale("sin luz"))
    return hall.do(CASHIER, a.ReturnCards(SERIES, 14, 16), a.ReturnCards(SERIES, 18, 18))


def offered(hall: Hall, act: str) -> list[tuple[object, object]]:
    """Return the ranges with which an act is on offer to the cashier."""
    return [one.bounds("first") for one in hall.play.legal(CASHIER) if one.act == act]


@pytest.mark.clause("BG.V.03")
def test_only_what_was_handed_in_and_not_paid_is_offered_to_be_paid() -> None:
    hall = void_sale()
    assert offered(hall, "pay-refund") == [(14, 16), (18, 18)]
    assert offered(hall, "return-cards") == [(1, 13), (17, 17), (19, 19)]
    assert offered(hall.do(CASHIER, a.PayRefund(SERIES, 14, 15)), "pay-refund") == [(16, 16), (18, 18)]


@pytest.mark.clause("BG.V.03")
def test_who_would_be_paid_for_more_than_he_handed_in_reads_which_is_missing() -> None:
    refused = void_sale().answer(CASHIER, a.PayRefund(SERIES, 14, 19))
    assert (refused.code, dict(refused.facts)) == ("cards-not-returned", {"card": "B-1047/17"})
