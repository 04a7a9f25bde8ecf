"""A browser that follows a stream of the application, in the test's own event loop."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

BEGINNING = {"content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store", "x-accel-buffering": "no"}
"""Headers with which every stream begins."""
PAUSE = 60.0
"""Seconds after which a test gives up; nothing is measured by it."""
PING = b"event: ping\n"


class Following:
    """One open stream: what it has sent so far and whether it has ended."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.sent = bytearray()
        self.ready = asyncio.Event()
        """Set while the reader takes what is sent; a slow one clears it."""
        self.ready.set()
        self.gone = asyncio.Event()
        self._changed = asyncio.Event()
        self._asked = False
        self._read = 0
        self.task: asyncio.Task[None] | None = None

    async def receive(self) -> dict[str, Any]:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Mapping[str, Any]) -> None:
        """Take what the application sends, as soon as the reader is ready for it."""
        await self.ready.wait()
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            self.sent += message.get("body", b"")
            if not message.get("more_body", False):
                self.gone.set()  # as a server does: once all is said there is nobody to wait for
        self._changed.set()

    @property
    def ended(self) -> bool:
        return self.task is not None and self.task.done()

    @property
    def messages(self) -> list[str]:
        """The whole messages so far, without the pings that keep a connection alive."""
        return [one for one in self.sent.decode().split("\n\n")[:-1] if not one.startswith(PING.decode())]

    async def next(self) -> str:
        """Return the next message that nobody has asked for yet."""
        pings = self.sent.count(PING) + 2
        while len(self.messages) <= self._read:
            assert not self.ended, f"the stream has ended: {self.status} {self.sent.decode()}"
            assert self.sent.count(PING) < pings, "nothing but pings was sent"
            await self.more()
        self._read += 1
        return self.messages[self._read - 1]

    async def end(self, *, within: int = 0) -> None:
        """Wait for the end, with at most ``within`` messages more before it. Raises what the application raises."""
        assert self.task is not None
        while not self.ended:
            assert len(self.messages) <= self._read + within, f"the stream goes on: {self.messages[-1][:300]}"
            await self.more()
        self.task.result()

    async def more(self) -> None:
        """Wait until the application has sent something more, or has answered to the end."""
        assert self.task is not None
        self._changed.clear()
        waiting = asyncio.ensure_future(self._changed.wait())
        done, _ = await asyncio.wait({waiting, self.task}, timeout=PAUSE, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        assert done, "nothing was sent"


@asynccontextmanager
async def following(app: Any, path: str, **headers: str) -> AsyncIterator[Following]:
    """Follow a stream while the block lasts; the browser closes the page at its end."""
    path, _, query = path.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in {"host": "testserver.local", **headers}.items()],
        "client": ("127.0.0.1", 1),
        "server": ("testserver.local", 80),
        "state": {},
    }
    stream = Following()
    stream.task = asyncio.create_task(app(scope, stream.receive, stream.send))
    try:
        yield stream
    finally:
        stream.gone.set()
        stream.ready.set()
        await asyncio.wait({stream.task}, timeout=PAUSE)
