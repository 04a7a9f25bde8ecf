"""Reading: tables, views, offers, explanations, entries, the stream."""

from __future__ import annotations

from datetime import UTC, date, datetime
from hashlib import blake2b
from typing import Annotated, Final

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.params import PathParameter, QueryParameter
from litestar.response import Stream

from tapete.catalogue import applicability, entries, game_key
from tapete.clauses import GAMES, game_clauses, is_practice, practices, register, wording
from tapete.kernel import PersonId, plain
from tapete.rulebooks import Rulebook, house_library
from tapete.web.api.identity import Request_, is_valid, require_session, viewer
from tapete.web.api.shapes import (
    ClauseOut,
    EntryOut,
    Explanation,
    HallStatus,
    Legal,
    OfferOut,
    RulebookOut,
    TableInfo,
    TableView,
    UnattendedPost,
)
from tapete.web.packing import Private
from tapete.web.page_access import stream_to
from tapete.web.ports import Hall, Table
from tapete.web.post_offers import unattended_posts
from tapete.web.problems import ProblemError, problem_specs
from tapete.web.responses import lang_of
from tapete.words import Lang, language

TAGS: Final = ["tables"]
READ: Final = problem_specs(400, 401, 403, 404, 405)

AskedLang = Annotated[
    str | None,
    QueryParameter(
        name="lang",
        max_length=10,
        description="Language of the clauses: es, en, fr; else the Accept-Language header decides, and Spanish at last",
    ),
]
TableId = Annotated[str, PathParameter(description="Id of the table, as listed", max_length=60)]


def require_table(state: State, table_id: str) -> Table:
    """Return a live table. Raises :class:`ProblemError` for one that does not exist."""
    table: Table | None = state.hall.tables.get(table_id)
    if table is None:
        raise ProblemError(404, "no-such-table")
    return table


def clause_out(clause: str, lang: str) -> ClauseOut:
    """Return a clause as the API tells it; house practice names itself."""
    words = wording(clause, lang)
    if is_practice(clause):
        return ClauseOut(clause, "", "practice", "", words.rule, (), words.example, words.lang)
    found = register()[clause]
    sources = tuple(str(source) for source in found.sources)
    return ClauseOut(found.id, found.game, str(found.kind), found.topic, words.rule, sources, words.example, words.lang)


def reader(request: Request_, lang: str | None) -> Lang:
    """Return the language of the person who reads: ``lang`` of the query, else as the pages find it."""
    return lang_of(request) if lang is None else language(lang)


@get("/status", tags=TAGS, summary="Ask how the hall is", responses=problem_specs(400, 405))
async def read_status(state: State) -> HallStatus:
    """Return the open tables, those that are set aside because their record cannot be played on, and the posts whose
    holder is not there.
    """
    hall: Hall = state.hall
    unattended = (
        UnattendedPost(table.id, role, str(table.view(None).staff[role]))
        for table in hall.tables.values()
        for role in unattended_posts(table)
    )
    return HallStatus(not hall.parked_tables, tuple(hall.tables), tuple(hall.parked_tables), tuple(unattended))


@get("/tables", tags=TAGS, summary="List the tables", responses=problem_specs(400, 405))
async def list_tables(state: State) -> list[TableInfo]:
    return [
        TableInfo(table.id, table.game.key, table.version, table.view(None).step)
        for table in state.hall.tables.values()
    ]


@get("/tables/{table_id:str}", tags=TAGS, summary="See a table", responses=READ)
async def read_table(request: Request_, state: State, table_id: TableId) -> Response[TableView]:
    """Return the table as the token's person sees it; without a token, as the public screen shows it."""
    table = require_table(state, table_id)
    session = viewer(request, state, table_id)
    view = msgspec.to_builtins(table.view(None if session is None else session.person))
    told = TableView(table.id, table.game.key, table.version, view, unattended_posts(table))
    tag = blake2b(msgspec.json.encode(told), digest_size=12).hexdigest()
    return Response(told, headers={"etag": f'"{tag}"'})


@get("/tables/{table_id:str}/legal", tags=TAGS, summary="What may be done now", responses=READ)
async def read_legal(request: Request_, state: State, table_id: TableId) -> Legal:
    """Return what the token's person may do now; the public may do nothing."""
    table = require_table(state, table_id)
    session = viewer(request, state, table_id)
    offers = () if session is None else table.legal(session.person)
    told = tuple(
        OfferOut(one.act, plain(one.fields), one.main, tuple(str(cite) for cite in one.clauses)) for one in offers
    )
    return Legal(table.version, table.view(None).step, told)


