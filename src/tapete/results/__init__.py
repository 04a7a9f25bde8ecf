"""What play came to, as rows of a table: a row for each stake of a settled coup, or for each prize of a game of bingo.

The rows tell public facts alone: they are made of the public parts of a record, and of a coup once it is settled.

>>> from tapete import punto_banco as pb
>>> rows_of(pb.open_table())
[]
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import chain, islice
from types import SimpleNamespace
from typing import Any, ClassVar, Final, Protocol

import msgspec

from tapete.front.table import Table
from tapete.games.bingo.game import Bingo
from tapete.kernel import Game
from tapete.record.entry import Entry
from tapete.record.notation import Notation, play
from tapete.record.notation.text import with_rulebooks
from tapete.results.bingo import BingoResults, PrizeRow
from tapete.results.card_games import CardResults, StakeRow

__all__ = [
    "PrizeRow",
    "Results",
    "StakeRow",
    "as_csv",
    "as_parquet",
    "begin",
    "csv_lines",
    "of_notation",
    "rows_of",
    "write_parquet",
]

ROWS_AT_ONCE: Final = 100_000

Row = StakeRow | PrizeRow


class Results(Protocol):
    """The rows of one table as far as it was followed. Rows are added at the end; a correction changes one in place."""

    def follow(self, entry: Entry) -> None:
        """Read the next entry of a record. Raises :class:`~tapete.record.codec.DecodeError`."""

    def take(self, events: Iterable[Any]) -> None:
        """Read the next events of a table without a record: of these the time is empty."""

    kind: ClassVar[type[msgspec.Struct]]
    """What its rows are."""

    @property
    def rows(self) -> Sequence[Row]: ...


def begin(game: Game[Any], table: str) -> Results:
    return BingoResults(table) if isinstance(game, Bingo) else CardResults(game, table)


def of_notation(game: Game[Any], notation: Notation, table: str) -> Results:
    """Return the results of a notation, which is played. Raises what :func:`tapete.record.notation.play` does."""
    run, found = play(game, notation), begin(with_rulebooks(game, notation), table)
    for made in (*(() if run.opening is None else (run.opening,)), *run.turns):
        found.take(made.events)
    return found


def rows_of(table: Table[Any, Any]) -> list[dict[str, Any]]:
    """Return the rows of what was played at a table of the library, as a data frame takes them."""
    found = begin(table.game, str(getattr(table.view(), "name", "")))
    for made in table.turns():
        found.take(made.events)
    plain: list[dict[str, Any]] = msgspec.to_builtins(found.rows)
    return plain


def as_csv(kind: type[msgspec.Struct], rows: Iterable[msgspec.Struct]) -> str:
    """Return rows of one kind as CSV: first the names of the columns; nothing for null, ``true`` and ``false``."""
    return "".join(csv_lines(kind, rows))


def csv_lines(kind: type[msgspec.Struct], rows: Iterable[msgspec.Struct]) -> Iterator[str]:
    """As :func:`as_csv`, line by line."""
    line: Any = SimpleNamespace(write=str)
    writer = csv.writer(line, lineterminator="\n")
    for cells in chain((kind.__struct_fields__,), map(msgspec.structs.astuple, rows)):
        yield str(writer.writerow(str(one).lower() if isinstance(one, bool) else one for one in cells))


def as_parquet(kind: type[msgspec.Struct], rows: Iterable[msgspec.Struct]) -> bytes:
    """Return rows of one kind as a Parquet file. Raises ``ModuleNotFoundError`` where pyarrow is not installed."""
    pyarrow: Any = import_module("pyarrow")
    types = {int: pyarrow.int64(), bool: pyarrow.bool_(), str: pyarrow.string()}
    fields = ((one.name, types.get(one.type, pyarrow.int64())) for one in msgspec.structs.fields(kind))
    return write_parquet(map(msgspec.structs.asdict, rows), pyarrow.schema(fields))


def write_parquet(rows: Iterable[Mapping[str, Any]], schema: Any = None) -> bytes:
    """Return rows as a Parquet file; without a ``schema`` of pyarrow their columns are as the first rows have them.

    Raises ``ModuleNotFoundError`` where pyarrow is not installed.
    """
    parquet: Any = import_module("pyarrow.parquet")
    pyarrow: Any = import_module("pyarrow")
    sink, left, writer = pyarrow.BufferOutputStream(), iter(rows), None
    while (some := list(islice(left, ROWS_AT_ONCE))) or writer is None:
        table = pyarrow.Table.from_pylist(some, schema)
        writer = writer or parquet.ParquetWriter(sink, table.schema)
        writer.write_table(table)
    writer.close()
    made: bytes = sink.getvalue().to_pybytes()
    return made
