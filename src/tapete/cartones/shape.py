"""The shape of a card: which numbers a column may hold, how many lines there are, how many numbers a line has.

Everything that counts, ranks or draws cards takes a shape, so that it can be held against whole lists of small ones.
Two points of :data:`NINETY` are practice, for the order says neither: a column holds the numbers of its ten, and they
grow downwards. Both are needed for the figure that is known for the number of cards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import accumulate, combinations
from math import comb
from typing import Final

from tapete.clauses import Fault, fault, rule
from tapete.money import Cents

Grid = tuple[tuple[int, ...], ...]
"""The squares of a card, line by line from the top; 0 is an empty square."""


class Shape:
    """Columns of ``sizes`` numbers, counted on from 1; ``lines`` lines of ``line_size`` numbers each."""

    def __init__(self, sizes: tuple[int, ...], lines: int, line_size: int) -> None:
        self.sizes = sizes
        self.lines = lines
        self.line_size = line_size
        self.columns: int = len(sizes)
        self.numbers: int = sum(sizes)
        self.filled: int = lines * line_size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shape) and self._key == other._key

    def __hash__(self) -> int:
        return self._key.__hash__()

    @property
    def _key(self) -> tuple[tuple[int, ...], int, int]:
        return self.sizes, self.lines, self.line_size

    @cached_property
    def firsts(self) -> tuple[int, ...]:
        return tuple(accumulate(self.sizes[:-1], initial=1))

    @cached_property
    def masks(self) -> tuple[tuple[int, ...], ...]:
        """Return, for each way to fill a column that is not empty, the lines it fills; the top line is the first bit
        of three.
        """
        top = self.lines - 1
        return tuple(
            tuple(line for line in range(self.lines) if mask >> (top - line) & 1) for mask in range(1, 1 << self.lines)
        )

    def column_of(self, number: int) -> int:
        return sum(first <= number for first in self.firsts) - 1


NINETY: Final = Shape((9, *(10,) * 7, 11), 3, 5)
"""The card of the game: 1-9, 10-19 ... 70-79, 80-90."""


@lru_cache(maxsize=256)
def subsets(size: int, count: int) -> tuple[tuple[int, ...], ...]:
    """Return the sets of ``count`` among the places 0 to ``size`` - 1, in the order of their ranks.

    The rank of a_1 < a_2 < ... is C(a_1, 1) + C(a_2, 2) + ...
    """
    return tuple(sorted(combinations(range(size), count), key=subset_rank))


def subset_rank(places: tuple[int, ...]) -> int:
    return sum(comb(place, at) for at, place in enumerate(places, start=1))


def lines_of(grid: Grid) -> Grid:
    return tuple(tuple(number for number in line if number) for line in grid)


def columns_of(grid: Grid) -> Grid:
    return tuple(tuple(number for number in column if number) for column in zip(*grid, strict=True))


# What a card must be by the letter of the order, and what practice expects of one besides.
#
# The letter: fifteen different numbers of 1 to 90 in three lines of five and nine columns, none of them empty. It says
# neither which numbers are in which column nor that a column grows downwards. A foreign card is therefore not refused
# for either; it has no rank, and is told so.


class CardWarning(StrEnum):
    """What practice expects and a card has not."""

    TENS = "tens"
    """A column holds numbers of another ten."""
    ASCENDING = "ascending"
    """The numbers of a column do not grow downwards."""
    NOT_RANKABLE = "not-rankable"
    """The card has no rank, and so no check code."""


@rule("BG.I.04", neutral=None)
def require_lines(grid: Grid) -> Fault | None:
    """Return a Fault if the card has not three lines of five numbers each."""
    sizes = [len(line) for line in lines_of(grid)]
    if len(sizes) != NINETY.lines:
        return fault("line-count", found=len(sizes))
    for line, size in enumerate(sizes, start=1):
        if size != NINETY.line_size:
            return fault("line-size", line=line, found=size)
    return None


@rule("BG.I.05", neutral=None)
def require_columns(grid: Grid) -> Fault | None:
    """Return a Fault if the card is not laid out in nine columns."""
    for line in grid:
        if len(line) != NINETY.columns:
            return fault("column-count", found=len(line))
    return None


@rule("BG.I.06", neutral=None)
def require_filled_columns(grid: Grid) -> Fault | None:
    """Return a Fault if one of the nine columns has no number. Three lines give it at most three."""
    if {len(line) for line in grid} != {NINETY.columns}:
        return None
    for column, numbers in enumerate(columns_of(grid), start=1):
        if not numbers:
            return fault("empty-column", column=column)
    return None


@rule("BG.I.03", neutral=None)
def require_numbers(grid: Grid) -> Fault | None:
    """Return a Fault if the card has not fifteen different numbers of 1 to 90."""
    numbers = [number for line in lines_of(grid) for number in line]
    for number, times in Counter(numbers).items():
        if not 1 <= number <= NINETY.numbers:
            return fault("number-out-of-range", ball=number)
        if times > 1:
            return fault("duplicate-number", number=number)
    return None if len(numbers) == NINETY.filled else fault("number-count", found=len(numbers))


def faults(grid: Grid) -> tuple[Fault, ...]:
    """Return what is wrong with a card by the letter: one Fault for each clause that it breaks."""
    found = (require_numbers(grid), require_lines(grid), require_columns(grid), require_filled_columns(grid))
    return tuple(one for one in found if one is not None)


def warnings(grid: Grid) -> tuple[CardWarning, ...]:
    """Return what a lawful card has not that practice expects. Nobody refuses a card for it, and of a grid whose lines
    have not one length, which is no card, nothing is said.
    """
    if len({len(line) for line in grid}) != 1:
        return ()
    found = []
    columns = columns_of(grid)
    if any(NINETY.column_of(number) != column for column, numbers in enumerate(columns) for number in numbers):
        found.append(CardWarning.TENS)
    if any(list(numbers) != sorted(numbers) for numbers in columns):
        found.append(CardWarning.ASCENDING)
    return (*found, CardWarning.NOT_RANKABLE) if found else ()


@rule("BG.I.07", neutral=(1,))
def parts(is_double: bool) -> tuple[int, ...]:
    """Return the parts of a card: a double card («cartón doble») has two, one for each of two games."""
    return (1, 2) if is_double else (1,)


@rule("BG.I.08", neutral=None)
def require_equal_values(first: Cents, second: Cents) -> Fault | None:
    """Return a Fault if the parts of a double card have not the same face value."""
    return None if first == second else fault("face-values-differ", first=first, second=second)


@rule("BG.I.08", neutral=lambda face_value, is_double: face_value)
def price(face_value: Cents, is_double: bool) -> Cents:
    """Return what a card costs: its face value is that of a part, and each part is a unit of play."""
    return face_value * len(parts(is_double))


@rule("BG.I.09", neutral=None)
def require_equal_parts(first: Grid, second: Grid) -> Fault | None:
    """Return a Fault if the parts of a double card have not the same numbers in the same squares."""
    for line, (one, other) in enumerate(zip(first, second, strict=False), start=1):
        for column, (left, right) in enumerate(zip(one, other, strict=False), start=1):
            if left != right:
                return fault("parts-differ", line=line, column=column)
    same = [len(line) for line in first] == [len(line) for line in second]
    return None if same else fault("parts-differ", line=0, column=0)


def double_faults(first: Grid, second: Grid, values: tuple[Cents, Cents] | None = None) -> tuple[Fault, ...]:
    """Return what is wrong with a double card by the letter: with its parts, between them, and with their face values
    where these are known.
    """
    unlike = (require_equal_parts(first, second), None if values is None else require_equal_values(*values))
    return (*faults(first), *faults(second), *(one for one in unlike if one is not None))


# A card as a line of text: ``4 16 30 52 81 / 7 22 45 60 77 / 19 28 38 63 90``, or with every square.
#
# Where empty squares are written (``.``, ``-`` or ``0``), the squares stand as they are written. Where none is, each
# number goes into the column of its ten.

EMPTY: Final = frozenset({"-", ".", "0", "·"})
LONGEST: Final = 400


def read_grid(text: str) -> Grid | Fault:
    """Return the squares of a card that somebody has written, or a Fault where they cannot be told.

    Lines are separated by ``/``, ``;`` or ends of lines. A card that is read may still be none by the order.
    """
    if len(text) > LONGEST:
        return fault("card-malformed")
    lines = [line.replace(",", " ").replace("|", " ").split() for line in re.split(r"[/;\n]", text.strip())]
    if not text.strip() or any(not re.fullmatch(r"\d{1,3}|[-.·]", word) for line in lines for word in line):
        return fault("card-malformed")
    squares = tuple(tuple(0 if word in EMPTY else int(word) for word in line) for line in lines)
    if any(word in EMPTY for line in lines for word in line):
        return squares
    wrong = require_numbers(squares) or require_lines(squares)
    return wrong or by_tens(squares)


def by_tens(lines: Grid) -> Grid | Fault:
    squares = [[0] * NINETY.columns for _ in lines]
    for line, numbers in zip(squares, lines, strict=True):
        for number in numbers:
            column = NINETY.column_of(number)
            if line[column]:
                return fault("squares-unknown", first=line[column], second=number)
            line[column] = number
    return tuple(map(tuple, squares))


def write_grid(grid: Grid) -> str:
    """Return a card as one line of text, every square written."""
    return " / ".join(" ".join(str(number or ".") for number in line) for line in grid)


def packed(grids: Iterable[Grid]) -> str:
    """Return squares in one sign each, from «#» for an empty one to «}» for 90."""
    return "".join(chr(35 + number) for grid in grids for line in grid for number in line)


def unpacked(text: str) -> tuple[Grid, ...]:
    lines = tuple(tuple(ord(sign) - 35 for sign in text[at : at + 9]) for at in range(0, len(text), 9))
    return tuple(lines[at : at + 3] for at in range(0, len(lines), 3))
