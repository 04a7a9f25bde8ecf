"""What holds at every moment of a sound table: money, stakes, the bank, cards.

Each invariant returns what breaks it, in words for whoever runs the house.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tapete import accounts
from tapete.accounts import BANK, GARAGE, STAKES, associate, balance
from tapete.games.chemin_de_fer.state import State


def ledger_is_sound(state: State) -> tuple[str, ...]:
    """The accounts sum to nothing, and nobody is below zero."""
    return accounts.problems(state.ledger)


def stakes_are_booked(state: State) -> tuple[str, ...]:
    """The calls, the stakes, the late stakes and the bids on the table are the stakes in the books."""
    on_table = sum([one.amount for one in state.calls.claims]) + sum([one.amount for one in state.coup.late])
    on_table += 0 if state.coup.award is None else state.coup.award.covered
    on_table += 0 if state.auction is None else sum([one.amount for one in state.auction.window.claims])
    booked = balance(state.ledger, STAKES)
    return () if on_table == booked else (f"stakes hold {booked}, the table {on_table}",)


def bank_is_booked(state: State) -> tuple[str, ...]:
    """The parts of the bank, and what was taken out of it, are the bank, its associates and the garage in the books."""
    parts = () if state.bank is None else state.bank.parts
    aside = () if state.bank is None else state.bank.aside
    own = sum([one.amount for one in (*parts, *aside)])
    booked = balance(state.ledger, BANK) + balance(state.ledger, GARAGE)
    booked += sum([balance(state.ledger, associate(one.person)) for one in parts[1:]])
    return () if booked == own else (f"the bank holds {booked}, its parts {own}",)


def cards_lie_once(state: State) -> tuple[str, ...]:
    """Every card on the table lies in one place."""
    positions = [card.position for card in state.coup.cards.layout]
    return () if len(set(positions)) == len(positions) else ("a card lies in two places",)


INVARIANTS: Final[tuple[Callable[[State], tuple[str, ...]], ...]] = (
    ledger_is_sound,
    stakes_are_booked,
    bank_is_booked,
    cards_lie_once,
)
"""Each of them holds after every event."""
