"""Threats: an older, emptied, cut, torn or deleted witness, a drill with the one in use: halls and verbs say so."""

import asyncio
import fcntl
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tapete.cli import stores
from tapete.live import Hall, Keys, RecordRefusedError
from tapete.live.hall import StoreProbe, readiness
from tapete.record import witness
from tapete.record.checkpoints import sign_checkpoint
from tapete.record.store.sqlite import MAGIC
from tapete.table.acts import BuyIn
from tests.faults.test_backup import HOUSE, OPENING, begun, play
from tests.support.command_line import asked as ask, tree
from tests.support.live.evening import open_day

DAMAGE: dict[str, tuple[Callable[[Path], Any], str]] = {
    "older": (lambda file: file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-3])), "behind"),
    "emptied": (lambda file: file.write_bytes(b""), "behind"),
    "cut in front": (lambda file: file.write_bytes(file.read_bytes().split(b"\n", 2)[2]), "behind"),
    "torn": (lambda file: file.write_bytes(file.read_bytes()[:-9]), "behind"),
    "deleted": (Path.unlink, "gone"),
}

ADDED: tuple[tuple[Callable[[Path], Any], str], ...] = (
    (lambda file: witness.append(file, [sign_checkpoint(Keys.fresh().signing, witness.read(file)[-1])]), "behind"),
    (lambda file: file.write_bytes(file.read_bytes() + b'{"x":1}\n'), "behind"),
)
"""Lines with which a hall does not start again."""


class House:
    def __init__(self, folder: Path) -> None:
        self.store, self.key, self.witness = folder / "hall.db", folder / "hall.key", folder / "away" / "witness"
        self.witness.parent.mkdir()
        self.keys, self.folder = Keys.load(self.key), folder
        self.files = ("--key", self.key, "--witness", self.witness)

        async def evening() -> None:
            await (await begun(str(self.store), self.keys, self.witness)).stop()

        asyncio.run(evening())

    async def start(self) -> Hall:
        return await Hall.start(str(self.store), self.keys, witness_file=self.witness)

    def audited(self, *witnesses: Path, status: int = 0) -> Any:
        named = [word for one in witnesses for word in ("--witness", one)]
        return tree("audit", self.store, *named, status=status)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


async def codes(hall: Hall) -> tuple[str, ...]:
    return (await readiness(hall, StoreProbe(hall))).codes


@pytest.mark.parametrize("damage", DAMAGE)
async def test_a_hall_does_not_say_ready_on_a_witness_that_is_not_whole(house: House, damage: str, caplog: Any) -> None:
    harm, found = DAMAGE[damage]
    harm(house.witness)
    if found == "gone":
        with pytest.raises(RecordRefusedError, match="mounted"):
            await house.start()
        assert not house.witness.exists(), "a fresh one is made the first time alone"
    else:
        hall = await house.start()
        assert await codes(hall) == ("witness-behind",)
        await hall.stop()
    await asyncio.to_thread(stores.renew_witness, str(house.store), house.key, house.witness)
    hall = await house.start()
    assert await codes(hall) == ()
    await hall.stop()
    assert ("witness-torn" in caplog.text) is (damage == "torn")
    assert ("witness-behind" in caplog.text) is (found == "behind")
    told = house.audited(house.witness)
    assert {one["table"] for one in told["warnings"] if one["facts"].get("case") == "unknown"} == {HOUSE, OPENING.name}


async def test_a_witness_that_goes_while_a_hall_runs_is_told_and_ends_the_hall(house: House, caplog: Any) -> None:
    hall = await house.start()
    kept = house.witness.read_bytes()
    for harm, found in (*DAMAGE.values(), *ADDED):
        harm(house.witness)
        assert await codes(hall) == ("witness-lost" if found == "gone" else "witness-behind",)
        house.witness.write_bytes(kept)
        assert await codes(hall) == ()
        assert witness.is_in_use(house.witness), "put back, it is the hall's again: no restore takes it"
    shutil.copy(house.witness, house.folder / "other")
    with (house.folder / "other").open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        (house.folder / "other").replace(house.witness)
        assert await codes(hall) == ("witness-held",), "another program has the one that was put there"
    assert await codes(hall) == ()
    house.witness.unlink()
    os.mkfifo(house.witness)
    assert await codes(hall) == ("witness-lost",), "nobody waits for a pipe: the hall would stand still"
    house.witness.unlink()
    with pytest.raises(FileNotFoundError):
        await hall.signer.sign()  # nothing new is to be signed
    with pytest.raises(FileNotFoundError):
        await hall.stop()
    hall._fail(FileNotFoundError(2, "gone"))  # as the signature of every minute does
    assert not [one for one in caplog.records if one.exc_info], "the code says it"
    assert not house.witness.exists()


