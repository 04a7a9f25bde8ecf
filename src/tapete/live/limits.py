"""Time limits: a window that stays open too long gets an act of the clock, where the game offers such an act.

Punto y banca has none; the mechanism serves games with a time for a decision. The game tells from the state of a table
which limit runs there: while none does (an incident is open) no time passes, and afterwards it begins anew. Durations
are monotonic; an expired limit is an act for the window in which it was set, so it comes to nothing when the window has
closed in the meantime.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tapete.kernel import CLOCK, Act, LimitOf, Step, TimeLimit
from tapete.live.clock import Clock
from tapete.live.errors import LiveError

if TYPE_CHECKING:
    from tapete.live.table import TableActor

COUNTED = "hold"
"""Kind of the time that everybody sees running."""


class Limits:
    """Sets a timer whenever a watched table comes into a phase that has a limit; one timer a table."""

    def __init__(self, clock: Clock) -> None:
        self.of: Mapping[str, LimitOf] = {}
        """What tells the limit that runs at a table, by the key of its game."""
        self._clock = clock
        self._timers: dict[str, tuple[tuple[Step, TimeLimit], asyncio.Task[None]]] = {}

    def watch(self, table: TableActor[Any]) -> None:
        """Follow a table; after a restart the time of its phase begins again."""
        if table.game.key in self.of:
            table.committed.append(lambda: self._set(table))
            self._set(table)

    def stop(self) -> None:
        """Drop all timers."""
        for _, timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _set(self, table: TableActor[Any]) -> None:
        step, limit = table.step, self.of[table.game.key](table.state)
        running = self._timers.get(table.id)
        if running is not None:
            if running[0] == (step, limit):
                return
            running[1].cancel()
            del self._timers[table.id]
            table.countdown.stop(COUNTED)
        if limit is not None:
            table.countdown.show(COUNTED, limit.seconds)
            self._timers[table.id] = ((step, limit), asyncio.create_task(self._expire(table, limit, step)))

    async def _expire(self, table: TableActor[Any], limit: TimeLimit, step: Step) -> None:
        await self._clock.sleep(limit.seconds)
        # The act opens another phase, whose own timer must not be stopped by the end of this task.
        self._timers.pop(table.id, None)
        try:
            await table.act(Act(CLOCK, limit.act, step), f"time-up-{step}")
        except LiveError:
            return
