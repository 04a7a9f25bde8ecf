"""Who is connected to which table. Without a connection for a while a person is away; the clock tells the table.

Whoever plays without a screen of their own (a program over the API) is there as long as they act: each act is a sign of
life, and the grace time runs from it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from tapete import accounts
from tapete.house import admission
from tapete.house.state import State
from tapete.house.tables import is_in_play
from tapete.house.view import customer
from tapete.kernel import CLOCK, Act, PersonId, has_shape
from tapete.live.answer import LiveError
from tapete.record.codec import members
from tapete.table.acts import Away, Back
from tapete.table.state import (
    KeepsForPeople,
    KeepsLedger,
    SeatsPeople,
    StaffsPosts,
    TableView,
    is_observed,
    people_of,
)
from tapete.words import sentence_fact

if TYPE_CHECKING:
    from tapete.live.hall import Hall
    from tapete.live.table import TableActor


GRACE = 30.0
"""Seconds without a connection before a person counts as away."""

Key = tuple[PersonId, str]


class Presence:
    """Counts connections (a person may have several screens) and turns silence into «away», return into «back»."""

    def __init__(self, hall: Hall, grace: float = GRACE) -> None:
        self.grace = grace
        self._hall = hall
        self._stopped = False
        self._connections: dict[Key, int] = {}
        self._recent_actors: set[Key] = set()
        """Who acted without a screen not longer ago than the grace time."""
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._ends: dict[Key, float] = {}
        """When somebody's grace time ends, while it runs."""
        self._announcements: set[Key] = set()
        """Whose going or coming is on its way into the record: nothing stops that any more."""
        self._seen_meanwhile: set[Key] = set()
        """Who came, went or acted before that was written: their time begins then."""

    def connect(self, person: PersonId, table: str) -> None:
        key = (person, table)
        self._connections[key] = self._connections.get(key, 0) + 1
        self._recent_actors.discard(key)
        self._hall.post_absences.note_connection(person, table)
        self._start(key, 0.0)

    def disconnect(self, person: PersonId, table: str) -> None:
        """One screen less; the last one starts the grace time."""
        key = (person, table)
        left = self._connections.get(key, 0) - 1
        if left > 0:
            self._connections[key] = left
        else:
            self._connections.pop(key, None)
            self._hall.post_absences.note_disconnection(person, table)
            self._start(key, self.grace)

    def people_at(self, table: str) -> frozenset[PersonId]:
        """Return who is at a table: by a connection, or as somebody there who does not count as away yet."""
        connected = frozenset(person for person, name in self._connections if name == table)
        live = self._hall.tables.get(table)
        there = () if live is None else _people(live)
        return connected | {one for one in there if live is not None and one not in live.state.seats.away}

    def screens(self, person: PersonId, table: str) -> int:
        return self._connections.get((person, table), 0)

    def watch(self, table: TableActor[Any]) -> None:
        """Give everybody the grace time to come back after a restart, and to whoever takes a place without a screen."""
        table.committed.append(partial(self._check, table))
        for person in _people(table):
            if (person, table.id) not in self._connections:
                self._start((person, table.id), self.grace)

    def _check(self, table: TableActor[Any]) -> None:
        for person in _people(table):
            key = (person, table.id)
            if key in self._connections:
                continue
            if person == table.author:
                self._recent_actors.add(key)
                self._start(key, 0.0 if person in table.state.seats.away else self.grace)
            elif key not in self._tasks and person not in table.state.seats.away:
                self._start(key, self.grace)

    def stop(self) -> None:
        self._stopped = True
        for work in self._tasks.values():
            work.cancel()
        self._tasks.clear()

    def _start(self, key: Key, after: float) -> None:
        if self._stopped:
            return
        if key in self._announcements:
            self._seen_meanwhile.add(key)
            return
        is_asleep = key in self._ends
        self._ends[key] = self._hall.clock.monotonic() + after
        if is_asleep and after:  # it sleeps on until then
            return
        running = self._tasks.pop(key, None)
        if running is not None:
            running.cancel()
        work = self._tasks[key] = asyncio.create_task(self._announce(key))
        work.add_done_callback(partial(self._finish, key))

    def _finish(self, key: Key, done: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is done:
            del self._tasks[key]
        if key in self._seen_meanwhile:
            self._seen_meanwhile.discard(key)
            table = self._hall.tables.get(key[1])
            away = table is not None and key[0] in table.state.seats.away
            self._start(key, 0.0 if away and self._is_here(key) else self.grace)

    def _is_here(self, key: Key) -> bool:
        return key in self._connections or key in self._recent_actors

    async def _announce(self, key: Key) -> None:
        while (left := self._ends[key] - self._hall.clock.monotonic()) > 0:
            await self._hall.clock.sleep(left)
            if self._ends[key] <= self._hall.clock.monotonic():
                self._recent_actors.discard(key)
        del self._ends[key]
        person, name = key
        table = self._hall.tables.get(name)
        if table is None or not {Away, Back} <= set(members(table.game.act_types)):
            return
        is_away, is_here = person in table.state.seats.away, self._is_here(key)
        if is_here != is_away or person not in _people(table):
            return
        self._announcements.add(key)
        try:
            await table.act(Act(CLOCK, Back(person) if is_here else Away(person)))
        except LiveError:
            return
        finally:
            self._announcements.discard(key)
        if is_here and key not in self._connections:  # back by their own act, without a screen: grace time runs again
            self._start(key, self.grace)


def _people(table: TableActor[Any]) -> tuple[PersonId, ...]:
    """Return everybody whose screens say whether they are there; at a real table nobody's do, its staff tell."""
    state = table.state
    return state.seats.people() if not is_observed(state) and has_shape(state, SeatsPeople) else ()


def tables_with_dues(tables: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables at which somebody may have something: those in play, and closed ones that keep things for
    people and from which no other goes on.
    """
    gone_on = {one.continues.table for one in tables.values() if one.continues is not None}
    return {
        name: one
        for name, one in tables.items()
        if is_in_play(one.game, one.state) or (isinstance(one.state, KeepsForPeople) and name not in gone_on)
    }


def is_player_at(table: Any, who: PersonId) -> bool:
    view, state = table.view(None), table.state
    present = people_of(view) if isinstance(view, TableView) else ()
    ledger = state.ledger if isinstance(state, KeepsLedger) else {}
    waits = has_shape(state, SeatsPeople) and who in state.seats.waiting_list
    kept = isinstance(state, KeepsForPeople) and state.has_something_of(who)
    return kept or waits or who in present or accounts.person(who) in ledger or accounts.associate(who) in ledger


def is_at_table(table: Any, who: PersonId) -> bool:
    view, state = table.view(None), table.state
    seen = view.staff.values() if isinstance(view, TableView) else ()
    on_duty = state.staff.values() if isinstance(state, StaffsPosts) else ()
    return who in seen or who in on_duty or is_player_at(table, who)


def has_place(table: Any, who: PersonId) -> bool:
    """Return True if somebody sits at a table or holds one of its posts: there are only so many of those."""
    view = table.view(None)
    if not isinstance(view, TableView):
        return False
    return who in view.staff.values() or any(place.person == who for place in view.seats)


def known_people(tables: Mapping[str, Any], house: Any = None) -> frozenset[PersonId]:
    """Return everybody whom tables or the house above them know today: by a place, a post, chips or a visit."""
    views = [view for one in tables.values() if isinstance(view := one.view(None), TableView)]
    placed = {who for view in views for who in (*people_of(view), *view.staff.values())}
    books = [*tables.values(), *(() if house is None else (house,))]
    names = {name for one in books if isinstance(one.state, KeepsLedger) for name in one.state.ledger}
    owners = {PersonId(name.rpartition(":")[2]) for name in names}
    held = {who for who in owners if accounts.person(who) in names or accounts.associate(who) in names}
    return frozenset(placed | held | (set() if house is None else set(house.state.visitors)))


def is_player_in_hall(tables: Mapping[str, Any], who: PersonId) -> bool:
    return any(is_player_at(table, who) for table in tables.values())


def held_of(tables: Mapping[str, Any], house: State | None, who: PersonId) -> list[dict[str, Any]]:
    """Return what a hall has of somebody, each as a fact of a sentence: in its house, and at the tables with dues."""
    held = () if house is None else admission.held_of(house, who)
    if is_player_in_hall(tables_with_dues(tables), who):  # where a seat is, too
        held = ("table", *(one for one in held if one != "seat"))
    amount = 0 if house is None else customer(house, who).held
    return [sentence_fact("held", one, {"amount": amount}) for one in held]


def is_in_hall(tables: Mapping[str, Any], who: PersonId) -> bool:
    return any(is_at_table(table, who) for table in tables.values())
