"""What is listed by cartones, in order of series and number."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.games.bingo.pause import call_name
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import NaturalPlace, Prize, WinningCard, natural_place
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.order import in_order


def card_place(prize: Prize, card: str) -> tuple[Prize, NaturalPlace]:
    """Return where a cartón stands among those of its prize."""
    return prize, natural_place(card)


def tokens_in_order(state: State) -> list[tuple[tuple[int, Prize, str], int]]:
    """Return the tokens that were given, by game, prize and cartón."""
    return sorted(state.game.tokens.items(), key=lambda one: (one[0][0], card_place(*one[0][1:])))


def marks_of(state: State, viewer: PersonId) -> dict[str, tuple[int, ...]]:
    """Return what somebody marked, by cartón."""
    marked = sorted((card for who, card in state.marks if who == viewer), key=natural_place)
    return {card: tuple(sorted(state.marks[viewer, card])) for card in marked}


def won_by(awards: Mapping[Prize, tuple[WinningCard, ...]], viewer: PersonId) -> dict[str, Cents]:
    """Return the shares of a person in the prizes of a game, by prize and cartón."""
    won = ((prize, one) for prize, all_won in in_order(awards) for one in all_won if one.person == viewer)
    listed = sorted(won, key=lambda one: card_place(one[0], one[1].card))
    return {call_name(prize, one.card): one.amount for prize, one in listed}
