"""Whose request it is: a bearer token of the demo, or nobody, who sees what the public screen sees."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, PathParameter

from tapete.web.parsers import malformed_body
from tapete.web.ports import Table
from tapete.web.problems import ProblemError
from tapete.web.sessions import Session
from tapete.web.staff_access import require_staff_session

Request_ = Request[Any, Any, State]


def bearer(request: Request_) -> str | None:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" else None


def viewer(request: Request_, state: State, table: str) -> Session | None:
    """Return the session of a request, ``None`` for the public.

    Raises :class:`ProblemError` for a token that is not known (401) or that belongs to another table (403): nobody
    becomes the public in silence. 403 too for a person on duty whose token was not given for a post. A stream may be
    asked for by a ticket in place of a token.
    """
    ticket = request.query_params.get("ticket") if request.url.path.endswith("/stream") else None
    if "authorization" in request.headers:
        session: Session | None = state.sessions.find(bearer(request))
    elif ticket is not None:
        if "ticket_holder" not in request.state:  # the ticket is used up; who follows is asked for again and again
            request.state.ticket_holder = state.sessions.use_ticket(ticket)
        session = request.state.ticket_holder()
    else:
        return None
    if session is None:
        raise ProblemError(401, "no-session", case="token-unknown")
    if session.table != table:
        raise ProblemError(403, "not-allowed", case="other-table")
    if (found := state.hall.tables.get(table)) is not None:
        require_staff_session(state, found, session, touch=request.method == "POST")
    return session


def is_valid(request: Request_, state: State, table: str) -> bool:
    """Return True if a request that began with a token may still be answered."""
    try:
        return viewer(request, state, table) is not None
    except ProblemError:
        return False


TableId = Annotated[str, PathParameter(description="Id of the table, as listed", max_length=60)]


class Caller:
    """Whoever asks at a place, a table or the house: somebody by their session, or the public."""

    def __init__(self, request: Request_, state: State, place: str) -> None:
        self.request = request
        self.state = state
        self.session: Final = viewer(request, state, place)
        self.person: Final = None if self.session is None else self.session.person

    def require_session(self) -> Session:
        """Return the session of somebody. Raises :class:`ProblemError` (401) for the public."""
        if self.session is None:
            raise ProblemError(401, "no-session", case="token-missing")
        return self.session


class Look(Caller):
    """A live table, as whoever asks for it sees it. Raises :class:`ProblemError` for one that does not exist."""

    def __init__(self, request: Request_, state: State, table_id: str) -> None:
        self.table: Final = require_table(state, table_id)
        super().__init__(request, state, table_id)

    def may_go_on(self) -> bool:
        """Return True if a stream that began so may still be answered."""
        return self.session is None or is_valid(self.request, self.state, self.table.id)


def require_table(state: State, table_id: str) -> Table:
    table: Table | None = state.hall.tables.get(table_id)
    if table is None:
        raise ProblemError(404, "no-such-table")
    return table


async def look_at(request: Request_, state: State, table_id: TableId) -> Look:
    return Look(request, state, table_id)


Looking = NamedDependency[Look]


# --- idempotency ------------------------------------------------------------------------------------------------------


PATTERN: Final = "^[!-~]{1,80}$"
"""Printable ASCII without blanks."""

IdempotencyKey = Annotated[
    str,
    HeaderParameter(
        name="Idempotency-Key",
        pattern=PATTERN,
        description="The client's id of the request; a repeat under the same id gets the first answer",
    ),
]


def require_key(key: str) -> None:
    """Raises :class:`~tapete.web.problems.ProblemError` (400) for an id that is none."""
    if not re.fullmatch(PATTERN, key):
        raise malformed_body("Idempotency-Key")
