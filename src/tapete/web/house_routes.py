"""The pages of the house: what everybody may know, the way to its posts, and the desks of cashier, door and director.

In a hall without a house there is none of them. A post is taken with the staff key, as at a table; its page belongs to
whoever is on duty there, and to nobody any more once they are not.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie, State
from litestar.params import FromPath

from tapete.house.acts import GoOnDuty
from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import KEY
from tapete.kernel import Act, PersonId, RefusedError
from tapete.live import LiveError
from tapete.live.timers import put_on_house_duty
from tapete.table.staff import Role
from tapete.web import place_claims, render
from tapete.web.forms import pseudonym
from tapete.web.house_desk import (
    POSTS,
    day_steps,
    desk_of,
    field_left_empty,
    is_holder,
    opening_act,
    person_rows,
    read_desk_act,
    read_limit,
    table_forms,
)
from tapete.web.minutes_pages import page_number
from tapete.web.page_access import answer_page, form_of, require_own_form
from tapete.web.parsers import read_act
from tapete.web.people.identity import LOGIN, account_of, login_of, may_be_sent, require_people
from tapete.web.people.spoken_names import with_pseudonym
from tapete.web.ports import LiveHouse
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, html_response, lang_of, redirect
from tapete.web.seat_links import table_naming
from tapete.web.sessions import COOKIE, PERSON, SessionsFullError, address_of
from tapete.web.staff_access import BOT_PREFIX, log_refused_staff_entry, log_staff_entry, may_enter_as_staff
from tapete.web.submit import command_of, refusal_of
from tapete.words import fill, label, long_day, refusal


def require_house(state: State) -> LiveHouse:
    """Return the house of the hall. Raises :class:`ProblemError` in a hall without one."""
    house: LiveHouse | None = state.hall.house
    if house is None:
        raise ProblemError(404, "no-such-place", case="no-house")
    return house


def require_post_of_house(post_name: str) -> Role:
    """Return the post behind an address. Raises :class:`ProblemError` where there is none."""
    if post_name not in POSTS:
        raise ProblemError(404, "no-such-place")
    return POSTS[post_name]


def holder_of(request: Request_, state: State, post_name: str, *, touch: bool = True) -> PersonId | None:
    """Return whose page of a post this browser may open: somebody whom the key let in, and who is on duty there.

    A page that only draws itself again does not ``touch`` their login.
    """
    session = state.sessions.find(request.cookies.get(COOKIE))
    role = require_post_of_house(post_name)
    if session is None or session.table != KEY or not session.is_staff:
        return None
    who: PersonId = session.person
    if session.login and not _may_hold(state, session.login, who, role, touch=touch):
        return None
    return who if is_holder(require_house(state).view(who), role) else None


def _may_hold(state: State, login: str, who: PersonId, role: Role, *, touch: bool) -> bool:
    account = require_people(state).staff.bearer_by_digest(login, touch=touch)
    return account is not None and account.person == who and account.may_take(role)


def require_holder(request: Request_, state: State, post_name: str) -> PersonId:
    """As :func:`holder_of`. Raises :class:`ProblemError` for anybody else."""
    who = holder_of(request, state, post_name)
    if who is None:
        raise ProblemError(401, "no-session", said=label("ui", "no-session", lang_of(request)))
    return who


@get("/casa")
async def house_page(request: Request_, state: State) -> Response[str]:
    """Show what everybody may know of the house, and the way to its posts."""
    return html_response(request, render.page("house.html", lang_of(request), **house_values(state)))


@get("/casa/{post_name:str}")
async def desk_page(request: Request_, state: State, post_name: FromPath[str]) -> Response[Any]:
    """Show a post its page; anybody else the way in."""
    require_house(state)
    role, who = require_post_of_house(post_name), holder_of(request, state, post_name)
    return _door_page(request, state, post_name, role) if who is None else _desk(request, state, post_name, who)


@post("/casa/{post_name:str}", status_code=303)
async def take_house_post(request: Request_, state: State, post_name: FromPath[str]) -> Response[Any]:
    """Let somebody in for a post: the hall puts them on duty, the house may still refuse them."""
    role, lang = require_post_of_house(post_name), lang_of(request)
    require_house(state)
    if state.people is not None:
        account = account_of(request, state)
        if account is None:
            return redirect(request, f"{LOGIN}?a=/casa/{post_name}")
        if not account.may_take(role):
            return _door_page(request, state, post_name, role, label("ui", "post-not-granted", lang), 403)
        return await _begin(request, state, post_name, account.person, login_of(request))
    fields = await form_of(request)
    person = pseudonym(fields.get("person", ""))
    try:
        admitted = may_enter_as_staff(request, state, fields.get("key"))
    except ProblemError as error:
        return _door_page(request, state, post_name, role, error.told(lang).detail, error.problem.status)
    if not admitted:
        return _door_page(request, state, post_name, role, label("ui", "wrong-key", lang), 403)
    if not PERSON.fullmatch(person) or person.startswith(BOT_PREFIX):
        return _door_page(request, state, post_name, role, label("ui", "wrong-name", lang), 400)
    if place_claims.is_players_name(state, person):
        log_refused_staff_entry(request, KEY, person, str(role))
        return _door_page(request, state, post_name, role, label("ui", "name-of-player", lang), 409)
    answer = await _begin(request, state, post_name, person)
    if answer.status_code == 303:
        log_staff_entry(request, state, KEY, person, str(role))
    return answer


async def _begin(request: Request_, state: State, post_name: str, person: str, login: str = "") -> Response[Any]:
    """Put somebody on duty and begin their session; ``login`` is the staff's session that it lives with."""
    house, role, lang = require_house(state), require_post_of_house(post_name), lang_of(request)
    if not is_holder(house.view(PersonId(person)), role):
        no = refusal_of(await put_on_house_duty(house, role, PersonId(person)))
        if no is not None:
            return _door_page(request, state, post_name, role, refusal(no.code, no.facts, lang, table_naming(KEY)), 409)
    try:
        token = state.sessions.open(KEY, person, staff=True, address=address_of(request), login=login)
    except SessionsFullError:
        raise ProblemError(429, "too-many-sessions") from None
    here = f"/casa/{post_name}"
    return redirect(request, here, [Cookie(key=COOKIE, value=token, path=here, samesite="lax", httponly=True)])


