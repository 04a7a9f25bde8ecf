"""Banks of tables: nobody has two of them, whoever sits where."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.house.acts import ClaimBank, DropBank
from tapete.house.admission import require_open_table
from tapete.house.events import BankClaimed, BankDropped
from tapete.house.state import State
from tapete.kernel import Decision, PersonId


@rule("HP.HS.one-bank", neutral=None)
def require_one_bank(state: State, what: ClaimBank) -> Fault | None:
    """Return a Fault if somebody has, or may be given, the bank of another table of the house."""
    tables = (name for name, one in sorted(state.tables.items()) if what.person in one.claimants)
    other = next((name for name in tables if name != what.table), None)
    return None if other is None else fault("bank-elsewhere", person=what.person, table=other)


def claim_bank(state: State, who: PersonId, what: ClaimBank) -> Decision:
    """Decide that somebody has, or may be given, the bank of a table."""
    wrong = first_fault(require_open_table(state, what.table), require_one_bank(state, what))
    return wrong or (BankClaimed(what.person, what.table),)


def drop_bank(state: State, who: PersonId, what: DropBank) -> Decision:
    """Decide that somebody has the bank of a table no more."""
    return require_open_table(state, what.table) or (BankDropped(what.person, what.table),)
