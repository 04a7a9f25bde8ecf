"""The house above the tables, for programs: what its viewer sees of it, what they may do there, and their acts.

A session of the house is a player's, by their way back, or somebody's who is on duty at a post of the house, by their
login. Without one a program reads what the public page shows.
"""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Router, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.response import Stream

from tapete.house.acts import GoOnDuty
from tapete.house.engine import ESTABLISHMENT, OF_SYSTEM
from tapete.house.terms import KEY
from tapete.kernel import Act, Refused
from tapete.record.codec import tag_of
from tapete.table.staff import Role
from tapete.web.action_buttons import stored_command
from tapete.web.api.identity import Caller, IdempotencyKey, Request_, require_key
from tapete.web.api.schemas import with_body
from tapete.web.api.shapes import ActOutcome, AnswersOut, DayAnswers, HouseOut, Legal
from tapete.web.api.table_routes import FOLLOW, READ, legal_out
from tapete.web.house_desk import OWN
from tapete.web.house_routes import require_house
from tapete.web.page_access import stream_to
from tapete.web.parsers import PostedAct, read_act, read_body
from tapete.web.people.identity import may_be_sent, require_first_kept
from tapete.web.problems import ProblemError, problem_specs, refused_problem
from tapete.web.responses import lang_of
from tapete.web.sessions import Session, address_of
from tapete.web.staff_access import require_login_kept
from tapete.web.submit import system_act

TAGS: Final = ["house"]


class HouseLook(Caller):
    """The house, as whoever asks for it sees it. Raises :class:`ProblemError` for a post that its person or their
    account has no longer.
    """

    def __init__(self, request: Request_, state: State) -> None:
        self.house: Final = require_house(state)
        super().__init__(request, state, KEY)
        if self.session is not None:
            self._require_kept(self.session)

    def _require_kept(self, session: Session) -> None:
        posts = self.house.view(session.person).posts
        if session.login:
            require_login_kept(self.state, session, posts, touch=self.request.method == "POST")
        if session.is_staff != bool(posts):
            raise ProblemError(403, "post-needs-login", case="own-post")

    def told(self) -> HouseOut:
        return HouseOut(self.house.version, msgspec.to_builtins(self.house.view(self.person)))


async def look_at_house(request: Request_, state: State) -> HouseLook:
    return HouseLook(request, state)


Looking = NamedDependency[HouseLook]


@get("/house", tags=TAGS, summary="See the house", responses=READ)
async def read_house(at: Looking) -> HouseOut:
    """Return the house as the token's person sees it; without a token, as its public page shows it."""
    return at.told()


@get("/house/legal", tags=TAGS, summary="What may be done in the house now", responses=READ)
async def read_house_legal(at: Looking) -> Legal:
    """Return what the token's person may do in the house now; the public may do nothing."""
    return legal_out(at.house.version, at.house.step, at.house.legal(at.person))


@get("/house/answers", tags=TAGS, summary="Read what was answered to complaints, day by day", responses=READ)
async def read_house_answers(at: Looking) -> AnswersOut:
    """Return what was answered to the token's person, of the last days; to the director all that was ever answered."""
    person, book = at.require_session().person, at.house.minutes_book
    is_director = Role.DIRECTOR in at.house.view(person).posts
    found = book.answers() if is_director else book.answers_of(person)
    return AnswersOut(tuple(DayAnswers(one.day, one.answers) for one in found))


@post(
    "/house/acts",
    tags=TAGS,
    summary="Do an act in the house",
    status_code=200,
    operation_class=with_body("HouseActRequest", asks_token=True),
    responses=problem_specs(400, 401, 403, 404, 405, 409, 413, 429, 503),
)
async def post_house_act(request: Request_, at: Looking, key: IdempotencyKey) -> ActOutcome:
    """Do an act as the token's person: what a player does about themselves, or what their post does.

    200: it stands. 409: the house refuses it, or its key was used for another act. 400: it cannot be read. 403: the
    system does that, or nobody is sent to a post that their account lacks. 429: a player asked too often.
    """
    require_key(key)
    session, house, state = at.require_session(), at.house, at.state
    made = read_act(ESTABLISHMENT, read_body(await request.body(), PostedAct).what)
    if type(made) in OF_SYSTEM:
        raise system_act()
    if isinstance(made, GoOnDuty) and not may_be_sent(state.people, made.person, made.role):
        raise ProblemError(403, "post-not-granted", case="pseudonym")
    require_first_kept(state.people, house, msgspec.to_builtins(made))
    command = stored_command(session.person, key, b"")
    if not session.is_staff and tag_of(type(made)) in OWN and not await house.has_answered(command):
        state.brakes.own_acts.take(session.person, address_of(request))
    answer = await house.act(Act(session.person, made, house.step), command)
    if isinstance(answer.outcome, Refused):
        raise refused_problem(answer.outcome, lang_of(request))
    return ActOutcome("accepted", answer.version, answer.is_repeated, tuple(answer.outcome.rests_on))


@get("/house/stream", tags=TAGS, summary="Follow the house", responses=FOLLOW)
async def read_house_stream(request: Request_, state: State, at: Looking) -> Stream:
    """Server-sent events: the viewer's whole view at once, then after each change."""

    async def draw() -> str | None:
        try:
            now = HouseLook(request, state)
        except ProblemError:
            return None
        return msgspec.json.encode(now.told()).decode()

    return stream_to(request, state, at.house, draw, at.session)


HOUSE_ROUTES: Final = (
    Router(
        "",
        route_handlers=(read_house, read_house_legal, read_house_answers, post_house_act, read_house_stream),
        dependencies={"at": Provide(look_at_house)},
    ),
)
