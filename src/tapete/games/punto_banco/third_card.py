"""Third cards: which hand takes one, from the totals alone. The table and the exact counts ask the same functions."""

from __future__ import annotations

from tapete.cards import Card
from tapete.games.baccarat.drawing import Cell, cell
from tapete.games.baccarat.outcome import is_natural
from tapete.games.baccarat.points import value
from tapete.games.punto_banco.rules import Rules


def is_ended_by_natural(punto: int, banca: int, rules: Rules) -> bool:
    """Return True if one of two two-card totals is a natural, so that neither hand takes a third card."""
    return is_natural(punto, rules.outcome) or is_natural(banca, rules.outcome)


def is_player_to_draw(points: int, rules: Rules) -> bool | None:
    """Return True if the Player hand draws on its two-card total; ``None`` is a case that the rules do not cover."""
    third_card = rules.third_card
    if third_card.player_draws_on.has_member(points):
        return True
    if third_card.player_stands_on.has_member(points):
        return False
    return None


def is_bank_to_draw(punto: int, banca: int, third_face: Card | None, rules: Rules) -> bool:
    """Return True if the Bank hand draws on its two-card total, by the table.

    ``punto`` is the Player hand's total with its third card, ``third_face`` that card.
    """
    column = None if third_face is None else value(third_face, rules.points)
    return cell(rules.third_card.bank, banca, column, punto) is Cell.DRAW
