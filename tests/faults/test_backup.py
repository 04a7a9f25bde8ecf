"""The drill: a store copied while its hall plays, put back, played on and audited; and everything that is refused."""

import asyncio
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys
from tapete.record.store import open_store
from tapete.record.store.sqlite import library as sqlite3
from tapete.table.acts import BuyIn, Sit
from tests.support.command_line import asked as ask, tree
from tests.support.faults.processes import ROOT, program
from tests.support.live.evening import OPENING, OTHER, open_day, welcome

pytestmark = pytest.mark.slow

ANA = PersonId("ana")
HOUSE = "house"


async def begun(url: str, keys: Keys, witness: Path) -> Hall:
    hall = await Hall.start(url, keys, witness_file=witness)
    await welcome(await open_day(hall), ANA, 1_000_000)
    await hall.open_table("punto-y-banca", OPENING)
    await play(hall, Sit(1))
    await hall.signer.sign()
    return hall


async def play(hall: Hall, *whats: Any) -> None:
    table = hall.tables[OPENING.name]
    for what in whats:
        answer = await table.act(Act(ANA, what, table.step))
        assert answer.refusal is None, answer


async def closed(work: Callable[[], Any]) -> Any:
    return await asyncio.to_thread(work)


def chips(hall: Hall) -> int:
    return int(hall.tables[OPENING.name].view(ANA).me.chips)


class Place:
    """Where a hall has its things in a test: the store of either sort, its key and its witness."""

    def __init__(self, databases: Any, folder: Path) -> None:
        self.databases, self.folder, self.count = databases, folder, 0
        self.url = databases.fresh()
        self.key, self.witness = folder / "hall.key", folder / "hall.witness"
        self.keys = Keys.load(self.key)

    def files(self) -> tuple[object, ...]:
        return "--key", self.key, "--witness", self.witness

    def another(self) -> str:
        return str(self.databases.fresh())

    def audited(self, url: str, *words: object, status: int = 0) -> dict[str, Any]:
        return dict(tree("audit", url, "--key", self.key, *words, status=status))


@pytest.fixture
def place(databases: Any, tmp_path: Path) -> Place:
    return Place(databases, tmp_path)


def test_a_copy_taken_while_a_hall_plays_is_put_back_played_on_and_audited(place: Place) -> None:
    copy = place.folder / "copy.db"

    async def evening() -> int:
        hall = await begun(place.url, place.keys, place.witness)
        bought = asyncio.Event()

        async def busy() -> None:
            for _ in range(60):
                await play(hall, BuyIn(100))
                bought.set()

        playing = asyncio.create_task(busy())
        await asyncio.wait({playing, asyncio.ensure_future(bought.wait())}, return_when=asyncio.FIRST_COMPLETED)
        await closed(lambda: ask("backup", place.url, copy, *place.files()))
        await playing
        version = hall.tables[OPENING.name].version
        await hall.stop()
        return version

    last = asyncio.run(evening())
    found = place.audited(str(copy), "--witness", f"{copy}.witness")
    assert found["ok"]
    with open_store(str(copy), read_only=True) as store:
        kept = store.head(OPENING.name).version
    assert 2 < kept <= last
    assert not (place.folder / "copy.db.key").exists()
    assert [one.stat().st_mode & 0o777 for one in (copy, Path(f"{copy}.witness"))] == [0o600] * 2
    # everything but key and copy is lost
    place.witness.unlink()
    there = place.another()
    ask("restore", copy, there, *place.files(), "--no-witness")

    async def next_evening() -> None:
        hall = await Hall.start(there, place.keys, witness_file=place.witness)
        assert not hall.parked_tables
        assert hall.tables[OPENING.name].version == kept
        assert chips(hall) == 100 * (kept - 2)
        await play(hall, BuyIn(700))
        await hall.stop()

    asyncio.run(next_evening())
    found = place.audited(there, "--witness", place.witness)
    assert (found["ok"], found["problems"]) == (True, [])
    told = {one["table"]: one["facts"] for one in found["warnings"] if one["code"] == "restored"}
    assert told.keys() == {OPENING.name, HOUSE}
    assert (told[OPENING.name]["last"], told[OPENING.name]["case"]) == (kept, "unknown")


