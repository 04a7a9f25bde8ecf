"""Where the record of a new table goes on: from that of the last table of its name, once that one is closed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.house.following import is_in_play
from tapete.kernel import Game
from tapete.live.table import TableActor
from tapete.record.entry import StreamEnd
from tapete.record.store import Writer


def go_on(
    writer: Writer, name: str, game: Game[Any], tables: Mapping[str, TableActor[Any]], continued: set[str]
) -> None:
    """Have a new record begin where the last one of its name ended: the day before, or earlier on the same day.

    Nothing is done for the first table of a name, for one beside a table in play, and for one of another game; nor for
    the second of two that are opened at one moment: ``continued`` are the tables from which another one goes on.
    """
    last = tables.get(name)
    if last is None:
        return
    nexts = {one.continues.table: one for one in tables.values() if one.continues is not None}
    while last.id in nexts:
        last = nexts[last.id]
    if last.game.key == game.key and not is_in_play(last.game, last.state) and last.id not in continued:
        continued.add(last.id)
        writer.go_on_from(StreamEnd(last.id, last.version, last.head.hash))
