"""``python -m bench.stage``: how soon an act is on all pages, and what a viewer costs, of one tree beside another.

A hall with machines at its tables runs in a process of its own, with the sources that are measured; the viewers are
streams of this process, by the protocol, without a browser. Trees (a worktree, or a wheel) are measured in turn:

    python -m bench.stage --tree ../main --tree . --tables 100 --viewers 1000 --players 200 --seconds 60
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
import zipfile
import zlib
from bisect import bisect_left
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from bench.measure import machine, number

HALL = Path(__file__).with_name("stage_hall.py")
PATIENCE_S = 5.0
"""How long after the last act pages may still get it."""


class Viewer:
    """One open stream: when it got which version, and how many bytes."""

    def __init__(self, table: str, path: str, cookie: str, *, packed: bool) -> None:
        self.table, self.path, self.cookie, self.packed = table, path, cookie, packed
        self.versions: list[int] = []
        self.times: list[float] = []
        self.sizes: list[int] = []

    async def follow(self, port: int) -> None:
        """Read the stream until the connection ends."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
        head = f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        head += "Accept-Encoding: gzip\r\n" if self.packed else ""
        writer.write(f"{head}{self.cookie}\r\n".encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in answer.partition(b"\r\n")[0]:
            raise RuntimeError(f"{self.path}: {answer[:200]!r}")
        unpack = zlib.decompressobj(31) if b"content-encoding: gzip" in answer.lower() else None
        rest, size = b"", 0
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while length := int(await reader.readline(), 16):
                part = (await reader.readexactly(length + 2))[:-2]
                size += len(part)
                *messages, rest = (rest + (unpack.decompress(part) if unpack else part)).split(b"\n\n")
                for one in messages:
                    if one.startswith(b"id: "):
                        self.versions.append(int(one[4 : one.index(b"\n")]))
                        self.times.append(time.monotonic())
                        self.sizes.append(size)
                        size = 0
        writer.close()

    def got(self, version: int) -> float | None:
        """Return when the page had a version; a page that an act does not change is told nothing of it."""
        at = bisect_left(self.versions, version)
        return self.times[at] if at < len(self.times) and self.versions[at] == version else None


class Figures(NamedTuple):
    """What was measured of one tree."""

    tree: str
    rows: dict[str, str]


def share(found: list[float], part: float) -> float:
    """Return the value below which a part of the values lies."""
    return sorted(found)[min(len(found) - 1, int(len(found) * part))] if found else float("nan")


def cast(seated: dict[str, Any], viewers: int, players: int, *, packed: bool) -> list[Viewer]:
    """Return the viewers: so many of them are the pages of people who sit, the others the public of each table."""
    own = [(table, who, token) for table, all_ in seated.items() for who, token in all_]
    step = max(1, len(own) // max(1, players))
    found = [
        Viewer(table, f"/mesa/{table}/como/{who}/flujo?lang=es", f"Cookie: tapete-place={token}\r\n", packed=packed)
        for table, who, token in own[::step][:players]
    ]
    tables = list(seated)
    return found + [
        Viewer(name, f"/mesa/{name}/publico/flujo?lang=es", "", packed=packed)
        for number in range(viewers - len(found))
        for name in (tables[number % len(tables)],)
    ]


async def measure(tree: str, source: Path, python: str, asked: argparse.Namespace) -> Figures:
    """Run a hall of a tree, look at it, and say what came of it."""
    command = (python, "-P", str(HALL), asked.games, str(asked.tables), str(asked.pace), str(asked.bots))
    env = os.environ | {"PYTHONPATH": str(source)}
    pipe = asyncio.subprocess.PIPE
    hall = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, env=env, limit=2**26)
    assert hall.stdin is not None
    assert hall.stdout is not None
    begun = json.loads(await hall.stdout.readline())
    viewers = cast(begun["seated"], asked.viewers, asked.players, packed=not asked.plain)
    streams = [asyncio.create_task(one.follow(begun["port"])) for one in viewers]

    async def told() -> dict[str, Any]:
        assert hall.stdin is not None
        assert hall.stdout is not None
        hall.stdin.write(b"\n")
        return dict(json.loads(await hall.stdout.readline()))

    await asyncio.sleep(asked.warm)
    await told()
    first = [len(one.sizes) for one in viewers]
    start = time.monotonic()
    await asyncio.sleep(asked.seconds)
    done, spent = await told(), time.monotonic() - start
    sizes = [one.sizes[at:] for one, at in zip(viewers, first, strict=True)]
    await asyncio.sleep(PATIENCE_S)
    failed = [one.exception() for one in streams if one.done() and one.exception()]
    hall.stdin.close()
    await hall.wait()
    await asyncio.gather(*streams, return_exceptions=True)
    return Figures(tree, figures(viewers, sizes, done, spent, len(failed)))


def figures(
    viewers: list[Viewer], sizes: list[list[int]], done: dict[str, Any], spent: float, failed: int
) -> dict[str, str]:
    """Return the rows of a tree."""
    at_table: dict[str, list[Viewer]] = defaultdict(list)
    for one in viewers:
        at_table[one.table].append(one)
    pages: list[float] = []
    all_pages: list[float] = []
    for table, version, begun in done["acts"]:
        shown = (one.got(version) for one in at_table[table])  # what was refused is on no page, or was there before
        waits = [when - begun for when in shown if when is not None and when >= begun]
        pages += waits
        all_pages += [max(waits)] if waits else []
    own = [one for viewer, found in zip(viewers, sizes, strict=True) if viewer.cookie for one in found]
    public = [one for viewer, found in zip(viewers, sizes, strict=True) if not viewer.cookie for one in found]
    messages, acts, lags = len(own) + len(public), len(done["acts"]), done["lags"]
    players = sum(1 for one in viewers if one.cookie)

    def ms(found: list[float], part: float) -> str:
        return f"{share(found, part) * 1000:,.0f} ms"

    return {
        "acts a second": number(acts / spent),
        "act to a page, p50 / p99": f"{ms(pages, 0.5)} / {ms(pages, 0.99)}",
        "act to all pages, p50 / p99": f"{ms(all_pages, 0.5)} / {ms(all_pages, 0.99)}",
        "stalls of the loop, p99 / most": f"{ms(lags, 0.99)} / {ms(lags, 1.0)}",
        "messages a second": number(messages / spent),
        "message to a person, median / most": f"{median(own or [0]):,.0f} / {max(own, default=0):,} B",
        "message to the public, median / most": f"{median(public or [0]):,.0f} / {max(public, default=0):,} B",
        "bytes a second": f"{(sum(own) + sum(public)) / spent / 1000:,.0f} kB",
        "bytes an hour a player": f"{sum(own) / max(1, players) / spent * 3600 / 1e6:,.1f} MB",
        "processor": f"{done['cpu'] / spent:.0%} of a core",
        "processor an act": f"{done['cpu'] / max(1, acts) * 1000:.2f} ms",
        "processor a message": f"{done['cpu'] / max(1, messages) * 1000:.2f} ms",
        "memory, at the end / most": f"{done['memory'] / 1e6:,.0f} / {done['peak'] / 1e6:,.0f} MB",
        "streams that failed, machines that failed": f"{failed}, {len(done['errors'])}",
    }


def table(found: list[Figures]) -> str:
    """Return the trees side by side."""
    lines = [f"| | {' | '.join(one.tree for one in found)} |", "| --- |" + " --- |" * len(found)]
    lines += [f"| {name} | {' | '.join(one.rows[name] for one in found)} |" for name in found[0].rows]
    return "\n".join(lines)


def main() -> None:
    """Measure the trees that were asked for, one after the other."""
    asked = argparse.ArgumentParser(prog="python -m bench.stage", description=__doc__)
    asked.add_argument(
        "--tree", action="append", default=[], help="a worktree, or a wheel; this one when none is named"
    )
    asked.add_argument("--games", default="", help="keys of games, by commas; all with machines when none is named")
    for name, many in (("tables", 8), ("viewers", 80), ("players", 16), ("bots", 3)):
        asked.add_argument(f"--{name}", type=int, default=many)
    for name, much in (("pace", 0.2), ("seconds", 20.0), ("warm", 3.0)):
        asked.add_argument(f"--{name}", type=float, default=much)
    asked.add_argument("--plain", action="store_true", help="viewers that take nothing compressed")
    options = asked.parse_args()
    found = []
    for tree in options.tree or ["."]:
        with TemporaryDirectory() as folder:
            if tree.endswith(".whl"):
                zipfile.ZipFile(tree).extractall(folder)
            own = Path(tree, ".venv", "bin", "python")
            source, python = (Path(folder), sys.executable) if tree.endswith(".whl") else (Path(tree, "src"), str(own))
            python = python if Path(python).exists() else sys.executable
            print(f"measuring {tree}", file=sys.stderr)
            found.append(asyncio.run(measure(tree, source.resolve(), python, options)))
    how = (
        f"{options.tables} tables, {options.viewers} viewers, {options.players} of them players, {options.seconds:g} s"
    )
    print(f"{machine()}; {how}.\n\n{table(found)}")


if __name__ == "__main__":
    main()
