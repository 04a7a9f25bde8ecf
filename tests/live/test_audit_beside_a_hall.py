"""An audit of a hall that plays: what is signed while it reads accuses nobody, and hides nothing."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tapete.catalogue import house_games
from tapete.cli.audit import report_of
from tapete.house import acts as a
from tapete.live import Hall, Keys
from tapete.record import witness
from tapete.record.private import KeySealer
from tapete.record.report import AuditInputs, AuditReport
from tests.support.house import DIRECTOR
from tests.support.live.evening import do, open_day


async def signed(hall: Hall, times: int) -> None:
    """Let something happen, and sign it, so many times."""
    for turn in range(times):
        await do(hall.house, DIRECTOR, a.WriteMinutes(f"nota {turn}"))
        await hall.signer.sign()


async def audited(hall: Hall, path: Path, keys: Keys, before: int, after: int) -> AuditReport:
    """Audit a hall that signs before the witness is read and after."""
    loop = asyncio.get_running_loop()

    def inputs() -> AuditInputs:
        asyncio.run_coroutine_threadsafe(signed(hall, before), loop).result()
        said = witness.read(path / "w")
        asyncio.run_coroutine_threadsafe(signed(hall, after), loop).result()
        return AuditInputs(KeySealer(keys.sealing), said, authority=keys.authority)

    return await asyncio.to_thread(report_of, str(path / "hall.db"), None, None, inputs)


@pytest.mark.parametrize(("before", "after"), [(0, 1), (0, 3), (3, 0), (2, 2)])
def test_signatures_that_fall_between_the_two_readings_accuse_nobody(
    stage: Any, tmp_path: Path, keys: Keys, before: int, after: int
) -> None:
    async def scene(hall: Hall) -> None:
        await open_day(hall)
        await hall.signer.sign()
        report = await audited(hall, tmp_path, keys, before, after)
        assert report.problems == ()
        assert report.is_sound

    stage.play(scene, games=house_games(), witness_file=tmp_path / "w")


def test_what_lay_beside_the_record_before_and_is_not_with_the_witness_is_found(
    stage: Any, tmp_path: Path, keys: Keys
) -> None:
    async def scene(hall: Hall) -> None:
        await open_day(hall)
        await signed(hall, 2)
        lines = (tmp_path / "w").read_bytes().splitlines(keepends=True)
        (tmp_path / "w").write_bytes(b"".join(lines[:-1]))
        report = await audited(hall, tmp_path, keys, 0, 2)
        assert [one.code for one in report.problems] == ["witness-missing"]

    stage.play(scene, games=house_games(), witness_file=tmp_path / "w")


def test_signature_that_is_gone_from_the_record_is_found_while_the_hall_plays(
    stage: Any, tmp_path: Path, keys: Keys
) -> None:
    async def scene(hall: Hall) -> None:
        await open_day(hall)
        await signed(hall, 3)
        with sqlite3.connect(tmp_path / "hall.db") as connection:
            guards = connection.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'checkpoints'"
            ).fetchall()
            for name, _ in guards:
                connection.execute(f'DROP TRIGGER "{name}"')
            connection.execute("DELETE FROM checkpoints WHERE version = (SELECT max(version) - 1 FROM checkpoints)")
            for _, sql in guards:
                connection.execute(sql)
        connection.close()
        report = await audited(hall, tmp_path, keys, 0, 2)
        assert "checkpoint-missing" in [one.code for one in report.problems]

    stage.play(scene, games=house_games(), witness_file=tmp_path / "w")
