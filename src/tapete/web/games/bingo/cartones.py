"""Cartones as they are printed: three lines of nine squares, each number in the column of its ten."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tapete.games.bingo.terms import Rows
from tapete.web.games.bingo.models import Cell, Grid

COLUMNS = 9
OWN_DIGITS = 90
"""The last number, which stands in the column of the eighties."""


def column_of(number: int) -> int:
    """Return the column of a number, counted from 0."""
    return COLUMNS - 1 if number == OWN_DIGITS else number // 10


def grid(rows: Rows, announced: Collection[int], marked: Collection[int] = ()) -> Grid:
    """Return the squares of a cartón; nothing of one whose numbers nobody can tell."""
    return tuple(_line(row, announced, marked) for row in rows)


def _line(row: tuple[int, ...], announced: Collection[int], marked: Collection[int]) -> tuple[Cell | None, ...]:
    """Return the squares of a line. Of two numbers of one ten, which a cartón from elsewhere may have in a line, the
    second one has the nearest free square.
    """
    cells: list[Cell | None] = [None] * COLUMNS
    in_place = {column_of(number): number for number in reversed(row)}
    others = [number for number in row if number not in in_place.values()]
    for number in (*in_place.values(), *others):
        cells[_nearest_free(cells, column_of(number))] = Cell(number, number in announced, number in marked)
    return tuple(cells)


def _nearest_free(cells: Sequence[Cell | None], column: int) -> int:
    return min((at for at, cell in enumerate(cells) if cell is None), key=lambda at: (abs(at - column), at))
