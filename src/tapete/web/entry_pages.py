"""Pages at the way in: whether somebody would come in, whose place it is, what a post asks for."""

from __future__ import annotations

from typing import Any

from litestar import Response
from litestar.datastructures import State

from tapete.table.state import SeatsPeople
from tapete.web import place_claims, render, seat_links
from tapete.web.games import screen_of
from tapete.web.page_access import require_table
from tapete.web.people.identity import log_attempt
from tapete.web.ports import Table
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, html_response, lang_of, redirect
from tapete.web.sessions import COOKIE
from tapete.words import label


def may_stand(table: Table) -> bool:
    """Return True if people may play on their feet at a table."""
    return screen_of(table.game.key).may_stand


def require_seat_link(state: State, table_id: str, link: str) -> seat_links.SeatLink:
    """Return what is behind a link. Raises :class:`ProblemError` where there is nothing."""
    part = seat_links.find_seat_link(require_table(state, table_id), link)
    if part is None:
        raise ProblemError(404, "no-such-place")
    return part


def is_somebody_elses(request: Request_, state: State, part: seat_links.SeatLink) -> bool:
    """Return True if somebody has a page as this person and this browser has none: then it is asked first."""
    if not state.staff_access.is_open or not state.sessions.has_session(part.person):
        return False
    own = state.sessions.find(request.cookies.get(COOKIE))
    return own is None or own.person != part.person


def page_path(table_id: str, person: str) -> str:
    """Return the address of a person's own page."""
    return f"/mesa/{table_id}/como/{person}"


def redirect_to_hall(request: Request_, state: State, table_id: str) -> Response[Any]:
    """Lead to the places of a table in the list of the hall."""
    return redirect(request, f"/#mesa-{require_table(state, table_id).id}")


def enter_page(
    request: Request_, table_id: str, action: str, part: seat_links.SeatLink | None = None, person: str = ""
) -> Response[str]:
    """Ask whether somebody would come in: a session begins by a form alone.

    Where this browser's own user has asked for the page (no other site has led them here), it sends the form by itself.
    """
    lang = lang_of(request)
    seat = f"{label('ui', 'seat', lang)} {part.seat}" if part is not None and part.seat else ""
    name = seat or (seat_links.short_name(person, table_id, lang) if person else "")
    role = label("role", part.role, lang).capitalize() if part is not None and not seat else ""
    told = {name: request.headers.get(f"sec-{name}", "") for name in ("fetch-site", "fetch-dest", "purpose")}
    by_itself = told["fetch-site"] in ("none", "same-origin") and told["fetch-dest"] == "document"
    values = {"table": table_id, "action": action, "name": name or role, "by_itself": by_itself and not told["purpose"]}
    return html_response(request, render.page("enter.html", lang, **values))


def taken_page(
    request: Request_, state: State, table_id: str, person: str, *, machine: bool = False, asked: bool = False
) -> Response[Any]:
    """Return the page on whose place somebody asks for, and where they may come in. ``asked``: they may become that
    person, who has a page elsewhere, if they say so.
    """
    table, lang = require_table(state, table_id), lang_of(request)
    log_attempt(request, state, table_id, person)
    _view, taken = table.view(None), machine or asked or place_claims.is_held(state, person)
    part = next((one for one in seat_links.seat_links(table) if one.person == person and not one.is_machine), None)
    values = {
        "table": table_id,
        "person": person,
        "name": seat_links.short_name(person, table_id, lang),
        "taken": taken and (asked or part is None or part.role == "player"),
        "machine": machine,
        "anyway": state.staff_access.is_open and not machine,
        "link": part.link if part is not None else "",
        "free": place_claims.free_places(table),
        "standing": seat_links.STANDING if may_stand(table) else "",
        "has_places": isinstance(table.game.blank(), SeatsPeople),
    }
    return html_response(request, render.page("taken.html", lang, **values), 200 if machine else 401)


def post_page(
    request: Request_, state: State, table_id: str, part: seat_links.SeatLink, wrong: str = "", status: int = 200
) -> Response[str]:
    """Ask whether somebody would take a post, and for the key where the doors are closed."""
    asks_key = not state.staff_access.is_open and state.people is None
    values = {"table": table_id, "part": part, "asks_key": asks_key, "wrong": wrong, "refused": status == 403}
    return html_response(request, render.page("post.html", lang_of(request), **values), status)


def no_session_page(request: Request_, state: State, table_id: str, person: str) -> Response[Any]:
    """Answer a browser that asks for a person's page without a session.

    A word that it keeps, of an official or of a player, shows it the way back; without one it is told that the place
    is taken.
    """
    post = place_claims.is_post_word(state, table_id, person, request.cookies.get(place_claims.POST_COOKIE))
    if post or place_claims.is_return_word(state, person, request.cookies.get(place_claims.RETURN_COOKIE)):
        return enter_page(request, table_id, page_path(table_id, person), person=person)
    return taken_page(request, state, table_id, person)
