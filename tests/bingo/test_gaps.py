"""A house that announces one range of each series closes no sale with an unsold number between sold ones: it is mended
while cartones are sold, and not found out when they are counted (BG.IV.10). What an earlier game used is no gap.
"""

from __future__ import annotations

import pytest

from tapete.games.bingo import acts as a
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, MANAGER, Hall

NAME = "B-1047"
CLOSE = a.CloseSale()


def blocking(**options: object) -> Hall:
    """Return a hall that closes no sale with gaps, and sells in any order."""
    return Hall(sale__upwards=False, sale__gaps="block", **options).open().sale()


def offers(hall: Hall, who: str) -> set[str]:
    return {one.act for one in hall.play.legal(who)}


def test_the_sale_is_not_closed_with_a_gap_and_the_answer_names_the_first_cartón_of_it() -> None:
    hall = blocking().sell(7, 12).sell(1, 3)
    no = hall.answer(CHIEF, CLOSE)
    assert (no.code, dict(no.facts), no.clauses) == ("cards-with-gaps", {"card": "B-1047/4"}, ("BG.IV.10",))
    assert "close-sale" not in offers(hall, CHIEF)


def test_a_gap_is_mended_by_selling_it_or_by_taking_back_what_comes_after_it() -> None:
    sold, back = blocking().sell(7, 12).sell(1, 3).sell(4, 6), blocking().sell(7, 12).sell(1, 3)
    back.do(CALLER, a.TakeCardsBack(NAME, 7, 12))
    for hall in (sold, back):
        assert "close-sale" in offers(hall, CHIEF)
        hall.close().announced()


def test_a_house_that_says_each_range_closes_the_sale_with_gaps() -> None:
    assert Hall(sale__upwards=False).open().sale().sell(7, 12).sell(1, 3).accepts(CHIEF, CLOSE)


@pytest.mark.parametrize(("first", "is_closed"), [(1, True), (4, True)])
def test_what_lies_before_or_after_what_was_sold_is_no_gap(first: int, is_closed: bool) -> None:
    assert blocking().sell(first, first + 2).accepts(CHIEF, CLOSE) is is_closed


def test_numbers_that_an_earlier_game_used_are_no_gap() -> None:
    hall = blocking().sell(4, 6).close().do(CHIEF, a.CallOffSale("nadie"), a.EndGame()).sale()
    hall.sell(1, 3).sell(7, 9)
    assert hall.accepts(CHIEF, CLOSE)
    hall.do(CALLER, a.TakeCardsBack(NAME, 3, 3))
    assert hall.answer(CHIEF, CLOSE).facts["card"] == "B-1047/3"


def test_each_series_begins_and_ends_where_it_does() -> None:
    hall = Hall(sale__upwards=False, sale__gaps="block").open()
    hall.do(MANAGER, a.RegisterSeries("C", 1047, 420, 2_00)).do(CHIEF, a.AnnounceSale((NAME, "C-1047")))
    hall.sell(1, 3).do(CALLER, a.SellCards("C-1047", 10, 12))
    assert hall.accepts(CHIEF, CLOSE)


@pytest.mark.clause("BG.IV.11")
def test_what_a_count_finds_unsold_is_put_right_by_the_announcement_of_each_range() -> None:
    hall = blocking().sell(1, 9).close()
    hall.do(CASHIER, a.Recount(NAME, 5, 5, was_sold=False, reason="no se vendió"), a.CollectUnsold(NAME, 412))
    assert hall.announced().game.is_sold_announced
    assert [said for said in hall.said if "del número" in said][:1] == [
        "Cartones vendidos 8, de la serie B 1047 del número 1 al 4"
    ]


def test_while_a_gap_keeps_the_sale_open_the_hall_waits_for_who_sells() -> None:
    hall = blocking().sell(7, 12).sell(1, 3)
    assert hall.play.view().waits_for == CALLER
    assert hall.sell(4, 6).play.view().waits_for == CHIEF
