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
from tapete.table.state import SeatsPeople
from tapete.web import going_on, seat_links
from tapete.web.browser import (
    AskingBrowser,
    Browser,
    Official,
    free_places,
    is_held,
    is_word_given,
    newcomer_name,
    page_path,
    standing_name,
)
from tapete.web.games import screen_of
from tapete.web.page_access import require_table, session_of
from tapete.web.people.identity import LOGIN, PLAYER, log_attempt
from tapete.web.ports import Table
from tapete.web.problems import ProblemError
from tapete.web.responses import message_page
from tapete.web.seat_links import SeatLink
from tapete.web.sessions import COOKIE
from tapete.web.staff_access import is_on_duty, log_staff_entry
from tapete.words import fill, label, refusal


class Entry(NamedTuple):
    """A session that may begin by a link. ``person`` is asked for when it begins: a newcomer is named then.
    ``is_post``: it is one that must be taken first.
    """

    part: SeatLink | None
    person: Callable[[], str]
    is_admitted: bool = False
    is_post: bool = False


@get("/mesa/{table_id:str}/{link:str}")
async def enter(browser: AskingBrowser, table_id: FromPath[str], link: FromPath[str]) -> Response[Any]:
    """Show the way in behind a link; to a post that must be taken first, the page where that is done."""
    found = _entry_of(browser, table_id, link)
    if isinstance(found, Response):
        return found
    if found.is_post and found.part is not None:
        return await _post_way_in(browser, table_id, found.part)
    return enter_page(browser, table_id, f"/mesa/{table_id}/{link}", found.part)


@post("/mesa/{table_id:str}/{link:str}", status_code=303)
async def come_in(browser: AskingBrowser, table_id: FromPath[str], link: FromPath[str]) -> Response[Any]:
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
    if successor is not None and is_place(state, table_id, link):
        return place_link(browser, table_id, successor, link)
    table = require_table(state, table_id)
    part = None if link == seat_links.STANDING and may_stand(table) else require_seat_link(state, table_id, link)
    if part is not None and part.is_machine:
        return taken_page(browser, table_id, part.person, machine=True)
    is_post = part is not None and part.role != "player"
    if part is not None and is_post and not (state.staff_access.is_open and part.is_holder):
        return Entry(part, lambda: part.person, is_post=True)
    free = part is None or (not is_post and part.seat in free_places(table))
    if browser.is_in_house:
        return _players_entry(browser, table_id, link, part, free=free)
    own = browser.session  # of this link alone, see Browser.begin
    is_own = own is not None and (part is None or own.person == part.person)
    if part is not None and not free and not is_own and is_in_demo_elsewhere(state, part):
        return taken_page(browser, table_id, part.person, asked=True)
    if own is not None and (free or is_own):
        return browser.led_to(page_path(table_id, own.person))
    if part is None:
        return Entry(part, partial(standing_name, state, table_id))
    if free:
        return Entry(part, partial(newcomer_name, state, table_id, part.seat or 0))
    if not is_post and is_held(state, part.person):  # their page asks for their cookie
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
async def table_address(browser: AskingBrowser, table_id: FromPath[str]) -> Response[Any]:
    """Lead from the address of a table without a place to where its places are listed."""
    return redirect_to_hall(browser, going_on.successor_of(browser.state, table_id) or table_id)


@get("/mesa/{table_id:str}/volver/{person:str}/{word:str}")
async def return_page(
    browser: AskingBrowser, table_id: FromPath[str], person: FromPath[str], word: FromPath[str]
) -> Response[Any]:
    """Show a person the way back behind their return link; anybody else learns that the place is taken."""
    here = _where_back(browser, table_id, person, word, no_session_page)
    if isinstance(here, Response):
        return here
    path = f"/mesa/{here}/volver/{person}/{word}"
    return enter_page(browser, here, path, person=person) if here == table_id else browser.led_to(path)


