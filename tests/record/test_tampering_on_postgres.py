"""An auditor reads the same from a tampered record whether it lies in SQLite or in PostgreSQL."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec
import pytest

from tapete.cli.audit import report_of
from tapete.cli.records import audit_inputs
from tapete.live import Keys
from tapete.record.audit import AuditReport
from tapete.record.store import open_store
from tapete.record.store.schema import metadata
from tests.support.databases import fresh_database
from tests.support.record.tampering.kinds import KINDS, Tampering
from tests.support.record.tampering.small_hall import Copy, copy_hall, make_halls
from tests.support.record.tampering.table import NOW

pytestmark = pytest.mark.pg

OF_ROWS = frozenset({"entries", "killed", "tail", "tags", "checkpoints", "writers"})
"""Where rows are changed, which both databases have; what is declared of a store each has in its own way."""

OF_SQLITE = frozenset({"row-hidden", "row-misnamed", "body-text", "epoch-x"})
"""Values of another type than their column, or text that is none: PostgreSQL takes no such thing."""

ROWS = [one for one in KINDS if one.place in OF_ROWS and one.base in ("closed", "killed") and one.name not in OF_SQLITE]


@pytest.fixture(scope="module")
def halls(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("halls")
    make_halls(folder)
    return folder


def moved(copy: Copy, address: str) -> None:
    """Put the rows of a SQLite store into an empty PostgreSQL one as they are, past every guard."""
    import psycopg
    from psycopg import sql

    open_store(address).close()
    source = sqlite3.connect(copy.db)
    with psycopg.connect(address.replace("+psycopg", ""), autocommit=False) as target:
        target.execute("SET session_replication_role = replica")
        for table in metadata.sorted_tables:
            names = [one.name for one in table.columns]
            listed = sql.SQL(", ").join(map(sql.Identifier, names))
            target.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table.name)))
            rows = source.execute(f'SELECT {", ".join(names)} FROM "{table.name}"').fetchall()
            places = sql.SQL(", ").join(sql.Placeholder() * len(names))
            put = sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(sql.Identifier(table.name), listed, places)
            for row in rows:
                target.execute(put, row)
    source.close()


def told(store: str, copy: Copy) -> tuple[set[str], set[str]]:
    """Return the codes of problems and of reserves that an auditor with everything at hand is told."""
    witness = [copy.witness] if copy.witness.exists() else []
    inputs = audit_inputs(copy.key, witness, [Keys.load(copy.key).public])
    report: AuditReport = report_of(store, None, None, lambda: msgspec.structs.replace(inputs, wall_time=NOW))
    return {one.code for one in report.problems}, {one.code for one in report.warnings}


@pytest.mark.parametrize("one", ROWS, ids=lambda one: one.name)
def test_a_tampered_record_is_read_alike_from_both_stores(
    one: Tampering, halls: Path, tmp_path: Path, pg_server: str
) -> None:
    copy = copy_hall(halls, one.base, tmp_path / "copy")
    one.doing(copy)
    address = fresh_database(pg_server, str(tmp_path))
    moved(copy, address)
    assert told(address, copy) == told(str(copy.db), copy)
