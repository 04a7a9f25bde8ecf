"""The minutes of a game that keeps a book, as a page and as a PDF, and the closed tables of former days."""

from __future__ import annotations

import re
from typing import Any, Final

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from tapete.kernel import PersonId
from tapete.printing import MinutesPage, print_minutes
from tapete.web import render
from tapete.web.games import screen_of
from tapete.web.page_access import require_session, require_table
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, html_response, lang_of
from tapete.web.staff_access import posts_of

# The minutes of a game that keeps a book, for its staff: as a page and as a PDF.

NUMBER: Final = re.compile("[1-9][0-9]{0,8}")
"""The number of a session as an address names it."""


async def _minutes(request: Request_, state: State, table_id: str, person: str, session: str) -> MinutesPage:
    """Return the minutes for a post that reads the book. Raises :class:`ProblemError` for a game without one, for
    others, and for a session that never was.
    """
    table = require_table(state, table_id)
    require_session(request, state, table_id, person)
    screen = screen_of(table.game.key)
    book = screen.minutes
    if book is None or not screen.book_readers & posts_of(table, PersonId(person)):
        raise ProblemError(403, "not-allowed")
    is_number = NUMBER.fullmatch(session) is not None
    found = await book(table, lang_of(request), int(session) if is_number else None)
    if found is None or (session and not is_number):
        raise ProblemError(404, "no-such-place")
    return found


@get("/mesa/{table_id:str}/como/{person:str}/libro", include_in_schema=False)
async def minutes_page(
    request: Request_, state: State, table_id: FromPath[str], person: FromPath[str], session: FromQuery[str] = ""
) -> Response[str]:
    """Show the minutes of a session, of the last one where none is named."""
    found = await _minutes(request, state, table_id, person, session)
    here = f"/mesa/{table_id}/como/{person}"
    return html_response(request, render.page("minutes.html", lang_of(request), minutes=found, here=here))


@get("/mesa/{table_id:str}/como/{person:str}/libro.pdf", include_in_schema=False)
async def minutes_pdf(
    request: Request_, state: State, table_id: FromPath[str], person: FromPath[str], session: FromQuery[str] = ""
) -> Response[Any]:
    """Return the minutes of a session as a PDF, of the last one where none is named."""
    found = await _minutes(request, state, table_id, person, session)
    headers = {"content-disposition": 'inline; filename="libro.pdf"', "cache-control": "no-store"}
    return Response(print_minutes(found), media_type="application/pdf", headers=headers)


ROUTES: Final = (minutes_page, minutes_pdf)


# --- archive page -----------------------------------------------------------------------------------------------------


PAGE: Final = 50
"""Tables on a page."""
MOST: Final = 6
"""Digits of the highest number of a page that is read."""


@get("/archivo", include_in_schema=False)
async def archive_page(request: Request_, state: State) -> Response[str]:
    """List the tables of former days, those of the last one first."""
    former = state.hall.archive.newest_first()
    pages = max(1, -(-len(former) // PAGE))
    number = min(pages, page_number(request.query_params.get("pagina", "")))
    shown = former[(number - 1) * PAGE : number * PAGE]
    tables = tuple((one.id, one.game, one.begin[:10], one.end.version) for one in shown)
    text = render.page("archive.html", lang_of(request), tables=tables, number=number, pages=pages)
    return html_response(request, text)


def page_number(text: str) -> int:
    """Return the number of a page that somebody asked for; the first where it is none."""
    return max(1, int(text)) if text.isascii() and text.isdecimal() and len(text) <= MOST else 1
