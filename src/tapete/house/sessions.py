"""Sessions of a day at tables such as that of an open bank: the house numbers them and keeps dinner between them.

It has no clock: when a session begins and ends is said by the entry of its table, in the wall time of the hall.
"""

from __future__ import annotations

from msgspec.structs import replace

from tapete.clauses import Fault, fault, first_fault, rule, with_clauses
from tapete.house.acts import BeginSession, EndSession, NoteSession, SetDinnerHour
from tapete.house.admission import require_house_post, require_open_table
from tapete.house.events import DinnerHourSet, SessionBegun, SessionEnded, SessionNoted
from tapete.house.state import DinnerHour, Session, State
from tapete.kernel import Decision, PersonId
from tapete.table.staff import Role


def session_at(state: State, table: str) -> Session | None:
    return next((one for one in state.sessions if one.table == table and one.is_in_play), None)


def next_session(state: State) -> int:
    """Return the number of the session that would be the next one of the day."""
    return len(state.sessions) + 1


def is_in_dinner(state: State, moment: str) -> bool:
    """Return True if a moment lies in the dinner hour of the day."""
    return state.dinner_begin <= moment < state.dinner_end


def is_dinner_between(state: State, earlier: Session, moment: str) -> bool:
    """Return True if the dinner hour parts a session from what begins at a moment.

    A session that runs into the dinner hour ends with its coup: the hour still lies between it and what begins after.
    """
    return bool(earlier.end) and earlier.begin < state.dinner_begin and earlier.end <= state.dinner_end <= moment


def has_dinner_begun(state: State, session: Session, moment: str) -> bool:
    return session.is_begun and session.begin < state.dinner_begin <= moment


@rule("HP.HS.sessions", neutral=None)
def require_no_session_in_play(state: State, what: BeginSession) -> Fault | None:
    """Return a Fault if a session is played at another table of the house."""
    there = [one.table for one in state.sessions if one.is_in_play]
    if not there:
        return None
    return with_clauses(fault("too-many-open-banks", most=1, tables=there), *what.clauses.of_house, "HP.HS.sessions")


@rule("HP.HS.sessions", neutral=None)
def require_next_number(state: State, number: int) -> Fault | None:
    """Return a Fault unless a session has the number that follows those of the day."""
    following = next_session(state)
    return None if number == following else fault("session-number", number=number, next=following)


@rule("HP.HS.dinner-hour", neutral=None)
def require_dinner_over(state: State, what: BeginSession) -> Fault | None:
    """Return a Fault if a session would begin in the dinner hour, or if that does not lie between it and one before."""
    if is_in_dinner(state, what.moment):
        found = fault("dinner-hour", begin=state.dinner.begin, end=state.dinner.end)
    elif all(is_dinner_between(state, one, what.moment) for one in state.sessions):
        return None
    else:
        last = state.sessions[-1]
        found = fault("dinner-not-between", begin=state.dinner.begin, end=state.dinner.end, last=last.end[-5:])
    return with_clauses(found, *what.clauses.of_day, "HP.HS.dinner-hour")


def begin_session(state: State, who: PersonId, what: BeginSession) -> Decision:
    wrong = first_fault(
        require_open_table(state, what.table),
        require_no_session_in_play(state, what),
        require_next_number(state, what.number),
        require_dinner_over(state, what),
    )
    return wrong or (SessionBegun(what.table, what.number, what.shoes, what.moment),)


def require_session(state: State, table: str) -> Fault | None:
    """Return a Fault unless a session is in play at a table."""
    return None if session_at(state, table) is not None else fault("no-session-at-table", table=table)


@rule("HP.HS.dinner-hour", neutral=None)
def require_play_not_at_dinner(state: State, session: Session, what: NoteSession) -> Fault | None:
    """Return a Fault if the play of a session would begin in the dinner hour."""
    if session.is_begun or not what.is_begun or not is_in_dinner(state, what.moment):
        return None
    found = fault("dinner-hour", begin=state.dinner.begin, end=state.dinner.end)
    return with_clauses(found, *what.clauses.of_day, "HP.HS.dinner-hour")


