"""What is no strip: every number once on fewer cards than a strip has, or on more."""

from __future__ import annotations

import pytest

from tapete.cartones import NINETY, Grid
from tapete.cartones.strips import STRIP, strips_of


def dealt(cards: int) -> tuple[Grid, ...]:
    """Deal the numbers of each column round over so many cards, from the top line down."""
    grids = [[[0] * NINETY.columns for _ in range(NINETY.lines)] for _ in range(cards)]
    for column, (first, size) in enumerate(zip(NINETY.firsts, NINETY.sizes, strict=True)):
        for place in range(size):
            grids[place % cards][place // cards][column] = first + place
    return tuple(tuple(map(tuple, grid)) for grid in grids)


@pytest.mark.parametrize("cards", [4, 5, 7, 8, 9])
def test_every_number_once_on_another_number_of_cards_is_no_strip(cards: int) -> None:
    grids = dealt(cards)
    assert sorted(number for grid in grids for line in grid for number in line if number) == list(range(1, 91))
    assert cards != STRIP
    assert strips_of().rank(grids) is None


def test_an_empty_card_beside_a_strip_makes_it_none() -> None:
    strip = strips_of().unrank(0)
    empty = ((0,) * NINETY.columns,) * NINETY.lines
    assert strips_of().rank(strip) == 0
    assert strips_of().rank((*strip, empty)) is None
    assert strips_of().rank(strip[:-1]) is None
    assert strips_of().rank(()) is None
