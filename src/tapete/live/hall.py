"""A hall: every live table of one store, recovered at the start, closed with signed checkpoints at the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from types import MappingProxyType
from typing import Any, Final

import msgspec
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from tapete import kernel
from tapete.catalogue import house_games, house_limits
from tapete.chance import ChanceKind, OpensTable
from tapete.clauses import Cite
from tapete.house.acts import OpenHouse
from tapete.house.terms import KEY
from tapete.live import openings, recovery, security_log
from tapete.live.answer import (
    Answer,
    Clock,
    HallFailedError,
    HallStoppedError,
    LiveError,
    RecordRefusedError,
    SystemClock,
    TableLostError,
)
from tapete.live.card_orders import AT_START, LiveSource, RngHealth, live_source
from tapete.live.house import HouseActor
from tapete.live.house_link import HouseLink, SeatRegistry, seated_people
from tapete.live.keys import Keys, Signer
from tapete.live.presence import GRACE, Presence
from tapete.live.recorded_table import RESERVE, DiskReserve, HallServices, free_space_reader
from tapete.live.sealed_states import SealedStates
from tapete.live.state_checks import StateChecks
from tapete.live.stored_tables import Archive, StoredTables, TableNames, end_all
from tapete.live.table import TableActor
from tapete.live.telemetry import Telemetry
from tapete.live.timers import AbsenceTimeouts, Limits, PostAbsences
from tapete.live.writer import GroupWriter, stored_shoe
from tapete.record.checkpoints import Checkpoint
from tapete.record.private import KeySealer
from tapete.record.store import Store, StoreError, Writer, WriterChangedError, open_store
from tapete.record.store.engine import cause_of
from tapete.record.store.store import faults_now
from tapete.rulebooks import Rulebook
from tapete.words import CodedError, technical_name

Games = Mapping[str, kernel.Game[Any]]

GUARDS_EVERY = 30.0
"""Seconds between two looks at the guards of the store."""


class Hall:
    """Live tables over one store. Made by :meth:`start`, in a running event loop."""

    def __init__(
        self,
        store: Store,
        keys: Keys,
        clock: Clock,
        games: Games,
        training: str | None,
        witnessed: Path | None,
        rulebooks: Sequence[Rulebook] = (),
        calendar: Callable[[], str] | None = None,
        states: Path | None = None,
    ) -> None:
        self.keys = keys
        self.clock = clock
        self.games = games
        self.training: bool = training is not None
        self.failed: BaseException | None = None
        self.parked_tables: dict[str, CodedError] = {}
        """Tables whose record cannot be played on, with the reason."""
        self.on_failure: Callable[[BaseException], None] = lambda _: None
        self.rng_health: RngHealth = RngHealth()
        self.telemetry: Telemetry = (counts := Telemetry())
        self.writer: GroupWriter = GroupWriter(store, self._fail, clock.monotonic)
        self.witness_file = witnessed
        self._store, self._seed = store, training
        self.signer: Final = Signer(store, self.writer, keys, clock, witnessed, self._actors)
        self._tables: dict[str, TableActor[Any]] = {}
        self.archive: Final = Archive(store, self.writer, self._tables, self.signer.sign_last, self._fail)
        self._names = TableNames(self.recorded_tables, self._take_new)
        self._stopped, house = False, HouseLink(self._tables)
        seats = SeatRegistry(lambda: {name: seated_people(one.game, one.state) for name, one in self._tables.items()})
        self.disk: Final = DiskReserve()
        self._services = HallServices(
            store,
            self.writer,
            KeySealer(keys.sealing),
            clock,
            seats,
            openings.RulebookContents(rulebooks),
            self.disk,
            house,
            counts,
            calendar,
        )
        kept = SealedStates(states, keys)
        self._stored = StoredTables(
            store, self._services, keys, games, self.signer, self._source, kept, training=self.training
        )
        self.state_checks: Final = StateChecks(
            store, kept, self._services.sealer, keys.authority, clock, self._actors, self._set_aside
        )
        self._unserved = openings.UnservedTables(self._stored, self._tables)
        self._new_tables = openings.NewTables(
            self._services,
            openings.Openings(self._tables, house, self._unserved.states),
            self._names,
            self._tables,
            self.archive,
            self._unserved,
            self.parked_tables.keys(),
            self._source,
            self._admit,
        )
        self.presence: Presence = Presence(self, GRACE)
        self.limits: Limits = Limits(clock)
        self.absence_timeouts: AbsenceTimeouts = AbsenceTimeouts(clock)
        self.post_absences: Final = PostAbsences(clock, lambda: self._tables)
        self.guard_faults: tuple[tuple[str, dict[str, Any]], ...] = ()
        """What is wrong with the guards of the store, as far as this hall has noticed since it started."""
        self._signing = asyncio.create_task(self.signer.now_and_then(self._fail), name="tapete-checkpoints")
        self._guarding = asyncio.create_task(self._watch_guards(), name="tapete-guards")
        self._watching = asyncio.create_task(self.signer.watch_witness(), name="tapete-witness")

    @classmethod
    async def start(
        cls,
        store_url: str,
        keys: Keys,
        *,
        clock: Clock | None = None,
        games: Games | None = None,
        training: bool = False,
        seed: str = "training",
        witness_file: Path | None = None,
        on_failure: Callable[[BaseException], None] | None = None,
        limits: Mapping[str, kernel.LimitOf] | None = None,
        grace: float = GRACE,
        recover: bool = True,
        reserve: int = RESERVE,
        rulebooks: Sequence[Rulebook] = (),
        calendar: Callable[[], str] | None = None,
        take_over: bool = False,
        states: Path | None = None,
    ) -> Hall:
        """Open the store, become the writer of all its tables and bring them back as the record has them.

        ``training`` admits shoes that follow from ``seed``. ``witness_file`` keeps signed checkpoints away from the
        database. ``on_failure`` is called when a commit has failed: the process is to end. ``limits`` are time limits
        by game, the house's own when not given; ``grace`` is how long (seconds) a person may be unconnected before
        they count as away. Without ``recover`` the hall leaves the tables of the store alone, and only opens new ones;
        raises :class:`~tapete.record.store.WriterChangedError` where those that are there were written with other keys.
        ``reserve`` are the bytes that must be free on the disk of a SQLite store before another coup begins.
        ``rulebooks`` are layers of the house's own that tables may be opened under, besides those that the store has.
        ``calendar`` returns the day of today: no day of the house is opened before. ``take_over`` takes the tables of a
        hall that still lives on a PostgreSQL store; it writes no more then. A ``witness_file`` that is not there is
        made the first time alone. ``states`` is the folder of the sealed states by which a long record is taken up
        quickly; without one each is folded from its first entry.

        Raises :class:`~tapete.record.store.StoreError` (locked, held by a hall that lives, unsafe, failed),
        :class:`~tapete.live.card_orders.RandomnessError` and :class:`~tapete.live.answer.RecordRefusedError` when a
        witnessed table has vanished. A table with a broken record is parked, the others go on.
        """
        health = RngHealth()
        health.require_sound(AT_START)
        store = await asyncio.to_thread(open_store, store_url)
        known = house_games(openings.whole_library(store, rulebooks)) if games is None else games
        secret = seed if training else None
        folder = states if recover else None
        hall = cls(store, keys, clock or SystemClock(), known, secret, witness_file, rulebooks, calendar, folder)
        hall.rng_health = health
        hall.presence.grace = grace
        hall.disk.free, hall.disk.reserve = free_space_reader(store_url), reserve
        hall.limits.of = house_limits(hall.games) if limits is None else limits
        if on_failure is not None:
            hall.on_failure = on_failure
        try:
            await hall.writer.call(partial(store.hold_hall, beside=take_over))
            await hall.writer.call(partial(recovery.require_guards, store))
            if not recover:
                await hall.writer.call(partial(recovery.require_known_key, store, keys.authority))
            await hall._keep_witness(recovers=recover)
            witnessed = recovery.read_witness(witness_file)
            await hall._recover_house(witnessed)
            if recover:
                await hall._recover(witnessed)
                hall._unserved.are_former_alone = True
                await hall.signer.sign()
                hall._check_states()
        except BaseException:
            await hall.stop(sign=False)
            raise
        return hall

    @property
    def tables(self) -> Mapping[str, TableActor[Any]]:
        return MappingProxyType(self._tables)

    @property
    def store(self) -> Store:
        return self._store

    async def open_table(self, game_key: str, what: OpensTable, by: kernel.PersonId = kernel.HOUSE) -> TableActor[Any]:
        """Open a table by the opening act of its game; return it once that is recorded.

        Its id is the act's ``name``, with a number where that is taken; then its record goes on from that of the last
        table of the name, once that is closed. Raises :class:`~tapete.kernel.RefusedError` when the act is refused,
        what :func:`require_playable_chance` raises, and ``KeyError`` for an unknown game.
        """
        self._require_open()
        game = self.games[game_key]
        openings.require_playable_chance(game, what.chance_kind(), training=self.training)
        return await self._new_tables.open(game, what, by)

    def let_go(self, table: str) -> None:
        """Take a table out of the hall's memory; its record stays as it is."""
        self.archive.retire((self._tables.pop(table),))

    async def may_go_on(self, game_key: str, name: str) -> bool:
        """Return True if a new table of a name would go on from a closed one. Raises what its record refuses."""
        return await self._new_tables.may_go_on(self.games[game_key], name)

    def successor_of(self, table: str) -> str | None:
        """Return the last table that goes on from a closed one, of this day or a former one."""
        return openings.successor_of(table, self._tables, self.archive.tables.values())

    @property
    def house(self) -> HouseActor | None:
        return self._services.house.actor

    async def open_house(self, what: OpenHouse) -> HouseActor:
        """Put a house above this hall, before its first table; return it once that is recorded.

        From then on nobody sits down or changes chips at a table unless the house has it in its books too. Raises
        :class:`~tapete.kernel.RefusedError` when the act is refused, and
        :class:`~tapete.live.answer.LiveError` where the store has tables.
        """
        self._require_open()
        actor = self.house
        if actor is None:
            if self._names.reserved or await self.recorded_tables():
                raise LiveError("house-late")
            actor = HouseActor(self._services, await self._take_new(KEY))
        answer = await actor.act(kernel.Act(kernel.HOUSE, what))
        if isinstance(answer.outcome, kernel.Refused):
            raise kernel.RefusedError(answer.outcome)
        self._put_above(actor)
        return actor

    async def _take_new(self, name: str) -> Writer:
        return await self.writer.call(self._stored.taking(name, new=True))

    async def recorded_tables(self) -> frozenset[str]:
        """Return the ids of all tables that the store has entries of, live here or not."""
        return await self.writer.call(
            lambda: frozenset(one for one in self._store.tables() if self._store.head(one).version)
        )

    async def stop(self, *, sign: bool = True) -> None:
        """End the streams, let acts at work finish, sign checkpoints, let go of the store. Safe to call twice."""
        if self._stopped:
            return
        self._stopped = True
        self._signing.cancel()
        self._guarding.cancel()
        self._watching.cancel()
        self._stop_timers()
        await self.state_checks.stop()
        await self.archive.settle()
        await end_all(tuple(self._tables.values()))  # the tables first: they still tell the house
        await end_all(self._actors())
        self._stop_timers()  # those that an act at work has set again
        try:
            if sign and self.failed is None:
                await self.signer.sign(closed=True)
                await self.state_checks.keep_last()
        finally:
            self.signer.release_witness()
            await self.writer.stop()
            await asyncio.to_thread(self._store.close)

    def _stop_timers(self) -> None:
        for timed in (self.presence, self.limits, self.absence_timeouts, self.post_absences):
            timed.stop()

    def _actors(self) -> tuple[TableActor[Any], ...]:
        return (*self._tables.values(), *(() if self.house is None else (self.house,)))

    async def _watch_guards(self) -> None:
        while True:
            await self.clock.sleep(GUARDS_EVERY)
            try:
                await self.writer.call(self._store.stay_held)
                found = await self.writer.call(partial(faults_now, self._store))
            except (StoreError, SQLAlchemyError):  # a server that is gone: whoever writes next waits for it
                continue
            except LiveError:
                return
            for code, facts in found:
                if (code, facts) not in self.guard_faults:
                    security_log.tell("guards-lost", logging.ERROR, why=code, **facts)
            self.guard_faults = found
            with suppress(StoreError, SQLAlchemyError, LiveError):
                await self._end_replaced()

    async def _end_replaced(self) -> None:
        """End the tables that another hall has taken over, also where nobody acts."""
        mine = {one.id: one.epoch for one in self._actors()}
        others = await self.writer.call(partial(self._store.replaced, mine))
        for one in self._actors():
            if (now := others.get(one.id)) is not None:
                one.end(TableLostError("writer-replaced-by", table=one.id, epoch=one.epoch, now=now))

    def _require_open(self) -> None:
        if self.failed is not None:
            raise HallFailedError("record-failed") from self.failed
        if self._stopped:
            raise HallStoppedError("hall-closed")

    def _fail(self, error: BaseException) -> None:
        if self.failed is None:
            self.failed = error
            cause = cause_of(error) or error
            is_of_system = isinstance(cause, OSError | OperationalError)  # whose name for it says more than a trace
            told = None if is_of_system else error
            security_log.tell("record-failed", logging.ERROR, told, why=technical_name(cause))
            for table in self._actors():
                table.end(HallFailedError("record-failed"))
            self.on_failure(error)

    def _source(self, kind: ChanceKind, table: str) -> LiveSource:
        stored = partial(stored_shoe, self._store, table)
        return live_source(kind, table, self._services.sealer, stored, self.rng_health, f"{self._seed}/{table}")

    def _admit(self, table: TableActor[Any]) -> None:
        self._tables[table.id] = table
        for watcher in (self.limits, self.presence, self.absence_timeouts, self.post_absences):
            watcher.watch(table)
        if table.continues is not None and (before := self._tables.get(table.continues.table)) is not None:
            before.redraw()  # whoever still follows it is led on

    async def _keep_witness(self, *, recovers: bool) -> None:
        """Hold the witness against what the store says went to it; raise where it is gone, or another hall holds it."""
        told, judged = ("witness-unnamed", "witness-behind"), ("witness-in-use", "witness-beyond")
        asked = partial(recovery.require_witness, self._store, self.witness_file, self.keys.public)
        fault = await self.writer.call(partial(asked, *((*told, *judged) if recovers else ())))
        self.signer.keep_witness(fault.code if fault is not None and fault.code in told else None)

    async def _recover_house(self, witnessed: tuple[Checkpoint, ...]) -> None:
        """Bring the house back where the store has one. No table may go on without it: what is wrong stops the hall."""
        actor = await self._stored.house(witnessed)
        if actor is not None:
            self._put_above(actor)

    async def _recover(self, witnessed: tuple[Checkpoint, ...]) -> None:
        names = await self.writer.call(self._store.tables)
        lost = {one.table for one in witnessed} - set(names)
        if lost:
            raise RecordRefusedError("tables-gone", tables=", ".join(sorted(lost)))
        house = None if self.house is None else self.house.id
        for name in (one for one in names if one != house):
            if await self.archive.has_taken(self.house, name):
                continue
            try:
                table = await self._stored.table(name, witnessed)
            except HallFailedError:  # the store takes nothing: that is no fault of this table
                raise
            except (LiveError, WriterChangedError, *recovery.BROKEN) as error:
                self.parked_tables[name] = why = recovery.park_reason(error)
                security_log.tell("table-set-aside", table=name, why=why.code)
                continue
            if table is not None:
                self._admit(table)
                self.post_absences.expect(self._tables[name])

    def _check_states(self) -> None:
        """Begin to walk, behind the play, the records that were taken up from sealed states."""
        self._stored.states.sweep()
        for one in self._stored.started:
            self.state_checks.expect(one)
        self.state_checks.begin()

    async def _set_aside(self, name: str, why: CodedError) -> None:
        """Set a table aside that is played on already; where it is the house, no table may go on."""
        self._stored.states.forget(name)
        security_log.tell("table-set-aside", logging.ERROR, table=name, why=why.code)
        if self.house is not None and name == self.house.id:
            self._fail(why)
            return
        self.parked_tables[name] = why
        table = self._tables.pop(name, None)
        if table is not None:
            table.end(RecordRefusedError(why.code, **why.facts))
            await table.wait_for_end()

    def _put_above(self, actor: HouseActor) -> None:
        self._services.house.actor = actor
        self.archive.follow(actor)
        actor.person_named.append(self._redraw_pages_of)

    def _redraw_pages_of(self, person: kernel.PersonId) -> None:
        for table in self._tables.values():
            if self.presence.screens(person, table.id):
                table.redraw()


