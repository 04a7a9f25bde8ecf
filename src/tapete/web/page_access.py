"""Who may open which page: a live table that has pages, and the session that a page needs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from litestar import MediaType, Response, Router
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath
from litestar.response import Stream

from tapete.kernel import PersonId
from tapete.live import presence
from tapete.web.games import has_screen
from tapete.web.packing import FILL, body_of, gzip_stream, may_pack, plain_stream
from tapete.web.parsers import malformed_body, read_form
from tapete.web.ports import Followed, Table
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, lang_of
from tapete.web.sessions import COOKIE, Session, address_of
from tapete.web.staff_access import require_post_kept, require_staff_session
from tapete.web.streams import HEADERS, Follower, Render
from tapete.words import label

NOW: Final = "ahora"
"""What a page adds to the address of its stream to be answered once."""

SEEN_S: Final = 2.0
"""Seconds for which whoever asks once counts as there; a page that goes on asking comes back sooner."""

Draw = Callable[[], Awaitable[str | None]]


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
    touch = not request.url.path.endswith("/flujo")  # a page that draws itself again keeps nobody logged in
    try:
        require_staff_session(state, require_table(state, table_id), session, touch=touch)
    except ProblemError:
        return None
    return session


def has_place(state: State, session: Session) -> bool:
    """Return True if a session is of somebody who sits at its table, or who was let in for a post."""
    table = state.hall.tables.get(session.table)
    return session.is_staff or (table is not None and presence.has_place(table, session.person))


def follower_of(request: Request_, state: State, session: Session | None = None) -> Follower:
    """Return who would follow a table by a request; without a session it is the public."""
    address = address_of(request)
    return Follower(address) if session is None else Follower(address, session.streams, has_place(state, session))


def require_session(request: Request_, state: State, table_id: str, person: str) -> Session:
    """As :func:`session_of`. Raises :class:`ProblemError` without one."""
    session = session_of(request, state, table_id, person)
    if session is None:
        raise ProblemError(401, "no-session", said=label("ui", "no-session", lang_of(request)))
    return session


class Asker:
    """Somebody who asks from their own page of a table. Raises :class:`ProblemError` for anybody else."""

    def __init__(self, request: Request_, state: State, table_id: str, person: str) -> None:
        self.request = request
        self.state = state
        self.table: Table = require_table(state, table_id)
        self.session: Final = require_session(request, state, table_id, person)
        self.person: Final = PersonId(person)
        self.lang = lang_of(request)
        self.here: str = f"/mesa/{table_id}/como/{person}"

    async def form(self) -> dict[str, str]:
        return await form_of(self.request)

    def require_post_kept(self) -> None:
        require_post_kept(self.state, self.table, self.session)


Asking = NamedDependency[Asker]


async def asker_of(request: Request_, state: State, table_id: FromPath[str], person: FromPath[str]) -> Asker:
    return Asker(request, state, table_id, person)


def own_pages(*routes: Any) -> Router:
    """Return the routes below a person's own page, whose ``asker`` is that person."""
    path = "/mesa/{table_id:str}/como/{person:str}"
    return Router(path, route_handlers=routes, dependencies={"asker": Provide(asker_of)})


def stream_to(
    request: Request_, state: State, followed: Followed, draw: Render, session: Session | None = None, table: str = ""
) -> Stream:
    """Stream what somebody follows. Meanwhile their session is in use, and they are at ``table``, if that is one."""
    follower = follower_of(request, state, session)
    state.streams.admit(follower)

    def note(by: int) -> None:
        if session is not None:
            session.streams += by
            if table:
                (state.connect if by > 0 else state.disconnect)(session.person, table)

    fill = 0 if session is None else FILL
    frames = state.streams.follow(followed, draw, follower, partial(note, 1), partial(note, -1))
    if not may_pack(request.headers.get("accept-encoding", "")):
        return Stream(plain_stream(frames, fill), media_type="text/event-stream", headers=HEADERS)
    headers = HEADERS | {"content-encoding": "gzip", "vary": "accept-encoding"}
    return Stream(gzip_stream(frames, fill), media_type="text/event-stream", headers=headers)


async def answer_page(
    request: Request_,
    state: State,
    followed: Followed,
    draw: Draw,
    session: Session | None = None,
    table: str = "",
    tag: Callable[[], Awaitable[str]] | None = None,
) -> Response[Any]:
    """Answer a page with its stream or, where it asks for that, with the view of now: 304 where it has that. ``tag``
    names what is shown; without one it is named by the revision.
    """
    if NOW not in request.query_params:
        return stream_to(request, state, followed, draw, session, table)
    if session is not None and table:
        state.connect(session.person, table)
        asyncio.get_running_loop().call_later(SEEN_S, state.disconnect, session.person, table)
    shown = "{}-{}-{}".format(state.streams.life, *followed.revision) if tag is None else await tag()
    headers = HEADERS | {"etag": f'"{shown}"'}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(None, status_code=304, headers=headers)
    text = await draw() or ""
    body, more = body_of(text, request.headers.get("accept-encoding", ""), 0 if session is None else FILL)
    return Response(body, media_type=MediaType.JSON, headers=headers | more)


async def parts_of(request: Request_) -> list[tuple[str, Any]]:
    """Return the parts of a posted form. Raises :class:`ProblemError` for one that cannot be read."""
    try:
        return list((await request.form()).multi_items())
    except (UnicodeError, LookupError):  # of another writing than it says, or of one that nobody knows
        raise malformed_body("form") from None


async def form_of(request: Request_) -> dict[str, str]:
    """As :func:`parts_of`, each once and as text."""
    parts = await parts_of(request)
    return read_form([(str(name), value if isinstance(value, str) else "") for name, value in parts])


def require_own_form(fields: dict[str, str], person: str) -> None:
    """Take out of a form for whom it was drawn, and require that it is whoever sends it: somebody else may have come in
    by the same browser since. Raises :class:`ProblemError` (409).
    """
    if fields.pop("who", person) != person:
        raise ProblemError(409, "page-of-another")
