"""The pages: the hall, the consoles, the players' and the public screens, their forms and their streams."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final

from litestar import MediaType, Response, get, post
from litestar.datastructures import Cookie, State
from litestar.params import FromPath
from litestar.response import Redirect, Stream

from tapete.clauses import Fault, register
from tapete.kernel import Act, PersonId
from tapete.live.posts import put_on_duty
from tapete.table.staff import Role
from tapete.web import cast, chemin, render, streams
from tapete.web.doing import do, refused
from tapete.web.doors import MACHINE, as_staff, fit
from tapete.web.drawing import SCREENS, person_html, public_html
from tapete.web.forms import to_act
from tapete.web.hall import Answer
from tapete.web.incidents import model as incident_model
from tapete.web.logbook import last_bets
from tapete.web.problems import ProblemError
from tapete.web.reading import malformed, read_act, read_form, read_step
from tapete.web.sessions import COOKIE, PERSON, Session, SessionsFullError, address_of
from tapete.web.telling import Request_, answered, html, lang_of, message, told
from tapete.words import act, label, money, refusal


def table_of(state: State, table_id: str) -> Any:
    """Return a live table that has pages. Raises :class:`ProblemError` for one that does not exist."""
    table = state.hall.tables.get(table_id)
    if table is None or table.game.key not in SCREENS:
        raise ProblemError(404, "no-such-table", f"no table {table_id[:40]!r}")
    return table


def session_of(request: Request_, state: State, table_id: str, person: str) -> Session | None:
    """Return the session of a page: its cookie is good for this table and this person alone."""
    session: Session | None = state.sessions.find(request.cookies.get(COOKIE))
    if session is None or (session.table, session.person) != (table_id, person):
        return None
    try:
        fit(table_of(state, table_id), session)
    except ProblemError:
        return None
    return session


def needs_session(request: Request_, state: State, table_id: str, person: str) -> Session:
    """As :func:`session_of`. Raises :class:`ProblemError` without one."""
    session = session_of(request, state, table_id, person)
    if session is None:
        raise ProblemError(401, "no-session", label("ui", "no-session", lang_of(request)))
    return session


@get("/", include_in_schema=False)
async def hall_page(request: Request_, state: State) -> Response[str]:
    """List the tables with a link to each place."""
    lang = lang_of(request)
    tables = [_listed(table, lang) for table in state.hall.tables.values() if table.game.key in SCREENS]
    return html(request, render.page("hall.html", lang, tables=tables))


def _listed(table: Any, lang: str) -> dict[str, Any]:
    view = table.view(None)
    parts = cast.parts(view)
    sitting = {seat.seat: seat.person for seat in view.seats}
    facts = [f"{label('ui', 'minimum', lang)} {money(view.minimum, lang)}"]
    if table.game.key == chemin.GAME:
        most = label("ui", "no-maximum", lang) if view.bank_maximum is None else money(view.bank_maximum, lang)
        facts += [f"{label('ui', 'bank-maximum', lang)} {most}", label("conduct", view.conduct, lang)]
    else:
        facts.append(f"{label('ui', 'maximum', lang)} {money(view.maximum, lang)}")
    facts.append(label("shoe", view.shoe_kind, lang))
    return {
        "id": table.id,
        "title": label("game", str(getattr(view, "variant", table.game.key)), lang),
        "window": label("window", view.window, lang),
        "facts": facts,
        "staff": [one for one in parts if one.seat is None],
        "players": [(one, sitting.get(one.seat)) for one in parts if one.seat is not None],
    }


@get("/mesa/{table_id:str}/publico", include_in_schema=False)
async def public_page(request: Request_, state: State, table_id: FromPath[str]) -> Response[str]:
    """Show the public screen."""
    table, lang = table_of(state, table_id), lang_of(request)
    return html(request, await public_html(table, lang, state.past, whole=True))


@get("/mesa/{table_id:str}/{link:str}", include_in_schema=False)
async def enter(request: Request_, state: State, table_id: FromPath[str], link: FromPath[str]) -> Response[Any]:
    """Give a person his session and lead him to his page; to a post that must be taken first, the page where that is
    done.
    """
    part = part_of(state, table_id, link)
    if part.role != "player" and not (state.doors.open and part.holds):
        return post_page(request, state, table_id, part)
    return _enter_as(state, address_of(request), table_id, part.person)


def part_of(state: State, table_id: str, link: str) -> cast.Part:
    """Return what is behind a link. Raises :class:`ProblemError` where there is nothing."""
    part = cast.part(table_of(state, table_id).view(None), link)
    if part is None:
        raise ProblemError(404, "no-such-place", link[:40])
    return part


def post_page(
    request: Request_, state: State, table_id: str, part: cast.Part, wrong: str = "", status: int = 200
) -> Response[str]:
    """Ask whether somebody would take a post, and for the key where the doors are closed."""
    values = {"table": table_id, "part": part, "doors": state.doors, "wrong": wrong}
    return html(request, render.page("post.html", lang_of(request), **values), status)


@post("/mesa/{table_id:str}/{link:str}", include_in_schema=False, status_code=303)
async def take_post(request: Request_, state: State, table_id: FromPath[str], link: FromPath[str]) -> Response[Any]:
    """Let somebody in for a post: the hall puts him on duty, the table may still refuse him."""
    part, lang = part_of(state, table_id, link), lang_of(request)
    if part.role == "player":
        raise ProblemError(404, "no-such-place", link[:40])
    fields = await _form(request)
    if not state.doors.admit(fields.get("key")):
        return post_page(request, state, table_id, part, label("ui", "wrong-key", lang), 403)
    person = part.person if state.doors.open else fields.get("person", "")
    if not PERSON.fullmatch(person) or person.startswith(MACHINE):
        return post_page(request, state, table_id, part, label("ui", "wrong-name", lang), 400)
    table = table_of(state, table_id)
    if table.view(None).staff.get(part.role) != person:
        no = refused(await put_on_duty(table, Role(part.role), PersonId(person)))
        if no is not None:
            return post_page(request, state, table_id, part, refusal(no.code, no.facts, lang), 409)
    return _enter_as(state, address_of(request), table_id, person, fields.get("key"))


@post("/mesa/{table_id:str}/entrar", include_in_schema=False, status_code=303)
async def enter_again(request: Request_, state: State, table_id: FromPath[str]) -> Response[Any]:
    """Give a person a new session, from the page that said that the old one is over."""
    table_of(state, table_id)
    return _enter_as(state, address_of(request), table_id, (await _form(request)).get("person", ""))


def _enter_as(state: State, address: str, table_id: str, person: str, key: str | None = None) -> Response[Any]:
    staff = as_staff(state.doors, table_of(state, table_id), person, key)
    try:
        token = state.sessions.open(table_id, person, staff=staff, address=address)
    except SessionsFullError:
        raise ProblemError(429, "too-many-sessions", "too many sessions were begun from this address") from None
    except ValueError:
        raise ProblemError(400, "malformed", "person") from None
    here = f"/mesa/{table_id}/como/{person}"
    cookie = Cookie(key=COOKIE, value=token, path=here, samesite="lax", httponly=True)
    return Redirect(here, status_code=303, cookies=[cookie])


@get("/mesa/{table_id:str}/como/{person:str}", include_in_schema=False)
async def person_page(request: Request_, state: State, table_id: FromPath[str], person: FromPath[str]) -> Response[str]:
    """Show a person's own page."""
    table, lang = table_of(state, table_id), lang_of(request)
    if session_of(request, state, table_id, person) is None:
        links = [("/", label("ui", "hall", lang))]
        part = next((one for one in cast.parts(table.view(None)) if one.person == person and not one.machine), None)
        if part is not None:
            links.insert(0, (f"/mesa/{table_id}/{part.link}", f"{label('ui', 'enter-as', lang)} {person}"))
        return message(request, label("ui", "error", lang), label("ui", "no-session", lang), tuple(links), 401)
    return html(request, await person_html(table, PersonId(person), lang, state.past, whole=True))


