"""Banks of tables: nobody has two of them, whoever sits where."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.house.acts import ClaimBank, DropBank
from tapete.house.admission import require_open_table
from tapete.house.events import BankClaimed, BankDropped
from tapete.house.state import KeptAward, State
from tapete.kernel import Decision, PersonId


@rule("HP.HS.one-bank", neutral=None)
def require_one_bank(state: State, what: ClaimBank) -> Fault | None:
    """Return a Fault if somebody has, or may be given, the bank of another table of the house, in play or kept."""
    return require_no_other_bank(state, what.person, what.table)


def require_no_other_bank(
    state: State, person: PersonId, table: str = "", kept: KeptAward | None = None
) -> Fault | None:
    """Return a Fault if somebody has, or may be given, another bank than that of a table, or than one he has kept."""
    at = (name for name, one in sorted(state.tables.items()) if person in one.claimants and name != table)
    if (other := next(at, None)) is not None:
        return fault("bank-elsewhere", person=person, table=other)
    awards = (one.name for one in state.awards if one.person == person and one != kept)
    held = next(awards, None)
    return None if held is None else fault("bank-kept", person=person, name=held)


def claim_bank(state: State, who: PersonId, what: ClaimBank) -> Decision:
    """Decide that somebody has, or may be given, the bank of a table."""
    wrong = first_fault(require_open_table(state, what.table), require_one_bank(state, what))
    return wrong or (BankClaimed(what.person, what.table),)


def drop_bank(state: State, who: PersonId, what: DropBank) -> Decision:
    """Decide that somebody has the bank of a table no more."""
    return require_open_table(state, what.table) or (BankDropped(what.person, what.table),)
