"""Streams: the whole current view first, then again on each change; the latest wins and nothing queues up.

A lost message or a new connection needs no logic: the next message holds everything. All streams end together when the
server closes, so that it never waits for a page that stays open.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, NamedTuple

from tapete.live import security_log
from tapete.web.edge.limits import EdgeLimits
from tapete.web.packing import Frames, Private
from tapete.web.ports import Followed
from tapete.web.problems import ProblemError

PING_S: Final = 15.0
"""Seconds of silence after which a ping keeps the connection alive, and shows whoever follows that it is."""

MOST_OF_ONE: Final = 12
"""Streams of one session: pages of one person."""

LINE_END: Final = re.compile("\r\n|[\r\n]")
"""What ends a line of a stream, and nothing else: a text may hold the signs by which others end theirs."""

Render = Callable[[], Awaitable[str | tuple[str, ...] | None]]
"""Returns the whole of what is shown now; or messages, where each is told and none stands for another; or the end."""

HEADERS: Final = {"cache-control": "no-store", "x-accel-buffering": "no"}


class Follower(NamedTuple):
    """Who follows a table: from which address, with how many streams of their own already, with a place or without."""

    address: str = ""
    open_streams: int = 0
    has_place: bool = False


class Streams:
    """Counts the open streams and closes them all. Some are kept for people at a table and for staff."""

    def __init__(self, limits: EdgeLimits | None = None) -> None:
        self.closing: Final = asyncio.Event()
        self.open: int = 0
        self.public: int = 0
        """Those of people without a place."""
        self._limits = limits or EdgeLimits()
        self._by_address: Counter[str] = Counter()
        self.life: str = secrets.token_hex(4)
        """Names this life of the server: what a page shows of an earlier one says nothing of what it would show now."""

    def close(self) -> None:
        self.closing.set()

    def admit(self, who: Follower) -> None:
        if self._is_full(who):
            security_log.tell("streams-full", address=who.address)
            raise ProblemError(429, "too-many-streams")

    def _is_full(self, who: Follower) -> bool:
        if who.open_streams >= MOST_OF_ONE or self.open >= self._limits.streams:
            return True
        if who.has_place:
            return False
        mine = self._by_address.get(who.address, 0)
        return self.public >= self._limits.public_streams or mine >= self._limits.streams_per_address

    def _count(self, who: Follower, by: int) -> None:
        self.open += by
        if not who.has_place:
            self.public += by
            self._by_address[who.address] += by
            if not self._by_address[who.address]:
                del self._by_address[who.address]

    async def follow(
        self,
        table: Followed,
        render: Render,
        who: Follower,
        on_begin: Callable[[], None] = lambda: None,
        on_end: Callable[[], None] = lambda: None,
    ) -> Frames:
        """Yield messages as long as the table, the server and the session last; ``render`` answers ``None`` to end.

        Where a viewer sees nothing new they do not learn that something happened, by the next ping neither.

        Nothing is counted before the first message is asked for: an answer that nobody fetches leaves nothing behind.
        """
        if self._is_full(who):
            return  # others began between the admission and this
        self._count(who, 1)
        on_begin()
        changes = table.changes()
        waiting = asyncio.ensure_future(anext(changes))
        closing = asyncio.ensure_future(self.closing.wait())
        sent: tuple[int, int] | None = None
        told: int | None = None
        clock = asyncio.get_running_loop().time
        due = clock() + PING_S
        try:
            while True:
                rest = max(0.0, due - clock())
                done, _ = await asyncio.wait({waiting, closing}, timeout=rest, return_when=asyncio.FIRST_COMPLETED)
                if closing in done:
                    return
                if not done:
                    due = clock() + PING_S
                    yield f"event: ping\ndata: {PING_S:g}\n\n".encode(), False
                    continue
                try:
                    waiting.result()
                except StopAsyncIteration:
                    return
                waiting = asyncio.ensure_future(anext(changes))
                version = table.version
                look = table.revision
                if look != sent:
                    made = await render()
                    if made is None:
                        return
                    sent = look
                    for text in (made,) if isinstance(made, str) else made:
                        if not text or hash(text) == told:
                            continue
                        told, due = hash(text), clock() + PING_S
                        data = message(text, version) if isinstance(made, str) else text.encode()
                        yield data, isinstance(text, Private)
        finally:
            self._count(who, -1)
            on_end()
            for task in (waiting, closing):
                task.cancel()
                with suppress(asyncio.CancelledError, StopAsyncIteration, Exception):
                    await task
            await changes.aclose()


def message(text: str, version: int) -> bytes:
    """Return one message of a stream; each line of the text is a data line."""
    lines = "".join(f"data: {line}\n" for line in LINE_END.split(text.removesuffix("\n")))
    return f"id: {version}\n{lines}\n".encode()
