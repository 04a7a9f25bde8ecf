"""Where money stops being money: the least and the greatest rate, the least unit, the signs, and who takes the rest."""

from collections.abc import Callable
from typing import Any

import pytest

from tapete.money import LIMIT, PAID_MOST, Fraction, Rounding, deducted, euros, portion, require_paid, shares

HALF = Fraction(1, 2)


def is_refused(made: Callable[[], Any]) -> bool:
    try:
        made()
    except ValueError:
        return True
    return False


@pytest.mark.parametrize(
    ("num", "den", "is_rate"),
    [
        (0, 1, True),
        (1, 1, True),
        (LIMIT, 1, True),
        (0, LIMIT, True),
        (LIMIT, LIMIT, True),
        (-1, 1, False),
        (-1, LIMIT, False),
        (LIMIT + 1, 1, False),
        (1, 0, False),
        (0, 0, False),
        (1, -1, False),
        (0, LIMIT + 1, False),
        (LIMIT + 1, LIMIT + 1, False),
    ],
)
def test_a_rate_has_parts_up_to_the_largest_amount_and_a_divisor_above_nothing(
    num: int, den: int, is_rate: bool
) -> None:
    assert is_refused(lambda: Fraction(num, den)) is not is_rate


@pytest.mark.parametrize("den", [1, 2, 100, LIMIT])
def test_a_won_stake_is_paid_at_least_the_least_part_and_at_most_so_many_times_itself(den: int) -> None:
    paid = {num: not is_refused(lambda num=num: require_paid(Fraction(num, den))) for num in (0, 1, den)}
    assert paid == {0: False, 1: True, den: True}
    most = PAID_MOST * den
    if most < LIMIT:
        assert [is_refused(lambda num=num: require_paid(Fraction(num, den))) for num in (most, most + 1)] == [
            False,
            True,
        ]
    assert PAID_MOST == 1_000


@pytest.mark.parametrize("rounding", list(Rounding))
def test_an_amount_from_nothing_up_is_divided_in_units_of_a_cent_and_more(rounding: Rounding) -> None:
    assert [is_refused(lambda amount=amount: portion(amount, HALF, rounding)) for amount in (-2, -1, 0, 1)] == [
        True,
        True,
        False,
        False,
    ]
    assert [is_refused(lambda unit=unit: portion(10, HALF, rounding, unit)) for unit in (-1, 0, 1, 2)] == [
        True,
        True,
        False,
        False,
    ]
    assert (portion(0, HALF, rounding), portion(2, HALF, rounding), portion(10, HALF, rounding, 5)) == (0, 1, 5)


@pytest.mark.parametrize(
    ("amount", "rate", "unit", "down", "half_up", "up"),
    [
        (1, Fraction(1, 2), 1, 0, 1, 1),
        (1, Fraction(1, 3), 1, 0, 0, 1),
        (2, Fraction(1, 3), 1, 0, 1, 1),
        (3, Fraction(1, 3), 1, 1, 1, 1),
        (7, Fraction(3, 2), 1, 10, 11, 11),
        (7, Fraction(3, 2), 10, 10, 10, 20),
        (10, Fraction(3, 2), 10, 10, 20, 20),
        (9, Fraction(1, 1), 4, 8, 8, 12),
        (10, Fraction(1, 1), 4, 8, 12, 12),
        (100, Fraction(0, 5), 1, 0, 0, 0),
        (LIMIT, Fraction(1, 1), 1, LIMIT, LIMIT, LIMIT),
    ],
)
def test_a_portion_is_rounded_as_its_rule_says(
    amount: int, rate: Fraction, unit: int, down: int, half_up: int, up: int
) -> None:
    made = {how: portion(amount, rate, how, unit) for how in Rounding}
    assert made == {Rounding.DOWN: down, Rounding.HALF_UP: half_up, Rounding.UP: up}


@pytest.mark.parametrize(
    ("won", "rate", "unit", "kept"),
    [
        (2_000, Fraction(2, 100), 10_000, 2_000),
        (2_000, Fraction(2, 100), 1, 40),
        (2_001, Fraction(2, 100), 1, 41),
        (2_000, Fraction(2, 100), 100, 100),
        (99, Fraction(1, 1), 100, 99),
        (100, Fraction(1, 1), 100, 100),
        (100, Fraction(2, 1), 1, 100),
        (0, Fraction(1, 1), 100, 0),
    ],
)
def test_what_a_house_keeps_of_a_win_is_never_more_than_the_win(won: int, rate: Fraction, unit: int, kept: int) -> None:
    assert deducted(won, rate, Rounding.UP, unit) == kept
    assert [deducted(won, HALF, Rounding.UP) for won in (1, 2, 3, 4, 5)] == [1, 1, 2, 2, 3]


@pytest.mark.parametrize(
    ("amount", "parts", "rounding", "divided"),
    [
        (100, (1, 1, 1), Rounding.DOWN, (34, 33, 33)),
        (100, (1, 1, 1), Rounding.UP, (32, 34, 34)),
        (100, (2, 1), Rounding.DOWN, (67, 33)),
        (100, (1, 2), Rounding.DOWN, (34, 66)),
        (101, (1, 1), Rounding.HALF_UP, (50, 51)),
        (101, (1, 1), Rounding.DOWN, (51, 50)),
        (7, (1,), Rounding.DOWN, (7,)),
        (7, (0, 1), Rounding.DOWN, (0, 7)),
        (7, (1, 0), Rounding.UP, (7, 0)),
        (0, (1, 1), Rounding.UP, (0, 0)),
    ],
)
def test_each_part_but_the_first_is_rounded_and_the_first_takes_the_rest(
    amount: int, parts: tuple[int, ...], rounding: Rounding, divided: tuple[int, ...]
) -> None:
    assert shares(amount, parts, rounding) == divided


def test_parts_are_rounded_down_unless_it_is_said_and_add_up_to_something() -> None:
    assert shares(101, (1, 1)) == (51, 50)
    parts: list[tuple[int, ...]] = [(), (0,), (0, 0), (1, -1), (1,), (0, 1)]
    assert [is_refused(lambda one=one: shares(10, one)) for one in parts] == [True, True, True, True, False, False]


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (1, "0,01"),
        (-1, "-0,01"),
        (-2, "-0,02"),
        (0, "0"),
        (99, "0,99"),
        (-99, "-0,99"),
        (100, "1"),
        (-100, "-1"),
        (101, "1,01"),
        (110, "1,10"),
        (99_999, "999,99"),
        (100_000, "1.000"),
        (-100_001, "-1.000,01"),
        (LIMIT, "100.000.000.000"),
    ],
)
def test_euros_to_the_cent_on_both_sides_of_nothing(cents: int, text: str) -> None:
    assert euros(cents) == text
