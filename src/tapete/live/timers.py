"""What happens by the clock in a hall: absence, countdowns, limits of time, posts that nobody holds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from tapete.house.acts import EndPlay, GoOnDuty
from tapete.house.events import DayOpened, SeatNoted, TimeLimited
from tapete.house.state import State
from tapete.house.tables import is_in_play
from tapete.kernel import CLOCK, HOUSE, Act, LimitOf, PersonId, Refused, Step, TimeLimit, has_shape
from tapete.live.answer import Answer, Clock, LiveError
from tapete.record.codec import members, tag_of
from tapete.record.entry import Entry
from tapete.table.acts import LeadOut, Relieve
from tapete.table.staff import Role, Staff, roles_of
from tapete.table.state import SeatsPeople, StaffsPosts, is_observed

if TYPE_CHECKING:
    from tapete.live.table import TableActor


LEAD_OUT_AFTER = 900.0
"""Seconds away after which somebody on their feet is led out, by the house practice of each game."""

Key = tuple[PersonId, str]


class AbsenceTimeouts:
    """One timer for each person who stands at a table and is away: then the hall leads them out.

    A return, a place or a departure ends it; whoever sits keeps their place.
    """

    def __init__(self, clock: Clock, after: float = LEAD_OUT_AFTER) -> None:
        self.after = after
        self._clock = clock
        self._timers: dict[Key, asyncio.Task[None]] = {}

    def watch(self, table: TableActor[Any]) -> None:
        if LeadOut in members(table.game.act_types):
            table.committed.append(partial(self._check, table))
            self._check(table)

    def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _check(self, table: TableActor[Any]) -> None:
        state = table.state
        if not has_shape(state, SeatsPeople):
            return
        seats = state.seats
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
        while refused:  # something of theirs is still in play: their time begins again
            await self._clock.sleep(self.after)
            try:
                refused = (await table.act(Act(CLOCK, LeadOut(person)))).refusal is not None
            except LiveError:
                return


class ClockFace(msgspec.Struct, frozen=True):
    """What a page draws: for what time runs, when it ends (milliseconds since 1970), how long it was (seconds)."""

    kind: str
    ends: int
    total: float


class Countdown:
    """The clock of a table that everybody sees: it stands beside the record and decides nothing.

    Whoever holds a post, or a time limit of the hall, sets it for the step that is open; with the step it goes.
    """

    def __init__(self, clock: Clock, step: Callable[[], Step], redraw: Callable[[], None]) -> None:
        self.step = step
        self._clock, self._redraw = clock, redraw
        self._kind = ""
        self._of: Step | None = None
        self._ends = 0.0
        self._ends_at = 0
        self._total = 0.0

    def show(self, kind: str, seconds: float) -> None:
        self._kind, self._of, self._total = kind, self.step(), seconds
        self._set(self._clock.monotonic() + seconds)

    def extend(self, seconds: float) -> bool:
        """Give more time from now or from the end of the time that runs; return whether a clock was running at all."""
        if self._of != self.step():
            return False
        now = self._clock.monotonic()
        ends = max(now, self._ends) + seconds
        self._total = max(self._total, ends - now)
        self._set(ends)
        return True

    def _set(self, ends: float) -> None:
        self._ends = ends
        wall = datetime.fromisoformat(self._clock.wall()).timestamp()
        self._ends_at = round((wall + ends - self._clock.monotonic()) * 1000)
        self._redraw()

    def delay(self, seconds: float) -> None:
        """Let the time that ran before a pause of so many seconds go on after it."""
        if self._of == self.step() and self._ends > self._clock.monotonic() - seconds:
            self._set(self._ends + seconds)

    def stop(self, kind: str) -> None:
        if self.left(kind):
            self._of = None
            self._redraw()

    def left(self, kind: str = "") -> float:
        """Return the seconds that are left in the open step; 0 where no clock runs, or none of that ``kind``."""
        runs = self._of == self.step() and kind in ("", self._kind)
        return max(0.0, self._ends - self._clock.monotonic()) if runs else 0.0

    def face(self) -> ClockFace | None:
        """Return what everybody sees; ``None`` while no time runs."""
        return ClockFace(self._kind, self._ends_at, self._total) if self.left() else None


HOLD_S = 60.0
"""Seconds for which a table waits in one step, at most, while officials look at what a report would come to."""


class Hold:
    """A table that waits while an official looks at what a report would come to: nobody else does more than report,
    rule or relieve, and neither the clock on the pages nor a time limit of the hall runs on.

    The hall itself goes on: it notes who is away, leads them out, fills posts. This stands beside the record. Whoever
    looks ends it, and any act of a person; else it ends by itself.
    """

    def __init__(self, clock: Clock, countdown: Countdown, redraw: Callable[[], None]) -> None:
        self._clock, self._countdown, self._redraw = clock, countdown, redraw
        self._by: PersonId | None = None
        self._began = self._past = self._spent = 0.0
        self._spent_at: Step | None = None
        self._ends_at = 0
        self._timer: asyncio.Task[None] | None = None

    def begin(self, by: PersonId) -> None:
        """Let the table wait for ``by``; for somebody else who looks too it goes on waiting as it does. Once it has
        waited as long as it may in one step it waits no more there.
        """
        if self._spent_at != (step := self._countdown.step()):
            self._spent_at, self._spent = step, 0.0
        left = HOLD_S - self._spent
        if self._by is not None or left <= 0:
            return
        self._by, self._began = by, self._clock.monotonic()
        self._ends_at = round((datetime.fromisoformat(self._clock.wall()).timestamp() + left) * 1000)
        self._timer = asyncio.create_task(self._run_out(left))
        self._redraw()

    def end(self, by: PersonId | None = None) -> None:
        """Let the table go on; ``by`` somebody only where it waits for them."""
        if self._by is None or by not in (None, self._by):
            return
        seconds, timer = self._clock.monotonic() - self._began, self._timer
        self._past, self._by, self._timer = self._past + seconds, None, None
        self._spent += seconds
        if timer is not None and timer is not asyncio.current_task():
            timer.cancel()
        self._countdown.delay(seconds)
        self._redraw()

    def is_binding(self, who: PersonId | None) -> bool:
        return self._by not in (None, who)

    def seconds(self) -> float:
        """Return for how long the table has waited, all times together."""
        return self._past + (0.0 if self._by is None else self._clock.monotonic() - self._began)

    def face(self) -> ClockFace | None:
        return None if self._by is None else ClockFace("look", self._ends_at, HOLD_S)

    async def _run_out(self, left: float) -> None:
        await self._clock.sleep(left)
        self.end()


COUNTED = "hold"
"""Kind of the time that everybody sees running."""


class Limits:
    """Sets a timer whenever a watched table comes into a phase that has a limit; one timer a table.

    The game tells from the state which limit runs: while none does (an incident is open) no time passes, and afterwards
    it begins anew. An expired limit is an act for the step in which it was set, unless it stopped before its turn.
    """

    def __init__(self, clock: Clock) -> None:
        self.of: Mapping[str, LimitOf] = {}
        """What tells the limit that runs at a table, by the key of its game."""
        self._clock = clock
        self._timers: dict[str, tuple[tuple[Step, TimeLimit], asyncio.Task[None]]] = {}

    def watch(self, table: TableActor[Any]) -> None:
        if table.game.key in self.of:
            table.committed.append(lambda: self._set(table))
            self._set(table)

    def stop(self) -> None:
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
        left, held = float(limit.seconds), table.hold.seconds()
        while left > 0:
            await self._clock.sleep(left)
            left, held = table.hold.seconds() - held, table.hold.seconds()
        act, own = Act(CLOCK, limit.act, step), self._timers[table.id]

        def in_its_time() -> Act[Any] | Refused:
            if self._end(table, own):  # now: the act opens another phase, whose timer goes on after this task
                return act
            return Refused("window-closed", {"meant": str(step), "now": str(table.step)})

        try:
            await table.act(act, check=in_its_time)
        except LiveError:
            return
        self._end(table, own)  # where nobody asked: too much waits at the table

    def _end(self, table: TableActor[Any], timer: object) -> bool:
        """End a timer; return False where it is not the one that runs: its time was stopped, and may run anew."""
        if is_running := self._timers.get(table.id) is timer:
            del self._timers[table.id]
        return is_running


AGAIN_S = 1.0
"""Seconds after which a house that had no turn is told again."""

OPENED, SEATED, LIMITED = tag_of(DayOpened), tag_of(SeatNoted), tag_of(TimeLimited)


class KeptSeats(msgspec.Struct, frozen=True):
    """The seats of a day by the ``clock`` that the times of entries make, in seconds, up to the ``latest`` of them."""

    spent: dict[PersonId, float] = {}
    since: dict[PersonId, float] = {}
    clock: float = 0.0
    latest: float | None = None


class SeatTimes:
    """Seconds of the day that people have spent in seats before the present one, and since when they sit in that."""

    def __init__(self, kept: KeptSeats | None = None) -> None:
        self.spent: dict[PersonId, float] = {} if kept is None else dict(kept.spent)
        self.since: dict[PersonId, float] = {} if kept is None else dict(kept.since)
        self.clock: float = 0.0 if kept is None else kept.clock
        """It stands still where the wall clock was set back between two entries."""
        self.latest: float | None = None if kept is None else kept.latest

    def follow(self, entry: Entry) -> None:
        """Take up an entry by its own time."""
        at = datetime.fromisoformat(entry.time).timestamp()
        self.clock, self.latest = self.clock_at(at), at
        self.count(entry, self.clock)

    def clock_at(self, wall: float) -> float:
        return self.clock + (0.0 if self.latest is None else max(0.0, wall - self.latest))

    def kept(self) -> KeptSeats:
        return KeptSeats(self.spent, self.since, self.clock, self.latest)

    def count(self, entry: Entry, at: float) -> set[PersonId]:
        """Take up an entry that was made ``at`` a moment; return whose time may run otherwise from now on."""
        touched: set[PersonId] = set()
        for tree in entry.events:
            match tree:
                case {"event": event} if event == OPENED:
                    self.spent.clear()
                    touched.update(self.since)
                case {"event": event, "person": str(named), "table": table} if event == SEATED:
                    person = PersonId(named)
                    since = self.since.pop(person, None)
                    if since is not None:
                        self.spent[person] = self.spent.get(person, 0.0) + max(0.0, at - since)
                    if table:
                        self.since[person] = at
                    touched.add(person)
                case {"event": event, "person": str(named)} if event == LIMITED:
                    touched.add(PersonId(named))
                case _:
                    pass
        return touched


class PlayTime:
    """How long people with a limit of time have sat at tables today, from the entry that notes a seat to the one that
    notes that it is left. ``state`` returns the house as committed, ``act`` does an act in it.

    After a restart what went before is read from the times of the day's entries: whoever sat when a hall died has sat
    until it came back.
    """

    def __init__(self, clock: Clock, state: Callable[[], State], act: Callable[[Act[Any]], Any]) -> None:
        self._clock, self._state, self._act = clock, state, act
        self._seats = SeatTimes()
        """By the clock that only grows."""
        self._timers: dict[PersonId, asyncio.Task[None]] = {}

    def restore(self, seats: SeatTimes) -> None:
        """After a restart: go on from what the entries of the day say. It is no earlier now than when the last of them
        was made, whatever the wall clock says.
        """
        now, wall = self._clock.monotonic(), datetime.fromisoformat(self._clock.wall()).timestamp()
        self._seats.spent = dict(seats.spent)
        self._seats.since = {one: now - (seats.clock_at(wall) - at) for one, at in seats.since.items()}
        for person in tuple(self._seats.since):
            self._watch(person)

    def follow(self, entry: Entry) -> None:
        for person in self._seats.count(entry, self._clock.monotonic()):
            self._watch(person)

    def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def seconds(self, person: PersonId) -> float:
        since = self._seats.since.get(person)
        sitting = 0.0 if since is None else max(0.0, self._clock.monotonic() - since)
        return self._seats.spent.get(person, 0.0) + sitting

    def _left(self, person: PersonId) -> float | None:
        """Return the seconds that somebody may still sit, ``None`` where nothing runs."""
        one = self._state().visitor(person)
        if one.time.now is None or one.is_out_of_time or person not in self._seats.since:
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


A = TypeVar("A", covariant=True)


class PostLoss(msgspec.Struct, frozen=True):
    """A post that an official had until ``time`` (wall time): who has it since. ``is_absent``: the page was closed."""

    role: Role
    time: str
    successor: PersonId
    is_absent: bool


class TakesActs(Protocol[A]):
    async def act(self, act: Act[Any], command: str | None = None) -> A: ...


async def put_on_duty(table: TakesActs[A], role: Role, person: PersonId) -> A:
    """Record that the establishment sends ``person``, whom the caller knows, to a post. Raises as any act does."""
    return await table.act(Act(HOUSE, Relieve(role, person)))


async def put_on_house_duty(house: TakesActs[A], role: Role, person: PersonId) -> A:
    """Record that the establishment sends ``person`` to a post of the house; as :func:`put_on_duty` otherwise."""
    return await house.act(Act(HOUSE, GoOnDuty(role, person)))


GRACE = 10.0
"""Seconds after which an official without a page counts as gone: a page that is loaded again is back sooner."""

RETURN_AFTER = 20.0
"""Seconds after that in which they can come back to their post."""


class PostAbsences:
    """One timer for each official who has closed their last page: that is said, and later a machine takes the post.

    Only somebody who had a page open can close it: a post that a program holds is not watched. After a restart nobody
    has one: whoever holds a post is absent until their page, or an act of theirs, is seen. Whoever has lost a post is
    told so until they have another or play.
    """

    def __init__(self, clock: Clock, tables: Callable[[], Mapping[str, TableActor[Any]]]) -> None:
        self.grace = GRACE
        self.return_after = RETURN_AFTER
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
        if table.author in table.absent_staff:  # they act without a page, as a program does
            self.note_connection(table.author, table.id)
        self._note_losses(table)
        if not is_in_play(table.game, table.state):
            table.absent_staff.clear()

    def _note_losses(self, table: TableActor[Any]) -> None:
        before, state = self._staff[table.id], table.state
        assert has_shape(state, StaffsPosts)
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
        self._cancel((person, table))
        found = self._tables().get(table)
        if found is not None and person in found.absent_staff:
            found.absent_staff.discard(person)
            found.redraw()

    def note_disconnection(self, person: PersonId, table: str) -> None:
        found = self._tables().get(table)
        if found is not None and person in _holders(found) and person not in found.machines.values():
            self._start(person, table)

    def stop(self) -> None:
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
        if isinstance(state, StaffsPosts) and is_in_play(table.game, state)
        else frozenset()
    )
