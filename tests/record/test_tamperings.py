"""Each tampering is done for real on a small hall's store: none passes in silence, and docs/audit.md says what is true.

The page is written by ``script/tamperings``.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec
import pytest

from tapete.cli.audit import report_of
from tapete.cli.records import audit_inputs
from tapete.live import Keys
from tapete.record.store import open_store
from tapete.record.store.schema import metadata
from tests.support.databases import fresh_database
from tests.support.record.tampering import page
from tests.support.record.tampering.kinds import KINDS, Tampering
from tests.support.record.tampering.page import GIVEN, NOW, Bench, line
from tests.support.record.tampering.small_hall import Copy, copy_hall, make_halls

PAGE = (Path(__file__).parents[2] / "docs" / "audit.md").read_text("utf-8")
UNPROVABLE = {"old-copy-witness", "table-gone-witness", "early-gone", "lines-of-one-minute", "house-gone-witness"}
"""What nothing that is kept can show: everything was put back as it once was, a table or an early signature taken out
everywhere, or a house of whose tables none is told of it, lines of one moment in another order.
"""


@pytest.fixture(scope="module")
def halls(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("halls")
    make_halls(folder)
    return folder


@pytest.fixture(scope="module")
def bench(halls: Path, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(halls, tmp_path_factory.mktemp("copies"))


@pytest.mark.parametrize("one", KINDS, ids=lambda one: one.name)
def test_tampering_is_said(one: Tampering, bench: Bench) -> None:
    row = bench.row(one)
    assert one.codes <= row["all"].told
    assert [given for given in GIVEN if row[given].is_silent] == (["all"] if one.name in UNPROVABLE else [])
    assert line(one, row) in PAGE, "docs/audit.md is not current: run script/tamperings"


@pytest.mark.parametrize("base", ["closed", "killed", "house", "cloths", "days", "balls"])
@pytest.mark.parametrize("export", [False, True])
def test_sound_record_has_no_problem(bench: Bench, base: str, export: bool) -> None:
    for given in GIVEN:
        assert bench.sound(base, given, export=export).problems == ()
    told = {one.code for one in bench.sound(base, "all", export=export).warnings}
    unsigned = {"not-closed", "unsigned-tail"} if base == "killed" else set()
    beyond = {"house-absent"} if base in ("house", "cloths", "days") else {"parts-unopened"}
    beyond |= (
        {"unjudged"} if base == "balls" else {"witness-elsewhere"}
    )  # one table, whose cartones follow from a secret
    assert told == unsigned | (beyond if export else set())


def test_page_has_every_kind_and_every_code_and_no_other() -> None:
    assert len({one.name for one in KINDS}) == len({one.does for one in KINDS}) == len(KINDS) >= 60
    lines = {one.name: next(text for text in PAGE.splitlines() if text.startswith(f"| {one.does} |")) for one in KINDS}
    assert page.between(PAGE) == page.generated(lines), "docs/audit.md is not current: run script/tamperings"


OF_ROWS = frozenset({"entries", "killed", "tail", "tags", "checkpoints", "writers"})
"""Where rows are changed, which both databases have; what is declared of a store each has in its own way."""

OF_SQLITE = frozenset({"row-hidden", "row-misnamed", "body-text", "epoch-x"})
"""Values of another type than their column, or text that is none: PostgreSQL takes no such thing."""

ROWS = [one for one in KINDS if one.place in OF_ROWS and one.base in ("closed", "killed") and one.name not in OF_SQLITE]


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
    report = report_of(store, None, None, lambda: msgspec.structs.replace(inputs, wall_time=NOW))
    return {one.code for one in report.problems}, {one.code for one in report.warnings}


@pytest.mark.pg
@pytest.mark.parametrize("place", sorted(OF_ROWS))
def test_a_tampered_record_is_read_alike_from_both_stores(
    place: str, halls: Path, tmp_path: Path, pg_server: str
) -> None:
    wrong = list[str]()
    for one in (one for one in ROWS if one.place == place):
        copy = copy_hall(halls, one.base, tmp_path / one.name)
        one.doing(copy)
        address = fresh_database(pg_server, f"{tmp_path}{one.name}")
        moved(copy, address)
        if (there := told(address, copy)) != (here := told(str(copy.db), copy)):
            wrong.append(f"{one.does} PostgreSQL: {there}, SQLite: {here}")
    assert wrong == []
