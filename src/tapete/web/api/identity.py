"""Whose request it is: a bearer token of the demo, or nobody, who sees what the public screen sees."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

from litestar import Request
from litestar.datastructures import State
from litestar.params import HeaderParameter

from tapete.web.parsers import malformed_body
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
    becomes the public in silence. 403 too for a person on duty whose token was not given for a post.
    """
    if "authorization" not in request.headers:
        return None
    session: Session | None = state.sessions.find(bearer(request))
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


def require_session(request: Request_, state: State, table: str) -> Session:
    """As :func:`viewer`; the public is refused with 401."""
    session = viewer(request, state, table)
    if session is None:
        raise ProblemError(401, "no-session", case="token-missing")
    return session


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
