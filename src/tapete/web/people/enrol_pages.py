"""Enrolment: whoever has an invitation chooses their password, proves their second factor, and is logged in by it."""

from __future__ import annotations

from typing import Any, Final

import segno
from litestar import Response, get, post
from litestar.datastructures import State
from markupsafe import Markup

from tapete.people.accounts import Account
from tapete.people.credentials import LEAST, enrolment_uri
from tapete.people.staff import Rejection
from tapete.web import render
from tapete.web.edge.limits import address_key
from tapete.web.page_access import form_of
from tapete.web.people.identity import STAFF_COOKIE, device_cookie, require_people, staff_cookie
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, html_response, lang_of
from tapete.web.sessions import address_of
from tapete.words import fill, label

# QR codes, drawn into the page itself: nobody else is asked for a picture of a secret.


def qr_svg(text: str, title: str) -> Markup:
    """Return a code as SVG, dark on white whatever the colours of the page are."""
    drawn: str = segno.make(text, micro=False).svg_inline(
        scale=5, border=4, dark="#000", light="#fff", title=title, omitsize=True
    )
    return Markup(drawn)  # drawn by the library, which escapes the title


ENROL: Final = "/personal/alta"


@get(ENROL, include_in_schema=False)
async def invitation_page(request: Request_, state: State) -> Response[Any]:
    """Ask for the word of an invitation; a link carries it behind its ``#``, which no server ever sees."""
    require_people(state)
    return html_response(request, render.page("people/invitation.html", lang_of(request), wrong=""))


@post(ENROL, include_in_schema=False, status_code=200)
async def enrol(request: Request_, state: State) -> Response[Any]:
    """Show the second factor of an invitation, or take password and first code; the recovery words are shown once."""
    people, fields, lang = require_people(state), await form_of(request), lang_of(request)
    address, word = address_key(address_of(request)), fields.get("word", "")
    try:
        state.brakes.keys.take(address)
    except ProblemError as error:
        return _ask_word(request, error.told(lang).detail, error.problem.status)
    is_asked = "password" not in fields
    account = await state.logins.run(people.staff.enrol if is_asked else people.staff.invited, word)
    state.brakes.keys.settle(address, is_right=account is not None)
    if account is None:
        return _ask_word(request, label("ui", "invitation-gone", lang), 403)
    if is_asked:
        return _choose(request, people.name, account, word, is_shown=True)
    password = fields["password"]
    if password != fields.get("again", ""):
        return _choose(request, people.name, account, word, label("ui", "password-differs", lang))
    state.brakes.keys.take(address)
    done = await state.logins.run(people.staff.accept, word, password, fields.get("code", "")[:20], address)
    state.brakes.keys.settle(address, is_right=not isinstance(done, Rejection) or done.code != "code-wrong")
    if isinstance(done, Rejection):
        if done.code == "invitation-gone":
            return _ask_word(request, label("ui", "invitation-gone", lang), 403)
        return _choose(request, people.name, account, word, fill(label("ui", done.code, lang), done.facts, lang))
    people.staff.sessions.end(request.cookies.get(STAFF_COOKIE, ""))
    told = html_response(request, render.page("people/enrolled.html", lang, name=account.name, recovery=done.words))
    for cookie in (staff_cookie(done.login.token), device_cookie(done.login.device)):
        told.set_cookie(cookie)
    return told


def _ask_word(request: Request_, wrong: str, status: int) -> Response[str]:
    return html_response(request, render.page("people/invitation.html", lang_of(request), wrong=wrong), status)


def _choose(
    request: Request_, house: str, account: Account, word: str, wrong: str = "", *, is_shown: bool = False
) -> Response[str]:
    """Ask for password and code; the secret ``is_shown`` where it has just been made, and never again."""
    lang = lang_of(request)
    values = {
        "name": account.name,
        "word": word,
        "is_shown": is_shown,
        "least": LEAST,
        "wrong": wrong,
    }
    if is_shown:
        values["secret"] = " ".join(account.secret[at : at + 4] for at in range(0, len(account.secret), 4))
        values["qr"] = qr_svg(enrolment_uri(account.secret, account.name, house), label("ui", "second-factor", lang))
    return html_response(request, render.page("people/enrol.html", lang, **values), 409 if wrong else 200)


ROUTES: Final = (invitation_page, enrol)
