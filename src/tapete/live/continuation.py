"""Where the record of a new table goes on: from that of the last table of its name, once that one is closed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from tapete.house.following import is_in_play
from tapete.kernel import Game
from tapete.live.archive import FormerTable
from tapete.live.table import TableActor
from tapete.live.table_names import number_of
from tapete.record.entry import StreamEnd
from tapete.record.store import Writer


class RecordEnd(NamedTuple):
    """Where a record ends, of which game it is, from which one it goes on, and whether it is over."""

    end: StreamEnd
    game: str
    continues: StreamEnd | None
    is_over: bool


def record_ends(tables: Iterable[TableActor[Any]], former: Iterable[FormerTable]) -> Iterator[RecordEnd]:
    """Yield where the records of tables end, those of former days among them."""
    for one in tables:
        end = StreamEnd(one.id, one.version, one.head.hash)
        yield RecordEnd(end, one.game.key, one.continues, not is_in_play(one.game, one.state))
    for gone in former:
        yield RecordEnd(gone.end, gone.game, gone.continues, is_over=True)


def go_on(
    writer: Writer, name: str, game: Game[Any], tables: Mapping[str, RecordEnd], continued: set[str]
) -> StreamEnd | None:
    """Have a new record begin where the last one of its name ended: the day before, or earlier on the same day. Return
    that end, if there is one.

    Nothing is done for the first table of a name, for one beside a table in play, and for one of another game; nor for
    the second of two that are opened at one moment: ``continued`` are the tables from which another one goes on.
    """
    last = None if writer.table == name else closed_end(name, game, tables, continued)
    if last is not None:
        continued.add(last.table)
        writer.go_on_from(last)
    return last


def closed_end(
    name: str, game: Game[Any], tables: Mapping[str, RecordEnd], continued: Collection[str] = ()
) -> StreamEnd | None:
    """Return where the record of a closed table of a game and a name ends, from which none goes on yet; of several
    that stood beside one another, that of the lowest number.
    """
    gone_on = {one.continues.table for one in tables.values() if one.continues is not None} | {*continued}
    ends = (one for one in tables.values() if one.game == game.key and one.is_over and one.end.table not in gone_on)
    found = {number: one.end for one in ends if (number := number_of(one.end.table, name)) is not None}
    return found[min(found)] if found else None
