"""The notifier of a table: it wakes its listeners each time there is something new to draw for them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable

from tapete.kernel import PersonId


class Notifier:
    """Rung after each change. ``version`` tells where the record stands, ``open`` whether the table still answers."""

    def __init__(self, version: Callable[[], int], open_: Callable[[], bool]) -> None:
        self._version, self._open = version, open_
        self._listeners: dict[asyncio.Event, PersonId | None] = {}
        self._redraws = 0
        self._own_redraws: Counter[PersonId] = Counter()

    @property
    def revision(self) -> tuple[int, int]:
        """What pages are drawn from: it changes with the record, and when something beside it is to be shown."""
        return self.revision_of(None)

    def revision_of(self, person: PersonId | None) -> tuple[int, int]:
        """What the pages of a person are drawn from: it changes with what is shown to him alone too."""
        return self._version(), self._redraws + (0 if person is None else self._own_redraws[person])

    def notify(self) -> None:
        """Wake everybody: the record has grown, or the table has ended."""
        for one in self._listeners:
            one.set()

    def redraw(self) -> None:
        """Have every page drawn anew: what waits beside the record has changed."""
        self._redraws += 1
        self.notify()

    def redraw_own(self, person: PersonId) -> None:
        """Have the pages of one person drawn anew; nobody else is woken."""
        self._own_redraws[person] += 1
        for event, whose in self._listeners.items():
            if whose == person:
                event.set()

    async def changes(self, person: PersonId | None = None) -> AsyncGenerator[int]:
        """Yield the current version at once, then each newer one; a slow reader gets the newest. Ends with it."""
        changed = asyncio.Event()
        self._listeners[changed] = person
        try:
            last = (-1, 0)
            while self._open():
                changed.clear()
                if (now := self.revision_of(person)) != last:
                    last = now
                    yield last[0]
                else:
                    await changed.wait()
        finally:
            self._listeners.pop(changed, None)


class FollowedBy:
    """A table as one person follows it: what is drawn for him alone wakes his pages and nobody else's."""

    __slots__ = ("_notifier", "_person")

    def __init__(self, notifier: Notifier, person: PersonId | None) -> None:
        self._notifier, self._person = notifier, person

    @property
    def version(self) -> int:
        """How many entries the record holds."""
        return self.revision[0]

    @property
    def revision(self) -> tuple[int, int]:
        """What his pages are drawn from."""
        return self._notifier.revision_of(self._person)

    def changes(self) -> AsyncGenerator[int]:
        """Yield the current version at once, then newer ones, the latest only."""
        return self._notifier.changes(self._person)
