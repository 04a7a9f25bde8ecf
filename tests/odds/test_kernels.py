"""Promise of docs/performance.md: what the extra `fast` compiles comes to the same as what it stands for."""

import numpy as np
import pytest

from tapete.cartones import Cards, Law, Series, cards_of
from tapete.odds import bulk_strips, kernels

needs_numba = pytest.mark.skipif(not kernels.IS_FAST, reason="without tapete[fast]")
SECRET = bytes(range(7, 39))


@pytest.mark.parametrize("is_fast", [pytest.param(True, marks=needs_numba), False])
def test_strips_in_bulk_are_those_that_the_secret_draws_one_by_one(
    is_fast: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk_strips, "IS_FAST", is_fast)
    first, count = 3, 300 if is_fast else 5
    cards = cards_of(Series("A", 1, 6 * (first + count), 200, law=Law.STRIPS), SECRET)
    assert isinstance(cards, Cards)
    one_by_one = [cards.grid(number) for number in range(6 * first + 1, cards.series.size + 1)]
    made = bulk_strips.strips_in_bulk(SECRET, first, count).reshape(-1, 3, 9)
    wrong = np.flatnonzero((made != np.array(one_by_one)).any(axis=(1, 2)))
    assert wrong.tolist() == [], "cards that the bulk path draws otherwise"
