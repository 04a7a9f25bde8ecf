"""HTTP of a hall: uvicorn's own protocol, which tells the door how far each connection has come."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState

from tapete.web.edge.door import Caller, Door, Stage
from tapete.web.edge.turns import KNOW
from tapete.web.guard import HEADERS

MOST_HEADER: Final = 16_384
"""Bytes of the header of a request."""


class EdgeConfig(uvicorn.Config):
    """uvicorn's settings, and the door through which its connections come."""

    def __init__(self, app: Any, door: Door, **options: Any) -> None:
        super().__init__(
            app,
            http=EdgeProtocol,
            ws="none",
            h11_max_incomplete_event_size=MOST_HEADER,
            timeout_keep_alive=round(door.limits.idle_s),
            **options,
        )
        self.door = door


class EdgeProtocol(H11Protocol):
    """A connection that has a place at the door as long as it lasts."""

    def __init__(
        self,
        config: EdgeConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._door = config.door
        self._caller: Caller | None = None
        inner = self.app

        async def app(scope: Any, receive: Any, send: Any) -> None:
            caller = self._caller
            if caller is None:
                return

            async def sending(message: Any) -> None:
                if caller.stage is Stage.TURN:
                    self._door.reach(caller, Stage.ANSWER)
                await send(message)

            scope[KNOW] = partial(self._door.know, caller)
            await inner(scope, receive, sending)

        self.app = app

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Come in, if there is room."""
        super().connection_made(transport)
        self._caller = self._door.enter(self.client[0] if self.client else "", transport.abort)
        if self._caller is None:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._caller is not None:
            self._door.leave(self._caller)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read, and say how far the request has come."""
        if self._caller is None or self.transport.is_closing():
            return
        super().data_received(data)
        self._tell()

    def on_response_complete(self) -> None:
        """The connection waits for its next request, or has it already."""
        super().on_response_complete()
        self._tell()

    def pause_writing(self) -> None:
        """Somebody does not read what he asked for."""
        super().pause_writing()
        if self._caller is not None:
            self._caller.unread_since = self._door.clock()

    def resume_writing(self) -> None:
        """Somebody has read on."""
        super().resume_writing()
        if self._caller is not None:
            self._caller.unread_since = None

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP, with the headers of every answer; then the connection ends."""
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            self.transport.abort()  # an answer is under way: there is no room for another
            return
        headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        plain = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
        start = h11.Response(status_code=400, headers=[*headers, *plain, (b"connection", b"close")])
        for event in (start, h11.Data(data=msg.encode("ascii")), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _tell(self) -> None:
        if self._caller is None:
            return
        match self.conn.their_state:
            case h11.IDLE:
                begun = bool(self.conn.trailing_data[0])
                fresh = self._caller.stage is Stage.FIRST_BYTE
                stage = Stage.HEADER if begun or fresh else Stage.IDLE
            case h11.SEND_BODY:
                stage = Stage.BODY
            case _:
                cycle: RequestResponseCycle | None = self.cycle
                begun = cycle is not None and cycle.response_started
                stage = Stage.ANSWER if begun else Stage.TURN
        self._door.reach(self._caller, stage)
