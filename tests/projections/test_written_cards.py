"""The projection on cards that are written out here: where each number stands, and what each ball does."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tapete.cartones import Grid
from tapete.projections import CardIndex, MissingNumbers, SoldRange
from tests.support.rows import rows

WRITTEN: dict[tuple[str, int], Grid] = {
    ("A-1", 3): ((1, 10, 20, 30, 40), (2, 11, 21, 31, 41), (3, 12, 22, 32, 90)),
    ("A-1", 4): ((4, 10, 23, 33, 43), (1, 14, 24, 34, 44), (5, 15, 25, 35, 45)),
    ("B-2", 7): ((3, 16, 26, 36, 46), (6, 17, 27, 37, 47), (7, 10, 28, 38, 48)),
}
FIRST, SECOND = SoldRange("A-1", 3, 4), SoldRange("B-2", 7, 7)


def rows_of(series: str, number: int) -> Grid:
    return WRITTEN[series, number]


def index() -> CardIndex:
    return CardIndex([FIRST, SECOND], rows_of)


def test_a_range_has_its_first_card_and_its_last() -> None:
    assert [len(one) for one in (FIRST, SECOND, SoldRange("A-1", 1, 600))] == [2, 1, 600]
    made = index()
    assert (made.ranges, made.begins, made.cards) == ((FIRST, SECOND), {FIRST: 0, SECOND: 2}, 3)


def test_each_number_stands_on_its_lines_top_lines_first() -> None:
    """Three cards: places 0 to 2 are their top lines, 3 to 5 the middle ones, 6 to 8 the bottom ones."""
    made = index()
    standing: dict[int, list[int]] = {}
    for card, grid in enumerate(WRITTEN.values()):
        for line, numbers in enumerate(grid):
            for number in numbers:
                standing.setdefault(number, []).append(3 * line + card)
    assert {number: made.lines_with(number).tolist() for number in range(91)} == {
        number: sorted(standing.get(number, ())) for number in range(91)
    }
    assert [made.lines_with(number).tolist() for number in (1, 10, 90, 0, 89)] == [[0, 4], [0, 1, 8], [6], [], []]


def test_the_index_of_one_range_is_that_of_its_lines() -> None:
    numbers = np.array([WRITTEN["A-1", 3], WRITTEN["A-1", 4]], np.uint8)
    made, asked = CardIndex.of_numbers(FIRST, numbers), CardIndex([FIRST], rows_of)
    for one in (made, asked):
        assert (one.ranges, one.begins, one.cards) == ((FIRST,), {FIRST: 0}, 2)
    assert [made.lines_with(one).tolist() for one in range(91)] == [asked.lines_with(one).tolist() for one in range(91)]


Did = tuple[int, int, list[int], list[int]]


def folded(found: MissingNumbers, ball: int) -> Did:
    told = found.fold(ball)
    return told.ball, told.cards, told.lines.tolist(), told.bingos.tolist()


def test_each_ball_tells_the_cards_that_hold_it_and_the_lines_that_it_completes() -> None:
    found = MissingNumbers(index())
    balls = [1, 10, 20, 30, 40, 40, 0, 91, 89, 2, 11, 21, 31, 41, 12, 22, 32, 90, 3]
    expected: list[Did] = [
        (1, 2, [], []),
        (10, 3, [], []),
        (20, 1, [], []),
        (30, 1, [], []),
        (40, 1, [0], []),
        (40, 0, [], []),
        (0, 0, [], []),
        (91, 0, [], []),
        (89, 0, [], []),
        (2, 1, [], []),
        (11, 1, [], []),
        (21, 1, [], []),
        (31, 1, [], []),
        (41, 1, [0], []),
        (12, 1, [], []),
        (22, 1, [], []),
        (32, 1, [], []),
        (90, 1, [], []),
        (3, 2, [0], [0]),
    ]
    assert [folded(found, ball) for ball in balls] == expected
    assert found.balls == tuple(dict.fromkeys(one for one in balls if one not in (0, 91)))
    assert found.of_card("A-1", 3) == ((0, 0, 0), 0)
    assert found.of_card("A-1", 4) == ((4, 4, 5), 13)
    assert found.of_card("B-2", 7) == ((4, 5, 4), 13)
    assert (found.nearest(FIRST), found.nearest(SECOND)) == ((0, 0), (4, 13))
    assert found.spread(FIRST) == ((3, 0, 0, 0, 2, 1), (1, *(0,) * 12, 1, 0, 0))
    assert found.spread(SECOND) == ((0, 0, 0, 0, 2, 1), (*(0,) * 13, 1, 0, 0))


def test_lines_of_several_cards_are_told_top_lines_first() -> None:
    """Before its last ball one card lacks a bottom line, another a top line, the third a middle one."""
    cards: dict[tuple[str, int], Grid] = {
        ("C-1", 1): ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10), (11, 12, 13, 14, 90)),
        ("C-1", 2): ((21, 22, 23, 24, 90), (26, 27, 28, 29, 30), (31, 32, 33, 34, 35)),
        ("C-1", 3): ((41, 42, 43, 44, 45), (46, 47, 48, 49, 90), (51, 52, 53, 54, 55)),
    }
    sold = SoldRange("C-1", 1, 3)
    before = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 21, 22, 23, 24, 41, 42, 43, 44, 45, 46, 47, 48, 49]
    made = CardIndex([sold], lambda series, number: cards[series, number])
    found = MissingNumbers.after(made, before)
    assert folded(found, 90) == (90, 3, [1, 2, 0], [0])
    whole = MissingNumbers.after(made, [*before, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 51, 52, 53, 54, 55])
    assert folded(whole, 90) == (90, 3, [1, 2, 0], [1, 2, 0])


@pytest.mark.parametrize(("ball", "counts"), [(0, False), (1, True), (90, True), (91, False), (-1, False)])
def test_balls_are_numbered_1_to_90(ball: int, counts: bool) -> None:
    found = MissingNumbers(index())
    assert bool(folded(found, ball)[1]) is counts
    assert found.balls == ((ball,) if counts else ())


def test_where_no_card_was_sold_a_ball_does_nothing() -> None:
    found = MissingNumbers(CardIndex([], rows_of))
    assert folded(found, 5) == (5, 0, [], [])
    assert (found.index.cards, found.balls) == (0, (5,))


def test_of_a_single_card_every_line_is_its_own() -> None:
    found = MissingNumbers(CardIndex([SECOND], rows_of))
    told = [folded(found, ball) for grid in WRITTEN["B-2", 7] for ball in grid]
    assert [(ball, lines, bingos) for ball, _, lines, bingos in told if lines or bingos] == [
        (46, [0], []),
        (47, [0], []),
        (48, [0], [0]),
    ]
    assert {cards for _, cards, _, _ in told} == {1}


def test_two_are_equal_after_the_same_balls_on_cards_that_lack_as_much() -> None:
    made = index()
    same = MissingNumbers.after(made, [1, 2])
    assert same == MissingNumbers.after(index(), [1, 2])
    assert (same == MissingNumbers.after(made, [2, 1])) is False
    assert (MissingNumbers.after(made, [88]) == MissingNumbers.after(made, [89])) is False
    assert (MissingNumbers.after(made, [88]) == MissingNumbers.after(made, [])) is False
    other = CardIndex([FIRST], rows_of)
    assert (MissingNumbers.after(made, [1]) == MissingNumbers.after(other, [1])) is False
    turned = CardIndex([SECOND, FIRST], rows_of)
    assert (MissingNumbers.after(made, [1]) == MissingNumbers.after(turned, [1])) is False
    look_alike: Any = SimpleNamespace(balls=same.balls, _flat=same._flat)
    assert (same == look_alike) is False


def place_or_error(ask: Any, *given: Any) -> Any:
    try:
        return ask(*given)
    except LookupError as error:
        return (type(error), *error.args)


@rows(
    "series, number, place",
    [
        ("A-1", 2, None),
        ("A-1", 3, 0),
        ("A-1", 4, 1),
        ("A-1", 5, None),
        ("B-2", 6, None),
        ("B-2", 7, 2),
        ("B-2", 3, None),
    ],
)
def test_a_card_has_its_place_and_a_place_its_card(series: str, number: int, place: int | None) -> None:
    found = MissingNumbers(index())
    none = (KeyError, (series, number))
    assert place_or_error(found.place, series, number) == (none if place is None else place)
    if place is not None:
        assert found.card_at(place) == (series, number)


def test_places_are_counted_from_nought() -> None:
    found = MissingNumbers(index())
    assert [place_or_error(found.card_at, at) for at in (-1, 0, 1, 2, 3)] == [
        (IndexError, -1),
        ("A-1", 3),
        ("A-1", 4),
        ("B-2", 7),
        (IndexError, 3),
    ]
