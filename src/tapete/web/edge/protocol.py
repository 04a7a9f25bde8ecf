"""The socket and HTTP of a hall: uvicorn's own protocol, which tells the limiter how far each connection is."""

from __future__ import annotations

import asyncio
import socket
from functools import partial
from typing import Any, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState

from tapete.web.edge.connections import Connection, ConnectionLimiter, Stage
from tapete.web.edge.limits import KNOW
from tapete.web.guard import HEADERS

MOST_HEADER: Final = 16_384
"""Bytes of the header of a request."""


REFUSAL: Final = [
    *((name.encode(), value.encode()) for name, value in HEADERS.items()),
    *((b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"), (b"connection", b"close")),
]
"""The headers with which a request that is no HTTP is refused."""


class EdgeConfig(uvicorn.Config):
    """uvicorn's settings, and the limiter of its connections."""

    def __init__(self, app: Any, connections: ConnectionLimiter, **options: Any) -> None:
        super().__init__(
            app,
            http=EdgeProtocol,
            ws="none",
            h11_max_incomplete_event_size=MOST_HEADER,
            timeout_keep_alive=round(connections.limits.idle_s),
            **options,
        )
        self.connections = connections


class EdgeProtocol(H11Protocol):
    """A connection, known to the limiter as long as it lasts."""

    def __init__(
        self,
        config: EdgeConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._connections = config.connections
        self._connection: Connection | None = None
        inner = self.app

        async def app(scope: Any, receive: Any, send: Any) -> None:
            connection = self._connection
            if connection is None:
                return

            async def sending(message: Any) -> None:
                if connection.stage is Stage.QUEUED:
                    self._connections.reach(connection, Stage.ANSWER)
                await send(message)

            fields = sum(len(name) + len(value) + len(b": \r\n") for name, value in scope["headers"])
            if fields + len(scope["raw_path"]) > MOST_HEADER:  # h11 counts what comes in pieces
                await sending({"type": "http.response.start", "status": 400, "headers": REFUSAL})
                await sending({"type": "http.response.body", "body": b"Invalid HTTP request received."})
                return
            scope[KNOW] = partial(self._connections.know, connection)
            await inner(scope, receive, sending)

        self.app = app

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Come in, if there is room."""
        super().connection_made(transport)
        self._connection = self._connections.enter(self.client[0] if self.client else "", transport.abort)
        if self._connection is None:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._connection is not None:
            self._connections.leave(self._connection)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read, and say how far the request has come."""
        if self._connection is None or self.transport.is_closing():
            return
        super().data_received(data)
        self._tell()

    def on_response_complete(self) -> None:
        """The connection waits for its next request, or has it already."""
        super().on_response_complete()
        self._tell()

    def pause_writing(self) -> None:
        """Somebody does not read what they asked for."""
        super().pause_writing()
        if self._connection is not None:
            self._connection.unread_since = self._connections.clock()

    def resume_writing(self) -> None:
        """Somebody has read on."""
        super().resume_writing()
        if self._connection is not None:
            self._connection.unread_since = None

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP, with the headers of every answer; then the connection ends."""
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            self.transport.abort()  # an answer is under way: there is no room for another
            return
        start = h11.Response(status_code=400, headers=REFUSAL)
        for event in (start, h11.Data(data=msg.encode("ascii")), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _tell(self) -> None:
        if self._connection is None:
            return
        match self.conn.their_state:
            case h11.IDLE:
                begun = bool(self.conn.trailing_data[0])
                fresh = self._connection.stage is Stage.FIRST_BYTE
                stage = Stage.HEADER if begun or fresh else Stage.IDLE
            case h11.SEND_BODY:
                stage = Stage.BODY
            case _:
                cycle: RequestResponseCycle | None = self.cycle
                begun = cycle is not None and cycle.response_started
                stage = Stage.ANSWER if begun else Stage.QUEUED
        self._connections.reach(self._connection, stage)


class Listener(socket.socket):
    """A listening socket with a ceiling.

    A new descriptor is the lowest number that is free. So a connection whose number reaches the ceiling says that all
    lower ones are in use; it is closed at once, and those above stay free for whoever has to write a commit.

    The event loop accepts until nobody waits and only then lets the limiter look at who has come. In a burst that
    would close whoever comes last although the limiter makes room for them. So every second call says that nobody
    waits: the loop goes round, and the limiter has met each connection before many more are accepted.
    """

    def __init__(self, listening: socket.socket, ceiling: int) -> None:
        # the machine says which protocol this is: only of TCP does the event loop send small packets at once
        super().__init__(fileno=listening.detach())
        self.ceiling = ceiling
        self._pauses = False

    def accept(self) -> tuple[socket.socket, Any]:
        """Return a connection.

        Raises ``BlockingIOError`` where the loop goes round first, and ``ConnectionAbortedError`` for a connection that
        is closed at once.
        """
        if self._pauses:
            self._pauses = False
            raise BlockingIOError
        connection, address = super().accept()
        self._pauses = True
        if connection.fileno() >= self.ceiling:
            connection.close()
            raise ConnectionAbortedError(address)
        return connection, address
