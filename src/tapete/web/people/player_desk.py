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
from tapete.web import render
from tapete.web.page_access import form_of
from tapete.web.people.enrol_pages import qr_svg
from tapete.web.people.identity import DESK_POSTS, account_of, require_account, require_people
from tapete.web.people.player_pages import BACK, register_once
from tapete.web.place_claims import note_code
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, html_response, lang_of, redirect, root_for_others
from tapete.words import fill, label

DESK: Final = "/personal/jugadores"
ANYWAY: Final = "deuda"
"""The field of a form by which a director says that they know what is owed to somebody."""


@get(DESK, include_in_schema=False)
async def desk_page(request: Request_, state: State) -> Response[Any]:
    """List the players with their names."""
    require_people(state)
    if account_of(request, state) is None:
        return redirect(request, f"/personal/entrar?a={DESK}")
    return _page(request, state, require_account(request, state, *DESK_POSTS))


@post(f"{DESK}/{{what:str}}", include_in_schema=False, status_code=200)
async def serve_player(request: Request_, state: State, what: FromPath[str]) -> Response[Any]:
    """Register a player, give one a code, void their ways back, or erase their name, which a director alone does."""
    people, lang = require_people(state), lang_of(request)
    account = require_account(request, state, *((Role.DIRECTOR,) if what == "borrar" else DESK_POSTS))
    fields = await form_of(request)
    if what not in EVENTS:
        raise ProblemError(404, "not-found")
    if what == REGISTER:
        player = await register_once(state, fields)
        if player is None:
            return _page(request, state, account, label("ui", "player-name-unfit", lang))
        person, name = player.person, player.name
    else:
        person = PersonId(fields.get("person", ""))
        name = people.players.name_of(person)
    if not name:
        raise ProblemError(409, "no-such-player", said=label("ui", "no-such-player", lang))
    if what == "borrar" and _is_at_table(state, person):
        return _page(request, state, account, label("ui", "erased-at-table", lang))
    if what == "borrar" and ANYWAY not in fields and (owed := _owed(state, person)):
        return _page(
            request, state, account, fill(label("ui", "erased-with-money", lang), {"amount": owed}, lang), person
        )
    await asyncio.to_thread(people.tell, SecurityEvent(EVENTS[what], person, state.now(), facts={"by": account.name}))
    if what in ("codigo", REGISTER):
        await note_code(state, person, account.person)
        code = await asyncio.to_thread(people.players.give_code, person)
        if code is None:
            raise ProblemError(409, "no-such-player", said=label("ui", "no-such-player", lang))
        link = f"{root_for_others(request, state)}{BACK}#{code}"
        shown = f"{code[:4]} {code[4:]}"
        values = {"name": name, "code": shown, "link": link, "qr": qr_svg(link, label("ui", "player-code", lang))}
        return html_response(request, render.page("people/player_code.html", lang, **values))
    await asyncio.to_thread(people.players.erase if what == "borrar" else people.players.void_all, person)
    state.end_sessions_of(person)
    state.redraw()
    return redirect(request, DESK)


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


def _page(
    request: Request_, state: State, account: Account, wrong: str = "", asked: PersonId | None = None
) -> Response[str]:
    values = {
        "players": require_people(state).players.store.everybody(),
        "directs": account.may_take(Role.DIRECTOR),
        "wrong": wrong,
        "asked": asked,
        "anyway": ANYWAY,
        "command": secrets.token_hex(16),
    }
    status = 409 if wrong else 200
    return html_response(request, render.page("people/player_desk.html", lang_of(request), **values), status)


ROUTES: Final = (desk_page, serve_player)
