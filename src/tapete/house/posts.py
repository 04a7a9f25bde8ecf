"""Posts: who is on duty in the house and at its tables, and what he may do by it."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.house.acts import GoOffDuty, GoOnDuty, NoteTablePost
from tapete.house.events import WentOffDuty, WentOnDuty
from tapete.house.state import Duty, State
from tapete.house.terms import BOUND_POSTS, HOUSE_POSTS, TABLE_OFFICIALS, Phase
from tapete.kernel import HOUSE, Decision, PersonId
from tapete.table.staff import Role, require_no_purse


def house_posts(state: State, person: PersonId) -> frozenset[Role]:
    return frozenset(one.role for one in state.duties if not one.table and one.person == person)


def table_posts(state: State, person: PersonId, table: str) -> frozenset[Role]:
    return frozenset(one.role for one in state.duties if one.table == table and one.person == person)


def is_on_duty(state: State, person: PersonId) -> bool:
    return any(one.person == person for one in state.duties)


@rule("HP.HS.posts", neutral=None)
def require_house_post(state: State, person: PersonId, *roles: Role) -> Fault | None:
    """Return a Fault unless the person is on duty at one of these posts of the house."""
    if house_posts(state, person) & set(roles):
        return None
    return fault("not-your-post", needs=[str(role) for role in roles])


def may_stand_in(of_house: Role, of_table: Role) -> bool:
    """Return True if somebody may have both posts: the director stands in for an official of a table, who signs for
    the same side as he.
    """
    return of_house is Role.DIRECTOR and of_table in TABLE_OFFICIALS


@rule("HP.HS.one-post", neutral=None)
def require_no_other_duty(state: State, person: PersonId, role: Role) -> Fault | None:
    """Return a Fault if somebody who is to go on duty in the house is on duty already, but for a director who stands in
    at a table.
    """
    held = [one for one in state.duties if one.person == person]
    is_free = all(one.table and may_stand_in(role, one.role) for one in held)
    return None if is_free else fault("already-on-duty")


@rule("HP.HS.one-post", neutral=None)
def require_no_house_post(state: State, person: PersonId, role: Role) -> Fault | None:
    """Return a Fault if somebody who is to have a post of a table has one of the house, but for a director who stands
    in for an official.
    """
    is_free = all(may_stand_in(one, role) for one in house_posts(state, person))
    return None if is_free else fault("already-on-duty")


@rule("HP.HS.staff-plays-not", neutral=None)
def require_no_seat(state: State, person: PersonId) -> Fault | None:
    """Return a Fault if somebody who is to go on duty sits at a table as a player, or has chips or money here."""
    if state.visitor(person).table:
        return fault("visitor-may-not-serve")
    own = (one for one in state.ledger if one.startswith(("person:", "deposit:")))
    return require_no_purse([one.person for one in state.duties], person, own)


@rule("HP.HS.director-on-duty", neutral=None)
def require_another_director(state: State, leaving: GoOffDuty) -> Fault | None:
    """Return a Fault if the last director is to go off duty while the day is open."""
    directors = {one.person for one in state.duties if not one.table and one.role is Role.DIRECTOR}
    is_last = leaving.role is Role.DIRECTOR and directors == {leaving.person}
    return fault("last-director") if is_last and state.phase is Phase.OPEN else None


@rule("HP.HS.one-table", neutral=None)
def require_one_table(state: State, what: NoteTablePost) -> Fault | None:
    """Return a Fault if somebody who serves one table is to serve another one beside it."""
    if what.role not in BOUND_POSTS:
        return None
    tables = {one.table for one in state.duties if one.person == what.person and one.role in BOUND_POSTS}
    elsewhere = next(iter(tables - {what.table}), None)  # he serves one at the most
    return None if elsewhere is None else fault("on-duty-elsewhere", table=elsewhere)


def go_on_duty(state: State, who: PersonId, what: GoOnDuty) -> Decision:
    """Decide that somebody takes up a post of the house."""
    wrong = first_fault(
        None if who == HOUSE else require_house_post(state, who, Role.DIRECTOR),
        None if what.role in HOUSE_POSTS else fault("no-house-post", post=str(what.role)),
        require_no_other_duty(state, what.person, what.role),
        require_no_seat(state, what.person),
    )
    return wrong or (WentOnDuty(what.role, what.person),)


def go_off_duty(state: State, who: PersonId, what: GoOffDuty) -> Decision:
    """Decide that somebody leaves a post of the house: he himself, or a director for him."""
    wrong = first_fault(
        None if who in (HOUSE, what.person) else require_house_post(state, who, Role.DIRECTOR),
        None if Duty("", what.role, what.person) in state.duties else fault("not-on-duty"),
        require_another_director(state, what),
    )
    return wrong or (WentOffDuty(what.role, what.person),)


def note_table_post(state: State, who: PersonId, what: NoteTablePost) -> Decision:
    """Decide that a post of a table has changed hands, as the table's own record says."""
    before = next((one for one in state.duties if (one.table, one.role) == (what.table, what.role)), None)
    off = () if before is None else (WentOffDuty(what.role, before.person, what.table),)
    if what.person is None:
        return off or fault("not-on-duty")
    wrong = first_fault(
        fault("no-such-table", table=what.table) if what.table not in state.tables else None,
        fault("already-on-duty") if before is not None and before.person == what.person else None,
        require_no_seat(state, what.person),
        require_no_house_post(state, what.person, what.role),
        require_one_table(state, what),
    )
    return wrong or (*off, WentOnDuty(what.role, what.person, what.table))
