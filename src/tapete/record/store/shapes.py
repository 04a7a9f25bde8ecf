"""The shape of a store's tables: what is kept together, what is there once, what refers to what.

A table that was made anew without its keys could hold two answers to one request; so an audit compares. What else a
table was declared with is compared too (:mod:`tapete.record.store.declarations`).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, inspect
from sqlalchemy.exc import SAWarning

from tapete.record.store.declarations import (
    Declarations,
    due_on_postgresql,
    postgresql_declarations,
    sqlite_declarations,
)

Shapes = dict[str, tuple[Any, ...]]


def shape_faults(connection: Connection, revision: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a code and facts for each table of the store that is gone or not as it was made.

    A SQLite file is the hall's alone, so that a table which is none of its own is said too. Such a file is its own
    description: one that says of its tables what a fresh one says has their shapes, and is not read column by column.
    """
    made, is_sqlite = _made(revision), connection.dialect.name == "sqlite"
    declared = sqlite_declarations(connection) if is_sqlite else postgresql_declarations(connection)
    asked = made.declared if is_sqlite else made.declared_on_postgresql
    if is_sqlite and declared == asked:
        return
    found, due = shapes(connection), made.shapes
    for name in sorted(due.keys() - found.keys()):
        yield "shape-missing", {"name": name}
    for name in sorted(found.keys() - due.keys()):
        if is_sqlite:
            yield "shape-foreign", {"name": name}
    for name in sorted(found.keys() & due.keys()):
        if found[name] != due[name]:
            yield "shape-changed", {"name": name}
        elif declared.get(name) != asked.get(name):
            yield "declaration-changed", {"name": name}


def shapes(connection: Connection) -> Shapes:
    """Return of each table its columns, its key, what it refers to and its indexes, whatever they are called, and
    whether SQLite numbers its rows.
    """
    unnumbered = tables_without_rowid(connection)
    there = inspect(connection)
    keys, references = _by_name(there.get_multi_pk_constraint()), _by_name(there.get_multi_foreign_keys())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SAWarning)  # an index over what is computed: it is seen as it is declared
        uniques, indexes = _by_name(there.get_multi_unique_constraints()), _by_name(there.get_multi_indexes())
    return {
        name: (
            tuple((one["name"], bool(one["nullable"])) for one in columns),
            tuple(keys[name]["constrained_columns"]),
            _sorted(
                (one["constrained_columns"], one["referred_table"], one["referred_columns"]) for one in references[name]
            ),
            _sorted((one["column_names"],) for one in uniques[name]),
            _sorted((one["column_names"], bool(one["unique"])) for one in indexes[name]),
            name not in unnumbered,
        )
        for name, columns in _by_name(there.get_multi_columns()).items()
    }


def tables_without_rowid(connection: Connection) -> frozenset[str]:
    """Return the tables whose rows SQLite keeps under no number of its own: none of a store is made so."""
    if connection.dialect.name != "sqlite":
        return frozenset()
    return frozenset(str(row.name) for row in connection.exec_driver_sql("PRAGMA table_list") if row.wr)


def _by_name(found: Mapping[Any, Any]) -> dict[str, Any]:
    """Return what was read of all tables by one question, by the name of the table."""
    return {name: value for (_, name), value in found.items()}


def _sorted(found: Any) -> tuple[str, ...]:
    return tuple(sorted(map(repr, found)))


class _Made(NamedTuple):
    """The tables of a fresh store: as they are declared on each sort of database, and their shapes."""

    declared: Declarations
    declared_on_postgresql: Declarations
    shapes: Shapes


@lru_cache(maxsize=4)
def _made(revision: str) -> _Made:
    """Make a fresh store of a revision of the schema and return its tables."""
    from tapete.record.store.engine import connect, migrate, read_url

    engine = connect(read_url("sqlite://"))
    migrate(engine, revision)
    with engine.connect() as connection:
        return _Made(sqlite_declarations(connection), due_on_postgresql(connection), shapes(connection))
