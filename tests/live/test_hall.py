"""A hall: key, checkpoints, witness, tables of former days, room on the disk, records that cannot be played on."""

import asyncio
import stat
from pathlib import Path
from typing import Any

import pytest

from tapete import live
from tapete.house import acts as a
from tapete.kernel import Act, PersonId
from tapete.live.openings import RecordEnd, closed_end
from tapete.live.recorded_table import RESERVE, free_space_reader
from tapete.record import witness
from tapete.record.checkpoints import is_signed
from tapete.record.entry import StreamEnd
from tapete.record.store import open_store
from tapete.table.acts import Sit
from tests.support.house import DIRECTOR, TABLE
from tests.support.live.evening import DAYS, play_day
from tests.support.live.toy import GAMES, TOY, Add, Draw, Open, Shuffle, Turn, in_hall, two_tables
from tests.support.rows import rows

ANA = PersonId("ana")


def test_key_file_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "hall.key"
    made = live.Keys.load(path)
    assert {one.name: stat.S_IMODE(one.stat().st_mode) for one in path.parent.iterdir()} == {"hall.key": 0o600}
    again = live.Keys.load(path)
    assert (again.sealing, again.public) == (made.sealing, made.public)
    assert made.sealing.hex() not in repr(made)
    path.chmod(0o640)
    with pytest.raises(live.KeyFileError, match="chmod"):
        live.Keys.load(path)


@rows("content", [b"", b"{}", b'{"sealing": "aa", "signing": "bb"}', b'{"sealing": 1}', b"\xff"])
def test_what_is_no_key_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "hall.key"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(live.KeyFileError):
        live.Keys.load(path)


def test_checkpoints_are_signed_at_the_start_every_minute_and_at_the_end(stage: Any, tmp_path: Path) -> None:
    async def scene(hall: live.Hall) -> None:
        table = await hall.open_table("toy", Open("uno"))
        await table.act(Act(ANA, Add(1)), "a")
        await stage.clock.advance(60)
        while not stage.witness.exists():
            await asyncio.sleep(0.001)
        await stage.clock.advance(600)
        await table.act(Act(ANA, Add(1)), "b")

    async def idle(hall: live.Hall) -> None:
        await stage.clock.advance(600)

    stage.play(scene, witness=True)
    stage.play(idle, witness=True)
    said = witness.read(stage.witness)
    assert [one.order for one in said] == [(1, 2, False), (1, 3, True), (2, 3, False), (2, 3, True)]
    assert all(is_signed(one, frozenset({stage.keys.public})) for one in said)
    with open_store(stage.url, read_only=True) as store:
        assert store.checkpoints("uno") == said


def test_hall_that_nobody_can_witness_fails_and_lets_go(stage: Any, tmp_path: Path) -> None:
    ended: list[BaseException] = []

    async def scene(hall: live.Hall) -> None:
        table = await hall.open_table("toy", Open("uno"))
        stage.witness.mkdir()
        await stage.clock.advance(60)
        while not ended:
            await asyncio.sleep(0.001)
        with pytest.raises(live.HallFailedError):
            await table.act(Act(ANA, Add(1)), "a")

    async def closing(hall: live.Hall) -> None:
        stage.witness.unlink()
        stage.witness.mkdir()

    async def again(hall: live.Hall) -> None:
        assert hall.tables["uno"].version == 1

    stage.play(scene, witness=True, on_failure=ended.append)
    assert isinstance(ended[0], OSError)
    stage.witness.rmdir()
    with pytest.raises(OSError, match="directory"):
        stage.play(closing, witness=True)
    stage.play(again)


ANOTHER = "CAST(replace(CAST(body AS TEXT), 'ana', 'bea') AS BLOB)"
GONE = [f"DELETE FROM {one} WHERE table_id = 'uno' AND version = " for one in ("commands", "entries")]


