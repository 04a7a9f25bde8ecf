"""How many cards and strips there are, by two methods each. A figure means nothing without its constraints."""

from math import comb, factorial

import pytest

from tapete.cartones import NINETY, Shape, card_count, strips_of
from tapete.cartones.ranks import ranks_of
from tapete.cartones.strips import layouts
from tests.support.cartones import LAYOUTS, SMALL, SMALL_STRIPS, VECTORS, StripsByCards, counted_cards, layout_count


def test_cards_with_tens_by_column_growing_downwards_no_column_empty() -> None:
    assert card_count() == counted_cards(NINETY) == 3_669_688_706_217_187_500


def test_cards_with_tens_by_column_growing_downwards_empty_columns_allowed() -> None:
    assert counted_cards(NINETY, may_be_empty=True) == 5_460_420_808_013_062_500


def test_cards_with_tens_by_column_growing_downwards_no_column_empty_none_of_three() -> None:
    assert counted_cards(NINETY, most=2) == 1_174_751_160_876_562_500


def test_cards_with_columns_of_ten_growing_downwards_no_column_empty() -> None:
    tens = Shape((10,) * 9, 3, 5)
    assert ranks_of(tens).count == counted_cards(tens) == 3_715_841_941_875_000_000


def test_places_alone_no_column_empty() -> None:
    ones = Shape((3,) * 9, 3, 5)
    by_places = sum(layout_count(tuple(sorted(one)), 3, 5) for one in VECTORS)
    assert by_places == 735_210
    # three numbers in each column: C(3, 1) = C(3, 2) = 3 and C(3, 3) = 1
    assert ranks_of(ones).count == sum(
        layout_count(tuple(sorted(one)), 3, 5) * 3 ** (9 - one.count(3)) for one in VECTORS
    )


def test_cards_by_the_letter_any_number_anywhere_in_any_order() -> None:
    letter = 735_210 * factorial(90) // factorial(75)
    assert letter == 44_028_660_345_420_416_911_244_700_180_480_000


def test_vectors_and_layouts_by_the_number_of_columns_with_three() -> None:
    assert LAYOUTS == [1710, 639, 240, 90]
    assert [sum(one.count(3) == threes for one in VECTORS) for threes in range(4)] == [84, 630, 756, 84]
    for threes, ways in enumerate(LAYOUTS):
        counts = (1,) * (3 + threes) + (2,) * (6 - 2 * threes) + (3,) * threes
        assert len(set(layouts(counts))) == len(layouts(counts)) == ways


def test_sets_of_fifteen_numbers_and_lines() -> None:
    sets = 0
    for one in VECTORS:
        ways = 1
        for size, count in zip(NINETY.sizes, one, strict=True):
            ways *= comb(size, count)
        sets += ways
    assert sets == 6_080_082_602_343_750


@pytest.mark.parametrize("count", SMALL)
def test_cards_of_a_small_shape(count: int) -> None:
    assert ranks_of(SMALL[count]).count == counted_cards(SMALL[count]) == count


@pytest.mark.parametrize("count", SMALL_STRIPS)
def test_strips_of_a_small_shape(count: int) -> None:
    assert strips_of(SMALL_STRIPS[count]).count == count


def test_ordered_strips_of_cards_with_tens_by_column_growing_downwards_no_column_empty() -> None:
    """Column after column over the six cards, and card after card over what is left in each column."""
    count = strips_of().count
    assert count == StripsByCards().count
    assert str(count).startswith("4677115411322484682783630193515141080767")
    assert count % factorial(6) == 0
    assert count.bit_length() == 259
