"""What the house knows of its tables: what each of their entries means for it, and what it decides of that.

What an entry means is read from the table before and after it, whatever is played there. So whoever keeps a record and
whoever audits it find the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol, runtime_checkable

from tapete.accounts import BANK, CASH_DESK, PERSON, Posting, balance, deposit
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.house import acts, admission, banks, desk, events as e
from tapete.house.folds import evolve
from tapete.house.state import State, table_chips
from tapete.house.terms import means_of
from tapete.kernel import Decision, Event, Game, PersonId, fold
from tapete.money import Cents
from tapete.table.houses import KeepsAward, OpensWithAward, TakesProof, bank_claimants, proof_needed, session_of
from tapete.table.phases import CLOSED
from tapete.table.state import KeepsLedger, SeatsPeople, StaffsPosts, TableState

DEPOSIT = deposit(PersonId(""))
"""How the accounts of what is deposited for a bank begin."""


@runtime_checkable
class OfBank(Protocol):
    @property
    def person(self) -> PersonId: ...


@runtime_checkable
class InForm(Protocol):
    @property
    def form(self) -> str:
        """Return in what it was made: the word for the means at the cash desk."""


def is_in_play(game: Game[Any], state: Any) -> bool:
    return game.step(state).phase != CLOSED


MINUTE = len("2026-11-22T21:30")
"""How much of the time of an entry tells day and minute."""


def table_moves(
    game: Game[Any], table: str, before: Any, after: Any, events: Iterable[Any], time: str
) -> tuple[acts.TableMove, ...]:
    """Return what an entry of ``table`` with these ``events`` means for the house; nothing for most of them.

    ``time`` is the wall time of the entry in ISO form: when a session begins and ends is told by it. When a table
    closes, what lies before its players is theirs again: nothing that is done at it afterwards is told.
    """
    was, now = is_in_play(game, before), is_in_play(game, after)
    crossing = tuple(_crossing(game, table, events))
    if not now:
        played = session_of(before)
        over = () if played is None else (acts.EndSession(table, time[:MINUTE], played.is_begun),)
        kept: tuple[acts.TableMove, ...] = (*_award_kept(table, after), *_proofs_gone(table, before, None))
        return (*crossing, *_chips_left(table, after), *kept, *over, acts.NoteTableClosed(table)) if was else ()
    opened = () if was else (acts.NoteTableOpen(table, game.key),)
    old, new = _sitting(before), _sitting(after)
    up = tuple(acts.NoteSeat(one, "") for one in sorted(old - new))
    down = tuple(acts.NoteSeat(one, table) for one in sorted(new - old))
    session = _session(table, before if was else None, after, time)
    carried = () if was else tuple(_award_carried(table, after, events))
    banks = tuple(_banks(table, before, after))
    proofs = tuple(_proofs(table, before, after, events))
    gone = tuple(_proofs_gone(table, before, after))
    return (*opened, *carried, *session, *banks, *_posts(table, before, after), *up, *down, *proofs, *crossing, *gone)


def _proofs(
    table: str, before: Any, after: Any, events: Iterable[Any]
) -> Iterator[acts.UseProof | acts.CoverStakes | acts.FindShort | acts.ExhaustProof]:
    """Yield whose proofs a table relies on again, what its stakes ask of them, and what the house told it."""
    was, now = proof_needed(before), proof_needed(after)
    anew = {event.person for event in events if isinstance(event, TakesProof)} & was.people
    for one in sorted((now.people - was.people) | anew):
        yield acts.UseProof(one, table, now.asking)
    if now.banker is None:
        return
    if now.is_short and not was.is_short:
        yield acts.FindShort(now.banker, table, now.amount)
    elif not now.is_short and now.amount > (0 if was.is_short else was.amount):
        yield acts.CoverStakes(now.banker, table, now.amount, now.enough)
    if now.is_used_up and not was.is_used_up:
        yield acts.ExhaustProof(now.banker, table)


def _banks(table: str, before: Any, after: Any) -> Iterator[acts.ClaimBank | acts.DropBank]:
    was, now = bank_claimants(before), bank_claimants(after)
    for one in sorted(was - now):
        yield acts.DropBank(one, table)
    for one in sorted(now - was):
        yield acts.ClaimBank(one, table)


def _proofs_gone(table: str, before: Any, after: Any) -> Iterator[acts.ReturnProof]:
    for one in sorted(proof_needed(before).people - proof_needed(after).people):
        yield acts.ReturnProof(one, table)


def _award_kept(table: str, after: Any) -> Iterator[acts.KeepAward]:
    if isinstance(after, KeepsAward) and isinstance(after, TableState) and (one := after.standing_award) is not None:
        about = (one.person, one.amount, one.days, one.is_begun)
        yield acts.KeepAward(table, after.settings.name, *about, after.award_terms, one.coups)


def _award_carried(table: str, after: Any, events: Iterable[Any]) -> Iterator[acts.CarryAward]:
    name = after.settings.name if isinstance(after, TableState) else ""
    for event in events:
        if isinstance(event, OpensWithAward) and (one := event.award) is not None and one.days:
            about = (one.person, one.amount, one.days, one.is_begun)
            yield acts.CarryAward(table, *about, event.award_terms, one.is_kept, name, one.coups)


def _session(table: str, before: Any, after: Any, time: str) -> Iterator[acts.BeginSession | acts.NoteSession]:
    """Yield that a session begins at a table, and what it comes to: the shoes that are left, and who has the bank."""
    was, now = session_of(before), session_of(after)
    if now is None:
        return
    if was is None:
        yield acts.BeginSession(table, now.number, now.shoes, time[:MINUTE], now.clauses)
        return
    is_begun, is_dinner_begun = now.is_begun and not was.is_begun, now.is_dinner_begun and not was.is_dinner_begun
    if is_begun or is_dinner_begun or (was.shoes, was.banker) != (now.shoes, now.banker):
        yield acts.NoteSession(
            table, now.shoes, now.banker, now.is_begun, now.is_dinner_begun, time[:MINUTE], now.clauses
        )


def _sitting(state: Any) -> frozenset[PersonId]:
    return frozenset(state.seats.sitting()) if isinstance(state, SeatsPeople) else frozenset()


def _posts(table: str, before: Any, after: Any) -> Iterator[acts.NoteTablePost]:
    old = before.staff if isinstance(before, StaffsPosts) else {}
    new = after.staff if isinstance(after, StaffsPosts) else {}
    for role in sorted({*old, *new}):
        if old.get(role) != new.get(role):
            yield acts.NoteTablePost(table, role, new.get(role))


def _crossing(
    game: Game[Any], table: str, events: Iterable[Any]
) -> Iterator[acts.BringChips | acts.TakeChips | acts.BringCash | acts.PayCash | acts.BringDeposit | acts.CallProof]:
    """Yield the chips that come to the table or leave it, and the cash of people whom nobody names.

    What a player deposits for their bank comes from the cash desk, and goes back to them; what a bank has lost above
    its chips is drawn on what its banker has proven.
    """
    for event, leg in _edge_legs(game, events):
        if leg.account == BANK and leg.amount > 0 and isinstance(event, OfBank):
            yield acts.CallProof(event.person, table, leg.amount)
            continue
        of_deposit = leg.account.startswith(DEPOSIT)
        if not of_deposit and not leg.account.startswith(PERSON):
            yield acts.BringCash(table, leg.amount) if leg.amount > 0 else acts.PayCash(table, -leg.amount)
            continue
        who = PersonId(leg.account.removeprefix(DEPOSIT if of_deposit else PERSON))
        if leg.amount < 0:
            yield acts.TakeChips(who, table, -leg.amount)
        elif of_deposit and isinstance(event, InForm):
            yield acts.BringDeposit(who, table, leg.amount, means_of(event.form))
        else:
            yield acts.BringChips(who, table, leg.amount)


def cash_paid(game: Game[Any], table: str, events: Iterable[Any]) -> Cents:
    return sum(one.amount for one in _crossing(game, table, events) if isinstance(one, acts.PayCash))


def _edge_legs(game: Game[Any], events: Iterable[Any]) -> Iterator[tuple[Any, Posting]]:
    for event in events:
        legs = game.postings(event)
        for source, target in zip(legs[::2], legs[1::2], strict=True):
            if CASH_DESK in (source.account, target.account):
                yield event, target if source.account == CASH_DESK else source


def _chips_left(table: str, state: Any) -> Iterator[acts.TakeChips]:
    ledger = state.ledger if isinstance(state, KeepsLedger) else {}
    for account, held in sorted(ledger.items()):
        if account.startswith(PERSON) and held > 0:
            yield acts.TakeChips(PersonId(account.removeprefix(PERSON)), table, held)


@acts.decides(acts.NoteTableOpen)
def note_table_open(state: State, who: PersonId, what: acts.NoteTableOpen) -> Decision:
    """Decide that a table is open for play; one that still has chips of an earlier day is counted first."""
    one = state.tables.get(what.table)
    if one is not None and one.is_open:
        return fault("table-open", table=what.table)
    if one is not None and (one.has_float or balance(state.ledger, table_chips(what.table))):
        return fault("tables-uncounted", tables=[what.table])
    return (e.TableNoted(what.table, what.game, True),)


@acts.decides(acts.NoteTableClosed)
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


@acts.decides(acts.BringChips)
def bring_chips(state: State, who: PersonId, what: acts.BringChips) -> Decision:
    """Decide that somebody puts chips of theirs on a table: only whoever may play today, seated or standing."""
    wrong = first_fault(
        admission.require_open_table(state, what.table),
        admission.require_may_play(state, what.person),
        desk.require_chips(state, what.person, what.amount),
        admission.require_at_tables_within_limit(state, what.person, what.amount),
    )
    return wrong or (e.ChipsBrought(what.person, what.table, what.amount),)


@acts.decides(acts.TakeChips)
def take_chips(state: State, who: PersonId, what: acts.TakeChips) -> Decision:
    unknown = None if what.table in state.tables else fault("no-such-table", table=what.table)
    wrong = first_fault(unknown) or desk.require_chips_on_table(state, what.table, what.amount)
    return wrong or (e.ChipsTaken(what.person, what.table, what.amount),)


@acts.decides(acts.BringCash)
def bring_cash(state: State, who: PersonId, what: acts.BringCash) -> Decision:
    wrong = first_fault(admission.require_open_table(state, what.table), desk.require_chips_at_desk(state, what.amount))
    return wrong or (e.CashBrought(what.table, what.amount),)


@acts.decides(acts.PayCash)
def pay_cash(state: State, who: PersonId, what: acts.PayCash) -> Decision:
    wrong = first_fault(
        admission.require_open_table(state, what.table),
        require_change(state, what),
        desk.require_cash_at_desk(state, what.amount),
    )
    return wrong or (e.CashPaid(what.table, what.amount),)


@rule("HP.HS.public-cash", neutral=None)
def require_change(state: State, what: acts.PayCash) -> Fault | None:
    return desk.require_chips_on_table(state, what.table, what.amount)


@rule("HP.HS.public-cash", neutral=None)
def require_own_chips(state: State, table: str, paid: Cents, of_people: Cents) -> Fault | None:
    """Return a Fault if ``paid`` cents in cash would be paid out of the chips that are ``of_people`` at a table."""
    missing = paid + of_people - balance(state.ledger, table_chips(table))
    return fault("hall-lacks-own-chips", table=table, missing=missing) if paid and missing > 0 else None


@acts.decides(acts.BringDeposit)
def bring_deposit(state: State, who: PersonId, what: acts.BringDeposit) -> Decision:
    wrong = first_fault(
        admission.require_open_table(state, what.table),
        admission.require_may_play(state, what.person),
        require_in_custody(state, what),
        admission.require_within_loss_limit(state, what.person, what.amount),
        admission.require_at_tables_within_limit(state, what.person, what.amount),
        desk.require_chips_at_desk(state, what.amount),
    )
    return wrong or (e.DepositBrought(what.person, what.table, what.amount, what.means),)


@rule("HP.HS.bank-deposit", neutral=None)
def require_in_custody(state: State, what: acts.BringDeposit) -> Fault | None:
    """Return a Fault unless what is deposited for a bank lies in custody at the cash desk, in what it is said to be."""
    return desk.require_deposit(state, what)


@acts.decides(acts.CallProof)
def call_proof(state: State, who: PersonId, what: acts.CallProof) -> Decision:
    """Decide that the desk pays for a bank what it has lost above its chips: the coup is played, and is paid."""
    wrong = first_fault(admission.require_open_table(state, what.table), desk.require_chips_at_desk(state, what.amount))
    return wrong or (e.ProofCalled(what.person, what.table, what.amount),)


@rule("HP.HS.table-bank", neutral=None)
def require_bank(state: State, table: str, owed: Cents) -> Fault | None:
    """Return a Fault if fewer chips lie on a table than the ``owed`` cents that are its players'."""
    held = balance(state.ledger, table_chips(table))
    return fault("table-bank-short", table=table, missing=owed - held) if owed > held else None


def require_move_of_table(state: State, move: acts.TableMove, table: str) -> Fault | None:
    about = move.table
    if isinstance(move, acts.NoteSeat) and not move.table:
        about = state.visitor(move.person).table
    return None if about == table else fault("no-such-table", table=about)


@acts.decides(acts.FollowTable)
def follow_table(state: State, who: PersonId, what: acts.FollowTable) -> Decision:
    events: list[Event] = []
    for move in what.moves:
        found = require_move_of_table(state, move, what.table) or acts.HANDLERS[type(move)](state, who, move)
        if not isinstance(found, tuple):
            return found
        events += found
        state = fold(evolve, state, found)
    return tuple(events)
