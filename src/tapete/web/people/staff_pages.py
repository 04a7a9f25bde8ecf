"""The staff of a house: logging in and out, their own page, enrolment, and what the director does with accounts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from tapete.catalogue import entry
from tapete.people.accounts import EVERYWHERE, Account, Grant
from tapete.people.credentials import LEAST, enrolment_uri
from tapete.people.staff import Login, Rejection, Staff
from tapete.table.staff import Role
from tapete.table.state import TableView
from tapete.web import seat_links
from tapete.web.browser import AskingBrowser, Browser
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
from tapete.web.render import qr_svg
from tapete.web.responses import root_for_others
from tapete.words import fill, label

# --- logging in -------------------------------------------------------------------------------------------------------


HOME: Final = "/personal"
FEW_WORDS: Final = 3
"""Recovery words left, from which on somebody is told to ask for new ones."""


@get(LOGIN)
async def login_page(browser: AskingBrowser, a: FromQuery[str] = "") -> Response[Any]:
    """Ask for password and second factor."""
    if browser.account is not None:
        return browser.led_to(inner_path(a, HOME))
    return _login_page(browser, onward=inner_path(a, ""))


@post(LOGIN, status_code=303)
async def log_in(browser: AskingBrowser) -> Response[Any]:
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
        state.brakes.logins.require_room(address)  # a whole shift may come at once: what fails counts, few are at work
    done: Login | Rejection = await state.logins.run(
        staff.log_in, name, password, second, device=device, address=address
    )
    has_to_wait = isinstance(done, Rejection) and done.code == "login-wait"
    if isinstance(done, Rejection):
        if is_counted and not has_to_wait:
            state.brakes.logins.count_wrong(address)
        raise ProblemError(429, "login-wait", **done.facts) if has_to_wait else ProblemError(403, "login-failed")
    return done


@post("/personal/salir", status_code=303)
async def log_out(browser: AskingBrowser) -> Response[Any]:
    browser.people.staff.sessions.end(browser.request.cookies.get(STAFF_COOKIE, ""))
    return browser.led_to(LOGIN, (staff_cookie(""),))


@get(HOME)
async def home_page(browser: AskingBrowser, pocas: FromQuery[str | None] = None) -> Response[Any]:
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


# --- enrolment --------------------------------------------------------------------------------------------------------


ENROL: Final = "/personal/alta"


@get(ENROL)
async def invitation_page(browser: AskingBrowser) -> Response[Any]:
    """Ask for the word of an invitation; a link carries it behind its ``#``, which no server ever sees."""
    return _ask_word(browser)


@post(ENROL, status_code=200)
async def enrol(browser: AskingBrowser) -> Response[Any]:
    """Show the second factor of an invitation, or take password and first code; the recovery words are shown once."""
    staff, fields, run, brake = (
        browser.people.staff,
        await browser.form(),
        browser.state.logins.run,
        browser.state.brakes.keys,
    )
    word, is_asked = fields.get("word", ""), "password" not in fields
    try:
        brake.take(browser.address)
    except ProblemError as error:
        return _ask_word(browser, *error.shown(browser.lang))
    account = await run(staff.enrol if is_asked else staff.invited, word)
    brake.settle(browser.address, is_right=account is not None)
    if account is None:
        return _ask_word(browser, label("ui", "invitation-gone", browser.lang), 403)
    if is_asked:
        return _choose(browser, account, word, is_shown=True)
    if fields["password"] != fields.get("again", ""):
        return _choose(browser, account, word, label("ui", "password-differs", browser.lang))
    brake.take(browser.address)
    done = await run(staff.accept, word, fields["password"], fields.get("code", "")[:20], browser.address)
    brake.settle(browser.address, is_right=not isinstance(done, Rejection) or done.code != "code-wrong")
    if isinstance(done, Rejection):
        said = fill(label("ui", done.code, browser.lang), done.facts, browser.lang)
        is_gone = done.code == "invitation-gone"
        return _ask_word(browser, said, 403) if is_gone else _choose(browser, account, word, said)
    staff.sessions.end(browser.request.cookies.get(STAFF_COOKIE, ""))
    told = browser.page("people/enrolled.html", name=account.name, recovery=done.words)
    for kept in (staff_cookie(done.login.token), device_cookie(done.login.device)):
        told.set_cookie(kept)
    return told


def _ask_word(browser: Browser, wrong: str = "", status: int = 200) -> Response[str]:
    return browser.page("people/invitation.html", status, wrong=wrong, house=browser.people.name)


def _choose(browser: Browser, account: Account, word: str, wrong: str = "", *, is_shown: bool = False) -> Response[str]:
    """Ask for password and code; the secret ``is_shown`` where it has just been made, and never again."""
    values: dict[str, Any] = {"name": account.name, "word": word, "is_shown": is_shown, "least": LEAST, "wrong": wrong}
    if is_shown:
        uri = enrolment_uri(account.secret, account.name, browser.people.name)
        values["secret"] = " ".join(account.secret[at : at + 4] for at in range(0, len(account.secret), 4))
        values["qr"] = qr_svg(uri, label("ui", "second-factor", browser.lang))
    return browser.page("people/enrol.html", 409 if wrong else 200, **values)


# --- accounts ---------------------------------------------------------------------------------------------------------


ACCOUNTS: Final = "/personal/cuentas"
SHOWN_NOTICES: Final = 30
NEWCOMERS: Final = "altas"
"""The last word of the address under which a director says where players register."""
PAGE: Final = "avisos"
"""How a request names the page of notices that it asks for; the first one is nought."""


