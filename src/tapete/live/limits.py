"""Time limits: a window that stays open too long gets an act of the clock, where the game offers such an act.

Punto y banca has none; the mechanism serves games with a time for a decision. Durations are monotonic; an expired limit
is an act for the window in which it was set, so it comes to nothing when the window has closed in the meantime.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tapete.kernel import CLOCK, Act, Step, TimeLimit
from tapete.live.clock import Clock
from tapete.live.errors import LiveError

if TYPE_CHECKING:
    from tapete.live.table import TableActor


class Limits:
    """Sets a timer whenever a watched table comes into a phase that has a limit; one timer a table."""

    def __init__(self, clock: Clock) -> None:
        self.of: Mapping[str, tuple[TimeLimit, ...]] = {}
        """Limits by the key of the game."""
        self._clock = clock
        self._timers: dict[str, tuple[Step, asyncio.Task[None]]] = {}

    def watch(self, table: TableActor[Any]) -> None:
        """Follow a table; after a restart the time of its phase begins again."""
        if self.of.get(table.game.key):
            table.committed.append(lambda: self._set(table))
            self._set(table)

    def stop(self) -> None:
        """Drop all timers."""
        for _, timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _set(self, table: TableActor[Any]) -> None:
        step = table.step
        running = self._timers.get(table.id)
        if running is not None:
            if running[0] == step:
                return
            running[1].cancel()
            del self._timers[table.id]
        limit = next((one for one in self.of[table.game.key] if one.phase == step.phase), None)
        if limit is not None:
            table.countdown.show("hold", limit.seconds)
            self._timers[table.id] = (step, asyncio.create_task(self._expire(table, limit, step)))

    async def _expire(self, table: TableActor[Any], limit: TimeLimit, step: Step) -> None:
        await self._clock.sleep(limit.seconds)
        # The act opens another phase, whose own timer must not be stopped by the end of this task.
        self._timers.pop(table.id, None)
        try:
            await table.act(Act(CLOCK, limit.act, step), f"time-up-{step}")
        except LiveError:
            return
