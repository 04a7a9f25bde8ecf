"""Promise: every verb that reads, writes or speaks about a witness asks the same of it first, and changes nothing."""

import asyncio
import fcntl
import json
import shutil
from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import pytest

from tapete.cli import app
from tapete.kernel import PersonId
from tapete.live import Hall, Keys
from tapete.record.store.sqlite import library as sqlite3
from tapete.table.acts import BuyIn, Sit
from tests.support.command_line import MINI, runner, serving
from tests.support.live.evening import OPENING, do

TABLE = OPENING.name
OLD, WHOLE = "old.db", "hall.db"


def first_cut(lines: list[bytes]) -> list[bytes]:
    return lines[1:]


STATES: dict[str, tuple[str, Callable[[list[bytes]], list[bytes] | None]]] = {
    "whole": (WHOLE, list),
    "missing": (WHOLE, lambda lines: None),
    "empty": (WHOLE, lambda lines: []),
    "cut": (WHOLE, first_cut),
    "another hall's": (WHOLE, list),
    "knows more": (OLD, list),
    "cut, and knows more": (OLD, first_cut),
    "in use": (WHOLE, list),
}
"""For each state of a witness the store beside which it lies, and what is done to its lines."""

VERBS = {
    "backup": "backup {store} copy.db",
    "restore": "restore {store} there.db --key {key}",
    "adopt": f"adopt {{store}} {TABLE} --key {{key}}",
    "adopt --yes": f"adopt {{store}} {TABLE} --key {{key}} --yes",
    "open": f"open {' '.join(MINI)} --name otra --store {{store}} --key {{key}}",
    "open, new": f"open {' '.join(MINI)} --name otra --store new.db",
    "init": "init --store new.db --name Casa --director dora --key new.key",
    "renew": "serve --store {store} --key {key} --renew-witness --director =",
    "serve, new": "serve --store new.db --create --director =",
}
"""Where a verb that serves has asked all there is to be asked of its witness, the director has no name."""

UNNAMED, GONE, LACKS, FOREIGN = "--no-witness", "is not there, and this hall", "lacks ", "bears this hall's signature"
MORE, USED, THERE, GOES_ON = (
    "knows entries that are not in the store",
    "a running hall writes into",
    "is of a store",
    "",
)
OLDER = "The copy is older than what the witness knows"

ANSWERS = {
    #                       backup   restore  adopt    adopt --yes open     new      init   renew    serve, new
    "whole": (GOES_ON, GOES_ON, GOES_ON, GOES_ON, GOES_ON, FOREIGN, THERE, GOES_ON, FOREIGN),
    "missing": (UNNAMED, UNNAMED, UNNAMED, UNNAMED, GONE, GOES_ON, GOES_ON, GOES_ON, GOES_ON),
    "empty": (LACKS, LACKS, LACKS, LACKS, LACKS, GOES_ON, THERE, GOES_ON, GOES_ON),
    "cut": (LACKS, LACKS, LACKS, LACKS, LACKS, FOREIGN, THERE, GOES_ON, FOREIGN),
    "another hall's": (FOREIGN, FOREIGN, FOREIGN, FOREIGN, FOREIGN, FOREIGN, THERE, FOREIGN, FOREIGN),
    "knows more": (MORE, OLDER, MORE, MORE, MORE, FOREIGN, THERE, MORE, FOREIGN),
    "cut, and knows more": (LACKS, LACKS, LACKS, LACKS, LACKS, FOREIGN, THERE, MORE, FOREIGN),
    "in use": (GOES_ON, USED, USED, USED, USED, USED, THERE, USED, USED),
}


async def evening(folder: Path, *whats: Any) -> None:
    hall = await Hall.start(str(folder / WHOLE), Keys.load(folder / "key"), witness_file=folder / "witness")
    table = hall.tables.get(TABLE) or await hall.open_table("punto-y-banca", OPENING)
    await do(table, PersonId("ana"), *whats)
    await hall.stop()


