"""The pages of a table, of a person and of the public, their streams, and the page of a clause."""

from __future__ import annotations

from collections import ChainMap
from functools import partial
from typing import Any, Final

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Stream

from tapete.catalogue import entries
from tapete.clauses import practices, register, wording
from tapete.kernel import PersonId
from tapete.web import (
    act_routes,
    compare_pages,
    entry,
    going_on,
    hall_page,
    house_routes,
    minutes_pages,
    odds_page,
    outcomes,
    render,
    seating,
    static_files,
    streams,
)
from tapete.web.browser import Browser, page_path, return_link, return_word
from tapete.web.entry import no_session_page
from tapete.web.games import has_screen, screen_of
from tapete.web.guard import CAMERA, PERMISSIONS
from tapete.web.packing import PAGE_FILL
from tapete.web.page_access import answer_page, follower_of, own_pages, require_session, require_table, session_of
from tapete.web.people import player_pages, staff_pages
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, html_response, lang_of, redirect, root_for_others, table_page
from tapete.web.stage.lobby import lobby_words
from tapete.web.stage.page import Sent, page_html, page_words, sight_of


@get("/mesa/{table_id:str}/publico")
async def public_page(request: Request_, state: State, table_id: FromPath[str]) -> Response[Any]:
    """Show the public screen; that of a closed table leads to where it goes on."""
    if (successor := going_on.successor_of(state, table_id)) is not None:
        return redirect(request, going_on.public_path(successor))
    table, lang = require_table(state, table_id), lang_of(request)
    hall = root_for_others(request, state)
    return table_page(request, page_html(await sight_of(state, table, None, lang), hall))


@get("/mesa/{table_id:str}/como/{person:str}")
async def person_page(request: Request_, state: State, table_id: FromPath[str], person: FromPath[str]) -> Response[Any]:
    """Show a person's own page, with their return link where they need one; that of a player at a closed table leads to
    where it goes on.
    """
    session = session_of(request, state, table_id, person)
    if (successor := going_on.player_successor(state, table_id, person, session)) is not None:
        return entry.own_page(Browser(request, state), table_id, successor, person)
    table, lang = require_table(state, table_id), lang_of(request)
    if session is None:
        return no_session_page(Browser(request, state), table_id, person)
    own = not session.is_staff and return_word(state, person)
    back = return_link(request, state, table_id, person) if own else ""
    sight = await sight_of(state, table, session, lang)
    text = page_html(sight, back, going_on.successor_of(state, table_id) or "")
    page = table_page(request, text, PAGE_FILL)
    if sight.roles and screen_of(table.game.key).has_camera:
        page.headers[PERMISSIONS] = CAMERA
    return page


@get("/mesa/{table_id:str}/como/{person:str}/flujo")
async def person_stream(
    request: Request_, state: State, table_id: FromPath[str], person: FromPath[str]
) -> Response[Any]:
    """Stream a person's page: all of it at once, then on each change."""
    if table_id not in state.hall.tables and (gone_to := going_on.successor_of(state, table_id)) is not None:
        return _lead_on(request, state, page_path(gone_to, person))
    table, lang = require_table(state, table_id), lang_of(request)
    session = require_session(request, state, table_id, person)
    who, sent = PersonId(person), Sent()

    async def draw() -> str | None:
        if session_of(request, state, table_id, person) is None:
            return None
        if going_on.player_successor(state, table_id, person, session) is not None:
            return going_on.message_to(page_path(table_id, person))
        return sent.message(*await going_on.page_now(state, table, session, lang))

    tag = partial(going_on.tag_now, state, table, session, lang)
    return await answer_page(request, state, table.followed_by(who), draw, session, table_id, tag)


@get("/mesa/{table_id:str}/publico/flujo")
async def public_stream(request: Request_, state: State, table_id: FromPath[str]) -> Response[Any]:
    """Stream the public screen; it is drawn once for everybody who watches in one language."""
    if table_id not in state.hall.tables and (gone_to := going_on.successor_of(state, table_id)) is not None:
        return _lead_on(request, state, going_on.public_path(gone_to))
    table, lang, sent = require_table(state, table_id), lang_of(request), Sent()

    async def draw() -> str | None:
        if (successor := going_on.successor_of(state, table_id)) is not None:
            return going_on.message_to(going_on.public_path(successor))
        return sent.message(*await going_on.page_now(state, table, None, lang))

    tag = partial(going_on.tag_now, state, table, None, lang)
    return await answer_page(request, state, table, draw, tag=tag)


def _lead_on(request: Request_, state: State, follow: str) -> Stream:
    """Lead a page on that still follows a table of a former day."""
    state.streams.admit(follower_of(request, state))
    return Stream(going_on.single_message(follow), media_type="text/event-stream", headers=streams.HEADERS)


@get("/clausula/{clause:str}")
async def clause_page(request: Request_, clause: FromPath[str]) -> Response[str]:
    """Show one clause of the register, or a point of house practice: the rule in our words, where it comes from."""
    found = register().get(clause) or practices().get(clause)
    if found is None:
        raise ProblemError(404, "no-such-clause")
    lang = lang_of(request)
    return html_response(request, render.page("clause.html", lang, clause=found, words=wording(clause, lang)))


@get("/estilo")
async def parts_page(request: Request_) -> Response[str]:
    """Show every part of a table in every state."""
    lang = lang_of(request)
    of_games = tuple(word for key in entries() if has_screen(key) for word in screen_of(key).browser_words)
    found = (msgspec.json.decode(one) for one in (page_words(lang, of_games), lobby_words(lang)))
    words = msgspec.json.encode(dict(ChainMap(*found))).decode()
    return html_response(request, render.page("estilo.html", lang, words=words))


PAGES: Final = (hall_page, seating, compare_pages, odds_page, entry, house_routes, staff_pages, player_pages)
"""Modules of pages, each with its routes."""

ROUTES: Final[tuple[Any, ...]] = (
    *(public_page, person_page, person_stream, public_stream, clause_page, parts_page, minutes_pages.archive_page),
    *(route for module in PAGES for route in module.ROUTES),
    own_pages(*act_routes.ROUTES, *outcomes.ROUTES, *minutes_pages.ROUTES, *static_files.ROUTES),
)
