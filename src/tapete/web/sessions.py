"""Who speaks: the demo's identities. No password; a link gives a person's session for one table.

The token is 256 random bits. The server keeps its hash alone, so what lies in memory opens nothing. A session that is
not known any more is an error that the page shows; nobody becomes the public screen in silence.
"""

from __future__ import annotations

import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from litestar.connection import ASGIConnection

from tapete.kernel import PSEUDONYM, PersonId
from tapete.live import security_log
from tapete.people.accounts import digest
from tapete.web.edge.limits import address_key
from tapete.web.problems import ProblemError

COOKIE = "tapete-place"
"""Set with the page's own path, so that several tabs of one browser may be several people."""

PERSON = re.compile(PSEUDONYM)
TOKEN_BYTES = 32
MOST = 10_000
RESERVED = 10
"""One in so many of those is for people at a table and staff alone."""
MOST_FROM_ONE = 300
"""Sessions that one address may have begun and not used for a while or closed; further ones wait."""
IDLE_S = 12 * 3600
TICKET_S = 60
MOST_TICKETS = 12
"""Tickets of one session that wait to be used."""
FORGOTTEN_S = 600
"""Seconds after which a session without an open page makes room for another from the same address."""


class SessionsFullError(ProblemError):
    """No session can begin now without ending somebody else's."""

    def __init__(self, address: str) -> None:
        security_log.tell("sessions-full", address=address)
        super().__init__(429, "too-many-sessions")


class Session(msgspec.Struct):
    """A person at a table; ``streams`` counts their open pages. ``is_staff``: the hall has let them in for a post.
    ``login``: the digest of the staff's session with which it ends.
    """

    table: str
    person: PersonId
    last_use: float
    streams: int = 0
    is_staff: bool = False
    address: str = ""
    login: str = ""


class Sessions:
    """Sessions by the hash of their token, the one unused for longest first. Nobody's open page loses its session."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: OrderedDict[str, Session] = OrderedDict()
        self._by_address: dict[str, dict[str, None]] = {}
        self._tickets: dict[str, tuple[str, float]] = {}
        self.has_place: Callable[[Session], bool] = lambda _: False
        """Returns whether the person of a session sits at its table or holds a post there."""

    @property
    def count(self) -> int:
        """Return how many sessions are kept."""
        return len(self._known)

    def open(self, table: str, person: str, *, staff: bool = False, address: str = "", login: str = "") -> str:
        """Begin a session and return its token. Raises :class:`ProblemError` (400) for a name that is no pseudonym, and
        :class:`SessionsFullError` when ``address`` has begun too many, or the hall is full of open pages.
        """
        if not PERSON.fullmatch(person):
            raise ProblemError(400, "malformed", "a person is a pseudonym of small letters, digits and hyphens")
        session = Session(table, PersonId(person), self._clock(), 0, staff, address, login)
        self._make_room(session)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._known[digest(token)] = session
        self._by_address.setdefault(session.address, {})[digest(token)] = None
        return token

    def _make_room(self, new: Session) -> None:
        kept = new.is_staff or self.has_place(new)
        mine = self._by_address.get(new.address, {})
        if len(mine) >= MOST_FROM_ONE and not kept:
            old = self._clock() - FORGOTTEN_S
            gone = next((key for key in mine if self._may_end(key) and self._known[key].last_use < old), None)
            if gone is None:
                raise SessionsFullError(new.address)
            self._end(gone)
        if len(self._known) >= (MOST if kept else MOST - MOST // RESERVED):
            idle = next((key for key in self._known if self._may_end(key)), None)
            if idle is None:
                raise SessionsFullError(new.address)
            self._end(idle)

    def _may_end(self, key: str) -> bool:
        session = self._known[key]
        return not session.streams and not session.is_staff and not self.has_place(session)

    def _end(self, key: str) -> None:
        session = self._known.pop(key, None)
        if session is not None:
            mine = self._by_address[session.address]
            del mine[key]
            if not mine:
                del self._by_address[session.address]

    def find(self, token: str | None) -> Session | None:
        """Return the session of a token that is not too old."""
        return None if not token or len(token) > 100 else self._find(digest(token))

    def ticket(self, token: str | None) -> str | None:
        """Return a word that stands for a token once, within a minute; ``None`` where the token has no session."""
        session, now = self.find(token), self._clock()
        if token is None or session is None:
            return None
        self._tickets = {word: one for word, one in self._tickets.items() if now - one[1] <= TICKET_S}
        mine = [word for word, (key, _) in self._tickets.items() if key == digest(token)]
        for word in mine[: max(0, len(mine) + 1 - MOST_TICKETS)]:
            del self._tickets[word]
        made = secrets.token_urlsafe(TOKEN_BYTES)
        self._tickets[digest(made)] = (digest(token), now)
        return made

    def use_ticket(self, ticket: str) -> Callable[[], Session | None]:
        """Return what finds the session of a ticket, as long as it lives; it is used up. ``None`` where it is none."""
        key, made = self._tickets.pop(digest(ticket), ("", 0.0))
        return partial(self._find, key if self._clock() - made <= TICKET_S else "")

    def _find(self, key: str) -> Session | None:
        session = self._known.get(key)
        if session is None:
            return None
        now = self._clock()
        if now - session.last_use > IDLE_S:
            self._end(key)
            return None
        session.last_use = now
        self._known.move_to_end(key)
        return session

    def people(self) -> frozenset[PersonId]:
        """Return everybody who has a session that is not too old."""
        since = self._clock() - IDLE_S
        return frozenset(one.person for one in self._known.values() if one.last_use >= since)

    def has_session(self, person: str) -> bool:
        """Return True if somebody has a session as ``person`` that is not too old."""
        return person in self.people()

    def has_player_session(self, person: str) -> bool:
        """As :meth:`has_session`, but for sessions that the hall opened for a post."""
        since = self._clock() - IDLE_S
        return any(one.person == person and not one.is_staff and one.last_use >= since for one in self._known.values())

    def close(self, token: str) -> None:
        self._end(digest(token))

    def close_of(self, person: str = "", *, login: str = "") -> None:
        """End every session of a person, or every one that lives with a session of the staff."""
        mine = [key for key, one in self._known.items() if (one.login == login if login else one.person == person)]
        for key in mine:
            self._end(key)

    def close_of_player(self, person: str, is_for_post: Callable[[Session], bool]) -> int:
        """End every session of a person but those for a post that they hold; return how many there were."""
        mine = [key for key, one in self._known.items() if one.person == person and not is_for_post(one)]
        for key in mine:
            self._end(key)
        return len(mine)


def host_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return where a request came from, as the server sees it."""
    return request.client.host if request.client is not None else ""


def address_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return what counts as the one address that a request came from."""
    return address_key(host_of(request))
