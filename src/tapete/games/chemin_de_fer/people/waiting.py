"""The waiting list, kept by the inspector, and who may take a place that is vacant."""

from __future__ import annotations

from functools import partial

from tapete.clauses import Fault, cite, fault, rest_on, rule, with_clauses
from tapete.games.banked.people import require_player
from tapete.games.chemin_de_fer.state import State
from tapete.kernel import HOUSE, Decision, PersonId
from tapete.table import waiting
from tapete.table.staff import Role
from tapete.table.waiting import AskSeatChange, ChangeAsked, JoinList, LeaveList, ListJoined, ListLeft


def require_off_duty(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless a person who would play is a player: somebody on duty at this table is none."""
    wrong = require_player(state.staff, who)
    return with_clauses(wrong, "HP.CF.relief") if wrong and who in state.staff.values() else wrong


def require_turn_for_place(state: State, who: PersonId, in_mid_shoe: bool) -> Fault | None:
    """Return a Fault if others come before this person at a vacant place."""
    if in_mid_shoe:
        return require_list_first.where(bool(state.seats.waiting_list), state, who)
    asked = bool(state.carried_over.movers)
    return require_movers_first.where(asked, state, who) or require_list_after_movers(state, who)


def first_before(state: State, who: PersonId, order: tuple[PersonId, ...]) -> PersonId | None:
    """Return the first of an order of people who is to have a vacant place before ``who``."""
    return waiting.first_to_come(
        state.seats, who, order, partial(is_held_up, state), partial(who_can_come, state, order)
    )


def is_held_up(state: State, person: PersonId) -> bool:
    """Return True if somebody can take no other place now: he is away, or has a part in the bank."""
    bank = state.bank
    return person in state.seats.away or (bank is not None and (person == bank.banker or bank.is_associate(person)))


@rule("HP.CF.list-turn", neutral=lambda _state, order: order)
def who_can_come(state: State, order: tuple[PersonId, ...]) -> tuple[PersonId, ...]:
    """Whoever can take no place when one is vacant is passed over, and keeps his turn."""
    return tuple(one for one in order if not is_held_up(state, one))


@rule("CF.D.13", neutral=None)
def require_list_first(state: State, who: PersonId) -> Fault | None:
    """While a shoe is dealt a vacant place is offered first to those on the waiting list, in order of entry."""
    first = first_before(state, who, state.seats.waiting_list)
    return None if first is None else fault("place-for-the-list", first=first)


@rule("CF.D.14", neutral=None)
def require_movers_first(state: State, who: PersonId) -> Fault | None:
    """Once the shoe is over a vacant place goes first to the seated players who had asked to change theirs."""
    first = first_before(state, who, state.carried_over.movers)
    return None if first is None else fault("place-for-movers", first=first)


def require_list_after_movers(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if the list, which comes after those who asked to change, has the place (house practice)."""
    order = waiting.movers_then_list(state.seats, state.carried_over.movers)
    first = first_before(state, who, order)
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
    own = require_off_duty(state, who) if person == who else None
    wrong = own or waiting.require_may_join(state.seats, state.staff, who, person, Role.INSPECTOR)
    return wrong or (ListJoined(person, keeper(state)),)


def leave_list(state: State, who: PersonId, what: LeaveList) -> Decision:
    """Decide that somebody goes off the list, or that the inspector strikes him off it; the house does so when a place
    comes to somebody who has a seat at another table.
    """
    person = what.person or who
    wrong = waiting.require_may_go_off(state.seats, state.staff, who, person, Role.INSPECTOR)
    if who == HOUSE:
        rest_on(cite("HP.CF.seated-elsewhere"))
    return wrong or (ListLeft(person, keeper(state)),)


def ask_change(state: State, who: PersonId, what: AskSeatChange) -> Decision:
    """Decide that a seated player asks for another place once the shoe is over."""
    del what
    return waiting.require_may_ask_change(state.seats, who, state.carried_over.movers) or (ChangeAsked(who),)