@get("/mesa/{table_id:str}/como/{person:str}/flujo", include_in_schema=False)
async def person_stream(request: Request_, state: State, table_id: FromPath[str], person: FromPath[str]) -> Stream:
    """Stream a person's page: all of it at once, then on each change."""
    table, lang = table_of(state, table_id), lang_of(request)
    session = needs_session(request, state, table_id, person)
    state.streams.admit(session.streams)
    who = PersonId(person)

    async def draw() -> str | None:
        known = session_of(request, state, table_id, person) is not None
        return await person_html(table, who, lang, state.past, whole=False) if known else None

    async def body() -> AsyncIterator[bytes]:
        session.streams += 1
        state.connect(who, table_id)

        def gone() -> None:
            session.streams -= 1
            state.disconnect(who, table_id)

        async for part in state.streams.follow(table, draw, gone):
            yield part

    return Stream(body(), media_type="text/event-stream", headers=streams.HEADERS)


@get("/mesa/{table_id:str}/publico/flujo", include_in_schema=False)
async def public_stream(request: Request_, state: State, table_id: FromPath[str]) -> Stream:
    """Stream the public screen; it is drawn once for everybody who watches in one language."""
    table, lang = table_of(state, table_id), lang_of(request)
    state.streams.admit()

    async def draw() -> str | None:
        kept = state.drawn.get((table_id, lang))
        if kept is None or kept[0] != table.version:
            text = await public_html(table, lang, state.past, whole=False)
            kept = state.drawn[(table_id, lang)] = (table.version, text)
        return str(kept[1])

    return Stream(state.streams.follow(table, draw), media_type="text/event-stream", headers=streams.HEADERS)