@post("/mesa/{table_id:str}/volver/{person:str}/{word:str}", status_code=303)
async def come_back(
    browser: AskingBrowser, table_id: FromPath[str], person: FromPath[str], word: FromPath[str]
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
    if not is_word_given(browser.request, browser.state, person, word):
        return wrong(browser, here, person)
    if successor is not None and not going_on.is_carried_over(browser.state, successor, person):
        return nothing_there(browser, successor)
    return here


@post("/mesa/{table_id:str}/como/{person:str}", status_code=303)
async def come_back_by_itself(browser: AskingBrowser, table_id: FromPath[str], person: FromPath[str]) -> Response[Any]:
    """Give a person a new session at their own page, where their browser shows who they are."""
    request, state = browser.request, browser.state
    session = session_of(request, state, table_id, person)
    if (successor := going_on.player_successor(state, table_id, person, session)) is not None:
        if not has_way(browser, table_id, person):
            return browser.led_to(page_path(successor, person))
        if not going_on.is_carried_over(state, successor, person):
            return nothing_there(browser, successor)
        return await _begin(browser, successor, person, admitted=True)
    table = require_table(state, table_id)
    if browser.is_official(table_id, person):
        if browser.is_in_house and not is_on_duty(table, PersonId(person)):
            return browser.led_to("/personal")
        by = Official(PersonId(person), browser.login, state.staff_access.key)
        return await _begin(browser, table_id, person, by=by)
    if browser.is_player(person):
        return await _begin(browser, table_id, person, word=browser.words.get(person))
    return taken_page(browser, table_id, person)


@post("/mesa/{table_id:str}/entrar", status_code=303)
async def enter_anyway(browser: AskingBrowser, table_id: FromPath[str]) -> Response[Any]:
    """Give a person a new session, from the page that asked whether they would: of a demo."""
    person = (await browser.form()).get("person", "")
    if not browser.state.staff_access.is_open:
        log_attempt(browser.request, browser.state, table_id, person, browser.account)
        raise ProblemError(403, "place-taken", case="himself")
    places = seat_links.seat_links(require_table(browser.state, table_id))
    link = next((one.link for one in places if one.person == person), "")
    return await _begin(browser, table_id, person, admitted=True, link=link)


@post("/mesa/{table_id:str}/como/{person:str}/salir", status_code=303)
async def leave_device(browser: AskingBrowser, table_id: FromPath[str], person: FromPath[str]) -> Response[Any]:
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
    return browser.led_to("/", await browser.forget(person, tables))


async def _begin(browser: Browser, table_id: str, person: str, **how: Any) -> Response[Any]:
    """Begin a session and lead its browser to the page."""
    cookies = await browser.begin(table_id, person, **how)
    return browser.led_to(page_path(table_id, person), cookies)


# --- from a closed table to where it goes on --------------------------------------------------------------------------


def has_way(browser: Browser, table_id: str, person: str) -> bool:
    """Return True if a browser shows that it is a player's, who is led on by a form: by their session at the closed
    table, or by the word that it keeps. In a house with accounts everybody says at the successor who they are.
    """
    has_session = session_of(browser.request, browser.state, table_id, person) is not None
    return not browser.is_in_house and (has_session or browser.is_player(person))


def own_page(browser: Browser, table_id: str, successor: str, person: str) -> Response[Any]:
    """Answer a browser that asks for a player's page at a closed table. What only their pages there show leads them on
    by a form; anybody else learns at the successor whose page it is.
    """
    if not has_way(browser, table_id, person):
        return browser.led_to(page_path(successor, person))
    if not going_on.is_carried_over(browser.state, successor, person):
        return nothing_there(browser, successor)
    return enter_page(browser, successor, page_path(table_id, person), person=person)


def place_link(browser: Browser, table_id: str, successor: str, link: str) -> Response[Any]:
    """Answer a browser that follows the link of a place at a closed table: who had come by it stays who they are."""
    own = browser.session
    if own is not None and own.table == table_id and not own.is_staff:
        return browser.led_to(page_path(table_id, own.person))
    return browser.led_to(f"/mesa/{successor}/{link}")


def is_place(state: State, table_id: str, link: str) -> bool:
    """Return True if a link of a closed table is no post of its: one of a former day has none any more."""
    table = state.hall.tables.get(table_id)
    part = None if table is None else seat_links.find_seat_link(table, link)
    return part is None or part.role == "player"


def nothing_there(browser: Browser, successor: str) -> Response[Any]:
    """Answer a player of whom nothing was carried over."""
    lang = browser.lang
    told = fill(label("ui", "goes-on-without", lang), {"table": successor}, lang)
    seats, screen = (label("ui", code, lang) for code in ("seats", "screen"))
    links = ((f"/mesa/{successor}", seats), (going_on.public_path(successor), screen))
    return message_page(browser.request, label("ui", "goes-on-heading", lang), told, links, 200)


# --- pages ------------------------------------------------------------------------------------------------------------


def may_stand(table: Table) -> bool:
    """Return True if people may play on their feet at a table."""
    return screen_of(table.game.key).may_stand


def require_seat_link(state: State, table_id: str, link: str) -> seat_links.SeatLink:
    """Return what is behind a link. Raises :class:`ProblemError` where there is nothing."""
    part = seat_links.find_seat_link(require_table(state, table_id), link)
    if part is None:
        raise ProblemError(404, "no-such-place")
    return part


def redirect_to_hall(browser: Browser, table_id: str) -> Response[Any]:
    """Lead to the places of a table in the list of the hall."""
    return browser.led_to(f"/#mesa-{require_table(browser.state, table_id).id}")


def enter_page(
    browser: Browser, table_id: str, action: str, part: seat_links.SeatLink | None = None, person: str = ""
) -> Response[str]:
    """Ask whether somebody would come in: a session begins by a form alone.

    Where this browser's own user has asked for the page (no other site has led them here), it sends the form by itself.
    """
    lang, headers = browser.lang, browser.request.headers
    seat = f"{label('ui', 'seat', lang)} {part.seat}" if part is not None and part.seat else ""
    name = seat or (seat_links.short_name(person, table_id, lang) if person else "")
    role = label("role", part.role, lang).capitalize() if part is not None and not seat else ""
    told = {name: headers.get(f"sec-{name}", "") for name in ("fetch-site", "fetch-dest", "purpose")}
    by_itself = told["fetch-site"] in ("none", "same-origin") and told["fetch-dest"] == "document"
    by_itself = by_itself and not told["purpose"]
    return browser.page("enter.html", table=table_id, action=action, name=name or role, by_itself=by_itself)


def taken_page(
    browser: Browser, table_id: str, person: str, *, machine: bool = False, asked: bool = False
) -> Response[Any]:
    """Return the page on whose place somebody asks for, and where they may come in. ``asked``: they may become that
    person, who has a page elsewhere, if they say so.
    """
    state, lang, table = browser.state, browser.lang, require_table(browser.state, table_id)
    log_attempt(browser.request, state, table_id, person, browser.account)
    taken = machine or asked or is_held(state, person)
    part = next((one for one in seat_links.seat_links(table) if one.person == person and not one.is_machine), None)
    values = {
        "table": table_id,
        "person": person,
        "name": seat_links.short_name(person, table_id, lang),
        "taken": taken and (asked or part is None or part.role == "player"),
        "machine": machine,
        "anyway": state.staff_access.is_open and not machine,
        "link": part.link if part is not None else "",
        "free": free_places(table),
        "standing": seat_links.STANDING if may_stand(table) else "",
        "has_places": isinstance(table.game.blank(), SeatsPeople),
    }
    return browser.page("taken.html", 200 if machine else 401, **values)


def post_page(
    browser: Browser, table_id: str, part: seat_links.SeatLink, wrong: str = "", status: int = 200
) -> Response[str]:
    """Ask whether somebody would take a post, and for the key where the doors are closed."""
    asks_key = not browser.state.staff_access.is_open and not browser.is_in_house
    values = {"table": table_id, "part": part, "asks_key": asks_key, "wrong": wrong, "refused": status == 403}
    return browser.page("post.html", status, **values)


def no_session_page(browser: Browser, table_id: str, person: str) -> Response[Any]:
    """Answer a browser that asks for a person's page without a session that is good: with the way back, if it shows
    that it is that person; else with where they say who they are, or that the place is taken.
    """
    here = page_path(table_id, person)
    if browser.is_player(person) or browser.is_official(table_id, person):
        return enter_page(browser, table_id, here, person=person)
    if browser.is_in_house:
        people = browser.people
        if browser.account is None and any(one.person == person for one in people.staff.accounts):
            return browser.led_to(f"{LOGIN}?a={here}")
        if browser.player is None and people.players.name_of(PersonId(person)):
            log_attempt(browser.request, browser.state, table_id, person, browser.account)
            return browser.led_to(f"{PLAYER}?a={here}")
    return taken_page(browser, table_id, person)


ROUTES: Final = (
    *(table_address, enter, come_in, enter_anyway, leave_device),
    *(return_page, come_back, come_back_by_itself),
)
