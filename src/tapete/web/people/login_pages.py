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
from tapete.people.staff import Login, Rejection
from tapete.table.staff import Role
from tapete.web import seat_links
from tapete.web.browser import Asking, Browser
from tapete.web.games import has_screen
from tapete.web.house_desk import POSTS
from tapete.web.people.identity import (
    DESK_POSTS,
    DEVICE_COOKIE,
    LOGIN,
    STAFF_COOKIE,
    device_cookie,
    inner_path,
    require_people,
    staff_cookie,
)
from tapete.web.problems import ProblemError

HOME: Final = "/personal"
FEW_WORDS: Final = 3
"""Recovery words left, from which on somebody is told to ask for new ones."""


@get(LOGIN)
async def login_page(browser: Asking, a: FromQuery[str] = "") -> Response[Any]:
    """Ask for password and second factor."""
    if browser.account is not None:
        return browser.led_to(inner_path(a, HOME))
    return _login_page(browser, onward=inner_path(a, ""))


@post(LOGIN, status_code=303)
async def log_in(browser: Asking) -> Response[Any]:
    """Begin a session with both factors; whatever is wrong is told alike."""
    cookies, fields = browser.request.cookies, await browser.form()
    onward, device = inner_path(fields.get("a", ""), ""), cookies.get(DEVICE_COOKIE, "")[:100]
    given = fields.get("name", "")[:80].strip(), fields.get("password", "")[:400], fields.get("second", "")[:80]
    try:
        done = await log_in_with(browser.state, *given, device=device, address=browser.address)
    except ProblemError as error:
        return _login_page(browser, *error.shown(browser.lang), onward=onward)
    browser.people.staff.sessions.end(cookies.get(STAFF_COOKIE, ""))
    few = "?pocas" if done.words_left < FEW_WORDS and not onward else ""
    return browser.led_to(onward or f"{HOME}{few}", (staff_cookie(done.token), device_cookie(done.device)))


async def log_in_with(state: State, name: str, password: str, second: str, *, device: str = "", address: str) -> Login:
    """Log somebody in with both factors. Raises :class:`ProblemError`, whatever is wrong: 403; 429 where it waits."""
    staff = require_people(state).staff
    is_counted = not staff.is_known(name, device)  # a browser that is known waits for its own failures alone
    if is_counted:
        state.brakes.logins.take(address)
    done: Login | Rejection = await state.logins.run(
        staff.log_in, name, password, second, device=device, address=address
    )
    has_to_wait = isinstance(done, Rejection) and done.code == "login-wait"
    if is_counted:
        state.brakes.logins.settle(address, is_right=has_to_wait or not isinstance(done, Rejection))
    if isinstance(done, Rejection):
        raise ProblemError(429, "login-wait", **done.facts) if has_to_wait else ProblemError(403, "login-failed")
    return done


@post("/personal/salir", status_code=303)
async def log_out(browser: Asking) -> Response[Any]:
    browser.people.staff.sessions.end(browser.request.cookies.get(STAFF_COOKIE, ""))
    return browser.led_to(LOGIN, (staff_cookie(""),))


@get(HOME)
async def home_page(browser: Asking, pocas: FromQuery[str | None] = None) -> Response[Any]:
    """Show somebody of the staff their posts."""
    require_people(browser.state)
    if (account := browser.account) is None:
        return browser.led_to(LOGIN)
    return browser.page(
        "people/home.html",
        account=account,
        posts=posts_of(browser.state, account, browser.lang),
        directs=account.may_take(Role.DIRECTOR),
        keeps_players=any(account.may_take(role) for role in DESK_POSTS),
        desks=desks_of(browser.state, account),
        few=pocas is not None,
    )


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


def _login_page(browser: Browser, wrong: str = "", status: int = 200, *, onward: str = "") -> Response[str]:
    return browser.page("people/login.html", status, onward=onward, wrong=wrong, house=browser.people.name)


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
