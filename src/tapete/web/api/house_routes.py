"""The house above the tables, for programs: what its viewer sees of it, what they may do there, and their acts.

A session of the house is a player's, by their way back, or somebody's who is on duty at a post of the house, by their
login. Without one a program reads what the public page shows.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import get, post
from litestar.datastructures import State
from litestar.response import Stream

from tapete.house.acts import GoOnDuty
from tapete.house.engine import ESTABLISHMENT, OF_SYSTEM
from tapete.house.terms import KEY
from tapete.kernel import Act, PersonId, Refused
from tapete.record.codec import tag_of
from tapete.table.staff import Role
from tapete.web.action_buttons import stored_command
from tapete.web.api.identity import IdempotencyKey, Request_, bearer, require_key
from tapete.web.api.schemas import house_act_body_schema, with_body
from tapete.web.api.shapes import ActOutcome, AnswersOut, DayAnswers, HouseOut, Legal
from tapete.web.api.table_routes import FOLLOW, READ, legal_out
from tapete.web.edge.limits import address_key
from tapete.web.house_desk import OWN
from tapete.web.house_routes import require_house
from tapete.web.page_access import stream_to
from tapete.web.parsers import malformed_body, read_act, strict_json
from tapete.web.people.identity import may_be_sent
from tapete.web.problems import ProblemError, problem_specs, refused_problem
from tapete.web.responses import lang_of
from tapete.web.sessions import Session, address_of
from tapete.web.submit import system_act
from tapete.words import sentence_fact

TAGS: Final = ["house"]
SYSTEM_TAGS: Final = frozenset(tag_of(one) for one in OF_SYSTEM)


def house_viewer(request: Request_, state: State) -> Session | None:
    """Return the session of a request to the house, ``None`` for the public.

    Raises :class:`ProblemError` for a token that is not known or whose login has ended (401), that is of a table, or of
    a post that its person or their account has no longer (403).
    """
    if "authorization" not in request.headers:
        return None
    session: Session | None = state.sessions.find(bearer(request))
    if session is None:
        raise ProblemError(401, "no-session", case="token-unknown")
    if session.table != KEY:
        raise ProblemError(403, "not-allowed", case="other-table")
    posts = require_house(state).view(session.person).posts
    if session.login:
        touch = request.method == "POST"
        account = None if state.people is None else state.people.staff.bearer_by_digest(session.login, touch=touch)
        if account is None or account.person != session.person:
            raise ProblemError(401, "no-session", case="login-ended")
        if not all(account.may_take(role) for role in posts):
            raise ProblemError(403, "post-not-granted")
    if session.is_staff != bool(posts):
        raise ProblemError(403, "post-needs-login", case="own-post")
    return session


@get("/house", tags=TAGS, summary="See the house", responses=READ)
async def read_house(request: Request_, state: State) -> HouseOut:
    """Return the house as the token's person sees it; without a token, as its public page shows it."""
    require_house(state)
    return _told(state, _person(house_viewer(request, state)))


@get("/house/legal", tags=TAGS, summary="What may be done in the house now", responses=READ)
async def read_house_legal(request: Request_, state: State) -> Legal:
    """Return what the token's person may do in the house now; the public may do nothing."""
    house, session = require_house(state), house_viewer(request, state)
    return legal_out(house.version, house.step, house.legal(_person(session)))


@get("/house/answers", tags=TAGS, summary="Read what was answered to complaints, day by day", responses=READ)
async def read_house_answers(request: Request_, state: State) -> AnswersOut:
    """Return what was answered to the token's person, of the last days; to the director all that was ever answered."""
    house, session = require_house(state), house_viewer(request, state)
    if session is None:
        raise ProblemError(401, "no-session", case="token-missing")
    is_director = Role.DIRECTOR in house.view(session.person).posts
    found = house.minutes_book.answers() if is_director else house.minutes_book.answers_of(session.person)
    return AnswersOut(tuple(DayAnswers(one.day, one.answers) for one in found))


@post(
    "/house/acts",
    tags=TAGS,
    summary="Do an act in the house",
    status_code=200,
    operation_class=with_body(house_act_body_schema, asks_token=True),
    responses=problem_specs(400, 401, 403, 404, 405, 409, 413, 429, 503),
)
async def post_house_act(request: Request_, state: State, key: IdempotencyKey) -> ActOutcome:
    """Do an act as the token's person: what a player does about themselves, or what their post does.

    200: it stands. 409: the house refuses it, or its key was used for another act. 400: it cannot be read. 403: the
    system does that, or nobody is sent to a post that their account lacks. 429: a player asked too often.
    """
    require_key(key)
    house, session = require_house(state), house_viewer(request, state)
    if session is None:
        raise ProblemError(401, "no-session", case="token-missing")
    body = strict_json(await request.body())
    if not isinstance(body, dict) or not isinstance(body.get("what"), dict):
        raise malformed_body("what: the act")
    for extra in sorted(body.keys() - {"what"}):
        raise ProblemError(400, "malformed", why=sentence_fact("error", "unfit-unknown", {"field": extra[:60]}))
    if not isinstance(body["what"].get("act"), str):
        raise malformed_body("act")
    if body["what"]["act"] in SYSTEM_TAGS:
        raise system_act()
    made = read_act(ESTABLISHMENT, body["what"])
    if isinstance(made, GoOnDuty) and not may_be_sent(state.people, made.person, made.role):
        raise ProblemError(403, "post-not-granted", case="pseudonym")
    command = stored_command(session.person, key, b"")
    if not session.is_staff and tag_of(type(made)) in OWN and not house.has_answered(command):
        state.brakes.own_acts.take(session.person, address_key(address_of(request)))
    answer = await house.act(Act(session.person, made, house.step), command)
    if isinstance(answer.outcome, Refused):
        raise refused_problem(answer.outcome, lang_of(request))
    return ActOutcome("accepted", answer.version, answer.is_repeated, tuple(answer.outcome.rests_on))


@get("/house/stream", tags=TAGS, summary="Follow the house", responses=FOLLOW)
async def read_house_stream(request: Request_, state: State) -> Stream:
    """Server-sent events: the viewer's whole view at once, then after each change."""
    house, session = require_house(state), house_viewer(request, state)

    async def draw() -> str | None:
        try:
            now = house_viewer(request, state)
        except ProblemError:
            return None
        return msgspec.json.encode(_told(state, _person(now))).decode()

    return stream_to(request, state, house, draw, session)


def _person(session: Session | None) -> PersonId | None:
    return None if session is None else session.person


def _told(state: State, person: PersonId | None) -> HouseOut:
    house = require_house(state)
    return HouseOut(house.version, msgspec.to_builtins(house.view(person)))


HOUSE_ROUTES: Final[tuple[Any, ...]] = (
    *(read_house, read_house_legal, read_house_answers),
    *(post_house_act, read_house_stream),
)
