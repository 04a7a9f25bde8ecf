"""Players at the cash desk: somebody of the staff gives a player a code for his way back, voids it, erases a name.

A code belongs to one person, is good once and for a few minutes, and ends what its player had open elsewhere. Whoever
gives one is told to the director with the player's pseudonym: nobody comes to another's place unseen.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath

from tapete.kernel import PersonId
from tapete.people.accounts import Account
from tapete.people.staff import SecurityEvent
from tapete.table.staff import Role
from tapete.web import render
from tapete.web.page_access import form_of
from tapete.web.people.identity import DESK_POSTS, account_of, require_account, require_people
from tapete.web.people.player_pages import BACK
from tapete.web.people.qr import qr_svg
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, html_response, lang_of, redirect
from tapete.words import label

DESK: Final = "/personal/jugadores"


@get(DESK, include_in_schema=False)
async def desk_page(request: Request_, state: State) -> Response[Any]:
    """List the players with their names."""
    require_people(state)
    if account_of(request, state) is None:
        return redirect(request, f"/personal/entrar?a={DESK}")
    return _page(request, state, require_account(request, state, *DESK_POSTS))


@post(f"{DESK}/{{what:str}}", include_in_schema=False, status_code=200)
async def serve_player(request: Request_, state: State, what: FromPath[str]) -> Response[Any]:
    """Give a player a code, void his ways back, or erase his name, which a director alone does."""
    people, lang = require_people(state), lang_of(request)
    account = require_account(request, state, *((Role.DIRECTOR,) if what == "borrar" else DESK_POSTS))
    person = PersonId((await form_of(request)).get("person", ""))
    name = people.players.name_of(person)
    if what not in EVENTS:
        raise ProblemError(404, "not-found")
    if not name:
        raise ProblemError(409, "no-such-player", said=label("ui", "no-such-player", lang))
    people.tell(SecurityEvent(EVENTS[what], person, state.now(), facts={"by": account.name}))
    if what == "codigo":
        code = await asyncio.to_thread(people.players.give_code, person)
        if code is None:
            raise ProblemError(409, "no-such-player", said=label("ui", "no-such-player", lang))
        link = f"{str(request.base_url).rstrip('/')}{BACK}#{code}"
        shown = f"{code[:4]} {code[4:]}"
        values = {"name": name, "code": shown, "link": link, "qr": qr_svg(link, label("ui", "player-code", lang))}
        return html_response(request, render.page("people/player_code.html", lang, **values))
    await asyncio.to_thread(people.players.erase if what == "borrar" else people.players.void_all, person)
    state.end_sessions_of(person)
    state.redraw()
    return redirect(request, DESK)


EVENTS: Final = {"codigo": "player-code-given", "anular": "player-ways-voided", "borrar": "player-erased"}
"""What is told to the director, by the last word of the address."""


def _page(request: Request_, state: State, account: Account) -> Response[str]:
    players = require_people(state).players.store.everybody()
    values = {"players": players, "directs": account.may_take(Role.DIRECTOR)}
    return html_response(request, render.page("people/player_desk.html", lang_of(request), **values))


ROUTES: Final = (desk_page, serve_player)
