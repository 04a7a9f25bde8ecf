"""The way in: the list of the hall, links to places, and posts that somebody takes with the key."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, get, post
from litestar.datastructures import Cookie, State
from litestar.params import FromPath

from tapete.catalogue import Unit, entries
from tapete.kernel import PersonId
from tapete.live.posts import put_on_duty
from tapete.table.staff import Role
from tapete.web import place_claims, render, seat_links
from tapete.web.forms import pseudonym
from tapete.web.games import has_screen, screen_of
from tapete.web.page_access import form_of, require_table
from tapete.web.ports import Table
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, html_response, lang_of, redirect
from tapete.web.sessions import COOKIE, PERSON, SessionsFullError, address_of
from tapete.web.staff_access import BOT_PREFIX, may_enter_as_staff, opens_staff_session
from tapete.web.submit import refusal_of
from tapete.words import label, money, refusal


@get("/", include_in_schema=False)
async def hall_page(request: Request_, state: State) -> Response[str]:
    """List the tables with a link to each place."""
    lang = lang_of(request)
    tables = [_lobby_row(table, lang) for table in state.hall.tables.values() if has_screen(table.game.key)]
    return html_response(
        request,
        render.page(
            "hall.html",
            lang,
            tables=tables,
            pageless=tuple(
                (label("game", table.game.key, lang), table.id)
                for table in state.hall.tables.values()
                if not has_screen(table.game.key)
            ),
            parked=tuple(state.hall.parked),
            examples=opening_examples(),
            open_doors=state.staff_access.open,
        ),
    )


def opening_examples() -> tuple[str, ...]:
    """Return, for each game, a command that opens a table of it, with the numbers that it must be given."""
    found: list[str] = []
    for key, entry in entries().items():
        fields = entry.demo[0] if entry.demo else {}
        asked = [one for one in entry.form().options if one.required and one.field in fields and one.unit != Unit.TEXT]
        told = {one.name: fields[one.field] // (100 if one.unit == Unit.MONEY else 1) for one in asked}
        rest = " ".join(f"--{name} {value}" for name, value in told.items())
        found.append(f"tapete open {key} --store sqlite:///sala.db --name mesa-{len(found) + 1} {rest}")
    return tuple(found)


def _lobby_row(table: Table, lang: str) -> dict[str, Any]:
    view = table.view(None)
    parts = seat_links.seat_links(table)
    sitting = {seat.seat: seat.person for seat in view.seats}

    def called(person: PersonId | None, else_: str) -> str:
        return label("ui", else_, lang) if person is None else seat_links.short_name(person, table.id, lang)

    def on_duty(part: seat_links.SeatLink) -> str:
        name = called(part.person if part.holds else None, "machine")
        return f"{name} · {label('ui', 'unattended', lang)}" if part.person in table.absent_staff else name

    least = f"{label('ui', 'minimum', lang)} {money(view.minimum, lang)}"
    return {
        "id": table.id,
        "title": label("game", str(view.variant), lang),
        "window": label("window", view.phase, lang),
        "facts": [least, *screen_of(table.game.key).facts(view, lang)],
        "staff": [(one, on_duty(one)) for one in parts if one.seat is None],
        "players": [(one, called(sitting.get(one.seat), "free")) for one in parts if one.seat is not None],
        "standing": seat_links.STANDING if may_stand(table) else "",
    }


@get("/mesa/{table_id:str}/{link:str}", include_in_schema=False)
async def enter(request: Request_, state: State, table_id: FromPath[str], link: FromPath[str]) -> Response[Any]:
    """Give a person his session and lead him to his page; to a post that must be taken first, the page where that is
    done.
    """
    if link == seat_links.PLAYER_ANYWHERE:
        return redirect_to_hall(request, state, table_id)
    if link == seat_links.STANDING and may_stand(require_table(state, table_id)):
        own = state.sessions.find(request.cookies.get(COOKIE))  # of this link alone, see _enter_as
        if own is not None:
            return redirect(request, _page(table_id, own.person))
        return _begin_session(request, state, table_id, place_claims.standing_name(state, table_id), link=link)
    part = require_seat_link(state, table_id, link)
    if part.machine:
        return taken_page(request, state, table_id, part.person, machine=True)
    if part.role != "player" and not (state.staff_access.open and part.holds):
        return post_page(request, state, table_id, part)
    free = part.role == "player" and part.seat in place_claims.free_places(require_table(state, table_id))
    if not free and is_somebody_elses(request, state, part):
        return taken_page(request, state, table_id, part.person, asked=True)
    if part.role != "player":
        return _begin_session(request, state, table_id, part.person, admitted=True, link=link)
    if free:
        own = state.sessions.find(request.cookies.get(COOKIE))  # of this link alone, see _enter_as
        if own is not None:
            return redirect(request, _page(table_id, own.person))
        return _begin_session(
            request, state, table_id, place_claims.newcomer_name(state, table_id, part.seat or 0), link=link
        )
    if place_claims.is_held(state, part.person):  # his page asks for his cookie
        return redirect(request, _page(table_id, part.person))
    return _begin_session(request, state, table_id, part.person, link=link)


def is_somebody_elses(request: Request_, state: State, part: seat_links.SeatLink) -> bool:
    """Return whether somebody has a page as this person and this browser has none: then it is asked first."""
    if not state.staff_access.open or not state.sessions.has_session(part.person):
        return False
    own = state.sessions.find(request.cookies.get(COOKIE))
    return own is None or own.person != part.person


@get("/mesa/{table_id:str}", include_in_schema=False)
async def table_address(request: Request_, state: State, table_id: FromPath[str]) -> Response[Any]:
    """Lead from the address of a table without a place to where its places are listed."""
    return redirect_to_hall(request, state, table_id)


def redirect_to_hall(request: Request_, state: State, table_id: str) -> Response[Any]:
    """Lead to the places of a table in the list of the hall."""
    return redirect(request, f"/#mesa-{require_table(state, table_id).id}")


def _page(table_id: str, person: str) -> str:
    return f"/mesa/{table_id}/como/{person}"


@get("/mesa/{table_id:str}/volver/{person:str}/{word:str}", include_in_schema=False)
async def come_back(
    request: Request_, state: State, table_id: FromPath[str], person: FromPath[str], word: FromPath[str]
) -> Response[Any]:
    """Give a person a new session by his return link; anybody else learns that the place is taken."""
    require_table(state, table_id)
    if not place_claims.is_return_word(state, person, word):
        return no_session_page(request, state, table_id, person)
    return _begin_session(request, state, table_id, person, word)


def no_session_page(request: Request_, state: State, table_id: str, person: str) -> Response[Any]:
    """Answer a browser that asks for a person's page without a session.

    A word that it keeps, of an official or of a player, begins the session; without one it is told that the place is
    taken.
    """
    if place_claims.is_post_word(state, table_id, person, request.cookies.get(place_claims.POST_COOKIE)):
        return _begin_session(request, state, table_id, person, key=state.staff_access.key, admitted=True)
    if place_claims.is_return_word(state, person, word := request.cookies.get(place_claims.RETURN_COOKIE)):
        return _begin_session(request, state, table_id, person, word)
    return taken_page(request, state, table_id, person)


def may_stand(table: Table) -> bool:
    """Return whether people may play on their feet at a table."""
    return screen_of(table.game.key).standing


def taken_page(
    request: Request_, state: State, table_id: str, person: str, *, machine: bool = False, asked: bool = False
) -> Response[Any]:
    """Tell whose place it is that somebody asks for, and where he may come in. ``asked``: he may become that person,
    who has a page elsewhere, if he says so.
    """
    table, lang = require_table(state, table_id), lang_of(request)
    _view, taken = table.view(None), machine or asked or place_claims.is_held(state, person)
    part = next((one for one in seat_links.seat_links(table) if one.person == person and not one.machine), None)
    values = {
        "table": table_id,
        "person": person,
        "name": seat_links.short_name(person, table_id, lang),
        "taken": taken and (asked or part is None or part.role == "player"),
        "machine": machine,
        "anyway": state.staff_access.open and not machine,
        "link": part.link if part is not None else "",
        "free": place_claims.free_places(table),
        "standing": seat_links.STANDING if may_stand(table) else "",
    }
    return html_response(request, render.page("taken.html", lang, **values), 200 if machine else 401)


def require_seat_link(state: State, table_id: str, link: str) -> seat_links.SeatLink:
    """Return what is behind a link. Raises :class:`ProblemError` where there is nothing."""
    part = seat_links.find_seat_link(require_table(state, table_id), link)
    if part is None:
        raise ProblemError(404, "no-such-place", link[:40])
    return part


def post_page(
    request: Request_, state: State, table_id: str, part: seat_links.SeatLink, wrong: str = "", status: int = 200
) -> Response[str]:
    """Ask whether somebody would take a post, and for the key where the doors are closed."""
    values = {"table": table_id, "part": part, "staff_access": state.staff_access, "wrong": wrong}
    return html_response(request, render.page("post.html", lang_of(request), **values), status)


@post("/mesa/{table_id:str}/{link:str}", include_in_schema=False, status_code=303)
async def take_post(request: Request_, state: State, table_id: FromPath[str], link: FromPath[str]) -> Response[Any]:
    """Let somebody in for a post: the hall puts him on duty, the table may still refuse him."""
    part, lang = require_seat_link(state, table_id, link), lang_of(request)
    if part.role == "player":
        raise ProblemError(404, "no-such-place", link[:40])
    fields = await form_of(request)
    try:
        admitted = may_enter_as_staff(request, state, fields.get("key"))
    except ProblemError as error:
        return post_page(request, state, table_id, part, label("ui", "too-many-keys", lang), error.problem.status)
    if not admitted:
        return post_page(request, state, table_id, part, label("ui", "wrong-key", lang), 403)
    person = part.person if state.staff_access.open else pseudonym(fields.get("person", ""))
    if not PERSON.fullmatch(person) or person.startswith(BOT_PREFIX):
        return post_page(request, state, table_id, part, label("ui", "wrong-name", lang), 400)
    table = require_table(state, table_id)
    if table.view(None).staff.get(part.role) != person:
        no = refusal_of(await put_on_duty(table, Role(part.role), PersonId(person)))
        if no is not None:
            return post_page(request, state, table_id, part, refusal(no.code, no.facts, lang), 409)
    return _begin_session(request, state, table_id, person, key=fields.get("key"), admitted=True)


@post("/mesa/{table_id:str}/entrar", include_in_schema=False, status_code=303)
async def enter_anyway(request: Request_, state: State, table_id: FromPath[str]) -> Response[Any]:
    """Give a person a new session, from the page that asked whether he would: of a demo."""
    require_table(state, table_id)
    return _begin_session(
        request, state, table_id, (await form_of(request)).get("person", ""), admitted=state.staff_access.open
    )


def _begin_session(
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
    """Begin a session and lead its browser to the page. ``link`` is the free place by which a newcomer came: the same
    browser finds its own person behind it again.
    """
    staff = opens_staff_session(state.staff_access, require_table(state, table_id), person, key)
    place_claims.require_own_place(state, person, word, admitted=admitted)
    try:
        token = state.sessions.open(table_id, person, staff=staff, address=address_of(request))
    except SessionsFullError:
        raise ProblemError(429, "too-many-sessions", "too many sessions were begun from this address") from None
    except ValueError:
        raise ProblemError(400, "malformed", "person") from None
    here = _page(table_id, person)
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


ROUTES: Final = (hall_page, table_address, enter, come_back, take_post, enter_anyway)
