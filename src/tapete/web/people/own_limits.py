"""What a player does in the house from their own page: limits, self-exclusion, a complaint, what the desk is to pay."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, post
from litestar.datastructures import State

from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import KEY
from tapete.kernel import Act
from tapete.live import LiveError
from tapete.web.edge.limits import address_key
from tapete.web.house_desk import OWN as OWN_ACTS, read_desk_act
from tapete.web.page_access import form_of, require_own_form
from tapete.web.parsers import read_act
from tapete.web.people.identity import PLAYER, player_of, require_people
from tapete.web.people.player_pages import player_answer
from tapete.web.ports import LiveHouse
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, lang_of, redirect
from tapete.web.seat_links import table_naming
from tapete.web.sessions import address_of
from tapete.web.submit import command_of, refusal_of
from tapete.words import label, refusal

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
        state.own_acts.require_one_more(player.person, address_key(address_of(request)))
    except ProblemError as error:
        return player_answer(request, state, error.told(lang).detail, error.problem.status)
    command = command_of(player.person, made, None, fields.get("command", ""))
    try:
        no = refusal_of(await house.act(Act(player.person, made, house.step), command))
    except LiveError as error:
        raise ProblemError(503, "not-answered", case="house") from error
    if no is not None:
        return player_answer(request, state, refusal(no.code, no.facts, lang, table_naming(KEY)), 409)
    return redirect(request, PLAYER)


ROUTES: Final = (do_for_oneself,)
