"""Enrolment: whoever has an invitation chooses their password, proves their second factor, and is logged in by it."""

from __future__ import annotations

from typing import Any, Final

import segno
from litestar import Response, get, post
from markupsafe import Markup

from tapete.people.accounts import Account
from tapete.people.credentials import LEAST, enrolment_uri
from tapete.people.staff import Rejection
from tapete.web.browser import Asking, Browser
from tapete.web.people.identity import STAFF_COOKIE, device_cookie, staff_cookie
from tapete.web.problems import ProblemError
from tapete.words import fill, label

ENROL: Final = "/personal/alta"


def qr_svg(text: str, title: str) -> Markup:
    """Return a QR code as SVG, dark on white whatever the colours of the page are. It is drawn into the page itself:
    nobody else is asked for a picture of a secret.
    """
    drawn: str = segno.make(text, micro=False).svg_inline(
        scale=5, border=4, dark="#000", light="#fff", title=title, omitsize=True
    )
    return Markup(drawn)  # drawn by the library, which escapes the title


@get(ENROL)
async def invitation_page(browser: Asking) -> Response[Any]:
    """Ask for the word of an invitation; a link carries it behind its ``#``, which no server ever sees."""
    return _ask_word(browser)


@post(ENROL, status_code=200)
async def enrol(browser: Asking) -> Response[Any]:
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


ROUTES: Final = (invitation_page, enrol)
