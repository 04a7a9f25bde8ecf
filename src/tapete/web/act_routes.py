"""What people do from their pages: acts, the look at a report before it is made, the stakes of the last coup again."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import MediaType, Response, get, post
from litestar.datastructures import State
from litestar.params import FromQuery

from tapete.catalogue import entry
from tapete.clauses import Fault
from tapete.kernel import Act, PersonId
from tapete.live import security_log
from tapete.live.timers import put_on_duty
from tapete.record.codec import tag_of
from tapete.table.acts import Leave, Relieve
from tapete.table.phases import CLOSED
from tapete.table.staff import Role
from tapete.table.state import IncidentReport
from tapete.web import seat_links, second_official
from tapete.web.browser import note_code, renew_link, return_link
from tapete.web.forms import is_rule_topic, pseudonym, read_topic, to_act
from tapete.web.games import screen_of
from tapete.web.incident_desk import CHANGED, remedy_mark
from tapete.web.outcomes import press
from tapete.web.page_access import Asker, Asking
from tapete.web.page_context import clock_to_extend, is_real_table, is_stopped, people
from tapete.web.parsers import malformed_body, read_act, read_step
from tapete.web.people.identity import account_named, may_be_sent, require_first_kept, require_may_be_sent
from tapete.web.ports import Answer, Table
from tapete.web.post_offers import may_take
from tapete.web.problems import ProblemError
from tapete.web.responses import KNOWN, Told, outcome_told, refusal_told
from tapete.web.sessions import PERSON
from tapete.web.staff_access import BOT_PREFIX, is_on_duty
from tapete.web.stage import build, desk
from tapete.web.submit import submit
from tapete.words import act, label, money, sentence

MORE_SECONDS: Final = 15.0
"""What an official gives in one request."""


@press("/hacer")
async def do_act(asker: Asker, fields: dict[str, str]) -> Response[Any]:
    """Do an act from a form; answer with what became of it. The truth itself comes by the stream."""
    asker.require_post_kept()
    table, lang = asker.table, asker.lang
    at = read_step(fields.get("at", ""))
    game, command = screen_of(table.game.key), fields.get("command", "")
    what = to_act(fields, lang, game.notable_acts, game.effects)
    require_may_be_sent(asker.state.people, table.id, what)
    require_first_kept(asker.state.people, table, what)
    unready = None if game.prepare is None else await game.prepare(table, asker.person, what, command)
    shown, pace = fields.get("shown", ""), asker.state.brakes.acts
    me = table.view(asker.person).me if what.get("act") == tag_of(Leave) else None
    taken = 0 if me is None else me.chips
    answer = unready or await submit(table, asker.person, what, at, command, lax=True, shown=shown, pace=pace)
    if answer.refusal is not None and answer.refusal.code == CHANGED:
        preview = report_preview(asker, what, fields, changed=True)
        if preview is not None:
            return preview
    name = _act_description(fields, what, table, lang)
    told = outcome_told(answer, table.id, name, lang, game.asking_events, game.answer_words)
    if taken and told.kind == "accepted" and not answer.is_repeated:
        code = "left-with" if table.purse(asker.person) is None else "left-into-purse"
        told = told._replace(sentence=sentence("ui", code, lang, amount=taken))
    return told.as_data(lang)


def _act_description(fields: dict[str, str], what: dict[str, Any], table: Table, lang: str) -> str:
    """Name what was done; of a note whose it is, what, and for how much."""
    if "noted" not in fields:
        undone = {"word": "not"} if fields.get("is_done") == "false" else {}
        return act(fields.get("act", ""), fields | undone | {"game": table.game.key}, lang)
    inner = what["what"]
    told = (seat_links.short_name(what["person"], table.id, lang), act(inner["act"], {}, lang))
    return " · ".join((*told, *([money(inner["amount"], lang)] if "amount" in inner else [])))


@post("/enlace", status_code=200)
async def player_link(asker: Asking) -> Response[Any]:
    """Give, to an official of a real table, a new link by which a person whom they noted comes to their own page; to
    those of a hall who may give it, that of a player who has something there. It ends the one of before. A
    closed table gives none.
    """
    table, state, lang = asker.table, asker.state, asker.lang
    if state.people is not None:
        raise ProblemError(403, "not-allowed", said=label("ui", "code-of-cash-desk", lang))
    if table.view(None).phase == CLOSED:  # whoever may give them where it goes on does so there
        raise ProblemError(409, "no-such-place", said=label("ui", "closed-gives-no-links", lang))
    view, wanted = table.view(asker.person), (await asker.form()).get("player", "")
    screen = screen_of(table.game.key)
    roles = frozenset() if view.me is None else frozenset(map(str, view.me.roles))
    if not (roles & screen.link_givers or (roles and is_real_table(view))):
        raise ProblemError(403, "no-such-place", said=label("ui", "no-player-link", lang))
    there = (*people(view), *(() if screen.players is None else screen.players(view)))
    if wanted not in map(str, there) or is_on_duty(table, PersonId(wanted)):
        raise ProblemError(409, "no-such-place", said=label("ui", "no-player-link", lang))
    tables = [one for one in state.hall.tables.values() if one.view(None).phase != CLOSED]
    makers = [(one, screen_of(one.game.key).note_link) for one in tables]  # the link opens their page at each of them
    notes = [(one, made(PersonId(wanted), asker.person)) for one, made in makers if made is not None]
    await note_code(state, PersonId(wanted), asker.person, *notes)
    security_log.tell("player-link", table=table.id, person=wanted, by=asker.person)
    if not state.staff_access.is_open:
        ended = await renew_link(state, PersonId(wanted))
        security_log.tell("player-link-ended", table=table.id, person=wanted, by=asker.person, sessions=ended)
    link = return_link(asker.request, state, table.id, wanted)
    values = {"name": seat_links.short_name(wanted, table.id, lang), "link": link}
    return Response(msgspec.json.encode(values), media_type=MediaType.JSON)


@post("/examinar", status_code=200)
async def preview_report(asker: Asking) -> Response[Any]:
    """Show what a report would come to, with its clauses, before anybody confirms it; nothing is recorded. The table
    waits for an official who looks at it, until they report it, send no act, or have looked for long.
    """
    fields = await asker.form()
    if not fields.get("act"):
        asker.table.hold.end(asker.person)
        return Response(None, status_code=204)
    found = report_preview(asker, to_act(fields, asker.lang), fields)
    if found is None:
        raise malformed_body("no preview of that")
    return found


def report_preview(
    asker: Asker, what: dict[str, Any], fields: dict[str, str], *, changed: bool = False
) -> Response[Any] | None:
    """Return what a report would come to, or why it cannot be made; ``None`` for what has no preview.

    ``changed``: somebody confirmed another remedy than this one, and is told that nothing was recorded.
    """
    table, lang = asker.table, asker.lang
    screen = screen_of(table.game.key)
    try:
        act = Act(asker.person, read_act(table.game, what, lax=True), read_step(fields.get("at", "")))
        found = table.preview(act)
    except (LookupError, ValueError):
        return None
    if screen.examined is None or not isinstance(act.body, IncidentReport):
        return None
    if isinstance(found, Fault):
        return refusal_told(found, lang).as_data(lang)
    view = table.view(asker.person)
    if is_on_duty(table, asker.person) and not is_stopped(view) and not is_real_table(view):
        table.hold.begin(asker.person)
    sent = fields | {"shown": remedy_mark(view, found, act.body), "at": str(view.step)}
    data = desk.preview(screen.examined(found, view, lang), sent, lang, changed=changed)
    status = 409 if changed else 200
    return Response(data, media_type=MediaType.JSON, status_code=status, headers=dict(KNOWN))


@press("/repetir")
async def repeat_bets(asker: Asker, fields: dict[str, str]) -> Response[Any]:
    """Stake again what the person had in the last settled coup, bet by bet, up to the first refusal."""
    asker.require_post_kept()
    at, command, table = read_step(fields.get("at", "")), fields.get("command", ""), asker.table
    answer: Answer | None = None
    last_bets = screen_of(table.game.key).last_bets
    for what in () if last_bets is None else last_bets(table, asker.person):
        answer = await submit(table, asker.person, what, at, command, lax=True, pace=asker.state.brakes.acts)
        if answer.refusal is not None:
            break
    if answer is None:
        return _refuse(asker, "nothing-to-repeat", "nothing-to-repeat")
    return _tell(asker, answer, label("ui", "repeat", asker.lang))


def _tell(asker: Asker, answer: Answer, name: str) -> Response[Any]:
    return outcome_told(answer, asker.table.id, name, asker.lang).as_data(asker.lang)


def _refuse(asker: Asker, code: str, said: str) -> Response[Any]:
    """Answer beside a button that the hall does not do it; ``said`` names the sentence of the screens that says why."""
    return Told("refused", code, sentence=label("ui", said, asker.lang)).as_data(asker.lang)


@get("/regla")
async def ask_rule(asker: Asking, about: FromQuery[str] = "") -> Response[Any]:
    """Answer a question about the rules, at any moment; it is no act and nobody else learns of it."""
    game, text, lang = asker.table.game.key, about.strip()[:40], asker.lang
    found = asker.table.ask_rule(asker.person, read_topic(text, game))
    unknown = "" if is_rule_topic(text, game) else build.say("asked-unknown", lang, about=text)
    told = {"clauses": build.clauses(found, lang), "unknown": unknown}
    return Response(msgspec.json.encode(told), media_type=MediaType.JSON)


@press("/desestimar")
async def drop_proposal(asker: Asker, fields: dict[str, str]) -> Response[Any]:
    """Drop a correction that waits: the first official takes it back, or the second does not agree. What became of it
    is put away by the same word of the first.
    """
    first = PersonId(fields.get("first", ""))
    if not second_official.may_drop_proposal(asker.table, first, asker.person):
        raise ProblemError(409, "no-such-proposal", said=label("ui", "no-such-proposal", asker.lang))
    second_official.drop_proposal(asker.table, first, asker.person)
    return Told("accepted", "dropped", label("ui", "correction-dropped", asker.lang)).as_data(asker.lang)


@press("/mas-tiempo")
async def more_time(asker: Asker, fields: dict[str, str]) -> Response[Any]:
    """Give the players more time: an official moves the clock of the table on; nothing is recorded."""
    del fields
    table, who, lang = asker.table, asker.person, asker.lang
    clock = clock_to_extend(table, who, screen_of(table.game.key).more_time) if is_on_duty(table, who) else None
    if clock is None:
        raise ProblemError(409, "no-clock", said=label("ui", "no-clock", lang))
    if not table.countdown.extend(MORE_SECONDS):
        table.countdown.show(clock, MORE_SECONDS)
    return Told("accepted", "more-time", label("ui", "time-given", lang), version=table.version).as_data(asker.lang)


# --- posts: give one back to the machine, take one, send somebody to one ---------------------------------------------


@press("/devolver")
async def hand_back(asker: Asker, fields: dict[str, str]) -> Response[Any]:
    table, role = asker.table, fields.get("role", "")
    machine = next((who for post, who in table.machines.items() if post == role), None)
    if machine is None or table.view(None).staff.get(role) != asker.person:
        raise ProblemError(409, "no-such-place", case="no-machine-post")
    answer = await put_on_duty(table, Role(role), machine)
    name = build.say("hand-back", asker.lang, role=role)
    return _tell(asker, answer, name)


@press("/puesto")
async def fill_post(asker: Asker, fields: dict[str, str]) -> Response[Any]:
    """Take a post that nobody attends, from a page that was opened for one; or, from another post, send somebody to
    it, or to a further post of the game that nobody has yet.
    """
    table, state, lang = asker.table, asker.state, asker.lang
    role, sends = fields.get("role", ""), "person" in fields
    posts = entry(table.game.key).all_posts if sends else table.view(None).staff
    if role not in map(str, posts):
        raise ProblemError(409, "no-such-place")
    if sends:
        sent = _sent_person(state, fields["person"])
        if not PERSON.fullmatch(sent) or sent.startswith(BOT_PREFIX):
            return _refuse(asker, "wrong-name", "wrong-name")
        if not may_be_sent(state.people, sent, role, table.id):
            return _refuse(asker, "post-not-granted", "holder-not-granted")
        answer = await table.act(Act(asker.person, Relieve(Role(role), PersonId(sent)), table.view(None).step))
        return _tell(asker, answer, build.say("send-to-post", lang, role=role))
    if not asker.session.is_staff:
        raise ProblemError(403, "post-needs-key")
    if not may_be_sent(state.people, asker.person, role, table.id):
        raise ProblemError(403, "post-not-granted", said=label("ui", "post-not-granted", lang))
    if not may_take(table, asker.person, role):
        raise ProblemError(409, "post-attended", said=label("ui", "post-attended", lang))
    answer = await put_on_duty(table, Role(role), asker.person)
    return _tell(asker, answer, build.say("take-post", lang, role=role))


def _sent_person(state: State, text: str) -> str:
    """Return whom somebody means who is sent to a post: in a house with accounts one of the staff, by their name."""
    if state.people is None:
        return pseudonym(text)
    account = account_named(state.people, text)
    return "" if account is None else str(account.person)


ROUTES: Final = (
    *(do_act, player_link, preview_report, repeat_bets, ask_rule),
    *(drop_proposal, more_time, hand_back, fill_post),
)
