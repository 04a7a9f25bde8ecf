"""The five roads of a shoe: bead plate, big road and the three that are derived from it.

They tell what has happened and say nothing about what comes. Ties are no cells of the big road: they mark the last one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from msgspec.structs import replace

from tapete.web.stage.model import Cell, Fact, Roads

ROWS: Final = 6
TIE: Final = "empate"


class Shown(NamedTuple):
    """A coup as the roads show it: its winner, and who had a pair (``punto``, ``banca``, ``both`` or nobody)."""

    winner: str
    pairs: str = ""


def roads(coups: Sequence[Shown], counts: tuple[Fact, ...], columns: int) -> Roads:
    """Return the roads of a shoe; of each the last ``columns`` that fit stay in sight."""
    streaks = _streaks(coups)
    return Roads(
        bead=_last(_bead(coups), columns),
        big=_last(_laid(coups), columns * 2),
        big_eye=_last(_laid([Shown(one) for one in derived(streaks, 1)]), columns * 2),
        small=_last(_laid([Shown(one) for one in derived(streaks, 2)]), columns * 2),
        cockroach=_last(_laid([Shown(one) for one in derived(streaks, 3)]), columns * 2),
        counts=counts,
    )


def _streaks(coups: Sequence[Shown]) -> list[int]:
    """Return how often in a row each side won, ties left out."""
    return [len(list(same)) for _, same in groupby(one.winner for one in coups if one.winner != TIE)]


def derived(streaks: Sequence[int], back: int) -> Iterator[str]:
    """Yield the marks of a derived road: ``red`` where the big road repeats what it was ``back`` columns before.

    A cell at the top asks whether the two columns before it, ``back`` apart, are equally long; a lower one whether the
    column ``back`` before has a cell beside it and above that, or neither.
    """
    for at, length in enumerate(streaks):
        for row in range(length):
            if row == 0 and at > back:
                yield "red" if streaks[at - 1] == streaks[at - 1 - back] else "blue"
            elif row and at >= back:
                yield "blue" if streaks[at - back] == row else "red"


def _bead(coups: Sequence[Shown]) -> tuple[Cell, ...]:
    return tuple(
        Cell(column=number // ROWS, row=number % ROWS, kind=one.winner, pairs=one.pairs)
        for number, one in enumerate(coups)
    )


def _laid(coups: Sequence[Shown]) -> tuple[Cell, ...]:
    """Lay results out as a big road.

    The same winner goes down; where the way down is barred the streak turns right and stays in that row. Another winner
    starts at the top of the column after the one in which the streak before it started, further right while that is
    taken.
    """
    cells: list[Cell] = []
    taken: set[tuple[int, int]] = set()
    start, waiting, is_bent = 0, 0, False
    for winner, pairs in coups:
        if winner == TIE:
            if cells:
                cells[-1] = replace(cells[-1], ties=cells[-1].ties + 1)
            else:
                waiting += 1
            continue
        if not cells:
            spot = (0, 0)
        elif winner == cells[-1].kind:
            last = cells[-1]
            below = (last.column, last.row + 1)
            is_bent = is_bent or below[1] >= ROWS or below in taken
            spot = (last.column + 1, last.row) if is_bent else below
            while spot in taken:
                spot = (spot[0] + 1, spot[1])
        else:
            start, is_bent = start + 1, False
            while (start, 0) in taken:
                start += 1
            spot = (start, 0)
        taken.add(spot)
        cells.append(Cell(column=spot[0], row=spot[1], kind=winner, ties=waiting, pairs=pairs))
        waiting = 0
    return tuple(cells)


def _last(cells: tuple[Cell, ...], columns: int) -> tuple[Cell, ...]:
    """Return the cells of the last columns, counted anew from the first that is in sight."""
    first = max((one.column for one in cells), default=0) + 1 - columns
    if first <= 0:
        return cells
    return tuple(replace(one, column=one.column - first) for one in cells if one.column >= first)
