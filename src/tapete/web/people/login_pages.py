"""Logging in and out, and the staff's own page: which posts somebody may take, and who has them now."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromQuery

from tapete.catalogue import entry
from tapete.people.accounts import Account
from tapete.people.staff import Rejection
from tapete.table.staff import Role
from tapete.web import render, seat_links
from tapete.web.edge.limits import address_key
from tapete.web.games import has_screen
from tapete.web.house_desk import POSTS
from tapete.web.page_access import form_of
from tapete.web.people.identity import (
    DESK_POSTS,
    DEVICE_COOKIE,
    LOGIN,
    STAFF_COOKIE,
    account_of,
    device_cookie,
    inner_path,
    require_people,
    staff_cookie,
)
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, html_response, lang_of, redirect
from tapete.web.sessions import address_of
from tapete.words import fill, label

HOME: Final = "/personal"
FEW_WORDS: Final = 3
"""Recovery words left, from which on somebody is told to ask for new ones."""


@get(LOGIN, include_in_schema=False)
async def login_page(request: Request_, state: State, a: FromQuery[str] = "") -> Response[Any]:
    """Ask for password and second factor."""
    require_people(state)
    if account_of(request, state) is not None:
        return redirect(request, inner_path(a, HOME))
    return _login_page(request, state, inner_path(a, ""))


@post(LOGIN, include_in_schema=False, status_code=303)
async def log_in(request: Request_, state: State) -> Response[Any]:
    """Begin a session with both factors; whatever is wrong is told alike."""
    staff, fields, lang = require_people(state).staff, await form_of(request), lang_of(request)
    onward, address = inner_path(fields.get("a", ""), ""), address_key(address_of(request))
    given = fields.get("name", "")[:80].strip(), fields.get("password", "")[:400], fields.get("second", "")[:80]
    device = request.cookies.get(DEVICE_COOKIE, "")[:100]
    is_known = staff.is_known(given[0], device)
    try:
        if not is_known:  # a browser that is known waits for its own failures alone
            state.brakes.logins.take(address)
    except ProblemError as error:
        return _login_page(request, state, onward, error.told(lang).detail, error.problem.status)
    done = await state.logins.run(staff.log_in, *given, device=device, address=address)
    if not is_known:
        state.brakes.logins.settle(address, is_right=not isinstance(done, Rejection) or done.code == "login-wait")
    if isinstance(done, Rejection):
        if done.code == "login-wait":
            return _login_page(request, state, onward, fill(label("ui", "login-wait", lang), done.facts, lang), 429)
        return _login_page(request, state, onward, label("ui", "login-failed", lang), 403)
    staff.sessions.end(request.cookies.get(STAFF_COOKIE, ""))
    few = "?pocas" if done.words_left < FEW_WORDS and not onward else ""
    return redirect(request, onward or f"{HOME}{few}", (staff_cookie(done.token), device_cookie(done.device)))


@post("/personal/salir", include_in_schema=False, status_code=303)
async def log_out(request: Request_, state: State) -> Response[Any]:
    require_people(state).staff.sessions.end(request.cookies.get(STAFF_COOKIE, ""))
    return redirect(request, LOGIN, (staff_cookie(""),))


@get(HOME, include_in_schema=False)
async def home_page(request: Request_, state: State, pocas: FromQuery[str | None] = None) -> Response[Any]:
    """Show somebody of the staff their posts."""
    require_people(state)
    account = account_of(request, state)
    if account is None:
        return redirect(request, LOGIN)
    values = {
        "account": account,
        "posts": posts_of(state, account, lang_of(request)),
        "directs": account.may_take(Role.DIRECTOR),
        "keeps_players": any(account.may_take(role) for role in DESK_POSTS),
        "desks": desks_of(state, account),
        "few": pocas is not None,
    }
    return html_response(request, render.page("people/home.html", lang_of(request), **values))


def posts_of(state: State, account: Account, lang: str) -> list[dict[str, Any]]:
    """Return the posts that an account may take, by table, with who has each now."""
    found = []
    for table in state.hall.tables.values():
        if not has_screen(table.game.key):
            continue
        view = table.view(None)
        for role, post_ in entry(table.game.key).all_posts.items():
            if role in view.staff and account.may_take(Role(role), table.id):
                holder = view.staff.get(role)
                own = holder == account.person
                name = "" if holder is None or own else seat_links.short_name(str(holder), table.id, lang)
                found.append({"table": table.id, "link": post_.link, "role": str(role), "own": own, "holder": name})
    return found


def desks_of(state: State, account: Account) -> list[tuple[str, str]]:
    if state.hall.house is None:
        return []
    return [(name, str(role)) for name, role in POSTS.items() if account.may_take(role)]


def _login_page(request: Request_, state: State, onward: str, wrong: str = "", status: int = 200) -> Response[str]:
    values = {"onward": onward, "wrong": wrong, "house": require_people(state).name}
    return html_response(request, render.page("people/login.html", lang_of(request), **values), status)


ROUTES: Final = (login_page, log_in, log_out, home_page)


# --- login threads ----------------------------------------------------------------------------------------------------


T = TypeVar("T")

AT_ONCE: Final = 2
WAITING: Final = 40
"""Who may wait for their turn; others are told to come back."""


class LoginThreads:
    """Threads for whatever digests a password or writes an account."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="tapete-login")
        self._waiting = 0

    async def run(self, what: Callable[..., T], *given: Any, **more: Any) -> T:
        """Return what came of a call. Raises :class:`ProblemError` (503) where too many wait."""
        if self._waiting >= WAITING:
            raise ProblemError(503, "too-many-logins")
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, lambda: what(*given, **more))
        finally:
            self._waiting -= 1
