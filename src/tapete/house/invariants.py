"""What holds at every moment of a sound house: chips and cash, floats, posts, seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from tapete.house.books import CASH, CHIPS, TIPS, VOUCHERS, is_cash
from tapete.house.state import State
from tapete.house.terms import BOUND_POSTS, Phase
from tapete.kernel import Breach, breach

OWN: Final = ("person:", "table:", "deposit:")
"""How the accounts begin of what lies with somebody or somewhere: none of them is ever below zero."""


def chips_and_cash_balance(state: State) -> tuple[Breach, ...]:
    """Chips sum to nothing, and so does cash: neither ever becomes the other."""
    cash = sum(held for name, held in state.ledger.items() if is_cash(name))
    chips = sum(held for name, held in state.ledger.items() if not is_cash(name))
    return tuple(
        breach(code, total=total) for code, total in (("cash-unbalanced", cash), ("chips-unbalanced", chips)) if total
    )


def nothing_is_overdrawn(state: State) -> tuple[Breach, ...]:
    """Nobody hands out what he has not got: people, tables, custody, the desk."""
    return tuple(
        breach("account-overdrawn", account=name, held=held)
        for name, held in sorted(state.ledger.items())
        if held < 0 and (name.startswith(OWN) or name in (CHIPS, CASH, VOUCHERS, TIPS))
    )


def staff_do_not_play(state: State) -> tuple[Breach, ...]:
    """Nobody sits at a table who is on duty, and nobody serves two tables with his hands."""
    seated = sorted({one.person for one in state.duties if state.visitor(one.person).table})
    bound = Counter(one.person for one in state.duties if one.table and one.role in BOUND_POSTS)
    twice = sorted(person for person, tables in bound.items() if tables > 1)
    return (
        *(breach("plays-on-duty", person=one) for one in seated),
        *(breach("serves-two-tables", person=one) for one in twice),
    )


def posts_have_one_holder(state: State) -> tuple[Breach, ...]:
    held = Counter((one.table, one.role) for one in state.duties if one.table)
    return tuple(
        breach("post-held-twice", role=role, table=table)
        for (table, role), number in sorted(held.items())
        if number > 1
    )


def seats_are_at_open_tables(state: State) -> tuple[Breach, ...]:
    return tuple(
        breach("seat-at-closed-table", person=person, table=one.table)
        for person, one in sorted(state.visitors.items())
        if one.table and not (one.table in state.tables and state.tables[one.table].is_open)
    )


def sessions_are_at_open_tables(state: State) -> tuple[Breach, ...]:
    """A session in play is played at a table that is open, and at no other at the same time."""
    tables = [one.table for one in state.sessions if one.is_in_play]
    shut = [one for one in tables if not (one in state.tables and state.tables[one].is_open)]
    return (
        *(breach("session-at-closed-table", table=one) for one in shut),
        *(breach("sessions-at-once", tables=tables) for _ in tables[1:2]),
    )


def closed_house_is_empty(state: State) -> tuple[Breach, ...]:
    """Between two days nobody is in the house, no table is open and no slip waits."""
    if state.phase is Phase.OPEN:
        return ()
    inside = sorted(person for person, one in state.visitors.items() if one.is_present)
    tables = sorted(table for table, one in state.tables.items() if one.is_open or one.has_float)
    return (
        *(breach("person-in-closed-house", person=one) for one in inside),
        *(breach("table-in-closed-house", table=one) for one in tables),
        *(breach("slip-in-closed-house", slip=one) for one in state.slips),
    )


INVARIANTS: Final[tuple[Callable[[State], tuple[Breach, ...]], ...]] = (
    chips_and_cash_balance,
    nothing_is_overdrawn,
    staff_do_not_play,
    posts_have_one_holder,
    seats_are_at_open_tables,
    sessions_are_at_open_tables,
    closed_house_is_empty,
)
"""Each returns what breaks it."""
