"""Players at the cash desk: somebody of the staff gives a player a code for their way back, voids it, erases a name.

A code belongs to one person, is good once and for a few minutes, and ends what its player had open elsewhere. Whoever
gives one is told to the director with the player's pseudonym: nobody comes to another's place unseen.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Final

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath

from tapete.kernel import PersonId
from tapete.live.presence import is_in_hall
from tapete.money import Cents
from tapete.people.accounts import Account, SecurityEvent
from tapete.table.phases import CLOSED
from tapete.table.staff import Role
from tapete.web.browser import Asking, Browser
from tapete.web.people.enrol_pages import qr_svg
from tapete.web.people.identity import DESK_POSTS
from tapete.web.people.player_pages import BACK, register_once
from tapete.web.place_claims import note_code
from tapete.web.problems import ProblemError
from tapete.web.responses import root_for_others
from tapete.words import fill, label

DESK: Final = "/personal/jugadores"
ANYWAY: Final = "deuda"
"""The field of a form by which a director says that they know what is owed to somebody."""


@get(DESK)
async def desk_page(browser: Asking) -> Response[Any]:
    """List the players with their names."""
    return _page(browser, browser.require_account(*DESK_POSTS))


@post(f"{DESK}/{{what:str}}", status_code=200)
async def serve_player(browser: Asking, what: FromPath[str]) -> Response[Any]:
    """Register a player, give one a code, void their ways back, or erase their name, which a director alone does."""
    people, state, lang = browser.people, browser.state, browser.lang
    account = browser.require_account(*((Role.DIRECTOR,) if what == "borrar" else DESK_POSTS))
    fields = await browser.form()
    if what not in EVENTS:
        raise ProblemError(404, "not-found")
    if what == REGISTER:
        player = await register_once(state, fields)
        if player is None:
            return _page(browser, account, label("ui", "player-name-unfit", lang))
        person, name = player.person, player.name
    else:
        person = PersonId(fields.get("person", ""))
        name = people.players.name_of(person)
    if not name:
        raise _no_player(lang)
    if what == "borrar" and _is_at_table(state, person):
        return _page(browser, account, label("ui", "erased-at-table", lang))
    if what == "borrar" and ANYWAY not in fields and (owed := _owed(state, person)):
        return _page(browser, account, fill(label("ui", "erased-with-money", lang), {"amount": owed}, lang), person)
    await asyncio.to_thread(people.tell, SecurityEvent(EVENTS[what], person, state.now(), facts={"by": account.name}))
    if what in ("codigo", REGISTER):
        await note_code(state, person, account.person)
        code = await asyncio.to_thread(people.players.give_code, person)
        if code is None:
            raise _no_player(lang)
        link = f"{root_for_others(browser.request, state)}{BACK}#{code}"
        qr = qr_svg(link, label("ui", "player-code", lang))
        return browser.page("people/player_code.html", name=name, code=f"{code[:4]} {code[4:]}", link=link, qr=qr)
    await asyncio.to_thread(people.players.erase if what == "borrar" else people.players.void_all, person)
    state.end_sessions_of(person)
    state.redraw()
    return browser.led_to(DESK)


def _no_player(lang: str) -> ProblemError:
    return ProblemError(409, "no-such-player", said=label("ui", "no-such-player", lang))


REGISTER: Final = "alta"
EVENTS: Final = {
    REGISTER: "player-registered",
    "codigo": "player-code-given",
    "anular": "player-ways-voided",
    "borrar": "player-erased",
}
"""What is told to the director, by the last word of the address."""


def _is_at_table(state: State, person: PersonId) -> bool:
    """Return True if somebody has a place or chips at a table in play: without their name nobody would get in there."""
    tables = {name: one for name, one in state.hall.tables.items() if one.view(None).step.phase != CLOSED}
    return is_in_hall(tables, person)


def _owed(state: State, person: PersonId) -> Cents:
    me = None if state.hall.house is None else state.hall.house.view(person).me
    return 0 if me is None else me.chips + sum(me.deposits.values())


def _page(browser: Browser, account: Account, wrong: str = "", asked: PersonId | None = None) -> Response[str]:
    values = {
        "players": browser.people.players.store.everybody(),
        "directs": account.may_take(Role.DIRECTOR),
        "wrong": wrong,
        "asked": asked,
        "anyway": ANYWAY,
        "command": secrets.token_hex(16),
    }
    return browser.page("people/player_desk.html", 409 if wrong else 200, **values)


ROUTES: Final = (desk_page, serve_player)
