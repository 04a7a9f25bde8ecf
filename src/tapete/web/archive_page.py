"""The closed tables of former days, page by page: what they were called, what was played, on which day."""

from __future__ import annotations

from typing import Final

from litestar import Response, get
from litestar.datastructures import State

from tapete.web import render
from tapete.web.responses import Request_, html_response, lang_of

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
