"""What the house knows of its tables: that they are open, and the chips that people bring to them and take away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tapete.accounts import balance
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.house import acts, admission, banks, events as e
from tapete.house.books import table_chips
from tapete.house.day import require_cash_at_desk, require_chips, require_chips_at_desk, require_deposit
from tapete.house.folds import evolve
from tapete.house.slips import require_chips_on_table
from tapete.house.state import State
from tapete.kernel import ActBody, Decision, Event, PersonId, fold
from tapete.money import Cents


def note_table_open(state: State, who: PersonId, what: acts.NoteTableOpen) -> Decision:
    """Decide that a table is open for play; one that still has chips of an earlier day is counted first."""
    one = state.tables.get(what.table)
    if one is not None and one.is_open:
        return fault("table-open", table=what.table)
    if one is not None and (one.has_float or balance(state.ledger, table_chips(what.table))):
        return fault("tables-uncounted", tables=[what.table])
    return (e.TableNoted(what.table, what.game, True),)


def note_table_closed(state: State, who: PersonId, what: acts.NoteTableClosed) -> Decision:
    """Decide that play at a table is over: its seats and posts are empty from then on."""
    session = banks.session_at(state, what.table)
    wrong = first_fault(
        admission.require_open_table(state, what.table),
        None if session is None else fault("session-in-play", number=session.number),
    )
    if wrong:
        return wrong
    up = tuple(e.SeatNoted(one, "") for one in sorted(state.seated().get(what.table, ())))
    off = tuple(
        e.WentOffDuty(one.role, one.person, what.table) for one in sorted(state.duties) if one.table == what.table
    )
    return (*up, *off, e.TableNoted(what.table, state.tables[what.table].game, False))


def bring_chips(state: State, who: PersonId, what: acts.BringChips) -> Decision:
    """Decide that somebody puts chips of his on a table: only whoever may play today, seated or standing."""
    wrong = first_fault(
        admission.require_open_table(state, what.table),
        admission.require_may_play(state, what.person),
        require_chips(state, what.person, what.amount),
        admission.require_at_tables_within_limit(state, what.person, what.amount),
    )
    return wrong or (e.ChipsBrought(what.person, what.table, what.amount),)


def take_chips(state: State, who: PersonId, what: acts.TakeChips) -> Decision:
    unknown = None if what.table in state.tables else fault("no-such-table", table=what.table)
    wrong = first_fault(unknown) or require_chips_on_table(state, what.table, what.amount)
    return wrong or (e.ChipsTaken(what.person, what.table, what.amount),)


def bring_cash(state: State, who: PersonId, what: acts.BringCash) -> Decision:
    wrong = first_fault(admission.require_open_table(state, what.table), require_chips_at_desk(state, what.amount))
    return wrong or (e.CashBrought(what.table, what.amount),)


def pay_cash(state: State, who: PersonId, what: acts.PayCash) -> Decision:
    wrong = first_fault(
        admission.require_open_table(state, what.table),
        require_change(state, what),
        require_cash_at_desk(state, what.amount),
    )
    return wrong or (e.CashPaid(what.table, what.amount),)


@rule("HP.HS.public-cash", neutral=None)
def require_change(state: State, what: acts.PayCash) -> Fault | None:
    """Return a Fault if a table has fewer chips than the desk is to pay for it."""
    return require_chips_on_table(state, what.table, what.amount)


@rule("HP.HS.public-cash", neutral=None)
def require_own_chips(state: State, table: str, paid: Cents, of_people: Cents) -> Fault | None:
    """Return a Fault if ``paid`` cents in cash would be paid out of the chips that are ``of_people`` at a table."""
    missing = paid + of_people - balance(state.ledger, table_chips(table))
    return fault("hall-lacks-own-chips", table=table, missing=missing) if paid and missing > 0 else None


def bring_deposit(state: State, who: PersonId, what: acts.BringDeposit) -> Decision:
    wrong = first_fault(
        admission.require_open_table(state, what.table),
        admission.require_may_play(state, what.person),
        require_in_custody(state, what),
        admission.require_within_loss_limit(state, what.person, what.amount),
        admission.require_at_tables_within_limit(state, what.person, what.amount),
        require_chips_at_desk(state, what.amount),
    )
    return wrong or (e.DepositBrought(what.person, what.table, what.amount, what.means),)


@rule("HP.HS.bank-deposit", neutral=None)
def require_in_custody(state: State, what: acts.BringDeposit) -> Fault | None:
    """Return a Fault unless what is deposited for a bank lies in custody at the cash desk, in what it is said to be."""
    return require_deposit(state, what)


def call_proof(state: State, who: PersonId, what: acts.CallProof) -> Decision:
    """Decide that the desk pays for a bank what it has lost above its chips: the coup is played, and is paid."""
    wrong = first_fault(admission.require_open_table(state, what.table), require_chips_at_desk(state, what.amount))
    return wrong or (e.ProofCalled(what.person, what.table, what.amount),)


@rule("HP.HS.table-bank", neutral=None)
def require_bank(state: State, table: str, owed: Cents) -> Fault | None:
    """Return a Fault if fewer chips lie on a table than the ``owed`` cents that are its players'."""
    held = balance(state.ledger, table_chips(table))
    return fault("table-bank-short", table=table, missing=owed - held) if owed > held else None


MOVES: Final[Mapping[type[ActBody], Callable[[State, PersonId, Any], Decision]]] = {
    acts.NoteTableOpen: note_table_open,
    acts.NoteTableClosed: note_table_closed,
    acts.NoteTablePost: admission.note_table_post,
    acts.NoteSeat: admission.note_seat,
    acts.BringChips: bring_chips,
    acts.TakeChips: take_chips,
    acts.BringCash: bring_cash,
    acts.PayCash: pay_cash,
    acts.BringDeposit: bring_deposit,
    acts.CallProof: call_proof,
    acts.ClaimBank: banks.claim_bank,
    acts.DropBank: banks.drop_bank,
    acts.UseProof: banks.use_proof,
    acts.KeepAward: banks.keep_award,
    acts.CarryAward: banks.carry_award,
    acts.CoverStakes: banks.cover_stakes,
    acts.FindShort: banks.find_short,
    acts.ExhaustProof: banks.exhaust_proof,
    acts.ReturnProof: banks.return_proof,
    acts.BeginSession: banks.begin_session,
    acts.NoteSession: banks.note_session,
    acts.EndSession: banks.end_session,
}
"""Which function decides each move of a table."""


def require_move_of_table(state: State, move: acts.TableMove, table: str) -> Fault | None:
    """Return a Fault if a move is told of one table and is about another."""
    about = move.table
    if isinstance(move, acts.NoteSeat) and not move.table:
        about = state.visitor(move.person).table
    return None if about == table else fault("no-such-table", table=about)


def follow_table(state: State, who: PersonId, what: acts.FollowTable) -> Decision:
    events: list[Event] = []
    for move in what.moves:
        found = require_move_of_table(state, move, what.table) or MOVES[type(move)](state, who, move)
        if not isinstance(found, tuple):
            return found
        events += found
        state = fold(evolve, state, found)
    return tuple(events)
