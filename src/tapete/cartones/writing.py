"""A card as a line of text: ``4 16 30 52 81 / 7 22 45 60 77 / 19 28 38 63 90``, or with every square.

Where empty squares are written (``.``, ``-`` or ``0``), the squares stand as they are written. Where none is, each
number goes into the column of its ten.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from tapete.cartones.checks import require_lines, require_numbers
from tapete.cartones.shape import NINETY, Grid
from tapete.clauses import Fault, fault

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
    """Return the squares of numbers that were written without the empty ones."""
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
    """Return the cards of :func:`packed`."""
    lines = tuple(tuple(ord(sign) - 35 for sign in text[at : at + 9]) for at in range(0, len(text), 9))
    return tuple(lines[at : at + 3] for at in range(0, len(lines), 3))
