"""A live table as those see it who follow it: what its record holds so far, and when that changes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from itertools import islice
from typing import TypeVar

from tapete.kernel import PersonId, Step
from tapete.live.errors import LiveError
from tapete.live.notifier import FollowedBy, Notifier
from tapete.live.services import HallServices
from tapete.live.view_cache import ViewCache
from tapete.record.entry import Entry, Head
from tapete.record.store import Writer

S = TypeVar("S")

PAGE = 200
"""Entries handed out at a time, at most; so many of the last ones stay in memory."""


class RecordedTable(ViewCache[S]):
    """What a table has recorded. Whoever records at it keeps these up to date."""

    id: str
    _services: HallServices
    _writer: Writer
    _head: Head
    _last_entries: deque[Entry]
    _notifier: Notifier
    _end_reason: LiveError | None

    @property
    def version(self) -> int:
        """How many entries the table's record holds."""
        return self._head.version

    @property
    def revision(self) -> tuple[int, int]:
        """What pages are drawn from: it changes with the record, and when something beside it is to be shown."""
        return self._notifier.revision

    def redraw(self) -> None:
        """Have every page drawn anew: what waits beside the record has changed."""
        self._notifier.redraw()

    def followed_by(self, person: PersonId | None) -> FollowedBy:
        """Return the table as a person follows it, with what is kept for him alone."""
        return FollowedBy(self._notifier, person)

    def keep_beside(self, state: S, person: PersonId) -> None:
        """Go on with what a person notes for himself: no record has it, and nobody else is told."""
        self.state = state
        self.forget()
        self._notifier.redraw_own(person)

    @property
    def head(self) -> Head:
        """Where the record stands: version and hash of the last entry."""
        return self._head

    @property
    def epoch(self) -> int:
        """The number of the writer who writes the table's record now."""
        return self._writer.epoch

    @property
    def step(self) -> Step:
        """Where the table stands; goes into acts as their window."""
        return self.game.step(self.state)

    @property
    def is_open(self) -> bool:
        """Return True while the table answers."""
        return self._end_reason is None

    def changes(self) -> AsyncGenerator[int]:
        """Yield the current version at once, then each newer one; a slow reader gets the newest. Ends with the hall."""
        return self._notifier.changes()

    async def entries(self, after: int = 0, limit: int = PAGE) -> tuple[Entry, ...]:
        """Return the public entries after a version, ``limit`` at most. Hidden faces are not in them.

        The last ones come from memory: pages are drawn from them, and the store's thread may be committing.
        """
        limit = max(0, min(limit, PAGE))
        if after >= self.version - len(self._last_entries):
            return tuple(islice((one for one in self._last_entries if one.version > after), limit))
        return await asyncio.to_thread(
            lambda: tuple(row.entry() for row in islice(self._services.store.entries(self.id, after), limit))
        )
