"""A whole evening in a live hall on SQLite: the record audits clean, the accounts balance, the replay is the table."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tapete.bots import Pace, Troupe, staff_for
from tapete.catalogue import house_games
from tapete.games.chemin_de_fer.acts import OpenTable
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.live import Hall, Keys
from tapete.record.audit import AuditInputs, audit
from tapete.record.beancount import beancount
from tapete.record.private import KeySealer
from tapete.record.replay import read, replay
from tapete.record.source import open_source
from tests.support.record.tables import balances_told

pytestmark = pytest.mark.slow

COUPS = int(os.environ.get("TAPETE_COUPS", "40"))
"""A thousand make an evening; a few are enough for every commit."""
QUICK = Pace((0.0, 0.0), (0.004, 0.004), (0.0, 0.0), (0.002, 0.002))


async def _played(folder: Path) -> tuple[Any, int]:
    hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", Keys.load(folder / "key"))
    staff = staff_for("cf", "chemin-de-fer")
    table = await hall.open_table("chemin-de-fer", OpenTable("cf", "asturias-2011", 1000, staff=staff))
    troupe = Troupe(hall, QUICK, seed=20)
    troupe.join("cf", players=5)
    end = time.monotonic() + max(120, 3 * COUPS)
    while table.view(None).coup.number < COUPS and not troupe.errors and time.monotonic() < end:
        await asyncio.sleep(0.02)
    await troupe.stop()
    assert troupe.errors == []
    await hall.stop()  # what was on its way when the bots left is stored or was never done
    return table.state, table.version


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any, int]:
    folder = tmp_path_factory.mktemp("evening")
    state, version = asyncio.run(_played(folder))
    print(f"{state.coup.number} coups, {version} entries, {(folder / 'hall.db').stat().st_size} bytes")
    return folder, state, version


@pytest.mark.timeout(3600)
def test_evening_was_played(evening: tuple[Path, Any, int]) -> None:
    _, state, version = evening
    assert state.coup.number >= COUPS
    assert version > 15 * COUPS
    assert CHEMIN_DE_FER.problems(state) == ()


def test_audit_is_clean(evening: tuple[Path, Any, int]) -> None:
    folder, _, version = evening
    source = open_source(folder / "hall.db")
    try:
        report = audit(source, house_games(), AuditInputs(KeySealer(Keys.load(folder / "key").sealing)))
    finally:
        source.close()
    assert report.problems == ()
    assert report.entries == version


def test_accounts_balance(evening: tuple[Path, Any, int], tmp_path: Path) -> None:
    folder, state, _ = evening
    source = open_source(folder / "hall.db")
    try:
        text = beancount(CHEMIN_DE_FER, read(source, "cf"))
    finally:
        source.close()
    (tmp_path / "cf.beancount").write_text(text, "utf-8")
    program = [str(Path(sys.executable).with_name("bean-check")), str(tmp_path / "cf.beancount")]
    found = subprocess.run(program, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
    assert {account: held for account, held in balances_told(text).items() if held} == dict(state.ledger)


def test_replay_is_the_table(evening: tuple[Path, Any, int]) -> None:
    folder, state, _ = evening
    source = open_source(folder / "hall.db")
    try:
        assert replay(CHEMIN_DE_FER, source, "cf", KeySealer(Keys.load(folder / "key").sealing)) == state
    finally:
        source.close()


def test_no_stranger_reads_a_hidden_face(evening: tuple[Path, Any, int]) -> None:
    """Without the key the record tells no face before it was shown."""
    folder, _, _ = evening
    source = open_source(folder / "hall.db")
    try:
        dealt = [one for entry in read(source, "cf") for one in entry.events if one["event"] == "card-dealt@1"]
        hidden = [one for one in dealt if not one["face_up"]]
        assert len(hidden) >= COUPS
        assert [one for one in hidden if one["face"] is not None] == []
    finally:
        source.close()
