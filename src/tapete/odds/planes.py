"""Where planes meet, exactly, and which mixtures of indifferent moves leave slopes as they have to be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from operator import floordiv, truediv
from typing import Any, NamedTuple

ONE = Fraction(1)


class Row(NamedTuple):
    """One slope of a payoff as the indifferent sets make it; its sign that the play rules out (0: both)."""

    stand: Any
    more: Sequence[Any]
    barred: int

    def is_kept(self, slope: Any) -> bool:
        return bool(slope == 0 or slope * self.barred < 0)

    def at_sure(self, sure: Mapping[int, int]) -> Any:
        return self.stand + sum(self.more[at] for at, one in sure.items() if one)

    def at(self, point: Sequence[Any]) -> Any:
        return self.stand + sum(one * other for one, other in zip(self.more, point, strict=True))


def corners(rows: Sequence[Row], count: int) -> Iterator[tuple[Any, ...]]:
    """Yield the corners of all probabilities in ``count`` sets under which every slope is as it has to be."""
    units = [[int(kind == one) for one in range(count)] for kind in range(count)]
    planes = [(row.stand, row.more) for row in rows] + [(-bound, unit) for unit in units for bound in (0, 1)]
    found = list[tuple[Any, ...]]()
    for chosen in combinations(planes, count):
        point = meeting(chosen)
        if point is None or point in found or not all(0 <= one <= 1 for one in point):
            continue
        if all(row.is_kept(row.at(point)) for row in rows):
            found.append(point)
            yield point


def meeting(planes: Sequence[tuple[Any, Sequence[Any]]]) -> tuple[Any, ...] | None:
    """Return the point where ``const + more · x`` is nought on each plane; ``None`` if they meet in no single point."""
    table = [[*more, -const] for const, more in planes]
    divide: Any = floordiv if all(isinstance(one, int) for line in table for one in line) else truediv
    last: Any = 1  # whole numbers stay whole: what is divided is a multiple of the head before
    for at in range(len(table)):
        pivot = next((row for row in range(at, len(table)) if table[row][at] != 0), None)
        if pivot is None:
            return None
        table[at], table[pivot] = table[pivot], table[at]
        top, head = table[at], table[at][at]
        for row, line in enumerate(table):
            if row != at:
                table[row] = [divide(one * head - line[at] * above, last) for one, above in zip(line, top, strict=True)]
        last = head
    return tuple(ONE * row[-1] / last for row in table)
