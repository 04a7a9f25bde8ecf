"""What a card must be by the letter of the order, and what practice expects of one besides.

The letter: fifteen different numbers of 1 to 90 in three lines of five and nine columns, none of them empty. It says
neither which numbers stand in which column nor that a column grows downwards. A foreign card is therefore not refused
for either; it has no rank, and is told so.
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum

from tapete.cartones.shape import NINETY, Grid, columns_of, lines_of
from tapete.clauses import Fault, fault, rule
from tapete.money import Cents


class Warning(StrEnum):  # noqa: A001 it warns of a card, and of no line of a program
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


def warnings(grid: Grid) -> tuple[Warning, ...]:
    """Return what a lawful card has not that practice expects. Nobody refuses a card for it, and of a grid whose lines
    have not one length, which is no card, nothing is said.
    """
    if len({len(line) for line in grid}) != 1:
        return ()
    found = []
    columns = columns_of(grid)
    if any(NINETY.column_of(number) != column for column, numbers in enumerate(columns) for number in numbers):
        found.append(Warning.TENS)
    if any(list(numbers) != sorted(numbers) for numbers in columns):
        found.append(Warning.ASCENDING)
    return (*found, Warning.NOT_RANKABLE) if found else ()


# --- double cards -----------------------------------------------------------------------------------------------------


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
