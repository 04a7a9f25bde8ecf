"""Reading: tables, views, offers, explanations, entries, pages, streams; then the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from hashlib import blake2b
from itertools import islice
from typing import Annotated, Any, Final, Literal, cast

import msgspec
from litestar import MediaType, Response, get
from litestar.datastructures import State
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, Operation, Reference, Responses
from litestar.params import HeaderParameter, PathParameter, QueryParameter
from litestar.response import Stream
from msgspec.structs import replace

from tapete.catalogue import applicability, entries, game_key
from tapete.clauses import GAMES, game_clauses, is_practice, practices, register, wording
from tapete.kernel import Note, Offer, Step, plain
from tapete.results import PrizeRow, Results, StakeRow, csv_lines
from tapete.rulebooks import Rulebook, house_library
from tapete.web.api.identity import Look, Looking, Request_
from tapete.web.api.shapes import (
    ClauseOut,
    EntryOut,
    Explanation,
    HallStatus,
    Legal,
    OfferOut,
    ResultsOut,
    RulebookOut,
    TableInfo,
    TableView,
    UnattendedPost,
)
from tapete.web.feed import PLACE, Feed
from tapete.web.games import has_screen, screen_of
from tapete.web.going_on import page_now
from tapete.web.packing import FILL, Private, body_of
from tapete.web.page_access import stream_to
from tapete.web.ports import Hall, Table
from tapete.web.post_offers import unattended_posts
from tapete.web.problems import ProblemError, problem_specs
from tapete.web.responses import lang_of
from tapete.web.staff_access import is_on_duty
from tapete.web.stage.contract import PREFIX, REFERENCE
from tapete.web.stage.page import Sent
from tapete.web.streams import Render
from tapete.words import Lang, language

TAGS: Final = ["tables"]
READ: Final = problem_specs(400, 401, 403, 404, 405)
FOLLOW: Final = problem_specs(400, 401, 403, 404, 405, 429)

AskedLang = Annotated[
    str | None,
    QueryParameter(
        name="lang",
        max_length=10,
        description="Language of the clauses: es, en, fr; else the Accept-Language header decides, and Spanish at last",
    ),
]


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
async def read_table(look: Looking) -> Response[TableView]:
    """Return the table as the token's person sees it; without a token, as the public screen shows it."""
    told = _view_of(look)
    tag = blake2b(msgspec.json.encode(told), digest_size=12).hexdigest()
    return Response(told, headers={"etag": f'"{tag}"'})


def _view_of(look: Look) -> TableView:
    table = look.table
    view = msgspec.to_builtins(table.view(look.person))
    return TableView(table.id, table.game.key, table.version, view, unattended_posts(table))


@get("/tables/{table_id:str}/legal", tags=TAGS, summary="What may be done now", responses=READ)
async def read_legal(look: Looking) -> Legal:
    """Return what the token's person may do now; the public may do nothing."""
    offers = () if look.person is None else look.table.legal(look.person)
    return legal_out(look.table.version, look.table.view(None).step, offers)


def legal_out(version: int, step: Step, offers: Iterable[Offer]) -> Legal:
    return Legal(version, step, tuple(map(offer_out, offers)))


def offer_out(offer: Offer) -> OfferOut:
    notes = {name: one for name, one in offer.fields.items() if isinstance(one, Note)}
    fields = {name: one for name, one in offer.fields.items() if name not in notes}
    return OfferOut(offer.act, plain(fields), offer.main, tuple(map(str, offer.clauses)), plain(notes))


@get("/tables/{table_id:str}/explain", tags=TAGS, summary="Why: the clauses in force", responses=READ)
async def read_explain(request: Request_, look: Looking, lang: AskedLang = None) -> Explanation:
    """Return the clauses in force at this step, as far as the viewer may know."""
    cites, tongue = look.table.explain(look.person), reader(request, lang)
    return Explanation(look.table.version, tuple(clause_out(one, tongue) for one in cites))


@get("/tables/{table_id:str}/entries", tags=TAGS, summary="Read the record", responses=READ)
async def read_entries(
    look: Looking,
    after: Annotated[int, QueryParameter(ge=0, le=2**53 - 1, description="The last version that is known already")] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=200, description="Entries at most")] = 50,
) -> list[EntryOut]:
    """Return the public part of the record, for the staff on duty: it holds everybody's chips, hidden faces never."""
    if not is_on_duty(look.table, look.require_session().person):
        raise ProblemError(403, "not-allowed", case="record-of-staff")
    return [
        EntryOut(one.version, one.time, one.by, one.act, one.chance, one.events, one.rests_on, one.prev)
        for one in await look.table.entries(after, limit)
    ]


@get("/tables/{table_id:str}/results", tags=TAGS, summary="Read what was played", responses=READ)
async def read_results(
    look: Looking,
    after: Annotated[int, QueryParameter(ge=0, le=2**53 - 1, description="How many rows are known already")] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=5000, description="Rows at most; CSV has all")] = 1000,
    form: Annotated[
        Literal["json", "csv"] | None, QueryParameter(name="format", description="Else as the Accept header asks")
    ] = None,
) -> Response[ResultsOut]:
    """Return a row for each stake of each settled coup, or each prize of each game of bingo that is over.

    A correction adds a row, or puts the cards of earlier ones right. Whose a stake was is told to them and to the staff
    on duty; for anybody else ``person`` is empty. As CSV the same columns as ``tapete results`` writes.
    """
    found: Results = await look.state.results.of(look.table)
    told, everybody = found.rows, look.person is not None and is_on_duty(look.table, look.person)

    def shown(row: StakeRow) -> StakeRow:
        return row if everybody or row.person == look.person else replace(row, person="")

    headers = {"vary": "accept"}
    if form == "csv" or (form is None and look.request.headers.get("accept", "").startswith("text/csv")):
        rows = (shown(one) if isinstance(one, StakeRow) else one for one in told[after:])
        lines = csv_lines(found.kind, rows)
        parts: Any = Stream(iter(lambda: "".join(islice(lines, 500)), ""), media_type="text/csv", headers=headers)
        return cast("Response[ResultsOut]", parts)
    page = told[after : after + limit]
    stakes = tuple(shown(one) for one in page if isinstance(one, StakeRow))
    prizes = tuple(one for one in page if isinstance(one, PrizeRow))
    return Response(ResultsOut(look.table.id, len(told), stakes, prizes), headers=headers)


