"""A table among friends: one page to choose it, one with the link and the code by which the others come."""

from __future__ import annotations

from io import BytesIO
from secrets import token_hex
from typing import Any, Final, Protocol

import segno
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath

from tapete.kernel import RefusedError
from tapete.live import security_log
from tapete.web import render, seating
from tapete.web.edge.limits import address_key
from tapete.web.page_access import form_of, require_table
from tapete.web.people.enrol_pages import qr_svg
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, html_response, lang_of, redirect, root_for_others
from tapete.web.sessions import address_of
from tapete.words import label, refusal


class FriendGame(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def minima(self) -> tuple[int, ...]: ...


class FriendTables(Protocol):
    """The tables among friends of a hall that has them."""

    def is_one(self, table: str) -> bool: ...

    def games(self) -> tuple[FriendGame, ...]: ...

    async def open(self, name: str, choice: int) -> str | None:
        """Open a table; ``None`` where as many are open as may be. Raises :class:`RefusedError`."""

    async def stop(self) -> None: ...


def _require(state: State) -> FriendTables:
    friends: FriendTables | None = state.friends
    if friends is None:
        raise ProblemError(404, "no-such-place")
    return friends


@get("/amigos", include_in_schema=False)
async def friends_page(request: Request_, state: State) -> Response[str]:
    """Offer each game with its limits: one press opens the table."""
    return _page(request, state)


def _page(request: Request_, state: State, wrong: str = "", status: int = 200, typed: str = "") -> Response[str]:
    friends, lang = _require(state), lang_of(request)
    values = {"games": friends.games(), "wrong": wrong, "typed": typed, "command": token_hex(16)}
    values["me"] = seating.named_in_hall(request, state)
    return html_response(request, render.page("friends.html", lang, **values), status)


@post("/amigos", include_in_schema=False, status_code=303)
async def open_table(request: Request_, state: State) -> Response[Any]:
    """Open a table, give its maker the first place, and show how the others come."""
    friends, lang, fields = _require(state), lang_of(request), await form_of(request)
    typed, (game, _, choice) = fields.get("name", "").strip(), fields.get("table", "").partition(" ")
    known = next((one for one in friends.games() if one.name == game), None)
    if known is None or choice not in [str(at) for at in range(max(1, len(known.minima)))]:
        raise ProblemError(400, "malformed", "table")

    async def open_and_sit() -> seating.Arrival:
        if wrong := seating.wrong_name(request, state, typed, lang):
            return seating.Arrival([], "", wrong)
        table = await _open(request, state, friends, game, int(choice))
        came = await seating.come_in(request, state, require_table(state, table), typed, is_with_chips=True)
        return seating.Arrival(came.cookies, f"/mesa/{table}/invitar")

    try:
        came = await state.repeats.once(fields.get("command", ""), f"{game} {choice}", open_and_sit)
    except RefusedError as error:
        return _page(request, state, refusal(error.refused.code, error.refused.facts, lang), 409, typed)
    except ProblemError as error:
        return _page(request, state, error.told(lang).detail, error.problem.status, typed)
    if came.wrong:
        return _page(request, state, came.wrong, 409, typed)
    return redirect(request, came.page, came.cookies)


async def _open(request: Request_, state: State, friends: FriendTables, game: str, choice: int) -> str:
    """Return the id of a table that has just been opened. Raises :class:`ProblemError` (429) where there are too many,
    and :class:`RefusedError`.
    """
    address = address_key(address_of(request))
    state.brakes.friend_tables.take(address)
    if (table := await friends.open(game, choice)) is None:
        state.brakes.friend_tables.give_back(address)
        raise ProblemError(429, "too-many-tables")
    security_log.tell("friend-table-opened", 20, table=table, address=address)
    return table


def link_of(request: Request_, state: State, table_id: str) -> str:
    """Return the address by which another device comes to a table."""
    return f"{root_for_others(request, state)}/mesa/{table_id}/sentarse"


@get("/mesa/{table_id:str}/invitar", include_in_schema=False)
async def invite_page(request: Request_, state: State, table_id: FromPath[str]) -> Response[str]:
    """Show the link and the code by which others come to a table."""
    table, lang = require_table(state, table_id), lang_of(request)
    link = link_of(request, state, table_id)
    title = label("game", str(table.view(None).variant), lang)
    values = {"table": table_id, "title": title, "link": link, "qr": qr_svg(link, label("ui", "invite-code", lang))}
    return html_response(request, render.page("invite.html", lang, **values))


@get("/mesa/{table_id:str}/qr.svg", include_in_schema=False)
async def invite_code(request: Request_, state: State, table_id: FromPath[str]) -> Response[bytes]:
    """Draw the code by which somebody comes to a table, as a picture: for a wall."""
    require_table(state, table_id)
    drawn = BytesIO()
    code = segno.make(link_of(request, state, table_id), micro=False)
    code.save(drawn, kind="svg", scale=5, border=4, dark="#000", light="#fff", omitsize=True, xmldecl=False)
    return Response(drawn.getvalue(), media_type="image/svg+xml")


ROUTES: Final = (friends_page, open_table, invite_page, invite_code)
