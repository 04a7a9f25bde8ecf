"""The notifier of a table: it wakes every listener each time there is something new to draw."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable


class Notifier:
    """Rung after each change. ``version`` tells where the record stands, ``open`` whether the table still answers."""

    def __init__(self, version: Callable[[], int], open_: Callable[[], bool]) -> None:
        self._version, self._open = version, open_
        self._listeners: set[asyncio.Event] = set()
        self._redraws = 0

    @property
    def revision(self) -> tuple[int, int]:
        """What pages are drawn from: it changes with the record, and when something beside it is to be shown."""
        return self._version(), self._redraws

    def notify(self) -> None:
        """Wake everybody: the record has grown, or the table has ended."""
        for one in self._listeners:
            one.set()

    def redraw(self) -> None:
        """Have every page drawn anew: what waits beside the record has changed."""
        self._redraws += 1
        self.notify()

    async def changes(self) -> AsyncGenerator[int]:
        """Yield the current version at once, then each newer one; a slow reader gets the newest. Ends with it."""
        changed = asyncio.Event()
        self._listeners.add(changed)
        try:
            last = (-1, 0)
            while self._open():
                changed.clear()
                if self.revision != last:
                    last = self.revision
                    yield last[0]
                else:
                    await changed.wait()
        finally:
            self._listeners.discard(changed)
