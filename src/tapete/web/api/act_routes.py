"""Writing: sessions of the demo, and acts."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from litestar import post
from litestar.datastructures import State
from litestar.params import FromQuery

from tapete.cartones.reading import arranged_in
from tapete.kernel import Refused, RefusedError, Ruled
from tapete.web.api.identity import IdempotencyKey, Looking, Request_, bearer, require_key, require_table
from tapete.web.api.people_routes import open_house_session
from tapete.web.api.schemas import with_body
from tapete.web.api.shapes import ActOutcome, FileOutcome, SessionOut, TicketOut
from tapete.web.browser import begin_session, is_players_name, is_word_given, require_own_name, return_word
from tapete.web.parsers import PostedTableAct, malformed_body, read_body, strict_json
from tapete.web.people.identity import require_first_kept, require_may_be_sent
from tapete.web.problems import ProblemError, problem_specs, refused_problem
from tapete.web.responses import lang_of
from tapete.web.staff_access import (
    is_staff_session,
    log_refused_staff_entry,
    log_staff_entry,
    may_enter_as_staff,
    require_post_kept,
)
from tapete.web.static_files import FILE_LIMIT, register_file, require_registrar
from tapete.web.submit import submit

TAGS: Final = ["acts"]


@post(
    "/sessions",
    tags=["sessions"],
    summary="Become a person of a table",
    status_code=201,
    operation_class=with_body("SessionRequest"),
    responses=problem_specs(400, 403, 404, 405, 413, 429),
)
async def open_session(request: Request_, state: State) -> SessionOut:
    """Return a token for a person at a table, and in ``back`` the word by which they return.

    A person who is in the hall already needs that word or a token of their own; one on duty needs the staff key, of
    which the security log tells. The key opens posts and never a player; a demo asks nobody. No token makes anybody
    staff: posts are taken at the hall's pages. In a house with accounts there is no key: a player needs the word of
    ``/players``, somebody on duty the token of ``/logins``.
    """
    body = strict_json(await request.body())
    if not isinstance(body, dict) or not {"table", "person"} <= set(body) <= {"table", "person", "key", "back"}:
        raise malformed_body("table and person, a key for staff, the word of somebody who comes back")
    if not all(isinstance(one, str) for one in body.values()):
        raise malformed_body("table, person, key, back are texts")
    table, person = body["table"], body["person"]
    if state.people is not None:
        return open_house_session(request, state, table, person, body.get("back"))
    found = require_table(state, table)
    with_key = may_enter_as_staff(request, state, body.get("key"))
    staff = is_staff_session(state.staff_access, found, person, body.get("key"))
    own = state.sessions.find(bearer(request))
    is_own = own is not None and own.person == person and not own.is_staff
    word = body.get("back")
    returned = is_word_given(request, state, person, word)
    admitted = is_own or (staff and (returned or not is_players_name(state, person)))
    if not (staff or is_own or returned):
        require_own_name(state, person)
    try:
        token = await begin_session(request, state, found.id, person, word, staff=staff, admitted=admitted)
        if staff:
            log_staff_entry(request, state, found.id, person)
        return SessionOut(token, found.id, person, "" if staff else return_word(state, person))
    except ProblemError as error:
        if with_key and error.problem.status == 403:
            log_refused_staff_entry(request, found.id, person)
        raise


@post(
    "/tickets",
    tags=["sessions"],
    summary="Get a ticket for a stream",
    status_code=201,
    security=[{"bearer": []}],
    responses=problem_specs(400, 401, 405),
)
async def give_ticket(request: Request_, state: State) -> TicketOut:
    """Return a word by which a stream of the token's person may be asked for once: ``EventSource`` sends no token."""
    found = state.sessions.ticket(bearer(request))
    if found is None:
        raise ProblemError(401, "no-session", case="token-unknown" if bearer(request) else "token-missing")
    return TicketOut(found)


@post(
    "/tables/{table_id:str}/acts",
    tags=TAGS,
    summary="Do an act",
    status_code=200,
    operation_class=with_body("ActRequest", asks_token=True),
    responses=problem_specs(400, 401, 403, 404, 405, 409, 413, 429, 503),
)
async def post_act(request: Request_, state: State, look: Looking, key: IdempotencyKey) -> ActOutcome:
    """Do an act as the token's person.

    200: it stands. 409: the rules refuse it (``code``, ``clauses`` and ``facts`` say why), its window has closed
    (``window-closed``), or its key was used for another act (``command-conflict``). 400: it cannot be read. 403: the
    system does that, not a person. 429: too many acts in a row, ``Retry-After`` says for how long to wait.
    """
    require_key(key)
    session = look.require_session()
    body = read_body(await request.body(), PostedTableAct)
    require_post_kept(state, look.table, session)
    require_may_be_sent(state.people, look.table.id, body.what)
    require_first_kept(state.people, look.table, body.what)
    answer = await submit(look.table, session.person, body.what, body.at, key, pace=state.brakes.acts)
    outcome = answer.outcome
    if isinstance(outcome, Refused):
        raise refused_problem(outcome, lang_of(request))
    kind, faults = ("ruled", outcome.faults) if isinstance(outcome, Ruled) else ("accepted", ())
    codes = tuple(one.code for one in faults)
    return ActOutcome(kind, answer.version, answer.is_repeated, tuple(outcome.rests_on), codes)


@post(
    "/tables/{table_id:str}/files",
    tags=TAGS,
    summary="Register a series of cards from its file",
    status_code=200,
    operation_class=with_body("", "application/octet-stream", asks_token=True),
    request_max_body_size=FILE_LIMIT,
    responses=problem_specs(400, 401, 403, 404, 405, 409, 413, 503),
)
async def post_file(
    request: Request_,
    state: State,
    look: Looking,
    key: IdempotencyKey,
    letter: FromQuery[str] = "",
    identification: FromQuery[int] = 0,
    value: FromQuery[int] = 0,
    kind: FromQuery[str] = "single",
    any_columns: FromQuery[bool] = False,
) -> FileOutcome:
    """Enter what the body, a file, holds as the token's person. A file of cards alone needs letter, identification and
    value (cents); a kept series says them itself. 400 names every wrong line in ``facts``, and nothing is registered.
    """
    require_key(key)
    session = look.require_session()
    require_post_kept(state, look.table, session)
    require_registrar(look.table, session.person)
    fields = {"letter": letter, "identification": identification, "value": value}
    fields |= {"kind": kind, "any_columns": any_columns}
    try:
        data = await request.body()
        found = await register_file(look.table, session.person, data, fields, key)
    except RefusedError as error:
        raise refused_problem(error.refused, lang_of(request)) from None
    arranged = await asyncio.to_thread(arranged_in, data)
    rests_on = tuple(found.outcome.rests_on)
    return FileOutcome("accepted", found.version, found.is_repeated, rests_on, arranged=arranged)


ACT_ROUTES: Final[tuple[Any, ...]] = (open_session, give_ticket, post_act, post_file)
