"""What lies on printed sheets of cartones: how many pages, which inks, one box for dark squares in a row."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from tapete.cartones import Cards, Series, cards_of
from tapete.printing import print_cards
from tapete.printing.drawing import INK, INKS, PAPER, ink_of, runs, tint
from tapete.printing.letters import in_built_in_letters


def series_cards(letter: str, number: int, size: int, value: int) -> Cards:
    found = cards_of(Series(letter, number, size, value), bytes(range(32)))
    assert isinstance(found, Cards)
    return found


@pytest.mark.parametrize(
    ("numbers", "pages"),
    [
        ((1,), 1),
        ((1, 2, 3, 4, 5, 6), 1),
        ((6, 7), 2),
        ((7, 12), 1),
        ((1, 2, 3, 4, 5, 6, 1), 2),
        ((1, 1, 1, 1, 1, 1), 1),
        ((1, 1, 1, 1, 1, 1, 1), 2),
        ((1, 13, 2), 3),
    ],
)
def test_a_page_holds_six_cards_of_one_strip(numbers: tuple[int, ...], pages: int) -> None:
    cards, told = series_cards("B", 1, 18, 200), list[int]()
    made = print_cards(cards.series, numbers, cards.grid, "es", told.append)
    assert len(PdfReader(BytesIO(made)).pages) == pages
    assert told == list(numbers)


def test_eight_letters_in_a_row_have_eight_inks_that_differ_from_ink_and_paper() -> None:
    assert len({ink_of(letter) for letter in "ABCDEFGH"}) == len(set(INKS)) == 8
    assert [ink_of(letter) for letter in "IJ"] == [ink_of(letter) for letter in "AB"]
    assert not {INK, PAPER} & set(INKS)


@pytest.mark.parametrize(
    ("share", "mixed"), [(1, (0, 100, 255)), (0, (255, 255, 255)), (0.5, (128, 178, 255)), (0.1, (230, 240, 255))]
)
def test_a_colour_is_mixed_with_paper(share: float, mixed: tuple[int, int, int]) -> None:
    assert tint((0, 100, 255), share) == mixed


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ([], []),
        ([0, 0], []),
        ([1], [(0, 1)]),
        ([0, 1], [(1, 1)]),
        ([1, 1, 0], [(0, 2)]),
        ([1, 0, 1, 1, 1, 0, 0, 1, 1], [(0, 1), (2, 3), (7, 2)]),
    ],
)
def test_dark_squares_in_a_row_are_drawn_as_one_box(row: list[int], found: list[tuple[int, int]]) -> None:
    assert list(runs(bytes(row))) == found


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("\N{MINUS SIGN}6 €", "-6 €"),
        ("1\N{NARROW NO-BREAK SPACE}000", "1 000"),
        ("1\N{THIN SPACE}000", "1 000"),
        ("6\N{NO-BREAK SPACE}€", "6\N{NO-BREAK SPACE}€"),
        ("ñ — “Œ”", "ñ — “Œ”"),
        ("Ł中", "??"),
    ],
)
def test_signs_that_the_letters_do_not_have_are_written_with_those_they_have(text: str, written: str) -> None:
    assert in_built_in_letters(text) == written
