"""The house as the rest of the program sees it: one object that decides, folds, shows and explains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final, get_args

from tapete import kernel
from tapete.accounts import DEPOSIT, PERSON
from tapete.clauses import Cite, Fault, fault
from tapete.house import acts as a, admission, banks, day, desk, tables
from tapete.house.folds import FOLDS, evolve, postings
from tapete.house.state import CASH, CHIPS, TABLE, TIPS, VOUCHERS, State, is_cash
from tapete.house.terms import BOUND_POSTS, KEY, Phase
from tapete.house.view import explain, legal, view

OWN: Final = (PERSON, TABLE, DEPOSIT)
"""How the accounts begin of what lies with somebody or somewhere: none of them is ever below zero."""


def chips_and_cash_balance(state: State) -> tuple[kernel.Breach, ...]:
    """Chips sum to nothing, and so does cash: neither ever becomes the other."""
    cash = sum(held for name, held in state.ledger.items() if is_cash(name))
    chips = sum(held for name, held in state.ledger.items() if not is_cash(name))
    return tuple(
        kernel.breach(code, total=total)
        for code, total in (("cash-unbalanced", cash), ("chips-unbalanced", chips))
        if total
    )


def nothing_is_overdrawn(state: State) -> tuple[kernel.Breach, ...]:
    """Nobody hands out what they have not got: people, tables, custody, the desk."""
    return tuple(
        kernel.breach("account-overdrawn", account=name, held=held)
        for name, held in sorted(state.ledger.items())
        if held < 0 and (name.startswith(OWN) or name in (CHIPS, CASH, VOUCHERS, TIPS))
    )


def staff_do_not_play(state: State) -> tuple[kernel.Breach, ...]:
    """Nobody sits at a table who is on duty, and nobody serves two tables with their hands."""
    seated = sorted({one.person for one in state.duties if state.visitor(one.person).table})
    bound = Counter(one.person for one in state.duties if one.table and one.role in BOUND_POSTS)
    twice = sorted(person for person, count in bound.items() if count > 1)
    return (
        *(kernel.breach("plays-on-duty", person=one) for one in seated),
        *(kernel.breach("serves-two-tables", person=one) for one in twice),
    )


def posts_have_one_holder(state: State) -> tuple[kernel.Breach, ...]:
    held = Counter((one.table, one.role) for one in state.duties if one.table)
    return tuple(
        kernel.breach("post-held-twice", role=role, table=table)
        for (table, role), number in sorted(held.items())
        if number > 1
    )


def seats_are_at_open_tables(state: State) -> tuple[kernel.Breach, ...]:
    return tuple(
        kernel.breach("seat-at-closed-table", person=person, table=one.table)
        for person, one in sorted(state.visitors.items())
        if one.table and not (one.table in state.tables and state.tables[one.table].is_open)
    )


def sessions_are_at_open_tables(state: State) -> tuple[kernel.Breach, ...]:
    """A session in play is played at a table that is open, and at no other at the same time."""
    playing = [one.table for one in state.sessions if one.is_in_play]
    shut = [one for one in playing if not (one in state.tables and state.tables[one].is_open)]
    return (
        *(kernel.breach("session-at-closed-table", table=one) for one in shut),
        *(kernel.breach("sessions-at-once", tables=playing) for _ in playing[1:2]),
    )


def closed_house_is_empty(state: State) -> tuple[kernel.Breach, ...]:
    """Between two days nobody is in the house, no table is open and no slip waits."""
    if state.phase is Phase.OPEN:
        return ()
    inside = sorted(person for person, one in state.visitors.items() if one.is_present)
    busy = sorted(table for table, one in state.tables.items() if one.is_open or one.has_float)
    return (
        *(kernel.breach("person-in-closed-house", person=one) for one in inside),
        *(kernel.breach("table-in-closed-house", table=one) for one in busy),
        *(kernel.breach("slip-in-closed-house", slip=one) for one in state.slips),
    )


INVARIANTS: Final[tuple[Callable[[State], tuple[kernel.Breach, ...]], ...]] = (
    chips_and_cash_balance,
    nothing_is_overdrawn,
    staff_do_not_play,
    posts_have_one_holder,
    seats_are_at_open_tables,
    sessions_are_at_open_tables,
    closed_house_is_empty,
)
"""Each returns what breaks it."""


_: Final = admission, banks, day, desk, tables  # imported for what they decide
kernel.require_complete(a.HANDLERS, kernel.declared_types(a, kernel.ActBody))

OF_SYSTEM: Final[frozenset[type[kernel.ActBody]]] = frozenset(
    {*get_args(a.TableMove), a.OpenHouse, a.FollowTable, a.EndPlay, a.NoteCode}
)
"""What the system alone tells the house: it is in the record of a table too, or comes before any person."""
FOR_SYSTEM: Final[frozenset[type[kernel.ActBody]]] = OF_SYSTEM | {
    *(a.OpenDay, a.GoOnDuty, a.GoOffDuty, a.Admit, a.LetOut, a.TearSlip)
}
"""What the system may do in a house without people for it, as a demonstration is."""
BETWEEN_DAYS: Final = frozenset(
    {
        *(a.OpenHouse, a.OpenDay, a.SetDinnerHour, a.SetDifferenceLimit, a.AcceptInstitution, a.EndAward),
        *(a.NoteCode, a.GoOnDuty, a.GoOffDuty),
        *(a.Bar, a.LiftBar, a.ExcludeOneself, a.LimitLoss, a.LimitTime, a.WriteMinutes, a.Complain, a.AnswerComplaint),
    }
)
"""What is possible while the house is closed."""


def require_admissible(state: State, act: kernel.Act[Any]) -> Fault | None:
    """Return a Fault unless the house exists, is open for such an act, and the act's author may do such an act."""
    kind = type(act.body)
    if state.settings is None and kind is not a.OpenHouse:
        return fault("no-house")
    if kind in OF_SYSTEM and act.by != kernel.HOUSE:
        return fault("only-system")
    if act.by in kernel.SYSTEM and (act.by != kernel.HOUSE or kind not in FOR_SYSTEM):
        return fault("only-people")
    if getattr(act.body, "person", None) in ("", *kernel.SYSTEM):
        return fault("only-people")
    return fault("house-closed") if state.phase is Phase.CLOSED and kind not in BETWEEN_DAYS else None


