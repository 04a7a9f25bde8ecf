"""The pages of the house follow it as those of tables do: each is sent again when something has changed.

A desk's stream ends with its holder's duty and with their login; following it keeps nobody logged in.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from tapete.web import render
from tapete.web.house_routes import desk_values, holder_of, house_values, require_holder, require_house
from tapete.web.page_access import answer_page
from tapete.web.responses import Request_, lang_of
from tapete.web.sessions import COOKIE


@get("/casa/flujo", include_in_schema=False)
async def house_stream(request: Request_, state: State) -> Response[Any]:
    """Stream what everybody may know of the house."""
    house, lang = require_house(state), lang_of(request)

    async def draw() -> str | None:
        return _part("house_live.html", lang, house_values(state))

    return await answer_page(request, state, house, draw)


@get("/casa/{post_name:str}/flujo", include_in_schema=False)
async def desk_stream(request: Request_, state: State, post_name: FromPath[str]) -> Response[Any]:
    """Stream the page of a post to its holder."""
    house, lang = require_house(state), lang_of(request)
    require_holder(request, state, post_name)
    session = state.sessions.find(request.cookies.get(COOKIE))
    assert session is not None  # its holder has just been found by it

    async def draw() -> str | None:
        who = holder_of(request, state, post_name, touch=False)
        if who is None:
            return None
        return _part("house_desk_live.html", lang, desk_values(state, post_name, who, lang))

    return await answer_page(request, state, house, draw, session)


def _part(template: str, lang: str, values: dict[str, Any]) -> str:
    return msgspec.json.encode({"html": render.page(template, lang, **values)}).decode()


ROUTES: Final = (house_stream, desk_stream)
