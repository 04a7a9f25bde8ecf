"""Officials who close their pages: that they are gone is said, and after a while a machine takes the post again.

Only somebody who had a page open can close it: a post that a program holds is not watched. Where no machine is known
for a post its absence is said all the same, and whoever may take the post takes it as ever. Whoever has lost a post, to
a machine or to a person, is told so until he has another or plays.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from tapete.kernel import PersonId
from tapete.live.clock import Clock
from tapete.live.errors import LiveError
from tapete.live.posts import PostLoss, put_on_duty
from tapete.table.staff import Role, Staff, roles_of
from tapete.table.state import SeatsPeople, StaffsPosts

if TYPE_CHECKING:
    from tapete.live.table import TableActor

GRACE = 10.0
"""Seconds after which an official without a page counts as gone: a page that is loaded anew is back sooner."""

RETURN_AFTER = 20.0
"""Seconds after that in which he can come back to his post."""

Key = tuple[PersonId, str]


class PostAbsences:
    """One timer for each official who has closed his last page."""

    def __init__(self, clock: Clock, tables: Callable[[], Mapping[str, TableActor[Any]]]) -> None:
        self.grace, self.return_after = GRACE, RETURN_AFTER
        self._clock, self._tables = clock, tables
        self._timers: dict[Key, asyncio.Task[None]] = {}
        self._staff: dict[str, Staff] = {}

    def watch(self, table: TableActor[Any]) -> None:
        """Follow who holds the posts of a table."""
        if isinstance(table.state, StaffsPosts):
            self._staff[table.id] = table.state.staff
            table.committed.append(partial(self._note_losses, table))

    def _note_losses(self, table: TableActor[Any]) -> None:
        before, state = self._staff[table.id], table.state
        assert isinstance(state, StaffsPosts)
        self._staff[table.id] = now = state.staff
        for role, holder in before.items():
            successor = now.get(role)
            if successor is None or successor == holder or holder in table.machines.values():
                continue
            absent = holder in table.absent_staff
            table.lost_posts[holder] = PostLoss(role, self._clock.wall(), successor, absent)
            table.absent_staff.discard(holder)
        for person in tuple(table.lost_posts):
            plays = isinstance(state, SeatsPeople) and state.seats.is_at_table(person)
            if plays or roles_of(now, person):
                del table.lost_posts[person]

    def note_connection(self, person: PersonId, table: str) -> None:
        """Note that a page of a person is open: he is at his post."""
        self._cancel((person, table))
        found = self._tables().get(table)
        if found is not None and person in found.absent_staff:
            found.absent_staff.discard(person)
            found.redraw()

    def note_disconnection(self, person: PersonId, table: str) -> None:
        """Note that the last page of a person was closed."""
        found = self._tables().get(table)
        if found is not None and self._posts(person, table) and person not in found.machines.values():
            self._cancel((person, table))
            self._timers[(person, table)] = asyncio.create_task(self._wait(person, table))

    def stop(self) -> None:
        """Watch nobody from now on."""
        for key in tuple(self._timers):
            self._cancel(key)

    def _cancel(self, key: Key) -> None:
        timer = self._timers.pop(key, None)
        if timer is not None:
            timer.cancel()

    def _posts(self, person: PersonId, table: str) -> tuple[Role, ...]:
        found = self._tables().get(table)
        state = None if found is None else found.state
        return tuple(sorted(roles_of(state.staff, person))) if isinstance(state, StaffsPosts) else ()

    async def _wait(self, person: PersonId, name: str) -> None:
        await self._clock.sleep(self.grace)
        table = self._tables().get(name)
        if table is None or not self._posts(person, name):
            return
        table.absent_staff.add(person)
        table.redraw()
        await self._clock.sleep(self.return_after)
        self._timers.pop((person, name), None)  # the post changes hands now: nothing stops that any more
        try:
            for role in self._posts(person, name):
                if role in table.machines:
                    await put_on_duty(table, role, table.machines[role])
        except LiveError:
            return
