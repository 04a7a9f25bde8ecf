"""The way in: links to places, posts that somebody takes with the key, ways back. A session begins by a form alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from litestar import Response, get, post
from litestar.datastructures import Cookie, State
from litestar.params import FromPath

from tapete.kernel import PersonId
from tapete.live.presence import is_at_table
from tapete.live.timers import put_on_duty
from tapete.table.staff import Role
from tapete.web import going_on, place_claims, seat_links
from tapete.web.entry_pages import (
    enter_page,
    is_somebody_elses,
    may_stand,
    no_session_page,
    page_path,
    post_page,
    redirect_to_hall,
    require_seat_link,
    taken_page,
)
from tapete.web.forms import pseudonym
from tapete.web.page_access import form_of, require_table, session_of
from tapete.web.people import house_entry
from tapete.web.people.identity import log_attempt
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, lang_of, redirect
from tapete.web.seating import NAME_COOKIE, SHAPE
from tapete.web.sessions import COOKIE, PERSON, SessionsFullError
from tapete.web.staff_access import (
    BOT_PREFIX,
    is_staff_session,
    log_refused_staff_entry,
    log_staff_entry,
    may_enter_as_staff,
)
from tapete.web.submit import refusal_of
from tapete.words import label, refusal


class Entry(NamedTuple):
    """A session that may begin by a link. ``person`` is asked for when it begins: a newcomer is named then."""

    person: Callable[[], str]
    is_admitted: bool = False


@get("/mesa/{table_id:str}/{link:str}", include_in_schema=False)
async def enter(request: Request_, state: State, table_id: FromPath[str], link: FromPath[str]) -> Response[Any]:
    """Show the way in behind a link; to a post that must be taken first, the page where that is done."""
    successor = going_on.successor_of(state, table_id)
    if link == seat_links.PLAYER_ANYWHERE:
        return redirect_to_hall(request, state, successor or table_id)
    if successor is not None and going_on.is_place(state, table_id, link):
        return going_on.place_link(request, state, table_id, successor, link)
    if state.people is not None:
        return house_entry.way_in(request, state, table_id, link)
    found = entry_of(request, state, table_id, link)
    if isinstance(found, Response):
        return found
    part = seat_links.find_seat_link(require_table(state, table_id), link)
    return enter_page(request, table_id, f"/mesa/{table_id}/{link}", part)


def entry_of(request: Request_, state: State, table_id: str, link: str) -> Entry | Response[Any]:
    """Return the session that may begin by a link, or the page that says why none does. Nothing begins here."""
    table = require_table(state, table_id)
    own = state.sessions.find(request.cookies.get(COOKIE))  # of this link alone, see _begin_session
    if link == seat_links.STANDING and may_stand(table):
        if own is not None:
            return redirect(request, page_path(table_id, own.person))
        return Entry(partial(place_claims.standing_name, state, table_id))
    part = require_seat_link(state, table_id, link)
    if part.is_machine:
        return taken_page(request, state, table_id, part.person, machine=True)
    if own is not None and own.is_staff and part.is_holder and (own.table, own.person) == (table_id, part.person):
        return redirect(request, page_path(table_id, own.person))
    if part.role != "player" and not (state.staff_access.is_open and part.is_holder):
        return post_page(request, state, table_id, part)
    free = part.role == "player" and part.seat in place_claims.free_places(table)
    if not free and is_somebody_elses(request, state, part):
        return taken_page(request, state, table_id, part.person, asked=True)
    if own is not None and (free or own.person == part.person):
        return redirect(request, page_path(table_id, own.person))
    if part.role != "player":
        return Entry(lambda: part.person, is_admitted=True)
    if free:
        return Entry(partial(place_claims.newcomer_name, state, table_id, part.seat or 0))
    if place_claims.is_held(state, part.person):  # their page asks for their cookie
        return redirect(request, page_path(table_id, part.person))
    return Entry(lambda: part.person)


@get("/mesa/{table_id:str}", include_in_schema=False)
async def table_address(request: Request_, state: State, table_id: FromPath[str]) -> Response[Any]:
    """Lead from the address of a table without a place to where its places are listed."""
    return redirect_to_hall(request, state, going_on.successor_of(state, table_id) or table_id)


@get("/mesa/{table_id:str}/volver/{person:str}/{word:str}", include_in_schema=False)
async def return_page(
    request: Request_, state: State, table_id: FromPath[str], person: FromPath[str], word: FromPath[str]
) -> Response[Any]:
    """Show a person the way back behind their return link; anybody else learns that the place is taken."""
    successor = going_on.player_successor(state, table_id, person)
    here = require_table(state, successor or table_id).id
    if not place_claims.is_word_given(request, state, person, word):
        return no_session_page(request, state, here, person)
    if successor is not None and not going_on.is_carried_over(state, successor, person):
        return going_on.nothing_there(request, successor)
    if successor is not None:
        return redirect(request, f"/mesa/{successor}/volver/{person}/{word}")
    return enter_page(request, table_id, f"/mesa/{table_id}/volver/{person}/{word}", person=person)


@post("/mesa/{table_id:str}/volver/{person:str}/{word:str}", include_in_schema=False, status_code=303)
async def come_back(
    request: Request_, state: State, table_id: FromPath[str], person: FromPath[str], word: FromPath[str]
) -> Response[Any]:
    """Give a person a new session by their return link."""
    successor = going_on.player_successor(state, table_id, person)
    here = require_table(state, successor or table_id).id
    if not place_claims.is_word_given(request, state, person, word):
        return taken_page(request, state, here, person)
    if successor is not None and not going_on.is_carried_over(state, successor, person):
        return going_on.nothing_there(request, successor)
    return await _begin_session(request, state, here, person, word)


@post("/mesa/{table_id:str}/como/{person:str}", include_in_schema=False, status_code=303)
async def come_back_by_cookie(
    request: Request_, state: State, table_id: FromPath[str], person: FromPath[str]
) -> Response[Any]:
    """Give a person a new session by the word that their browser keeps, of an official or of a player."""
    session = session_of(request, state, table_id, person)
    if (successor := going_on.player_successor(state, table_id, person, session)) is not None:
        if state.people is None and going_on.has_way(request, state, table_id, person):
            if not going_on.is_carried_over(state, successor, person):
                return going_on.nothing_there(request, successor)
            return await _begin_session(request, state, successor, person, admitted=True)
        return redirect(request, page_path(successor, person))
    require_table(state, table_id)
    if state.people is not None:
        return house_entry.come_back(request, state, table_id, person)
    if place_claims.is_post_word(state, table_id, person, request.cookies.get(place_claims.POST_COOKIE)):
        return await _begin_session(request, state, table_id, person, key=state.staff_access.key, admitted=True)
    if place_claims.is_return_word(state, person, word := request.cookies.get(place_claims.RETURN_COOKIE)):
        return await _begin_session(request, state, table_id, person, word)
    return taken_page(request, state, table_id, person)


@post("/mesa/{table_id:str}/{link:str}", include_in_schema=False, status_code=303)
async def come_in(request: Request_, state: State, table_id: FromPath[str], link: FromPath[str]) -> Response[Any]:
    """Begin a session by a link, or put somebody on duty first; the table may still refuse them."""
    successor = going_on.successor_of(state, table_id)
    if successor is not None and going_on.is_place(state, table_id, link):
        return going_on.place_link(request, state, table_id, successor, link)
    part = seat_links.find_seat_link(require_table(state, table_id), link)
    if state.people is not None:
        if part is not None and part.role != "player":
            return await house_entry.take_post(request, state, table_id, part)
        return house_entry.come_to_seat(request, state, table_id, link)
    if part is not None and part.role != "player" and not (state.staff_access.is_open and part.is_holder):
        return await take_post(request, state, table_id, part)
    found = entry_of(request, state, table_id, link)
    if isinstance(found, Response):
        return found
    return await _begin_session(request, state, table_id, found.person(), admitted=found.is_admitted, link=link)


async def take_post(request: Request_, state: State, table_id: str, part: seat_links.SeatLink) -> Response[Any]:
    """Let somebody in for a post: the hall puts them on duty, the table may still refuse them."""
    lang = lang_of(request)
    fields = await form_of(request)
    try:
        admitted = may_enter_as_staff(request, state, fields.get("key"))
    except ProblemError as error:
        return post_page(request, state, table_id, part, error.told(lang).detail, error.problem.status)
    if not admitted:
        return post_page(request, state, table_id, part, label("ui", "wrong-key", lang), 403)
    person = part.person if state.staff_access.is_open else pseudonym(fields.get("person", ""))
    if not PERSON.fullmatch(person) or person.startswith(BOT_PREFIX):
        return post_page(request, state, table_id, part, label("ui", "wrong-name", lang), 400)
    table = require_table(state, table_id)
    if place_claims.is_players_name(state, person) and not _is_own(request, state, person):
        log_refused_staff_entry(request, table_id, person, part.role)
        return post_page(request, state, table_id, part, label("ui", "name-of-player", lang), 409)
    if table.view(None).staff.get(part.role) != person:
        no = refusal_of(await put_on_duty(table, Role(part.role), PersonId(person)))
        if no is not None:
            return post_page(request, state, table_id, part, refusal(no.code, no.facts, lang), 409)
        if not state.staff_access.is_open:
            await asyncio.to_thread(state.player_links.renew, PersonId(f"{table_id} {person}"))
    log_staff_entry(request, state, table_id, person, part.role)
    return await _begin_session(request, state, table_id, person, key=fields.get("key"), admitted=True, link=part.link)


def _is_own(request: Request_, state: State, person: str) -> bool:
    own = state.sessions.find(request.cookies.get(COOKIE))
    return own is not None and own.person == person and not own.is_staff


@post("/mesa/{table_id:str}/entrar", include_in_schema=False, status_code=303)
async def enter_anyway(request: Request_, state: State, table_id: FromPath[str]) -> Response[Any]:
    """Give a person a new session, from the page that asked whether they would: of a demo."""
    person = (await form_of(request)).get("person", "")
    if not state.staff_access.is_open:
        log_attempt(request, state, table_id, person)
        raise ProblemError(403, "place-taken", case="himself")
    places = seat_links.seat_links(require_table(state, table_id))
    link = next((one.link for one in places if one.person == person), "")
    return await _begin_session(request, state, table_id, person, admitted=True, link=link)


@post("/mesa/{table_id:str}/como/{person:str}/salir", include_in_schema=False, status_code=303)
async def leave_device(
    request: Request_, state: State, table_id: FromPath[str], person: FromPath[str]
) -> Response[Any]:
    """End the session of a person's page, if it is good still, and have this browser forget how it comes in again, here
    and at the other tables where they are. In a house with accounts they leave as at their own page. Place and post
    stay theirs, as where a page is closed.
    """
    table = require_table(state, going_on.successor_of(state, table_id) or table_id)
    cookies = []
    if session_of(request, state, table_id, person) is not None:
        state.sessions.close(request.cookies[COOKIE])
        table.redraw()  # its streams ask again whether the session is still good
    if state.people is not None:
        cookies = await house_entry.forget_browser(request, state, person)
    tables = {table_id, *(one.id for one in state.hall.tables.values() if is_at_table(one, PersonId(person)))}
    kept = (COOKIE, place_claims.RETURN_COOKIE, place_claims.POST_COOKIE)
    gone = [(key, page_path(where, person)) for where in sorted(tables) for key in kept]
    if request.cookies.get(NAME_COOKIE, "").partition(SHAPE)[0] == person:
        gone.append((NAME_COOKIE, "/"))
    cookies += [Cookie(key=key, value="", path=path, max_age=0, samesite="lax", httponly=True) for key, path in gone]
    return redirect(request, "/", cookies)


async def _begin_session(
    request: Request_,
    state: State,
    table_id: str,
    person: str,
    word: str | None = None,
    *,
    key: str | None = None,
    admitted: bool = False,
    link: str = "",
) -> Response[Any]:
    """Begin a session and lead its browser to the page. ``link`` is the place or the post by which somebody came:
    the same browser finds its own person behind it again.
    """
    staff = is_staff_session(state.staff_access, require_table(state, table_id), person, key)
    try:
        token = await place_claims.open_session(request, state, table_id, person, word, staff=staff, admitted=admitted)
    except SessionsFullError:
        raise ProblemError(429, "too-many-sessions") from None
    except ValueError:
        raise ProblemError(400, "malformed", "person") from None
    here = page_path(table_id, person)
    paths = (here, f"/mesa/{table_id}/{link}") if link else (here,)
    cookies = [Cookie(key=COOKIE, value=token, path=path, samesite="lax", httponly=True) for path in paths]
    if staff and (kept := place_claims.post_word(state, table_id, person)):
        cookies.append(
            Cookie(
                key=place_claims.POST_COOKIE,
                value=kept,
                path=here,
                max_age=place_claims.POST_S,
                samesite="lax",
                httponly=True,
            )
        )
    if not staff and (kept := place_claims.return_word(state, person)):
        cookies.append(
            Cookie(
                key=place_claims.RETURN_COOKIE,
                value=kept,
                path=here,
                max_age=place_claims.RETURN_S,
                samesite="lax",
                httponly=True,
            )
        )
    return redirect(request, here, cookies)


ROUTES: Final = (
    table_address,
    enter,
    return_page,
    come_back,
    come_back_by_cookie,
    come_in,
    enter_anyway,
    leave_device,
)
