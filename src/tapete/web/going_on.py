"""What people hold in hand of a table that was closed for good and opened again leads on to where it goes on.

Its wall, its players' pages and links do. Those of its staff stay, with its book and its record.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec
from litestar.datastructures import State

from tapete.kernel import PersonId
from tapete.live.presence import is_at_table
from tapete.web.games import has_screen
from tapete.web.ports import Table
from tapete.web.sessions import Session
from tapete.web.staff_access import is_on_duty
from tapete.web.stage.page import Drawing, drawing_for
from tapete.web.streams import message
from tapete.words import Lang


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
