"""The answers of the recorded tables and of some evenings, kept in short, so that nothing of them changes unheard.

    python -m tests.support.recorded.kept_answers            write down what is answered now
    python -m tests.support.recorded.kept_answers NAME ...   print it in full, to lay it beside what it was before

Of a whole table or evening a digest of each side is kept. Before a new one is, read what became of it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from tapete.record.notation import parse_notation
from tests.support import ROOT
from tests.support.recorded.answers import Answers, of_notation
from tests.support.recorded.kept_evenings import EVENINGS

TABLES = (ROOT / "tests" / "tables", ROOT / "tests" / "record")
KEPT = ROOT / "tests" / "tables" / "answers.txt"


@cache
def files() -> dict[str, Path]:
    """Return the recorded tables by name."""
    found = (path for folder in TABLES for path in sorted(folder.glob("*/*.toml")))
    return {f"{path.parent.name}/{path.stem}": path for path in found}


def names() -> tuple[str, ...]:
    """Return the names of the tables and evenings."""
    return (*files(), *EVENINGS)


def answers_of(name: str) -> Answers:
    """Return the answers of a table or evening."""
    there = files()
    return of_notation(parse_notation(there[name].read_text("utf-8"))) if name in there else EVENINGS[name]()


def line(name: str, digests: Mapping[str, str]) -> str:
    """Return the line that is kept of a table."""
    return " ".join((name, *(f"{side}={digest}" for side, digest in digests.items())))


@cache
def kept() -> dict[str, dict[str, str]]:
    """Return the digests that are kept, by name and side."""
    rows = [row.split() for row in KEPT.read_text("utf-8").splitlines()]
    return {name: dict(one.split("=") for one in sides) for name, *sides in rows}


def printed(asked: Iterable[str]) -> Iterator[str]:
    """Yield the answers of tables in full."""
    for name in asked:
        yield from answers_of(name).printed()


if __name__ == "__main__":
    if sys.argv[1:]:
        print(*printed(sys.argv[1:]), sep="\n")
    else:
        KEPT.write_text("".join(f"{line(name, answers_of(name).digests())}\n" for name in names()), "utf-8")
