"""Officials who close their pages: that they are gone is said, and after a while a machine takes the post again.

Only somebody who had a page open can close it: a post that a program holds is not watched. After a restart nobody has
one: whoever holds a post is absent until his page, or an act of his, is seen. Where no machine is known for a post its
absence is said all the same, and whoever may take the post takes it as ever. Whoever has lost a post, to a machine or
to a person, is told so until he has another or plays.
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

CLOSED = "closed"
"""How every game calls the phase of a table that has ended: nobody is missed there."""

Key = tuple[PersonId, str]


class PostAbsences:
    """One timer for each official who has closed his last page."""

    def __init__(self, clock: Clock, tables: Callable[[], Mapping[str, TableActor[Any]]]) -> None:
        self.grace, self.return_after = GRACE, RETURN_AFTER
        self._clock, self._tables = clock, tables
        self._timers: dict[Key, asyncio.Task[None]] = {}
        self._staff: dict[str, Staff] = {}

    def watch(self, table: TableActor[Any]) -> None:
        if isinstance(table.state, StaffsPosts):
            self._staff[table.id] = table.state.staff
            table.committed.append(partial(self._note_commit, table))

    def expect(self, table: TableActor[Any]) -> None:
        """Note, of a table that the hall has just brought back, that nobody has been seen at its posts yet."""
        for person in _holders(table):
            table.absent_staff.add(person)
            self._start(person, table.id)

    def _note_commit(self, table: TableActor[Any]) -> None:
        if table.author in table.absent_staff:  # he acts without a page, as a program does
            self.note_connection(table.author, table.id)
        self._note_losses(table)
        if table.step.phase == CLOSED:
            table.absent_staff.clear()

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
        if found is not None and person in _holders(found) and person not in found.machines.values():
            self._start(person, table)

    def stop(self) -> None:
        """Watch nobody from now on."""
        for key in tuple(self._timers):
            self._cancel(key)

    def _start(self, person: PersonId, table: str) -> None:
        self._cancel((person, table))
        self._timers[(person, table)] = asyncio.create_task(self._wait(person, table))

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
        if table is None or person not in _holders(table):
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


def _holders(table: TableActor[Any]) -> frozenset[PersonId]:
    state = table.state
    return (
        frozenset(state.staff.values())
        if isinstance(state, StaffsPosts) and table.step.phase != CLOSED
        else frozenset()
    )
