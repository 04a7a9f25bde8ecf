"""Who waits, comes, goes, and takes over a post."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import combinations

from tapete.clauses import Fault, fault, first_fault, with_clauses
from tapete.kernel import CLOCK, SYSTEM, Event, PersonId
from tapete.table.acts import Away, Back, CameBack, Relieve, TimelessAct, WentAway
from tapete.table.seats import Seats
from tapete.table.staff import (
    Role,
    Staff,
    require_no_purse,
    require_post,
    require_post_or_house,
    require_posts_of_game,
)

Order = tuple[PersonId, ...]
"""People in the order in which places come to them."""


class JoinList(TimelessAct, frozen=True, tag="join-list"):
    """Enter the waiting list for a place; the inspector may enter another person."""

    person: PersonId | None = None


class LeaveList(TimelessAct, frozen=True, tag="leave-list"):
    """Go off the waiting list; the inspector may strike another person off it."""

    person: PersonId | None = None


class AskSeatChange(TimelessAct, frozen=True, tag="ask-seat-change"):
    """A seated player asks for another place once the shoe is over."""


class ListJoined(Event, frozen=True, tag="list-joined@1"):
    """The person entered the waiting list at its end; ``kept_by`` keeps it."""

    person: PersonId
    kept_by: PersonId


class ListLeft(Event, frozen=True, tag="list-left@1"):
    person: PersonId
    kept_by: PersonId


class ChangeAsked(Event, frozen=True, tag="change-asked@1"):
    person: PersonId


def vacant_places(seats: Seats) -> int:
    return len(seats.labels) - len(seats.occupants)


def first_before(seats: Seats, who: PersonId, order: tuple[PersonId, ...]) -> PersonId | None:
    """Return the first who is to have a vacant place before ``who``; ``None`` when one is left for them."""
    turn = order.index(who) if who in order else len(order)
    return order[0] if order and turn >= vacant_places(seats) and order[0] != who else None


def first_to_come(
    seats: Seats, who: PersonId, order: Order, is_held_up: Callable[[PersonId], bool], who_can_come: Callable[[], Order]
) -> PersonId | None:
    """Return the first of an order who is to have a vacant place before ``who``, passing over those who can take none
    now.

    Who is held up the game says. ``who_can_come`` leaves them out by its own clause; it decides nothing, and is not
    asked, where nobody comes before ``who`` or nobody is held up.
    """
    first = first_before(seats, who, order)
    if first is None or not any(is_held_up(one) for one in order):
        return first
    return first_before(seats, who, who_can_come())


def movers_then_list(seats: Seats, movers: tuple[PersonId, ...]) -> tuple[PersonId, ...]:
    """Return those who asked to change their place, and after them the waiting list; nobody stands there twice."""
    return (*movers, *(one for one in seats.waiting_list if one not in movers))


def require_may_join(seats: Seats, staff: Staff, who: PersonId, person: PersonId, keeper: Role) -> Fault | None:
    """Return a Fault unless ``who`` may enter ``person`` on the list, which somebody else does only as its keeper."""
    return first_fault(
        None if person == who else require_post(staff, who, keeper),
        fault("only-people") if person in SYSTEM else None,
        fault("staff-may-not-play") if person in staff.values() else None,
        fault("already-seated", seat=seats.seat_of(person)) if seats.seat_of(person) else None,
        fault("on-the-list") if person in seats.waiting_list else None,
    )


def require_may_go_off(seats: Seats, staff: Staff, who: PersonId, person: PersonId, keeper: Role) -> Fault | None:
    """Return a Fault unless ``who`` may strike ``person`` off the list: themselves, its keeper, or the house."""
    return first_fault(
        None if person == who else require_post_or_house(staff, who, keeper),
        None if person in seats.waiting_list else fault("not-on-the-list"),
    )


def require_may_ask_change(seats: Seats, who: PersonId, movers: Collection[PersonId]) -> Fault | None:
    return first_fault(
        None if seats.seat_of(who) is not None else fault("not-seated"),
        fault("change-asked-already") if who in movers else None,
    )


def require_one_post_each(staff: Mapping[Role, PersonId], *clauses: str) -> Fault | None:
    """Return a Fault if one person holds two of the posts, signed with the ``clauses`` that forbid it."""
    pairs = ((str(one), str(other)) for one, other in combinations(sorted(staff), 2) if staff[one] == staff[other])
    twice = next((fault("staff-twice", post=one, other=other) for one, other in pairs), None)
    return with_clauses(twice, *clauses) if twice else None


def require_may_relieve(
    seats: Seats,
    staff: Staff,
    who: PersonId,
    what: Relieve,
    *,
    posts: Collection[Role],
    senders: Collection[Role],
    accounts: Collection[str] = (),
    claimants: Collection[PersonId] = (),
    require_own_posts: Callable[[Mapping[Role, PersonId]], Fault | None] = require_one_post_each,
) -> Fault | None:
    """Return a Fault unless the post is one of the game's ``posts`` and whoever holds it, one of the ``senders`` or the
    house gives it to a person who holds no post and neither plays at the table nor waits for a place, nor has an
    account or, as one of the ``claimants``, a right to the bank.

    ``require_own_posts`` returns a Fault if one person would hold two posts, with the clause that forbids it.
    """
    plays = seats.is_at_table(what.person) or what.person in (*seats.waiting_list, *claimants)
    return first_fault(
        require_posts_of_game((what.role,), posts),
        require_post_or_house(staff, who, what.role, *senders),
        fault("player-may-not-serve") if plays else None,
        require_no_purse(staff.values(), what.person, accounts),
        fault("system-on-duty") if what.person in SYSTEM else None,
        require_own_posts(staff.set(what.role, what.person)),
        fault("nothing-changes") if staff.get(what.role) == what.person else None,
    )


def require_presence_changes(seats: Seats, what: Away | Back) -> Fault | None:
    gone = what.person in seats.away
    return first_fault(
        None if seats.is_at_table(what.person) else fault("not-at-table", person=what.person),
        fault("nothing-changes") if gone == isinstance(what, Away) else None,
    )


def presence(what: Away | Back) -> WentAway | CameBack:
    return WentAway(what.person) if isinstance(what, Away) else CameBack(what.person)


def require_long_absence(seats: Seats, who: PersonId, person: PersonId) -> Fault | None:
    """Return a Fault unless the clock leads out a person who stands at the table, and seated nowhere, is away."""
    return first_fault(
        None if who == CLOCK else fault("not-your-post", needs=[str(CLOCK)]),
        None if seats.is_at_table(person) else fault("not-at-table", person=person),
        None if seats.is_standing(person) else fault("keeps-his-place", person=person),
        None if person in seats.away else fault("still-there", person=person),
    )
