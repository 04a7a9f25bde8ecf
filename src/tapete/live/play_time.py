"""How long people with a limit of time have sat at tables today, by the hall's own clock; when it is over, it says so.

The clock runs from the entry of the house that notes a seat to the one that notes that it is left. After a restart what
went before is read from the times of the day's entries: whoever sat when a hall died has sat until it came back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from tapete.house.acts import EndPlay
from tapete.house.events import DayOpened, SeatNoted, TimeLimited
from tapete.house.state import State
from tapete.kernel import HOUSE, Act, PersonId
from tapete.live.answer import Answer
from tapete.live.clock import Clock
from tapete.live.errors import LiveError
from tapete.record.codec import tag_of
from tapete.record.entry import Entry

AGAIN_S = 1.0
"""Seconds after which a house that had no turn is told again."""

OPENED, SEATED, LIMITED = tag_of(DayOpened), tag_of(SeatNoted), tag_of(TimeLimited)


class PlayTime:
    """The time of play of a house's visitors. ``state`` returns the house as committed, ``act`` does an act in it."""

    def __init__(self, clock: Clock, state: Callable[[], State], act: Callable[[Act[Any]], Any]) -> None:
        self._clock, self._state, self._act = clock, state, act
        self._spent: dict[PersonId, float] = {}
        """Seconds of the day before the present seat."""
        self._since: dict[PersonId, float] = {}
        """Since when somebody sits, by the clock that only grows."""
        self._timers: dict[PersonId, asyncio.Task[None]] = {}

    def restore(self, entries: Iterable[Entry]) -> None:
        """After a restart: count what the entries of the day say, and go on from there."""
        now, wall = self._clock.monotonic(), datetime.fromisoformat(self._clock.wall())
        for entry in entries:
            self._count(entry, now - (wall - datetime.fromisoformat(entry.time)).total_seconds())
        for person in tuple(self._since):
            self._watch(person)

    def follow(self, entry: Entry) -> None:
        """Count an entry of the house that has just been committed."""
        for person in self._count(entry, self._clock.monotonic()):
            self._watch(person)

    def stop(self) -> None:
        """Wait for nobody's time any more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def seconds(self, person: PersonId) -> float:
        """Return how long somebody has sat at tables today."""
        since = self._since.get(person)
        sitting = 0.0 if since is None else max(0.0, self._clock.monotonic() - since)
        return self._spent.get(person, 0.0) + sitting

    def _count(self, entry: Entry, at: float) -> set[PersonId]:
        """Take up an entry that was made ``at`` a moment; return whose time may run otherwise from now on."""
        touched: set[PersonId] = set()
        for tree in entry.events:
            match tree:
                case {"event": event} if event == OPENED:
                    self._spent.clear()
                    touched.update(self._since)
                case {"event": event, "person": str(named), "table": table} if event == SEATED:
                    person = PersonId(named)
                    since = self._since.pop(person, None)
                    if since is not None:
                        self._spent[person] = self._spent.get(person, 0.0) + max(0.0, at - since)
                    if table:
                        self._since[person] = at
                    touched.add(person)
                case {"event": event, "person": str(named)} if event == LIMITED:
                    touched.add(PersonId(named))
                case _:
                    pass
        return touched

    def _left(self, person: PersonId) -> float | None:
        """Return the seconds that somebody may still sit, ``None`` where nothing runs."""
        one = self._state().visitor(person)
        if one.time.now is None or one.is_out_of_time or person not in self._since:
            return None
        return one.time.now * 60 - self.seconds(person)

    def _watch(self, person: PersonId) -> None:
        timer = self._timers.pop(person, None)
        if timer is not None:
            timer.cancel()
        if self._left(person) is not None:
            self._timers[person] = asyncio.create_task(self._run_out(person), name="tapete-play-time")

    async def _run_out(self, person: PersonId) -> None:
        while (left := self._left(person)) is not None:
            if left > 0:
                await self._clock.sleep(left)
                continue
            try:
                found: Answer = await self._act(Act(HOUSE, EndPlay(person)))
            except LiveError:
                return
            if found.refusal is None:
                return
            await self._clock.sleep(AGAIN_S)
