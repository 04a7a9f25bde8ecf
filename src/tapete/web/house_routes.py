"""The pages of the house: what everybody may know, the way to its posts, and the desks of cashier, door and director.

In a hall without a house there is none of them. A post is taken with the staff key, as at a table; its page belongs to
whoever is on duty there, and to nobody any more once they are not.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Response, Router, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath

from tapete.house.acts import GoOnDuty
from tapete.house.terms import KEY
from tapete.kernel import Act, PersonId, Refused, RefusedError
from tapete.live.timers import put_on_house_duty
from tapete.table.staff import Role
from tapete.web import render
from tapete.web.browser import AskingBrowser, Browser
from tapete.web.house_desk import (
    POSTS,
    day_steps,
    desk_of,
    field_left_empty,
    is_holder,
    opening_act,
    person_rows,
    posted_act,
    read_limit,
    table_forms,
)
from tapete.web.minutes_pages import page_of
from tapete.web.page_access import answer_page, require_own_form
from tapete.web.people.identity import LOGIN, may_be_sent, with_pseudonym
from tapete.web.ports import LiveHouse
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, cookie, lang_of
from tapete.web.seat_links import table_naming
from tapete.web.sessions import COOKIE, Session
from tapete.web.staff_access import log_staff_entry, require_login_kept
from tapete.web.submit import command_of
from tapete.words import label, long_day, refusal, sentence


def require_house(state: State) -> LiveHouse:
    house: LiveHouse | None = state.hall.house
    if house is None:
        raise ProblemError(404, "no-such-place", case="no-house")
    return house


class Post(Browser):
    """A post of the house, as its page is asked for. Raises :class:`ProblemError` where there is none."""

    def __init__(self, request: Request_, state: State, name: str) -> None:
        super().__init__(request, state)
        self.house: Final = require_house(state)
        if name not in POSTS:
            raise ProblemError(404, "no-such-place")
        self.post_name = name
        self.role: Final = POSTS[name]
        self.here: str = f"/casa/{name}"

    def session_of_post(self) -> Session | None:
        """Return the session of this browser, if the key let somebody in by it."""
        found = self.session
        return found if found is not None and found.table == KEY and found.is_staff else None

    def holder(self, *, touch: bool = True) -> PersonId | None:
        """Return whose page this browser may open: somebody whom the key let in, and who is on duty here.

        A page that only draws itself again does not ``touch`` their login.
        """
        session = self.session_of_post()
        if session is None or not is_holder(self.house.view(session.person), self.role):
            return None
        try:
            if session.login:
                require_login_kept(self.state, session, [self.role], touch=touch)
        except ProblemError:
            return None
        return session.person

    def require_holder(self) -> PersonId:
        """As :meth:`holder`. Raises :class:`ProblemError` for anybody else."""
        who = self.holder()
        if who is None:
            raise ProblemError(401, "no-session", said=label("ui", "no-session", self.lang))
        return who

    def way_in(self, wrong: str = "", status: int = 200) -> Response[str]:
        """Return the page that asks who comes in; ``wrong``: why somebody did not."""
        values = {"post": self.post_name, "role": self.role, "wrong": wrong, "name": self.house.view(None).name}
        values["asks_name"] = not self.is_in_house
        values["asks_key"] = not self.is_in_house and not self.state.staff_access.is_open
        return self.page("house_door.html", status, **values)

    def desk(self, who: PersonId, wrong: str = "", status: int = 200) -> Response[str]:
        """Return the page of the holder; ``wrong``: why something was not done."""
        return self.page("house_desk.html", status, wrong=wrong, **self.values(who))

    def no_act(self, who: PersonId, no: Refused) -> Response[str]:
        return self.desk(who, refusal(no.code, no.facts, self.lang, table_naming(KEY)), 409)

    def values(self, who: PersonId) -> dict[str, Any]:
        view = self.house.view(who)
        desk = desk_of(self.house.legal(who), self.lang)
        return {
            "v": view,
            "desk": desk,
            "people": person_rows(view, desk, self.lang),
            "steps": day_steps(view, self.lang),
            "differences": {one.serial: one for one in view.differences},
            "here": self.here,
            "role": self.role,
            "who": who,
            "games": table_forms(self.lang) if self.role is Role.DIRECTOR and view.phase == "open" else (),
        }


async def post_of(request: Request_, state: State, post_name: FromPath[str]) -> Post:
    return Post(request, state, post_name)


AtPost = NamedDependency[Post]


@get("/casa")
async def house_page(browser: AskingBrowser) -> Response[str]:
    """Show what everybody may know of the house, and the way to its posts."""
    return browser.page("house.html", v=require_house(browser.state).view(None), posts=tuple(POSTS.items()))


@get()
async def desk_page(at: AtPost) -> Response[Any]:
    """Show a post its page; anybody else the way in."""
    who = at.holder()
    return at.way_in() if who is None else at.desk(who)


@post(status_code=303)
async def take_house_post(at: AtPost) -> Response[Any]:
    """Let somebody in for a post: the hall puts them on duty, the house may still refuse them."""
    try:
        by = await at.official(KEY, at.role)
    except ProblemError as error:
        if error.problem.code == "no-login":
            return at.led_to(f"{LOGIN}?a={at.here}")
        return at.way_in(*error.shown(at.lang))
    if not is_holder(at.house.view(by.person), at.role):
        no = (await put_on_house_duty(at.house, at.role, by.person)).refusal
        if no is not None:
            return at.way_in(refusal(no.code, no.facts, at.lang, table_naming(KEY)), 409)
    token = at.state.sessions.open(KEY, by.person, staff=True, address=at.address, login=by.login)
    if not at.is_in_house:
        log_staff_entry(at.request, at.state, KEY, by.person, at.role)
    return at.led_to(at.here, [cookie(COOKIE, token, at.here)])


@post("/hacer", status_code=303)
async def do_at_desk(at: AtPost) -> Response[Any]:
    who, told, lang = at.require_holder(), await at.form(), at.lang
    try:
        require_own_form(told, who)
        if empty := field_left_empty(desk_of(at.house.legal(who), lang), told):
            return at.desk(who, sentence("ui", "field-empty", lang, field=empty), 400)
        made = posted_act(at.state.people, at.house, with_pseudonym(at.state.people, told, lang), lang)
    except ProblemError as error:
        return at.desk(who, error.told(lang).detail, 400)
    if isinstance(made, GoOnDuty) and not may_be_sent(at.state.people, made.person, made.role):
        return at.desk(who, label("ui", "holder-not-granted", lang), 403)
    command = command_of(who, made, None, told.get("command", ""))
    no = (await at.house.act(Act(who, made, at.house.step), command)).refusal
    return at.led_to(at.here) if no is None else at.no_act(who, no)


@post("/mesa", status_code=303)
async def open_table(at: AtPost) -> Response[Any]:
    """Open a table, from the director's page."""
    who, lang = at.require_holder(), at.lang
    if at.role is not Role.DIRECTOR:
        raise ProblemError(403, "not-your-post", case="director")
    fields = await at.form()
    try:
        require_own_form(fields, who)
        limits = [read_limit(fields, name, lang) for name in ("minimum", "maximum")]
        key, what = opening_act(fields.get("game", ""), fields.get("name", ""), *limits)
        await at.state.hall.open_table(key, what)
    except RefusedError as error:
        return at.no_act(who, error.refused)
    except ProblemError as error:
        return at.desk(who, error.told(lang).detail, 400)
    return at.led_to(at.here)


