"""What a live table shares with its hall, what its record said at the start, and the table as others follow it."""

from __future__ import annotations

import asyncio
import hashlib
import os
from array import array
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from tapete import kernel
from tapete.clauses import Cite, game_clauses
from tapete.live import answer as answers
from tapete.live.answer import Answer, Clock, LiveError, without_secrets
from tapete.live.house_link import HouseLink, SeatRegistry
from tapete.live.telemetry import Telemetry
from tapete.live.writer import GroupWriter
from tapete.record.card_proofs import ShoeWatch
from tapete.record.entry import Entry, Head, StreamEnd
from tapete.record.private import Sealer
from tapete.record.store import CommandConflictError, Store, Writer
from tapete.record.store.engine import sqlite_file

MIB = 1024 * 1024
RESERVE = 64 * MIB
"""Bytes that must be free before another coup begins, unless the hall says otherwise."""

Free = Callable[[], int | None]
"""Returns how many bytes may still be written, ``None`` where nobody here can know."""


def free_space_reader(store_url: str) -> Free:
    """Return what reads the free space beside a SQLite file: nothing for other databases, 0 where it cannot be read."""
    file = sqlite_file(store_url)
    if file is None:
        return lambda: None
    folder = file.absolute().parent

    def free() -> int:
        try:
            found = os.statvfs(folder)
        except OSError:
            return 0
        return found.f_bavail * found.f_frsize

    return free


class Shortage(NamedTuple):
    """What is free and what should be, in whole MiB."""

    free_bytes: int
    reserve: int


