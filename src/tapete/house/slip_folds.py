"""Bookkeeping of slips: signatures, what they move, what a count has found different. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.house import events as e
from tapete.house.minutes import CountedDifference, MinutesLine
from tapete.house.state import Confirmation, Duty, Slip, State
from tapete.house.terms import SlipKind
from tapete.kernel import Event
from tapete.table.staff import Role


def apply_slip_written(state: State, event: e.SlipWritten) -> State:
    """A slip waits for its second signature."""
    is_of_desk = Duty("", Role.CASHIER, event.first) in state.duties  # he may have left the post when it is signed
    is_of_desk = is_of_desk and event.first != event.person
    slip = Slip(event.serial, event.kind, event.table, event.chips, event.cash, event.first, is_of_desk)
    slip = replace(slip, vouchers=event.vouchers, kept_money=event.kept_money, is_whole=event.is_whole)
    slip = replace(slip, person=event.person, means=event.means)
    return replace(state, slips=state.slips.set(event.serial, slip), last_slip=event.serial)


def apply_slip_signed(state: State, event: e.SlipSigned) -> State:
    """A slip is done: the float of its table is another, or the desk is counted."""
    state = replace(state, slips=state.slips.delete(event.serial), is_counted=event.kind is SlipKind.COUNT)
    if not event.table:
        return state
    one, chips = state.tables[event.table], event.chips
    match event.kind:
        case SlipKind.OPENING:
            return state.with_table(event.table, has_float=True, opening=chips)
        case SlipKind.FILL:
            return state.with_table(event.table, fills=one.fills + chips)
        case SlipKind.CREDIT:
            return state.with_table(event.table, credits=one.credits + chips)
        case SlipKind.TIPS:
            return state.with_table(event.table, tips=one.tips + chips)
        case _:
            return state.with_table(event.table, has_float=False)


def apply_difference_confirmed(state: State, event: e.DifferenceConfirmed) -> State:
    """The side that wrote a count stands by its difference."""
    missing = (event.missing_chips, event.missing_cash)
    said = Confirmation(*missing, event.reason, event.person, event.missing_vouchers)
    slip = replace(state.slips[event.serial], confirmation=said)
    return replace(state, slips=state.slips.set(event.serial, slip))


def apply_difference_booked(state: State, event: e.DifferenceBooked) -> State:
    """The minutes say what a count has found different, and why."""
    missing = (event.missing_chips, event.missing_cash)
    found = CountedDifference(event.kind, event.table, *missing, event.first, event.missing_vouchers)
    return replace(state, minutes=(*state.minutes, MinutesLine(event.person, event.reason, found)))


def apply_difference_limit_set(state: State, event: e.DifferenceLimitSet) -> State:
    return replace(state, difference_limit=event.amount)


def apply_slip_torn(state: State, event: e.SlipTorn) -> State:
    return replace(state, slips=state.slips.delete(event.serial))


FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    e.SlipWritten: apply_slip_written,
    e.SlipSigned: apply_slip_signed,
    e.SlipTorn: apply_slip_torn,
    e.DifferenceConfirmed: apply_difference_confirmed,
    e.DifferenceBooked: apply_difference_booked,
    e.DifferenceLimitSet: apply_difference_limit_set,
}
"""What each event about a slip makes of the house."""
