"""Ranks are a bijection: on shapes listed whole by other code, and back and forth on the card of ninety numbers."""

import pytest
from hypothesis import given, settings, strategies as st

from tapete.cartones import (
    NINETY,
    card_count,
    check_code,
    columns_of,
    faults,
    rank,
    read_code,
    strips_of,
    unrank,
    warnings,
)
from tapete.cartones.codes import SIGNS
from tapete.cartones.ranks import ranks_of
from tapete.cartones.writing import read_grid
from tapete.clauses import Fault
from tests.support.cartones import SMALL, SMALL_STRIPS, listed_cards, listed_strips

K = "4 16 30 52 81 / 7 22 45 60 77 / 19 28 38 63 90"
RANK_OF_K = 3_122_005_460_833_142_886


@pytest.mark.parametrize("count", SMALL)
def test_every_card_of_a_small_shape_has_a_rank_of_its_own(count: int) -> None:
    ranks, every = ranks_of(SMALL[count]), set(listed_cards(SMALL[count]))
    made = [ranks.unrank(one) for one in range(count)]
    assert set(made) == every
    assert [ranks.rank(one) for one in made] == list(range(count))


@pytest.mark.parametrize("count", SMALL_STRIPS)
def test_every_strip_of_a_small_shape_has_a_rank_of_its_own(count: int) -> None:
    strips, every = strips_of(SMALL_STRIPS[count]), listed_strips(SMALL_STRIPS[count])
    made = [strips.unrank(one) for one in range(count)]
    assert len(every) == len(set(every)) == count
    assert set(made) == set(every)
    assert all(strips.rank(one) == at for at, one in list(enumerate(made))[:: 1 + count // 3000])


def test_the_first_card_the_last_one_and_the_sample_of_the_register() -> None:
    low = ((0, 0, 0, 0, 40, 50, 60, 70, 80), (0, 0, 0, 0, 41, 51, 61, 71, 81), (1, 10, 20, 30, 0, 0, 0, 0, 82))
    assert unrank(0) == low
    sample = read_grid(K)
    assert not isinstance(sample, Fault)
    assert (rank(sample), unrank(RANK_OF_K)) == (RANK_OF_K, sample)
    assert rank(unrank(card_count() - 1)) == card_count() - 1
    for none in (-1, card_count()):
        with pytest.raises(IndexError):
            unrank(none)


@given(st.integers(0, card_count() - 1))
def test_a_card_and_its_rank_lead_to_each_other(number: int) -> None:
    grid = unrank(number)
    assert rank(grid) == number
    assert faults(grid) == warnings(grid) == ()
    assert all(NINETY.column_of(one) == at for at, column in enumerate(columns_of(grid)) for one in column)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, strips_of().count - 1))
def test_a_strip_and_its_rank_lead_to_each_other(number: int) -> None:
    strip = strips_of().unrank(number)
    assert strips_of().rank(strip) == number
    assert sorted(one for grid in strip for line in grid for one in line if one) == list(range(1, 91))
    assert all(faults(grid) == warnings(grid) == () for grid in strip)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, strips_of().count - 1), st.integers(0, 5), st.integers(0, 4))
def test_what_is_no_strip_has_no_rank(number: int, first: int, second: int) -> None:
    strip = list(strips_of().unrank(number))
    assert strips_of().rank(tuple(strip[:5])) is None
    strip[first] = strip[(first + second + 1) % 6]
    assert strips_of().rank(tuple(strip)) is None


@pytest.mark.parametrize(
    "change",
    [
        lambda grid: (grid[1], grid[0], grid[2]),  # 7 above 4
        lambda grid: (tuple(reversed(grid[0])), *grid[1:]),
        lambda grid: grid[:2],
        lambda grid: ((*grid[0], 0), *grid[1:]),
        lambda grid: ((4, 16, 0, 30, 0, 52, 0, 0, 82), *grid[1:2], (0, 19, 28, 38, 0, 0, 63, 0, 81)),
    ],
)
def test_a_card_of_another_order_has_no_rank(change) -> None:  # type: ignore[no-untyped-def]
    sample = read_grid(K)
    assert not isinstance(sample, Fault)
    assert rank(change(sample)) is None


# --- check codes ------------------------------------------------------------------------------------------------------


@given(st.integers(0, card_count() - 1))
def test_a_check_code_names_its_rank_however_it_is_typed(number: int) -> None:
    code = check_code(number)
    assert len(code) == 16
    assert code[0] in "0123"
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert read_code(code) == read_code(typed) == number


@given(st.integers(0, card_count() - 1))
@settings(max_examples=20, deadline=None)
def test_every_single_wrong_sign_is_found(number: int) -> None:
    code = check_code(number).replace("-", "")
    for at, right in enumerate(code):
        for wrong in set(SIGNS) - {right}:
            assert isinstance(read_code(code[:at] + wrong + code[at + 1 :]), Fault)


def test_most_exchanges_of_two_neighbours_are_found() -> None:
    missed = looked = 0
    for number in range(0, card_count(), card_count() // 300):
        code = check_code(number).replace("-", "")
        for at in range(12):
            if code[at] != code[at + 1]:
                looked += 1
                missed += not isinstance(read_code(code[:at] + code[at + 1] + code[at] + code[at + 2 :]), Fault)
    assert looked > 3000
    assert missed * 100 < looked


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("", "code-malformed"),
        ("2PGWX", "code-malformed"),
        ("U" * 14, "code-malformed"),
        ("Z" * 13 + "0", "code-mistyped"),
    ],
)
def test_what_is_no_check_code_is_told(code: str, why: str) -> None:
    found = read_code(code)
    assert isinstance(found, Fault)
    assert found.code == why


def test_a_code_above_the_last_rank_is_told() -> None:
    found = read_code(check_code(card_count()))
    assert isinstance(found, Fault)
    assert (found.code, found.facts) == ("no-such-rank", {"most": card_count() - 1})
