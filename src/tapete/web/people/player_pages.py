"""A player's own page: the name that is shown of them, and the way back by a code from the cash desk."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Final

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromQuery

from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import KEY
from tapete.kernel import Act
from tapete.live import LiveError
from tapete.people.players import Player, shown_name
from tapete.web import render
from tapete.web.edge.limits import address_key
from tapete.web.house_desk import OWN as OWN_ACTS, own_forms, read_desk_act
from tapete.web.page_access import form_of, require_own_form
from tapete.web.parsers import read_act
from tapete.web.people.identity import PLAYER, PLAYER_COOKIE, inner_path, player_cookie, player_of, require_people
from tapete.web.people.spoken_names import mark_of
from tapete.web.ports import LiveHouse
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, html_response, lang_of, redirect
from tapete.web.seat_links import table_naming
from tapete.web.sessions import address_of
from tapete.web.submit import command_of, refusal_of
from tapete.words import label, refusal

BACK: Final = f"{PLAYER}/volver"


@get(PLAYER, include_in_schema=False)
async def player_page(request: Request_, state: State, a: FromQuery[str] = "") -> Response[Any]:
    """Show a player their name, and to anybody else how they become one or come back."""
    require_people(state)
    return _page(request, state, inner_path(a, ""))


@post(f"{PLAYER}/alta", include_in_schema=False, status_code=303)
async def join(request: Request_, state: State) -> Response[Any]:
    """Register a player under a name of their choosing; this browser leads them back."""
    people, fields, lang = require_people(state), await form_of(request), lang_of(request)
    onward = inner_path(fields.get("a", ""), "")
    if (player := player_of(request, state)) is not None:  # who may not know it, and be somebody else
        return redirect(request, onward if onward and shown_name(fields.get("name", "")) == player.name else PLAYER)
    if not people.has_open_registration:
        return _page(request, state, onward, label("problem", "newcomers-at-desk", lang), 403)
    try:
        player = await register_once(state, fields, address_key(address_of(request)))
    except ProblemError as error:
        return _page(request, state, onward, error.told(lang).detail, error.problem.status)
    if player is None:
        return _page(request, state, onward, label("ui", "player-name-unfit", lang), 409)
    token = await asyncio.to_thread(people.players.remember, player.person)
    return redirect(request, onward or "/", (player_cookie(token),))


async def register_once(state: State, fields: dict[str, str], address: str = "") -> Player | None:
    """Register a player under the name in a form; a second click of a double one makes no other. What comes from an
    ``address`` is counted. Raises :class:`ProblemError` (429) for one that has registered too many.
    """
    name = fields.get("name", "")

    async def register() -> Player | None:
        if address:
            state.brakes.newcomers.take(address)
        player = await asyncio.to_thread(require_people(state).players.register, name)
        if player is None and address:
            state.brakes.newcomers.give_back(address)
        return player

    found: Player | None = await state.repeats.once(fields.get("command", ""), name, register)
    return found


@get(BACK, include_in_schema=False)
async def code_page(request: Request_, state: State) -> Response[Any]:
    """Ask for the code of the cash desk; a link carries it behind its ``#``, which no server ever sees."""
    require_people(state)
    return _page(request, state, "", by_link=True)


@post(BACK, include_in_schema=False, status_code=303)
async def come_back(request: Request_, state: State) -> Response[Any]:
    """Lead a player back by their code, to this browser alone: whatever they had open elsewhere ends."""
    people, fields, lang = require_people(state), await form_of(request), lang_of(request)
    onward, address = inner_path(fields.get("a", ""), ""), address_key(address_of(request))
    try:
        state.brakes.codes.take(address)
    except ProblemError as error:
        return _page(request, state, onward, error.told(lang).detail, error.problem.status)
    player = await asyncio.to_thread(people.players.redeem, fields.get("code", "")[:40])
    state.brakes.codes.settle(address, is_right=player is not None)
    if player is None:
        return _page(request, state, onward, label("ui", "player-code-wrong", lang), 403)
    await state.player_returned(player.person, address)
    token = await asyncio.to_thread(people.players.remember, player.person)
    return redirect(request, onward or "/", (player_cookie(token),))


