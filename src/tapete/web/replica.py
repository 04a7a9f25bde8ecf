"""The public screens of a hall, served by a program that has none of its keys: looks, and the way to the hall itself.

What is served stands in a list here. Nobody has a session, and no form is taken: whoever asks for anything else is led
to the hall's own pages.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Litestar, Response, Router, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException

from tapete.clauses import GAMES
from tapete.live.replica import Replica
from tapete.web import api, compare_pages, odds_page, page_routes, render
from tapete.web.api import table_routes
from tapete.web.api.identity import look_at
from tapete.web.edge.addresses import Addresses
from tapete.web.edge.connections import ConnectionLimiter
from tapete.web.edge.limits import EdgeLimits
from tapete.web.hall_page import LobbyBeat, LobbySent, tiles_now
from tapete.web.operations.routes import MonitorAccess, read_health, require_monitor
from tapete.web.page_access import answer_page
from tapete.web.parsers import BODY_LIMIT
from tapete.web.problems import ProblemError, require_readable
from tapete.web.responses import Request_, html_response, lang_of, redirect
from tapete.web.server import Application, answer_error, state_of_pages
from tapete.web.staff_access import StaffAccess
from tapete.web.stage.lobby import lobby_words
from tapete.web.static_files import static_file


@get("/")
async def lobby_page(request: Request_, state: State) -> Response[str]:
    """Show a tile a table; whoever would sit down comes to the hall."""
    lang, made = lang_of(request), await tiles_now(state, lang_of(request))
    values = {
        "model": LobbySent().message(made, {}),
        "words": lobby_words(lang),
        "parked": tuple(state.hall.parked_tables),
        "has_tables": bool(made),
        **dict.fromkeys(("me", "purse", "has_house", "accounts", "friends"), ""),
        **dict.fromkeys(("pageless", "examples", "among_friends"), ()),
        "note": "replica-note",
        "hall": state.hall_address,
        "alarm": "" if state.hall.lost is None else "replica-behind",
        "compared": tuple(game for game in GAMES if compare_pages.books_of(game, state.hall.games)),
    }
    return html_response(request, render.page("hall.html", lang, **values))


@get("/flujo")
async def lobby_stream(request: Request_, state: State) -> Response[Any]:
    lang, sent = lang_of(request), LobbySent()

    async def draw() -> str:
        return sent.message(await tiles_now(state, lang), {})

    return await answer_page(request, state, LobbyBeat(state), draw)


class ReplicaReadiness(msgspec.Struct, frozen=True):
    """``codes``: ``store-lost`` where the store does not answer, ``table-set-aside`` where a record is not sound."""

    is_ready: bool = msgspec.field(name="ready")
    codes: tuple[str, ...]
    tables_set_aside: tuple[str, ...] = msgspec.field(name="set_aside")


@get("/readyz")
async def read_readiness(request: Request_, state: State) -> Response[bytes]:
    """Return status 200 where the screens show what the record says, or 503 with the codes of what is wrong."""
    require_monitor(request, state)
    hall: Replica = state.hall
    wrong = {"store-lost": hall.lost is not None, "table-set-aside": bool(hall.parked_tables)}
    codes = tuple(code for code, is_so in wrong.items() if is_so)
    found = ReplicaReadiness(not codes, codes, tuple(sorted(hall.parked_tables)))
    return Response(msgspec.json.encode(found), status_code=503 if codes else 200, media_type="application/json")


PAGES: Final = (
    *(lobby_page, lobby_stream, page_routes.public_page, page_routes.public_stream, page_routes.clause_page),
    *(*compare_pages.ROUTES, *odds_page.ROUTES, static_file, read_health, read_readiness),
)
PROGRAMS: Final = (
    *(table_routes.list_tables, table_routes.read_table, table_routes.read_explain, table_routes.read_stream),
    *(table_routes.read_event_stream, table_routes.read_page, table_routes.read_page_stream),
    *table_routes.RULE_ROUTES,
)
"""What programs read: what they may see of a table without a token, and the rules."""


def create_replica_app(
    replica: Replica,
    hall_address: str,
    *,
    addresses: Addresses | None = None,
    limits: EdgeLimits | None = None,
    connections: ConnectionLimiter | None = None,
    monitor: MonitorAccess | None = None,
) -> Litestar:
    """Return the application of a replica. ``hall_address`` is the origin of the hall's own pages."""
    addresses = addresses or Addresses()
    state = State(
        state_of_pages(replica, addresses, limits, connections)
        | {
            "hall_address": hall_address,
            "friends": None,
            "people": None,
            "staff_access": StaffAccess(),
            "monitor_access": monitor or MonitorAccess(),
        }
    )
    reading = Router(
        api.PREFIX,
        route_handlers=PROGRAMS,
        dependencies={"look": Provide(look_at)},
        before_request=require_readable,
    )
    return Application(
        addresses,
        route_handlers=[*PAGES, reading],
        state=state,
        include_in_schema=False,
        exception_handlers={
            HTTPException: answer_error,
            Exception: answer_error,
            NotFoundException: _lead_to_hall,
            MethodNotAllowedException: _lead_to_hall,
        },
        logging_config=None,
        request_max_body_size=BODY_LIMIT,
        openapi_config=None,
    )


def _lead_to_hall(request: Request_, error: Exception) -> Response[Any]:
    """Lead a reader to the same address of the hall; of anything else say where it is taken."""
    state, path = request.app.state, request.scope["path"]
    if request.method == "GET" and not path.startswith((api.PREFIX, "/static/")):
        query = request.scope["query_string"].decode("latin-1")
        asked = request.scope["raw_path"].decode("latin-1").lstrip("/")  # as it was spelled, and always a path
        return redirect(request, f"{state.hall_address}/{asked}{'?' if query else ''}{query}")
    return answer_error(request, ProblemError(403, "shown-only", hall=state.hall_address))