@get(ACCOUNTS)
async def accounts_page(browser: AskingBrowser) -> Response[Any]:
    """Show a director every account, who has logged in, and the posts that people hold now."""
    return _accounts_page(browser, browser.require_account(Role.DIRECTOR))


@post(f"{ACCOUNTS}/{{what:str}}", status_code=200)
async def change_account(browser: AskingBrowser, what: FromPath[str]) -> Response[Any]:
    """Do what a director says with an account; an invitation is shown this once."""
    people, director = browser.people, browser.require_account(Role.DIRECTOR)
    staff, fields, run = people.staff, await browser.form(), browser.state.logins.run
    name = fields.get("name", "").strip()
    if what in ("reiniciar", "quitar") and name == director.name:
        return _accounts_page(browser, director, label("ui", "not-yourself", browser.lang))
    if what == NEWCOMERS:
        await run(people.settle_newcomers, at_desk=fields.get("donde", "") == "caja", by=director.name)
        return browser.led_to(ACCOUNTS)
    done: str | Rejection | None
    if what == "invitar":
        done = await run(staff.invite, name, _granted(fields), by=director.name)
    elif what == "reiniciar":
        done = await run(staff.reset, name, by=director.name)
    elif what in CHANGES:
        done = await run(CHANGES[what], staff, name, _granted(fields), director.name)
    else:
        raise ProblemError(404, "not-found")
    if isinstance(done, Rejection):
        return _accounts_page(browser, director, fill(label("ui", done.code, browser.lang), done.facts, browser.lang))
    if done is None:
        return browser.led_to(ACCOUNTS)
    link = f"{root_for_others(browser.request, browser.state)}{ENROL}#{done}"
    qr = qr_svg(link, label("ui", "invitation", browser.lang))
    return browser.page("people/invited.html", name=name, word=done, link=link, qr=qr)


def _add(staff: Staff, name: str, grants: frozenset[Grant], by: str) -> Rejection | None:
    account = staff.accounts.find(name)
    return staff.grant(name, (account.grants if account is not None else frozenset()) | grants, by)


def _take(staff: Staff, name: str, grants: frozenset[Grant], by: str) -> Rejection | None:
    account = staff.accounts.find(name)
    return staff.grant(name, (account.grants if account is not None else frozenset()) - grants, by)


CHANGES: Final[dict[str, Callable[[Staff, str, frozenset[Grant], str], Rejection | None]]] = {
    "suspender": lambda staff, name, _, by: staff.suspend(name, by),
    "readmitir": lambda staff, name, _, by: staff.reinstate(name, by),
    "quitar": lambda staff, name, _, by: staff.remove(name, by),
    "dar-puesto": _add,
    "quitar-puesto": _take,
}
"""What a director does with an account that is there, by the last word of the address."""


def _granted(fields: dict[str, str]) -> frozenset[Grant]:
    """Return the post that a form names. Raises :class:`ProblemError` for one that does not exist."""
    role, table = fields.get("role", ""), fields.get("table", EVERYWHERE)
    if not role:
        return frozenset()
    if role not in list(Role) or len(table) > 40:
        raise ProblemError(400, "malformed", "post")
    return frozenset({Grant(Role(role), table)})


def _accounts_page(browser: Browser, director: Account, wrong: str = "") -> Response[str]:
    people, state, lang = browser.people, browser.state, browser.lang
    sessions = people.staff.sessions.open_sessions()
    now: float = state.now()
    rows = []
    for account in people.staff.accounts:
        used = [one.last_use for one in sessions if one.name == account.name]
        rows.append(
            {
                "account": account,
                "is_self": account.name == director.name,
                "open": len(used),
                "idle": max(0, int(now - max(used)) // 60) if used else 0,
                "last": _moment(account.last_login),
                "posts": _posts_held(state, account),
                "grants": sorted(account.grants),
            }
        )
    notices = people.notices.newest_first()
    page = min(_page_asked(browser), max(0, len(notices) - 1) // SHOWN_NOTICES)
    shown = notices[page * SHOWN_NOTICES : (page + 1) * SHOWN_NOTICES]
    values = {
        "rows": rows,
        "notices": [
            {
                "last": _moment(one.last),
                "first": _moment(one.first),
                "text": label("security", one.code, lang),
                "name": one.name,
                "is_login": one.code.startswith("login"),
                "by": one.by,
                "count": one.count,
                "addresses": one.addresses,
            }
            for one in shown
        ],
        "newer": page - 1 if page else None,
        "older": page + 1 if len(notices) > (page + 1) * SHOWN_NOTICES else None,
        "roles": [str(one) for one in Role],
        "tables": tuple(state.hall.tables),
        "wrong": wrong,
        "at_desk": not people.has_open_registration,
    }
    return browser.page("people/accounts.html", 409 if wrong else 200, **values)


def _page_asked(browser: Browser) -> int:
    """Return the page of notices that a request asks for; the first where it names none."""
    asked = browser.request.query_params.get(PAGE, "")
    return int(asked) if asked.isdecimal() and asked.isascii() and len(asked) < 5 else 0


def _posts_held(state: State, account: Account) -> list[tuple[str, str]]:
    """Return table and post of everything that somebody is on duty for now."""
    found = []
    for table in state.hall.tables.values():
        view: object = table.view(None)
        staff = view.staff if isinstance(view, TableView) else {}
        found += [(table.id, str(role)) for role, holder in staff.items() if holder == account.person]
    return found


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC") if at else ""


ROUTES: Final = (login_page, log_in, log_out, home_page, invitation_page, enrol, accounts_page, change_account)