@pytest.mark.parametrize(
    ("orders", "code"),
    [
        ([f"UPDATE entries SET body = {ANOTHER} WHERE table_id = 'uno' AND version = 3"], "hash"),
        ([f"{one}3" for one in GONE], "gap"),
        ([f"{one}5" for one in GONE], "rolled-back"),
    ],
)
def test_changed_record_is_parked_and_the_others_go_on(
    stage: Any, orders: list[str], code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, dict[str, Any]]] = []

    async def parked(hall: live.Hall) -> None:
        why = hall.parked_tables["uno"].code
        assert [facts for kind, facts in told if kind == "table-set-aside"] == [{"table": "uno", "why": why}]
        assert set(hall.tables) == {"dos"}
        assert code in str(hall.parked_tables["uno"])
        assert (await hall.tables["dos"].act(Act(ANA, Add(1)), "later")).refusal is None

    stage.play(two_tables, witness=True)
    stage.tamper(*orders)
    monkeypatch.setattr(live.security_log, "tell", lambda kind, *_, **facts: told.append((kind, facts)))
    stage.play(parked, witness=True)


def test_old_copy_of_the_database_is_seen_by_the_witness(stage: Any, tmp_path: Path) -> None:
    async def more(hall: live.Hall) -> None:
        await hall.tables["uno"].act(Act(ANA, Add(1)), "more")

    async def parked(hall: live.Hall) -> None:
        assert "rolled-back" in str(hall.parked_tables["uno"])

    stage.play(two_tables, witness=True)
    old = stage.file.read_bytes()
    stage.play(more, witness=True)
    stage.file.write_bytes(old)
    stage.play(parked, witness=True)
    stage.file.unlink()
    with pytest.raises(live.RecordRefusedError, match="not in the store"):
        stage.play(parked, witness=True)


def test_of_two_tables_of_a_witness_one_may_have_had_more_writers(stage: Any) -> None:
    async def later(hall: live.Hall) -> None:
        await hall.open_table("toy", Open("tres"))

    async def again(hall: live.Hall) -> None:
        assert (set(hall.tables), hall.parked_tables) == ({"uno", "dos", "tres"}, {})

    stage.play(two_tables, later, again, witness=True)


END = {"uno": StreamEnd("uno", 9, "ab"), "uno-2": StreamEnd("uno-2", 7, "cd"), "uno-3": StreamEnd("uno-3", 8, "ef")}


@rows(
    "known, found",
    {
        "none": ({}, None),
        "the first": ({"uno": (None, True)}, "uno"),
        "one in play": ({"uno": (None, False)}, None),
        "two that stood beside each other": ({"uno-3": (None, True), "uno-2": (None, True)}, "uno-2"),
        "the last of a chain": ({"uno": (None, True), "uno-2": ("uno", True), "uno-3": ("uno-2", True)}, "uno-3"),
        "one from which another goes on": ({"uno": (None, True), "uno-2": ("uno", False)}, None),
        "of no number": (dict.fromkeys(("uno-1", "uno-x", "uno-", "otra", "uno-2-2"), (None, True)), None),
    },
)
def test_a_table_goes_on_from_the_first_closed_one_of_its_name_from_which_none_goes_on(known: Any, found: Any) -> None:
    def ends(game: str) -> dict[str, RecordEnd]:
        made = {name: END.get(name) or StreamEnd(name, 1, "00") for name in known}
        return {name: RecordEnd(made[name], game, END.get(known[name][0]), known[name][1]) for name in known}

    assert closed_end("uno", TOY, ends("toy")) == END.get(found)
    assert closed_end("uno", TOY, ends("other")) is None
    assert closed_end("uno", TOY, ends("toy"), {*known}) is None, "others are being opened from them"


async def test_jumps_of_the_wall_clock_change_nothing(url: str, keys: live.Keys) -> None:
    """T26: the wall time is written down and decides nothing."""

    class Jumping(live.ManualClock):
        def wall(self) -> str:
            self.passed -= 86_400
            return super().wall()

    hall = await live.Hall.start(url, keys, clock=Jumping(), games=GAMES)
    table = await hall.open_table("toy", Open("uno"))
    for number in range(5):
        assert (await table.act(Act(ANA, Add(1)), f"c{number}")).version == number + 2
    times = [entry.time for entry in await table.entries()]
    assert times == sorted(times, reverse=True)
    await hall.stop()


