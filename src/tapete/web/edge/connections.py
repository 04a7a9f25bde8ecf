"""Which connections there are, how far each has come with its request, and which one makes room for another.

Nothing here knows of sockets or of the event loop: a connection says what happened to it, the server asks once a second
whose time is over, and a clock that a test may set says what time it is.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Container
from enum import Enum

from tapete.live import security_log
from tapete.web.edge.limits import EdgeLimits, address_key

OWN_CONNECTIONS = 32
"""Connections of one person at a table that do not count as the public's."""


class Stage(Enum):
    """How far a connection has come."""

    FIRST_BYTE = "first-byte"
    HEADER = "header"
    BODY = "body"
    QUEUED = "queued"
    ANSWER = "answer"
    IDLE = "idle"


class Connection:
    """One connection. ``person``: who is at a table and has asked by it; it makes room for nobody then."""

    __slots__ = ("address", "close", "person", "since", "stage", "unread_since")

    def __init__(self, address: str, close: Callable[[], None], now: float) -> None:
        self.address: str = address
        self.close: Callable[[], None] = close
        self.person: str | None = None
        self.stage: Stage = Stage.FIRST_BYTE
        self.since: float = now
        self.unread_since: float | None = None

    @property
    def is_quiet(self) -> bool:
        """Return True if nobody here waits for an answer that is under way."""
        return self.stage not in (Stage.QUEUED, Stage.ANSWER) or self.unread_since is not None


class ConnectionLimiter:
    """Lets connections in and shows them out. ``proxies`` are not counted by address: many people come by each."""

    def __init__(
        self, limits: EdgeLimits, proxies: Container[str] = (), clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.limits = limits
        self.clock = clock
        self.turned_away: int = 0
        """Connections that were closed for want of room, since the server began."""
        self._proxies = proxies
        self._public: dict[Connection, None] = {}
        self._own: dict[Connection, None] = {}
        self._by_address: dict[str, dict[Connection, None]] = {}
        self._by_person: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._public) + len(self._own)

    @property
    def public(self) -> int:
        """Return how many connections are the public's."""
        return len(self._public)

    def enter(self, host: str, close: Callable[[], None]) -> Connection | None:
        """Return a new connection, ``None`` where there is no room for it.

        Where no connection is free, one that is quiet, or waits for the beginning of an answer, is closed: one of the
        same address, where that has too many, or else one of the public. The oldest goes first.
        """
        address = "" if host in self._proxies else address_key(host)
        mine = self._by_address.get(address, {})
        full = bool(address) and len(mine) >= self.limits.per_address
        if full and not self._make_room(mine):
            return None
        room = min(self.limits.public, self.limits.connections - len(self._own))
        if len(self._public) >= room and not self._make_room(self._public):
            return None
        connection = Connection(address, close, self.clock())
        self._public[connection] = None
        if address:
            self._by_address.setdefault(address, {})[connection] = None
        return connection

    def leave(self, connection: Connection) -> None:
        """Forget a connection that has ended."""
        if connection in self._own:
            del self._own[connection]
            self._by_person[str(connection.person)] -= 1
            if not self._by_person[str(connection.person)]:
                del self._by_person[str(connection.person)]
        else:
            self._forget_public(connection)

    def know(self, connection: Connection, person: str) -> None:
        """Take a connection out of the public: somebody at a table has asked by it."""
        full = len(self._own) >= self.limits.connections - self.limits.public // 2
        if connection not in self._public or full or self._by_person.get(person, 0) >= OWN_CONNECTIONS:
            return
        self._forget_public(connection)
        connection.person = person
        self._own[connection] = None
        self._by_person[person] += 1

    def reach(self, connection: Connection, stage: Stage) -> None:
        """Note how far a connection has come; the time of a stage runs from its beginning."""
        if stage is not connection.stage:
            connection.stage, connection.since = stage, self.clock()

    def sweep(self) -> None:
        """Close every connection whose time is over."""
        now, limits = self.clock(), self.limits
        most = {
            Stage.FIRST_BYTE: limits.first_byte_s,
            Stage.HEADER: limits.header_s,
            Stage.BODY: limits.body_s,
            Stage.IDLE: limits.idle_s,
        }
        for connection in (*self._public, *self._own):
            unread = connection.unread_since is not None and now - connection.unread_since > limits.reading_s
            if unread or now - connection.since > most.get(connection.stage, float("inf")):
                self._close(connection)

    def end_half_sent(self) -> None:
        """Close every connection whose request has not come whole: nothing of it was done."""
        for connection in (*self._public, *self._own):
            if connection.stage is Stage.BODY:
                self._close(connection)

    def _make_room(self, among: dict[Connection, None]) -> bool:
        found = next((one for one in among if one.is_quiet), None)
        if found is None:
            found = next((one for one in among if one.stage is Stage.QUEUED), None)
        if found is not None:
            self._close(found)
        self.turned_away += 1
        security_log.tell("door-full", connections=len(self))
        return found is not None

    def _close(self, connection: Connection) -> None:
        self.leave(connection)
        connection.close()

    def _forget_public(self, connection: Connection) -> None:
        self._public.pop(connection, None)
        mine = self._by_address.get(connection.address)
        if mine is not None:
            mine.pop(connection, None)
            if not mine:
                del self._by_address[connection.address]
