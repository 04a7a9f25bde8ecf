"""``python -m bench [PART ...] [--disk FOLDER] [--write]``: measure, print, write ``bench/RESULTS.md``."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from bench import answers, cards, counting, durable, engine, entries, minute, sales, shoes, starts, views
from bench.measure import Pair, machine, number

RESULTS = Path(__file__).with_name("RESULTS.md")

PARTS = {
    "engine": "Acts of punto y banca, and coups of chemin de fer, through `decide` and `evolve`, citations collected",
    "entries": "Entries and chain, without a disk",
    "views": "What a viewer gets",
    "durable": "Acts on the disk before they are acknowledged",
    "minute": "What a hall does every minute, after sixty days beside after one",
    "starts": "A hall that starts over a long record",
    "counting": "Exact odds",
    "shoes": "Whole shoes that are simulated, on one core",
    "cards": "Balls of bingo over sold cards, and the making of cards",
    "sales": "A sale of bingo, cartón by cartón: a ratio of a half is linear",
    "answers": "Answers that must not tell a secret by how long they take: a ratio of one is wanted",
}


def table(found: list[Pair]) -> list[str]:
    """Return the rows of one part."""
    rows = ["| what | ours | yardstick | ratio (least, largest) |", "| --- | --- | --- | --- |"]
    for pair in found:
        ours, other, (least, most) = pair.ours, pair.yardstick, pair.spread
        rows.append(
            f"| {pair.title} | {ours.name}: {number(ours.rate)} {ours.unit} "
            f"| {other.name}: {number(other.rate)} {other.unit} "
            f"| **{number(pair.ratio)}** ({number(least)}, {number(most)}) |"
        )
    return [*rows, "", *(f"- {pair.title}: {pair.note}." for pair in found if pair.note), ""]


def main() -> None:
    """Run the measurements that were asked for."""
    asked = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    asked.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all when none is named")
    asked.add_argument("--disk", type=Path, help="a folder on the disk to be measured")
    asked.add_argument("--write", action="store_true", help="write bench/RESULTS.md")
    options = asked.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        asked.error(f"no such part: {', '.join(sorted(unknown))}")
    work = {
        "engine": engine.pairs,
        "entries": entries.pairs,
        "views": views.pairs,
        "durable": lambda: durable.pairs(options.disk),
        "minute": minute.pairs,
        "starts": starts.pairs,
        "counting": counting.pairs,
        "shoes": shoes.pairs,
        "cards": cards.pairs,
        "sales": sales.pairs,
        "answers": answers.pairs,
    }
    lines = [
        "# Results",
        "",
        f"{machine()}; {datetime.now(UTC).date()}; `python -m bench --write`.",
        "Both sides ran alternately in one process; each figure is the median of the rounds, each ratio the median of",
        "the rounds' ratios. Processor seconds, wall seconds for the disk. Nothing passes or fails by these figures.",
        "",
    ]
    for name in options.parts or PARTS:
        print(f"measuring {name}", file=sys.stderr)
        lines += [f"## {PARTS[name]}", "", *table(work[name]())]
    text = "\n".join(lines).rstrip() + "\n"
    print(text)
    if options.write:
        RESULTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
