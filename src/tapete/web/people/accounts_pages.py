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
from tapete.web import render
from tapete.web.page_access import form_of
from tapete.web.people.enrol_pages import ENROL, qr_svg
from tapete.web.people.identity import account_of, require_account, require_people
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, html_response, lang_of, redirect, root_for_others
from tapete.words import fill, label

ACCOUNTS: Final = "/personal/cuentas"
SHOWN_NOTICES: Final = 30
NEWCOMERS: Final = "altas"
"""The last word of the address under which a director says where players register."""
PAGE: Final = "avisos"
"""How a request names the page of notices that it asks for; the first one is nought."""


@get(ACCOUNTS, include_in_schema=False)
async def accounts_page(request: Request_, state: State) -> Response[Any]:
    """Show a director every account, who has logged in, and the posts that people hold now."""
    require_people(state)
    if account_of(request, state) is None:
        return redirect(request, f"/personal/entrar?a={ACCOUNTS}")
    return _page(request, state, require_account(request, state, Role.DIRECTOR))


@post(f"{ACCOUNTS}/{{what:str}}", include_in_schema=False, status_code=200)
async def change_account(request: Request_, state: State, what: FromPath[str]) -> Response[Any]:
    """Do what a director says with an account; an invitation is shown this once."""
    staff, director = require_people(state).staff, require_account(request, state, Role.DIRECTOR)
    fields, lang = await form_of(request), lang_of(request)
    name = fields.get("name", "").strip()
    if what in ("invitar", "reiniciar"):
        if what == "reiniciar" and name == director.name:
            return _page(request, state, director, label("ui", "not-yourself", lang))
        asked: Callable[[], str | Rejection] = (
            (lambda: staff.invite(name, _granted(fields), by=director.name))
            if what == "invitar"
            else (lambda: staff.reset(name, by=director.name))
        )
        word = await state.logins.run(asked)
        if isinstance(word, Rejection):
            return _page(request, state, director, fill(label("ui", word.code, lang), word.facts, lang))
        link = f"{root_for_others(request, state)}{ENROL}#{word}"
        values = {"name": name, "word": word, "link": link, "qr": qr_svg(link, label("ui", "invitation", lang))}
        return html_response(request, render.page("people/invited.html", lang, **values))
    if what == NEWCOMERS:
        at_desk = fields.get("donde", "") == "caja"
        await state.logins.run(lambda: require_people(state).settle_newcomers(at_desk=at_desk, by=director.name))
        return redirect(request, ACCOUNTS)
    if what not in CHANGES:
        raise ProblemError(404, "not-found")
    if what == "quitar" and name == director.name:
        return _page(request, state, director, label("ui", "not-yourself", lang))
    no = await state.logins.run(CHANGES[what], staff, name, _granted(fields), director.name)
    if no is not None:
        return _page(request, state, director, fill(label("ui", no.code, lang), no.facts, lang))
    return redirect(request, ACCOUNTS)


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


def _page(request: Request_, state: State, director: Account, wrong: str = "") -> Response[str]:
    people, lang = require_people(state), lang_of(request)
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
    page = min(_page_asked(request), max(0, len(notices) - 1) // SHOWN_NOTICES)
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
    return html_response(request, render.page("people/accounts.html", lang, **values), 409 if wrong else 200)


def _page_asked(request: Request_) -> int:
    """Return the page of notices that a request asks for; the first where it names none."""
    asked = request.query_params.get(PAGE, "")
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