@get("/tables/{table_id:str}/stream", tags=TAGS, summary="Follow a table", responses=FOLLOW)
async def read_stream(look: Looking) -> Stream:
    """Server-sent events: the viewer's whole view at once, then after each change. Raw events never.

    After a silence comes an event «ping» whose data are seconds: within them there is always another message, so twice
    as long without a word is a lost connection. Take up the stream again then; its first message is the whole view.
    """

    async def draw() -> str | None:
        if not look.may_go_on():
            return None
        text = msgspec.json.encode(_view_of(look)).decode()
        return Private(text) if look.table.view(look.person).is_private else text

    return _stream(look, draw)


AskedPlace = Annotated[
    str | None,
    QueryParameter(pattern=PLACE, description="The id after which to go on, where no header has it; else from now on"),
]
LastId = Annotated[
    str | None, HeaderParameter(name="Last-Event-ID", pattern=PLACE, description="The id that was read last")
]


@get("/tables/{table_id:str}/events/stream", tags=TAGS, summary="Follow what happens at a table", responses=FOLLOW)
async def read_event_stream(look: Looking, after: AskedPlace = None, last_id: LastId = None) -> Stream:
    """Server-sent events: what happens, event by event, each once and under its own id: whoever names the last one that
    they read goes on after it.

    A message has the ``version`` of the table and an ``event`` as described, with the fields that everybody may know:
    never a hidden face. Of their own money a person reads everything; the staff on duty read every event. Before them
    comes «begin» with the id ``after`` which they are, and the ``version`` of now; again where events are left out,
    because more than 200 entries came since the id: then read the view. To a person «me» tells, at once and whenever it
    changes, what their view tells of themselves, and the coup while they know of its cards what others do not. After a
    silence comes «ping».
    """
    feed = Feed(look.table, look.person, last_id or after or "")

    async def draw() -> tuple[str, ...] | None:
        return await feed.news() if look.may_go_on() else None

    return _stream(look, draw)


def _stream(look: Look, draw: Render) -> Stream:
    followed = look.table.followed_by(look.person)
    return stream_to(look.request, look.state, followed, draw, look.session, look.table.id)


# --- the page of a table as data: the model that our own pages draw, and what changes of it ---------------------------


@dataclass
class PageOperation(Operation):
    """The operation of reading a page: its answer is described by the parts of the page themselves."""

    def __post_init__(self) -> None:
        schema = Reference(ref=REFERENCE.format(name=f"{PREFIX}Message"))
        self.responses: Responses | None = (self.responses or {}) | {
            "200": OpenAPIResponse("The page", content={MediaType.JSON: OpenAPIMediaType(schema=schema)}),
            "304": OpenAPIResponse("The page that the viewer has is still that of now"),
        }


def require_page(table: Table) -> None:
    """Require a table that has a page as data. Raises :class:`ProblemError` for another."""
    if not has_screen(table.game.key) or screen_of(table.game.key).stage is None:
        raise ProblemError(404, "no-such-table", case="no-page")


@get(
    "/tables/{table_id:str}/page",
    tags=TAGS,
    summary="See the page of a table",
    operation_class=PageOperation,
    responses=READ,
)
async def read_page(request: Request_, look: Looking, lang: AskedLang = None) -> Response[Any]:
    """Return what the page of the token's person shows, words included; without a token, the public screen.

    It is the model that our own pages draw: who and where (``rail``), the table (``felt``), what the viewer may do with
    bounds and why not (``ask``), what came out (``roads``), the clauses in force (``why``), the desk of a post
    (``desk``). 304 where the entity tag is still that of now.
    """
    require_page(look.table)
    made, goes_on = await page_now(look.state, look.table, look.session, reader(request, lang))
    tag = f'W/"{made.tag}{goes_on}"'
    headers = {"etag": tag, "cache-control": "no-store"}
    if request.headers.get("if-none-match") == tag:
        return Response(None, status_code=304, headers=headers)
    fill = 0 if look.session is None else FILL
    body, more = body_of(Sent().message(made, goes_on), request.headers.get("accept-encoding", ""), fill)
    return Response(body, media_type=MediaType.JSON, headers=headers | more)


@get("/tables/{table_id:str}/page/stream", tags=TAGS, summary="Follow the page of a table", responses=FOLLOW)
async def read_page_stream(request: Request_, look: Looking, lang: AskedLang = None) -> Stream:
    """Server-sent events: the whole page at once, then after each change the regions that differ.

    Each message is what ``/page`` answers with, without the regions that are still the same. Silence and pings are as
    in the stream of the table.
    """
    require_page(look.table)
    tongue, sent = reader(request, lang), Sent()

    async def draw() -> str | None:
        if not look.may_go_on():
            return None
        return sent.message(*await page_now(look.state, look.table, look.session, tongue))

    return _stream(look, draw)


READ_ROUTES: Final = (
    *(read_status, list_tables, read_table, read_legal, read_explain, read_entries, read_results, read_stream),
    *(read_event_stream, read_page, read_page_stream),
)


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
