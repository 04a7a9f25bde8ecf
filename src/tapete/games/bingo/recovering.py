"""Prizes of a void game that were paid already: what of them comes back, and what the house bears.

Of what lies in an account of the hall the books decide; cash is in somebody's pocket, and comes back or does not.
"""

from __future__ import annotations

from tapete.accounts import CASH_DESK, balance
from tapete.clauses import Fault, fault, first_fault
from tapete.games.bingo import acts as a
from tapete.games.bingo.choices import EarlyLine
from tapete.games.bingo.state import State
from tapete.money import Cents
from tapete.table.order import in_order


def has_paid_cash(state: State) -> bool:
    return any(one.account == CASH_DESK for one in state.game.payments.values())


def has_paid_to_accounts(state: State) -> bool:
    """Return True if a prize of the game was paid into somebody's account."""
    return any(one.account != CASH_DESK for one in state.game.payments.values())


def rule_of_early_line(state: State) -> EarlyLine:
    """Return what becomes of prizes that were paid: of a línea paid early as the house has it, else the chief says."""
    is_early = bool(state.game.payments) and state.game.division is None
    return state.book.void.early_line.use() if is_early else EarlyLine.CHIEF


def is_recovered(state: State, said: bool | None) -> bool | None:
    """Return True if what was paid into accounts is taken out of them again: by the house's rule, else as is said."""
    match rule_of_early_line(state):
        case EarlyLine.RECOVER:
            return True
        case EarlyLine.ABSORB:
            return False
        case EarlyLine.CHIEF:
            return said


def is_cash_asked(state: State) -> bool:
    """Return True if it must be said whether cash came back: some was paid, and the house does not bear it anyway."""
    return has_paid_cash(state) and rule_of_early_line(state) is not EarlyLine.ABSORB


def is_recovery_asked(state: State) -> bool:
    """Return True if it must be said whether a prize is taken out of an account again."""
    return has_paid_to_accounts(state) and is_recovered(state, None) is None


def require_payments_settled(state: State, what: a.VoidGame) -> Fault | None:
    """Return a Fault unless it is said of all that was paid whether it comes back, and of nothing else."""
    return first_fault(
        fault("recovery-undecided") if is_recovery_asked(state) and what.recover is None else None,
        fault("cash-undecided") if is_cash_asked(state) and what.has_cash_back is None else None,
        fault("no-cash-paid") if what.has_cash_back and not has_paid_cash(state) else None,
    )


def payments_back(state: State, *, recover: bool, has_cash_back: bool) -> dict[str, Cents]:
    """Return what comes back of the prizes that were paid, by the account that they were paid into, in the order of
    their names: whoever decides it again finds the same. Where the house takes an early línea back without asking, what
    is not in the account any more the house bears.
    """
    back: dict[str, Cents] = {}
    for _, one in in_order(state.game.payments):
        if has_cash_back if one.account == CASH_DESK else recover:
            back[one.account] = back.get(one.account, 0) + one.amount
    if rule_of_early_line(state) is not EarlyLine.RECOVER:
        return dict(in_order(back))
    there = {name: n if name == CASH_DESK else min(n, balance(state.ledger, name)) for name, n in back.items()}
    return {name: amount for name, amount in in_order(there) if amount}
