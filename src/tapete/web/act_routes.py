"""What people do from their pages: acts, the look at a report before it is made, the stakes of the last coup again."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import MediaType, Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from tapete.catalogue import entry
from tapete.clauses import Fault
from tapete.kernel import Act, PersonId
from tapete.live import security_log
from tapete.live.timers import put_on_duty
from tapete.table.acts import Relieve
from tapete.table.phases import CLOSED
from tapete.table.staff import Role
from tapete.table.state import IncidentReport
from tapete.web import place_claims, seat_links, second_official
from tapete.web.forms import pseudonym, to_act
from tapete.web.games import screen_of
from tapete.web.incident_desk import CHANGED, remedy_mark
from tapete.web.more_time import clock_to_extend
from tapete.web.outcomes import with_outcome
from tapete.web.page_access import form_of, require_session, require_table
from tapete.web.page_context import is_real_table, is_stopped, people
from tapete.web.parsers import malformed_body, read_act, read_step
from tapete.web.people.identity import account_named, may_be_sent, require_may_be_sent
from tapete.web.ports import Answer, Table
from tapete.web.post_offers import may_take
from tapete.web.problems import ProblemError
from tapete.web.responses import KNOWN, Request_, act_response, lang_of, outcome_response
from tapete.web.rule_questions import is_rule_topic, read_topic
from tapete.web.sessions import PERSON
from tapete.web.staff_access import BOT_PREFIX, is_on_duty, require_post_kept
from tapete.web.stage import build, desk
from tapete.web.submit import refusal_of, submit
from tapete.words import act, fill, label, money, refusal

MORE_SECONDS: Final = 15.0
"""What an official gives in one request."""


@post("/mesa/{table_id:str}/como/{person:str}/hacer", include_in_schema=False, status_code=200)
async def do_act(request: Request_, state: State, table_id: FromPath[str], person: FromPath[str]) -> Response[Any]:
    """Do an act from a form; answer with what became of it. The truth itself comes by the stream."""
    table = require_table(state, table_id)
    require_post_kept(state, table, require_session(request, state, table_id, person))
    fields = await form_of(request)
    answering = _act_answer(request, state, table, person, fields)
    return await with_outcome(request, state.presses, (table_id, person), fields.get("press", ""), answering)


async def _act_answer(
    request: Request_, state: State, table: Table, person: str, fields: dict[str, str]
) -> Response[Any]:
    at = read_step(fields.get("at", ""))
    lang = lang_of(request)
    game, command = screen_of(table.game.key), fields.get("command", "")
    what = to_act(fields, lang, game.notable_acts, game.effects)
    require_may_be_sent(state.people, table.id, what)
    unready = None if game.prepare is None else await game.prepare(table, PersonId(person), what, command)
    shown = fields.get("shown", "")
    answer = unready or await submit(
        table, PersonId(person), what, at, command, lax=True, shown=shown, pace=state.brakes.acts
    )
    if (changed := refusal_of(answer)) is not None and changed.code == CHANGED:
        preview = report_preview(request, table, PersonId(person), what, fields, changed=True)
        if preview is not None:
            return preview
    return outcome_response(
        request,
        answer,
        f"/mesa/{table.id}/como/{person}",
        _act_description(fields, what, table, lang),
        game.asking_events,
        game.answer_words,
    )


def _act_description(fields: dict[str, str], what: dict[str, Any], table: Table, lang: str) -> str:
    """Name what was done; of a note whose it is, what, and for how much."""
    if "noted" not in fields:
        undone = {"word": "not"} if fields.get("is_done") == "false" else {}
        return act(fields.get("act", ""), fields | undone | {"game": table.game.key}, lang)
    inner = what["what"]
    told = (seat_links.short_name(what["person"], table.id, lang), act(inner["act"], {}, lang))
    return " · ".join((*told, *([money(inner["amount"], lang)] if "amount" in inner else [])))


@post("/mesa/{table_id:str}/como/{person:str}/enlace", include_in_schema=False, status_code=200)
async def player_link(request: Request_, state: State, table_id: FromPath[str], person: FromPath[str]) -> Response[Any]:
    """Give, to an official of a real table, a new link by which a person whom they noted comes to their own page; to
    those of a hall who may give it, that of a player who has something there. It ends the one of before. A
    closed table gives none.
    """
    table, lang = require_table(state, table_id), lang_of(request)
    require_session(request, state, table_id, person)
    if state.people is not None:
        raise ProblemError(403, "not-allowed", said=label("ui", "code-of-cash-desk", lang))
    if table.view(None).phase == CLOSED:  # whoever may give them where it goes on does so there
        raise ProblemError(409, "no-such-place", said=label("ui", "closed-gives-no-links", lang))
    view, wanted = table.view(PersonId(person)), (await form_of(request)).get("player", "")
    screen = screen_of(table.game.key)
    roles = frozenset() if view.me is None else frozenset(map(str, view.me.roles))
    if not (roles & screen.link_givers or (roles and is_real_table(view))):
        raise ProblemError(403, "no-such-place", said=label("ui", "no-player-link", lang))
    there = (*people(view), *(() if screen.players is None else screen.players(view)))
    if wanted not in map(str, there) or is_on_duty(table, PersonId(wanted)):
        raise ProblemError(409, "no-such-place", said=label("ui", "no-player-link", lang))
    notes = [(table, made(PersonId(wanted), PersonId(person))) for made in filter(None, [screen.note_link])]
    await place_claims.note_code(state, PersonId(wanted), PersonId(person), *notes)
    security_log.tell("player-link", table=table_id, person=wanted, by=person)
    if not state.staff_access.is_open:
        ended = await place_claims.renew_link(state, PersonId(wanted))
        security_log.tell("player-link-ended", table=table_id, person=wanted, by=person, sessions=ended)
    values = {
        "name": seat_links.short_name(wanted, table_id, lang),
        "link": place_claims.return_link(request, state, table_id, wanted),
    }
    return Response(msgspec.json.encode(values), media_type=MediaType.JSON)


@post("/mesa/{table_id:str}/como/{person:str}/examinar", include_in_schema=False, status_code=200)
async def preview_report(
    request: Request_, state: State, table_id: FromPath[str], person: FromPath[str]
) -> Response[Any]:
    """Show what a report would come to, with its clauses, before anybody confirms it; nothing is recorded. The table
    waits for an official who looks at it, until they report it, send no act, or have looked for long.
    """
    table, lang = require_table(state, table_id), lang_of(request)
    require_session(request, state, table_id, person)
    fields = await form_of(request)
    if not fields.get("act"):
        table.hold.end(PersonId(person))
        return Response(None, status_code=204)
    found = report_preview(request, table, PersonId(person), to_act(fields, lang), fields)
    if found is None:
        raise malformed_body("no preview of that")
    return found


def report_preview(
    request: Request_,
    table: Table,
    person: PersonId,
    what: dict[str, Any],
    fields: dict[str, str],
    *,
    changed: bool = False,
) -> Response[Any] | None:
    """Return what a report would come to, or why it cannot be made; ``None`` for what has no preview.

    ``changed``: somebody confirmed another remedy than this one, and is told that nothing was recorded.
    """
    lang, screen = lang_of(request), screen_of(table.game.key)
    try:
        act = Act(person, read_act(table.game, what, lax=True), read_step(fields.get("at", "")))
        found = table.preview(act)
    except (LookupError, ValueError):
        return None
    if screen.examined is None or not isinstance(act.body, IncidentReport):
        return None
    here, status = f"/mesa/{table.id}/como/{person}", 409 if changed else 200
    if isinstance(found, Fault):
        heading, sentence = label("answer", "refused", lang) + ".", refusal(found.code, found.facts, lang)
        return act_response(request, "refused", found.code, heading, sentence, tuple(found.clauses), here)
    view = table.view(person)
    if is_on_duty(table, person) and not is_stopped(view) and not is_real_table(view):
        table.hold.begin(person)
    sent = fields | {"shown": remedy_mark(view, found, act.body), "at": str(view.step)}
    data = desk.preview(screen.examined(found, view, lang), sent, lang, changed=changed)
    return Response(data, media_type=MediaType.JSON, status_code=status, headers=dict(KNOWN))


@post("/mesa/{table_id:str}/como/{person:str}/repetir", include_in_schema=False, status_code=200)
async def repeat_bets(request: Request_, state: State, table_id: FromPath[str], person: FromPath[str]) -> Response[Any]:
    """Stake again what the person had in the last settled coup, bet by bet, up to the first refusal."""
    table = require_table(state, table_id)
    require_post_kept(state, table, require_session(request, state, table_id, person))
    fields = await form_of(request)
    answering = _repeat_answer(request, state, table, person, fields)
    return await with_outcome(request, state.presses, (table_id, person), fields.get("press", ""), answering)


async def _repeat_answer(
    request: Request_, state: State, table: Table, person: str, fields: dict[str, str]
) -> Response[Any]:
    lang, here = lang_of(request), f"/mesa/{table.id}/como/{person}"
    at, command = read_step(fields.get("at", "")), fields.get("command", "")
    answer: Answer | None = None
    last_bets = screen_of(table.game.key).last_bets
    for what in () if last_bets is None else last_bets(table, PersonId(person)):
        answer = await submit(table, PersonId(person), what, at, command, lax=True, pace=state.brakes.acts)
        if refusal_of(answer) is not None:
            break
    if answer is None:
        return act_response(
            request, "refused", "nothing-to-repeat", "", label("ui", "nothing-to-repeat", lang), (), here
        )
    return outcome_response(request, answer, here, label("ui", "repeat", lang))


@get("/mesa/{table_id:str}/como/{person:str}/regla", include_in_schema=False)
async def ask_rule(
    request: Request_, state: State, table_id: FromPath[str], person: FromPath[str], about: FromQuery[str] = ""
) -> Response[Any]:
    """Answer a question about the rules, at any moment; it is no act and nobody else learns of it."""
    table, lang = require_table(state, table_id), lang_of(request)
    require_session(request, state, table_id, person)
    text = about.strip()[:40]
    found = table.ask_rule(PersonId(person), read_topic(text, table.game.key))
    unknown = "" if is_rule_topic(text, table.game.key) else build.say("asked-unknown", lang, about=text)
    told = {"clauses": build.clauses(found, lang), "unknown": unknown}
    return Response(msgspec.json.encode(told), media_type=MediaType.JSON)


@post("/mesa/{table_id:str}/como/{person:str}/desestimar", include_in_schema=False, status_code=200)
async def drop_proposal(
    request: Request_, state: State, table_id: FromPath[str], person: FromPath[str]
) -> Response[Any]:
    """Drop a correction that waits: the first official takes it back, or the second does not agree. What became of it
    is put away by the same word of the first.
    """
    table, lang = require_table(state, table_id), lang_of(request)
    require_session(request, state, table_id, person)
    first = (await form_of(request)).get("first", "")
    if not second_official.may_drop_proposal(table, PersonId(first), PersonId(person)):
        raise ProblemError(409, "no-such-proposal", said=label("ui", "no-such-proposal", lang))
    second_official.drop_proposal(table, PersonId(first), PersonId(person))
    return act_response(
        request,
        "accepted",
        "dropped",
        label("ui", "correction-dropped", lang),
        "",
        (),
        f"/mesa/{table_id}/como/{person}",
    )


@post("/mesa/{table_id:str}/como/{person:str}/mas-tiempo", include_in_schema=False, status_code=200)
async def more_time(request: Request_, state: State, table_id: FromPath[str], person: FromPath[str]) -> Response[Any]:
    """Give the players more time: an official moves the clock of the table on; nothing is recorded."""
    table, lang = require_table(state, table_id), lang_of(request)
    require_session(request, state, table_id, person)
    who, here = PersonId(person), f"/mesa/{table_id}/como/{person}"
    clock = clock_to_extend(table, who, screen_of(table.game.key).more_time) if is_on_duty(table, who) else None
    if clock is None:
        raise ProblemError(409, "no-clock", said=label("ui", "no-clock", lang))
    if not table.countdown.extend(MORE_SECONDS):
        table.countdown.show(clock, MORE_SECONDS)
    return act_response(request, "accepted", "more-time", label("ui", "time-given", lang), "", (), here, table.version)


# --- posts: give one back to the machine, take one, send somebody to one ---------------------------------------------


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


ROUTES: Final = (
    more_time,
    drop_proposal,
    do_act,
    player_link,
    preview_report,
    repeat_bets,
    ask_rule,
    hand_back,
    fill_post,
)