@post("/casa/{post_name:str}/hacer", status_code=303)
async def do_at_desk(request: Request_, state: State, post_name: FromPath[str]) -> Response[Any]:
    """Do an act of a post from its form."""
    house, lang = require_house(state), lang_of(request)
    who, told = require_holder(request, state, post_name), await form_of(request)
    try:
        require_own_form(told, who)
        if empty := field_left_empty(desk_of(house.legal(who), lang), told):
            return _desk(request, state, post_name, who, say_empty(empty, lang), 400)
        fields = with_pseudonym(state.people, told, lang)
        made = read_act(ESTABLISHMENT, read_desk_act(fields, lang), lax=True)
    except ProblemError as error:
        return _desk(request, state, post_name, who, error.told(lang).detail, 400)
    if isinstance(made, GoOnDuty) and not may_be_sent(state.people, made.person, made.role):
        return _desk(request, state, post_name, who, label("ui", "holder-not-granted", lang), 403)
    command = command_of(who, made, None, fields.get("command", ""))
    try:
        no = refusal_of(await house.act(Act(who, made, house.step), command))
    except LiveError as error:
        raise ProblemError(503, "not-answered", case="house") from error
    if no is not None:
        return _desk(request, state, post_name, who, refusal(no.code, no.facts, lang, table_naming(KEY)), 409)
    return redirect(request, f"/casa/{post_name}")


@post("/casa/{post_name:str}/mesa", status_code=303)
async def open_table(request: Request_, state: State, post_name: FromPath[str]) -> Response[Any]:
    """Open a table, from the director's page."""
    require_house(state)
    who, lang = require_holder(request, state, post_name), lang_of(request)
    if POSTS[post_name] is not Role.DIRECTOR:
        raise ProblemError(403, "not-your-post", case="director")
    fields = await form_of(request)
    try:
        require_own_form(fields, who)
        limits = [read_limit(fields, name, lang) for name in ("minimum", "maximum")]
        key, what = opening_act(fields.get("game", ""), fields.get("name", ""), *limits)
        await state.hall.open_table(key, what)
    except RefusedError as error:
        no = error.refused
        return _desk(request, state, post_name, who, refusal(no.code, no.facts, lang), 409)
    except ProblemError as error:
        return _desk(request, state, post_name, who, error.told(lang).detail, 400)
    return redirect(request, f"/casa/{post_name}")


