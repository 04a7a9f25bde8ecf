"""The way in: the list of the hall, links to places, and posts that somebody takes with the key."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, get, post
from litestar.datastructures import Cookie, State
from litestar.params import FromPath
from litestar.response import Redirect

from tapete.kernel import PersonId
from tapete.live.posts import put_on_duty
from tapete.table.staff import Role
from tapete.web import cast, render
from tapete.web.access import form_of, table_of
from tapete.web.doing import refused
from tapete.web.doors import MACHINE, as_staff
from tapete.web.drawing import SCREENS
from tapete.web.problems import ProblemError
from tapete.web.sessions import COOKIE, PERSON, SessionsFullError, address_of
from tapete.web.telling import Request_, html, lang_of
from tapete.words import label, money, refusal


@get("/", include_in_schema=False)
async def hall_page(request: Request_, state: State) -> Response[str]:
    """List the tables with a link to each place."""
    lang = lang_of(request)
    tables = [_listed(table, lang) for table in state.hall.tables.values() if table.game.key in SCREENS]
    return html(request, render.page("hall.html", lang, tables=tables))


def _listed(table: Any, lang: str) -> dict[str, Any]:
    view = table.view(None)
    parts = cast.parts(view)
    sitting = {seat.seat: seat.person for seat in view.seats}
    least, shoe = f"{label('ui', 'minimum', lang)} {money(view.minimum, lang)}", label("shoe", view.shoe_kind, lang)
    return {
        "id": table.id,
        "title": label("game", str(getattr(view, "variant", table.game.key)), lang),
        "window": label("window", view.window, lang),
        "facts": [least, *SCREENS[table.game.key].facts(view, lang), shoe],
        "staff": [one for one in parts if one.seat is None],
        "players": [(one, sitting.get(one.seat)) for one in parts if one.seat is not None],
    }


@get("/mesa/{table_id:str}/{link:str}", include_in_schema=False)
async def enter(request: Request_, state: State, table_id: FromPath[str], link: FromPath[str]) -> Response[Any]:
    """Give a person his session and lead him to his page; to a post that must be taken first, the page where that is
    done.
    """
    part = part_of(state, table_id, link)
    if part.role != "player" and not (state.doors.open and part.holds):
        return post_page(request, state, table_id, part)
    return _enter_as(state, address_of(request), table_id, part.person)


def part_of(state: State, table_id: str, link: str) -> cast.Part:
    """Return what is behind a link. Raises :class:`ProblemError` where there is nothing."""
    part = cast.part(table_of(state, table_id).view(None), link)
    if part is None:
        raise ProblemError(404, "no-such-place", link[:40])
    return part


def post_page(
    request: Request_, state: State, table_id: str, part: cast.Part, wrong: str = "", status: int = 200
) -> Response[str]:
    """Ask whether somebody would take a post, and for the key where the doors are closed."""
    values = {"table": table_id, "part": part, "doors": state.doors, "wrong": wrong}
    return html(request, render.page("post.html", lang_of(request), **values), status)


@post("/mesa/{table_id:str}/{link:str}", include_in_schema=False, status_code=303)
async def take_post(request: Request_, state: State, table_id: FromPath[str], link: FromPath[str]) -> Response[Any]:
    """Let somebody in for a post: the hall puts him on duty, the table may still refuse him."""
    part, lang = part_of(state, table_id, link), lang_of(request)
    if part.role == "player":
        raise ProblemError(404, "no-such-place", link[:40])
    fields = await form_of(request)
    if not state.doors.admit(fields.get("key")):
        return post_page(request, state, table_id, part, label("ui", "wrong-key", lang), 403)
    person = part.person if state.doors.open else fields.get("person", "")
    if not PERSON.fullmatch(person) or person.startswith(MACHINE):
        return post_page(request, state, table_id, part, label("ui", "wrong-name", lang), 400)
    table = table_of(state, table_id)
    if table.view(None).staff.get(part.role) != person:
        no = refused(await put_on_duty(table, Role(part.role), PersonId(person)))
        if no is not None:
            return post_page(request, state, table_id, part, refusal(no.code, no.facts, lang), 409)
    return _enter_as(state, address_of(request), table_id, person, fields.get("key"))


@post("/mesa/{table_id:str}/entrar", include_in_schema=False, status_code=303)
async def enter_again(request: Request_, state: State, table_id: FromPath[str]) -> Response[Any]:
    """Give a person a new session, from the page that said that the old one is over."""
    table_of(state, table_id)
    return _enter_as(state, address_of(request), table_id, (await form_of(request)).get("person", ""))


def _enter_as(state: State, address: str, table_id: str, person: str, key: str | None = None) -> Response[Any]:
    staff = as_staff(state.doors, table_of(state, table_id), person, key)
    try:
        token = state.sessions.open(table_id, person, staff=staff, address=address)
    except SessionsFullError:
        raise ProblemError(429, "too-many-sessions", "too many sessions were begun from this address") from None
    except ValueError:
        raise ProblemError(400, "malformed", "person") from None
    here = f"/mesa/{table_id}/como/{person}"
    cookie = Cookie(key=COOKIE, value=token, path=here, samesite="lax", httponly=True)
    return Redirect(here, status_code=303, cookies=[cookie])


HANDLERS: Final = (hall_page, enter, take_post, enter_again)
