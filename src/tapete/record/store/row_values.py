"""What stands in the rows of a store: in each column values of its own sort, and every row counted.

SQLite keeps whatever it is given: text where a number belongs, bytes where a key is text. A row whose key is of another
sort is found by no question that is asked with a key, so an audit looks at the sorts of all values first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, Protocol

from sqlalchemy import BigInteger, Column, Connection, LargeBinary, Table, TypeDecorator, func, select, text

from tapete.record.store import schema
from tapete.record.store.shapes import tables_without_rowid

PAGE = 5_000
"""Rows looked at by one question, so that a hall beside the audit never waits long with its commit."""
FIRST, LAST = -(2**63), 2**63 - 1
"""The bounds of the numbers by which SQLite itself keeps its rows."""

FLAGS = (("checkpoints", "closed"), ("checkpoints", "witnessed"))
"""Columns that say yes or no, as 1 or 0."""

RECORD = (schema.entries, schema.commands, schema.shoes, schema.checkpoints, schema.writers, schema.rulebooks)
"""Tables whose every row is read by an audit."""

RowFault = tuple[str, dict[str, Any]]


class Readings(Protocol):
    """Gives a transaction after the other."""

    def __call__(self) -> AbstractContextManager[Connection]:
        """Return a transaction that reads."""


def value_faults(reading: Readings, shape: schema.Shape) -> tuple[RowFault, ...]:
    """Return a code and facts for each column that has values of another sort than its own, and how many."""
    return tuple(fault for table in schema.metadata.sorted_tables for fault in _of_table(reading, shape, table))


def row_counts(connection: Connection) -> dict[str, int]:
    """Return how many rows each table of the record has, whatever stands in them."""
    plain = " NOT INDEXED" if connection.dialect.name == "sqlite" else ""  # an index may lack what its table has
    counts = {str(one.name): text(f'SELECT count(*) FROM "{one.name}"{plain}') for one in RECORD}  # noqa: S608  # our own
    return {name: connection.scalar(query) or 0 for name, query in counts.items()}


def _of_table(reading: Readings, shape: schema.Shape, table: Table) -> Iterator[RowFault]:
    columns = shape.kept_columns(table)
    if not columns:
        return
    with reading() as connection:
        if connection.dialect.name != "sqlite":  # whose columns take no value of another sort
            yield from _flags_alone(connection, columns)
            return
        is_numbered = table.name not in tables_without_rowid(connection)
    asked = ", ".join(f"coalesce(sum({_strange(one)}), 0)" for one in columns)
    names = ", ".join(f'"{one.name}"' for one in columns)
    page = f'SELECT rowid AS at, {names} FROM "{table.name}" WHERE rowid >= :first ORDER BY rowid LIMIT {PAGE}'  # noqa: S608  # names of our own schema
    whole = f'SELECT :first AS at, {names} FROM "{table.name}"'  # noqa: S608  # the same
    query = text(f"SELECT count(*), max(at), {asked} FROM ({page if is_numbered else whole})")  # noqa: S608  # the same
    found, first = dict.fromkeys(columns, 0), FIRST
    while True:
        with reading() as connection:
            count, last, *strange = connection.execute(query, {"first": first}).one()
        for column, more in zip(columns, strange, strict=True):
            found[column] += more
        if count < PAGE or last == LAST or not is_numbered:
            break
        first = last + 1
    yield from (_fault(column, count) for column, count in found.items() if count)


def _strange(column: Column[Any]) -> str:
    """Return a condition that holds where a value is not of the sort of its column."""
    due = f"typeof(\"{column.name}\") <> '{_sort(column)}'"
    if column.nullable:
        due = f'"{column.name}" IS NOT NULL AND {due}'
    return f'{due} OR "{column.name}" NOT IN (0, 1)' if _is_flag(column) else due


def _flags_alone(connection: Connection, columns: list[Column[Any]]) -> Iterator[RowFault]:
    for column in filter(_is_flag, columns):
        if count := connection.scalar(select(func.count()).select_from(column.table).where(column.not_in((0, 1)))):
            yield _fault(column, count)


def _fault(column: Column[Any], count: int) -> RowFault:
    return "value-strange", {"name": f"{column.table.name}.{column.name}", "count": count}


def _is_flag(column: Column[Any]) -> bool:
    return (column.table.name, column.name) in FLAGS


def _sort(column: Column[Any]) -> str:
    kind = column.type.impl if isinstance(column.type, TypeDecorator) else column.type
    return "integer" if isinstance(kind, BigInteger) else "blob" if isinstance(kind, LargeBinary) else "text"
