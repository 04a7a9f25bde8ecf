"""How tables and people leave a hall: former tables with its last word, whoever stood there and closed his page.

The tables are bare, and so are the store and the clock: what is asked of them is noted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from immutables import Map

from tapete.house.state import State, TableBooks
from tapete.kernel import CLOCK, PersonId, Refused
from tapete.live import ManualClock, absence_timeout, archive
from tapete.live.absence_timeout import AbsenceTimeouts
from tapete.live.archive import Archive, FormerTable, read_former
from tapete.live.errors import HallFailedError, HallStoppedError, LiveError
from tapete.record.entry import BadEntryError, StreamEnd
from tapete.table.acts import LeadOut
from tapete.table.seats import Seats, set_away, sit, stand
from tests.support.live.toy import Add

ANA, BEA, EVA = map(PersonId, ("ana", "bea", "eva"))
TIME = "2026-03-01T12:00:00+00:00"

# --- former tables ---------------------------------------------------------------------------------------------------


class Store:
    """A store whose tables have five entries each; of those that are ``unsaid`` no hall has said its last word."""

    def __init__(self) -> None:
        self.unsaid, self.broken = set[str](), set[str]()

    def entries(self, table: str) -> Any:
        yield SimpleNamespace(entry=lambda: self._entry(table))
        raise AssertionError("the first entry says it all")

    def _entry(self, table: str) -> Any:
        if table in self.broken:
            raise BadEntryError("entry-broken")
        before = StreamEnd(f"before {table}", 4, "h") if table == "dos" else None
        return SimpleNamespace(game=f"game of {table}", time=TIME, continues=before)

    def head(self, table: str) -> Any:
        return SimpleNamespace(version=5, hash=f"hash of {table}")

    def checkpoints(self, table: str) -> Any:
        return [SimpleNamespace(version=5, is_closed=table not in self.unsaid)]


class Table:
    """A table of a hall; it notes what it was told at its end."""

    def __init__(self, name: str, *, is_in_play: bool = False) -> None:
        self.id, self.game, self.state = name, "game", is_in_play
        self.ends: list[LiveError] = []
        self.waited = 0

    def end(self, why: LiveError) -> None:
        self.ends.append(why)

    async def wait_for_end(self) -> None:
        self.waited += 1


class Hall:
    """The archive of a hall with four tables: two of former days, one of them still played at, and two of today."""

    def __init__(self) -> None:
        self.store, self.failures = Store(), list[BaseException]()
        self.signed: list[list[str]] = []
        self.fault: Exception | None = None
        tables = (Table("uno"), Table("dos"), Table("tres", is_in_play=True), Table("hoy"), Table("ahora"))
        self.all = {one.id: one for one in tables}
        self.tables: Any = dict(self.all)
        books = Map({name: TableBooks("punto-y-banca", is_open=False) for name in ("hoy", "ahora")})
        self.house: Any = SimpleNamespace(state=State(days=2, tables=books), committed=list[Callable[[], None]]())
        self.archive = Archive(
            self.store,  # type: ignore[arg-type]
            SimpleNamespace(call=self._call),  # type: ignore[arg-type]
            self.tables,
            self._sign,
            self.failures.append,
        )

    async def _call(self, work: Callable[[], Any]) -> Any:
        return work()

    async def _sign(self, tables: Any) -> None:
        self.signed.append([one.id for one in tables])
        if self.fault is not None:
            raise self.fault

    def commit(self) -> None:
        for callback in self.house.committed:
            callback()


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    """A hall whose house has opened another day."""
    monkeypatch.setattr(archive, "is_in_play", lambda game, state: state)
    return Hall()


def former(name: str) -> FormerTable:
    before = StreamEnd("before dos", 4, "h") if name == "dos" else None
    return FormerTable(name, f"game of {name}", TIME, StreamEnd(name, 5, f"hash of {name}"), before)


def test_tables_that_are_over_leave_with_the_last_word_of_their_hall_when_another_day_is_opened(hall: Hall) -> None:
    async def scene() -> None:
        hall.archive.follow(hall.house)
        hall.commit()
        assert list(hall.tables) == ["tres", "hoy", "ahora"], "at once: nobody is led to them any more"
        assert dict(hall.archive.tables) == {}
        await hall.archive.settle()

    asyncio.run(scene())
    assert hall.archive.tables == {"uno": former("uno"), "dos": former("dos")}
    assert hall.signed == [["uno", "dos"]]
    told = {name: [(type(why), why.code) for why in one.ends] for name, one in hall.all.items()}
    over = [(HallStoppedError, "table-of-former-day")]
    assert told == {"uno": over, "dos": over, "tres": [], "hoy": [], "ahora": []}
    assert [one.waited for one in hall.all.values()] == [1, 1, 0, 0, 0]
    assert hall.failures == []


def test_what_has_left_a_hall_leaves_it_once(hall: Hall) -> None:
    async def scene() -> None:
        hall.archive.follow(hall.house)
        for _ in range(3):
            hall.commit()
        tasks = [one for one in asyncio.all_tasks() if one.get_name() == "tapete-former-tables"]
        assert len(tasks) == 1
        await hall.archive.settle()
        await asyncio.sleep(0)
        hall.commit()
        await hall.archive.settle()
        assert hall.archive._retiring == set()

    asyncio.run(scene())
    assert hall.signed == [["uno", "dos"]]


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (OSError("full"), True),
        (HallFailedError("record-failed"), False),
    ],
)
def test_where_the_last_word_cannot_be_said_no_former_table_is_known_and_a_full_witness_is_told(
    hall: Hall, fault: Exception, told: bool
) -> None:
    hall.fault = fault

    async def scene() -> list[Any]:
        hall.archive.follow(hall.house)
        hall.commit()
        leaving = list(hall.archive._retiring)
        await hall.archive.settle()
        return [one.exception() for one in leaving]

    assert asyncio.run(scene()) == [None]
    assert hall.failures == ([fault] if told else [])
    assert dict(hall.archive.tables) == {}
    assert [len(one.ends) for one in hall.all.values()] == [1, 1, 0, 0, 0]


def test_a_fault_that_nobody_foresaw_does_not_keep_a_hall_from_closing(hall: Hall) -> None:
    hall.fault = ZeroDivisionError()

    async def scene() -> str:
        hall.archive.follow(hall.house)
        hall.commit()
        try:
            await hall.archive.settle()
        except ZeroDivisionError:
            return "it does"
        return "it does not"

    assert asyncio.run(scene()) == "it does not"


@pytest.mark.parametrize(
    ("house", "name", "flaw", "taken"),
    [
        (True, "uno", "", True),
        (True, "dos", "", True),
        (True, "hoy", "", False),
        (False, "uno", "", False),
        (True, "uno", "unsaid", False),
        (True, "uno", "broken", False),
    ],
)
def test_a_hall_that_starts_takes_a_former_table_up_by_its_ends(
    hall: Hall, house: bool, name: str, flaw: str, taken: bool
) -> None:
    if flaw:
        getattr(hall.store, flaw).add(name)
    found = asyncio.run(hall.archive.has_taken(hall.house if house else None, name))
    assert found is taken
    assert hall.archive.tables == ({name: former(name)} if taken else {})


def test_a_table_without_an_entry_is_no_former_one() -> None:
    store: Any = Store()
    store.entries = lambda _: iter(())
    assert read_former(store, "uno") is None


# --- whoever stands there and has gone -------------------------------------------------------------------------------


class Circle:
    """A table with Bea on a seat, Ana and Eva on their feet; whom it is told to lead out it leads out, or refuses."""

    def __init__(self, name: str = "uno", act_types: Any = LeadOut | Add) -> None:
        self.id, self.game = name, SimpleNamespace(act_types=act_types)
        seats = sit(Seats((1, 2)), BEA, 1)
        for one in (ANA, EVA):
            seats = stand(seats, one, 1)
        self.state: Any = SimpleNamespace(seats=seats)
        self.committed: list[Callable[[], None]] = []
        self.told: list[PersonId] = []
        self.refusals: list[Any] = []
        self.fault: LiveError | None = None

    async def act(self, act: Any) -> Any:
        assert (act.by, type(act.body)) == (CLOCK, LeadOut)
        self.told.append(act.body.person)
        if self.fault is not None:
            raise self.fault
        return SimpleNamespace(refusal=self.refusals.pop(0) if self.refusals else None)

    def put(self, *away: PersonId) -> None:
        seats = self.state.seats
        for one in (ANA, BEA, EVA):
            seats = set_away(seats, one, one in away)
        self.state = SimpleNamespace(seats=seats)
        for callback in self.committed:
            callback()


Scene = Callable[[AbsenceTimeouts, Any, ManualClock], Awaitable[None]]


def wait(scene: Scene, circle: Circle | None = None) -> None:
    """Play a scene at a table that is watched; no wait may end with an error that nobody hears of."""
    unheard: list[Any] = []

    async def whole() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
        clock, table = ManualClock(), circle or Circle()
        here = AbsenceTimeouts(clock)
        here.watch(table)  # type: ignore[arg-type]
        await scene(here, table, clock)
        here.stop()
        await asyncio.sleep(0)

    asyncio.run(whole())
    assert unheard == []


def test_whoever_stands_and_is_away_is_led_out_after_a_quarter_of_an_hour() -> None:
    async def scene(_: AbsenceTimeouts, table: Any, clock: ManualClock) -> None:
        table.put(ANA, BEA)
        await clock.advance(899)
        assert table.told == []
        await clock.advance(1)
        assert table.told == [ANA], "whoever sits keeps his place"
        await clock.advance(5_000)
        assert table.told == [ANA]

    wait(scene)


def test_each_has_his_own_quarter_of_an_hour() -> None:
    async def scene(_: AbsenceTimeouts, table: Any, clock: ManualClock) -> None:
        table.put(ANA)
        await clock.advance(400)
        table.put(ANA, EVA)
        await clock.advance(500)
        assert table.told == [ANA]
        await clock.advance(399)
        assert table.told == [ANA]
        await clock.advance(1)
        assert table.told == [ANA, EVA]

    wait(scene)


def test_whoever_comes_back_has_the_whole_time_again_and_nobody_else_has() -> None:
    async def scene(_: AbsenceTimeouts, table: Any, clock: ManualClock) -> None:
        table.put(ANA, EVA)
        await clock.advance(450)
        table.put(EVA)
        table.put(ANA, EVA)
        await clock.advance(450)
        assert table.told == [EVA]
        await clock.advance(450)
        assert table.told == [EVA, ANA]

    wait(scene)


def test_a_lead_out_that_is_refused_is_tried_again_after_as_long() -> None:
    async def scene(_: AbsenceTimeouts, table: Any, clock: ManualClock) -> None:
        table.refusals = [Refused("still-staked"), Refused("still-staked")]
        table.put(ANA)
        for times in (1, 2, 3):
            await clock.advance(899)
            assert table.told == [ANA] * (times - 1)
            await clock.advance(1)
            assert table.told == [ANA] * times
        await clock.advance(5_000)
        assert table.told == [ANA] * 3

    wait(scene)


def test_a_table_that_answers_nothing_any_more_is_told_once() -> None:
    async def scene(_: AbsenceTimeouts, table: Any, clock: ManualClock) -> None:
        table.fault = HallStoppedError("hall-closed")
        table.put(ANA)
        for _ in range(3):
            await clock.advance(900)
        assert table.told == [ANA]

    wait(scene)


@pytest.mark.parametrize("why", ["no act", "no places", "real table"])
def test_nobody_is_led_out_where_that_is_no_act_of_the_game_or_staff_sees_who_is_there(
    monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    monkeypatch.setattr(absence_timeout, "is_observed", lambda state: why == "real table")
    circle = Circle(act_types=Add if why == "no act" else LeadOut | Add)

    async def scene(_: AbsenceTimeouts, table: Any, clock: ManualClock) -> None:
        assert len(table.committed) == (0 if why == "no act" else 1)
        table.put(ANA)
        await clock.advance(5_000)
        assert table.told == []

    if why == "no places":
        circle.put = lambda *_: [callback() for callback in circle.committed]  # type: ignore[method-assign, assignment]
        circle.state = SimpleNamespace()
    wait(scene, circle)


def test_a_hall_that_takes_a_table_up_begins_everybody_s_time() -> None:
    circle = Circle()
    circle.put(EVA)

    async def scene(_: AbsenceTimeouts, table: Any, clock: ManualClock) -> None:
        await clock.advance(899)
        assert table.told == []
        await clock.advance(1)
        assert table.told == [EVA]

    wait(scene, circle)


def test_what_happens_at_another_table_is_no_matter_of_this_one() -> None:
    async def scene(here: AbsenceTimeouts, table: Any, clock: ManualClock) -> None:
        other = Circle("dos")
        here.watch(other)  # type: ignore[arg-type]
        table.put(ANA)
        other.put(ANA, EVA)
        await clock.advance(450)
        other.put(EVA)
        table.put(ANA)
        await clock.advance(450)
        assert (table.told, other.told) == ([ANA], [EVA])

    wait(scene)


def test_a_hall_that_closes_leads_nobody_out() -> None:
    async def scene(here: AbsenceTimeouts, table: Any, clock: ManualClock) -> None:
        table.put(ANA, EVA)
        timers = list(here._timers.values())
        here.stop()
        assert here._timers == {}
        await clock.advance(5_000)
        assert (table.told, [one.cancelled() for one in timers]) == ([], [True, True])

    wait(scene)


def test_another_time_may_be_set() -> None:
    async def scene() -> list[PersonId]:
        clock, table = ManualClock(), Circle()
        here = AbsenceTimeouts(clock, 60.0)
        here.watch(table)  # type: ignore[arg-type]
        table.put(ANA)
        await clock.advance(59)
        assert table.told == []
        await clock.advance(1)
        return table.told

    assert asyncio.run(scene()) == [ANA]