@pytest.mark.parametrize("is_new", [False, True])
async def test_no_running_hall_signs_into_a_file_without_a_line_of_its_own(house: House, is_new: bool) -> None:
    """Two disks come back the wrong way round, after the first signature or before it: the other hall starts again."""
    of_other, own = house.folder / "other", house.folder / "own"
    await (await begun(str(house.folder / "other.db"), Keys.load(house.folder / "other.key"), of_other)).stop()
    for number, said in enumerate((of_other.read_bytes(), of_other.read_bytes() + b"{", b"nota\n", b"{}\n")):
        store, file = (house.folder / f"{number}.db", house.folder / f"{number}") if is_new else (house.store, own)
        shutil.copy(house.witness, own)
        hall = await Hall.start(str(store), house.keys, witness_file=file)
        kept = None if is_new else file.read_bytes()
        file.write_bytes(said)
        await (open_day(hall) if is_new else play(hall, BuyIn(100)))
        for end in (hall.signer.sign, hall.stop):
            with pytest.raises(OSError, match="another hall's"):
                await end()
        assert file.read_bytes() == said
        file.unlink()
        if kept is not None:
            house.witness.write_bytes(kept)
        hall = await Hall.start(str(store), house.keys, witness_file=file if is_new else house.witness)
        await hall.signer.sign()
        assert await codes(hall) == ()
        await hall.stop()


def test_neither_copy_nor_restoring_goes_without_the_witness_unsaid(house: House) -> None:
    copy, there = house.folder / "copy.db", house.folder / "there.db"
    assert "--no-witness" in ask("backup", house.store, copy, status=2).stderr
    assert "--no-witness" in ask("backup", house.store, copy, "--witness", house.folder / "typo", status=2).stderr
    assert "is there" in ask("backup", house.store, copy, *house.files, "--no-witness", status=2).stderr
    assert not copy.exists()
    assert "not checked" in ask("backup", house.store, copy, "--no-witness").stderr
    copy.unlink()
    ask("backup", house.store, copy, *house.files)
    for named in ((), ("--witness", house.folder / "typo"), ("--witness", f"{copy}.witness")):
        ask("restore", copy, there, "--key", house.key, *named, status=2)
        assert not there.exists()
    kept = house.witness.read_bytes()
    for harm, found in DAMAGE.values():
        if found == "behind":
            harm(house.witness)
            ask("restore", copy, there, *house.files, status=2)
            ask("backup", house.store, house.folder / "another.db", *house.files, status=2)
            house.witness.write_bytes(kept)
    assert {one.name for one in house.folder.glob("*.db")} == {"hall.db", "copy.db"}


OF_COPY: dict[str, Callable[[Path, Path], Any]] = {
    "none": lambda beside, file: None,
    "plain": shutil.copy,
    "moved": Path.rename,
    "other ends of lines": lambda beside, file: file.write_bytes(beside.read_bytes().replace(b"\n", b"\r\n")),
    "repeated": lambda beside, file: file.write_bytes(beside.read_bytes() * 2),
    "no prefix": lambda beside, file: file.write_bytes(beside.read_bytes().splitlines(keepends=True)[0]),
    "no link": lambda beside, file: file.symlink_to(beside),
    "no other name": lambda beside, file: file.hardlink_to(beside),
}


@pytest.mark.parametrize("case", OF_COPY)
async def test_what_is_put_back_without_a_witness_is_signed_as_not_known(house: House, case: str) -> None:
    """A copy lacks the last entries, and everything else but the key is lost: nobody may sign that nothing is gone. The
    copy's own lines are no witness of what came after it, however they are written.
    """
    copy, there, fresh = (house.folder / name for name in ("copy.db", "there.db", "fresh"))
    ask("backup", house.store, copy, *house.files)
    hall = await house.start()
    await play(hall, *(BuyIn(100) for _ in range(5)))
    await hall.stop()
    OF_COPY[case](Path(f"{copy}.witness"), fresh)
    words = ("restore", copy, there, "--key", house.key, "--witness", fresh, *["--no-witness"] * (case == "none"))
    if case.startswith("no "):
        told = ask(*words, status=2).stderr
        assert ("--no-witness" in told, "serve" in told, there.exists()) == (True, False, False)
        return
    said = ask(*words, "--json")
    assert json.loads(said.stdout)["witnessed"] is False
    assert "nobody knows" in said.stderr
    told = tree("audit", there, "--key", house.key, "--witness", fresh)
    restored = [one for one in told["warnings"] if one["code"] == "restored"]
    assert {one["table"] for one in restored} == {HOUSE, OPENING.name}
    assert all("gone" not in one["facts"] and "nobody knows" in one["text"] for one in restored)
    beside_old = tree("audit", there, "--key", house.key, "--witness", house.witness, status=1)
    assert "rolled-back" in {one["code"] for one in beside_old["problems"]}, "the true witness turns up again"


