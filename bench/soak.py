"""``python -m bench.soak``: a hall on PostgreSQL with a replica, for minutes or an hour: what grows, what is lost.

Machines play; half of the public looks on at the replica. ``--kill SECONDS`` ends the database and the replica in
turns, by SIGKILL, and starts them again. A line a period, then whether each acknowledged act is in the record:

    python -m bench.soak --minutes 5 --kill 10
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import make_url

from bench.measure import machine
from bench.stage import HALL, Viewer, cast, share
from tapete.record.store import open_store
from tapete.record.store.engine import connect, read_url
from tapete.record.store.public import RIGHTS
from tapete.record.store.store import grant
from tests.support.databases import fresh_database
from tests.support.faults.processes import FaultyServer

PERIOD_S = 30.0
SLOW_S = 60.0
"""How long a page may take to follow again."""


def memory(process: int) -> float:
    """Return the memory of a process, in megabytes; 0 of one that is gone."""
    with suppress(OSError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096 / 1e6
    return 0.0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


class Replica:
    """A replica in a process of its own, started again after each end."""

    def __init__(self, store: str, hall: int) -> None:
        self.port, self.ends = free_port(), 0
        self._command = (sys.executable, "-m", "tapete", "replica", "--store", store, "--port", str(self.port))
        self._command += ("--hall", f"http://127.0.0.1:{hall}", "--per-address", "4000")
        self.process: Any = None

    async def start(self) -> None:
        quiet = asyncio.subprocess.DEVNULL
        self.process = await asyncio.create_subprocess_exec(*self._command, stdout=quiet, stderr=quiet)

    async def kill(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        self.ends += 1
        await self.start()


async def look_on(viewer: Viewer, port: int) -> None:
    """Follow a page for ever, again after each end."""
    while True:
        with suppress(OSError, RuntimeError, asyncio.IncompleteReadError, ValueError):
            await viewer.follow(port)
        await asyncio.sleep(1)


async def kill_in_turns(server: FaultyServer, replica: Replica, every: float, killed: list[str]) -> None:
    while True:
        await asyncio.sleep(every)
        if len(killed) % 2:
            await replica.kill()
        else:
            server.kill()
            await asyncio.to_thread(server.start)
        killed.append("replica" if len(killed) % 2 else "database")


async def soak(asked: argparse.Namespace, server: FaultyServer, store: str) -> dict[str, int]:
    """Run the hall, print a line a period, and return the last version of each table that was acknowledged."""
    command = (sys.executable, "-P", str(HALL), "", str(asked.tables), str(asked.pace), "3", store)
    pipe = asyncio.subprocess.PIPE
    env = os.environ | {"PYTHONPATH": str(Path("src").resolve())}
    hall = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, env=env, limit=2**26)
    assert hall.stdin is not None
    assert hall.stdout is not None
    begun = json.loads(await hall.stdout.readline())
    replica = Replica(await asyncio.to_thread(public_address, store), begun["port"])
    await replica.start()
    viewers = cast(begun["seated"], asked.viewers, asked.players, packed=True)
    ports = [replica.port if not one.cookie and at % 2 else begun["port"] for at, one in enumerate(viewers)]
    tasks = [asyncio.create_task(look_on(*one)) for one in zip(viewers, ports, strict=True)]
    killed: list[str] = []
    if asked.kill:
        tasks.append(asyncio.create_task(kill_in_turns(server, replica, asked.kill, killed)))
    last: dict[str, int] = {}
    print("| minute | acts/s | to a page of the hall, p50 / p99 | to one of the replica | hall | replica | ended |")
    print("| --- | --- | --- | --- | --- | --- | --- |", flush=True)
    start = time.monotonic()
    while time.monotonic() - start < asked.minutes * 60:
        await asyncio.sleep(PERIOD_S)
        hall.stdin.write(b"\n")
        done = json.loads(await hall.stdout.readline())
        cells = [f"{(time.monotonic() - start) / 60:.1f}", f"{len(done['acts']) / PERIOD_S:.1f}"]
        for port in (begun["port"], replica.port):
            mine = [one for one, own in zip(viewers, ports, strict=True) if own == port]
            shown = ((one.got(version), when) for t, version, when in done["acts"] for one in mine if one.table == t)
            waits = [got - when for got, when in shown if got is not None and 0 <= got - when < SLOW_S]
            cells.append(f"{share(waits, 0.5) * 1000:,.0f} / {share(waits, 0.99) * 1000:,.0f} ms")
        cells += [f"{done['memory'] / 1e6:,.0f} MB", f"{memory(replica.process.pid):,.0f} MB", str(len(killed))]
        print(f"| {' | '.join(cells)} |", flush=True)
        for table, version, _ in done["acts"]:
            last[table] = max(version, last.get(table, 0))
        for one in viewers:
            one.versions.clear()
            one.times.clear()
            one.sizes.clear()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    hall.stdin.close()
    print(f"the hall ended with {await hall.wait()}; machines that failed: {len(done['errors'])}")
    with suppress(ProcessLookupError):
        replica.process.terminate()
    await replica.process.wait()
    return last


def public_address(store: str) -> str:
    """Return the address by which a replica reads a store."""
    role = "soak_mira"
    engine = connect(read_url(store))
    with engine.begin() as connection:
        connection.exec_driver_sql(f"CREATE ROLE {role} LOGIN")
    grant(engine, role, RIGHTS)
    engine.dispose()
    return make_url(store).set(username=role).render_as_string(hide_password=False)


def main() -> None:
    """Soak, then hold what was acknowledged against the record."""
    asked = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    for name, much in (("minutes", 5.0), ("kill", 0.0), ("pace", 1.0)):
        asked.add_argument(f"--{name}", type=float, default=much)
    for name, many in (("tables", 12), ("viewers", 60), ("players", 24)):
        asked.add_argument(f"--{name}", type=int, default=many)
    options = asked.parse_args()
    with TemporaryDirectory(prefix="tapete-soak-") as folder:
        server = FaultyServer(Path(folder, "pg"))
        try:
            print(f"{machine()}; {options.tables} tables, {options.viewers} viewers, {options.minutes:g} minutes.\n")
            store = fresh_database(server.address, folder)
            last = asyncio.run(soak(options, server, store))
            with open_store(store, read_only=True) as kept:
                lost = {table: version for table, version in last.items() if kept.head(table).version < version}
            print(f"acknowledged up to {sum(last.values())} versions of {len(last)} tables; lost: {lost or 0}")
        finally:
            server.close()


if __name__ == "__main__":
    main()
