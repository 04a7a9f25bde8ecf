"""A count of unsold cartones that does not agree is told to staff until it does."""

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Phase
from tapete.web.games.bingo import desk
from tapete.web.games.bingo.log_wording import log_wording
from tests.support.bingo.hall import CASHIER, CHIEF, Hall
from tests.web.test_bingo_desk_buttons import desk_of


@pytest.mark.clause("BG.IV.08")
def test_staff_see_how_many_unsold_cartones_are_lacking_until_the_count_agrees() -> None:
    hall = Hall().open().sale().sell(1, 20).do(CHIEF, a.CloseSale())
    assert hall.play.view(CASHIER).duty.unsold_differences == {}, "nothing was counted yet"
    hall.do(CASHIER, a.CollectUnsold("B-1047", 399))
    for who in (CASHIER, CHIEF):
        assert hall.play.view(who).duty.unsold_differences == {"B-1047": 1}
    assert hall.play.view("ana").duty is None
    hall.do(CASHIER, a.CollectUnsold("B-1047", 402, "otra vez"))
    assert hall.play.view(CHIEF).duty.unsold_differences == {"B-1047": -2}
    hall.do(CASHIER, a.CollectUnsold("B-1047", 400, "y otra"))
    assert (hall.phase(), hall.play.view(CHIEF).duty.unsold_differences) == (Phase.PRIZES, {})


def miscounted() -> Hall:
    return Hall().open().sale().sell(1, 20).do(CHIEF, a.CloseSale()).do(CASHIER, a.CollectUnsold("B-1047", 399))


@pytest.mark.parametrize("reason", ["", " "])
def test_whoever_counts_again_says_why(reason: str) -> None:
    answer = miscounted().answer(CASHIER, a.CollectUnsold("B-1047", 400, reason))
    assert (answer.code, answer.clauses) == ("reason-missing", ("HP.BG.recounts",))
    assert miscounted().accepts(CASHIER, a.CollectUnsold("B-1047", 400, "uno caído"))


@pytest.mark.parametrize("was_sold", [True, False])
def test_whoever_puts_the_sale_right_says_why(was_sold: bool) -> None:
    first = 21 if was_sold else 20
    answer = miscounted().answer(CHIEF, a.Recount("B-1047", first, first, was_sold))
    assert (answer.code, answer.clauses) == ("reason-missing", ("HP.BG.recounts",))
    assert miscounted().accepts(CHIEF, a.Recount("B-1047", first, first, was_sold, "mal apuntado"))


def test_the_first_count_of_a_series_needs_none_nor_does_the_first_after_the_sale_was_put_right() -> None:
    hall = miscounted().do(CHIEF, a.Recount("B-1047", 21, 21, True, "sin apuntar"))
    assert hall.do(CASHIER, a.CollectUnsold("B-1047", 399)).phase() is Phase.PRIZES


def test_the_record_has_how_many_were_due_and_why_it_was_counted_again() -> None:
    hall = miscounted().do(CASHIER, a.CollectUnsold("B-1047", 401, "otra vez"))
    assert hall.play.last is not None
    (event,) = hall.play.last.events
    assert (event.game, event.count, event.expected, event.reason) == (1, 401, 400, "otra vez")


def test_a_count_of_an_older_record_says_how_many_came_back() -> None:
    old = {"event": "unsold-collected@1", "series": "B-1047", "count": 399}
    assert log_wording("unsold-collected", old) == ("unsold-collected", old)


def test_the_desk_has_a_button_to_count_again_that_asks_for_the_reason() -> None:
    hall = miscounted()
    (button,) = [one for one in desk_of(hall, CASHIER) if one.tag == "collect-unsold"]
    assert button.name == "Volver a contar los no vendidos de la serie B-1047"
    assert [field.name for field in button.fields] == ["count", "reason"]
    assert not desk.is_for_drawer(button)
