"""Drawing tables: rows are totals of the bank's first two cards, columns what the punto drew.

One row is a string of eleven letters, T draw, P stand, O as the banker likes: ten columns for a third card worth 0 to 9
and the last for a punto that stood.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from tapete.clauses import Sourced

STOOD = 10
"""Column of a punto that drew no card."""


class Cell(StrEnum):
    """What a drawing table says."""

    DRAW = "T"
    STAND = "P"
    OPTIONAL = "O"


class DrawingTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bank's table: ``rows[t]`` for a two-card total t of 0 to 7.

    ``by_third_card`` says that the column is the value of the card drawn, not the punto's new total.
    """

    rows: tuple[Sourced[str], ...]
    by_third_card: Sourced[bool]

    def __post_init__(self) -> None:
        if len(self.rows) != 8 or any(len(row.value) != 11 or set(row.value) - set("TPO") for row in self.rows):
            raise ValueError("a drawing table has eight rows of eleven cells")


def cell(table: DrawingTable, bank_total: int, third: int | None, punto_total: int) -> Cell:
    """Read the table for a bank of ``bank_total`` (0 to 7).

    ``third`` is the value of the punto's third card, ``None`` when he stood; ``punto_total`` is his final total.
    """
    if third is None:
        column = STOOD
    else:
        column = third if table.by_third_card.use() else punto_total
    return Cell(table.rows[bank_total].use()[column])
