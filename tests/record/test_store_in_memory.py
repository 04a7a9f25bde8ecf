"""A store in memory, for trying things out: one database, whichever thread asks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import text

from tapete.record.store.engine import BUSY_MS, connect, read_url


def test_a_store_in_memory_is_one_for_every_thread_and_waits_like_one_on_the_disk() -> None:
    engine = connect(read_url("sqlite:///:memory:"))

    def asked(statement: str) -> object:
        with engine.begin() as connection:
            found = connection.execute(text(statement))
            return found.scalar() if found.returns_rows else None

    try:
        asked("CREATE TABLE kept (one INTEGER)")
        asked("INSERT INTO kept VALUES (7)")
        with ThreadPoolExecutor(1) as elsewhere:
            assert elsewhere.submit(asked, "SELECT one FROM kept").result() == 7
            assert elsewhere.submit(asked, "PRAGMA busy_timeout").result() == BUSY_MS
    finally:
        engine.dispose()
