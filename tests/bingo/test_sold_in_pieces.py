"""A range goes back of what one person holds; who asks for more reads what stands in the way."""

import pytest

from tapete.games.bingo import acts as a
from tests.support.bingo.hall import CALLER, Hall


@pytest.mark.parametrize(
    ("first", "last", "code", "facts"),
    [
        (1, 18, "sold-in-pieces", {"series": "B-1047", "first": 1, "last": 6}),
        (8, 20, "sold-in-pieces", {"series": "B-1047", "first": 7, "last": 18}),
        (17, 21, "card-not-sold", {"card": "B-1047/21"}),
        (21, 22, "card-not-sold", {"card": "B-1047/21"}),
        (6, 5, "range-backwards", {"first": 6, "last": 5}),
    ],
)
def test_what_stands_in_the_way_of_taking_a_range_back_is_named(
    first: int, last: int, code: str, facts: dict[str, object]
) -> None:
    hall = Hall(sale__returns=True).open().sale().sell(1, 6, "ana").sell(7, 18).sell(19, 20, "luis")
    refused = hall.answer(CALLER, a.TakeCardsBack("B-1047", first, last))
    assert (refused.code, dict(refused.facts)) == (code, facts)
    assert hall.accepts(CALLER, a.TakeCardsBack("B-1047", 7, 18))
