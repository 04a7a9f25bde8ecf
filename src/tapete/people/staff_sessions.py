"""Sessions of the staff: they end after a while without an act, after a shift, and at once when they are revoked."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable
from typing import Final

import msgspec

IDLE_S: Final = 20 * 60.0
SHIFT_S: Final = 12 * 3600.0
TOKEN_BYTES: Final = 32

Ended = Callable[[str], None]
"""Told the digest of a session's token when it has ended: whoever holds a page or a stream open closes it."""


class StaffSession(msgspec.Struct):
    """Somebody who has logged in: the name of his account, when, and when he last did something, in seconds."""

    name: str
    start: float
    last_use: float


class StaffSessions:
    """Sessions by the digest of their token, for any thread. ``ended`` is called once for each that ends, whatever
    ended it, in the thread that ended it.
    """

    def __init__(self, clock: Callable[[], float], ended: Ended = lambda _: None) -> None:
        self._clock, self.ended = clock, ended
        self._known: dict[str, StaffSession] = {}
        self._turn = threading.RLock()

    def begin(self, name: str) -> str:
        """Begin a session and return its token, which nobody else ever learns."""
        token, now = secrets.token_urlsafe(TOKEN_BYTES), self._clock()
        with self._turn:
            self._known[digest(token)] = StaffSession(name, now, now)
        return token

    def find_by_digest(self, key: str, *, touch: bool = True) -> StaffSession | None:
        """Return the session by the digest of its token, or ``None``; ``touch``: its bearer has done something just
        now.

        A page that only draws itself anew does not touch it: an empty chair keeps nobody logged in.
        """
        session = self._known.get(key)
        if session is None:
            return None
        if self._is_over(session):
            self._end(key)
            return None
        if touch:
            session.last_use = self._clock()
        return session

    def end(self, token: str) -> None:
        """Log out."""
        self._end(digest(token))

    def revoke(self, name: str) -> int:
        """End every session of an account; return how many there were."""
        keys = [key for key, one in self._items() if one.name == name]
        for key in keys:
            self._end(key)
        return len(keys)

    def sweep(self) -> None:
        """End those that are over, also where nobody asks for them."""
        for key in [key for key, one in self._items() if self._is_over(one)]:
            self._end(key)

    def open_sessions(self) -> tuple[StaffSession, ...]:
        return tuple(one for _, one in self._items() if not self._is_over(one))

    def _is_over(self, session: StaffSession) -> bool:
        now = self._clock()
        return now - session.last_use >= IDLE_S or now - session.start >= SHIFT_S

    def _items(self) -> list[tuple[str, StaffSession]]:
        with self._turn:
            return list(self._known.items())

    def _end(self, key: str) -> None:
        with self._turn:
            gone = self._known.pop(key, None)
        if gone is not None:
            self.ended(key)


def digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
