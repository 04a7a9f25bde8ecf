"""The director's page: who is there and at which post, and what the director does with an account."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath

from tapete.people.accounts import EVERYWHERE, Account, Grant
from tapete.people.staff import Rejection, Staff
from tapete.table.staff import Role
from tapete.table.state import TableView
from tapete.web.browser import Asking, Browser
from tapete.web.people.enrol_pages import ENROL, qr_svg
from tapete.web.problems import ProblemError
from tapete.web.responses import root_for_others
from tapete.words import fill, label

ACCOUNTS: Final = "/personal/cuentas"
SHOWN_NOTICES: Final = 30
NEWCOMERS: Final = "altas"
"""The last word of the address under which a director says where players register."""
PAGE: Final = "avisos"
"""How a request names the page of notices that it asks for; the first one is nought."""


@get(ACCOUNTS)
async def accounts_page(browser: Asking) -> Response[Any]:
    """Show a director every account, who has logged in, and the posts that people hold now."""
    return _page(browser, browser.require_account(Role.DIRECTOR))


@post(f"{ACCOUNTS}/{{what:str}}", status_code=200)
async def change_account(browser: Asking, what: FromPath[str]) -> Response[Any]:
    """Do what a director says with an account; an invitation is shown this once."""
    people, director = browser.people, browser.require_account(Role.DIRECTOR)
    staff, fields, run = people.staff, await browser.form(), browser.state.logins.run
    name = fields.get("name", "").strip()
    if what in ("reiniciar", "quitar") and name == director.name:
        return _page(browser, director, label("ui", "not-yourself", browser.lang))
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
        return _page(browser, director, fill(label("ui", done.code, browser.lang), done.facts, browser.lang))
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


def _page(browser: Browser, director: Account, wrong: str = "") -> Response[str]:
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


ROUTES: Final = (accounts_page, change_account)
