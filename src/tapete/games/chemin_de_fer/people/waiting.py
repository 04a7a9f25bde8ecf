"""The waiting list, kept by the inspector, and who may take a place that is vacant."""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule
from tapete.games.chemin_de_fer.acts.house import AskSeatChange, JoinList, LeaveList
from tapete.games.chemin_de_fer.events.house import ChangeAsked, ListJoined, ListLeft
from tapete.games.chemin_de_fer.state import State
from tapete.kernel import HOUSE, SYSTEM, Decision, PersonId
from tapete.table.staff import Role, require_post, require_post_or_house


def vacant_places(state: State) -> int:
    """Return how many places nobody has."""
    return len(state.seats.labels) - len(state.seats.seated)


def require_turn_for_place(state: State, who: PersonId, in_mid_shoe: bool) -> Fault | None:
    """Return a Fault if others come before this person at a vacant place."""
    if in_mid_shoe:
        return require_list_first(state, who)
    return require_movers_first(state, who) or require_list_after_movers(state, who)


def first_before(who: PersonId, order: tuple[PersonId, ...], places: int) -> PersonId | None:
    """Return the first of an order of people who is to have the place before ``who``; ``None`` when one is left."""
    turn = order.index(who) if who in order else len(order)
    return order[0] if order and turn >= places and order[0] != who else None


@rule("CF.D.13", neutral=None)
def require_list_first(state: State, who: PersonId) -> Fault | None:
    """While a shoe is dealt a vacant place is offered first to those on the waiting list, in order of entry."""
    first = first_before(who, state.seats.waiting, vacant_places(state))
    return None if first is None else fault("place-for-the-list", first=first)


@rule("CF.D.14", neutral=None)
def require_movers_first(state: State, who: PersonId) -> Fault | None:
    """Once the shoe is over a vacant place goes first to the seated players who had asked to change theirs."""
    first = first_before(who, state.carried_over.movers, vacant_places(state))
    return None if first is None else fault("place-for-movers", first=first)


def require_list_after_movers(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if the list, which comes after those who asked to change, has the place (house practice)."""
    movers = state.carried_over.movers
    first = first_before(
        who, (*movers, *(one for one in state.seats.waiting if one not in movers)), vacant_places(state)
    )
    if first is None:
        return None
    rest_on(cite("HP.CF.list-between-shoes"))
    return Fault("place-for-the-list", {"first": first}, (cite("HP.CF.list-between-shoes"),))


# --- the list ---------------------------------------------------------------------------------------------------------


@rule("CF.D.15", neutral=HOUSE)
def keeper(state: State) -> PersonId:
    """The waiting list is kept by the inspector."""
    return state.staff.get(Role.INSPECTOR, HOUSE)


def join_list(state: State, who: PersonId, what: JoinList) -> Decision:
    """Decide that somebody enters the list, at its end."""
    person = what.person or who
    wrong = first_fault(
        None if person == who else require_post(state.staff, who, Role.INSPECTOR),
        fault("only-people") if person in SYSTEM else None,
        fault("staff-may-not-play") if person in state.staff.values() else None,
        fault("already-seated", seat=state.seats.seat_of(person)) if state.seats.seat_of(person) else None,
        fault("on-the-list") if person in state.seats.waiting else None,
    )
    return wrong or (ListJoined(person, keeper(state)),)


def leave_list(state: State, who: PersonId, what: LeaveList) -> Decision:
    """Decide that somebody goes off the list, or that the inspector strikes him off it; the house does so when a place
    comes to somebody who has a seat at another table.
    """
    person = what.person or who
    wrong = first_fault(
        None if person == who else require_post_or_house(state.staff, who, Role.INSPECTOR),
        None if person in state.seats.waiting else fault("not-on-the-list"),
    )
    if who == HOUSE:
        rest_on(cite("HP.CF.seated-elsewhere"))
    return wrong or (ListLeft(person, keeper(state)),)


def ask_change(state: State, who: PersonId, what: AskSeatChange) -> Decision:
    """Decide that a seated player asks for another place once the shoe is over."""
    del what
    wrong = first_fault(
        None if state.seats.seat_of(who) is not None else fault("not-seated"),
        fault("change-asked-already") if who in state.carried_over.movers else None,
    )
    return wrong or (ChangeAsked(who),)
