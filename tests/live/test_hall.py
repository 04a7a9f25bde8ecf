"""A hall: keys, checkpoints, witnesses, records that cannot be played on."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest

from tapete.kernel import Act, PersonId
from tapete.live import Hall, HallFailedError, KeyFileError, Keys, ManualClock, RecordRefusedError, security_log
from tapete.record import witness
from tapete.record.checkpoints import is_signed
from tapete.record.store import open_store
from tests.support.live.toy import GAMES, Add, Open
from tests.support.rows import rows

ANA = PersonId("ana")


def test_key_file_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "hall.key"
    made = Keys.load(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = Keys.load(path)
    assert (again.sealing, again.public) == (made.sealing, made.public)
    assert made.sealing.hex() not in repr(made)
    path.chmod(0o640)
    with pytest.raises(KeyFileError, match="chmod"):
        Keys.load(path)


@rows("content", [b"", b"{}", b'{"sealing": "aa", "signing": "bb"}', b'{"sealing": 1}', b"\xff"])
def test_what_is_no_key_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "hall.key"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(KeyFileError):
        Keys.load(path)


def test_checkpoints_are_signed_at_the_start_every_minute_and_at_the_end(stage: Any, tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await hall.open_table("toy", Open("uno"))
        await table.act(Act(ANA, Add(1)), "a")
        await stage.clock.advance(60)
        while not (tmp_path / "w").exists():
            await asyncio.sleep(0.001)
        await stage.clock.advance(600)
        await table.act(Act(ANA, Add(1)), "b")

    async def idle(hall: Hall) -> None:
        await stage.clock.advance(600)

    stage.play(scene, witness_file=tmp_path / "w")
    stage.play(idle, witness_file=tmp_path / "w")
    said = witness.read(tmp_path / "w")
    assert [one.order for one in said] == [(1, 2, False), (1, 3, True), (2, 3, False), (2, 3, True)]
    assert all(is_signed(one, frozenset({stage.keys.public})) for one in said)
    with open_store(stage.url, read_only=True) as store:
        assert store.checkpoints("uno") == said


def test_hall_that_nobody_can_witness_fails_and_lets_go(stage: Any, tmp_path: Path) -> None:
    ended: list[BaseException] = []

    async def scene(hall: Hall) -> None:
        table = await hall.open_table("toy", Open("uno"))
        (tmp_path / "w").mkdir()
        await stage.clock.advance(60)
        while not ended:
            await asyncio.sleep(0.001)
        with pytest.raises(HallFailedError):
            await table.act(Act(ANA, Add(1)), "a")

    async def closing(hall: Hall) -> None:
        (tmp_path / "w").unlink()
        (tmp_path / "w").mkdir()

    async def again(hall: Hall) -> None:
        assert hall.tables["uno"].version == 1

    stage.play(scene, witness_file=tmp_path / "w", on_failure=ended.append)
    assert isinstance(ended[0], OSError)
    (tmp_path / "w").rmdir()
    with pytest.raises(OSError, match="directory"):
        stage.play(closing, witness_file=tmp_path / "w")
    stage.play(again)


def break_into(url: str, *orders: str) -> None:
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f'DROP TRIGGER "{name}"')
        for order in orders:
            connection.execute(order)
        for _, made in guards:
            connection.execute(made)
    connection.close()


async def two_tables(hall: Hall) -> None:
    for name in ("uno", "dos"):
        table = await hall.open_table("toy", Open(name))
        for number in range(4):
            await table.act(Act(ANA, Add(1)), f"c{number}")


ANOTHER = "CAST(replace(CAST(body AS TEXT), 'ana', 'bea') AS BLOB)"


@pytest.mark.parametrize(
    ("orders", "code"),
    [
        ([f"UPDATE entries SET body = {ANOTHER} WHERE table_id = 'uno' AND version = 3"], "hash"),
        (
            ["DELETE FROM commands WHERE version = 3", "DELETE FROM entries WHERE table_id = 'uno' AND version = 3"],
            "gap",
        ),
        (
            [
                "DELETE FROM commands WHERE table_id = 'uno' AND version = 5",
                "DELETE FROM entries WHERE table_id = 'uno' AND version = 5",
            ],
            "rolled-back",
        ),
    ],
)
def test_changed_record_is_parked_and_the_others_go_on(
    stage: Any, orders: list[str], code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, dict[str, Any]]] = []

    async def parked(hall: Hall) -> None:
        why = hall.parked_tables["uno"].code
        assert [facts for kind, facts in told if kind == "table-set-aside"] == [{"table": "uno", "why": why}]
        assert set(hall.tables) == {"dos"}
        assert code in str(hall.parked_tables["uno"])
        assert (await hall.tables["dos"].act(Act(ANA, Add(1)), "later")).refusal is None

    stage.play(two_tables, witness_file=tmp_path / "w")
    break_into(stage.url, *orders)
    monkeypatch.setattr(security_log, "tell", lambda kind, *_, **facts: told.append((kind, facts)))
    stage.play(parked, witness_file=tmp_path / "w")


def test_old_copy_of_the_database_is_seen_by_the_witness(stage: Any, tmp_path: Path) -> None:
    file = Path(stage.url.removeprefix("sqlite:///"))

    async def more(hall: Hall) -> None:
        await hall.tables["uno"].act(Act(ANA, Add(1)), "more")

    async def parked(hall: Hall) -> None:
        assert "rolled-back" in str(hall.parked_tables["uno"])

    stage.play(two_tables, witness_file=tmp_path / "w")
    old = file.read_bytes()
    stage.play(more, witness_file=tmp_path / "w")
    file.write_bytes(old)
    stage.play(parked, witness_file=tmp_path / "w")
    file.unlink()
    with pytest.raises(RecordRefusedError, match="not in the store"):
        stage.play(parked, witness_file=tmp_path / "w")


def test_jumps_of_the_wall_clock_change_nothing(url: str, keys: Keys) -> None:
    """T26: the wall time is written down and decides nothing."""

    class Jumping(ManualClock):
        def wall(self) -> str:
            self.passed -= 86_400
            return super().wall()

    async def scene() -> None:
        hall = await Hall.start(url, keys, clock=Jumping(), games=GAMES)
        table = await hall.open_table("toy", Open("uno"))
        for number in range(5):
            assert (await table.act(Act(ANA, Add(1)), f"c{number}")).version == number + 2
        times = [entry.time for entry in await table.entries()]
        assert times == sorted(times, reverse=True)
        await hall.stop()

    asyncio.run(scene())


def test_what_the_witness_alone_has_of_a_table_is_kept_in_the_store_again(stage: Any, tmp_path: Path) -> None:
    """A hall that died between the two wrote only the witness: each table gets back its own last word."""

    async def more(hall: Hall) -> None:
        await hall.tables["dos"].act(Act(ANA, Add(1)), "more")

    async def nothing(hall: Hall) -> None:
        assert set(hall.tables) == {"uno", "dos"}

    for scene in (two_tables, more):
        stage.play(scene, witness_file=tmp_path / "w")
    last = {one.table: one for one in witness.read(tmp_path / "w")}
    for table in last:
        break_into(stage.url, f"DELETE FROM checkpoints WHERE table_id = '{table}' AND epoch = 2 AND closed = 1")
    stage.play(nothing, witness_file=tmp_path / "w")
    with open_store(stage.url, read_only=True) as store:
        assert [last[table] in store.checkpoints(table) for table in last] == [True, True]
