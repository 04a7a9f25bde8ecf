"""A hall that is killed never says that it closes: what could have been cut off its record is a reserve for ever."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.catalogue import recorded_engines
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys
from tapete.live.adoption import adopt_table, doubtful_table
from tapete.record import witness
from tapete.record.audit import AuditInputs, audit
from tapete.record.authentication import KeptEntry
from tapete.record.checkpoints import Checkpoint, sign_checkpoint
from tapete.record.closings import unclosed_writers
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tests.support.live.days import DAYS, play_day
from tests.support.live.stage import Stage
from tests.support.live.toy import GAMES, Add, Open

SIGNER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
ANA = PersonId("ana")


def written(*epochs: int) -> list[KeptEntry]:
    return [KeptEntry(version, f"{version:064x}", None, epoch) for version, epoch in enumerate(epochs, start=1)]


def said(version: int, epoch: int, **fields: Any) -> Checkpoint:
    unsigned = Checkpoint("t", version, f"{version:064x}", "2026-03-01T12:00:00+00:00", "", epoch=epoch)
    return sign_checkpoint(SIGNER, msgspec.structs.replace(unsigned, **fields))


def closed(version: int, epoch: int) -> Checkpoint:
    return said(version, epoch, is_closed=True)


def unclosed(
    wrote: Sequence[int], *fitting: Checkpoint, table: str = "t", void: Collection[Checkpoint] = ()
) -> list[tuple[int, int]]:
    return [tuple(one) for one in unclosed_writers(table, written(*wrote), fitting, (*fitting, *void))]


@pytest.mark.parametrize(
    ("wrote", "fitting", "found"),
    [
        ((1, 1, 2), (closed(2, 1), said(2, 2)), []),
        ((1, 1, 2), (said(2, 1), said(2, 2)), [(1, 2)]),
        ((1, 1, 1, 2), (closed(2, 1), said(3, 2)), [(1, 3)]),
        ((1, 1), (closed(2, 1), said(2, 2), closed(2, 3)), [(2, 2)]),
        ((1, 1), (said(2, 1), said(2, 2), said(2, 3), closed(2, 4)), [(1, 2), (2, 2), (3, 2)]),
        ((1, 1, 3, 5), (said(1, 1), said(2, 3), closed(3, 3), said(3, 5)), [(1, 2)]),
        ((1, 2), (said(2, 2),), [(1, 1)]),
        ((1, 1, 2), (said(2, 0), said(3, 0)), [(1, 2)]),
        ((1, 1, 1), (said(2, 1),), []),
        ((), (), []),
    ],
)
def test_a_writer_whom_another_followed_is_named_unless_he_closed(
    wrote: tuple[int, ...], fitting: tuple[Checkpoint, ...], found: list[tuple[int, int]]
) -> None:
    assert unclosed(wrote, *fitting) == found


def test_whoever_vouches_for_a_table_or_puts_it_back_writes_no_entry_that_could_be_cut() -> None:
    assert unclosed((1, 1), closed(2, 1), said(2, 2, adopted_from=1), closed(2, 3)) == []
    assert unclosed((1, 1), closed(2, 1), said(2, 2, restored_from=2), closed(2, 3)) == []
    assert unclosed((1, 1, 2), closed(2, 1), said(2, 2, adopted_from=1), closed(3, 3)) == [(2, 3)]


def test_who_closed_after_entries_that_were_given_up_has_closed() -> None:
    back = said(2, 3, restored_from=4)
    assert unclosed((1, 1), said(2, 1), back, void=[closed(4, 1)]) == []
    assert unclosed((1, 1), said(2, 1), back, void=[said(4, 1)]) == [(1, 2)]


def test_who_makes_the_store_of_a_house_is_no_hall() -> None:
    assert unclosed((1, 2), closed(2, 2), table="house") == []
    assert unclosed((1, 2), closed(2, 2)) == [(1, 1)]
    assert unclosed((1, 1, 2), closed(3, 2), table="house") == [(1, 2)]
    assert unclosed((1, 2), said(1, 1), closed(2, 2), table="house") == [(1, 1)]


class Evenings:
    """A hall that is started again each evening, with a witness, and what an audit says of it."""

    def __init__(self, folder: Path) -> None:
        self.stage = Stage(f"sqlite:///{folder / 'hall.db'}", Keys.load(folder / "hall.key"))
        self.witness, self.count = folder / "witness", 0

    def play(self, *tables: str, is_closed: bool, acts: int = 2) -> None:
        asyncio.run(self._play(tables, is_closed=is_closed, acts=acts))

    async def _play(self, tables: Sequence[str], *, is_closed: bool, acts: int) -> None:
        stage = self.stage
        hall = await Hall.start(stage.url, stage.keys, clock=stage.clock, games=GAMES, witness_file=self.witness)
        for name in tables:
            table = hall.tables.get(name) or await hall.open_table("toy", Open(name))
            for _ in range(acts):
                self.count += 1
                await table.act(Act(ANA, Add(1)), f"add-{self.count}")
        await hall.stop(sign=is_closed)

    def reserves(self) -> dict[str, tuple[str, str, int]]:
        """Return by table what is said of writers who did not close."""
        with open_store(self.stage.url, read_only=True) as store:
            keys = self.stage.keys
            given = AuditInputs(witness=witness.read(self.witness), authority=keys.authority)
            report = audit(StoreSource(store), GAMES, given)
        assert report.is_sound, report.problems
        facts = {one.table: one.facts for one in report.warnings if one.code == "writer-unclosed"}
        return {table: (one["epochs"], one["versions"], one["count"]) for table, one in facts.items()}


def test_an_honest_start_after_a_kill_is_a_reserve_for_ever(tmp_path: Path) -> None:
    hall = Evenings(tmp_path)
    hall.play("uno", is_closed=True)
    assert hall.reserves() == {}
    hall.play("uno", is_closed=False)
    assert hall.reserves() == {}  # nobody has followed: the audit says «not-closed»
    hall.play(is_closed=True, acts=0)
    hall.play("uno", is_closed=True)
    assert hall.reserves() == {"uno": ("2", "5", 1)}


def test_many_kills_are_one_line_for_each_table_that_could_have_lost_something(tmp_path: Path) -> None:
    """«dos» is opened after the first kill, and «tres» after the last."""
    hall = Evenings(tmp_path)
    hall.play("uno", is_closed=False)
    hall.play("uno", "dos", is_closed=False)
    hall.play(is_closed=False, acts=0)
    hall.play("uno", "tres", is_closed=True)
    hall.play(is_closed=True, acts=0)
    assert hall.reserves() == {"uno": ("1-3", "3, 5", 3), "dos": ("1-2", "3", 2)}


def aside(hall: Evenings) -> str:
    """Start the hall once more; return why it set the table aside."""

    async def started() -> str:
        stage = hall.stage
        live = await Hall.start(stage.url, stage.keys, clock=stage.clock, games=GAMES, witness_file=hall.witness)
        found = str(live.parked_tables.get("uno", ""))
        await live.stop()
        return found

    return asyncio.run(started())


@pytest.mark.parametrize("is_row_alone", [False, True], ids=["copy", "row"])
def test_what_a_killed_hall_played_is_not_taken_out_by_an_older_copy(tmp_path: Path, is_row_alone: bool) -> None:
    """It signed nothing but that it began, and the witness stays as it is: no later hall takes the number of that one,
    however often it is started.
    """
    hall, file = Evenings(tmp_path), tmp_path / "hall.db"
    hall.play("uno", is_closed=True)
    older = file.read_bytes()
    with sqlite3.connect(file) as kept:
        row = kept.execute("SELECT epoch, key, signature FROM writers").fetchone()
    kept.close()
    hall.play("uno", is_closed=False)
    if is_row_alone:
        set_back(file, row)
    else:
        file.write_bytes(older)
    for _ in range(3):
        assert "writer-behind" in aside(hall)
    with open_store(hall.stage.url, read_only=True) as store:
        given = AuditInputs(witness=witness.read(hall.witness), authority=hall.stage.keys.authority)
        assert "writer-behind" in {one.code for one in audit(StoreSource(store), GAMES, given).problems}


def set_back(file: Path, row: tuple[int, str, str]) -> None:
    """Cut off what came after the third entry, and name the writer of before."""
    with sqlite3.connect(file) as connection:
        guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f'DROP TRIGGER "{name}"')
        connection.execute("DELETE FROM commands WHERE version > 3")
        connection.execute("DELETE FROM entries WHERE version > 3")
        connection.execute("UPDATE writers SET epoch = ?, key = ?, signature = ?", row)
        for _, made in guards:
            connection.execute(made)
    connection.close()


def test_whoever_vouches_for_such_a_table_is_a_later_writer(tmp_path: Path) -> None:
    hall, file = Evenings(tmp_path), tmp_path / "hall.db"
    hall.play("uno", is_closed=True)
    older = file.read_bytes()
    hall.play("uno", is_closed=False)
    file.write_bytes(older)
    stage = hall.stage
    with open_store(stage.url) as store:
        found = doubtful_table(store, "uno", stage.keys)
        said = adopt_table(store, "uno", stage.keys, found, "2026-01-03T03:04:05+01:00", hall.witness)
    assert said.epoch == 3
    assert aside(hall) == ""
    with open_store(stage.url, read_only=True) as store:
        given = AuditInputs(witness=witness.read(hall.witness), authority=stage.keys.authority)
        report = audit(StoreSource(store), GAMES, given)
    assert {one.code for one in report.problems} == {"checkpoint-missing"}, "the copy has no word of the writer between"
    assert "adopted" in {one.code for one in report.warnings}


async def _killed_after_a_day(hall: Evenings) -> None:
    stage = hall.stage
    for day in DAYS[:2]:
        live = await Hall.start(stage.url, stage.keys, witness_file=hall.witness)
        if day == DAYS[0]:
            await play_day(live, day)
        await live.stop(sign=day != DAYS[0])


def test_a_table_whose_play_was_over_lost_nothing_to_a_kill(tmp_path: Path) -> None:
    """It refuses every act, so no entry can have followed; the house above it goes on."""
    hall = Evenings(tmp_path)
    asyncio.run(_killed_after_a_day(hall))
    with open_store(hall.stage.url, read_only=True) as store:
        found = audit(StoreSource(store), recorded_engines(), AuditInputs(witness=witness.read(hall.witness)))
    assert found.problems == ()
    assert {one.table for one in found.warnings if one.code == "writer-unclosed"} == {"house"}
    assert set(found.tables) == {"house", "mesa-1"}
