"""Bead plate and big road: where each result goes, and how it is drawn.

The roads tell what has happened; they say nothing about what comes. A letter stands in or beside every colour, so that
nobody depends on colours.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from markupsafe import Markup, escape

ROWS = 6
TIE = "empate"


class Cell(msgspec.Struct, frozen=True):
    """One entry of the big road: column, row, winner (``punto`` or ``banca``) and the ties that followed it."""

    column: int
    row: int
    winner: str
    ties: int = 0


def big_road_cells(results: Sequence[str]) -> tuple[Cell, ...]:
    """Lay results out as a big road.

    Ties are no cells: they mark the last cell, or wait for the first. The same winner goes down; where the way down is
    barred the streak turns right and stays in that row. Another winner starts at the top of the column after the one in
    which the streak before it started, further right while that is taken.
    """
    cells: list[Cell] = []
    taken: set[tuple[int, int]] = set()
    start, waiting, bent = 0, 0, False
    for winner in results:
        if winner == TIE:
            if cells:
                cells[-1] = msgspec.structs.replace(cells[-1], ties=cells[-1].ties + 1)
            else:
                waiting += 1
            continue
        if not cells:
            spot = (0, 0)
        elif winner == cells[-1].winner:
            last = cells[-1]
            below = (last.column, last.row + 1)
            bent = bent or below[1] >= ROWS or below in taken
            spot = (last.column + 1, last.row) if bent else below
            while spot in taken:
                spot = (spot[0] + 1, spot[1])
        else:
            start, bent = start + 1, False
            while (start, 0) in taken:
                start += 1
            spot = (start, 0)
        taken.add(spot)
        cells.append(Cell(*spot, winner, waiting))
        waiting = 0
    return tuple(cells)


def bead_plate(results: Sequence[str], letters: dict[str, str], name: str, columns: int = 12) -> Markup:
    """Draw one disc for each coup, ties included, down each column; the newest columns stay in sight."""
    filled = -(-len(results) // ROWS)
    first = max(0, filled - columns)
    width = max(columns, 1)
    marks = [
        _bead((n // ROWS - first) * 20 + 10, n % ROWS * 20 + 10, result, letters)
        for n, result in enumerate(results)
        if n // ROWS >= first
    ]
    return _sheet("bead-plate", name, width, "".join(marks))


def _bead(x: int, y: int, result: str, letters: dict[str, str]) -> str:
    return (
        f'<g class="bead {escape(result)}"><circle cx="{x}" cy="{y}" r="8.4"/>'
        f'<text x="{x}" y="{y + 4}">{escape(letters.get(result, "?"))}</text></g>'
    )


def big_road(results: Sequence[str], letters: dict[str, str], name: str, columns: int = 24) -> Markup:
    """Draw the big road: hollow rings, a slash for ties with their number from two on; the newest in sight."""
    cells = big_road_cells(results)
    last = max((cell.column for cell in cells), default=-1)
    first = max(0, last + 1 - columns)
    marks = []
    for cell in cells:
        if cell.column < first:
            continue
        x, y = (cell.column - first) * 20 + 10, cell.row * 20 + 10
        marks.append(f'<g class="ring {escape(cell.winner)}"><circle cx="{x}" cy="{y}" r="7.4"/>')
        marks.append(f'<text class="small" x="{x}" y="{y + 3}">{escape(letters.get(cell.winner, ""))}</text>')
        if cell.ties:
            marks.append(f'<path class="slash" d="M{x - 8} {y + 8}L{x + 8} {y - 8}"/>')
        if cell.ties > 1:
            marks.append(f'<text class="ties" x="{x + 6}" y="{y + 9}">{cell.ties}</text>')
        marks.append("</g>")
    return _sheet("big-road", name, columns, "".join(marks))


def _sheet(kind: str, name: str, columns: int, inside: str) -> Markup:
    lines = "".join(f"M{x * 20} 0V{ROWS * 20}" for x in range(1, columns))
    lines += "".join(f"M0 {y * 20}H{columns * 20}" for y in range(1, ROWS))
    return Markup(
        f'<svg class="road {kind}" preserveAspectRatio="xMinYMin meet" role="img" aria-label="{escape(name)}" '
        f'viewBox="-1 -1 {columns * 20 + 2} {ROWS * 20 + 2}">'
        f'<rect class="sheet" x="0" y="0" width="{columns * 20}" height="{ROWS * 20}"/>'
        f'<path class="grid" d="{lines}"/>{inside}</svg>'
    )