def test_an_older_copy_is_recognised_and_the_audit_says_for_ever_what_is_gone(place: Place) -> None:
    copy = place.folder / "copy.db"

    async def evening() -> tuple[int, int]:
        hall = await begun(place.url, place.keys, place.witness)
        kept = hall.tables[OPENING.name].version
        await closed(lambda: ask("backup", place.url, copy, *place.files()))
        await play(hall, *(BuyIn(100) for _ in range(7)))
        await hall.open_table("chemin-de-fer", OTHER)  # of this the copy knows nothing
        last = hall.tables[OPENING.name].version
        await hall.stop()
        return kept, last

    kept, last = asyncio.run(evening())
    there = place.another()
    before = place.witness.read_bytes()
    refused = ask("restore", copy, there, *place.files(), "--json", status=1)
    lost = {one["table"]: (one["last"], one["known"]) for one in json.loads(refused.stdout)["lost"]}
    assert lost.keys() == {OPENING.name, OTHER.name, HOUSE}
    assert lost[OPENING.name] == (kept, last)
    assert lost[OTHER.name][0] == 0
    assert place.witness.read_bytes() == before
    refused = ask("restore", copy, there, *place.files(), status=1)
    assert f"{OPENING.name}: the copy ends at entry {kept}; the witness knows entry {last}" in refused.stdout
    ask("restore", copy, there, *place.files(), "--older")
    assert place.witness.read_bytes().startswith(before)

    async def go_on(amount: int) -> None:
        hall = await Hall.start(there, place.keys, witness_file=place.witness)
        assert not hall.parked_tables
        assert set(hall.tables) == {OPENING.name}
        await play(hall, *(BuyIn(amount) for _ in range(12)))  # past the entries that are gone
        await hall.stop()

    for amount in (200, 300):
        asyncio.run(go_on(amount))
        found = place.audited(there, "--witness", place.witness)
        assert (found["ok"], found["problems"]) == (True, [])
        told = {one["table"]: one["facts"] for one in found["warnings"] if one["code"] == "restored"}
        assert (told[OPENING.name]["last"], told[OPENING.name]["known"]) == (kept, last)
        assert told[OPENING.name]["gone"] == last - kept
        assert told[OTHER.name]["last"] == 0
    # without the signed restoring it is what it always was: a record that was rolled back and written anew
    with_old = place.folder / "old.witness"
    with_old.write_bytes(before)
    text = ask("audit", there, "--key", place.key, "--witness", place.witness).stdout
    assert f"it was known up to entry {last}, and of what was known {last - kept} entries are gone" in text


@pytest.fixture
def hall_folder(tmp_path: Path) -> Path:
    """A folder with a hall that is closed, and a copy of it with its key."""
    folder = tmp_path / "casa"
    folder.mkdir()

    async def evening() -> None:
        hall = await begun(str(folder / "hall.db"), Keys.load(folder / "hall.db.key"), folder / "hall.db.witness")
        await hall.stop()

    asyncio.run(evening())
    ask("backup", folder / "hall.db", folder / "copy.db", "--with-key")
    return folder


def listing(folder: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in folder.iterdir() if not one.name.endswith(".lock")}


def test_nothing_is_written_over(hall_folder: Path) -> None:
    before = listing(hall_folder)
    store, copy = hall_folder / "hall.db", hall_folder / "copy.db"
    for words in (
        ("backup", store, store),  # into the running database's own path
        ("backup", store, copy),
        ("restore", copy, store),
        ("restore", copy, copy),
    ):
        assert "there already" in ask(*words, status=2).stderr
        assert listing(hall_folder) == before
    (hall_folder / "new.db-journal").write_bytes(b"x")  # SQLite would play it back into the store
    assert "new.db-journal" in ask("restore", copy, hall_folder / "new.db", status=2).stderr
    (hall_folder / "other.db.witness").write_bytes(b"")
    assert "other.db.witness" in ask("backup", store, hall_folder / "other.db", status=2).stderr
    assert not (hall_folder / "other.db").exists()
    for verb, source in (("backup", store), ("restore", copy)):
        assert "no folder “nodir”" in ask(verb, source, "nodir/new.db", status=2).stderr
    assert "too long" in ask("backup", store, "x" * 300, status=2).stderr