def test_no_more_is_said_of_what_came_after_a_copy_than_a_stale_witness_knows(house: House) -> None:
    """What went with the copy is taken away, and the witness is of before the last evening."""
    copy, there, stale = (house.folder / name for name in ("copy.db", "there.db", "stale"))

    async def evening(acts: int, copied: bool) -> None:
        hall = await house.start()
        if copied:
            await asyncio.to_thread(ask, "backup", house.store, copy, *house.files)
        await play(hall, *(BuyIn(100) for _ in range(acts)))
        await hall.stop()

    asyncio.run(evening(0, copied=True))
    shutil.copy(house.witness, stale)
    asyncio.run(evening(5, copied=False))
    Path(f"{copy}.witness").unlink()
    said = ask("restore", copy, there, "--key", house.key, "--witness", stale).stderr
    last = max(one.time for one in witness.read(stale) if not one.restored_from)
    assert f"last speaks on {last}" in said
    told = tree("audit", there, "--key", house.key, "--witness", stale)["warnings"]
    assert all("of what was known" in one["text"] for one in told if one["code"] == "restored")


async def test_a_drill_takes_a_copy_of_the_witness_and_the_hall_starts_again(house: House) -> None:
    copy, drill = house.folder / "copy.db", house.folder / "drill"
    drill.mkdir()
    hall = await house.start()
    await asyncio.to_thread(ask, "backup", house.store, copy, *house.files)
    said = house.witness.read_bytes()
    with pytest.raises(RecordRefusedError, match="running hall"):
        await Hall.start(str(copy), house.keys, witness_file=house.witness)
    assert house.witness.read_bytes() == said, "a copy of a living hall writes nothing into its witness"
    refused = await asyncio.to_thread(ask, "restore", copy, drill / "hall.db", *house.files, "--older", status=2)
    assert "cp " in refused.stderr
    assert not (drill / "hall.db").exists()
    shutil.copy(house.witness, drill / "witness")
    words = ("restore", copy, drill / "hall.db", "--key", house.key, "--witness", drill / "witness")
    await asyncio.to_thread(ask, *words)
    await play(hall, BuyIn(100))
    await hall.stop()
    assert not witness.is_in_use(house.witness)
    hall = await house.start()
    assert await codes(hall) == ()
    await hall.stop()


@pytest.mark.parametrize("is_fork", [True, False])
async def test_a_hall_says_what_to_do_where_the_witness_speaks_against_its_store(house: House, is_fork: bool) -> None:
    """Another copy of the hall was played with it, or another hall."""
    fork, other = house.folder / "fork.db", house.folder / "fork.witness"
    keys = house.keys if is_fork else Keys.load(house.folder / "fork.key")
    for file, to in ((house.store, fork), (house.witness, other)) * is_fork:
        shutil.copy(file, to)
    away = Hall.start(str(fork), keys, witness_file=other) if is_fork else begun(str(fork), keys, other)
    for hall, amount in ((await away, 100), (await house.start(), 200)):
        await play(hall, BuyIn(amount))
        await hall.stop()
    with pytest.raises(RecordRefusedError, match="give this one's with --witness"):
        await Hall.start(str(house.store), house.keys, witness_file=other)


def content(file: Path) -> bytes:
    """Return what a file holds; of a store without the counters that SQLite moves whenever it opens its log."""
    data = file.read_bytes()
    return data[:24] + data[28:92] + data[100:] if data.startswith(MAGIC) else data


def test_a_file_that_is_no_witness_is_left_as_it_is(house: House, tmp_path: Path) -> None:
    """Whoever names the key, the store or a note as the witness loses neither, also where it ends without a newline."""
    note = tmp_path / "nota.txt"
    note.write_text("mañana a las diez")
    for other in (house.key, house.store, note):
        before = content(other)
        named = ("--store", house.store, "--key", house.key, "--witness", other)
        told = ask("open", "bingo", "--name", "otra", *named, status=2)
        assert content(other) == before, f"open wrote over {other.name}"
        assert str(other) in told.stderr
        ask("serve", *named, "--port", "0", "--renew-witness", status=2)
        assert content(other) == before, f"serve wrote over {other.name}"
    with pytest.raises(OSError, match="no witness file"):
        witness.append(note, ())