class House:
    key = KEY
    act_types: Any = kernel.union_of(a.HANDLERS)
    event_types: Any = kernel.union_of(FOLDS)
    evolve: Final = staticmethod(evolve)
    view: Final = staticmethod(view)
    postings: Final = staticmethod(postings)

    def blank(self) -> State:
        return State()

    def decide(self, state: State, act: kernel.Act[Any]) -> kernel.Outcome:
        return kernel.answer(act, lambda: self._decide(state, act))

    def _decide(self, state: State, act: kernel.Act[Any]) -> kernel.Decision:
        handler = a.HANDLERS.get(type(act.body))
        if handler is None:
            return fault("unknown-act")
        return require_admissible(state, act) or handler(state, act.by, act.body)

    def step(self, state: State) -> kernel.Step:
        return state.step

    def draw_awaited(self, state: State) -> None:
        """Return ``None``: nothing here awaits chance."""

    def legal(self, state: State, viewer: kernel.PersonId | None) -> tuple[kernel.Offer, ...]:
        return legal(state, viewer, self.decide)

    def explain(self, state: State, viewer: kernel.PersonId | None) -> tuple[Cite, ...]:
        return explain(state, viewer, self.decide)

    def problems(self, state: State) -> tuple[kernel.Breach, ...]:
        return tuple([found for invariant in INVARIANTS for found in invariant(state)])


ESTABLISHMENT: Final = House()
"""The engine of every house."""