@pytest.mark.parametrize("case", ["text", "empty", "another database", "damaged", "a folder", "nothing"])
def test_what_is_no_copy_is_not_put_back(hall_folder: Path, tmp_path: Path, case: str) -> None:
    wrong, key = tmp_path / "wrong.db", hall_folder / "hall.db.key"
    match case:
        case "text":
            wrong.write_text("No soy una base de datos." * 100)
        case "empty":
            wrong.touch()
        case "another database":
            with closing(sqlite3.connect(wrong)) as made:
                made.execute("CREATE TABLE entries (x)")
        case "damaged":
            whole = bytearray((hall_folder / "copy.db").read_bytes())
            whole[len(whole) // 2 :] = os.urandom(len(whole) - len(whole) // 2)
            wrong.write_bytes(whole)
        case "a folder":
            wrong.mkdir()
    before = sorted(one.name for one in hall_folder.iterdir())
    for lost in ((hall_folder / "hall.db.witness",), (tmp_path / "none.witness", "--no-witness")):
        files = ("--key", key, "--witness", *lost)
        found = ask("restore", wrong, hall_folder / "new.db", *files, status=2)
        assert "Traceback" not in found.output
    assert sorted(one.name for one in hall_folder.iterdir()) == before
    assert not (tmp_path / "none.witness").exists()


def test_a_table_that_is_not_whole_is_named_as_one_for_which_nothing_is_signed(hall_folder: Path) -> None:
    """Promise: putting back says no more than was done: a hall signs for no table whose record is not sound."""
    copy, new = hall_folder / "copy.db", hall_folder / "new.db"
    files = ("--key", hall_folder / "hall.db.key", "--witness", hall_folder / "hall.db.witness")
    with closing(sqlite3.connect(copy)) as store, store:
        (table,) = store.execute("SELECT table_id FROM entries WHERE version = 2 ORDER BY table_id LIMIT 1").fetchone()
        store.execute("DROP TRIGGER entries_no_update")
        store.execute("UPDATE entries SET hash = 'x' WHERE version = 2 AND table_id = ?", (table,))
    told = ask("restore", copy, new, *files)
    assert f"Not so {table}" in told.stderr, told.output
    found = json.loads(ask("audit", new, *files, "--json", status=1).stdout)
    assert table not in {one["table"] for one in found["warnings"] if one["code"] == "restored"}


def test_a_copy_needs_the_key_of_its_own_hall(hall_folder: Path, tmp_path: Path) -> None:
    copy = hall_folder / "copy.db"
    Path(f"{copy}.key").unlink()
    missing = ask("restore", copy, tmp_path / "new.db", "--no-witness", status=2)
    assert "new.db.key" in missing.stderr
    Keys.load(tmp_path / "other.key")
    ask("restore", copy, tmp_path / "new.db", "--key", tmp_path / "other.key", "--no-witness", status=2)
    assert [one.name for one in tmp_path.iterdir() if "new" in one.name] == []


def test_a_key_comes_along_only_where_it_is_asked_for(hall_folder: Path, tmp_path: Path) -> None:
    key = (hall_folder / "hall.db.key").read_bytes()
    there = tmp_path / "there"
    there.mkdir()
    ask("restore", hall_folder / "copy.db", there / "hall.db", "--no-witness")
    assert (there / "hall.db.key").read_bytes() == key
    assert (there / "hall.db.key").stat().st_mode & 0o077 == 0
    assert (there / "hall.db").stat().st_mode & 0o077 == 0
    ask("backup", hall_folder / "hall.db", tmp_path / "plain.db")
    assert key not in (tmp_path / "plain.db").read_bytes()
    assert not (tmp_path / "plain.db.key").exists()


def test_a_key_comes_along_only_where_it_is_the_hall_s_own(hall_folder: Path, tmp_path: Path) -> None:
    Keys.load(tmp_path / "other.key")
    (tmp_path / "note.key").write_text("mañana a las diez")
    strange = {"other.key": "is not the key of", "note.key": "is not a key file", "/dev/null": "a pipe or a device"}
    for name, why in strange.items():
        words = ("backup", hall_folder / "hall.db", tmp_path / "copy.db", "--with-key", "--key", tmp_path / name)
        assert why in ask(*words, status=2).stderr
        assert {one.name for one in tmp_path.iterdir() if "copy" in one.name} == set()


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))