class Guest:
    """A person's own view of a table, the acts that they may do, and the way to do them. No state is in reach."""

    __slots__ = ("_hall", "_table", "person")

    def __init__(self, hall: Hall, table: str, person: kernel.PersonId) -> None:
        self.person: kernel.PersonId = person
        self._hall, self._table = hall, hall.tables[table]

    def __enter__(self) -> Guest:
        self._hall.presence.connect(self.person, self._table.id)
        return self

    def __exit__(self, *_: object) -> None:
        """Disconnect the person; the hall waits its grace time before they count as away."""
        self._hall.presence.disconnect(self.person, self._table.id)

    @property
    def step(self) -> kernel.Step:
        return self._table.step

    @property
    def version(self) -> int:
        return self._table.version

    @property
    def is_alone(self) -> bool:
        """Return True if no other screen of the same person follows the table."""
        return self._hall.presence.screens(self.person, self._table.id) <= 1

    def view(self) -> Any:
        return self._table.view(self.person)

    def legal(self) -> tuple[kernel.Offer, ...]:
        return self._table.legal(self.person)

    def explain(self) -> tuple[Cite, ...]:
        return self._table.explain(self.person)

    def time_left(self, kind: str = "") -> float:
        """Return the seconds that the clock of the table shows; with a ``kind``, on a clock of that kind alone."""
        return self._table.countdown.left(kind)

    def show_clock(self, kind: str, seconds: float) -> None:
        """Set the clock of the table, which everybody sees, for the open step."""
        self._table.countdown.show(kind, seconds)

    def changes(self) -> AsyncIterator[int]:
        return self._table.changes()

    async def act(self, what: kernel.ActBody, at: kernel.Step | None = None) -> Answer:
        return await self._table.act(kernel.Act(self.person, what, at or self.step), f"{self.person}-{token_hex(8)}")


