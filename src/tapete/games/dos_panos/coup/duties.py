"""Duties at the cards: what a cloth may say and what the banker may do, given the totals.

Before an act a duty rests on faces that others may not see, so its clauses stay private and its refusal goes to the
actor alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from tapete.clauses import Fault, against, fault, rule
from tapete.games.baccarat.drawing import Cell
from tapete.games.banked.terms import Word
from tapete.games.dos_panos.rules.coup import AdvisedOnFive, BankerRules, Binding, OutcomeRules, PuntoRules

# --- a cloth ----------------------------------------------------------------------------------------------------------


def require_turned_up(total: int, rules: PuntoRules, outcome: OutcomeRules) -> Fault | None:
    """Return a Fault if a total has to be turned up and is not: a natural, or a lesser one that then stands."""
    if not rules.shows_on.has_member(total):
        return None
    if total in outcome.naturals.value:
        return against(rules.shows_on, "natural-to-lay-down", total=total)
    return against(rules.shows_on, "total-to-show", total=total)


def require_scheme(total: int, word: Word, rules: PuntoRules, advised: AdvisedOnFive | None) -> Fault | None:
    """Return a Fault if a word is not what the scheme asks of a total below the naturals.

    ``advised``: what binds a player who asked the croupier for advice and may choose.
    """
    if rules.draws_on.has_member(total):
        return against(rules.draws_on, "must-draw", total=total) if word is Word.NO else None
    if rules.stands_on.has_member(total):
        return against(rules.stands_on, "must-stand", total=total) if word is Word.CARTA else None
    if not rules.chooses_on.has_member(total):
        return fault("must-draw", total=total) if word is Word.NO else None
    return fault("advised-to-stand") if advised is AdvisedOnFive.STAND and word is Word.CARTA else None


# --- the banker over two cells ----------------------------------------------------------------------------------------


def duty_over_cells(cells: Sequence[Cell], rules: BankerRules) -> Cell:
    """Return what the table asks of a banker who asked for it, from the cell of each cloth that has one: to draw, to
    stand, or :attr:`Cell.OPTIONAL` where he is free.

    A cloth that laid down a natural, or that counts for nothing, has no cell.
    """
    said = set(cells)
    match rules.table_binds.use():
        case Binding.NEVER:
            return Cell.OPTIONAL
        case Binding.ALWAYS if Cell.DRAW in said or Cell.STAND in said:
            return Cell.DRAW if Cell.DRAW in said else Cell.STAND
        case _:
            pass
    if Cell.OPTIONAL in said and len(said) > 1 and not rules.optional_disagrees.use():
        said.discard(Cell.OPTIONAL)
    return said.pop() if len(said) == 1 else Cell.OPTIONAL


@rule("DP.A.32", neutral=Cell.STAND)
def letter_of(says: Cell) -> Cell:
    """The letters of the table: T is to draw, P to stand, O leaves the choice."""
    return says


def require_decision(total: int, does: Cell, duty: Cell, rules: BankerRules) -> Fault | None:
    """Return a Fault if the banker draws or stands otherwise than the table that he asked for, or than he must on his
    total.
    """
    if duty is not Cell.OPTIONAL and does is not duty:
        return against(rules.table_binds, "against-table", must=str(duty))
    if does is Cell.STAND and rules.draws_on.has_member(total):
        return against(rules.draws_on, "banker-must-draw")
    return None
