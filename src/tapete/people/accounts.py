"""Accounts of the staff, their sessions, and what they are told of them."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Final, Protocol

import msgspec
from msgspec.structs import replace

from tapete.kernel import PersonId
from tapete.table.staff import Role

EVERYWHERE = ""
"""In a grant: the post of the house, or of any table."""


class AccountState(StrEnum):
    """What becomes of somebody who wants to log in."""

    INVITED = "invited"
    """They have a link to choose their password, and no more."""
    ACTIVE = "active"
    SUSPENDED = "suspended"


class Grant(msgspec.Struct, frozen=True, order=True):
    """A post that somebody may take, at one table or everywhere."""

    role: Role
    table: str = EVERYWHERE


class Account(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member of the staff. Times are seconds since the epoch.

    ``name`` is what they log in with, ``person`` their pseudonym in the records. ``password`` is an argon2id digest;
    ``secret`` the shared secret of their second factor; ``last_code`` the number of the last code that was accepted, so
    that none counts twice; ``recovery`` digests of the words that stand in for a lost second factor, each once.
    ``invitation`` is the digest of the link that lets them choose both again, up to ``invited_until``; an account gave
    it (``invited_by``), or none.
    """

    name: str
    person: PersonId
    state: AccountState = AccountState.INVITED
    grants: frozenset[Grant] = frozenset()
    password: str = ""
    secret: str = ""
    last_code: int = 0
    recovery: frozenset[str] = frozenset()
    invitation: str = ""
    invited_until: float = 0
    invited_by: str = ""
    last_login: float = 0
    devices: tuple[str, ...] = ()
    """Digests of the tokens of browsers on which somebody has logged in to it, the newest last."""

    def may_take(self, role: Role, table: str = EVERYWHERE) -> bool:
        return self.state is AccountState.ACTIVE and bool(self.grants & {Grant(role, table), Grant(role, EVERYWHERE)})


class MemoryAccounts:
    """Accounts that end with the process. Each call stands alone."""

    def __init__(self, accounts: Collection[Account] = ()) -> None:
        self._kept = {one.name: one for one in accounts}

    def find(self, name: str) -> Account | None:
        return self._kept.get(name)

    def put(self, account: Account) -> None:
        self._kept[account.name] = account

    def remove(self, name: str) -> None:
        self._kept.pop(name, None)

    def __iter__(self) -> Iterator[Account]:
        return iter([one for _, one in sorted(self._kept.copy().items())])  # another thread may be writing


IDLE_S: Final = 20 * 60.0
SHIFT_S: Final = 12 * 3600.0
BACK_S: Final = 60.0
"""Seconds by which a clock is put right in a running hall; one that went wrong goes back by more."""
TOKEN_BYTES: Final = 32


def is_in_time(until: float, length: float, now: float) -> bool:
    """Return True if something that was given out for a ``length`` of seconds is good still; not where the clock now
    shows a time before it was, for how long it has been is not known then.
    """
    return 0 < until - now <= length + BACK_S


Ended = Callable[[str], None]
"""Told the digest of a session's token when it has ended: whoever holds a page or a stream open closes it."""


class StaffSession(msgspec.Struct):
    """Somebody who has logged in: the name of their account, when, and when they last did something, in seconds."""

    name: str
    start: float
    last_use: float


class StaffSessions:
    """Sessions by the digest of their token, for any thread. ``ended`` is called once for each that ends, whatever
    ended it, in the thread that ended it.
    """

    def __init__(self, clock: Callable[[], float], ended: Ended = lambda _: None) -> None:
        self.ended = ended
        self._clock = clock
        self._known: dict[str, StaffSession] = {}
        self._lock = threading.RLock()

    def begin(self, name: str) -> str:
        token, now = secrets.token_urlsafe(TOKEN_BYTES), self._clock()
        with self._lock:
            self._known[digest(token)] = StaffSession(name, now, now)
        return token

    def find_by_digest(self, key: str, *, touch: bool = True) -> StaffSession | None:
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
        self._end(digest(token))

    def revoke(self, name: str) -> int:
        keys = [key for key, one in self._items() if one.name == name]
        for key in keys:
            self._end(key)
        return len(keys)

    def sweep(self) -> None:
        for key in [key for key, one in self._items() if self._is_over(one)]:
            self._end(key)

    def open_sessions(self) -> tuple[StaffSession, ...]:
        return tuple(one for _, one in self._items() if not self._is_over(one))

    def _is_over(self, session: StaffSession) -> bool:
        """Also where the clock now shows a time before it began: how long it has lasted is not known."""
        now = self._clock()
        idle, shift = session.last_use + IDLE_S, session.start + SHIFT_S
        return not (is_in_time(idle, IDLE_S, now) and is_in_time(shift, SHIFT_S, now))

    def _items(self) -> list[tuple[str, StaffSession]]:
        with self._lock:
            return list(self._known.items())

    def _end(self, key: str) -> None:
        with self._lock:
            gone = self._known.pop(key, None)
        if gone is not None:
            self.ended(key)


def digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


# What a director reads about the security of their house: what happened to which account, how often, from where.
#
# What is the same on one day is one notice, with its first and its last time. A name that nobody bears is left out,
# since somebody may have typed their password there; so is everything that happened too long ago.


class SecurityEvent(msgspec.Struct, frozen=True):
    """A line of the security log: what happened to which account, from which address, when (seconds)."""

    code: str
    name: str
    at: float
    address: str = ""
    facts: dict[str, Any] = {}


DAYS_KEPT: Final = 400
DAY_MOST: Final = 300
"""Notices of one day that bear names; what happens beyond is told without."""
ADDRESSES_MOST: Final = 5
"""Addresses of one notice; the last ones are kept."""


class Notice(msgspec.Struct, frozen=True):
    """Something that happened to an account, once or several times on a day; ``by``: at whose word."""

    code: str
    name: str
    by: str
    first: float
    last: float
    count: int = 1
    addresses: tuple[str, ...] = ()

    def again(self, at: float, address: str) -> Notice:
        others = tuple(one for one in self.addresses if one != address)
        seen = (*others, address)[-ADDRESSES_MOST:] if address else others
        return replace(self, last=at, count=self.count + 1, addresses=seen)


class NoticeStore(Protocol):
    def load(self) -> dict[str, tuple[Notice, ...]]: ...

    def keep(self, days: Mapping[str, tuple[Notice, ...]]) -> None:
        """Keep the notices of some days in place of what was kept of these; of a day without any nothing is kept."""


def day_of(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).date().isoformat()


class Notices:
    """The notices of a house. Any thread may add some."""

    def __init__(self, store: NoticeStore | None = None) -> None:
        self._store = store
        self._days: dict[str, tuple[Notice, ...]] = {} if store is None else store.load()
        self._lock = threading.Lock()

    def add(self, event: SecurityEvent, name: str) -> None:
        day = day_of(event.at)
        with self._lock:
            kept = list(self._days.get(day, ()))
            addresses = (event.address,) if event.address else ()
            new = Notice(event.code, name, str(event.facts.get("by", "")), event.at, event.at, 1, addresses)
            told = new if len(kept) < DAY_MOST else replace(new, name="", by="")
            same = (at for one in (new, told) for at, old in enumerate(kept) if _key(old) == _key(one))
            at = next(same, None)
            kept.append(told if at is None else kept.pop(at).again(event.at, event.address))
            self._keep({day: tuple(kept), **self._outdated(event.at)})

    def rename(self, name: str, instead: str) -> None:
        called = {name: instead}
        with self._lock:
            changed = {
                day: tuple(
                    replace(one, name=called.get(one.name, one.name), by=called.get(one.by, one.by)) for one in kept
                )
                for day, kept in self._days.items()
                if any(name in (one.name, one.by) for one in kept)
            }
            self._keep(changed)

    def newest_first(self) -> tuple[Notice, ...]:
        kept = [one for notices in self._days.values() for one in notices]
        kept.reverse()  # of what happened at one time the last that was told comes first
        return tuple(sorted(kept, key=lambda one: -one.last))

    def _outdated(self, now: float) -> dict[str, tuple[Notice, ...]]:
        until = day_of(now - timedelta(days=DAYS_KEPT).total_seconds())
        return {day: () for day in self._days if day < until}

    def _keep(self, changed: Mapping[str, tuple[Notice, ...]]) -> None:
        if self._store is not None and changed:
            self._store.keep(changed)
        self._days = {day: kept for day, kept in {**self._days, **changed}.items() if kept}


def _key(one: Notice) -> tuple[str, str, str]:
    return one.code, one.name, one.by