@pytest.fixture(scope="session")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Two halls that are closed after two evenings; beside each its store after the first."""
    found = {name: tmp_path_factory.mktemp(name) for name in ("own", "other")}
    for folder in found.values():
        asyncio.run(evening(folder, Sit(1)))
        shutil.copy(folder / WHOLE, folder / OLD)
        asyncio.run(evening(folder, BuyIn(10_000), BuyIn(20_000)))
    return found


@pytest.fixture
def place(evenings: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for file in evenings["own"].iterdir():
        shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ask(*words: str) -> Any:
    return runner.invoke(app, list(words), env={"TAPETE_LANG": "en"})


def content(folder: Path) -> dict[str, bytes]:
    """Return what stands in a folder; of a store and its log only that they are there."""
    files = (one for one in folder.iterdir() if not one.name.endswith((".lock", "-wal", "-shm")))
    return {one.name: b"" if one.suffix == ".db" else one.read_bytes() for one in files}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_asks_the_same_of_every_witness(
    place: Path, evenings: dict[str, Path], verb: str, state: str
) -> None:
    (store, harm), witness = STATES[state], place / "witness"
    of = evenings["other" if state == "another hall's" else "own"] / "witness"
    lines = harm(of.read_bytes().splitlines(keepends=True))
    witness.unlink()
    if lines is not None:
        witness.write_bytes(b"".join(lines))
    due = ANSWERS[state][list(VERBS).index(verb)]
    words = VERBS[verb].format(store=store, key="key").split()
    before = content(place)
    with witness.open("rb") if lines is not None else nullcontext() as held:
        if held is not None and state == "in use":
            fcntl.flock(held, fcntl.LOCK_EX)
        found = ask(*words, "--witness", "witness")
    if due:
        assert (found.exit_code, due in found.output) == (1 if due is OLDER else 2, True), found.output
        assert content(place) == before, "who refuses has made nothing and changed nothing"
    elif "--director =" in VERBS[verb]:
        assert "--director =" in found.output, found.output
    else:
        assert found.exit_code == 0, found.output


def restored(*words: str) -> tuple[bool, set[str]]:
    """Put the older copy back; return whether something later is known, and what the audit says to that of the end."""
    Path("there.db").unlink(missing_ok=True)
    found = ask("restore", OLD, "there.db", "--key", "key", "--witness", "witness", *words, "--json")
    assert found.exit_code == 0, found.output
    told = json.loads(ask("audit", "there.db", "--key", "key", "--json").stdout)
    said = {one["facts"].get("case") for one in told["warnings"] if one["code"] == "restored"}
    return json.loads(found.stdout)["witnessed"], said


def test_a_copy_that_is_put_back_twice_is_no_later_knowledge_of_itself(place: Path) -> None:
    """What this hall has signed when it put the copy back, and at a start after that, says nothing of what is gone."""
    witness = place / "witness"
    lines = witness.read_bytes().splitlines(keepends=True)
    witness.write_bytes(b"".join(one for one in lines if json.loads(one)["epoch"] == 1))

    async def start() -> None:
        await (await Hall.start("there.db", Keys.load(place / "key"), witness_file=witness)).stop()

    for _ in range(2):
        assert restored() == (False, {"unknown"})
    asyncio.run(start())
    assert restored() == (False, {"unknown"})


def test_what_a_signed_restoring_has_given_up_stands_in_no_verbs_way(place: Path) -> None:
    assert restored("--older")[0]
    assert ask("backup", "there.db", "copy.db", "--witness", "witness").exit_code == 0


def test_a_table_is_said_to_be_for_adopting_only_where_that_brings_it_back(place: Path) -> None:
    for store, of, is_helped in ((OLD, "SELECT 1", False), (WHOLE, "UPDATE entries SET tag = NULL", True)):
        with closing(sqlite3.connect(store)) as opened, opened:
            triggers = dict(opened.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall())
            for one in triggers:
                opened.execute(f"DROP TRIGGER {one}")
            opened.execute(of)
            for one in triggers.values():
                opened.execute(one)
        with serving("--store", store, "--key", "key", "--witness", "witness", "--staff-key", "key") as (_, _, said):
            assert ("is set aside" in "".join(said), "tapete adopt" in "".join(said)) == (True, is_helped), said
