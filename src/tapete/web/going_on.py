"""What people hold in hand of a table that was closed for good and opened again leads on to where it goes on.

Its wall, its players' pages and links do. Those of its staff stay, with its book and its record.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Response
from litestar.datastructures import State

from tapete.kernel import PersonId
from tapete.live.presence import is_at_table
from tapete.web import place_claims, seat_links
from tapete.web.entry_pages import enter_page, page_path
from tapete.web.games import has_screen
from tapete.web.page_access import session_of
from tapete.web.ports import Table
from tapete.web.responses import Request_, lang_of, message_page, redirect
from tapete.web.sessions import COOKIE, Session
from tapete.web.staff_access import is_on_duty
from tapete.web.stage.page import Drawing, drawing_for
from tapete.web.streams import message
from tapete.words import Lang, label, sentence


def successor_of(state: State, table_id: str) -> str | None:
    """Return the table with pages at which a closed one goes on."""
    found: str | None = state.hall.successor_of(table_id)
    return found if found is not None and has_screen(state.hall.tables[found].game.key) else None


async def page_now(state: State, table: Table, session: Session | None, lang: Lang) -> tuple[Drawing, str]:
    """Return what the page of a session, or the public screen, shows now, and where its table, closed, goes on."""
    return await drawing_for(state, table, session, lang), successor_of(state, table.id) or ""


async def tag_now(state: State, table: Table, session: Session | None, lang: Lang) -> str:
    made, goes_on = await page_now(state, table, session, lang)
    return f"{made.tag}{goes_on}"


def player_successor(state: State, table_id: str, person: str, session: Session | None = None) -> str | None:
    """As :func:`successor_of`, for the page of a person; ``None`` for the staff of the closed table."""
    table = state.hall.tables.get(table_id)
    if session is not None and session.is_staff:
        return None
    if table is not None and is_on_duty(table, PersonId(person)):
        return None
    return successor_of(state, table_id)


def is_carried_over(state: State, table_id: str, person: str) -> bool:
    """Return True if a person has a place or anything else where their table goes on."""
    return is_at_table(state.hall.tables[table_id], PersonId(person))


def public_path(table_id: str) -> str:
    return f"/mesa/{table_id}/publico"


def message_to(follow: str) -> str:
    return msgspec.json.encode({"goes_on": follow}).decode()


async def single_message(follow: str) -> AsyncIterator[bytes]:
    """Yield a stream that leads on to an address and ends."""
    yield message(message_to(follow), 0)


def has_way(request: Request_, state: State, table_id: str, person: str) -> bool:
    """Return True if a browser shows that it is a player's: by their session at the closed table, or by the word that
    it keeps.
    """
    if session_of(request, state, table_id, person) is not None:
        return True
    return place_claims.is_return_word(state, person, request.cookies.get(place_claims.RETURN_COOKIE))


def own_page(request: Request_, state: State, table_id: str, successor: str, person: str) -> Response[Any]:
    """Answer a browser that asks for a player's page at a closed table. What only their pages there show leads them on
    by a form; anybody else learns at the successor whose page it is.
    """
    if state.people is not None or not has_way(request, state, table_id, person):
        return redirect(request, page_path(successor, person))
    if not is_carried_over(state, successor, person):
        return nothing_there(request, successor)
    return enter_page(request, successor, page_path(table_id, person), person=person)


def place_link(request: Request_, state: State, table_id: str, successor: str, link: str) -> Response[Any]:
    """Answer a browser that follows the link of a place at a closed table: who had come by it stays who they are."""
    own = state.sessions.find(request.cookies.get(COOKIE))
    if own is not None and own.table == table_id and not own.is_staff:
        return redirect(request, page_path(table_id, own.person))
    return redirect(request, f"/mesa/{successor}/{link}")


def is_place(state: State, table_id: str, link: str) -> bool:
    """Return True if a link of a closed table is no post of its: one of a former day has none any more."""
    table = state.hall.tables.get(table_id)
    part = None if table is None else seat_links.find_seat_link(table, link)
    return part is None or part.role == "player"


def nothing_there(request: Request_, successor: str) -> Response[Any]:
    """Answer a player of whom nothing was carried over."""
    lang = lang_of(request)
    told = sentence("ui", "goes-on-without", lang, table=successor)
    links = ((f"/mesa/{successor}", label("ui", "seats", lang)), (public_path(successor), label("ui", "screen", lang)))
    return message_page(request, label("ui", "goes-on-heading", lang), told, links, 200)
