"""A hall with bots at a chemin de fer table, to be killed: prints each version that somebody was told, a line each.

``python -m tests.support.evenings.victim FOLDER SEED``. It goes on with what it finds in the folder and
never ends by itself.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

from tapete.bots import Pace, Troupe, staff_for
from tapete.games.chemin_de_fer.acts import OpenTable
from tapete.live import Hall, Keys, TableActor

QUICK = Pace((0.0, 0.0), (0.004, 0.004), (0.0, 0.0), (0.002, 0.002))


async def play(folder: Path, seed: int) -> None:
    hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", Keys.load(folder / "key"))
    assert not hall.parked_tables, hall.parked_tables
    if not hall.tables:
        staff = staff_for("cf", "chemin-de-fer")
        await hall.open_table("chemin-de-fer", OpenTable("cf", "asturias-2011", 1000, staff=staff, decks=1))
    os.write(1, b"start %d\n" % hall.tables["cf"].version)
    act = TableActor.act

    async def told(self: Any, *given: Any) -> Any:
        answer = await act(self, *given)
        if answer.refusal is None:
            os.write(1, b"told %d\n" % answer.version)
        return answer

    TableActor.act = told  # type: ignore[method-assign]
    troupe = Troupe(hall, QUICK, seed=seed)
    troupe.join("cf", players=5)
    while not troupe.errors:
        await asyncio.sleep(0.5)
    raise troupe.errors[0]


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1]), int(sys.argv[2])))