@post(f"{PLAYER}/nombre", include_in_schema=False, status_code=303)
async def rename(request: Request_, state: State) -> Response[Any]:
    """Change the name that is shown of a player."""
    people, fields, player = require_people(state), await form_of(request), player_of(request, state)
    if player is None:
        raise ProblemError(401, "no-session", said=label("ui", "no-session", lang_of(request)))
    try:
        require_own_form(fields, player.person)
        state.brakes.own_acts.take(player.person, address_key(address_of(request)))
    except ProblemError as error:
        return _page(request, state, "", error.told(lang_of(request)).detail, error.problem.status)
    if not await asyncio.to_thread(people.players.rename, player.person, fields.get("name", "")):
        return _page(request, state, "", label("ui", "player-name-unfit", lang_of(request)), 409)
    state.redraw()
    return redirect(request, PLAYER)


@post(f"{PLAYER}/salir", include_in_schema=False, status_code=303)
async def leave(request: Request_, state: State) -> Response[Any]:
    """Let this browser lead nobody back any more, and end what the player has open."""
    people, player = require_people(state), player_of(request, state)
    if player is not None:
        await asyncio.to_thread(people.players.forget_browser, request.cookies.get(PLAYER_COOKIE, ""))
        state.end_sessions_of(player.person)
    return redirect(request, PLAYER, (player_cookie(""),))


def _page(
    request: Request_, state: State, onward: str, wrong: str = "", status: int = 200, *, by_link: bool = False
) -> Response[str]:
    player, lang, house = player_of(request, state), lang_of(request), state.hall.house
    values: dict[str, Any] = {"player": player, "onward": onward, "wrong": wrong, "by_link": by_link, "v": None}
    values["command"] = secrets.token_hex(16)
    values["at_desk"] = not require_people(state).has_open_registration
    values["mark"] = "" if player is None else mark_of(player.person)
    if player is not None and house is not None:
        values |= {"v": house.view(player.person), "forms": own_forms(house.legal(player.person), lang)}
        values["answers"] = house.minutes_book.answers_of(player.person)
    return html_response(request, render.page("people/player.html", lang, **values), status)


def player_answer(request: Request_, state: State, wrong: str, status: int) -> Response[str]:
    """Return a player's own page with why something was not done."""
    return _page(request, state, "", wrong, status)


# --- a player's own limits --------------------------------------------------------------------------------------------


OWN: Final = f"{PLAYER}/casa"


@post(f"{OWN}/hacer", include_in_schema=False, status_code=303)
async def do_for_oneself(request: Request_, state: State) -> Response[Any]:
    """Do an act of a player about themselves: what they may do at a desk of the house is no such act."""
    require_people(state)
    player, lang = player_of(request, state), lang_of(request)
    house: LiveHouse | None = state.hall.house
    if player is None or house is None:
        raise ProblemError(401, "no-session", said=label("ui", "no-session", lang))
    fields = await form_of(request)
    try:
        require_own_form(fields, player.person)
        if fields.get("act") not in OWN_ACTS:
            raise ProblemError(400, "malformed", "act")
        made = read_act(ESTABLISHMENT, read_desk_act(fields, lang), lax=True)
        command = command_of(player.person, made, None, fields.get("command", ""))
        if not house.has_answered(command):
            state.brakes.own_acts.take(player.person, address_key(address_of(request)))
    except ProblemError as error:
        return player_answer(request, state, error.told(lang).detail, error.problem.status)
    try:
        no = refusal_of(await house.act(Act(player.person, made, house.step), command))
    except LiveError as error:
        raise ProblemError(503, "not-answered", case="house") from error
    if no is not None:
        return player_answer(request, state, refusal(no.code, no.facts, lang, table_naming(KEY)), 409)
    return redirect(request, PLAYER)


ROUTES: Final = (player_page, join, code_page, come_back, rename, leave, do_for_oneself)
