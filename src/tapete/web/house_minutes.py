"""The minutes of the house, day by day, for its director to read and to print."""

from __future__ import annotations

from typing import Final

from litestar import Response, get
from litestar.datastructures import State

from tapete.web import render
from tapete.web.house_routes import require_holder, require_house
from tapete.web.minutes_pages import page_number
from tapete.web.responses import Request_, html_response, lang_of
from tapete.words import long_day

DIRECTION: Final = "direccion"
PAGE: Final = 10
"""Days on a page."""


@get(f"/casa/{DIRECTION}/actas", include_in_schema=False)
async def house_minutes_page(request: Request_, state: State) -> Response[str]:
    """Show the director the minutes of every day, those of the last one first."""
    house = require_house(state)
    require_holder(request, state, DIRECTION)
    days, lang = house.minutes_book.newest_first(), lang_of(request)
    pages = max(1, -(-len(days) // PAGE))
    number = min(pages, page_number(request.query_params.get("pagina", "")))
    values = {"v": house.view(None), "days": days[(number - 1) * PAGE : number * PAGE], "here": f"/casa/{DIRECTION}"}
    told = {one.day: long_day(one.day, lang) for one in days}
    text = render.page("house_minutes.html", lang, number=number, pages=pages, told=told, **values)
    return html_response(request, text)


ROUTES: Final = (house_minutes_page,)
