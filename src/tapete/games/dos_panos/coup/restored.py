"""What binds the banker in a coup that was put right after an error: the table over two cells, and whose error it was.

The cells are those of the cloths that have one: a cloth that laid a natural down has none, nor one that was called off.
"""

from __future__ import annotations

from collections.abc import Sequence

from tapete.clauses import rule
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import Party
from tapete.games.dos_panos.rules.errors import OptionalBeside, RestoredHandRules

DRAWS_TO = 5
"""The highest total on which an erring banker draws between two cells that disagree."""


def restored_duty(
    cells: Sequence[Cell], total: int, fault_of: Party, rules: RestoredHandRules, *, beside_natural: bool
) -> Cell:
    """Return what the banker must do on his two-card total, or :attr:`Cell.OPTIONAL` where he is free.

    ``beside_natural``: one of the cloths turned a natural up.
    """
    said = set(cells)
    if beside_natural:
        return cell_of_other_cloth(cells[0]) if cells else Cell.OPTIONAL
    if len(said) < 2:
        return agreeing_cells(cells[0]) if cells else Cell.OPTIONAL
    if Cell.OPTIONAL in said:
        return beside_optional(fault_of, rules)
    return by_five(total) if fault_of is Party.BANKER else between_cells()


@rule("DP.C3.01", neutral=Cell.OPTIONAL)
def cell_of_other_cloth(says: Cell) -> Cell:
    """Beside the natural of one cloth the banker follows his table against the other."""
    return choice_beside_natural() if says is Cell.OPTIONAL else says


@rule("DP.C3.02", neutral=Cell.OPTIONAL)
def choice_beside_natural() -> Cell:
    """The two cells that leave a choice are then draws."""
    return Cell.DRAW


@rule("DP.C3.03", neutral=Cell.OPTIONAL)
def agreeing_cells(says: Cell) -> Cell:
    """Where the table says the same against both cloths the banker follows it."""
    return says


@rule("DP.C3.04", neutral=Cell.STAND)
def between_cells() -> Cell:
    """Where it says draw against one and stand against the other he is free if the error was not his."""
    return Cell.OPTIONAL


def by_five(total: int) -> Cell:
    """Return what an erring banker does between two cells that disagree: his own total decides."""
    return draws_to_five() if total <= DRAWS_TO else stands_above_five()


@rule("DP.C3.05", neutral=Cell.OPTIONAL)
def draws_to_five() -> Cell:
    """If the error was the banker's he draws on five or less."""
    return Cell.DRAW


@rule("DP.C3.06", neutral=Cell.OPTIONAL)
def stands_above_five() -> Cell:
    """If the error was the banker's he stands on more than five."""
    return Cell.STAND


def beside_optional(fault_of: Party, rules: RestoredHandRules) -> Cell:
    if fault_of is not Party.BANKER:
        return Cell.OPTIONAL
    match rules.optional_beside.use():
        case OptionalBeside.DRAW:
            return Cell.DRAW
        case OptionalBeside.FREE:
            return Cell.OPTIONAL