@post("/mesa/{table_id:str}/como/{person:str}/hacer", include_in_schema=False, status_code=200)
async def do_act(request: Request_, state: State, table_id: FromPath[str], person: FromPath[str]) -> Response[Any]:
    """Do an act from a form; answer with what became of it. The truth itself comes by the stream."""
    table = table_of(state, table_id)
    needs_session(request, state, table_id, person)
    fields = await _form(request)
    at = read_step(fields.get("at", ""))
    answer = await do(table, PersonId(person), to_act(fields), at, fields.get("command", ""), lax=True)
    return answered(
        request, answer, f"/mesa/{table_id}/como/{person}", act(fields.get("act", ""), fields, lang_of(request))
    )


@post("/mesa/{table_id:str}/como/{person:str}/examinar", include_in_schema=False, status_code=200)
async def preview_report(
    request: Request_, state: State, table_id: FromPath[str], person: FromPath[str]
) -> Response[Any]:
    """Show what a report would come to, with its clauses, before anybody confirms it; nothing is recorded."""
    table, lang = table_of(state, table_id), lang_of(request)
    needs_session(request, state, table_id, person)
    fields = await _form(request)
    what = to_act(fields)
    try:
        found = table.preview(Act(PersonId(person), read_act(table.game, what, lax=True), read_step(fields["at"])))
    except (LookupError, ValueError):
        raise malformed("no preview of that") from None
    if isinstance(found, Fault):
        sentence = refusal(found.code, found.facts, lang)
        values = {"kind": "refused", "code": found.code, "heading": label("answer", "refused", lang) + "."}
        text = render.page("answer.html", lang, sentence=sentence, clauses=tuple(found.clauses), **values)
        return Response(text, media_type=MediaType.HTML, status_code=409)
    people = {str(who): str(who) for who in what.values() if isinstance(who, str)}
    kept = {name: value for name, value in fields.items() if name not in ("lang",)}
    here = f"/mesa/{table_id}/como/{person}"
    incident = incident_model(found, people, lang)
    text = render.page("chemin/preview.html", lang, incident=incident, fields=kept, here=here)
    return Response(text, media_type=MediaType.HTML)


@post("/mesa/{table_id:str}/como/{person:str}/repetir", include_in_schema=False, status_code=200)
async def repeat_bets(request: Request_, state: State, table_id: FromPath[str], person: FromPath[str]) -> Response[Any]:
    """Stake again what the person had in the last settled coup, bet by bet, up to the first refusal."""
    table, lang = table_of(state, table_id), lang_of(request)
    needs_session(request, state, table_id, person)
    fields = await _form(request)
    at, command = read_step(fields.get("at", "")), fields.get("command", "")
    here = f"/mesa/{table_id}/como/{person}"
    answer: Answer | None = None
    for bet, amount in await last_bets(table, PersonId(person)):
        what = {"act": "place-bet", "bet": bet, "amount": amount}
        answer = await do(table, PersonId(person), what, at, command, lax=True)
        if refused(answer) is not None:
            break
    if answer is None:
        return told(request, "refused", "nothing-to-repeat", "", label("ui", "nothing-to-repeat", lang), (), here)
    return answered(request, answer, here, label("ui", "repeat", lang))


async def _form(request: Request_) -> dict[str, str]:
    form = await request.form()
    return read_form([(str(name), value if isinstance(value, str) else "") for name, value in form.multi_items()])


@get("/clausula/{clause:str}", include_in_schema=False)
async def clause_page(request: Request_, clause: FromPath[str]) -> Response[str]:
    """Show one clause of the register: its rule in our words, its sources."""
    found = register().get(clause)
    if found is None:
        raise ProblemError(404, "no-such-clause", clause[:40])
    return html(request, render.page("clause.html", lang_of(request), clause=found))


HANDLERS: Final = (
    hall_page,
    public_page,
    enter,
    enter_again,
    take_post,
    person_page,
    person_stream,
    public_stream,
    do_act,
    preview_report,
    repeat_bets,
    clause_page,
)
