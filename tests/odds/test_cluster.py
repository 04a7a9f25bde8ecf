"""Promise of docs/odds.md: a Dask cluster simulates the same by seed, and a worker that is killed loses nothing."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import sleep
from typing import ClassVar

import pytest
from typer.testing import CliRunner

from tapete.cli import app
from tapete.odds.chemin_shoes import Table
from tapete.odds.punto_shoes import Shoes
from tapete.odds.shoe import OddsError
from tapete.odds.simulation import simulate

pytest.importorskip("distributed")
ROOT = Path(__file__).parent.parent.parent
ALONE = {"PYTHONPATH": str(ROOT)}
BESIDE = ["--no-dashboard", "--host", "127.0.0.1"]


class Cluster:
    """A scheduler and two workers, each a process on the loopback."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        told = folder / "scheduler.json"
        self.scheduler = self.begin(stack, folder, "scheduler", "--port", "0", "--scheduler-file", str(told))
        while not told.exists() or not told.read_text("utf-8").rstrip().endswith("}"):
            assert self.scheduler.poll() is None, "the scheduler ends"
            sleep(0.05)
        self.address = json.loads(told.read_text("utf-8"))["address"]
        few = ["--no-nanny", "--nthreads", "1", "--local-directory", str(folder)]
        self.workers = [self.begin(stack, folder, "worker", self.address, *few) for _ in range(2)]

    def begin(self, stack: ExitStack, folder: Path, kind: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + kind, *words, *BESIDE]
        quiet = stack.enter_context((folder / f"{kind}.log").open("ab"))
        process = stack.enter_context(
            subprocess.Popen(command, env=os.environ | ALONE, cwd=folder, stdout=quiet, stderr=quiet)
        )
        stack.callback(process.kill)
        return process


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(tmp_path, stack)


class Slow:
    """Parts that take a while; what comes of one says who dealt it."""

    part_size: ClassVar[int] = 1

    def require_possible(self) -> None: ...

    def sum_up(self, part: tuple[int, int]) -> tuple[int, int]:
        return part

    def deal(self, _count: int, seed: int, part: int) -> tuple[int, int]:
        sleep(0.2)
        return seed + part, os.getpid()


def test_a_killed_worker_loses_nothing(cluster: Cluster) -> None:
    found = simulate(Slow(), 24, 100, cluster=cluster.address)
    met = [next(found)]
    while len({who for _, who in met}) < 2:  # both are at work
        met.append(next(found))
    killed, other = cluster.workers
    killed.send_signal(signal.SIGKILL)
    met += found
    assert [one for one, _ in met] == list(range(100, 124)), "a part is missing, or comes twice"
    assert {who for _, who in met[-6:]} == {other.pid}, "who was killed goes on"


def test_a_cluster_deals_what_a_process_deals(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (Table, Shoes):
        monkeypatch.setattr(kind, "part_size", 50)
    asked, count = Table(), 157
    alone = list(simulate(asked, count, 3))
    together = list(simulate(asked, count, 3, cluster=cluster.address))
    assert [(one.banks.tolist(), one.ways.tolist()) for one in alone] == [
        (one.banks.tolist(), one.ways.tolist()) for one in together
    ]
    words = ["simulate", "punto-banco", "--shoes", "110", "--seed", "9", "--json"]
    here, there = (
        CliRunner().invoke(app, [*words, *more]) for more in (["--workers", "1"], ["--dask", cluster.address])
    )
    assert there.exit_code == 0, there.output
    assert there.stdout == here.stdout


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere at all"])
def test_where_no_cluster_answers_nothing_is_simulated(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tapete.odds.simulation.CONNECT", 0.3)
    with pytest.raises(OddsError, match="Dask"):
        list(simulate(Table(), 10, 1, cluster=address))
