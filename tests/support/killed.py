"""Programs that tests kill, each by ``python -m tests.support.killed NAME ARGUMENT...``; they say what is done.

Each imports what it needs alone: it is started again and again.
"""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from tapete.record.store import Append, StaleWriterError, open_store
from tapete.record.store.sqlite import library


def say(*words: object) -> None:
    print(*words, flush=True)


def die_at(left: int, steps: tuple[str, ...], folder: str = "") -> None:
    """Let this process die at the step with this number, of those that touch the folder."""

    def step(event: str, told: tuple[object, ...]) -> None:
        nonlocal left
        if event in steps and folder in str(told):
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(step)
    connect = library.connect  # not every library says that it opens a database
    library.connect = lambda *given, **more: (sys.audit("sqlite3.connect", *given), connect(*given, **more))[1]


def one_step_later_each(folder: str, work: Callable[[Path, int], None]) -> None:
    """Work in a child, in a folder of its own, once more after each death, until it is done without one."""
    for number in range(1, 1000):
        here = Path(folder) / str(number)
        here.mkdir()
        child = os.fork()
        if child == 0:
            work(here, number)
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        say(status)
        if status == 0:
            return


def maker(folder: str) -> None:
    """Make houses, as somebody at a command line does; the first before the first fork, so all is imported."""
    from tapete.cli import app

    def make(here: Path) -> None:
        made = ["init", "--store", str(here / "house.db"), "--name", "Casino de Prueba", "--director", "dora"]
        assert not app(made, standalone_mode=False)

    def work(here: Path, number: int) -> None:
        die_at(number, ("os.link", "os.remove", "sqlite3.connect", "os.mkdir"))
        make(here)

    make(Path(folder))
    one_step_later_each(folder, work)


def copier(verb: str, source: str, folder: str, every: str) -> None:
    """Copy a store, or put it back, each time dying ``every`` so many steps later."""
    from tapete.cli import app

    for room in ("live.recovery", "record.store.copies", "cli.stores", "cli.records"):
        import_module(f"tapete.{room}")  # once, and not in each child

    def work(here: Path, number: int) -> None:
        steps = ("os.link", "os.remove", "os.rename", "sqlite3.connect", "open")
        die_at(1 + (number - 1) * int(every), steps, str(here))
        if verb == "backup":
            app(["backup", source, str(here / "copy.db"), "--with-key"])
        else:
            app(["restore", source, str(here / "hall.db"), "--no-witness"])

    one_step_later_each(folder, work)


def registry(url: str) -> None:
    """Register players, give them ways back and erase them; say a number, and who is left, once that is done."""
    from tapete.people.credentials import RowSeal
    from tapete.people.players import Players
    from tapete.people.stored import StoredPlayers

    with open_store(url) as store:
        players = Players(time.time, StoredPlayers(store, RowSeal(b"s" * 32)))
        say("ready")
        before: list[Any] = []
        number = 0
        while True:
            number += 1
            player = players.register(f"Jugadora {number}")
            assert player is not None
            players.remember(player.person)
            players.give_code(player.person)
            before.append(player)
            if len(before) > 3:
                players.erase(before.pop(0).person)
            say(number, *(one.person for one in before))


def writer(url: str) -> None:
    """Append entries to two tables of the toy game, a group at a time; say each version once it is acknowledged."""
    from tapete.kernel import HOUSE
    from tapete.record.entry import canonical, sha256
    from tapete.record.recompute import restore
    from tapete.record.source import StoreSource
    from tests.support.record.tables import GAME, Open, Stake, TableActor

    with open_store(url) as store:
        actors = [TableActor(store.take_over(table), table) for table in ("t1", "t2")]
        say("ready")
        for actor in actors:
            again = restore(GAME, StoreSource(store), actor.table, actor.sealer)
            actor.state, actor.head, actor.watch = again.state, again.head, again.watch
        number = actors[0].head.version
        try:
            while True:
                number += 1
                group = []
                for actor in actors:
                    what, by = (Open(), HOUSE) if number == 1 else (Stake(number), "ana")
                    turn, made = actor.compose(what, by, f"c{number}", f"answer {number}".encode())
                    actor.state, actor.head = turn.state, made.head
                    digest = sha256(canonical(made.entry.act))
                    group.append(Append(actor.writer, made, digest, actor.laid(made)))
                store.append_many(group)
                say(number)
        except StaleWriterError:
            say("stale")


async def play(folder: Path, seed: int) -> None:
    """Go on at a table of chemin de fer with bots, or open it; say each version that somebody was told."""
    from tapete.bots import Pace, Troupe, staff_for
    from tapete.games.chemin_de_fer.acts import OpenTable
    from tapete.live import Hall, Keys, TableActor as LiveTable

    hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", Keys.load(folder / "key"))
    assert not hall.parked_tables, hall.parked_tables
    if not hall.tables:
        staff = staff_for("cf", "chemin-de-fer")
        await hall.open_table("chemin-de-fer", OpenTable("cf", "asturias-2011", 1000, staff=staff, decks=1))
    say("start", hall.tables["cf"].version)
    act = LiveTable.act

    async def told(self: Any, *given: Any) -> Any:
        answer = await act(self, *given)
        if answer.refusal is None:
            os.write(1, b"told %d\n" % answer.version)
        return answer

    LiveTable.act = told  # type: ignore[method-assign]
    troupe = Troupe(hall, Pace((0.0, 0.0), (0.004, 0.004), (0.0, 0.0), (0.002, 0.002)), seed=seed)
    troupe.join("cf", players=5)
    while not troupe.errors:
        await asyncio.sleep(0.5)
    raise troupe.errors[0]


def hall(folder: str, seed: str) -> None:
    """Let bots play in a hall that never ends by itself."""
    asyncio.run(play(Path(folder), int(seed)))


if __name__ == "__main__":
    {one.__name__: one for one in (maker, copier, registry, writer, hall)}[sys.argv[1]](*sys.argv[2:])
