"""A hall from its start to its end: what it is started with, what it opens, what it sets aside, what ends it.

The games are small; each scene stands for one thing that a hall promises to whoever starts it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.catalogue import house_games, house_limits
from tapete.chance import ChanceKind
from tapete.house.acts import OpenDay, OpenHouse
from tapete.kernel import HOUSE, Act, PersonId, Refused, RefusedError, TimeLimit
from tapete.live import (
    Hall,
    HallFailedError,
    HallStoppedError,
    Keys,
    LiveError,
    LiveShoeError,
    RecordRefusedError,
    hall as live_hall,
)
from tapete.live.clock import SystemClock
from tapete.live.stored_tables import StoredTables
from tapete.record import witness
from tapete.record.checkpoints import Checkpoint, sign_checkpoint
from tapete.record.store import WriterChangedError, open_store
from tests.support.live.stage import Stage
from tests.support.live.toy import GAMES, TOY, Add, Late, Open, limited

ANA, BEA, DORA = map(PersonId, ("ana", "bea", "dora"))
TIME = "2026-03-01T12:00:00+00:00"


def played(*scenes: Callable[[Hall], Awaitable[None]], stage: Stage, **options: Any) -> None:
    for scene in scenes:
        stage.play(scene, **options)


async def error_of(work: Awaitable[Any]) -> Any:
    """Return code and facts of an error or a refusal that comes of work; nothing where none does."""
    try:
        await work
    except RefusedError as error:
        return error.refused.code, dict(error.refused.facts)
    except LiveError as error:
        return type(error), error.code
    return None


def test_a_hall_is_what_it_is_started_with(stage: Stage, tmp_path: Path) -> None:
    file, limits = tmp_path / "witness", limited(TimeLimit("start", 3, Late()))

    async def scene(hall: Hall) -> None:
        assert (hall.training, hall.failed, hall.parked_tables, hall.witness_file) == (True, None, {}, file)
        assert (hall.presence.grace, hall.disk.reserve, hall.limits.of) == (7, 11, limits)
        assert (hall.keys, hall.clock, hall.games, hall.store.tables()) == (stage.keys, stage.clock, GAMES, ())
        assert (hall._services.calendar, hall.house) == (today, None)
        assert hall._services.rulebook("1" * 64) == ()
        assert hall.rng_health._seen, "the randomness was asked at the start"
        table = await hall.open_table("toy", Open("uno", ChanceKind.SEEDED))
        assert (table.source._seed, table.countdown.left("hold")) == ("grain/uno", 3)  # type: ignore[attr-defined]

    def today() -> str:
        return "2026-11-22"

    stage.play(
        scene, training=True, seed="grain", witness_file=file, limits=limits, grace=7, reserve=11, calendar=today
    )


def test_a_hall_that_is_told_nothing_goes_by_the_habits_of_its_house(url: str, keys: Keys) -> None:
    async def whole() -> None:
        hall = await Hall.start(url, keys)
        try:
            assert isinstance(hall.clock, SystemClock)
            assert (hall.training, hall.witness_file, hall._services.calendar) == (False, None, None)
            assert (hall.presence.grace, hall.disk.reserve) == (30, 64 * 1024 * 1024)
            assert set(hall.games) == set(house_games())
            assert set(hall.limits.of) == set(house_limits(hall.games))
            assert hall.on_failure(OSError()) is None  # type: ignore[func-returns-value]
        finally:
            await hall.stop()

    asyncio.run(whole())


def test_what_a_hall_cannot_open_leaves_nothing_behind(stage: Stage) -> None:
    async def scene(hall: Hall) -> None:
        assert await error_of(hall.open_table("toy", Open("refused"))) == ("bad-name", {})
        assert await error_of(hall.open_table("toy", Open("uno", ChanceKind.SEEDED))) == (LiveShoeError, "shoe-seeded")
        with pytest.raises(KeyError):
            await hall.open_table("chess", Open("uno"))
        assert (dict(hall.tables), await hall.recorded_tables()) == ({}, frozenset())
        by = await hall.open_table("toy", Open("uno"), ANA)
        assert (by.id, [one.by for one in await by.entries()]) == ("uno", [ANA])
        assert (await hall.open_table("toy", Open("uno"))).id == "uno-2"
        assert (set(hall.tables), await hall.recorded_tables()) == ({"uno", "uno-2"}, {"uno", "uno-2"})
        assert [one.by for one in await hall.tables["uno-2"].entries()] == [HOUSE]
        assert await hall.may_go_on("toy", "uno") is False

    stage.play(scene)


def test_a_hall_that_has_failed_or_closed_opens_nothing(stage: Stage) -> None:
    halls: list[Hall] = []

    async def failed(hall: Hall) -> None:
        told: list[BaseException] = []
        hall.on_failure = told.append
        table = await hall.open_table("toy", Open("uno"))
        first = OSError("disk")
        hall._fail(first)
        hall._fail(OSError("again"))
        assert (hall.failed, told, table.is_open) == (first, [first], False)
        for work in (hall.open_table("toy", Open("dos")), hall.open_house(OpenHouse("Casa", DORA))):
            assert await error_of(work) == (HallFailedError, "record-failed")
        assert await error_of(table.act(Act(ANA, Add(1)))) == (HallFailedError, "record-failed")

    async def closed(hall: Hall) -> None:
        halls.append(hall)
        table = hall.tables["uno"]
        await hall.stop()
        await hall.stop()
        for work in (hall.open_table("toy", Open("dos")), hall.open_house(OpenHouse("Casa", DORA))):
            assert await error_of(work) == (HallStoppedError, "hall-closed")
        assert await error_of(table.act(Act(ANA, Add(1)))) == (HallStoppedError, "hall-closed")
        assert hall._signing.cancelled()

    async def signed(hall: Hall) -> None:
        said = [(one.version, one.is_closed) for one in hall.store.checkpoints("uno")]
        assert said == [(1, False), (1, True), (1, False)], "a hall that has failed says nothing more of its tables"

    played(failed, closed, signed, stage=stage)


@pytest.mark.parametrize("sign", [True, False])
def test_a_hall_says_its_last_word_where_it_is_let(stage: Stage, sign: bool) -> None:
    async def scene(hall: Hall) -> None:
        await hall.open_table("toy", Open("uno"))
        await hall.stop(sign=sign)

    stage.play(scene)
    with open_store(stage.url, read_only=True) as store:
        assert [(one.version, one.is_closed) for one in store.checkpoints("uno")] == ([(1, True)] if sign else [])


def test_a_hall_that_leaves_the_tables_of_its_store_alone_opens_new_ones_beside_them(stage: Stage) -> None:
    async def first(hall: Hall) -> None:
        await hall.open_table("toy", Open("uno"))
        assert hall._unserved.are_former_alone is True

    async def beside(hall: Hall) -> None:
        assert (dict(hall.tables), hall._unserved.are_former_alone) == ({}, False)
        assert (await hall.open_table("toy", Open("uno"))).id == "uno-2"

    stage.play(first)
    stage.play(beside, recover=False)
    with open_store(stage.url, read_only=True) as store:
        assert store.writer("uno").epoch == 1  # type: ignore[union-attr]


def test_a_name_is_free_until_something_is_recorded_under_it_and_is_not_taken_from_whoever_was_quicker(
    stage: Stage,
) -> None:
    async def scene(hall: Hall) -> None:
        taking = hall._stored.taking("uno", new=True)
        assert (await hall.writer.call(taking)).table == "uno"
        assert await hall.recorded_tables() == frozenset()
        first = await hall.open_table("toy", Open("uno"))
        looks = [frozenset[str]()]  # another hall records its opening after this one has looked

        async def recorded() -> frozenset[str]:
            return looks.pop() if looks else await hall.recorded_tables()

        hall._names._recorded = recorded
        second = await hall.open_table("toy", Open("uno"))
        assert (first.id, second.id, await hall.recorded_tables()) == ("uno", "uno-2", {"uno", "uno-2"})
        assert (await error_of(first.act(Act(ANA, Add(1)))), first.version) == (None, 2)

    stage.play(scene)


def test_a_hall_does_not_start_over_a_store_whose_guards_are_gone(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(store: Any) -> None:
        assert store.tables() == ()
        raise RecordRefusedError("guards-lost", problems=[])

    monkeypatch.setattr(live_hall.recovery, "require_guards", gone)
    assert asyncio.run(error_of(Hall.start(stage.url, stage.keys, clock=stage.clock, games=GAMES))) == (
        RecordRefusedError,
        "guards-lost",
    )


# --- a house ---------------------------------------------------------------------------------------------------------


def test_a_house_is_put_above_a_hall_before_its_first_table_and_once(stage: Stage) -> None:
    async def scene(hall: Hall) -> None:
        hall._names.reserved.add("mesa")
        assert await error_of(hall.open_house(OpenHouse("Casa", DORA))) == (LiveError, "house-late")
        hall._names.reserved.clear()
        house = await hall.open_house(OpenHouse("Casa", DORA))
        assert (hall.house, house.id, house.version) == (house, "house", 1)
        assert hall._redraw_pages_of in house.person_named
        assert len(house.committed) == 1, "its archive follows it"
        assert (await error_of(hall.open_house(OpenHouse("Otra", DORA))))[0] == "house-exists"
        assert hall._actors() == (house,)
        assert (await house.act(Act(DORA, OpenDay("2026-11-22")))).refusal is None
        table = await hall.open_table("toy", Open("uno"))
        assert hall._actors() == (table, house)
        assert len(house.committed) == 1

    async def late(hall: Hall) -> None:
        assert hall.house is not None
        # the small game tells its house nothing: its table is none of this day
        assert (hall.house.version, set(hall.tables), set(hall.archive.tables)) == (2, set(), {"uno"})

    played(scene, stage=stage)
    played(late, stage=stage)


def test_a_hall_with_tables_gets_no_house_any_more(stage: Stage) -> None:
    async def scene(hall: Hall) -> None:
        if not hall.tables:
            await hall.open_table("toy", Open("uno"))
        assert await error_of(hall.open_house(OpenHouse("Casa", DORA))) == (LiveError, "house-late")
        assert (hall.house, await hall.recorded_tables()) == (None, {"uno"})

    played(scene, scene, stage=stage)
    stage.play(scene, recover=True)


def test_whom_an_act_of_the_house_names_sees_his_pages_drawn_anew(stage: Stage) -> None:
    async def scene(hall: Hall) -> None:
        tables = [await hall.open_table("toy", Open(name)) for name in ("uno", "dos")]
        hall.presence.connect(ANA, "uno")
        hall.presence.connect(BEA, "dos")
        before = [one.revision for one in tables]
        hall._redraw_pages_of(ANA)
        after = [one.revision for one in tables]
        assert (after[0] != before[0], after[1] == before[1]) == (True, True)

    stage.play(scene)


# --- what is read at the start ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (RecordRefusedError("house-gone"), "house-gone"),
        (ValueError("bad"), "record-unreadable"),
        (WriterChangedError("writer-changed", table="uno", epoch=2), "writer-changed"),
    ],
)
def test_a_table_that_cannot_be_taken_up_is_set_aside_and_the_others_go_on(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    told: list[Any] = []
    taking_up = StoredTables.table

    async def broken(self: StoredTables, name: str, witnessed: Any) -> Any:
        if name == "uno":
            raise error
        return await taking_up(self, name, witnessed)

    async def first(hall: Hall) -> None:
        for name in ("uno", "dos"):
            await hall.open_table("toy", Open(name))

    async def again(hall: Hall) -> None:
        assert (set(hall.tables), {name: why.code for name, why in hall.parked_tables.items()}) == (
            {"dos"},
            {"uno": code},
        )
        assert told == [("table-set-aside", {"table": "uno", "why": code})]

    stage.play(first)
    monkeypatch.setattr(StoredTables, "table", broken)
    monkeypatch.setattr(live_hall.security_log, "tell", lambda code, *_, **facts: told.append((code, facts)))
    stage.play(again)


def test_a_store_that_takes_nothing_stops_the_start(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(self: StoredTables, name: str, witnessed: Any) -> Any:
        raise HallFailedError("record-failed")

    async def first(hall: Hall) -> None:
        await hall.open_table("toy", Open("uno"))

    stage.play(first)
    monkeypatch.setattr(StoredTables, "table", broken)
    assert asyncio.run(error_of(Hall.start(stage.url, stage.keys, clock=stage.clock, games=GAMES))) == (
        HallFailedError,
        "record-failed",
    )
    monkeypatch.undo()
    stage.play(lambda hall: asyncio.sleep(0))  # it has let go of the store


def test_tables_of_which_the_witness_knows_and_the_store_does_not_stop_the_start(stage: Stage, tmp_path: Path) -> None:
    async def first(hall: Hall) -> None:
        await hall.open_table("toy", Open("uno"))

    stage.play(first)
    file = tmp_path / "witness"
    said = [
        sign_checkpoint(stage.keys.signing, Checkpoint(name, 1, "ab" * 32, TIME, "", epoch=1)) for name in ("z", "b")
    ]
    witness.append(file, said)
    with pytest.raises(RecordRefusedError) as error:
        stage.play(first, witness_file=file)
    assert (error.value.code, error.value.facts) == ("tables-gone", {"tables": "b, z"})


def test_whoever_follows_a_closed_table_is_led_on_to_the_one_that_goes_on_from_it(stage: Stage) -> None:
    async def scene(hall: Hall) -> None:
        before = await hall.open_table("toy", Open("uno"))
        revision, watched = before.revision, []
        for name in ("limits", "presence", "absence_timeouts", "post_absences"):
            setattr(hall, name, SimpleNamespace(watch=watched.append, stop=lambda: None))
        other: Any = SimpleNamespace(id="dos", continues=None, game=TOY, state=TOY.blank())
        hall._admit(other)
        assert before.revision == revision
        later: Any = SimpleNamespace(id="uno-2", continues=SimpleNamespace(table="uno"), game=TOY, state=TOY.blank())
        hall._admit(later)
        assert before.revision == (revision[0], revision[1] + 1)
        lost: Any = SimpleNamespace(id="tres", continues=SimpleNamespace(table="gone"), game=TOY, state=TOY.blank())
        hall._admit(lost)
        assert watched == [other] * 4 + [later] * 4 + [lost] * 4
        assert set(hall.tables) == {"uno", "dos", "uno-2", "tres"}
        for name in ("dos", "uno-2", "tres"):
            del hall._tables[name]

    stage.play(scene)


def test_a_hall_that_closes_stops_all_its_clocks(stage: Stage) -> None:
    stopped: list[str] = []

    async def scene(hall: Hall) -> None:
        for name in ("limits", "presence", "absence_timeouts", "post_absences"):
            setattr(hall, name, SimpleNamespace(stop=lambda name=name: stopped.append(name)))

    stage.play(scene)
    before, after = stopped[:4], stopped[4:]  # of the acts at work, which may set one anew
    assert sorted(before) == sorted(after) == ["absence_timeouts", "limits", "post_absences", "presence"]


def test_what_a_house_refuses_is_no_house(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refusing(self: Any, act: Any, *given: Any) -> Any:
        return SimpleNamespace(outcome=Refused("house-exists"))

    async def scene(hall: Hall) -> None:
        monkeypatch.setattr(live_hall.HouseActor, "act", refusing)
        assert (await error_of(hall.open_house(OpenHouse("Casa", DORA))))[0] == "house-exists"
        assert hall.house is None

    stage.play(scene)
