"""What a card must be by the order, clause by clause, and what practice adds."""

import pytest

from tapete.cartones import (
    CardWarning,
    Grid,
    double_faults,
    faults,
    parts,
    price,
    read_grid,
    warnings,
    write_grid,
)
from tapete.clauses import Fault

K: Grid = (
    (4, 16, 0, 30, 0, 52, 0, 0, 81),
    (7, 0, 22, 0, 45, 0, 60, 77, 0),
    (0, 19, 28, 38, 0, 0, 63, 0, 90),
)


def changed(line: int, column: int, number: int) -> Grid:
    lines = [list(one) for one in K]
    lines[line][column] = number
    return tuple(map(tuple, lines))


def told(grid: Grid) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.code, one.clauses) for one in faults(grid)]


def test_the_sample_card_is_lawful_and_has_all_that_practice_expects() -> None:
    assert faults(K) == warnings(K) == ()


@pytest.mark.clause("BG.I.03")
def test_a_card_has_fifteen_different_numbers_of_1_to_90() -> None:
    assert told(K) == []
    twice = changed(0, 8, 4)
    assert told(twice) == [("duplicate-number", ("BG.I.03",))]
    assert faults(twice)[0].facts == {"number": 4}
    assert told(changed(0, 8, 91)) == [("number-out-of-range", ("BG.I.03",))]
    assert ("number-count", ("BG.I.03",)) in told(changed(0, 8, 0))


@pytest.mark.clause("BG.I.04")
def test_three_lines_have_five_numbers_each() -> None:
    six = (K[0], (7, 0, 22, 0, 45, 0, 60, 77, 90), (0, 19, 28, 38, 0, 0, 63, 0, 0))
    assert told(six) == [("line-size", ("BG.I.04",))]
    assert faults(six)[0].facts == {"line": 2, "found": 6}
    assert ("line-count", ("BG.I.04",)) in told(K[:2])


@pytest.mark.clause("BG.I.05")
def test_a_card_has_nine_columns() -> None:
    ten = tuple((*line, 0) for line in K)
    assert told(ten) == [("column-count", ("BG.I.05",))]
    assert faults(ten)[0].facts == {"found": 10}
    assert told((K[0], K[1], (*K[2], 0))) == [("column-count", ("BG.I.05",))]


@pytest.mark.clause("BG.I.06")
def test_no_column_is_empty() -> None:
    empty = (
        (4, 16, 22, 30, 0, 52, 0, 0, 0),
        (5, 17, 23, 31, 0, 0, 60, 0, 0),
        (6, 18, 24, 32, 0, 0, 0, 70, 0),
    )
    assert told(empty) == [("empty-column", ("BG.I.06",))]
    assert faults(empty)[0].facts == {"column": 5}


@pytest.mark.clause("BG.I.07")
def test_a_double_card_has_two_parts() -> None:
    assert (parts(True), parts(False)) == ((1, 2), (1,))


@pytest.mark.clause("BG.I.08")
def test_parts_have_one_face_value_and_each_is_a_unit_of_play() -> None:
    wrong = double_faults(K, K, (200, 300))
    assert [(one.code, one.clauses) for one in wrong] == [("face-values-differ", ("BG.I.08",))]
    assert double_faults(K, K, (200, 200)) == ()
    assert (price(200, True), price(200, False)) == (400, 200)


@pytest.mark.clause("BG.I.09")
def test_parts_of_a_double_card_have_the_same_numbers_in_the_same_squares() -> None:
    exchanged = (*K[:2], (0, 19, 28, 38, 0, 0, 90, 0, 63))
    wrong = double_faults(K, exchanged)
    assert [(one.code, one.clauses) for one in wrong] == [("parts-differ", ("BG.I.09",))]
    assert wrong[0].facts == {"line": 3, "column": 7}
    assert double_faults(K, K) == ()
    assert "parts-differ" in [one.code for one in double_faults(K, K[:2])]


def test_a_foreign_card_is_warned_of_and_not_refused() -> None:
    """The order says neither which ten a column has nor that it grows downwards."""
    mixed = (K[0], K[1], (0, 63, 28, 38, 0, 0, 19, 0, 90))
    assert faults(mixed) == ()
    assert warnings(mixed) == (CardWarning.TENS, CardWarning.ASCENDING, CardWarning.NOT_RANKABLE)
    upwards = (K[1], K[0], K[2])
    assert faults(upwards) == ()
    assert warnings(upwards) == (CardWarning.ASCENDING, CardWarning.NOT_RANKABLE)


@pytest.mark.parametrize("grid", [(K[0], K[1][:8], K[2]), (K[0], (*K[1], 89), K[2]), (K[0], (), K[2])])
def test_lines_of_different_lengths_are_no_card_and_so_are_warned_of_nothing(grid: Grid) -> None:
    assert faults(grid) != ()
    assert warnings(grid) == ()


@pytest.mark.parametrize(
    "text",
    [
        "4 16 30 52 81 / 7 22 45 60 77 / 19 28 38 63 90",
        "4,16,30,52,81;7,22,45,60,77\n19 28 38 63 90",
        "4 16 - 30 - 52 - - 81 / 7 - 22 - 45 - 60 77 - / . 19 28 38 0 0 63 0 90",
    ],
)
def test_a_card_is_read_as_people_write_it(text: str) -> None:
    assert read_grid(text) == K
    assert read_grid(write_grid(K)) == K


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "card-malformed"),
        ("four 16 30 52 81", "card-malformed"),
        ("4 " * 300, "card-malformed"),
        ("4 16 30 52 4 / 7 22 45 60 77 / 19 28 38 63 90", "duplicate-number"),
        ("4 16 30 52 / 7 22 45 60 77 81 / 19 28 38 63 90", "line-size"),
        ("4 16 17 52 81 / 7 22 45 60 77 / 19 28 38 63 90", "squares-unknown"),
    ],
)
def test_a_card_that_cannot_be_laid_out_is_told(text: str, code: str) -> None:
    found = read_grid(text)
    assert isinstance(found, Fault)
    assert found.code == code
