"""What officials do about posts from their pages: give one back to the machine, take one, send somebody to one."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, post
from litestar.datastructures import State
from litestar.params import FromPath

from tapete.catalogue import entry
from tapete.kernel import Act, PersonId
from tapete.live.timers import put_on_duty
from tapete.table.acts import Relieve
from tapete.table.staff import Role
from tapete.web.forms import pseudonym
from tapete.web.page_access import form_of, require_session, require_table
from tapete.web.people.identity import account_named, may_be_sent
from tapete.web.post_offers import may_take
from tapete.web.problems import ProblemError
from tapete.web.responses import Request_, act_response, lang_of, outcome_response
from tapete.web.sessions import PERSON
from tapete.web.staff_access import BOT_PREFIX
from tapete.words import fill, label


@post("/mesa/{table_id:str}/como/{person:str}/devolver", include_in_schema=False, status_code=200)
async def hand_back(request: Request_, state: State, table_id: FromPath[str], person: FromPath[str]) -> Response[Any]:
    """Give a post back to the machine that is at work for it."""
    table, lang = require_table(state, table_id), lang_of(request)
    require_session(request, state, table_id, person)
    role = (await form_of(request)).get("role", "")
    machine = next((who for post, who in table.machines.items() if post == role), None)
    if machine is None or table.view(None).staff.get(role) != person:
        raise ProblemError(409, "no-such-place", case="no-machine-post")
    answer = await put_on_duty(table, Role(role), machine)
    return outcome_response(
        request, answer, f"/mesa/{table_id}", fill(label("ui", "hand-back", lang), {"role": role}, lang)
    )


@post("/mesa/{table_id:str}/como/{person:str}/puesto", include_in_schema=False, status_code=200)
async def fill_post(request: Request_, state: State, table_id: FromPath[str], person: FromPath[str]) -> Response[Any]:
    """Take a post that nobody attends, from a page that was opened for one; or, from another post, send somebody to
    it, or to a further post of the game that nobody has yet.
    """
    table, lang = require_table(state, table_id), lang_of(request)
    session, fields = require_session(request, state, table_id, person), await form_of(request)
    role, here = fields.get("role", ""), f"/mesa/{table_id}/como/{person}"
    sends = "person" in fields
    posts = entry(table.game.key).all_posts if sends else table.view(None).staff
    if role not in map(str, posts):
        raise ProblemError(409, "no-such-place")
    if sends:
        sent = _sent_person(state, fields["person"])
        if not PERSON.fullmatch(sent) or sent.startswith(BOT_PREFIX):
            return act_response(request, "refused", "wrong-name", "", label("ui", "wrong-name", lang), (), here)
        if not may_be_sent(state.people, sent, role, table.id):
            wrong = label("ui", "holder-not-granted", lang)
            return act_response(request, "refused", "post-not-granted", "", wrong, (), here)
        answer = await table.act(Act(PersonId(person), Relieve(Role(role), PersonId(sent)), table.view(None).step))
        return outcome_response(request, answer, here, fill(label("ui", "send-to-post", lang), {"role": role}, lang))
    if not session.is_staff:
        raise ProblemError(403, "post-needs-key")
    if not may_be_sent(state.people, person, role, table.id):
        raise ProblemError(403, "post-not-granted", said=label("ui", "post-not-granted", lang))
    if not may_take(table, PersonId(person), role):
        raise ProblemError(409, "post-attended", said=label("ui", "post-attended", lang))
    answer = await put_on_duty(table, Role(role), PersonId(person))
    return outcome_response(request, answer, here, fill(label("ui", "take-post", lang), {"role": role}, lang))


def _sent_person(state: State, text: str) -> str:
    """Return whom somebody means who is sent to a post: in a house with accounts one of the staff, by their name."""
    if state.people is None:
        return pseudonym(text)
    account = account_named(state.people, text)
    return "" if account is None else str(account.person)


ROUTES: Final = (hand_back, fill_post)
