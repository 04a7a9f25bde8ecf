"""Writing: sessions of the demo, and acts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any, Final

from litestar import post
from litestar.datastructures import State
from litestar.openapi.spec import OpenAPIMediaType, Operation, RequestBody, Schema
from litestar.params import HeaderParameter

from tapete.kernel import Accepted, Refused, Ruled
from tapete.web import places
from tapete.web.api.identity import Request_, bearer, needed
from tapete.web.api.reading import TableId, table_of
from tapete.web.api.schemas import act_body_schema, session_schema
from tapete.web.api.shapes import Done, Opened
from tapete.web.doing import do
from tapete.web.doors import as_staff
from tapete.web.problems import ProblemError, documented, refused_problem
from tapete.web.reading import malformed, read_body, strict_json
from tapete.web.sessions import SessionsFullError, address_of
from tapete.web.telling import lang_of

KEY: Final = re.compile(r"[!-~]{1,80}")
TAGS: Final = ["acts"]


def _json_body(schema: Schema) -> RequestBody:
    return RequestBody(content={"application/json": OpenAPIMediaType(schema=schema)}, required=True)


@dataclass
class ActOperation(Operation):
    """The operation of posting an act: its body is described by the games' own types."""

    def __post_init__(self) -> None:
        """Describe the body."""
        self.request_body = _json_body(act_body_schema())
        self.security = [{"bearer": []}]


@dataclass
class SessionOperation(Operation):
    """The operation of opening a session."""

    def __post_init__(self) -> None:
        """Describe the body."""
        self.request_body = _json_body(session_schema())


@post(
    "/sessions",
    tags=["sessions"],
    summary="Become a person of a table",
    status_code=201,
    operation_class=SessionOperation,
    responses=documented(400, 403, 404, 405, 413, 429),
)
async def open_session(request: Request_, state: State) -> Opened:
    """Return a token for a person at a table, and in ``back`` the word by which he returns. A person who is in the hall
    already needs that word, a token of his own or the staff key; a person on duty the staff key; nobody in a demo. No
    token makes anybody staff: posts are taken at the hall's pages.
    """
    body = strict_json(await request.body())
    if not isinstance(body, dict) or not {"table", "person"} <= set(body) <= {"table", "person", "key", "back"}:
        raise malformed("table and person, a key for staff, the word of somebody who comes back")
    table, person = body["table"], body["person"]
    if not isinstance(table, str) or not isinstance(person, str):
        raise malformed("table and person are texts")
    found = table_of(state, table)
    staff = as_staff(state.doors, found, person, body.get("key"))
    own = state.sessions.find(bearer(request))
    admitted = state.doors.admit(body.get("key")) or (own is not None and own.person == person)
    places.claim(state, person, body.get("back"), admitted=admitted)
    try:
        token = state.sessions.open(found.id, person, staff=staff, address=address_of(request))
        return Opened(token, found.id, person, places.return_word(state, person))
    except SessionsFullError:
        raise ProblemError(429, "too-many-sessions", "too many sessions were begun from this address") from None
    except ValueError:
        raise malformed("a person is a pseudonym of small letters, digits and hyphens") from None


@post(
    "/tables/{table_id:str}/acts",
    tags=TAGS,
    summary="Do an act",
    status_code=200,
    operation_class=ActOperation,
    responses=documented(400, 401, 403, 404, 405, 409, 413, 503),
)
async def post_act(
    request: Request_,
    state: State,
    table_id: TableId,
    key: Annotated[
        str,
        HeaderParameter(
            name="Idempotency-Key",
            pattern="^[!-~]{1,80}$",
            description="The client's id of the request; a repeat under the same id gets the first answer",
        ),
    ],
) -> Done:
    """Do an act as the token's person.

    200: it stands. 409: the rules refuse it (``code``, ``clauses`` and ``facts`` say why), its window has closed
    (``window-closed``), or its key was used for another act (``command-conflict``). 400: it cannot be read. 403: the
    system does that, not a person.
    """
    if not KEY.fullmatch(key):
        raise malformed("Idempotency-Key")
    table = table_of(state, table_id)
    session = needed(request, state, table_id)
    body = read_body(await request.body())
    answer = await do(table, session.person, body.what, body.at, key)
    outcome = answer.outcome
    match outcome:
        case Refused():
            raise refused_problem(outcome, lang_of(request))
        case Ruled():
            faults = tuple(one.code for one in outcome.faults)
            return Done("ruled", answer.version, answer.repeated, tuple(outcome.rests_on), faults)
        case Accepted():
            return Done("accepted", answer.version, answer.repeated, tuple(outcome.rests_on))


ACT_HANDLERS: Final[tuple[Any, ...]] = (open_session, post_act)
