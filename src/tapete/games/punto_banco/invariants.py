"""What holds at every moment of a sound table: money, cards, stakes, the turn of the shoe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tapete import accounts
from tapete.games.baccarat.effects import BASKET
from tapete.games.punto_banco.state import State
from tapete.kernel import Breach, breach


def ledger_is_sound(state: State) -> tuple[Breach, ...]:
    return accounts.problems(state.ledger)


def stakes_are_booked(state: State) -> tuple[Breach, ...]:
    booked, on_table = accounts.balance(state.ledger, accounts.STAKES), sum(state.bets.values())
    return () if on_table == booked else (breach("stakes-not-booked", booked=booked, on_table=on_table),)


def cards_lie_once(state: State) -> tuple[Breach, ...]:
    """Every card on the table has left the shoe, and lies in one place."""
    positions = [card.position for card in state.layout]
    twice = len(set(positions)) != len(positions)
    inside = any(position >= state.shoe.position for position in positions)
    return (breach("card-twice-or-in-shoe"),) if twice or inside else ()


def cards_left_the_shoe(state: State) -> tuple[Breach, ...]:
    out = state.basket + len([card for card in state.layout if card.place != BASKET])
    return (breach("cards-out-unknown", out=out, left=state.shoe.position),) if out > state.shoe.position else ()


def cards_are_complete(state: State) -> tuple[Breach, ...]:
    """During a coup, every card that has left the shoe lies on the table or in the basket."""
    lost = not state.is_between_coups and state.basket + len(state.layout) != state.shoe.position
    return (breach("card-lost"),) if lost else ()


def stakes_are_positive(state: State) -> tuple[Breach, ...]:
    return (breach("stake-not-positive"),) if any(amount <= 0 for amount in state.bets.values()) else ()


def holder_is_seated(state: State) -> tuple[Breach, ...]:
    holder = state.turn.holder
    return (
        (breach("empty-place-has-shoe", seat=holder),)
        if holder is not None and holder not in state.seats.occupants
        else ()
    )


INVARIANTS: Final[tuple[Callable[[State], tuple[Breach, ...]], ...]] = (
    ledger_is_sound,
    stakes_are_booked,
    cards_lie_once,
    cards_left_the_shoe,
    cards_are_complete,
    stakes_are_positive,
    holder_is_seated,
)
"""Each returns what breaks it."""
