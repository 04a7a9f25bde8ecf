"""Players of a house: their own page, their way back by a code, and what the cash desk does for them.

A code belongs to one person, is good once and for a few minutes, and ends what its player had open elsewhere. Whoever
gives one is told to the director with the player's pseudonym: nobody comes to another's place unseen.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Final

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from tapete.house.acts import TearSlip
from tapete.house.desk import requests_of
from tapete.house.terms import KEY
from tapete.kernel import HOUSE, Act, PersonId
from tapete.live.presence import held_of, is_in_hall, tables_with_dues
from tapete.people.accounts import Account, SecurityEvent
from tapete.people.players import Player, shown_name
from tapete.table.staff import Role
from tapete.web.browser import AskingBrowser, Browser, note_code
from tapete.web.house_desk import OWN as OWN_ACTS, own_forms, posted_act
from tapete.web.page_access import require_own_form
from tapete.web.people.identity import DESK_POSTS, PLAYER, inner_path, mark_of, player_cookie, require_people
from tapete.web.ports import LiveHouse
from tapete.web.problems import ProblemError
from tapete.web.render import qr_svg
from tapete.web.responses import root_for_others
from tapete.web.seat_links import table_naming
from tapete.web.submit import command_of
from tapete.words import fill, label, refusal

BACK: Final = f"{PLAYER}/volver"
OWN: Final = f"{PLAYER}/casa"


@get(PLAYER)
async def player_page(browser: AskingBrowser, a: FromQuery[str] = "") -> Response[Any]:
    """Show a player their name, and to anybody else how they become one or come back."""
    return _page(browser, onward=inner_path(a, ""))


def _page(
    browser: Browser, wrong: str = "", status: int = 200, *, onward: str = "", by_link: bool = False
) -> Response[str]:
    player, house = browser.player, browser.state.hall.house
    values: dict[str, Any] = {"player": player, "onward": onward, "wrong": wrong, "by_link": by_link, "v": None}
    values["command"] = secrets.token_hex(16)
    values["at_desk"] = not browser.people.has_open_registration
    values["mark"] = "" if player is None else mark_of(player.person)
    if player is not None and house is not None:
        values |= {"v": house.view(player.person), "forms": own_forms(house.legal(player.person), browser.lang)}
        values["answers"] = house.minutes_book.answers_of(player.person)
    return browser.page("people/player.html", status, **values)


@post(f"{PLAYER}/alta", status_code=303)
async def join(browser: AskingBrowser) -> Response[Any]:
    """Register a player under a name of their choosing; this browser leads them back."""
    people, fields = browser.people, await browser.form()
    onward = inner_path(fields.get("a", ""), "")
    if (player := browser.player) is not None:  # who may not know it, and be somebody else
        return browser.led_to(onward if onward and shown_name(fields.get("name", "")) == player.name else PLAYER)
    if not people.has_open_registration:
        return _page(browser, label("problem", "newcomers-at-desk", browser.lang), 403, onward=onward)
    try:
        player = await register_once(browser.state, fields, browser.address)
    except ProblemError as error:
        return _page(browser, *error.shown(browser.lang), onward=onward)
    if player is None:
        return _page(browser, label("ui", "player-name-unfit", browser.lang), 409, onward=onward)
    return await _remembered(browser, player, onward)


async def _remembered(browser: Browser, player: Player, onward: str) -> Response[Any]:
    """Have this browser lead a player back from now on."""
    token = await asyncio.to_thread(browser.people.players.remember, player.person)
    return browser.led_to(onward or "/", (player_cookie(token),))


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


@get(BACK)
async def code_page(browser: AskingBrowser) -> Response[Any]:
    """Ask for the code of the cash desk; a link carries it behind its ``#``, which no server ever sees."""
    return _page(browser, by_link=True)


@post(BACK, status_code=303)
async def come_back(browser: AskingBrowser) -> Response[Any]:
    """Lead a player back by their code, to this browser alone: whatever they had open elsewhere ends."""
    fields = await browser.form()
    onward = inner_path(fields.get("a", ""), "")
    try:
        player = await redeem(browser.state, fields.get("code", ""), browser.address)
    except ProblemError as error:
        return _page(browser, *error.shown(browser.lang), onward=onward)
    return await _remembered(browser, player, onward)


async def redeem(state: State, code: str, address: str) -> Player:
    """Return the player whom a code leads back; whatever they had open ends. Raises :class:`ProblemError` (403) for a
    wrong code, and 429 for an address that has shown too many.
    """
    players = require_people(state).players
    state.brakes.codes.take(address)
    player = await asyncio.to_thread(players.redeem, code[:40])
    state.brakes.codes.settle(address, is_right=player is not None)
    if player is None:
        raise ProblemError(403, "player-code-wrong")
    await state.player_returned(player.person, address)
    return player


