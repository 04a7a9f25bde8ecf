"""What a director reads about the security of his house: what happened to which account, how often, from where.

What is the same on one day is one notice, with its first and its last time. A name that nobody bears is left out, since
somebody may have typed his password there; so is everything that happened too long ago.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Protocol

import msgspec
from msgspec.structs import replace

# --- security events --------------------------------------------------------------------------------------------------
# What is told of the security of a house: to its log, and to its director.


class SecurityEvent(msgspec.Struct, frozen=True):
    """A line of the security log: what happened to which account, from which address, when (seconds)."""

    code: str
    name: str
    at: float
    address: str = ""
    facts: dict[str, Any] = {}


# --- notices ----------------------------------------------------------------------------------------------------------

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
        """Return the notice with one more time."""
        others = tuple(one for one in self.addresses if one != address)
        seen = (*others, address)[-ADDRESSES_MOST:] if address else others
        return replace(self, last=at, count=self.count + 1, addresses=seen)


class NoticeStore(Protocol):
    """Where notices are kept while no hall runs."""

    def load(self) -> dict[str, tuple[Notice, ...]]:
        """Return the notices of every day."""

    def keep(self, days: Mapping[str, tuple[Notice, ...]]) -> None:
        """Keep the notices of some days in place of what was kept of these; of a day without any nothing is kept."""


def day_of(at: float) -> str:
    """Return the day of a time in seconds."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


class Notices:
    """The notices of a house. Any thread may add some."""

    def __init__(self, store: NoticeStore | None = None) -> None:
        self._store = store
        self._days: dict[str, tuple[Notice, ...]] = {} if store is None else store.load()
        self._turn = threading.Lock()

    def add(self, event: SecurityEvent, name: str) -> None:
        """Keep an event under a name; empty for one that nobody bears."""
        day = day_of(event.at)
        with self._turn:
            kept = list(self._days.get(day, ()))
            addresses = (event.address,) if event.address else ()
            new = Notice(event.code, name, str(event.facts.get("by", "")), event.at, event.at, 1, addresses)
            told = new if len(kept) < DAY_MOST else replace(new, name="", by="")
            same = (at for one in (new, told) for at, old in enumerate(kept) if _key(old) == _key(one))
            at = next(same, None)
            kept.append(told if at is None else kept.pop(at).again(event.at, event.address))
            self._keep({day: tuple(kept), **self._outdated(event.at)})

    def rename(self, name: str, instead: str) -> None:
        """Put a pseudonym in place of a name that is to be forgotten."""
        with self._turn:
            changed = {
                day: tuple(_renamed(one, name, instead) for one in kept)
                for day, kept in self._days.items()
                if any(name in (one.name, one.by) for one in kept)
            }
            self._keep(changed)

    def newest_first(self) -> tuple[Notice, ...]:
        """Return all notices, by the last time of each."""
        with self._turn:
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


def _renamed(one: Notice, name: str, instead: str) -> Notice:
    return replace(one, name=instead if one.name == name else one.name, by=instead if one.by == name else one.by)
