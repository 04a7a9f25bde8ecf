"""Whoever writes a database has it for himself from the first moment on, and whoever reads leaves it to others."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from tapete.record.store import copies, engine, open_store


def is_free(file: Path) -> bool:
    """Return True if somebody else could write to a database now."""
    with closing(sqlite3.connect(file, timeout=0)) as other:
        try:
            other.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            assert "locked" in str(error)  # noqa: PT017
            return False
        other.rollback()
        return True


@pytest.mark.parametrize("writing", [True, False])
def test_a_transaction_of_a_store_holds_the_database_where_it_writes(tmp_path: Path, writing: bool) -> None:
    file = tmp_path / "hall.db"
    with open_store(str(file)) as store:
        with ExitStack() as stack:
            connection = store._entered(stack, writing=writing)
            options: Any = connection.get_execution_options()
            assert (options.get(engine.WRITING), is_free(file)) == (True if writing else None, not writing)
        assert is_free(file)


def test_whoever_copies_rows_holds_the_database_that_he_writes(tmp_path: Path) -> None:
    file = tmp_path / "copy.db"
    open_store(str(file)).close()
    made = engine.connect(engine.read_url(str(file)))
    try:
        with copies._writing(made) as connection:
            options: Any = connection.get_execution_options()
            assert (options.get(engine.WRITING), is_free(file)) == (True, False)
        assert is_free(file)
    finally:
        made.dispose()
