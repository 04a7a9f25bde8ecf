"""Who speaks: the demo's identities. No password; a link gives a person's session for one table.

The token is 256 random bits. The server keeps its hash alone, so what lies in memory opens nothing. A session that is
not known any more is an error that the page shows; nobody becomes the public screen in silence.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec
from litestar.connection import ASGIConnection

from tapete.kernel import PSEUDONYM, PersonId

COOKIE = "tapete-place"
"""Set with the page's own path, so that several tabs of one browser may be several people."""

PERSON = re.compile(PSEUDONYM)
TOKEN_BYTES = 32
MOST = 10_000
MOST_FROM_ONE = 300
"""Sessions that one address may have begun and not used for a while or closed; further ones wait."""
IDLE_S = 12 * 3600
FORGOTTEN_S = 600
"""Seconds after which a session without an open page makes room for another from the same address."""


class SessionsFullError(RuntimeError):
    """No session can begin now without ending somebody else's."""


class Session(msgspec.Struct):
    """A person at a table; ``streams`` counts his open pages. ``staff``: the hall has let him in for a post."""

    table: str
    person: PersonId
    used: float
    streams: int = 0
    staff: bool = False
    address: str = ""


class Sessions:
    """Sessions by the hash of their token, the one unused for longest first. Nobody's open page loses its session."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: OrderedDict[str, Session] = OrderedDict()

    def open(self, table: str, person: str, *, staff: bool = False, address: str = "") -> str:
        """Begin a session and return its token. Raises ``ValueError`` for a name that is no pseudonym, and
        :class:`SessionsFullError` when ``address`` has begun too many, or the hall is full of open pages.
        """
        if not PERSON.fullmatch(person):
            raise ValueError(person)
        self._make_room(address)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._known[_hash(token)] = Session(table, PersonId(person), self._clock(), staff=staff, address=address)
        return token

    def _make_room(self, address: str) -> None:
        mine = [key for key, one in self._known.items() if one.address == address]
        if len(mine) >= MOST_FROM_ONE:
            old = self._clock() - FORGOTTEN_S
            gone = next((key for key in mine if not self._known[key].streams and self._known[key].used < old), None)
            if gone is None:
                raise SessionsFullError(address)
            del self._known[gone]
        if len(self._known) >= MOST:
            idle = next((key for key, one in self._known.items() if not one.streams), None)
            if idle is None:
                raise SessionsFullError("every session has an open page")
            del self._known[idle]

    def find(self, token: str | None) -> Session | None:
        """Return the session of a token that is not too old."""
        if not token or len(token) > 100:
            return None
        key = _hash(token)
        session = self._known.get(key)
        if session is None:
            return None
        now = self._clock()
        if now - session.used > IDLE_S:
            del self._known[key]
            return None
        session.used = now
        self._known.move_to_end(key)
        return session

    def has_session(self, person: str) -> bool:
        """Return whether somebody has a session as ``person`` that is not too old."""
        since = self._clock() - IDLE_S
        return any(one.person == person and one.used >= since for one in self._known.values())

    def close(self, token: str) -> None:
        """End a session."""
        self._known.pop(_hash(token), None)


def address_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the address that a request came from, as the server sees it."""
    return request.client.host if request.client is not None else ""


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