@post(f"{PLAYER}/nombre", status_code=303)
async def rename(browser: AskingBrowser) -> Response[Any]:
    """Change the name that is shown of a player."""
    people, fields, player = browser.people, await browser.form(), browser.require_player()
    try:
        require_own_form(fields, player.person)
        browser.state.brakes.own_acts.take(player.person, browser.address)
    except ProblemError as error:
        return _page(browser, *error.shown(browser.lang))
    if not await asyncio.to_thread(people.players.rename, player.person, fields.get("name", "")):
        return _page(browser, label("ui", "player-name-unfit", browser.lang), 409)
    browser.state.redraw()
    return browser.led_to(PLAYER)


@post(f"{PLAYER}/salir", status_code=303)
async def leave(browser: AskingBrowser) -> Response[Any]:
    """Let this browser lead nobody back any more, and end what the player has open."""
    require_people(browser.state)
    gone = [] if browser.player is None else await browser.forget(browser.player.person)
    return browser.led_to(PLAYER, gone or [player_cookie("")])


@post(f"{OWN}/hacer", status_code=303)
async def do_for_oneself(browser: AskingBrowser) -> Response[Any]:
    """Do an act of a player about themselves: what they may do at a desk of the house is no such act."""
    player, lang, fields = browser.require_player(), browser.lang, await browser.form()
    house: LiveHouse = browser.state.hall.house
    try:
        require_own_form(fields, player.person)
        if fields.get("act") not in OWN_ACTS:
            raise ProblemError(400, "malformed", "act")
        made = posted_act(browser.people, house, fields, lang)
        command = command_of(player.person, made, None, fields.get("command", ""))
        if not await house.has_answered(command):
            browser.state.brakes.own_acts.take(player.person, browser.address)
    except ProblemError as error:
        return _page(browser, *error.shown(lang))
    if (no := (await house.act(Act(player.person, made, house.step), command)).refusal) is not None:
        return _page(browser, refusal(no.code, no.facts, lang, table_naming(KEY)), 409)
    return browser.led_to(PLAYER)


# --- at the cash desk -------------------------------------------------------------------------------------------------


DESK: Final = "/personal/jugadores"
ANYWAY: Final = "deuda"
"""The field of a form by which a director says that they know what is owed to somebody."""


@get(DESK)
async def desk_page(browser: AskingBrowser) -> Response[Any]:
    """List the players with their names."""
    return _desk(browser, browser.require_account(*DESK_POSTS))


@post(f"{DESK}/{{what:str}}", status_code=200)
async def serve_player(browser: AskingBrowser, what: FromPath[str]) -> Response[Any]:
    """Register a player, give one a code, void their ways back, or erase their name, which a director alone does."""
    people, state, lang = browser.people, browser.state, browser.lang
    account = browser.require_account(*((Role.DIRECTOR,) if what == "borrar" else DESK_POSTS))
    fields = await browser.form()
    if what not in EVENTS:
        raise ProblemError(404, "not-found")
    if what == REGISTER:
        player = await register_once(state, fields)
        if player is None:
            return _desk(browser, account, label("ui", "player-name-unfit", lang))
        person, name = player.person, player.name
    else:
        person = PersonId(fields.get("person", ""))
        name = people.players.name_of(person)
    if not name:
        raise _no_player(lang)
    if what == "borrar" and _is_at_table(state, person):
        return _desk(browser, account, label("ui", "erased-at-table", lang))
    if what == "borrar" and ANYWAY not in fields and (held := _held(state, person)):
        return _desk(browser, account, fill(label("ui", "erased-with-things", lang), {"held": held}, lang), person)
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
    if (house := state.hall.house) is not None:
        for slip in requests_of(house.state, person):  # whoever asked by a way back of before may not have been they
            await house.act(Act(HOUSE, TearSlip(slip.serial), house.step))
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
    return is_in_hall(tables_with_dues(state.hall.tables), person)


def _held(state: State, person: PersonId) -> list[dict[str, Any]]:
    return held_of(state.hall.tables, None if state.hall.house is None else state.hall.house.state, person)


def _desk(browser: Browser, account: Account, wrong: str = "", asked: PersonId | None = None) -> Response[str]:
    values = {
        "players": browser.people.players.store.everybody(),
        "directs": account.may_take(Role.DIRECTOR),
        "wrong": wrong,
        "asked": asked,
        "anyway": ANYWAY,
        "command": secrets.token_hex(16),
    }
    return browser.page("people/player_desk.html", 409 if wrong else 200, **values)


ROUTES: Final = (player_page, join, code_page, come_back, rename, leave, do_for_oneself, desk_page, serve_player)
