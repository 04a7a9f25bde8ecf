"""A hall whose tables machines play, for ``bench.stage``: run by the Python and with the sources that are measured.

It says on standard output where it is and who sits where, then at each line of standard input what it has done since
the line before: acts with the time at which each began, stalls of its loop, processor seconds, memory.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from tapete.bots import Troupe, player_count, staff_for
from tapete.bots.bot import DEMO, has_bots
from tapete.catalogue import entries
from tapete.live import Hall, Keys
from tapete.live.table import TableActor
from tapete.web.edge.limits import EdgeLimits, raise_descriptors
from tapete.web.games import has_screen
from tapete.web.server import make_server
from tapete.web.staff_access import StaffAccess

TICK_S = 0.005
APART_S = 0.3
"""Between the openings of two tables: halls that sell their cartones in one second, all of them, are none."""
acts: list[tuple[str, int, float]] = []
lags: list[float] = []


def note_acts() -> None:
    """Write down of each act when it began and which version shows it."""
    act = TableActor.act

    async def noted(table: Any, *what: Any, **more: Any) -> Any:
        begun = time.monotonic()
        answer = await act(table, *what, **more)
        acts.append((table.id, answer.version, begun))
        return answer

    TableActor.act = noted  # type: ignore[method-assign,assignment]


async def note_stalls() -> None:
    """Write down by how much the loop is late."""
    while True:
        due = time.monotonic() + TICK_S
        await asyncio.sleep(TICK_S)
        lags.append(time.monotonic() - due)


def kinds() -> list[Any]:
    """Return the game and the opening of each kind of table."""
    keys = [key for key in entries() if has_bots(key) and has_screen(key)]
    return [(key, fields) for key in keys for fields in entries()[key].demo]


async def open_tables(hall: Hall, games: str, many: int) -> None:
    """Open so many tables, of the kinds in turn."""
    wanted = [(key, fields) for key, fields in kinds() if not games or key in games.split(",")]
    for number in range(many):
        key, fields = wanted[number % len(wanted)]
        game, name = entries()[key], f"{fields['name'][:20]}-{number}"
        posts = staff_for(name, key, game.opening_posts({**fields, "name": name}))
        await hall.open_table(key, game.form().make({**fields, "name": name, "staff": posts}))


def report(spent: float) -> dict[str, Any]:
    """Return what has been done since the report before."""
    found = {"acts": acts[:], "lags": sorted(lags), "cpu": time.process_time() - spent}
    acts.clear()
    lags.clear()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return found | {"memory": int(Path("/proc/self/statm").read_text().split()[1]) * 4096, "peak": peak * 1024}


async def main(games: str, many: int, pace: float, players: int, store: str = "") -> None:
    """Open, serve and report until standard input ends; ``store``: another one than a file of its own."""
    raise_descriptors()
    note_acts()
    with TemporaryDirectory(prefix="bench-stage-") as folder:
        hall = await Hall.start(store or f"sqlite:///{folder}/hall.db", Keys.fresh())
        await open_tables(hall, games, many)
        troupe = Troupe(hall, DEMO.slower(pace), seed=1)
        for name, table in hall.tables.items():
            troupe.join(name, player_count(table.game.key, players))
            await asyncio.sleep(APART_S)
        limits = msgspec.structs.replace(EdgeLimits(), connections=4_000, reserve=1_000, per_address=4_000)
        server = make_server(hall, port=0, limits=limits, staff_access=StaffAccess(is_open=True))
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.05)
        await asyncio.sleep(3)  # until the machines sit
        sessions = server._state.sessions
        seated = {
            name: [(str(who), sessions.open(name, str(who))) for one in table.view(None).seats if (who := one.person)]
            for name, table in hall.tables.items()
        }
        port = server.servers[0].sockets[0].getsockname()[1]
        with suppress(ImportError):  # of a tree before this one
            from tapete.cli.hall_server import shorten_pauses

            shorten_pauses()
        print(json.dumps({"port": port, "seated": seated}), flush=True)
        stalls, spent, loop = asyncio.create_task(note_stalls()), time.process_time(), asyncio.get_running_loop()
        while await loop.run_in_executor(None, sys.stdin.readline):
            print(json.dumps(report(spent) | {"errors": [repr(one) for one in troupe.errors]}), flush=True)
            spent = time.process_time()
        stalls.cancel()
        await troupe.stop()
        server.should_exit = True
        await serving
        await hall.stop()


if __name__ == "__main__":
    _, games_, many_, pace_, players_, *store_ = sys.argv
    asyncio.run(main(games_, int(many_), float(pace_), int(players_), *store_))