@get("/tables/{table_id:str}/explain", tags=TAGS, summary="Why: the clauses in force", responses=READ)
async def read_explain(request: Request_, state: State, table_id: TableId, lang: AskedLang = None) -> Explanation:
    """Return the clauses in force at this step, as far as the viewer may know."""
    table = require_table(state, table_id)
    session = viewer(request, state, table_id)
    cites = table.explain(None if session is None else session.person)
    tongue = reader(request, lang)
    return Explanation(table.version, tuple(clause_out(one, tongue) for one in cites))


@get("/tables/{table_id:str}/entries", tags=TAGS, summary="Read the record", responses=READ)
async def read_entries(
    request: Request_,
    state: State,
    table_id: TableId,
    after: Annotated[int, QueryParameter(ge=0, le=2**53 - 1, description="The last version that is known already")] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=200, description="Entries at most")] = 50,
) -> list[EntryOut]:
    """Return the public part of the record, for the staff on duty: it holds everybody's chips, hidden faces never."""
    table = require_table(state, table_id)
    session = require_session(request, state, table_id)
    me = table.view(session.person).me
    if me is None or not me.roles:
        raise ProblemError(403, "not-allowed", case="record-of-staff")
    return [
        EntryOut(one.version, one.time, one.by, one.act, one.chance, one.events, one.rests_on, one.prev)
        for one in await table.entries(after, limit)
    ]


@get(
    "/tables/{table_id:str}/stream",
    tags=TAGS,
    summary="Follow a table",
    responses=problem_specs(400, 401, 403, 404, 405, 429),
)
async def read_stream(request: Request_, state: State, table_id: TableId) -> Stream:
    """Server-sent events: the viewer's whole view at once, then after each change. Raw events never.

    After a silence comes an event «ping» whose data are seconds: within them there is always another message, so twice
    as long without a word is a lost connection. Take up the stream again then; its first message is the whole view.
    """
    table = require_table(state, table_id)
    session = viewer(request, state, table_id)
    person: PersonId | None = None if session is None else session.person

    async def draw() -> str | None:
        if person is not None and not is_valid(request, state, table_id):
            return None
        seen = table.view(person)
        told = TableView(table.id, table.game.key, table.version, msgspec.to_builtins(seen), unattended_posts(table))
        text = msgspec.json.encode(told).decode()
        return Private(text) if seen.is_private else text

    return stream_to(request, state, table.followed_by(person), draw, session, table_id)


READ_ROUTES: Final = (read_status, list_tables, read_table, read_legal, read_explain, read_entries, read_stream)


# --- rules ------------------------------------------------------------------------------------------------------------


@get("/clauses", tags=["rules"], summary="Read the register", responses=problem_specs(400, 405))
async def list_clauses(
    request: Request_,
    game: Annotated[str, QueryParameter(description=f"Game by one of its names: {', '.join(GAMES)}", max_length=40)] = (
        next(iter(entries()))
    ),
    lang: AskedLang = None,
) -> list[ClauseOut]:
    """Return a game's clauses, in our own words, with their sources."""
    key = game_key(game)
    if key is None:
        raise ProblemError(400, "no-such-game", games=tuple(GAMES))
    tongue = reader(request, lang)
    return [clause_out(one.id, tongue) for one in game_clauses(key)]


@get("/clauses/{clause:str}", tags=["rules"], summary="Read one clause", responses=problem_specs(400, 404, 405))
async def read_clause(
    request: Request_, clause: Annotated[str, PathParameter(max_length=40)], lang: AskedLang = None
) -> ClauseOut:
    """Return one clause, or one point of house practice."""
    if clause not in register() and clause not in practices():
        raise ProblemError(404, "no-such-clause")
    return clause_out(clause, reader(request, lang))


@get("/rules", tags=["rules"], summary="List the rulebooks", responses=problem_specs(400, 405))
async def list_rulebooks(
    day: Annotated[
        date | None, QueryParameter(description="A day of play, such as 2011-06-22; today if left out")
    ] = None,
) -> list[RulebookOut]:
    """List the rulebooks that are shipped, and whether each governs a coup of ``day``."""
    return [rulebook_out(book, day) for book in house_library().books]


def rulebook_out(book: Rulebook, day: date | None) -> RulebookOut:
    """Return a rulebook as it is told: with what holds on ``day``, today when not given."""
    found = applicability(book, (day or datetime.now(UTC).date()).isoformat())
    title = str(book.content.get("title", book.id))
    return RulebookOut(book.id, book.game, title, book.sha256, found.since, found.applies, found.clauses)


RULE_ROUTES: Final = (list_clauses, read_clause, list_rulebooks)
