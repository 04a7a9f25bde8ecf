"""Halls that die: each order on standard input is played in a forked child, which may kill itself on the way.

An order is a JSON line: ``url``, ``key``, ``acts`` (how many at most), ``game`` (``house`` for the
evening of a house, otherwise a table of punto y banca), ``kill`` (``[point, n]``: at the
n-th passage of that point), ``repeat`` (an act to send again first), ``size_limit`` (bytes that a file may have),
``order`` (the seed of every shuffle, so that two halls lay the same shoes), ``reserve`` (bytes kept free before another
coup). The answer is a JSON line with what the child said, one record a line, and how it ended. An order with ``fill``
writes that file until ``leave`` bytes of its disk are free, or takes it away where it says nothing of that.
"""

import asyncio
import json
import os
import random
import resource
import signal
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from sqlalchemy import Engine, event, make_url

from tapete.games.punto_banco.game import PUNTO_BANCO
from tapete.kernel import Act, Step
from tapete.live import Hall, Keys, LiveError, card_orders, table as table_room
from tapete.record.codec import read_act, to_tree
from tapete.record.entry import sha256
from tapete.record.store import rows, store as store_room
from tests.support.databases import fresh_database
from tests.support.faults import evening
from tests.support.faults.evening import BEA, NAME, OPEN_TABLE, punto_banco
from tests.support.house import ANA
from tests.support.kept import keep

STATEMENTS = {"INSERT INTO shoes": "shoe", "INSERT INTO entries": "entry"}


def say(**record: Any) -> None:
    os.write(1, json.dumps(record).encode() + b"\n")


class Deadly:
    """Passes through, and kills the process the moment that a point is passed for the n-th time."""

    def __init__(self, kill: list[Any] | None) -> None:
        self.kill = tuple(kill) if kill else None
        self.passed: Counter[str] = Counter()

    def at(self, point: str) -> None:
        self.passed[point] += 1
        if self.kill == (point, self.passed[point]):
            os.kill(os.getpid(), signal.SIGKILL)

    def lay(self) -> None:
        transition, insert = table_room.transition, rows.Rows.insert
        append = store_room.Store.append_many

        def turned(*given: Any) -> Any:
            made = transition(*given)
            drawn = [str(act.body.face) for act in made.acts[1:] if hasattr(act.body, "face")]
            if drawn:
                say(drawn=drawn)
            self.at("turned")
            return made

        def inserted(*given: Any) -> Any:
            found = insert(*given)
            self.at("inserted")
            return found

        def committed(*given: Any) -> Any:
            found = append(*given)
            self.at("committed")
            return found

        def executed(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
            for start, point in STATEMENTS.items():
                if statement.startswith(start):
                    self.at(point)

        table_room.transition = turned
        rows.Rows.insert = inserted  # type: ignore[method-assign]
        store_room.Store.append_many = committed  # type: ignore[method-assign]
        event.listen(Engine, "after_cursor_execute", executed)


async def play(order: dict[str, Any], deadly: Deadly) -> None:
    hall = await Hall.start(order["url"], Keys.load(order["key"]), reserve=order.get("reserve", 0))
    versions = {name: table.version for name, table in hall.tables.items()}
    say(parked={name: str(why) for name, why in hall.parked_tables.items()}, versions=versions)
    if NAME not in hall.tables:
        await hall.open_table(PUNTO_BANCO.key, OPEN_TABLE)
        say(told=1, command=None)
    table = hall.tables[NAME]
    table.committed.append(lambda: say(shown=table.version))
    if order.get("repeat"):
        sent = order["repeat"]
        answer = await table.act(read_act(PUNTO_BANCO, sent["act"]), sent["command"])
        problems, repeat = list(PUNTO_BANCO.problems(table.state)), type(answer.outcome).__name__
        say(repeat=repeat, version=answer.version, repeated=answer.is_repeated, problems=problems)
    for _ in range(order["acts"]):
        who, what = punto_banco(table)
        step: Step = table.step
        act, command = Act(who, what, step), f"{who}-{table.version}"
        say(sent={"act": to_tree(act), "command": command}, version=table.version, what=type(what).__name__)
        try:
            answer = await table.act(act, command)
        except LiveError as error:
            say(stopped=type(error).__name__, failed=type(hall.failed).__name__)
            break
        deadly.at("answered")
        if answer.refusal is not None:
            say(refused=answer.refusal.code, version=table.version)
            break
        say(told=answer.version, command=command)
        deadly.at("told")
    views = [table.view(None), *(table.view(who) for who in (ANA, BEA))]
    seen = sha256(msgspec.json.encode([views, dict(table.state.ledger)], order="sorted", enc_hook=dict))
    say(problems=list(PUNTO_BANCO.problems(table.state)), step=str(table.step), seen=seen)
    await hall.stop()


def child(order: dict[str, Any]) -> None:
    deadly = Deadly(order.get("kill"))
    deadly.lay()
    if order.get("order") is not None:
        rng, shuffled = random.Random(order["order"]), card_orders.shuffled_tokens
        card_orders.shuffled_tokens = lambda tokens, *_: shuffled(tokens, rng.randrange)
    if order.get("size_limit"):
        resource.setrlimit(resource.RLIMIT_FSIZE, (order["size_limit"], order["size_limit"]))
    is_house = order.get("game") == "house"
    asyncio.run(evening.play(order, deadly.at, say) if is_house else play(order, deadly))


def fill(path: Path, leave: int | None) -> None:
    path.unlink(missing_ok=True)
    if leave is not None:
        disk = os.statvfs(path.parent)
        path.write_bytes(b"\0" * max(0, disk.f_bavail * disk.f_frsize - leave))


def warm_up(server: str | None = None) -> None:
    """Play before the first fork, also on a server: what is made at first use is made for all children."""
    said = os.dup(1)
    with open(os.devnull, "w") as nothing, TemporaryDirectory() as folder:
        os.dup2(nothing.fileno(), 1)
        for acts in (12, 1):
            url = server or f"sqlite:///{folder}/hall.db"
            asyncio.run(play({"url": url, "key": f"{folder}/key", "acts": acts}, Deadly(None)))
        os.dup2(said, 1)
    os.close(said)


def main() -> None:
    keep()
    warm_up()
    is_warm = False
    for line in sys.stdin:
        order = msgspec.json.decode(line)
        if not is_warm and order.get("url", "").startswith("postgresql"):
            server = make_url(order["url"]).set(database="postgres").render_as_string(hide_password=False)
            warm_up(fresh_database(server, f"driver {os.getpid()}"))
            is_warm = True
        if "fill" in order:
            fill(Path(order["fill"]), order.get("leave"))
            print("{}", flush=True)
            continue
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.dup2(writing, 1)
            os.close(reading)
            status = 1
            try:
                child(order)
                status = 0
            finally:
                os._exit(status)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            said = [json.loads(one) for one in pipe if one.endswith(b"\n")]
        _, status = os.waitpid(pid, 0)
        print(json.dumps({"said": said, "killed": os.WIFSIGNALED(status), "code": status}), flush=True)


if __name__ == "__main__":
    main()
