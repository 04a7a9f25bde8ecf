"""Garage: the part of the bank that stands out of play.

Of the obligatory garage nothing is remembered: it is measured anew in each coup, from what is covered.
"""

from __future__ import annotations

from tapete.clauses import rule
from tapete.games.chemin_de_fer.events import GarageFormed, GarageReturned, Share, Shares
from tapete.games.chemin_de_fer.state import Bank, State
from tapete.kernel import Event
from tapete.money import Cents, shares


@rule("CF.E3.05", neutral=lambda _state, bank: bank.total)
def playable(state: State, bank: Bank) -> Cents:
    """What exceeds one hundred times the punto minimum cannot be put in play (improper garage)."""
    return min(bank.total, state.book.bank.maximum_multiple.use() * state.settings.minimum)


@rule("CF.E3.04", neutral=0)
def uncovered(bank: Bank, covered: Cents) -> Cents:
    """In each coup the part of the bank that exceeds the accepted stakes is kept out of play (obligatory garage)."""
    return bank.total - covered


def divided(state: State, bank: Bank, amount: Cents) -> Shares:
    """Divide an amount among the owners of the bank by their parts; nobody bears more than his part.

    The associates' parts are rounded by the rulebook's rule and the rest is the banker's; what exceeds his part by the
    roundings goes on to the next owner who still has room.
    """
    rounding = state.book.bank.associate_rounding.use()
    found = list(shares(amount, tuple(part.amount for part in bank.parts), rounding))
    over = 0
    for n, part in enumerate(bank.parts):
        held = found[n] + over
        over = max(0, held - part.amount)
        found[n] = held - over
    return tuple(Share(part.person, one) for part, one in zip(bank.parts, found, strict=True))


def formed(state: State, covered: Cents) -> tuple[Event, ...]:
    """Return the garage of a coup of which ``covered`` cents are covered; an earlier one of the coup goes back
    first.
    """
    bank = state.bank
    if bank is None:
        return ()
    out = uncovered(bank, covered)
    new = (GarageFormed(divided(state, bank, out)),) if out > 0 else ()
    return (*returned(bank), *new)


def returned(bank: Bank) -> tuple[Event, ...]:
    """Return what stood out of play to the bank."""
    return (GarageReturned(bank.garage),) if bank.garage else ()
