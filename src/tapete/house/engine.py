"""The house as the rest of the program sees it: one object that decides, folds, shows and explains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from tapete.accounts import DEPOSIT, PERSON, Posting
from tapete.clauses import Cite, Fault, fault
from tapete.house import acts as a, admission, banks, day, slips, tables
from tapete.house.books import CASH, CHIPS, TABLE, TIPS, VOUCHERS, is_cash, postings
from tapete.house.folds import FOLDS, evolve
from tapete.house.state import State
from tapete.house.terms import BOUND_POSTS, KEY, Phase
from tapete.house.view import HouseView, explain, legal, view
from tapete.kernel import (
    HOUSE,
    SYSTEM,
    Act,
    ActBody,
    Breach,
    Decision,
    Event,
    Offer,
    Outcome,
    PersonId,
    Step,
    answer,
    breach,
    declared_types,
    require_complete,
    union_of,
)

# --- invariants -------------------------------------------------------------------------------------------------------
# What holds at every moment of a sound house: chips and cash, floats, posts, seats.

OWN: Final = (PERSON, TABLE, DEPOSIT)
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


HANDLERS: Final[Mapping[type[ActBody], Callable[[State, PersonId, Any], Decision]]] = {
    a.OpenHouse: day.open_house,
    a.OpenDay: day.open_day,
    a.CloseDay: day.close_day,
    a.SetDinnerHour: banks.set_dinner_hour,
    a.WriteMinutes: day.write_minutes,
    a.Complain: day.complain,
    a.AnswerComplaint: day.answer_complaint,
    a.GoOnDuty: admission.go_on_duty,
    a.GoOffDuty: admission.go_off_duty,
    **tables.MOVES,
    a.Admit: admission.admit,
    a.LetOut: admission.let_out,
    a.Bar: admission.bar,
    a.LiftBar: admission.lift_bar,
    a.ExcludeOneself: admission.exclude_oneself,
    a.LimitLoss: admission.limit_loss,
    a.LimitTime: admission.limit_time,
    a.EndPlay: admission.end_play,
    a.SellChips: day.sell_chips,
    a.NoteCode: day.note_code,
    a.BuyBackChips: slips.pay_asked,
    a.TakeDeposit: day.take_deposit,
    a.ReturnDeposit: slips.pay_asked,
    a.ChangeDeposit: slips.pay_asked,
    a.EndAward: banks.end_award,
    a.AcceptInstitution: banks.accept_institution,
    a.LodgeProof: banks.lodge_proof,
    a.ReleaseProof: banks.release_proof,
    a.WriteSlip: slips.write_slip,
    a.SignSlip: slips.sign_slip,
    a.ConfirmDifference: slips.confirm_difference,
    a.SetDifferenceLimit: slips.set_difference_limit,
    a.TearSlip: slips.tear_slip,
    a.FollowTable: tables.follow_table,
}
"""Which function decides each act."""

require_complete(HANDLERS, declared_types(a, ActBody))

OF_SYSTEM: Final[frozenset[type[ActBody]]] = frozenset(
    {*tables.MOVES, a.OpenHouse, a.FollowTable, a.EndPlay, a.NoteCode}
)
"""What the system alone tells the house: it stands in the record of a table too, or comes before any person."""
FOR_SYSTEM: Final = OF_SYSTEM | {a.OpenDay, a.GoOnDuty, a.GoOffDuty, a.Admit, a.LetOut}
"""What the system may do in a house without people for it, as a demonstration is."""
BETWEEN_DAYS: Final = frozenset(
    {
        *(a.OpenHouse, a.OpenDay, a.SetDinnerHour, a.SetDifferenceLimit, a.AcceptInstitution, a.EndAward),
        *(a.NoteCode, a.GoOnDuty, a.GoOffDuty),
        *(a.Bar, a.LiftBar, a.ExcludeOneself, a.LimitLoss, a.LimitTime, a.WriteMinutes, a.Complain, a.AnswerComplaint),
    }
)
"""What is possible while the house is closed."""


def require_admissible(state: State, act: Act[Any]) -> Fault | None:
    """Return a Fault unless the house exists, is open for such an act, and the act's author may do such an act."""
    kind = type(act.body)
    if state.settings is None and kind is not a.OpenHouse:
        return fault("no-house")
    if kind in OF_SYSTEM and act.by != HOUSE:
        return fault("only-system")
    if act.by in SYSTEM and (act.by != HOUSE or kind not in FOR_SYSTEM):
        return fault("only-people")
    return fault("house-closed") if state.phase is Phase.CLOSED and kind not in BETWEEN_DAYS else None


class House:
    key = KEY
    act_types = union_of(HANDLERS)
    event_types = union_of(FOLDS)

    def blank(self) -> State:
        return State()

    def decide(self, state: State, act: Act[Any]) -> Outcome:
        return answer(act, lambda: self._decide(state, act))

    def _decide(self, state: State, act: Act[Any]) -> Decision:
        handler = HANDLERS.get(type(act.body))
        if handler is None:
            return fault("unknown-act")
        return require_admissible(state, act) or handler(state, act.by, act.body)

    def evolve(self, state: State, event: Event) -> State:
        return evolve(state, event)

    def step(self, state: State) -> Step:
        return state.step

    def draw_awaited(self, state: State) -> None:
        """Return ``None``: nothing here awaits chance."""

    def view(self, state: State, viewer: PersonId | None) -> HouseView:
        return view(state, viewer)

    def legal(self, state: State, viewer: PersonId | None) -> tuple[Offer, ...]:
        return legal(state, viewer, self.decide)

    def explain(self, state: State, viewer: PersonId | None) -> tuple[Cite, ...]:
        return explain(state, viewer, self.decide)

    def postings(self, event: Event) -> tuple[Posting, ...]:
        return postings(event)

    def problems(self, state: State) -> tuple[Breach, ...]:
        return tuple([found for invariant in INVARIANTS for found in invariant(state)])


ESTABLISHMENT: Final = House()
"""The engine of every house."""
