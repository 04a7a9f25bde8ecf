"""Bookkeeping: what each event makes of the house. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.accounts import post
from tapete.house import events as e
from tapete.house.books import POSTINGS
from tapete.house.carrying import begin_with
from tapete.house.sessions import changed
from tapete.house.state import (
    Complaint,
    DinnerHour,
    Duty,
    LossLimit,
    MinutesLine,
    Session,
    Settings,
    Slip,
    State,
    TableBooks,
    TimeLimit,
)
from tapete.house.terms import Phase, SlipKind
from tapete.kernel import Event, PersonId, declared_types, require_complete, require_lines
from tapete.table.staff import Role

AT_DESK: Final = frozenset(
    {
        *(e.ChipsSold, e.ChipsBoughtBack, e.DepositTaken, e.DepositReturned, e.DepositChanged, e.SlipSigned),
        *(e.DepositBrought, e.ProofCalled),
    }
)
"""What moves something at the cash desk: its last count is older than that."""


def _with_visitor(state: State, person: PersonId, **changes: Any) -> State:
    return replace(state, visitors=state.visitors.set(person, replace(state.visitor(person), **changes)))


def _with_table(state: State, table: str, **changes: Any) -> State:
    return replace(state, tables=state.tables.set(table, replace(state.tables[table], **changes)))


def apply_house_opened(state: State, event: e.HouseOpened) -> State:
    """The house has a name."""
    return replace(state, settings=Settings(event.name, event.has_admission))


def apply_balances_carried(state: State, event: e.BalancesCarried) -> State:
    """A day begins with what the one before has handed on, and with nothing else."""
    return begin_with(event)


def apply_day_opened(state: State, event: e.DayOpened) -> State:
    """A day begins: nobody has bought anything yet, and the limits asked for yesterday hold."""
    visitors = {
        person: replace(
            one,
            purchases=0,
            loss=LossLimit(one.loss.next, one.loss.next),
            time=TimeLimit(one.time.next, one.time.next),
            is_out_of_time=False,
        )
        for person, one in state.visitors.items()
    }
    return replace(
        state,
        phase=Phase.OPEN,
        day=event.day,
        days=state.days + 1,
        visitors=state.visitors.update(visitors),
        minutes=(),
        sessions=(),
    )


def apply_day_closed(state: State, event: e.DayClosed) -> State:
    """The day is over."""
    return replace(state, phase=Phase.CLOSED, is_counted=False)


def apply_nothing(state: State, event: Event) -> State:
    """What only the record keeps."""
    return state


def apply_minutes_written(state: State, event: e.MinutesWritten) -> State:
    """Somebody has written in the minutes."""
    return replace(state, minutes=(*state.minutes, MinutesLine(event.person, event.text)))


def apply_complaint_made(state: State, event: e.ComplaintMade) -> State:
    """A complaint waits for an answer."""
    complaint = Complaint(event.serial, event.person, event.table, event.text)
    return replace(state, complaints=state.complaints.set(event.serial, complaint), last_complaint=event.serial)


def apply_complaint_answered(state: State, event: e.ComplaintAnswered) -> State:
    """A complaint has its answer."""
    return replace(state, complaints=state.complaints.delete(event.serial))


def apply_went_on_duty(state: State, event: e.WentOnDuty) -> State:
    """Somebody is on duty."""
    return replace(state, duties=state.duties | {Duty(event.table, event.role, event.person)})


def apply_went_off_duty(state: State, event: e.WentOffDuty) -> State:
    """Somebody is off duty."""
    return replace(state, duties=state.duties - {Duty(event.table, event.role, event.person)})


def apply_seat_noted(state: State, event: e.SeatNoted) -> State:
    """Somebody sits, or stands up."""
    return _with_visitor(state, event.person, table=event.table)


def apply_visitor_admitted(state: State, event: e.VisitorAdmitted) -> State:
    """Somebody is in the house."""
    return _with_visitor(state, event.person, is_present=True)


def apply_visitor_left(state: State, event: e.VisitorLeft) -> State:
    """Somebody has left the house."""
    return _with_visitor(state, event.person, is_present=False)


def apply_visitor_barred(state: State, event: e.VisitorBarred) -> State:
    """The house forbids somebody to come."""
    return _with_visitor(state, event.person, bar_end=event.until or "", is_barred_for_good=event.until is None)


def apply_bar_lifted(state: State, event: e.BarLifted) -> State:
    """The house lets somebody come again."""
    return _with_visitor(state, event.person, bar_end="", is_barred_for_good=False)


def apply_self_excluded(state: State, event: e.SelfExcluded) -> State:
    """Somebody forbids himself to come."""
    return _with_visitor(state, event.person, exclusion_end=event.until)


def apply_loss_limited(state: State, event: e.LossLimited) -> State:
    """Somebody limits what he may lose in a day."""
    now = event.amount if event.is_at_once else state.visitor(event.person).loss.now
    return _with_visitor(state, event.person, loss=LossLimit(now, event.amount))


def apply_time_limited(state: State, event: e.TimeLimited) -> State:
    """Somebody limits how long he may sit at tables in a day."""
    now = event.minutes if event.is_at_once else state.visitor(event.person).time.now
    return _with_visitor(state, event.person, time=TimeLimit(now, event.minutes))


def apply_play_ended(state: State, event: e.PlayEnded) -> State:
    """Somebody has no time left today."""
    return _with_visitor(state, event.person, is_out_of_time=True)


def apply_purchase(state: State, event: e.ChipsSold | e.DepositChanged) -> State:
    """Somebody has bought chips."""
    return _with_visitor(state, event.person, purchases=state.visitor(event.person).purchases + event.amount)


def apply_chips_bought_back(state: State, event: e.ChipsBoughtBack) -> State:
    """Somebody has been paid for chips."""
    return _with_visitor(state, event.person, purchases=state.visitor(event.person).purchases - event.amount)


def apply_slip_written(state: State, event: e.SlipWritten) -> State:
    """A slip waits for its second signature."""
    is_of_desk = Duty("", Role.CASHIER, event.first) in state.duties  # he may have left the post when it is signed
    slip = Slip(event.serial, event.kind, event.table, event.chips, event.cash, event.first, is_of_desk)
    return replace(state, slips=state.slips.set(event.serial, slip), last_slip=event.serial)


def apply_slip_signed(state: State, event: e.SlipSigned) -> State:
    """A slip is done: the float of its table is another, or the desk is counted."""
    state = replace(state, slips=state.slips.delete(event.serial), is_counted=event.kind is SlipKind.COUNT)
    if not event.table:
        return state
    one, chips = state.tables[event.table], event.chips
    match event.kind:
        case SlipKind.OPENING:
            return _with_table(state, event.table, has_float=True, opening=chips)
        case SlipKind.FILL:
            return _with_table(state, event.table, fills=one.fills + chips)
        case SlipKind.CREDIT:
            return _with_table(state, event.table, credits=one.credits + chips)
        case SlipKind.TIPS:
            return _with_table(state, event.table, tips=one.tips + chips)
        case _:
            return _with_table(state, event.table, has_float=False)


def apply_slip_torn(state: State, event: e.SlipTorn) -> State:
    """A slip is withdrawn."""
    return replace(state, slips=state.slips.delete(event.serial))


def apply_table_noted(state: State, event: e.TableNoted) -> State:
    """A table is open with fresh books, or closed."""
    if event.is_open:
        return replace(state, tables=state.tables.set(event.table, TableBooks(event.game)))
    return _with_table(state, event.table, is_open=False)


def apply_chips_brought(state: State, event: e.ChipsBrought) -> State:
    """Chips came to a table."""
    return _with_table(state, event.table, chips_in=state.tables[event.table].chips_in + event.amount)


def apply_chips_taken(state: State, event: e.ChipsTaken) -> State:
    """Chips left a table."""
    return _with_table(state, event.table, chips_out=state.tables[event.table].chips_out + event.amount)


def apply_bank_brought(state: State, event: e.DepositBrought | e.ProofCalled) -> State:
    """Chips of a bank came from the desk to its table: somebody has bought them."""
    bought = _with_visitor(state, event.person, purchases=state.visitor(event.person).purchases + event.amount)
    return _with_table(bought, event.table, chips_in=state.tables[event.table].chips_in + event.amount)


def apply_dinner_hour_set(state: State, event: e.DinnerHourSet) -> State:
    """The dinner hour is another."""
    return replace(state, dinner=DinnerHour(event.begin, event.end))


def apply_session_begun(state: State, event: e.SessionBegun) -> State:
    """A session of the day begins."""
    begun = Session(event.table, event.number, event.shoes, event.shoes, event.moment)
    return replace(state, sessions=(*state.sessions, begun))


def apply_session_noted(state: State, event: e.SessionNoted) -> State:
    """A session has come to so many shoes and this banker."""
    return replace(state, sessions=changed(state.sessions, event.table, event.shoes, event.banker))


def apply_session_ended(state: State, event: e.SessionEnded) -> State:
    """A session is over, and nobody holds its bank any more."""
    over = tuple(
        replace(one, end=event.moment, banker=None) if one.table == event.table and one.is_in_play else one
        for one in state.sessions
    )
    return replace(state, sessions=over)


FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    e.HouseOpened: apply_house_opened,
    e.BalancesCarried: apply_balances_carried,
    e.DayOpened: apply_day_opened,
    e.DayClosed: apply_day_closed,
    e.DinnerHourSet: apply_dinner_hour_set,
    e.MinutesWritten: apply_minutes_written,
    e.ComplaintMade: apply_complaint_made,
    e.ComplaintAnswered: apply_complaint_answered,
    e.WentOnDuty: apply_went_on_duty,
    e.WentOffDuty: apply_went_off_duty,
    e.SeatNoted: apply_seat_noted,
    e.VisitorAdmitted: apply_visitor_admitted,
    e.VisitorLeft: apply_visitor_left,
    e.VisitorBarred: apply_visitor_barred,
    e.BarLifted: apply_bar_lifted,
    e.SelfExcluded: apply_self_excluded,
    e.LossLimited: apply_loss_limited,
    e.TimeLimited: apply_time_limited,
    e.PlayEnded: apply_play_ended,
    e.ChipsSold: apply_purchase,
    e.ChipsBoughtBack: apply_chips_bought_back,
    e.DepositTaken: apply_nothing,
    e.DepositReturned: apply_nothing,
    e.DepositChanged: apply_purchase,
    e.SlipWritten: apply_slip_written,
    e.SlipSigned: apply_slip_signed,
    e.SlipTorn: apply_slip_torn,
    e.TableNoted: apply_table_noted,
    e.ChipsBrought: apply_chips_brought,
    e.ChipsTaken: apply_chips_taken,
    e.DepositBrought: apply_bank_brought,
    e.ProofCalled: apply_bank_brought,
    e.SessionBegun: apply_session_begun,
    e.SessionNoted: apply_session_noted,
    e.SessionEnded: apply_session_ended,
}
"""What each event makes of the house."""

require_complete(FOLDS, declared_types(e, Event))
require_lines(POSTINGS, declared_types(e, Event))


def evolve(state: State, event: Event) -> State:
    """Fold one event."""
    kind = type(event)
    moves = POSTINGS.get(kind)
    if moves is not None and (legs := moves(event)):
        state = replace(state, ledger=post(state.ledger, legs))
    if kind in AT_DESK and state.is_counted:
        state = replace(state, is_counted=False)
    return FOLDS[kind](state, event)
