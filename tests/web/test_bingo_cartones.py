"""The squares of a cartón on a page: every number of a line is there, whatever its maker has printed."""

import pytest

from tapete.web.games.bingo.cartones import grid


def squares(*row: int) -> list[int]:
    """Return the numbers of a line in its nine squares, 0 where there is none."""
    ((line),) = grid((row,), ())
    return [0 if cell is None else cell.number for cell in line]


def test_each_number_stands_in_the_column_of_its_ten() -> None:
    assert squares(9, 10, 45, 80, 79) == [9, 10, 0, 0, 45, 0, 0, 79, 80]
    assert squares(1, 20, 39, 60, 90) == [1, 0, 20, 39, 0, 0, 60, 0, 90]


@pytest.mark.parametrize(
    ("row", "line"),
    [
        ((1, 2, 30, 40, 50), [1, 2, 0, 30, 40, 50, 0, 0, 0]),
        ((81, 85, 90, 1, 2), [1, 2, 0, 0, 0, 0, 90, 85, 81]),
        ((11, 12, 20, 30, 40), [12, 11, 20, 30, 40, 0, 0, 0, 0]),
    ],
)
def test_no_number_of_a_cartón_from_elsewhere_is_lost(row: tuple[int, ...], line: list[int]) -> None:
    """Two or three numbers of one ten in a line: the others stay where they belong."""
    shown = squares(*row)
    assert sorted(one for one in shown if one) == sorted(row)
    assert shown == line
