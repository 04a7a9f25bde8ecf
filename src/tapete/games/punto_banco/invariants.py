"""What holds at every moment of a sound table: money, cards, stakes, the turn of the shoe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tapete import accounts
from tapete.games.baccarat.layout import BASKET
from tapete.games.punto_banco.state import State


def ledger_is_sound(state: State) -> tuple[str, ...]:
    """The accounts sum to nothing, and nobody is below zero."""
    return accounts.problems(state.ledger)


def stakes_are_booked(state: State) -> tuple[str, ...]:
    """The stakes on the table are the stakes in the books."""
    booked = accounts.balance(state.ledger, accounts.STAKES)
    return () if sum(state.bets.values()) == booked else ("the stakes on the table are not the stakes in the books",)


def cards_lie_once(state: State) -> tuple[str, ...]:
    """Every card on the table has left the shoe, and lies in one place."""
    positions = [card.position for card in state.layout]
    twice = len(set(positions)) != len(positions)
    inside = any(position >= state.shoe.position for position in positions)
    return ("a card lies in two places or never left the shoe",) if twice or inside else ()


def cards_left_the_shoe(state: State) -> tuple[str, ...]:
    """No more cards are out than have left the shoe."""
    out = state.basket + len([card for card in state.layout if card.place != BASKET])
    return ("more cards out than left the shoe",) if out > state.shoe.position else ()


def cards_are_complete(state: State) -> tuple[str, ...]:
    """During a coup, every card that has left the shoe lies on the table or in the basket."""
    lost = not state.is_between_coups and state.basket + len(state.layout) != state.shoe.position
    return ("a card is lost",) if lost else ()


def stakes_are_positive(state: State) -> tuple[str, ...]:
    """Every stake is above zero."""
    return ("a stake is not above zero",) if any(amount <= 0 for amount in state.bets.values()) else ()


def holder_is_seated(state: State) -> tuple[str, ...]:
    """The place that has the shoe is occupied."""
    holder = state.turn.holder
    return ("an empty place has the shoe",) if holder is not None and holder not in state.seats.occupants else ()


INVARIANTS: Final[tuple[Callable[[State], tuple[str, ...]], ...]] = (
    ledger_is_sound,
    stakes_are_booked,
    cards_lie_once,
    cards_left_the_shoe,
    cards_are_complete,
    stakes_are_positive,
    holder_is_seated,
)
"""Each returns what breaks it, in words for whoever runs the house."""