STORE_S: Final = 2.0
"""Seconds for which the store may keep silent."""
SIGNATURE_S: Final = 180.0
"""Seconds after which the hall should have made sure of its signatures again: three times the usual."""


# What may stand in the codes of :class:`Readiness`: a monitor has a gauge for each.
READINESS_CODES: Final = frozenset(
    {
        *("store-lost", "store-silent", "record-failed", "hall-closed", "key-lost", "guards-lost", "disk-short"),
        *("witness-lost", "witness-behind", "witness-held", "witness-unnamed"),
        *("signature-old", "table-lost", "table-set-aside"),
    }
)


class Readiness(msgspec.Struct, frozen=True):
    """``is_ready`` where ``codes`` is empty. ``tables_set_aside`` are tables whose record cannot be played on,
    ``lost_tables`` those that another server has taken over. ``commit_age_s`` is none before the first commit;
    ``signature_age_s`` is the time since the hall last made sure that every entry is under a signature.
    """

    is_ready: bool = msgspec.field(name="ready")
    codes: tuple[str, ...]
    tables_set_aside: tuple[str, ...] = msgspec.field(name="set_aside")
    lost_tables: tuple[str, ...] = msgspec.field(name="lost")
    commit_age_s: float | None
    signature_age_s: float


class StoreProbe:
    """Asks whether the store answers. However many ask, one question at a time is on its way."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._asking: asyncio.Task[None] | None = None

    async def fault(self, patience: float = STORE_S) -> str | None:
        """Return a code where the store does not answer in time, or answers with an error."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._hall.writer.call(self._hall.store.require_answer))
        done, _ = await asyncio.wait({self._asking}, timeout=patience)
        if not done:
            return "store-silent"
        error = self._asking.exception()
        match error:
            case None:
                return None
            case HallFailedError():
                return "record-failed"
            case HallStoppedError():
                return "hall-closed"
            case _:
                return "store-lost"


async def readiness(hall: Hall, probe: StoreProbe) -> Readiness:
    codes = dict.fromkeys(one for one in (await probe.fault(),) if one is not None)
    if hall.failed is not None:
        codes["record-failed"] = None
    if not await asyncio.to_thread(hall.keys.is_file_intact):
        codes["key-lost"] = None
    if (code := await asyncio.to_thread(hall.signer.witness_fault)) is not None:
        codes[code] = None
    if hall.guard_faults:
        codes["guards-lost"] = None
    if await hall.disk.shortage() is not None:
        codes["disk-short"] = None
    signed = hall.clock.monotonic() - hall.signer.signed_at
    if signed > SIGNATURE_S:
        codes["signature-old"] = None
    lost = tuple(sorted(hall.telemetry.lost_tables))
    if lost:
        codes["table-lost"] = None
    if hall.parked_tables:
        codes["table-set-aside"] = None
    committed = hall.writer.committed_at
    age = None if committed is None else round(hall.clock.monotonic() - committed, 1)
    return Readiness(not codes, tuple(codes), tuple(sorted(hall.parked_tables)), lost, age, round(signed, 1))
