"""People of a house with accounts, for programs: the login of the staff, the way in of a player."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from litestar import delete, post
from litestar.datastructures import State

from tapete.house.terms import KEY
from tapete.kernel import PersonId
from tapete.people.accounts import digest
from tapete.people.players import Player
from tapete.people.staff import HousePeople
from tapete.web.api.identity import Request_, bearer
from tapete.web.api.schemas import with_body
from tapete.web.api.shapes import LoginOut, PlayerOut, SessionOut
from tapete.web.page_access import require_table
from tapete.web.parsers import malformed_body, strict_json
from tapete.web.people.identity import log_attempt, require_people
from tapete.web.people.player_pages import redeem, register_once
from tapete.web.people.staff_pages import log_in_with
from tapete.web.problems import ProblemError, problem_specs
from tapete.web.sessions import address_of
from tapete.web.staff_access import is_on_duty


@post(
    "/logins",
    tags=["sessions"],
    summary="Log in to an account of the staff",
    status_code=201,
    operation_class=with_body("LoginRequest"),
    responses=problem_specs(400, 403, 404, 405, 413, 429, 503),
)
async def log_in(request: Request_, state: State) -> LoginOut:
    """Return a token for ``name`` with ``password`` and ``second``: a code of the authenticator, or a recovery word.

    With it as bearer, sessions begin for the post that the account is on. It ends after 20 minutes without an act.
    """
    people, address = require_people(state), address_of(request)
    name, password, second = _texts(strict_json(await request.body()), "name", "password", "second")
    done = await log_in_with(state, name, password, second, address=address)
    account = people.staff.bearer(done.token)
    if account is None:
        raise ProblemError(403, "login-failed", case="suspended")
    return LoginOut(done.token, account.person)


@delete("/logins", tags=["sessions"], summary="Log out", responses=problem_specs(400, 401, 404, 405))
async def log_out(request: Request_, state: State) -> None:
    """End the login whose token is the bearer, with every session that began by it."""
    staff, token = require_people(state).staff, bearer(request)
    if not token or staff.bearer(token, touch=False) is None:
        raise ProblemError(401, "no-session", case="token-unknown")
    staff.sessions.end(token)


@post(
    "/players",
    tags=["sessions"],
    summary="Become a player of the house, or come back",
    status_code=201,
    operation_class=with_body("PlayerRequest"),
    responses=problem_specs(400, 403, 404, 405, 413, 429),
)
async def become_player(request: Request_, state: State) -> PlayerOut:
    """Return pseudonym and way back of a new player with a ``name``, or of the one whom a ``code`` leads back."""
    people, address = require_people(state), address_of(request)
    body = strict_json(await request.body())
    if isinstance(body, dict) and "code" in body:
        (code,) = _texts(body, "code")
        player = await redeem(state, code, address)
    else:
        (name,) = _texts(body, "name")
        if not people.has_open_registration:
            raise ProblemError(403, "newcomers-at-desk")
        made = await register_once(state, {"name": name}, address)
        if made is None:
            raise malformed_body("a name of 1 to 30 signs that can be shown")
        player = made
    back = await asyncio.to_thread(people.players.remember, player.person)
    return PlayerOut(player.person, player.name, back)


def open_house_session(request: Request_, state: State, table: str, person: str, back: object) -> SessionOut:
    """Begin a session in a house with accounts: of a player by their way back or a token of their own, of somebody on
    duty by their login. Nothing else opens either. ``table`` may be the house.
    """
    people, token = require_people(state), bearer(request) or ""
    login, is_on_a_post = "", _post_asker(state, table)
    account, own = people.staff.bearer(token), state.sessions.find(token)
    player = _returned(request, state, people, back)
    if account is not None and account.person == person:
        login = digest(token)
    elif not ((player and player.person == person) or (own and own.person == person and not own.is_staff)):
        log_attempt(request, state, table, person, account)
        raise ProblemError(403, "place-taken", case="himself")
    if is_on_a_post(PersonId(person)) != bool(login):
        raise ProblemError(403, "post-needs-login", case="own-post")
    new = state.sessions.open(table, person, staff=bool(login), address=address_of(request), login=login)
    return SessionOut(new, table, person, str(back) if player is not None else "")


def _returned(request: Request_, state: State, people: HousePeople, back: object) -> Player | None:
    """Return the player whom a word leads back; a wrong one is counted against the address that shows it."""
    if back is None:
        return None
    address = address_of(request)
    state.brakes.codes.take(address)
    player = people.players.remembered(back[:100]) if isinstance(back, str) else None
    state.brakes.codes.settle(address, is_right=player is not None)
    return player


def _post_asker(state: State, table: str) -> Callable[[PersonId], bool]:
    if table == KEY and state.hall.house is not None:
        return lambda person: bool(state.hall.house.view(person).posts)
    return partial(is_on_duty, require_table(state, table))


def _texts(body: object, *names: str) -> list[str]:
    if not isinstance(body, dict) or set(body) != set(names) or not all(isinstance(one, str) for one in body.values()):
        raise malformed_body(f"texts: {', '.join(names)}")
    return [body[name][:400] for name in names]


PEOPLE_ROUTES: Final[tuple[Any, ...]] = (log_in, log_out, become_player)
