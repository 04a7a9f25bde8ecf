"""The application and its server."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from functools import partial
from types import FrameType
from typing import Any, Final, TypedDict, Unpack

import msgspec
import uvicorn
from litestar import Litestar, Request, Response, Router
from litestar._parsers import parse_cookie_string
from litestar.datastructures import Headers, State
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import HTTPScope, Receive, Scope, Send

from tapete.people.staff import HousePeople
from tapete.web import api, page_routes, problems, responses
from tapete.web.api.schemas import finished, operation_id, usable
from tapete.web.browser import browser_of
from tapete.web.edge.addresses import Addresses, of_machine
from tapete.web.edge.brakes import HallBrakes
from tapete.web.edge.connections import ConnectionLimiter
from tapete.web.edge.limits import EdgeLimits, FairQueue, ceiling, descriptors, limits_for
from tapete.web.edge.protocol import EdgeConfig, Listener
from tapete.web.guard import Guard
from tapete.web.hall_sign import SIGN, HallSign
from tapete.web.logbook import RecordReader, ResultsReader
from tapete.web.operations import routes as operations
from tapete.web.operations.routes import MonitorAccess
from tapete.web.outcomes import Outcomes, Repeats
from tapete.web.packing import EvenAnswers
from tapete.web.page_access import has_place
from tapete.web.parsers import BODY_LIMIT
from tapete.web.people.identity import LOGIN
from tapete.web.people.wiring import sign_of, sweep, wire_people
from tapete.web.ports import Hall
from tapete.web.seating import FriendTables
from tapete.web.sessions import COOKIE, Sessions
from tapete.web.staff_access import StaffAccess
from tapete.web.stage.contract import schemas
from tapete.web.stage.page import Drawings
from tapete.web.static_files import static_file
from tapete.web.streams import Streams

DESCRIPTION = """Live tables of Spanish casino games: what a person sees, may do and does, with the clause behind it.

Amounts are whole cents. Every act carries the step that it is meant for and an Idempotency-Key. Errors are problem+json
with a stable code and the clauses that say so. Nothing here ever tells the face of a card that lies face down."""


DOCUMENT: Final = "/openapi.json"
"""Where the description of the API lies, under its prefix."""
TICKS_A_SECOND: Final = 10
MONITOR: Final = "(monitor)"
"""In whose place a monitor with a key asks: the public does not keep it waiting. It is nobody's pseudonym."""
BACKLOG: Final = 1024
"""Connections that the machine holds until they are accepted: whoever comes beyond them tries again a second later."""


class ActDocumentPlugin(JsonRenderPlugin):
    """The OpenAPI document with the acts in it, as the games' own types describe them."""

    def render(self, request: Request[Any, Any, State], openapi_schema: dict[str, Any]) -> bytes:
        whole = finished(openapi_schema)
        whole["components"]["schemas"] |= usable(schemas())
        return super().render(request, whole)


def require_document(request: Request[Any, Any, State]) -> None:
    """Require that a request is for the OpenAPI document: what else nobody knows under its address is not there.

    Raises :class:`NotFoundException`, which is told like every other error.
    """
    if request.url.path.rstrip("/") not in (api.PREFIX, f"{api.PREFIX}{DOCUMENT}"):
        raise NotFoundException


class Application(Litestar):
    """The routes of a hall behind its guard, which answers without a route pass too."""

    def __init__(self, addresses: Addresses, **options: Any) -> None:
        super().__init__(**options)
        is_demo = self.state.staff_access.is_open and not addresses.origins
        self._guard = Guard(FairQueue(EvenAnswers(super().__call__), self._person_of), addresses, is_demo=is_demo)
        self.sign: HallSign = HallSign()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # type: ignore[override]
        """Answer a request, or live through the application's own life span."""
        hung = SIGN.set(self.sign)
        try:
            await self._guard(scope, receive, send)
        finally:
            SIGN.reset(hung)

    def _person_of(self, scope: HTTPScope) -> str | None:
        headers = Headers.from_scope(scope)
        kind, _, bearer = headers.get("authorization", "").partition(" ")
        token = bearer if kind.lower() == "bearer" else parse_cookie_string(headers.get("cookie", "")).get(COOKIE)
        if self.state.monitor_access.is_key(token):
            return MONITOR
        session = self.state.sessions.find(token)
        return str(session.person) if session is not None and has_place(self.state, session) else None


class Serving(TypedDict, total=False):
    """How a hall is served. ``staff_access`` says how posts are taken, without it they are not. ``people`` are those of
    a house with accounts: posts are taken by them alone then. ``monitor`` says who besides this machine reads how the
    hall is; ``friends`` opens tables among friends, where the hall has them.
    """

    addresses: Addresses | None
    staff_access: StaffAccess | None
    people: HousePeople | None
    monitor: MonitorAccess | None
    friends: FriendTables | None


def state_of_pages(
    hall: Any, addresses: Addresses, limits: EdgeLimits | None, connections: ConnectionLimiter | None
) -> dict[str, Any]:
    """Return what every application of pages needs: that of a hall, and that of a replica."""
    return {
        "hall": hall,
        "addresses": addresses,
        "sessions": Sessions(),
        "brakes": HallBrakes(),
        "streams": Streams(limits),
        "drawings": Drawings(),
        "tiles": Drawings(),
        "past": RecordReader(),
        "connections": connections,
    }


