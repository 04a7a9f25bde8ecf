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

import msgspec

from tapete.kernel import PersonId

COOKIE = "tapete-place"
"""Set with the page's own path, so that several tabs of one browser may be several people."""

PERSON = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
TOKEN_BYTES = 32
MOST = 10_000
IDLE_S = 12 * 3600


class Session(msgspec.Struct):
    """A person at a table; ``streams`` counts his open pages. ``staff``: the hall has let him in for a post."""

    table: str
    person: PersonId
    used: float
    streams: int = 0
    staff: bool = False


class Sessions:
    """Sessions by the hash of their token; the one unused for longest goes first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: OrderedDict[str, Session] = OrderedDict()

    def open(self, table: str, person: str, *, staff: bool = False) -> str:
        """Begin a session and return its token. Raises ``ValueError`` for a name that is no pseudonym."""
        if not PERSON.fullmatch(person):
            raise ValueError(person)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._known[_hash(token)] = Session(table, PersonId(person), self._clock(), staff=staff)
        while len(self._known) > MOST:
            self._known.popitem(last=False)
        return token

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

    def close(self, token: str) -> None:
        """End a session."""
        self._known.pop(_hash(token), None)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
