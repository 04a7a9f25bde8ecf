"""The waiting list of the table, and who may take a place that is vacant."""

from __future__ import annotations

from functools import partial

from tapete.clauses import Fault, fault, first_fault, rule, with_clauses
from tapete.games.dos_panos.state import State
from tapete.kernel import HOUSE, Decision, PersonId
from tapete.table import waiting
from tapete.table.staff import Role
from tapete.table.waiting import JoinList, LeaveList, ListJoined, ListLeft


@rule("DP.D.11", neutral=None, names_a_pass=False)
def require_turn_for_place(state: State, who: PersonId) -> Fault | None:
    """Whoever wants a place is entered on the waiting list, and vacant places go to it in order of entry."""
    order = state.seats.waiting_list
    first = waiting.first_to_come(state.seats, who, order, partial(is_held_up, state), partial(who_can_come, state))
    return None if first is None else fault("place-for-the-list", first=first)


def is_held_up(state: State, person: PersonId) -> bool:
    """Return True if somebody on the list can take no place now: he is away, or was awarded the bank."""
    return person in state.seats.away or (state.award is not None and person == state.award.person)


@rule("HP.DP.list-turn", neutral=lambda state: state.seats.waiting_list)
def who_can_come(state: State) -> tuple[PersonId, ...]:
    """Whoever can take no place when one is vacant is passed over, and keeps his turn."""
    return tuple(one for one in state.seats.waiting_list if not is_held_up(state, one))


def require_wants_place(state: State, person: PersonId) -> Fault | None:
    """Return a Fault if somebody has the banker's chair, and waits for no place."""
    return with_clauses(fault("chair-is-taken", person=person), "HP.DP.list-turn") if person == state.banker else None


def keeper(state: State) -> Role:
    """Return the post that keeps the list."""
    return state.book.waiting_list.kept_by.use()


def keeper_on_duty(state: State) -> PersonId:
    """Return who keeps the list now; the house where nobody holds that post."""
    return state.staff.get(keeper(state), HOUSE)


def join_list(state: State, who: PersonId, what: JoinList) -> Decision:
    """Decide that somebody enters the list, at its end."""
    person = what.person or who
    wrong = first_fault(
        require_wants_place(state, person),
        waiting.require_may_join(state.seats, state.staff, who, person, keeper(state)),
    )
    return wrong or (ListJoined(person, keeper_on_duty(state)),)


def leave_list(state: State, who: PersonId, what: LeaveList) -> Decision:
    """Decide that somebody goes off the list, or that its keeper strikes him off it."""
    person = what.person or who
    wrong = waiting.require_may_go_off(state.seats, state.staff, who, person, keeper(state))
    return wrong or (ListLeft(person, keeper_on_duty(state)),)
