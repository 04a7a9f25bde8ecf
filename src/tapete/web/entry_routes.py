"""The way in: links to places, posts that somebody takes, ways back. A session begins by a form alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath

from tapete.kernel import PersonId
from tapete.live.presence import is_at_table
from tapete.live.timers import put_on_duty
from tapete.table.staff import Role
from tapete.web import going_on, place_claims, seat_links
from tapete.web.browser import Asking, Browser, Official, page_path
from tapete.web.entry_pages import (
    enter_page,
    may_stand,
    no_session_page,
    post_page,
    redirect_to_hall,
    require_seat_link,
    taken_page,
)
from tapete.web.page_access import require_table, session_of
from tapete.web.people.identity import LOGIN, PLAYER, forget_login, log_attempt, login_of
from tapete.web.ports import Table
from tapete.web.problems import ProblemError
from tapete.web.seat_links import SeatLink
from tapete.web.sessions import COOKIE
from tapete.web.staff_access import is_on_duty, log_staff_entry
from tapete.words import refusal


class Entry(NamedTuple):
    """A session that may begin by a link. ``person`` is asked for when it begins: a newcomer is named then.
    ``is_post``: it is one that must be taken first.
    """

    part: SeatLink | None
    person: Callable[[], str]
    is_admitted: bool = False
    is_post: bool = False


@get("/mesa/{table_id:str}/{link:str}")
async def enter(browser: Asking, table_id: FromPath[str], link: FromPath[str]) -> Response[Any]:
    """Show the way in behind a link; to a post that must be taken first, the page where that is done."""
    found = _entry_of(browser, table_id, link)
    if isinstance(found, Response):
        return found
    if found.is_post and found.part is not None:
        return await _post_way_in(browser, table_id, found.part)
    return enter_page(browser, table_id, f"/mesa/{table_id}/{link}", found.part)


@post("/mesa/{table_id:str}/{link:str}", status_code=303)
async def come_in(browser: Asking, table_id: FromPath[str], link: FromPath[str]) -> Response[Any]:
    """Begin a session by a link, or put somebody on duty first; the table may still refuse them."""
    found = _entry_of(browser, table_id, link)
    if isinstance(found, Response):
        return found
    if found.is_post and found.part is not None:
        return await _take_post(browser, require_table(browser.state, table_id), found.part)
    return await _begin(browser, table_id, found.person(), admitted=found.is_admitted, link=link)


def _entry_of(browser: Browser, table_id: str, link: str) -> Entry | Response[Any]:
    """Return the session that may begin by a link, or the page that says why none does. Nothing begins here."""
    state = browser.state
    successor = going_on.successor_of(state, table_id)
    if link == seat_links.PLAYER_ANYWHERE:
        return redirect_to_hall(browser, successor or table_id)
    if successor is not None and going_on.is_place(state, table_id, link):
        return going_on.place_link(browser, table_id, successor, link)
    table = require_table(state, table_id)
    part = None if link == seat_links.STANDING and may_stand(table) else require_seat_link(state, table_id, link)
    if part is not None and part.is_machine:
        return taken_page(browser, table_id, part.person, machine=True)
    is_post = part is not None and part.role != "player"
    if part is not None and is_post and not (state.staff_access.is_open and part.is_holder):
        return Entry(part, lambda: part.person, is_post=True)
    free = part is None or (not is_post and part.seat in place_claims.free_places(table))
    if browser.is_in_house:
        return _players_entry(browser, table_id, link, part, free=free)
    own = browser.session  # of this link alone, see Browser.begin
    is_own = own is not None and (part is None or own.person == part.person)
    if part is not None and not free and not is_own and is_in_demo_elsewhere(state, part):
        return taken_page(browser, table_id, part.person, asked=True)
    if own is not None and (free or is_own):
        return browser.led_to(page_path(table_id, own.person))
    if part is None:
        return Entry(part, partial(place_claims.standing_name, state, table_id))
    if free:
        return Entry(part, partial(place_claims.newcomer_name, state, table_id, part.seat or 0))
    if not is_post and place_claims.is_held(state, part.person):  # their page asks for their cookie
        return browser.led_to(page_path(table_id, part.person))
    return Entry(part, lambda: part.person, is_admitted=is_post)


def is_in_demo_elsewhere(state: State, part: SeatLink) -> bool:
    """Return True if somebody has a page as this person of a demo: then it is asked first."""
    return bool(state.staff_access.is_open and state.sessions.has_session(part.person))


def _players_entry(
    browser: Browser, table_id: str, link: str, part: SeatLink | None, *, free: bool
) -> Entry | Response[Any]:
    """Return the session of a player of a house, as themselves, or the page that says why none begins."""
    if browser.player is None:
        return browser.led_to(f"{PLAYER}?a=/mesa/{table_id}/{link}")
    person = browser.player.person
    if part is not None and not free and part.person != person:
        return taken_page(browser, table_id, part.person)
    if session_of(browser.request, browser.state, table_id, person) is not None:
        return browser.led_to(page_path(table_id, person))
    return Entry(part, lambda: person)


# --- posts ------------------------------------------------------------------------------------------------------------


async def _post_way_in(browser: Browser, table_id: str, part: SeatLink) -> Response[Any]:
    """Ask who would take a post; whoever holds it in this browser comes to their page."""
    try:
        mine = (await browser.official(table_id, Role(part.role))).person if browser.is_in_house else part.person
    except ProblemError as error:
        return _no_post(browser, table_id, part, error)
    own = session_of(browser.request, browser.state, table_id, mine)
    if own is not None and own.is_staff and part.is_holder and part.person == mine:
        return browser.led_to(page_path(table_id, mine))
    return post_page(browser, table_id, part)


def _no_post(browser: Browser, table_id: str, part: SeatLink, error: ProblemError) -> Response[Any]:
    if error.problem.code == "no-login":
        return browser.led_to(f"{LOGIN}?a=/mesa/{table_id}/{part.link}")
    return post_page(browser, table_id, part, *error.shown(browser.lang))


async def _take_post(browser: Browser, table: Table, part: SeatLink) -> Response[Any]:
    """Let somebody in for a post: the hall puts them on duty, the table may still refuse them."""
    state, role = browser.state, Role(part.role)
    try:
        by = await browser.official(table.id, role, part.person)
    except ProblemError as error:
        return _no_post(browser, table.id, part, error)
    if table.view(None).staff.get(role) != by.person:
        if (no := (await put_on_duty(table, role, by.person)).refusal) is not None:
            return post_page(browser, table.id, part, refusal(no.code, no.facts, browser.lang), 409)
        if not browser.is_in_house and not state.staff_access.is_open:
            await asyncio.to_thread(state.player_links.renew, PersonId(f"{table.id} {by.person}"))
    if not browser.is_in_house:
        log_staff_entry(browser.request, state, table.id, by.person, role)
    return await _begin(browser, table.id, by.person, by=by, link=part.link)


# --- ways back --------------------------------------------------------------------------------------------------------


@get("/mesa/{table_id:str}")
async def table_address(browser: Asking, table_id: FromPath[str]) -> Response[Any]:
    """Lead from the address of a table without a place to where its places are listed."""
    return redirect_to_hall(browser, going_on.successor_of(browser.state, table_id) or table_id)


@get("/mesa/{table_id:str}/volver/{person:str}/{word:str}")
async def return_page(
    browser: Asking, table_id: FromPath[str], person: FromPath[str], word: FromPath[str]
) -> Response[Any]:
    """Show a person the way back behind their return link; anybody else learns that the place is taken."""
    here = _where_back(browser, table_id, person, word, no_session_page)
    if isinstance(here, Response):
        return here
    path = f"/mesa/{here}/volver/{person}/{word}"
    return enter_page(browser, here, path, person=person) if here == table_id else browser.led_to(path)


@post("/mesa/{table_id:str}/volver/{person:str}/{word:str}", status_code=303)
async def come_back(
    browser: Asking, table_id: FromPath[str], person: FromPath[str], word: FromPath[str]
) -> Response[Any]:
    """Give a person a new session by their return link."""
    here = _where_back(browser, table_id, person, word, taken_page)
    return here if isinstance(here, Response) else await _begin(browser, here, person, word=word)


def _where_back(
    browser: Browser, table_id: str, person: str, word: str, wrong: Callable[[Browser, str, str], Response[Any]]
) -> str | Response[Any]:
    """Return the table to which a return link leads, or the page that says why it leads nowhere."""
    successor = going_on.player_successor(browser.state, table_id, person)
    here = require_table(browser.state, successor or table_id).id
    if not place_claims.is_word_given(browser.request, browser.state, person, word):
        return wrong(browser, here, person)
    if successor is not None and not going_on.is_carried_over(browser.state, successor, person):
        return going_on.nothing_there(browser, successor)
    return here


@post("/mesa/{table_id:str}/como/{person:str}", status_code=303)
async def come_back_by_itself(browser: Asking, table_id: FromPath[str], person: FromPath[str]) -> Response[Any]:
    """Give a person a new session at their own page, where their browser shows who they are."""
    request, state = browser.request, browser.state
    session = session_of(request, state, table_id, person)
    if (successor := going_on.player_successor(state, table_id, person, session)) is not None:
        if not going_on.has_way(browser, table_id, person):
            return browser.led_to(page_path(successor, person))
        if not going_on.is_carried_over(state, successor, person):
            return going_on.nothing_there(browser, successor)
        return await _begin(browser, successor, person, admitted=True)
    table = require_table(state, table_id)
    if browser.is_official(table_id, person):
        if browser.is_in_house and not is_on_duty(table, PersonId(person)):
            return browser.led_to("/personal")
        login = login_of(request) if browser.is_in_house else ""
        by = Official(PersonId(person), login, state.staff_access.key)
        return await _begin(browser, table_id, person, by=by)
    if browser.is_player(person):
        return await _begin(browser, table_id, person, word=browser.words.get(person))
    return taken_page(browser, table_id, person)


@post("/mesa/{table_id:str}/entrar", status_code=303)
async def enter_anyway(browser: Asking, table_id: FromPath[str]) -> Response[Any]:
    """Give a person a new session, from the page that asked whether they would: of a demo."""
    person = (await browser.form()).get("person", "")
    if not browser.state.staff_access.is_open:
        log_attempt(browser.request, browser.state, table_id, person)
        raise ProblemError(403, "place-taken", case="himself")
    places = seat_links.seat_links(require_table(browser.state, table_id))
    link = next((one.link for one in places if one.person == person), "")
    return await _begin(browser, table_id, person, admitted=True, link=link)


@post("/mesa/{table_id:str}/como/{person:str}/salir", status_code=303)
async def leave_device(browser: Asking, table_id: FromPath[str], person: FromPath[str]) -> Response[Any]:
    """End the session of a person's page, if it is good still, and have this browser forget how it comes in again, here
    and at the other tables where they are. In a house with accounts they leave as at their own page. Place and post
    stay theirs, as where a page is closed.
    """
    request, state = browser.request, browser.state
    table = require_table(state, going_on.successor_of(state, table_id) or table_id)
    if session_of(request, state, table_id, person) is not None:
        state.sessions.close(request.cookies[COOKIE])
        table.redraw()  # its streams ask again whether the session is still good
    tables = {table_id, *(one.id for one in state.hall.tables.values() if is_at_table(one, PersonId(person)))}
    return browser.led_to("/", [*await forget_login(request, state, person), *browser.forget(person, tables)])


async def _begin(browser: Browser, table_id: str, person: str, **how: Any) -> Response[Any]:
    """Begin a session and lead its browser to the page."""
    cookies = await browser.begin(table_id, person, **how)
    return browser.led_to(page_path(table_id, person), cookies)


ROUTES: Final = (
    *(table_address, enter, come_in, enter_anyway, leave_device),
    *(return_page, come_back, come_back_by_itself),
)
