"""Recorded tables played under the engine of now and written as exports: what a released edition has decided.

``python -m tests.support.record.released OUT.zip TABLE.toml...``, once for each edition, before its number changes.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from tapete.catalogue import house_games
from tapete.play import ActResult
from tapete.record.compose import compose
from tapete.record.entry import Head
from tapete.record.export import write_export
from tapete.record.notation import parse_notation, play
from tapete.record.notation.books import with_rulebooks
from tapete.record.private import KeySealer
from tapete.record.source import StoreSource
from tapete.record.store import open_store

SEALER = KeySealer(bytes(range(32)))
TIME = "2026-01-02T03:04:05+01:00"


def record(file: Path, out: Path) -> None:
    """Write the export of a recorded table."""
    notation = parse_notation(file.read_text("utf-8"))
    game = with_rulebooks(house_games()[notation.game], notation)
    run, head = play(game, notation), Head()
    turns: list[ActResult] = [one for one in (run.opening, *run.turns) if one is not None and one.acts]  # type: ignore[type-arg]
    pinned = {event.pinned_rulebook() for turn in turns for event in turn.events}
    with open_store(str(out / f"{file.stem}.db")) as store:
        for book in game.library.books:  # type: ignore[attr-defined]
            if book.sha256 in pinned:
                store.put_rulebook(book.content)
        writer = store.take_over(file.stem)
        for number, turn in enumerate(turns):
            made = compose(game, turn, head, SEALER, table=file.stem, epoch=1, time=TIME, command=f"c{number}")
            writer.append(made, "")
            head = made.head
        write_export(StoreSource(store), file.stem, out / f"{file.stem}.jsonl", SEALER)


if __name__ == "__main__":
    with TemporaryDirectory() as folder, ZipFile(sys.argv[1], "w", ZIP_DEFLATED) as packed:
        for table in map(Path, sys.argv[2:]):
            record(table, Path(folder))
            packed.write(Path(folder, f"{table.stem}.jsonl"), f"{table.stem}.jsonl")
