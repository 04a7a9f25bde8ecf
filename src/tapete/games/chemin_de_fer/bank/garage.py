"""Garage: the part of the bank that stands out of play.

Of the obligatory and the improper garage nothing is remembered: they are measured anew in each coup. What the banker
takes out of play himself lies at the croupier's right until the bank leaves, or until he says «todo va».
"""

from __future__ import annotations

from tapete.clauses import Fault, against, fault, first_fault, rule
from tapete.games.banked.shares import Share, Shares
from tapete.games.chemin_de_fer.events import AllGoesSaid, GarageFormed, GarageKept, GarageReturned, WinningsGaraged
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank
from tapete.kernel import Event
from tapete.money import Cents, shares


@rule("CF.E2.08", neutral=False)
def is_maximum_waived() -> bool:
    """At the casino's request the bank may be authorised to play without a maximum."""
    return True


def is_without_maximum(state: State) -> bool:
    return is_maximum_waived.where(state.settings.no_bank_max) or False


@rule("CF.E3.05", neutral=lambda _most, total: total)
def playable_part(most: Cents, total: Cents) -> Cents:
    """What exceeds one hundred times the punto minimum cannot be put in play (improper garage)."""
    del total
    return most


def playable(state: State, bank: Bank) -> Cents:
    """Return how much of the bank can be put in play, in cents."""
    most = cut_to_maximum(state, bank.total)
    return playable_part.where(most < bank.total, most, bank.total) or bank.total


def cut_to_maximum(state: State, amount: Cents) -> Cents:
    """Return as much of an amount as a bank of this table may be now, in cents."""
    if is_without_maximum(state):
        return amount
    multiple = state.book.bank.maximum_multiple
    most = multiple.weigh() * state.settings.minimum
    if amount > most:
        multiple.rest()
    return min(amount, most)


@rule("CF.E3.04", neutral=0)
def uncovered_part(bank: Bank, covered: Cents) -> Cents:
    """In each coup the part of the bank that exceeds the accepted stakes is kept out of play (obligatory garage)."""
    return bank.total - covered


@rule("CF.E3.06", neutral=False)
def is_nothing_set_aside() -> bool:
    """After «todo va» nothing is set aside."""
    return True


def divide(state: State, bank: Bank, amount: Cents) -> Shares:
    """Return an amount divided among the owners of the bank by their parts; nobody bears more than his part.

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


# --- in a coup --------------------------------------------------------------------------------------------------------


def form_improper_garage(state: State, bank: Bank) -> tuple[Event, ...]:
    """Return what stands out of play before anybody bets: what the bank holds above its maximum."""
    over = bank.total - playable(state, bank)
    return (GarageFormed(divide(state, bank, over)),) if over > 0 else ()


def form_garage(state: State, covered: Cents) -> tuple[Event, ...]:
    """Return the garage of a coup of which ``covered`` cents are covered; an earlier one of the coup goes back
    first.
    """
    bank = state.bank
    if bank is None:
        return ()
    out = 0 if is_nothing_set_aside.where(bank.is_garage_waived) else uncovered_part(bank, covered)
    new = (GarageFormed(divide(state, bank, out)),) if out > 0 else ()
    return (*return_garage(bank), *new)


def return_garage(bank: Bank) -> tuple[Event, ...]:
    """Return what stood out of play to the bank."""
    return (GarageReturned(bank.garage),) if bank.garage else ()


def end_garage_of_coup(state: State, bank: Bank) -> tuple[Event, ...]:
    """Return what becomes of the garage of a coup that the bank survived: it is the bank's again, unless this house
    lets it stay out.
    """
    if not state.book.bank.lasting_garage.use() or not bank.garage:
        return return_garage(bank)
    return (GarageKept(bank.garage),)


# --- by the banker ----------------------------------------------------------------------------------------------------


def require_enough_winnings(state: State, bank: Bank) -> Fault | None:
    """Return a Fault unless the sum of the winnings exceeds fifty times the punto minimum."""
    multiple = state.book.bank.garage_multiple
    more_than = multiple.use() * state.settings.minimum
    return against(multiple, "winnings-too-small", more_than=more_than) if bank.winnings <= more_than else None


@rule("CF.E3.02", neutral=fault("no-garage"))
def require_only_winnings(bank: Bank, amount: Cents) -> Fault | None:
    """The banker may exclude winnings from play; what he put up stays."""
    left = bank.winnings - bank.excluded_winnings
    return fault("only-winnings", winnings=left) if amount > left else None


def put_out_of_play(state: State, bank: Bank, amount: Cents) -> tuple[Event, ...] | Fault:
    wrong = first_fault(
        require_garage_not_waived(bank), require_enough_winnings(state, bank), require_only_winnings(bank, amount)
    )
    return wrong or (WinningsGaraged(divide(state, bank, amount)),)


@rule("CF.E3.06", neutral=None, names_a_pass=False)
def require_garage_not_waived(bank: Bank) -> Fault | None:
    """After «todo va» nothing of that bank is set aside in the coup for which it was said."""
    return fault("todo-va-said") if bank.is_garage_waived else None


@rule("CF.E3.06", neutral=fault("no-todo-va"))
def require_may_waive_garage(state: State, bank: Bank) -> Fault | None:
    """«Todo va» is for a bank that plays without a maximum."""
    if bank.is_garage_waived:
        return fault("todo-va-said")
    return None if is_without_maximum(state) else fault("todo-va-not-authorised")


def waive_garage(state: State, bank: Bank) -> tuple[Event, ...] | Fault:
    """Return the events of «todo va»: what was garaged is in the bank again."""
    return require_may_waive_garage(state, bank) or (AllGoesSaid(bank.banker, bank.aside),)
