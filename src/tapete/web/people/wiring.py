"""How the people of a house hang in its application: what ends with a login ends at once, on pages, streams and API."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from functools import partial

from litestar.datastructures import State

from tapete.house.terms import KEY
from tapete.live import security_log
from tapete.people.accounts import SecurityEvent
from tapete.people.staff import HousePeople
from tapete.people.stored import LinkRows, PlayerLinks
from tapete.web.browser import is_held
from tapete.web.hall_sign import HallSign
from tapete.web.people.staff_pages import LoginThreads
from tapete.web.sessions import Session
from tapete.web.staff_access import is_on_duty


def _is_for_post(state: State, session: Session) -> bool:
    """Return True if a session was opened for a post, and its person holds one there now; one of the desk of a house
    shows that desk alone.
    """
    table = state.hall.tables.get(session.table)
    return session.is_staff and (session.table == KEY or (table is not None and is_on_duty(table, session.person)))


def _is_kept(state: State, name: str) -> bool:
    """Return True if the mark of a link is kept: of whoever is in the hall, of a post; of all while a table is away."""
    return not name or " " in name or bool(state.hall.parked_tables) or is_held(state, name)


def wire_people(state: State) -> None:
    """Put into the state what the pages about people need, and end with each login whatever lives with it."""
    people: HousePeople | None = state.people

    def redraw() -> None:
        house = () if state.hall.house is None else (state.hall.house,)
        for one in (*state.hall.tables.values(), *house):
            one.redraw()

    def end_sessions_of(person: str) -> None:
        state.sessions.close_of(person)
        redraw()

    def end_player_sessions_of(person: str) -> int:
        ended: int = state.sessions.close_of_player(person, partial(_is_for_post, state))
        redraw()
        return ended

    async def player_returned(person: str, address: str) -> None:
        end_sessions_of(person)
        if people is not None:
            told = SecurityEvent("player-returned", person, people.clock(), address)
            await asyncio.to_thread(people.tell, told)

    state.now = time.time if people is None else people.clock
    state.redraw, state.end_sessions_of = redraw, end_sessions_of
    state.player_returned, state.end_player_sessions_of = player_returned, end_player_sessions_of
    state.arrivals = asyncio.Lock()
    state.player_links = PlayerLinks(
        lambda: LinkRows(state.hall.store, state.hall.keys.sealing, partial(_is_kept, state), security_log.tell)
    )
    state.logins = LoginThreads()
    if people is None:
        return
    loop = asyncio.get_running_loop()

    def end(login: str) -> None:
        state.sessions.close_of(login=login)
        redraw()  # every stream asks again whether its session is still good

    def ended(login: str) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody follows anything any more
            loop.call_soon_threadsafe(end, login)

    people.staff.sessions.ended = ended


def sign_of(state: State) -> HallSign:
    """Return the sign of a hall."""
    people: HousePeople | None = state.people
    if people is None:
        return HallSign(is_demo=state.staff_access.is_open)
    return HallSign(house=people.name, name_of=people.name_of)


def sweep(state: State) -> None:
    """End the logins that are over, also where nobody asks for a page."""
    people: HousePeople | None = state.people
    if people is not None:
        people.staff.sessions.sweep()
