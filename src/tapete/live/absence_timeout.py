"""People on their feet who closed their pages long ago: the hall leads them out, so that nobody is listed for ever.

Whoever sits keeps his place; what his absence means there is for the rules of the game.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from tapete.kernel import CLOCK, Act, PersonId
from tapete.live.clock import Clock
from tapete.live.errors import LiveError
from tapete.record.codec import members
from tapete.table.acts import LeadOut
from tapete.table.state import SeatsPeople, is_observed

if TYPE_CHECKING:
    from tapete.live.table import TableActor

LEAD_OUT_AFTER = 900.0
"""Seconds away after which somebody on his feet is led out, by the house practice of each game."""

Key = tuple[PersonId, str]


class AbsenceTimeouts:
    """One timer for each person who stands at a table and is away; a return, a place or a departure ends it."""

    def __init__(self, clock: Clock, after: float = LEAD_OUT_AFTER) -> None:
        self.after = after
        self._clock = clock
        self._timers: dict[Key, asyncio.Task[None]] = {}

    def watch(self, table: TableActor[Any]) -> None:
        """Follow a table; after a restart everybody's time begins again."""
        if LeadOut in members(table.game.act_types):
            table.committed.append(partial(self._check, table))
            self._check(table)

    def stop(self) -> None:
        """Lead nobody out from now on."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _check(self, table: TableActor[Any]) -> None:
        if not isinstance(table.state, SeatsPeople):
            return
        seats = table.state.seats
        gone = {
            (one.person, table.id)
            for one in seats.standing
            if one.person in seats.away and not is_observed(table.state)
        }
        for key in [one for one in self._timers if one[1] == table.id and one not in gone]:
            self._timers.pop(key).cancel()
        for key in gone - self._timers.keys():
            self._timers[key] = asyncio.create_task(self._wait(table, key[0]))

    async def _wait(self, table: TableActor[Any], person: PersonId) -> None:
        refused = True
        while refused:  # something of his is still in play: his time begins again
            await self._clock.sleep(self.after)
            try:
                refused = (await table.act(Act(CLOCK, LeadOut(person)))).refusal is not None
            except LiveError:
                return
