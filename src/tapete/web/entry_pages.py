"""Pages at the way in: whether somebody would come in, whose place it is, what a post asks for."""

from __future__ import annotations

from typing import Any

from litestar import Response
from litestar.datastructures import State

from tapete.kernel import PersonId
from tapete.table.state import SeatsPeople
from tapete.web import place_claims, seat_links
from tapete.web.browser import Browser, page_path
from tapete.web.games import screen_of
from tapete.web.page_access import require_table
from tapete.web.people.identity import LOGIN, PLAYER, log_attempt, require_people
from tapete.web.ports import Table
from tapete.web.problems import ProblemError
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
    log_attempt(browser.request, state, table_id, person)
    taken = machine or asked or place_claims.is_held(state, person)
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
        people = require_people(browser.state)
        if browser.account is None and any(one.person == person for one in people.staff.accounts):
            return browser.led_to(f"{LOGIN}?a={here}")
        if browser.player is None and people.players.name_of(PersonId(person)):
            log_attempt(browser.request, browser.state, table_id, person)
            return browser.led_to(f"{PLAYER}?a={here}")
    return taken_page(browser, table_id, person)