@pytest.mark.parametrize("verb", ["backup", "restore"])
def test_a_full_disk_leaves_nothing(hall_folder: Path, tmp_path: Path, verb: str) -> None:
    there = tmp_path / "there"
    there.mkdir()
    words = ("hall.db", there / "copy.db") if verb == "backup" else ("copy.db", there / "hall.db", "--no-witness")
    command = [sys.executable, "-Bm", "tapete", verb, str(hall_folder / words[0]), *map(str, words[1:])]
    env = os.environ | {"TAPETE_LANG": "en"}
    done = subprocess.run(command, preexec_fn=limited, capture_output=True, text=True, cwd=ROOT, env=env)
    assert done.returncode == 2, done.stderr
    assert "the copy could not be made: the disk " in done.stderr  # and not that what is copied is no store
    assert list(there.iterdir()) == []


@pytest.mark.crash
@pytest.mark.parametrize("verb", ["backup", "restore"])
def test_whoever_is_killed_in_the_middle_leaves_a_whole_file_or_none(
    hall_folder: Path, tmp_path: Path, verb: str
) -> None:
    source = hall_folder / ("hall.db" if verb == "backup" else "copy.db")
    command = [*program("killed", "copier"), verb, str(source), str(tmp_path), "3"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    ends = [int(line) for line in done.stdout.splitlines() if line.lstrip("-").isdigit()]
    assert ends == [-signal.SIGKILL] * (len(ends) - 1) + [0]
    whole = []
    for number in range(1, len(ends) + 1):
        file = tmp_path / str(number) / ("copy.db" if verb == "backup" else "hall.db")
        whole.append(file.exists())
        if whole[-1]:
            seen = hall_folder / "hall.db.witness" if verb == "backup" else Path(f"{file}.witness")
            ask("audit", file, "--key", hall_folder / "hall.db.key", "--witness", seen)
    assert whole == sorted(whole)
    assert whole.count(False) >= 2


@pytest.mark.pg
def test_a_copy_goes_from_one_sort_of_store_to_the_other_and_back(pg_databases: Any, hall_folder: Path) -> None:
    server, key = pg_databases.fresh(), ("--key", hall_folder / "hall.db.key")
    again, witness = hall_folder / "again.db", hall_folder / "pg.witness"
    shutil.copy(hall_folder / "hall.db.witness", witness)
    assert "new file" in ask("restore", hall_folder / "copy.db", server, *key, "--no-witness", status=2).stderr
    ask("restore", hall_folder / "copy.db", server, *key, "--witness", witness)
    ask("audit", server, *key, "--witness", witness)
    found = ask("restore", hall_folder / "copy.db", server, *key, "--witness", witness, status=2)
    assert "not empty" in found.stderr
    ask("backup", server, again, "--witness", witness)
    ask("audit", again, *key)
    with open_store(str(again), read_only=True) as ours, open_store(server, read_only=True) as theirs:
        for table in (*theirs.tables(),):
            assert [*ours.entries(table)] == [*theirs.entries(table)]
            assert ours.checkpoints(table) == theirs.checkpoints(table)
            assert ours.shoes(table) == theirs.shoes(table)
            assert ours.commands(table) == theirs.commands(table)