# --- streams ---------------------------------------------------------------------------------------------------------


# The pages of the house follow it as those of tables do. A desk's stream ends with its holder's duty and with their
# login; following it keeps nobody logged in.


@get("/casa/flujo")
async def house_stream(request: Request_, state: State) -> Response[Any]:
    house, lang = require_house(state), lang_of(request)

    async def draw() -> str | None:
        return _part("house_live.html", lang, {"v": house.view(None)})

    return await answer_page(request, state, house, draw)


@get("/flujo")
async def desk_stream(at: AtPost) -> Response[Any]:
    at.require_holder()

    async def draw() -> str | None:
        who = at.holder(touch=False)
        return None if who is None else _part("house_desk_live.html", at.lang, at.values(who))

    return await answer_page(at.request, at.state, at.house, draw, at.session_of_post())


def _part(template: str, lang: str, values: dict[str, Any]) -> str:
    return msgspec.json.encode({"html": render.page(template, lang, **values)}).decode()


# --- minutes ---------------------------------------------------------------------------------------------------------


DAYS: Final = 10
"""Days on a page."""


@get("/casa/direccion/actas")
async def house_minutes_page(request: Request_, state: State) -> Response[str]:
    """Show the director the minutes of every day, those of the last one first."""
    at = Post(request, state, "direccion")
    at.require_holder()
    days, number, pages = page_of(request, at.house.minutes_book.newest_first(), DAYS)
    values = {"v": at.house.view(None), "days": days, "here": at.here, "number": number, "pages": pages}
    values["told"] = {one.day: long_day(one.day, at.lang) for one in days}
    return at.page("house_minutes.html", **values)


DESKS: Final = (desk_page, take_house_post, do_at_desk, open_table, desk_stream)
ROUTES: Final = (
    *(house_page, house_stream, house_minutes_page),
    Router("/casa/{post_name:str}", route_handlers=DESKS, dependencies={"at": Provide(post_of)}),
)
