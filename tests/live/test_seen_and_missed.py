"""Who is seen at a table and who is missed, told to a table that only notes what it is told; to the second.

The two watches have a clock that is set by hand: presence turns silence into «away», absence of a post into «gone».
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tapete.kernel import CLOCK, PersonId
from tapete.live import ManualClock, post_absence, presence
from tapete.live.errors import LiveError
from tapete.live.post_absence import PostAbsences
from tapete.live.posts import PostLoss
from tapete.live.presence import Presence
from tapete.table.acts import Away, Back
from tapete.table.seats import Seats, set_away, sit
from tapete.table.staff import Role
from tests.support.live.toy import Add, Open

ANA, BEA, EVA, LUZ, FERMIN, MACHINE = map(PersonId, ("ana", "bea", "eva", "luz", "fermin", "bot-croupier"))
CROUPIER, CHIEF = Role.CROUPIER, Role.TABLE_CHIEF


class Posted(msgspec.Struct, frozen=True):
    """A state with posts and places."""

    staff: Any
    seats: Seats = Seats((1, 2))


class Table:
    """A table at which Ana and Bea sit and Luz and Fermín are on duty; it notes what it is told."""

    def __init__(self, name: str = "uno", act_types: Any = Away | Back | Add) -> None:
        self.id, self.committed = name, list[Callable[[], None]]()
        self.author: PersonId | None = None
        self.game = SimpleNamespace(act_types=act_types)
        seats = sit(sit(Seats((1, 2)), ANA, 1), BEA, 2)
        self.state: Any = Posted({CROUPIER: LUZ, CHIEF: FERMIN}, seats)
        self.step = SimpleNamespace(phase="bets")
        self.told: list[tuple[str, str]] = []
        self.relieved: list[tuple[Role, PersonId]] = []
        self.drawn = 0
        self.fault: Exception | None = None
        self.door = asyncio.Event()
        self.door.set()
        self.absent_staff, self.lost_posts = set[PersonId](), dict[PersonId, PostLoss]()
        self.machines: dict[Role, PersonId] = {}

    async def act(self, act: Any, command: str | None = None) -> None:
        assert (act.by, command) == (CLOCK, None)
        self.told.append((type(act.body).__name__, act.body.person))
        await self.door.wait()
        if self.fault is not None:
            raise self.fault
        self.put(seats=set_away(self.state.seats, act.body.person, isinstance(act.body, Away)))

    def put(self, **changes: Any) -> None:
        self.state = msgspec.structs.replace(self.state, **changes)

    def commit(self, author: PersonId | None = None) -> None:
        self.author = author
        for callback in self.committed:
            callback()

    def redraw(self) -> None:
        self.drawn += 1


class Floor:
    """A hall with one table and a clock that is set by hand."""

    def __init__(self, table: Table | None = None) -> None:
        self.clock, self.table = ManualClock(), table or Table()
        self.tables: dict[str, Any] = {"uno": self.table}
        self.posts = PostAbsences(self.clock, lambda: self.tables)
        self.presence = Presence(self)  # type: ignore[arg-type]

    @property
    def post_absences(self) -> PostAbsences:
        return self.posts


def play(scene: Callable[[Floor], Awaitable[None]], table: Table | None = None) -> None:
    """Play a scene; no watch may end with an error that nobody hears of."""
    unheard: list[Any] = []

    async def whole() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
        floor = Floor(table)
        await scene(floor)
        floor.presence.stop()
        floor.posts.stop()
        await asyncio.sleep(0)

    asyncio.run(whole())
    assert unheard == []


def fault(what: Callable[..., Any], *given: Any) -> str:
    """Return the kind of the error that a call raises; nothing where it raises none."""
    try:
        what(*given)
    except Exception as error:
        return type(error).__name__
    return ""


# --- players ---------------------------------------------------------------------------------------------------------


def test_the_last_of_his_screens_starts_the_grace_time_and_the_next_ends_it() -> None:
    async def scene(floor: Floor) -> None:
        here, told = floor.presence, floor.table.told
        assert (here.screens(ANA, "uno"), here.is_connected(ANA, "uno")) == (0, False)
        for number in (1, 2):
            here.connect(ANA, "uno")
            assert (here.screens(ANA, "uno"), here.is_connected(ANA, "uno")) == (number, True)
        assert (here.screens(BEA, "uno"), here.screens(ANA, "dos")) == (0, 0)
        here.disconnect(ANA, "uno")
        assert here.screens(ANA, "uno") == 1
        await floor.clock.advance(100)
        assert told == []
        here.disconnect(ANA, "uno")
        assert (here.screens(ANA, "uno"), here.is_connected(ANA, "uno")) == (0, False)
        await floor.clock.advance(29)
        assert told == []
        await floor.clock.advance(1)
        assert told == [("Away", ANA)]
        await floor.clock.advance(100)
        here.connect(ANA, "uno")
        await floor.clock.advance(0)
        assert told == [("Away", ANA), ("Back", ANA)]
        here.disconnect(ANA, "uno")
        await floor.clock.advance(29)
        here.connect(ANA, "uno")
        await floor.clock.advance(100)
        assert told == [("Away", ANA), ("Back", ANA)]

    play(scene)


def test_after_a_restart_whoever_has_no_screen_has_the_grace_time_to_come_back() -> None:
    async def scene(floor: Floor) -> None:
        floor.presence.connect(ANA, "uno")
        floor.presence.watch(floor.table)  # type: ignore[arg-type]
        await floor.clock.advance(29)
        assert floor.table.told == []
        await floor.clock.advance(1)
        assert floor.table.told == [("Away", BEA)]

    play(scene)


def test_an_act_without_a_screen_brings_its_author_back_for_the_grace_time() -> None:
    async def scene(floor: Floor) -> None:
        table = floor.table
        floor.presence.watch(table)  # type: ignore[arg-type]
        await floor.clock.advance(20)
        table.commit(ANA)
        await floor.clock.advance(10)
        assert table.told == [("Away", BEA)]
        table.commit(EVA)
        await floor.clock.advance(19)
        assert table.told == [("Away", BEA)]
        await floor.clock.advance(1)
        assert table.told[1:] == [("Away", ANA)]
        table.commit(BEA)
        await floor.clock.advance(0)
        assert table.told[2:] == [("Back", BEA)]
        await floor.clock.advance(29)
        assert table.told[3:] == []
        await floor.clock.advance(1)
        assert table.told[3:] == [("Away", BEA)]

    play(scene)


def test_whoever_takes_a_place_without_a_screen_is_missed_from_then_on() -> None:
    async def scene(floor: Floor) -> None:
        table = floor.table
        floor.presence.connect(ANA, "uno")
        floor.presence.connect(BEA, "uno")
        floor.presence.watch(table)  # type: ignore[arg-type]
        table.put(seats=sit(Seats((1, 2)), EVA, 1))
        table.commit(LUZ)
        await floor.clock.advance(20)
        table.commit(LUZ)
        await floor.clock.advance(10)
        assert table.told == [("Away", EVA)]
        table.commit(LUZ)
        await floor.clock.advance(1_000)
        assert table.told == [("Away", EVA)]

    play(scene)


@pytest.mark.parametrize("why", ["no act", "no table", "no place", "stopped", "only away"])
def test_nobody_is_told_of_where_there_is_nothing_to_tell(why: str) -> None:
    types: dict[str, Any] = {"no act": Add | Open, "only away": Away | Add}

    async def scene(floor: Floor) -> None:
        floor.presence.connect(ANA, "uno")
        floor.presence.disconnect(ANA, "uno")
        await floor.clock.advance(10)
        if why == "no table":
            floor.tables.clear()
        if why == "no place":
            floor.table.put(seats=Seats((1, 2)))
        if why == "stopped":
            floor.presence.stop()
            floor.presence.connect(BEA, "uno")
            floor.presence.disconnect(BEA, "uno")
        await floor.clock.advance(100)
        assert floor.table.told == []

    play(scene, Table(act_types=types.get(why, Away | Back | Add)))


def test_a_table_that_answers_nothing_is_told_again_when_somebody_is_seen_again() -> None:
    async def scene(floor: Floor) -> None:
        floor.table.fault = LiveError("record-failed")
        floor.presence.connect(ANA, "uno")
        floor.presence.disconnect(ANA, "uno")
        await floor.clock.advance(30)
        assert floor.table.told == [("Away", ANA)]
        floor.table.fault = None
        floor.presence.connect(ANA, "uno")
        floor.presence.disconnect(ANA, "uno")
        await floor.clock.advance(30)
        assert floor.table.told == [("Away", ANA), ("Away", ANA)]
        assert floor.table.state.seats.away == frozenset({ANA})

    play(scene)


def test_whoever_comes_while_his_going_is_written_is_back_at_once() -> None:
    async def scene(floor: Floor) -> None:
        table = floor.table
        floor.presence.connect(ANA, "uno")
        floor.presence.disconnect(ANA, "uno")
        table.door.clear()
        await floor.clock.advance(30)
        floor.presence.connect(ANA, "uno")
        await floor.clock.advance(100)
        assert table.told == [("Away", ANA)]
        table.door.set()
        await floor.clock.advance(0)
        assert table.told == [("Away", ANA), ("Back", ANA)]
        assert table.state.seats.away == frozenset()
        await floor.clock.advance(100)
        assert len(table.told) == 2

    play(scene)


def test_whoever_goes_again_while_his_return_is_written_has_the_grace_time_from_then() -> None:
    async def scene(floor: Floor) -> None:
        table = floor.table
        table.put(seats=set_away(table.state.seats, ANA, True))
        table.door.clear()
        floor.presence.connect(ANA, "uno")
        await floor.clock.advance(50)
        floor.presence.disconnect(ANA, "uno")
        table.door.set()
        await floor.clock.advance(29)
        assert table.told == [("Back", ANA)]
        await floor.clock.advance(1)
        assert table.told == [("Back", ANA), ("Away", ANA)]

    play(scene)


def test_a_table_that_has_gone_meanwhile_is_told_nothing_more() -> None:
    async def scene(floor: Floor) -> None:
        table = floor.table
        floor.presence.connect(ANA, "uno")
        floor.presence.disconnect(ANA, "uno")
        table.door.clear()
        await floor.clock.advance(30)
        floor.presence.connect(ANA, "uno")
        floor.tables.clear()
        table.door.set()
        await floor.clock.advance(100)
        assert table.told == [("Away", ANA)]

    play(scene)


@pytest.mark.parametrize("state", ["observed", "seatless", "posted"])
def test_nobody_is_missed_where_people_are_there_with_their_bodies_or_have_no_places(
    monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    monkeypatch.setattr(presence, "is_observed", lambda found: state == "observed")
    table = Table(act_types=Away | Back)
    if state == "seatless":
        table.state = SimpleNamespace(staff={})

    async def scene(floor: Floor) -> None:
        assert fault(floor.presence.watch, table) == ""
        await floor.clock.advance(30)
        assert sorted(table.told) == ([("Away", ANA), ("Away", BEA)] if state == "posted" else [])

    play(scene, table)


# --- the staff -------------------------------------------------------------------------------------------------------


@pytest.fixture
def relieved(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Role, PersonId]]:
    """Who was put on duty, at which table."""
    done: list[tuple[str, Role, PersonId]] = []

    async def put_on_duty(table: Table, role: Role, person: PersonId) -> None:
        done.append((table.id, role, person))
        await table.door.wait()
        if table.fault is not None:
            raise table.fault

    monkeypatch.setattr(post_absence, "put_on_duty", put_on_duty)
    return done


def test_a_post_without_its_page_is_said_after_ten_seconds_and_taken_twenty_after(relieved: list[Any]) -> None:
    async def scene(floor: Floor) -> None:
        table = floor.table
        table.machines = {CROUPIER: MACHINE}
        floor.posts.note_disconnection(LUZ, "uno")
        floor.posts.note_disconnection(FERMIN, "uno")
        floor.posts.note_disconnection(ANA, "uno")
        floor.posts.note_disconnection(LUZ, "dos")
        await floor.clock.advance(9)
        assert (table.absent_staff, table.drawn) == (set(), 0)
        await floor.clock.advance(1)
        assert (table.absent_staff, table.drawn) == ({LUZ, FERMIN}, 2)
        await floor.clock.advance(19)
        assert relieved == []
        await floor.clock.advance(1)
        assert relieved == [("uno", CROUPIER, MACHINE)]
        floor.posts.note_connection(FERMIN, "uno")
        assert (table.absent_staff, table.drawn) == ({LUZ}, 3)
        floor.posts.note_connection(FERMIN, "uno")
        floor.posts.note_connection(FERMIN, "dos")
        assert table.drawn == 3
        await floor.clock.advance(1_000)
        assert relieved == [("uno", CROUPIER, MACHINE)]

    play(scene)


def test_the_last_page_of_an_official_is_heard_of_as_that_of_a_player(relieved: list[Any]) -> None:
    async def scene(floor: Floor) -> None:
        table = floor.table
        for _ in range(2):
            floor.presence.connect(LUZ, "uno")
        floor.presence.disconnect(LUZ, "uno")
        await floor.clock.advance(50)
        assert table.absent_staff == set()
        floor.presence.disconnect(LUZ, "uno")
        await floor.clock.advance(10)
        assert table.absent_staff == {LUZ}
        floor.presence.connect(LUZ, "uno")
        assert table.absent_staff == set()
        await floor.clock.advance(100)
        assert (table.absent_staff, relieved, table.told) == (set(), [], [])

    play(scene)


def test_the_time_of_an_official_runs_from_his_last_page(relieved: list[Any]) -> None:
    async def scene(floor: Floor) -> None:
        table = floor.table
        floor.posts.note_disconnection(LUZ, "uno")
        await floor.clock.advance(5)
        floor.posts.note_disconnection(FERMIN, "uno")
        floor.posts.note_disconnection(LUZ, "uno")
        await floor.clock.advance(9)
        assert table.absent_staff == set()
        await floor.clock.advance(1)
        assert table.absent_staff == {LUZ, FERMIN}

    play(scene)


def test_a_post_that_is_changing_hands_is_not_kept_by_a_page_that_opens_now(relieved: list[Any]) -> None:
    async def scene(floor: Floor) -> None:
        table = floor.table
        table.put(staff={CHIEF: LUZ, CROUPIER: LUZ})
        table.machines = {CHIEF: MACHINE, CROUPIER: MACHINE}
        floor.posts.note_disconnection(LUZ, "uno")
        await floor.clock.advance(10)
        table.door.clear()
        await floor.clock.advance(20)
        assert relieved == [("uno", CROUPIER, MACHINE)]
        floor.posts.note_connection(LUZ, "uno")
        table.door.set()
        await floor.clock.advance(0)
        assert relieved == [("uno", CROUPIER, MACHINE), ("uno", CHIEF, MACHINE)]

    play(scene)


def test_a_table_without_posts_or_without_places_is_watched_all_the_same(relieved: list[Any]) -> None:
    async def scene(floor: Floor) -> None:
        table = floor.table
        floor.posts.watch(table)  # type: ignore[arg-type]
        table.state = SimpleNamespace(staff={CROUPIER: EVA, CHIEF: FERMIN})
        assert fault(table.commit) == ""
        assert set(table.lost_posts) == {LUZ}
        table.state = SimpleNamespace(seats=Seats((1, 2)))
        assert fault(floor.posts.expect, table) == fault(floor.posts.note_disconnection, LUZ, "uno") == ""
        assert table.absent_staff == set()
        other = Table("dos")
        other.state = SimpleNamespace(seats=Seats((1, 2)))
        floor.posts.watch(other)  # type: ignore[arg-type]
        assert other.committed == []

    play(scene)


def test_every_post_of_whoever_has_gone_is_taken_that_a_machine_can_take(relieved: list[Any]) -> None:
    async def scene(floor: Floor) -> None:
        floor.table.put(staff={CHIEF: LUZ, CROUPIER: LUZ, Role.INSPECTOR: LUZ})
        floor.table.machines = {CHIEF: MACHINE, CROUPIER: MACHINE, Role.CHANGER: MACHINE}
        floor.posts.note_disconnection(LUZ, "uno")
        await floor.clock.advance(10)
        await floor.clock.advance(20)
        assert relieved == [("uno", CROUPIER, MACHINE), ("uno", CHIEF, MACHINE)]

    play(scene)


@pytest.mark.parametrize("after", [5, 15])
@pytest.mark.parametrize("how", ["page", "post", "table", "stop", "closed"])
def test_a_post_is_left_alone_whose_holder_is_seen_or_is_none_any_more(
    relieved: list[Any], after: int, how: str
) -> None:
    async def scene(floor: Floor) -> None:
        table = floor.table
        table.machines = {CROUPIER: MACHINE}
        floor.posts.note_disconnection(LUZ, "uno")
        for seconds in (min(after, 10), after - min(after, 10)):
            await floor.clock.advance(seconds)
        if how == "page":
            floor.posts.note_connection(LUZ, "uno")
        elif how == "post":
            table.put(staff={CROUPIER: EVA, CHIEF: FERMIN})
        elif how == "table":
            floor.tables.clear()
        elif how == "stop":
            floor.posts.stop()
        elif after < 10:
            table.step.phase = "closed"
        if how == "closed" and after > 10:
            return
        for seconds in (10, 20, 100):
            await floor.clock.advance(seconds)
        is_said = after > 10 and how in ("post", "stop", "table")
        assert table.absent_staff == ({LUZ} if is_said else set())
        if how == "table" and after > 10:
            return
        assert relieved == []

    play(scene)


def test_a_machine_is_not_waited_for_and_a_table_that_ends_ends_the_wait(relieved: list[Any]) -> None:
    async def scene(floor: Floor) -> None:
        table = floor.table
        table.machines = {CROUPIER: LUZ, CHIEF: MACHINE}
        floor.posts.note_disconnection(LUZ, "uno")
        floor.posts.note_disconnection(FERMIN, "uno")
        table.fault = LiveError("hall-closed")
        await floor.clock.advance(10)
        assert table.absent_staff == {FERMIN}
        await floor.clock.advance(20)
        assert relieved == [("uno", CHIEF, MACHINE)]

    play(scene)


def test_after_a_restart_each_official_is_absent_until_he_is_seen_or_acts(relieved: list[Any]) -> None:
    async def scene(floor: Floor) -> None:
        table = floor.table
        table.machines = {CROUPIER: MACHINE, CHIEF: MACHINE}
        floor.posts.watch(table)  # type: ignore[arg-type]
        floor.posts.expect(table)  # type: ignore[arg-type]
        assert (table.absent_staff, table.drawn) == ({LUZ, FERMIN}, 0)
        table.commit(ANA)
        assert table.absent_staff == {LUZ, FERMIN}
        table.commit(LUZ)
        assert (table.absent_staff, table.drawn) == ({FERMIN}, 1)
        await floor.clock.advance(10)
        await floor.clock.advance(20)
        assert relieved == [("uno", CHIEF, MACHINE)]

    play(scene)


def test_nobody_is_absent_of_a_table_that_has_ended() -> None:
    async def scene(floor: Floor) -> None:
        table = floor.table
        floor.posts.watch(table)  # type: ignore[arg-type]
        table.absent_staff.update({LUZ, FERMIN})
        table.commit(ANA)
        assert table.absent_staff == {LUZ, FERMIN}
        table.step.phase = "closed"
        table.commit(ANA)
        assert table.absent_staff == set()
        floor.posts.expect(table)  # type: ignore[arg-type]
        assert table.absent_staff == set()

    play(scene)


def test_whoever_has_lost_a_post_is_told_to_whom_and_whether_he_had_gone() -> None:
    async def scene(floor: Floor) -> None:
        table, wall = floor.table, floor.clock.wall()
        floor.posts.watch(table)  # type: ignore[arg-type]
        table.absent_staff.add(LUZ)
        table.put(staff={CROUPIER: EVA, CHIEF: MACHINE})
        table.commit()
        assert table.lost_posts == {
            LUZ: PostLoss(CROUPIER, wall, EVA, True),
            FERMIN: PostLoss(CHIEF, wall, MACHINE, False),
        }
        assert table.absent_staff == set()
        table.commit()
        assert set(table.lost_posts) == {LUZ, FERMIN}
        table.put(staff={CROUPIER: EVA, CHIEF: FERMIN})
        table.commit()
        assert set(table.lost_posts) == {LUZ, MACHINE}
        table.put(seats=sit(Seats((1, 2)), LUZ, 1))
        table.commit()
        assert set(table.lost_posts) == {MACHINE}

    play(scene)


def test_neither_a_machine_that_is_relieved_nor_a_post_that_is_left_empty_is_a_loss() -> None:
    async def scene(floor: Floor) -> None:
        table = floor.table
        table.machines = {CROUPIER: LUZ}
        floor.posts.watch(table)  # type: ignore[arg-type]
        table.put(staff={CROUPIER: EVA})
        table.commit()
        assert table.lost_posts == {}

    play(scene)
