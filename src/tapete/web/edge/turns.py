"""Turns: pages of one address are drawn a few at a time, so that whoever sits at a table waits for a few pages only.

Everything is drawn in one thread. What a person with a place asks for is not in the public's queue, and what anybody
asks for is in a queue of his own; a slow body or a slow reader keeps no turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from tapete.web.edge.limits import address_key
from tapete.web.problems import ProblemError, send_problem

AT_ONCE: Final = 8
"""Pages of one address, or of one person, that are drawn at the same time."""

PUBLIC_AT_ONCE: Final = 32
"""Pages of the whole public."""

WAITING: Final = 128
"""Requests of one address that wait for their turn; further ones are told to come again."""

KNOW: Final = "tapete.know"
"""Where a request's scope has the function that tells the door who asks."""


class Queue:
    """The turns of one address or person."""

    __slots__ = ("size", "turns")

    def __init__(self) -> None:
        self.turns = asyncio.Semaphore(AT_ONCE)
        self.size = 0


class Turns:
    """Pure ASGI middleware inside the guard. ``person_of`` returns who with a place asks, ``None`` for the public."""

    def __init__(self, app: ASGIApp, person_of: Callable[[HTTPScope], str | None]) -> None:
        self.app = app
        self._person_of = person_of
        self._public = asyncio.Semaphore(PUBLIC_AT_ONCE)
        self._queues: dict[tuple[bool, str], Queue] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request in its turn; an act, or anything else with a body, waits for none."""
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        person = self._person_of(scope)
        known: Callable[[str], None] = cast(dict[str, Any], scope).get(KNOW, lambda _: None)
        if person is not None:
            known(person)
        if scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        key = (False, address_key(client[0] if client else "")) if person is None else (True, person)
        queue = self._queues.setdefault(key, Queue())
        if queue.size >= WAITING:
            await send_problem(send, ProblemError(503, "too-many-requests"))
            return
        queue.size += 1
        held: list[asyncio.Semaphore] = []
        left = False

        def release() -> None:
            nonlocal left
            while held:
                held.pop().release()
            if not left:
                left = True
                queue.size -= 1
                if not queue.size:
                    del self._queues[key]

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                release()  # it is drawn
            await send(message)

        try:
            for turns in (queue.turns, self._public) if person is None else (queue.turns,):
                await turns.acquire()
                held.append(turns)
            await self.app(scope, receive, sending)
        finally:
            release()
