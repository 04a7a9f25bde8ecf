"""The shape of a store's tables: what is kept together, what is there once, what refers to what.

A table that was made anew without its keys could hold two answers to one request; so an audit compares.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, inspect

Shapes = dict[str, tuple[Any, ...]]


def shape_faults(connection: Connection, revision: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a code and facts for each table of the store that is gone or not as it was made.

    A SQLite file is the hall's alone, so that a table which is none of its own is said too.
    """
    found, due = shapes(connection), _made(revision)
    for name in sorted(due.keys() - found.keys()):
        yield "shape-missing", {"name": name}
    for name in sorted(found.keys() - due.keys()):
        if connection.dialect.name == "sqlite":
            yield "shape-foreign", {"name": name}
    for name in sorted(found.keys() & due.keys()):
        if found[name] != due[name]:
            yield "shape-changed", {"name": name}


def shapes(connection: Connection) -> Shapes:
    """Return of each table its columns, its key, what it refers to and its indexes, whatever they are called."""
    there = inspect(connection)
    keys, references = _by_name(there.get_multi_pk_constraint()), _by_name(there.get_multi_foreign_keys())
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
        )
        for name, columns in _by_name(there.get_multi_columns()).items()
    }


def _by_name(found: Mapping[Any, Any]) -> dict[str, Any]:
    """Return what was read of all tables at once, by the name of the table: one question each, however many there are."""
    return {name: value for (_, name), value in found.items()}


def _sorted(found: Any) -> tuple[str, ...]:
    return tuple(sorted(map(repr, found)))


@lru_cache(maxsize=3)
def _made(revision: str) -> Shapes:
    """Return the shapes of a fresh store of a revision of the schema."""
    from tapete.record.store.engine import connect, migrate, read_url

    engine = connect(read_url("sqlite://"))
    migrate(engine, revision)
    with engine.connect() as connection:
        return shapes(connection)