def test_tables_of_the_day_before_leave_a_hall_that_goes_on(stage: Any, url: str) -> None:
    async def scene(hall: live.Hall) -> None:
        first = await play_day(hall, DAYS[0])
        assert set(hall.tables) == {TABLE}  # of the last day: it can still be looked at
        house: Any = hall.house
        assert (await house.act(Act(DIRECTOR, a.OpenDay(DAYS[1])))).refusal is None
        await stage.settled(lambda: set(hall.archive.tables) == {TABLE})
        assert (dict(hall.tables), first.is_open) == ({}, False)
        with pytest.raises(live.HallStoppedError):
            await first.act(Act(ANA, Sit(1)))

    stage.play_in_house(scene)
    with open_store(url, read_only=True) as store:
        (last,) = [one for one in store.checkpoints(TABLE) if one.is_closed]
        assert last.version == store.head(TABLE).version


def test_a_hall_that_starts_reads_only_the_tables_of_its_day(stage: Any, url: str) -> None:
    """The record of a table of a name goes on from the last one, in memory or not."""
    for number in range(3):

        async def scene(hall: live.Hall, number: int = number) -> None:
            table = await play_day(hall, DAYS[number])
            await stage.settled(lambda: len(hall.archive.tables) == number)
            assert set(hall.tables) == {table.id}
            before = [TABLE, f"{TABLE}-2"][number - 1] if number else None
            assert (table.continues.table if table.continues else None) == before

        stage.play_in_house(scene)

    async def between(hall: live.Hall) -> None:
        assert (set(hall.tables), set(hall.archive.tables)) == ({f"{TABLE}-3"}, {TABLE, f"{TABLE}-2"})
        assert [one.id for one in hall.archive.newest_first()][-1] in hall.archive.tables

    stage.play_in_house(between)
    stage.require_sound()


class Disk:
    def __init__(self, free: int | None) -> None:
        self.found, self.asked = free, 0

    def free(self) -> int | None:
        self.asked += 1
        return self.found


@in_hall
async def test_no_coup_begins_below_the_reserve_and_the_one_in_play_ends(hall: live.Hall) -> None:
    disk = Disk(RESERVE)
    hall.disk.free = disk.free
    table = await hall.open_table("toy", Open("uno"))
    assert (await table.act(Act(ANA, Shuffle(), table.step), "s1")).refusal is None  # exactly the reserve is enough
    disk.found = RESERVE - 1
    for number, what in enumerate((Draw(), Add(1), Turn())):
        assert (await table.act(Act(ANA, what, table.step), f"c{number}")).refusal is None
    assert disk.asked == 1  # only a coup that begins asks
    answer = await table.act(Act(ANA, Shuffle(), table.step), "s2")
    assert answer.refusal is not None
    assert (answer.refusal.code, answer.refusal.facts) == ("disk-short", {"free": 63, "reserve": 64})
    assert (table.version, table.view(None).shoe) == (5, 1)
    disk.found = RESERVE
    assert (await table.act(Act(ANA, Shuffle(), table.step), "s2")).refusal is None  # the same request, later
    assert table.view(None).shoe == 2


def test_what_the_rules_refuse_is_said_first(stage: Any) -> None:
    """A disk that is short is no answer to an act that the table would not take anyway."""
    from tapete.games.punto_banco import acts as a
    from tapete.table.staff import Role

    async def scene(hall: live.Hall) -> None:
        hall.disk.free = lambda: 0
        staff = {Role.CROUPIER: PersonId("c"), Role.TABLE_CHIEF: PersonId("j")}
        table = await hall.open_table("punto-y-banca", a.OpenTable("pb", "asturias-2011", 1000, 50000, staff=staff))
        for by, code in (("ana", "not-your-post"), ("c", "wrong-window")):
            answer = await table.act(Act(PersonId(by), a.OpenBets(), table.step))
            assert getattr(answer.refusal, "code", "") == code

    stage.play_in_house(scene)


@in_hall(reserve=1 << 60)
async def test_hall_reads_the_disk_of_its_store_and_keeps_what_it_is_told(hall: live.Hall) -> None:
    assert (hall.disk.free() or 0) > 0
    table = await hall.open_table("toy", Open("uno"))
    answer = await table.act(Act(ANA, Shuffle(), table.step))
    assert getattr(answer.refusal, "code", "") == "disk-short"


def test_disk_that_cannot_be_asked_counts_as_full(tmp_path: Path) -> None:
    assert free_space_reader(f"sqlite:///{tmp_path}/gone/hall.db")() == 0
    assert free_space_reader(str(tmp_path / "hall.db"))() != 0
