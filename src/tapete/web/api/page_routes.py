"""The page of a table as data: the model that our own pages draw, and what changes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from litestar import MediaType, Response, get
from litestar.datastructures import State
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, Operation, Reference
from litestar.response import Stream

from tapete.web import going_on
from tapete.web.api.identity import Request_, is_valid, viewer
from tapete.web.api.table_routes import READ, TAGS, AskedLang, TableId, reader, require_table
from tapete.web.games import has_screen, screen_of
from tapete.web.packing import FILL, body_of
from tapete.web.page_access import stream_to
from tapete.web.ports import Table
from tapete.web.problems import ProblemError, problem_specs
from tapete.web.stage.contract import PREFIX, REFERENCE
from tapete.web.stage.page import Sent, drawing_for


@dataclass
class PageOperation(Operation):
    """The operation of reading a page: its answer is described by the parts of the page themselves."""

    def __post_init__(self) -> None:
        schema = Reference(ref=REFERENCE.format(name=f"{PREFIX}Message"))
        self.responses = (self.responses or {}) | {
            "200": OpenAPIResponse("The page", content={MediaType.JSON: OpenAPIMediaType(schema=schema)}),
            "304": OpenAPIResponse("The page that the viewer has is still that of now"),
        }


def require_page(state: State, table_id: str) -> Table:
    """Return a live table that has a page as data. Raises :class:`ProblemError` for another."""
    table = require_table(state, table_id)
    if not has_screen(table.game.key) or screen_of(table.game.key).stage is None:
        raise ProblemError(404, "no-such-table", case="no-page")
    return table


@get(
    "/tables/{table_id:str}/page",
    tags=TAGS,
    summary="See the page of a table",
    operation_class=PageOperation,
    responses=READ,
)
async def read_page(request: Request_, state: State, table_id: TableId, lang: AskedLang = None) -> Response[Any]:
    """Return what the page of the token's person shows, words included; without a token, the public screen.

    It is the model that our own pages draw: who and where (``rail``), the table (``felt``), what the viewer may do with
    bounds and why not (``ask``), what came out (``roads``), the clauses in force (``why``), the desk of a post
    (``desk``). 304 where the entity tag is still that of now.
    """
    table, tongue = require_page(state, table_id), reader(request, lang)
    session = viewer(request, state, table_id)
    made, goes_on = await drawing_for(state, table, session, tongue), going_on.successor_of(state, table_id) or ""
    tag = f'W/"{made.tag}{goes_on}"'
    headers = {"etag": tag, "cache-control": "no-store"}
    if request.headers.get("if-none-match") == tag:
        return Response(None, status_code=304, headers=headers)
    text = Sent().message(made, goes_on)
    body, more = body_of(text, request.headers.get("accept-encoding", ""), 0 if session is None else FILL)
    return Response(body, media_type=MediaType.JSON, headers=headers | more)


@get(
    "/tables/{table_id:str}/page/stream",
    tags=TAGS,
    summary="Follow the page of a table",
    responses=problem_specs(400, 401, 403, 404, 405, 429),
)
async def read_page_stream(request: Request_, state: State, table_id: TableId, lang: AskedLang = None) -> Stream:
    """Server-sent events: the whole page at once, then after each change the regions that differ.

    Each message is what ``/page`` answers with, without the regions that are still the same. Silence and pings are as
    in the stream of the table.
    """
    table, tongue, sent = require_page(state, table_id), reader(request, lang), Sent()
    session = viewer(request, state, table_id)

    async def draw() -> str | None:
        if session is not None and not is_valid(request, state, table_id):
            return None
        goes_on = going_on.successor_of(state, table_id) or ""
        return sent.message(await drawing_for(state, table, session, tongue), goes_on)

    person = None if session is None else session.person
    return stream_to(request, state, table.followed_by(person), draw, session, table_id)


PAGE_ROUTES: Final = (read_page, read_page_stream)
