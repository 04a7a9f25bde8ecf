"""The way in to a table of a house: a place by a player's own word, a post by an account that may take it."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response
from litestar.datastructures import Cookie, State

from tapete.kernel import PersonId
from tapete.live.timers import put_on_duty
from tapete.table.staff import Role
from tapete.web import place_claims, seat_links
from tapete.web.entry_pages import enter_page, may_stand, page_path, post_page, require_seat_link, taken_page
from tapete.web.page_access import require_table, session_of
from tapete.web.people.identity import (
    LOGIN,
    PLAYER,
    PLAYER_COOKIE,
    STAFF_COOKIE,
    account_of,
    log_attempt,
    login_of,
    player_cookie,
    player_of,
    require_people,
    staff_cookie,
)
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, lang_of, redirect
from tapete.web.sessions import COOKIE, SessionsFullError, address_of
from tapete.web.staff_access import is_on_duty
from tapete.web.submit import refusal_of
from tapete.words import label, refusal


def way_in(request: Request_, state: State, table_id: str, link: str) -> Response[Any]:
    """Answer a browser that follows a link of a table: with the way in, or with where they first say who they are."""
    part = None if link == seat_links.STANDING else require_seat_link(state, table_id, link)
    path = f"/mesa/{table_id}/{link}"
    if part is not None and part.role != "player":
        return _post_way_in(request, state, table_id, part)
    person = _seat_person(request, state, table_id, part)
    if isinstance(person, Response):
        return person
    if session_of(request, state, table_id, person) is not None:
        return redirect(request, page_path(table_id, person))
    return enter_page(request, table_id, path, part)


def come_to_seat(request: Request_, state: State, table_id: str, link: str) -> Response[Any]:
    """Begin the session of a player, or of somebody on their feet, as themselves."""
    part = None if link == seat_links.STANDING else require_seat_link(state, table_id, link)
    person = _seat_person(request, state, table_id, part)
    if isinstance(person, Response):
        return person
    return begin_session(request, state, table_id, person, link=link)


def _seat_person(
    request: Request_, state: State, table_id: str, part: seat_links.SeatLink | None
) -> str | Response[Any]:
    """Return who would come to a place, or the page that says why nobody does."""
    table = require_table(state, table_id)
    if part is None and not may_stand(table):
        raise ProblemError(404, "no-such-place")
    if part is not None and part.is_machine:
        return taken_page(request, state, table_id, part.person, machine=True)
    link = seat_links.STANDING if part is None else part.link
    player = player_of(request, state)
    if player is None:
        return redirect(request, f"{PLAYER}?a=/mesa/{table_id}/{link}")
    free = part is None or part.seat in place_claims.free_places(table)
    if part is not None and not free and part.person != player.person:
        return taken_page(request, state, table_id, part.person)
    return player.person


def _post_way_in(request: Request_, state: State, table_id: str, part: seat_links.SeatLink) -> Response[Any]:
    account = account_of(request, state)
    if account is None:
        return redirect(request, f"{LOGIN}?a=/mesa/{table_id}/{part.link}")
    if not account.may_take(Role(part.role), table_id):
        return post_page(request, state, table_id, part, label("ui", "post-not-granted", lang_of(request)), 403)
    if part.person == account.person and session_of(request, state, table_id, account.person) is not None:
        return redirect(request, page_path(table_id, account.person))
    return post_page(request, state, table_id, part)


async def take_post(request: Request_, state: State, table_id: str, part: seat_links.SeatLink) -> Response[Any]:
    """Put the bearer of an account on duty, if they may take the post; the table may still refuse them."""
    account, lang = account_of(request, state), lang_of(request)
    if account is None:
        return redirect(request, f"{LOGIN}?a=/mesa/{table_id}/{part.link}")
    if not account.may_take(Role(part.role), table_id):
        return post_page(request, state, table_id, part, label("ui", "post-not-granted", lang), 403)
    table = require_table(state, table_id)
    if table.view(None).staff.get(part.role) != account.person:
        no = refusal_of(await put_on_duty(table, Role(part.role), account.person))
        if no is not None:
            return post_page(request, state, table_id, part, refusal(no.code, no.facts, lang), 409)
    return begin_session(request, state, table_id, account.person, link=part.link, login=login_of(request))


def come_back(request: Request_, state: State, table_id: str, person: str) -> Response[Any]:
    """Give a player, or somebody on duty, a new session at their own page."""
    account, player = account_of(request, state), player_of(request, state)
    if account is not None and account.person == person:
        if not is_on_duty(require_table(state, table_id), account.person):
            return redirect(request, "/personal")
        return begin_session(request, state, table_id, person, login=login_of(request))
    if player is not None and player.person == person:
        return begin_session(request, state, table_id, person)
    return taken_page(request, state, table_id, person)


def page_without_session(request: Request_, state: State, table_id: str, person: str) -> Response[Any]:
    """Answer a browser that asks for a person's page without a session that is good."""
    account, player = account_of(request, state), player_of(request, state)
    if person in (account and account.person, player and player.person):
        return enter_page(request, table_id, page_path(table_id, person), person=person)
    people = require_people(state)
    here = page_path(table_id, person)
    if account is None and any(one.person == person for one in people.staff.accounts):
        return redirect(request, f"{LOGIN}?a={here}")
    if player is None and people.players.name_of(PersonId(person)):
        log_attempt(request, state, table_id, person)
        return redirect(request, f"{PLAYER}?a={here}")
    return taken_page(request, state, table_id, person)


def begin_session(
    request: Request_, state: State, table_id: str, person: str, *, link: str = "", login: str = ""
) -> Response[Any]:
    """Begin a session and lead its browser to the page; ``login`` is the staff's session that it lives with."""
    if not login and is_on_duty(require_table(state, table_id), PersonId(person)):
        raise ProblemError(403, "post-needs-login")
    try:
        token = state.sessions.open(table_id, person, staff=bool(login), address=address_of(request), login=login)
    except SessionsFullError:
        raise ProblemError(429, "too-many-sessions") from None
    here = page_path(table_id, person)
    paths = (here, f"/mesa/{table_id}/{link}") if link else (here,)
    return redirect(
        request, here, [Cookie(key=COOKIE, value=token, path=path, samesite="lax", httponly=True) for path in paths]
    )


async def forget_browser(request: Request_, state: State, person: str) -> list[Cookie]:
    """End the login, or the player's way back, by which a browser is ``person``; return the cookies that say so."""
    people, gone = require_people(state), []
    account, player = account_of(request, state), player_of(request, state)
    if account is not None and account.person == person:
        people.staff.sessions.end(request.cookies[STAFF_COOKIE])
        gone.append(staff_cookie(""))
    if player is not None and player.person == person:
        await asyncio.to_thread(people.players.forget_browser, request.cookies[PLAYER_COOKIE])
        state.end_sessions_of(player.person)
        gone.append(player_cookie(""))
    return gone
