"""Who may open which page: a live table that has pages, and the session that a page needs."""

from __future__ import annotations

from litestar.datastructures import State

from tapete.live import people
from tapete.web.edge.limits import address_key
from tapete.web.games import has_screen
from tapete.web.parsers import read_form
from tapete.web.ports import Table
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, lang_of
from tapete.web.sessions import COOKIE, Session, address_of
from tapete.web.staff_access import require_staff_session
from tapete.web.streams import Follower
from tapete.words import label


def require_table(state: State, table_id: str) -> Table:
    """Return a live table that has pages. Raises :class:`ProblemError` for one that does not exist."""
    table: Table | None = state.hall.tables.get(table_id)
    if table is None or not has_screen(table.game.key):
        raise ProblemError(404, "no-such-table")
    return table


def session_of(request: Request_, state: State, table_id: str, person: str) -> Session | None:
    """Return the session of a page: its cookie is good for this table and this person alone."""
    session: Session | None = state.sessions.find(request.cookies.get(COOKIE))
    if session is None or (session.table, session.person) != (table_id, person):
        return None
    touch = not request.url.path.endswith("/flujo")  # a page that draws itself anew keeps nobody logged in
    try:
        require_staff_session(state, require_table(state, table_id), session, touch=touch)
    except ProblemError:
        return None
    return session


def has_place(state: State, session: Session) -> bool:
    """Return True if a session is of somebody who sits at its table, or who was let in for a post."""
    table = state.hall.tables.get(session.table)
    return session.is_staff or (table is not None and people.has_place(table, session.person))


def follower_of(request: Request_, state: State, session: Session | None = None) -> Follower:
    """Return who would follow a table by a request; without a session it is the public."""
    address = address_key(address_of(request))
    return Follower(address) if session is None else Follower(address, session.streams, has_place(state, session))


def require_session(request: Request_, state: State, table_id: str, person: str) -> Session:
    """As :func:`session_of`. Raises :class:`ProblemError` without one."""
    session = session_of(request, state, table_id, person)
    if session is None:
        raise ProblemError(401, "no-session", said=label("ui", "no-session", lang_of(request)))
    return session


async def form_of(request: Request_) -> dict[str, str]:
    """Return the fields of a posted form. Raises :class:`ProblemError` for one that cannot be read."""
    form = await request.form()
    return read_form([(str(name), value if isinstance(value, str) else "") for name, value in form.multi_items()])