def create_app(
    hall: Hall,
    *,
    hosts: Iterable[str] = (),
    limits: EdgeLimits | None = None,
    connections: ConnectionLimiter | None = None,
    **serving: Unpack[Serving],
) -> Litestar:
    """Return the application of a hall, which answers under ``hosts`` too, besides the names of its addresses."""
    people, staff_access = serving.get("people"), serving.get("staff_access")
    if people is not None and staff_access is not None:
        raise ValueError("a house with accounts has neither open doors nor a staff key")
    addresses = serving.get("addresses") or Addresses()
    addresses = msgspec.structs.replace(addresses, hosts=(*addresses.hosts, *hosts))
    state = State(
        state_of_pages(hall, addresses, limits, connections)
        | {
            "results": ResultsReader(),
            "friends": serving.get("friends"),
            "presses": Outcomes(),
            "repeats": Repeats(),
            "staff_access": staff_access or StaffAccess(),
            "people": people,
            "connect": hall.presence.connect,
            "disconnect": hall.presence.disconnect,
        }
    )
    state.sessions.has_place = partial(has_place, state)
    wire_people(state)
    operations.wire_operations(state, serving.get("monitor"))
    made = Application(
        addresses,
        route_handlers=[*page_routes.ROUTES, *operations.ROUTES, api.ROUTER, static_file],
        state=state,
        include_in_schema=False,
        dependencies={"browser": Provide(browser_of)},
        exception_handlers={HTTPException: answer_error, Exception: answer_error},
        logging_config=None,  # whoever runs the process says how its log is written
        request_max_body_size=BODY_LIMIT,
        openapi_config=OpenAPIConfig(
            title="Tapete",
            version="1",
            description=DESCRIPTION,
            use_handler_docstrings=True,
            operation_id_creator=operation_id,
            openapi_router=Router(
                api.PREFIX, route_handlers=[], include_in_schema=False, before_request=require_document
            ),
            render_plugins=[ActDocumentPlugin(path=DOCUMENT)],
            components=Components(security_schemes={"bearer": SecurityScheme(type="http", scheme="bearer")}),
        ),
    )
    made.sign = sign_of(state)
    return made


def answer_error(request: Request[Any, Any, State], error: Exception) -> Response[Any]:
    """Answer an exception: problem+json for programs and forms, a page for people."""
    problem, headers = problems.told_problem(request, error, responses.lang_of(request))
    path = request.scope["path"]
    if not path.startswith((api.PREFIX, "/static")) and not path.endswith("/flujo"):
        if problem.code == "no-login" and request.method == "GET":
            return responses.redirect(request, f"{LOGIN}?a={path}")
        answer = responses.problem_answer(request, problem)
        answer.headers.update(headers)
        return answer
    content = msgspec.json.encode(problem)
    return Response(content, status_code=problem.status, media_type=problems.PROBLEM_JSON, headers=headers)


class Server(uvicorn.Server):
    """Ends open streams before it waits for connections to close, so that Ctrl-C is quick; sweeps connections."""

    def __init__(self, config: EdgeConfig, state: State) -> None:
        super().__init__(config)
        self.connections: Final = config.connections
        self._state = state
        self._streams: Streams = state.streams
        self._loop: asyncio.AbstractEventLoop | None = None

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen with the sockets given, or with one of its own, but never with what is kept for the record."""
        most = ceiling(descriptors())
        await super().serve([Listener(one, most) for one in sockets or [self.config.bind_socket()]])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)

    async def on_tick(self, counter: int) -> bool:
        """Once a second, show out the connections whose time is over."""
        if counter % TICKS_A_SECOND == 0:
            self.connections.sweep()
            sweep(self._state)
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Wake all streams, then stop as usual."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._streams.close)
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Wake all streams, for a stop that came without a signal; wait for no half of a request."""
        self._streams.close()
        self.connections.end_half_sent()
        await super().shutdown(sockets)


def make_server(
    hall: Hall,
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    limits: EdgeLimits | None = None,
    **serving: Unpack[Serving],
) -> Server:
    """Return a server that is not running yet; ``port`` 0 takes a free one. ``limits`` are those of this process
    unless others are given. The hall itself is the caller's to stop, after the server has ended.
    """
    addresses = serving.get("addresses") or Addresses()
    limits = limits or limits_for(descriptors())
    connections = ConnectionLimiter(limits, addresses.trusted)
    app = create_app(hall, hosts=(host, *of_machine(host)), limits=limits, connections=connections, **serving)
    return server_of(app, connections, addresses, host, port)


def server_of(app: Litestar, connections: ConnectionLimiter, addresses: Addresses, host: str, port: int) -> Server:
    config = EdgeConfig(
        app,
        connections,
        host=host,
        port=port,
        log_level="error",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=bool(addresses.proxies),
        forwarded_allow_ips=list(addresses.proxies),
        timeout_graceful_shutdown=5,
        backlog=BACKLOG,
    )
    return Server(config, app.state)