class DiskReserve:
    """The reserve of a hall. ``free_bytes`` is asked each time, off the event loop: a disk may take its time."""

    def __init__(self, free: Free = lambda: None, reserve: int = RESERVE) -> None:
        self.free = free
        self.reserve = reserve

    async def shortage(self) -> Shortage | None:
        """Return what is missing, ``None`` where another coup may begin."""
        free = await asyncio.to_thread(self.free)
        return None if free is None or free >= self.reserve else Shortage(free // MIB, self.reserve // MIB)


S = TypeVar("S")


class HallServices(NamedTuple):
    store: Store
    writer: GroupWriter
    sealer: Sealer
    clock: Clock
    seats: SeatRegistry
    rulebook: Callable[[str], tuple[dict[str, Any], ...]]
    """Returns what is kept of a rulebook by its hash, with the one below a house's layer; nothing where only the store
    has it.
    """
    disk: DiskReserve
    house: HouseLink
    """What the tables tell the house above them; nothing in a hall without one."""
    telemetry: Telemetry
    calendar: Callable[[], str] | None = None
    """Returns the day of today, which no day of the house is ahead of; ``None`` where nobody says."""


def kept_rulebooks(services: HallServices, events: Iterable[Any]) -> tuple[dict[str, Any], ...]:
    pinned = (event.pinned_rulebook() for event in events)
    return tuple(content for one in pinned if one for content in services.rulebook(one))


def command_number(command: str) -> int:
    return int.from_bytes(hashlib.blake2b(command.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


class KnownCommands:
    """Ids of requests that stand in a record. Those of before the start are known by numbers of eight bytes: a text for
    each would be most of what a hall with a long record keeps in memory. While it ``is_whole`` no id is beyond them.
    """

    def __init__(self, earlier: Iterable[int] = (), *, is_whole: bool = True) -> None:
        self._earlier: array[int] = array("Q", sorted(earlier))
        self._recent: set[str] = set()
        self.is_whole: bool = is_whole

    def __contains__(self, command: str) -> bool:
        if command in self._recent:
            return True
        number = command_number(command)
        at = bisect_left(self._earlier, number)
        return at < len(self._earlier) and self._earlier[at] == number

    def add(self, command: str) -> None:
        self._recent.add(command)

    def complete(self, earlier: Iterable[int]) -> None:
        """Know from now on all ids of before the start too."""
        self._earlier, self.is_whole = array("Q", sorted((*self._earlier, *earlier))), True


class RecoveredTable(NamedTuple, Generic[S]):
    """What a table's record says when a hall starts: state, known ids of requests, which cards were public, the last
    entries, and what its actor notes from all of them.
    """

    state: S
    commands: KnownCommands
    watch: ShoeWatch
    entries: Sequence[Entry] = ()
    notes: Any = None


def copy_watch(watch: ShoeWatch, shoe: int) -> ShoeWatch:
    """Return a copy that may be thrown away with an act that was not recorded; shoes before ``shoe`` are forgotten."""
    copy = ShoeWatch()
    last_urn = min(watch.sealed, default=0)
    copy.sealed = {number: sealed for number, sealed in watch.sealed.items() if number >= shoe or number == last_urn}
    copy.rotation = {number: cut for number, cut in watch.rotation.items() if number >= shoe}
    copy.turned = {number: dict(seen) for number, seen in watch.turned.items() if number >= shoe or number == last_urn}
    copy.coups = {card: number for card, number in watch.coups.items() if number >= shoe}
    return copy


class Notifier:
    """Rung after each change. ``version`` tells where the record stands, ``open`` whether the table still answers."""

    def __init__(self, version: Callable[[], int], open_: Callable[[], bool]) -> None:
        self._version, self._open = version, open_
        self._listeners: dict[asyncio.Event, kernel.PersonId | None] = {}
        self._redraws = 0
        self._own_redraws: Counter[kernel.PersonId] = Counter()

    @property
    def revision(self) -> tuple[int, int]:
        """What pages are drawn from: it changes with the record, and when something beside it is to be shown."""
        return self.revision_of(None)

    def revision_of(self, person: kernel.PersonId | None) -> tuple[int, int]:
        """What the pages of a person are drawn from: it changes with what is shown to them alone too."""
        return self._version(), self._redraws + (0 if person is None else self._own_redraws[person])

    def notify(self) -> None:
        for one in self._listeners:
            one.set()

    def redraw(self) -> None:
        """Have every page drawn again: what waits beside the record has changed."""
        self._redraws += 1
        self.notify()

    def redraw_own(self, person: kernel.PersonId) -> None:
        """Have the pages of one person drawn again; nobody else is woken."""
        self._own_redraws[person] += 1
        for event, whose in self._listeners.items():
            if whose == person:
                event.set()

    async def changes(self, person: kernel.PersonId | None = None) -> AsyncGenerator[int]:
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
    """A table as one person follows it: what is drawn for them alone wakes their pages and nobody else's."""

    __slots__ = ("_notifier", "_person")

    def __init__(self, notifier: Notifier, person: kernel.PersonId | None) -> None:
        self._notifier, self._person = notifier, person

    @property
    def version(self) -> int:
        return self.revision[0]

    @property
    def revision(self) -> tuple[int, int]:
        return self._notifier.revision_of(self._person)

    def changes(self) -> AsyncGenerator[int]:
        return self._notifier.changes(self._person)


VIEWERS = 512
"""Viewers whose views are kept: where nothing happens at a table, strangers who look at it must not fill the memory."""

QUESTIONS = 64
"""Acts of which is kept whether the rules would refuse them: every page of a table asks about the same next steps."""


class ViewCache(Generic[S]):
    """A game in one state: what each viewer sees, may do and by which clauses, computed once until :meth:`forget`."""

    def __init__(self, game: kernel.Game[S], state: S) -> None:
        self.game = game
        self.state = state
        self._views: dict[kernel.PersonId | None, Any] = {}
        self._offers: dict[kernel.PersonId | None, tuple[kernel.Offer, ...]] = {}
        self._clauses: dict[kernel.PersonId | None, tuple[Cite, ...]] = {}
        self._refusals: dict[bytes, kernel.Refused | None] = {}

    def forget(self) -> None:
        self._views.clear()
        self._offers.clear()
        self._clauses.clear()
        self._refusals.clear()

    def view(self, viewer: kernel.PersonId | None) -> Any:
        if viewer not in self._views:
            if len(self._views) >= VIEWERS:
                self.forget()
            self._views[viewer] = self.game.view(self.state, viewer)
        return self._views[viewer]

    def legal(self, viewer: kernel.PersonId | None) -> tuple[kernel.Offer, ...]:
        if viewer not in self._offers:
            self._offers[viewer] = self.game.legal(self.state, viewer)
        return self._offers[viewer]

    def explain(self, viewer: kernel.PersonId | None) -> tuple[Cite, ...]:
        if viewer not in self._clauses:
            self._clauses[viewer] = self.game.explain(self.state, viewer)
        return self._clauses[viewer]

    def ask_rule(self, viewer: kernel.PersonId | None, about: str = "") -> tuple[str, ...]:
        """Return the clauses of an id or a topic, else those in force as far as ``viewer`` may know."""
        if isinstance(self.game, kernel.AnswersRuleQuestions):
            return tuple(one.id for one in self.game.ask_rule(self.state, viewer, about))
        wanted = tuple(one.id for one in game_clauses(self.game.key) if about in (one.id, one.topic))
        return wanted or tuple(self.explain(viewer))

    def reportable(self, viewer: kernel.PersonId | None) -> tuple[Any, ...]:
        """Return what ``viewer`` may report as having happened now; nothing in a game that has no such list."""
        return self.game.reportable(self.state, viewer) if isinstance(self.game, kernel.TakesReports) else ()

    def would_refuse(self, act: kernel.Act[Any]) -> kernel.Refused | None:
        """Return why the rules refuse an act now, ``None`` where they do not; nothing is decided or recorded."""
        asked = msgspec.json.encode(act)
        if asked not in self._refusals:
            if len(self._refusals) >= QUESTIONS:
                self._refusals.clear()
            outcome = self.game.decide(self.state, act)
            self._refusals[asked] = outcome if isinstance(outcome, kernel.Refused) else None
        return self._refusals[asked]

    def events_of(self, act: kernel.Act[Any]) -> tuple[kernel.Event, ...]:
        """Return what an act would make now, without private values; nothing where the rules refuse it."""
        outcome = without_secrets(self.game.decide(self.state, act))
        return () if isinstance(outcome, kernel.Refused) else tuple(outcome.events)

    def preview(self, act: kernel.Act[Any]) -> Any:
        """Return the incident that a report would open, or its fault. Raises ``LookupError`` in other games."""
        if not isinstance(self.game, kernel.TakesReports):
            raise LookupError("this game has no previews")
        return self.game.preview(self.state, act)


PAGE = 200
"""Entries handed out at a time, at most; so many of the last ones stay in memory."""


class RecordedTable(ViewCache[S]):
    """What a table has recorded. Whoever records at it keeps these up to date."""

    id: str
    continues: StreamEnd | None
    """Where the record goes on from, of a table that does."""
    _services: HallServices
    _writer: Writer
    _head: Head
    _last_entries: deque[Entry]
    _notifier: Notifier
    _end_reason: LiveError | None

    @property
    def version(self) -> int:
        return self._head.version

    @property
    def revision(self) -> tuple[int, int]:
        return self._notifier.revision

    def redraw(self) -> None:
        self._notifier.redraw()

    def followed_by(self, person: kernel.PersonId | None) -> FollowedBy:
        return FollowedBy(self._notifier, person)

    def keep_beside(self, state: S, person: kernel.PersonId) -> None:
        """Go on with what a person notes for themselves: no record has it, and nobody else is told."""
        self.state = state
        self.forget()
        self._notifier.redraw_own(person)

    @property
    def head(self) -> Head:
        return self._head

    @property
    def epoch(self) -> int:
        return self._writer.epoch

    @property
    def step(self) -> kernel.Step:
        return self.game.step(self.state)

    @property
    def is_open(self) -> bool:
        return self._end_reason is None

    def changes(self) -> AsyncGenerator[int]:
        return self._notifier.changes()

    async def entries(self, after: int = 0, limit: int = PAGE) -> tuple[Entry, ...]:
        """Return at most ``limit`` public entries after a version, without hidden faces; the last ones from memory."""
        limit = max(0, min(limit, PAGE))
        if after >= self.version - len(self._last_entries):
            return tuple(islice((one for one in self._last_entries if one.version > after), limit))
        return await asyncio.to_thread(
            lambda: tuple(row.entry() for row in islice(self._services.store.entries(self.id, after), limit))
        )


async def first_entry(services: HallServices, table: str, command: str) -> Entry | None:
    return await services.writer.call(partial(services.store.answered_entry, table, command))


async def kept_answer(
    services: HallServices,
    game: kernel.Game[Any],
    table: str,
    command: str,
    asked: Iterable[kernel.Act[Any]],
    confirmed: Entry | None,
) -> Answer | None:
    """Return the answer that is kept of a request, if that was one of the acts that are ``asked`` about; ``None`` where
    its id was used for another. ``confirmed`` is the entry whose act somebody confirmed with it.

    Raises :class:`LiveError` where no answer is kept.
    """
    for one in asked:
        body = answers.repeat_digest(one, confirmed)
        try:
            kept = await services.writer.call(partial(services.store.command, table, command, body))
        except CommandConflictError:
            continue
        if kept is None:
            raise LiveError("answer-not-kept", command=command)
        return answers.read_answer(game, kept)
    return None
