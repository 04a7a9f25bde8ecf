"""Two records of one fact: what the tables of a house say, held against what the record of the house has of it.

Each entry of a table that means something for the house has one entry of the house, its twin, which names it by version
and hash and has the same moves (:mod:`tapete.house.following`). So chips that leave a purse come to a table and to no
other place, to the cent, at every entry.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, get_args

import msgspec

from tapete.house.acts import FollowTable, TableMove
from tapete.house.engine import ESTABLISHMENT
from tapete.house.following import table_moves
from tapete.house.terms import KEY
from tapete.record.chain import Problem, problem
from tapete.record.codec import read_act
from tapete.record.entry import Entry
from tapete.record.recompute import Recomputation


class ToldMoves(NamedTuple):
    """What an entry of a table means for the house, and its hash."""

    digest: str
    moves: tuple[TableMove, ...]


class Telling:
    """What the entries of one record say to the house or of its tables, as they are read."""

    def __init__(self) -> None:
        self.of_table: dict[int, ToldMoves] = {}
        """By version, what each entry of a table means for the house."""
        self.of_house: list[tuple[int, FollowTable | None]] = []
        """The twins in the house's record by version; ``None`` where it tells of a table and names no entry."""

    def read(self, entry: Entry, rerun: Recomputation) -> None:
        """Take up an entry that has just been decided again."""
        if entry.game == KEY:
            try:
                body = read_act(ESTABLISHMENT, entry.act).body
            except ValueError:  # somebody has said so already
                return
            if isinstance(body, FollowTable):
                self.of_house.append((entry.version, body))
            elif isinstance(body, get_args(TableMove)):
                self.of_house.append((entry.version, None))
        elif moves := table_moves(rerun.game, rerun.table, rerun.before, rerun.state, rerun.events, entry.time):
            self.of_table[entry.version] = ToldMoves(entry.hash(), moves)


def absent_tables(house: Telling, tables: Mapping[str, Telling]) -> tuple[str, ...]:
    return tuple(sorted({one.table for _, one in house.of_house if one is not None} - tables.keys()))


def twin_problems(house: Telling, tables: Mapping[str, Telling], *, is_whole: bool) -> Iterator[Problem]:
    """Yield where the tables and the house do not tell the same.

    ``tables`` are their records by id; where they are not ``is_whole``, one that is not among them is not asked for.
    """
    seen = dict.fromkeys(tables, 0)
    left = {(table, version): told for table, one in tables.items() for version, told in one.of_table.items()}
    for at, twin in house.of_house:
        if twin is None:
            yield problem(at, "twin-foreign", KEY, case="unnamed")
            continue
        if twin.table not in tables and not is_whole:
            continue
        told = left.pop((twin.table, twin.entry), None)
        if told is None or twin.entry < seen[twin.table]:
            yield problem(at, "twin-foreign", KEY, about=twin.table, entry=twin.entry)
            continue
        seen[twin.table] = twin.entry
        if told != ToldMoves(twin.digest, twin.moves):
            yield problem(at, "twin-differs", KEY, about=twin.table, entry=twin.entry, **_difference(told, twin))
    for (table, version), told in sorted(left.items()):
        yield problem(version, "twin-missing", table, moves=_written(told.moves))


def _difference(told: ToldMoves, twin: FollowTable) -> dict[str, Any]:
    if told.moves == twin.moves:
        return {"case": "hash"}
    return {"table": _written(told.moves), "house": _written(twin.moves)}


def _written(moves: tuple[TableMove, ...]) -> str:
    """Return moves as their tags and values: ``bring-chips ana mesa-1 500``."""
    return ", ".join(
        " ".join([str(one.__struct_config__.tag), *(str(value) for value in msgspec.structs.astuple(one))])
        for one in moves
    )