def say_empty(field: str, lang: str) -> str:
    return fill(label("ui", "field-empty", lang), {"field": field}, lang)


def _door_page(
    request: Request_, state: State, post_name: str, role: Role, wrong: str = "", status: int = 200
) -> Response[str]:
    text = render.page(
        "house_door.html",
        lang_of(request),
        post=post_name,
        role=role,
        wrong=wrong,
        asks_name=state.people is None,
        asks_key=state.people is None and not state.staff_access.is_open,
        name=require_house(state).view(None).name,
    )
    return html_response(request, text, status)


def _desk(
    request: Request_, state: State, post_name: str, who: PersonId, wrong: str = "", status: int = 200
) -> Response[str]:
    lang = lang_of(request)
    text = render.page("house_desk.html", lang, wrong=wrong, **desk_values(state, post_name, who, lang))
    return html_response(request, text, status)


def house_values(state: State) -> dict[str, Any]:
    """Return what the public page of the house is drawn from."""
    return {"v": require_house(state).view(None), "posts": tuple(POSTS.items())}


def desk_values(state: State, post_name: str, who: PersonId, lang: str) -> dict[str, Any]:
    """Return what the page of a post is drawn from for its holder."""
    house = require_house(state)
    view = house.view(who)
    desk = desk_of(house.legal(who), lang)
    return {
        "v": view,
        "desk": desk,
        "people": person_rows(view, desk, lang),
        "steps": day_steps(view, lang),
        "differences": {one.serial: one for one in view.differences},
        "here": f"/casa/{post_name}",
        "role": POSTS[post_name],
        "who": who,
        "games": table_forms(lang) if POSTS[post_name] is Role.DIRECTOR and view.phase == "open" else (),
    }


# --- streams ---------------------------------------------------------------------------------------------------------


# The pages of the house follow it as those of tables do. A desk's stream ends with its holder's duty and with their
# login; following it keeps nobody logged in.


@get("/casa/flujo")
async def house_stream(request: Request_, state: State) -> Response[Any]:
    """Stream what everybody may know of the house."""
    house, lang = require_house(state), lang_of(request)

    async def draw() -> str | None:
        return _part("house_live.html", lang, house_values(state))

    return await answer_page(request, state, house, draw)


@get("/casa/{post_name:str}/flujo")
async def desk_stream(request: Request_, state: State, post_name: FromPath[str]) -> Response[Any]:
    """Stream the page of a post to its holder."""
    house, lang = require_house(state), lang_of(request)
    require_holder(request, state, post_name)
    session = state.sessions.find(request.cookies.get(COOKIE))
    assert session is not None  # its holder has just been found by it

    async def draw() -> str | None:
        who = holder_of(request, state, post_name, touch=False)
        if who is None:
            return None
        return _part("house_desk_live.html", lang, desk_values(state, post_name, who, lang))

    return await answer_page(request, state, house, draw, session)


def _part(template: str, lang: str, values: dict[str, Any]) -> str:
    return msgspec.json.encode({"html": render.page(template, lang, **values)}).decode()


# --- minutes ---------------------------------------------------------------------------------------------------------


DIRECTION: Final = "direccion"
PAGE: Final = 10
"""Days on a page."""


@get(f"/casa/{DIRECTION}/actas")
async def house_minutes_page(request: Request_, state: State) -> Response[str]:
    """Show the director the minutes of every day, those of the last one first."""
    house = require_house(state)
    require_holder(request, state, DIRECTION)
    days, lang = house.minutes_book.newest_first(), lang_of(request)
    pages = max(1, -(-len(days) // PAGE))
    number = min(pages, page_number(request.query_params.get("pagina", "")))
    values = {"v": house.view(None), "days": days[(number - 1) * PAGE : number * PAGE], "here": f"/casa/{DIRECTION}"}
    told = {one.day: long_day(one.day, lang) for one in days}
    text = render.page("house_minutes.html", lang, number=number, pages=pages, told=told, **values)
    return html_response(request, text)


ROUTES: Final = (
    house_page,
    desk_page,
    take_house_post,
    do_at_desk,
    open_table,
    house_stream,
    desk_stream,
    house_minutes_page,
)