@rule("HP.HS.dinner-hour", neutral=None)
def require_shoe_before_dinner(state: State, session: Session, what: NoteSession) -> Fault | None:
    """Return a Fault if a session that had begun before the dinner hour would have another shoe after it began."""
    is_new = what.shoes < session.shoes_left and not what.is_dinner_begun
    if not (is_new and has_dinner_begun(state, session, what.moment)):
        return None
    found = fault("dinner-has-begun", begin=state.dinner.begin, end=state.dinner.end)
    return with_clauses(found, *what.clauses.of_day, "HP.HS.dinner-hour")


@rule("HP.HS.dinner-hour", neutral=None)
def require_dinner_begun(state: State, session: Session, what: NoteSession) -> Fault | None:
    """Return a Fault if a table was told that the dinner hour has begun for its session, and it has not."""
    is_told = what.is_dinner_begun and not session.is_dinner_begun
    if not is_told or has_dinner_begun(state, session, what.moment):
        return None
    return fault("dinner-not-begun", begin=state.dinner.begin)


def note_session(state: State, who: PersonId, what: NoteSession) -> Decision:
    """Decide what a session has come to: its shoes, who holds the bank, whether it or the dinner hour has begun."""
    session = session_at(state, what.table)
    if session is None:
        return require_session(state, what.table) or ()
    wrong = first_fault(
        require_play_not_at_dinner(state, session, what),
        require_shoe_before_dinner(state, session, what),
        require_dinner_begun(state, session, what),
    )
    moment = what.moment if what.is_begun and not session.is_begun else ""
    is_begun, is_told = what.is_begun or session.is_begun, what.is_dinner_begun or session.is_dinner_begun
    return wrong or (SessionNoted(what.table, what.shoes, what.banker, is_begun, is_told, moment),)


def end_session(state: State, who: PersonId, what: EndSession) -> Decision:
    """Decide that a session is over: its table closes."""
    return require_session(state, what.table) or (SessionEnded(what.table, what.moment, what.is_begun),)


@rule("HP.HS.dinner-hour", neutral=None)
def require_dinner_forwards(what: SetDinnerHour) -> Fault | None:
    """Return a Fault unless a dinner hour ends later in the day than it begins."""
    return None if what.begin < what.end else fault("dinner-hour-backwards", begin=what.begin, end=what.end)


@rule("HP.HS.dinner-hour", neutral=None)
def require_no_session_begun(state: State) -> Fault | None:
    """Return a Fault if sessions of the day have been parted by the dinner hour as it is already."""
    return fault("sessions-begun", sessions=len(state.sessions)) if state.sessions else None


def set_dinner_hour(state: State, who: PersonId, what: SetDinnerHour) -> Decision:
    wrong = first_fault(
        require_house_post(state, who, Role.DIRECTOR),
        require_dinner_forwards(what),
        fault("nothing-changes") if state.dinner == DinnerHour(what.begin, what.end) else None,
        require_no_session_begun(state),
    )
    return wrong or (DinnerHourSet(what.begin, what.end),)


def with_noted(sessions: tuple[Session, ...], event: SessionNoted) -> tuple[Session, ...]:
    """Return the sessions of a day after it was noted what the one at a table has come to."""
    return tuple(_noted(one, event) if one.table == event.table and one.is_in_play else one for one in sessions)


def _noted(one: Session, event: SessionNoted) -> Session:
    banker = event.banker
    is_new = banker is not None and banker != (one.bankers[-1] if one.bankers else None)
    held = (*one.bankers, banker) if is_new and banker is not None else one.bankers
    said = replace(one, is_begun=event.is_begun, is_dinner_begun=event.is_dinner_begun, begin=event.moment or one.begin)
    return replace(said, shoes_left=event.shoes, banker=banker, bankers=held)
