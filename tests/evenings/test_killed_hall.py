"""kill -9 in the middle of an evening, again and again: nothing that anybody was told is lost, and play goes on."""

import os
import random
import subprocess
from pathlib import Path

import pytest

from tapete.catalogue import house_games
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.live import Keys
from tapete.record.audit import AuditInputs, audit
from tapete.record.private import KeySealer
from tapete.record.recompute import replay
from tapete.record.source import open_source
from tests.support import ROOT, program

pytestmark = pytest.mark.crash
KILLS = int(os.environ.get("TAPETE_KILLS", "3"))


def killed_after(folder: Path, seed: int, answers: int) -> tuple[int, int]:
    """Run a hall, kill it after so many answers, and return the version it started with and the last one it told."""
    command = program("killed", "hall", folder, seed)
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as victim:
        started = int(victim.stdout.readline().removeprefix(b"start "))
        told = [started]
        for _ in range(answers):
            line = victim.stdout.readline()
            assert line, "the hall ended by itself"
            told.append(int(line.removeprefix(b"told ")))
        victim.kill()
        rest = victim.stdout.read().split(b"\n")[:-1]  # what it still said before it died counts too
        return started, max(told + [int(line.removeprefix(b"told ")) for line in rest])


@pytest.mark.timeout(3600)
def test_killed_at_random_steps_it_loses_nothing(tmp_path: Path) -> None:
    rng, told = random.Random(KILLS), 0
    for seed in range(KILLS):
        started, last = killed_after(tmp_path, seed, rng.randint(1, 90))
        assert started >= told
        assert last > started
        told = last
    source = open_source(tmp_path / "hall.db")
    sealer = KeySealer(Keys.load(tmp_path / "key").sealing)
    try:
        report = audit(source, house_games(), AuditInputs(sealer))
        state = replay(CHEMIN_DE_FER, source, "cf", sealer)
    finally:
        source.close()
    assert report.problems == ()
    assert report.entries >= told
    assert CHEMIN_DE_FER.problems(state) == ()
    print(f"{KILLS} kills, {report.entries} entries, {state.coup.number} coups, shoe {state.shoe.number}")
