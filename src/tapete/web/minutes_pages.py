"""The minutes of a game that keeps a book, as a page and as a PDF, and the closed tables of former days."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, TypeVar

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromQuery

from tapete.printing import MinutesPage, print_minutes
from tapete.web import render
from tapete.web.games import screen_of
from tapete.web.page_access import Asker, Asking
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, html_response, lang_of
from tapete.web.staff_access import posts_of

T = TypeVar("T")

NUMBER: Final = re.compile("[1-9][0-9]{0,8}")
"""The number of a session as an address names it."""


async def _minutes(asker: Asker, session: str) -> MinutesPage:
    """Return the minutes for a post that reads the book. Raises :class:`ProblemError` for a game without one, for
    others, and for a session that never was.
    """
    screen = screen_of(asker.table.game.key)
    book = screen.minutes
    if book is None or not screen.book_readers & posts_of(asker.table, asker.person):
        raise ProblemError(403, "not-allowed")
    is_number = NUMBER.fullmatch(session) is not None
    found = await book(asker.table, asker.lang, int(session) if is_number else None)
    if found is None or (session and not is_number):
        raise ProblemError(404, "no-such-place")
    return found


@get("/libro")
async def minutes_page(asker: Asking, session: FromQuery[str] = "") -> Response[str]:
    """Show the minutes of a session, of the last one where none is named."""
    found = await _minutes(asker, session)
    return html_response(asker.request, render.page("minutes.html", asker.lang, minutes=found, here=asker.here))


@get("/libro.pdf")
async def minutes_pdf(asker: Asking, session: FromQuery[str] = "") -> Response[Any]:
    """Return the minutes of a session as a PDF, of the last one where none is named."""
    headers = {"content-disposition": 'inline; filename="libro.pdf"', "cache-control": "no-store"}
    made = print_minutes(await _minutes(asker, session))
    return Response(made, media_type="application/pdf", headers=headers)


ROUTES: Final = (minutes_page, minutes_pdf)


# --- archive page -----------------------------------------------------------------------------------------------------


PAGE: Final = 50
"""Tables on a page."""
MOST: Final = 6
"""Digits of the highest number of a page that is read."""


@get("/archivo")
async def archive_page(request: Request_, state: State) -> Response[str]:
    """List the tables of former days, those of the last one first."""
    shown, number, pages = page_of(request, state.hall.archive.newest_first(), PAGE)
    tables = tuple((one.id, one.game, one.begin[:10], one.end.version) for one in shown)
    text = render.page("archive.html", lang_of(request), tables=tables, number=number, pages=pages)
    return html_response(request, text)


def page_of(request: Request_, every: Sequence[T], size: int) -> tuple[Sequence[T], int, int]:
    """Return what stands on the page that somebody asks for, its number, and how many pages there are; the first where
    they name none, the last where there are fewer.
    """
    pages, text = max(1, -(-len(every) // size)), request.query_params.get("pagina", "")
    is_number = text.isascii() and text.isdecimal() and len(text) <= MOST
    number = min(pages, max(1, int(text))) if is_number else 1
    return every[(number - 1) * size : number * size], number, pages
