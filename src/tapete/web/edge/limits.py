"""Limits of the edge: what the machine grants and what the public may have of it, and the fair queue."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, Final, cast

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from tapete.web.edge.addresses import PER_ADDRESS
from tapete.web.problems import ProblemError, send_problem

FOR_THE_RECORD: Final = 128
"""Descriptors that no connection ever takes: the store, its journal, the witness, the files of the program."""

WANTED: Final = 8_192
"""Descriptors that a hall asks of the machine, where it may have them."""

MOST_CONNECTIONS: Final = 4_000


class EdgeLimits(msgspec.Struct, frozen=True):
    """Connections, streams and seconds. ``reserve`` of the connections are for people at a table and for staff alone.

    What is left is the public's; ``per_address`` of that may belong to one address.
    """

    connections: int = MOST_CONNECTIONS
    reserve: int = MOST_CONNECTIONS // 4
    per_address: int = PER_ADDRESS
    first_byte_s: float = 10.0
    header_s: float = 10.0
    body_s: float = 20.0
    idle_s: float = 30.0
    reading_s: float = 30.0
    """Seconds for which somebody may leave an answer unread once the buffers are full."""

    @property
    def public(self) -> int:
        """Return how many connections people without a place may have together."""
        return self.connections - self.reserve

    @property
    def streams(self) -> int:
        """Return how many streams there may be; the rest of the connections is for requests."""
        return self.connections * 3 // 4

    @property
    def public_streams(self) -> int:
        """Return how many of the streams may be of people without a place."""
        return self.public // 2

    @property
    def streams_per_address(self) -> int:
        """Return how many of those may be of one address."""
        return self.per_address // 2


def limits_for(descriptors: int, per_address: int = PER_ADDRESS) -> EdgeLimits:
    """Return the limits where a process may open so many descriptors: in a burst there may be a third more. One address
    has half of what the public has at the most.
    """
    connections = max(16, min(MOST_CONNECTIONS, ceiling(descriptors) * 3 // 4))
    reserved = connections // 4
    return EdgeLimits(connections, reserved, per_address=min(per_address, (connections - reserved) // 2))


def ceiling(descriptors: int) -> int:
    """Return the number from which on a descriptor is not for a connection."""
    return max(descriptors // 2, descriptors - FOR_THE_RECORD)


def descriptors() -> int:
    """Return how many descriptors this process may open."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return WANTED if soft == resource.RLIM_INFINITY else soft


def raise_descriptors() -> None:
    """Ask for as many descriptors as a hall wants, where the machine grants more than it gave."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def address_key(host: str) -> str:
    """Return what counts as one address: an IPv4 address, or the network of 64 bits that one IPv6 connection has."""
    try:
        found: IPv4Address | IPv6Address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return str(ip_network((found, 64), strict=False))
        found = found.ipv4_mapped
    return str(found)


# --- fair queue -------------------------------------------------------------------------------------------------------


# Pages of one address are drawn a few at a time, so that whoever sits at a table waits for a few pages only.
#
# Everything is drawn in one thread. What a person with a place asks for is not in the public's queue, and what anybody
# asks for is in a queue of their own; a slow body or a slow reader keeps no turn.

AT_ONCE: Final = 8
"""Pages of one address, or of one person, that are drawn at the same time."""

PUBLIC_AT_ONCE: Final = 32
"""Pages of the whole public."""

WAITING: Final = 128
"""Requests of one address that wait for their turn; further ones are told to come again."""

KNOW: Final = "tapete.know"
"""Where a request's scope has the function that tells the limiter of connections who asks."""


class Queue:
    """The turns of one address or person."""

    __slots__ = ("size", "turns")

    def __init__(self) -> None:
        self.turns: Final = asyncio.Semaphore(AT_ONCE)
        self.size: int = 0


class FairQueue:
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
