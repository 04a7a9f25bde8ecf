"""Each tampering is done for real: none passes in silence, and docs/generated/tampering.md says so."""

import asyncio
import json
import shutil
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from tapete.catalogue.games import house_book
from tapete.cli import app
from tapete.cli.records import audit_inputs, record_games
from tapete.cli.verify import report_of
from tapete.live import Hall, Keys
from tapete.record import audit as record_audit, side_by_side
from tapete.record.audit import AuditInputs, AuditReport, audit, rulebook_problems, summary
from tapete.record.days import days_of
from tapete.record.entry import canonical, sha256
from tapete.record.side_by_side import SideBySide
from tapete.record.source import StoreSource, open_source
from tapete.record.store import open_store, schema, store as reader
from tapete.record.store.rows import FLAGS, _sort
from tapete.record.store.schema import metadata
from tapete.record.store.sqlite import library as sqlite3
from tapete.record.store.transactions import Transactions
from tapete.record.verify import VerifyOptions, verify_table
from tapete.rulebooks import Rulebook, house_library, make
from tapete.words import finding
from tests.support.databases import fresh_database
from tests.support.record.tampering import page, tools
from tests.support.record.tampering.kinds import KINDS, Tampering
from tests.support.record.tampering.page import GIVEN, NOW, Bench, told_of
from tests.support.record.tampering.small_hall import OTHER, TABLE, Copy, copy_hall, make_halls
from tests.support.rows import rows

pytestmark = pytest.mark.slow

runner = CliRunner(env={"TAPETE_LANG": "es"})
PAGE = (Path(__file__).parents[2] / "docs" / "generated" / "tampering.md").read_text("utf-8")
UNPROVABLE = {"old-copy-witness", "table-gone-witness", "early-gone", "lines-of-one-minute", "house-gone-witness"}
"""What nothing that is kept can show: all was put back as it once was, or taken out wherever it stood."""


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
    """To whoever has nothing, to whoever has everything, and to one of those between, who take turns."""
    chosen = ("nothing", GIVEN[1 + KINDS.index(one) % 3], "all")
    row, page = bench.row(one, chosen), told_of(one, PAGE)
    assert one.codes <= row["all"].told
    assert [given for given in chosen if row[given].is_silent] == (["all"] if one.name in UNPROVABLE else [])
    told = {given: row[given].text() for given in chosen}
    assert told == {given: page[given] for given in chosen}, "the page is not current: run script/tamperings"


@pytest.mark.parametrize("base", ["closed", "killed", "house", "cloths", "days", "balls"])
@pytest.mark.parametrize("export", [False, True])
def test_sound_record_has_no_problem(bench: Bench, base: str, export: bool) -> None:
    for given in GIVEN:
        assert bench.sound(base, given, export=export).problems == ()
    told = {one.code for one in bench.sound(base, "all", export=export).warnings}
    unsigned = {"not-closed", "unsigned-tail"} if base == "killed" else set()
    beyond = {"house-absent"} if base in ("house", "cloths", "days") else {"parts-unopened"}
    beyond |= {"unjudged" if base == "balls" else "witness-elsewhere"}  # its cartones follow from a secret
    assert told == unsigned | (beyond if export else set())


def test_page_has_every_kind_and_every_code_and_no_other() -> None:
    assert len({one.name for one in KINDS}) == len({one.does for one in KINDS}) == len(KINDS) >= 60
    lines = {one.name: next(text for text in PAGE.splitlines() if text.startswith(f"| {one.does} |")) for one in KINDS}
    assert page.between(PAGE) == page.generated(lines), "the page is not current: run script/tamperings"


OF_ROWS = frozenset({"entries", "killed", "tail", "tags", "checkpoints", "writers"})
"""Where rows are changed, which both databases have; what is declared of a store each has in its own way."""
OF_SQLITE = frozenset({"row-hidden", "row-misnamed", "body-text", "epoch-x"})
"""Values of another type than their column, or text that is none: PostgreSQL takes no such thing."""
OF_BOTH = [one for one in KINDS if one.place in OF_ROWS and one.base in ("closed", "killed")]
ROWS = [*{(one.place, one.codes): one for one in OF_BOTH if one.name not in OF_SQLITE}.values()]
"""One for each set of findings at a place."""


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


def run(*words: object, status: int) -> Any:
    found = runner.invoke(app, [*map(str, words), "--json"])
    assert found.exit_code == status, found.output + str(found.exception)
    return json.loads(found.stdout)


def given(copy: Copy, *, witness: bool = True) -> list[object]:
    words: list[object] = ["--key", copy.key, "--trusted", Keys.load(copy.key).public]
    return [*words, "--witness", copy.witness] if witness else words


def reserves(report: Any, *codes: str) -> list[tuple[str, dict[str, Any]]]:
    return [(one["code"], one["facts"]) for one in report["warnings"] if one["code"] in codes]


def exported(copy: Copy, *tables: str, day: str = "") -> Path:
    folder = copy.folder / "out"
    run("export", copy.db, folder, "--key", copy.key, *(("--day", day) if day else ()), status=0)
    for file in folder.iterdir():
        if tables and file.stem not in tables:
            file.unlink()
    return folder


def test_a_table_is_sound_beside_the_witness_of_its_whole_hall(halls: Path, tmp_path: Path) -> None:
    copy = copy_hall(halls, "closed", tmp_path / "copy")
    report = run("audit", exported(copy, TABLE) / f"{TABLE}.jsonl", *given(copy), status=0)
    elsewhere = [("witness-elsewhere", {"tables": OTHER, "count": 1})]
    assert [(one["code"], one["facts"]) for one in report["warnings"]] == elsewhere
    assert reserves(run("audit", copy.db, *given(copy), status=0), "witness-elsewhere") == []
    one = run("audit", copy.db, "--table", TABLE, *given(copy), status=0)
    assert reserves(one, "witness-elsewhere", "house-absent") == elsewhere


def test_a_line_about_another_table_is_no_problem_whatever_it_says(halls: Path, tmp_path: Path) -> None:
    copy = copy_hall(halls, "closed", tmp_path / "copy")
    (line, *_) = (line for line in tools.witness_lines(copy) if tools.checkpoint_of(line).table == OTHER)
    forged = msgspec.structs.replace(tools.checkpoint_of(line), version=900, signature="00")
    with copy.witness.open("ab") as file:
        file.write(canonical(msgspec.to_builtins(forged)) + b"\n" + tools.signed_line(line))
    folder = exported(copy, TABLE)
    for where in (folder, folder / f"{TABLE}.jsonl"):
        assert run("audit", where, *given(copy), status=0)["problems"] == []
    codes = {one["code"] for one in run("audit", copy.db, *given(copy), status=1)["problems"]}
    assert {"checkpoint-unsigned", "checkpoint-untrusted"} <= codes, "the store has that table"


def test_a_folder_without_its_house_says_so(halls: Path, tmp_path: Path) -> None:
    copy = copy_hall(halls, "house", tmp_path / "copy")
    folder = exported(copy, TABLE)
    for where in (folder, folder / f"{TABLE}.jsonl"):
        assert reserves(run("audit", where, *given(copy), status=0), "house-absent", "witness-elsewhere") == [
            ("witness-elsewhere", {"tables": "house", "count": 1}), ("house-absent", {"count": 1})]  # fmt: skip
        assert reserves(run("audit", where, *given(copy, witness=False), status=0), "house-absent") == [
            ("house-absent", {"case": "unsaid", "count": 1})]  # fmt: skip


def test_a_table_that_was_opened_in_a_house_misses_it(halls: Path, tmp_path: Path) -> None:
    """No account and no witness says that there was one: the opening of its table does."""
    copy = copy_hall(halls, "cloths", tmp_path / "copy")
    file = exported(copy, TABLE) / f"{TABLE}.jsonl"
    for where in (file, file.parent):
        report = run("audit", where, *given(copy, witness=False), status=0)
        assert reserves(report, "house-absent") == [("house-absent", {"count": 1})], "it is sure, whatever is not said"
    assert run("replay", copy.db, "--key", copy.key, status=0)["problems"] == []
    assert run("replay", file, status=0)["problems"] == [], "a file shows a part of a hall"
    tools.forget_house(copy)
    (gone,) = run("audit", copy.db, *given(copy), status=1)["problems"]
    assert (gone["code"], gone["facts"]) == ("house-gone", {"case": "told", "tables": TABLE, "count": 1})
    assert (gone["at"], gone["table"]) == (0, ""), "it is said of the record as a whole"
    assert run("replay", copy.db, "--key", copy.key, status=1)["problems"] == [gone]
    one = run("audit", copy.db, "--table", TABLE, *given(copy, witness=False), status=0)
    assert reserves(one, "house-absent") == [("house-absent", {"count": 1})]


def test_a_hall_plays_no_table_on_whose_house_is_gone(halls: Path, tmp_path: Path) -> None:
    copy = copy_hall(halls, "cloths", tmp_path / "copy")

    async def parked() -> dict[str, str]:
        hall = await Hall.start(f"sqlite:///{copy.db}", Keys.load(copy.key), witness_file=copy.witness)
        await hall.stop()
        return {name: error.code for name, error in hall.parked_tables.items()}

    assert asyncio.run(parked()) == {}
    tools.forget_house(copy)
    assert asyncio.run(parked()) == {TABLE: "house-gone"}


LAYER = house_book(
    'id = "casa"\ngame = "dos-panos"\nover = "asturias-2011"\ntitle = "Casa de prueba"\n'
    'conduct.look_s = { value = 20, reason = "aquí se mira con calma" }\n',
    "casa.toml",
)
BELOW = house_library().by_id("dos-panos", "asturias-2011")


def beside(*books: Rulebook) -> dict[str, Any]:
    return {one.sha256: one.content for one in books}


def faults_of(books: dict[str, Any]) -> list[tuple[int, str, dict[str, Any]]]:
    return [(one.at, one.code, one.facts) for one in rulebook_problems(books)]


def overstepping(*options: str) -> Rulebook:
    content: dict[str, Any] = dict(LAYER.content)
    for option in options:
        section, name = option.split(".")
        own = {"value": [1], "origin": "house", "document": "", "why": "porque sí", "reason": "porque sí"}
        leaf = {key: value for key, value in own.items() if key in content["conduct"]["look_s"]}
        content = {**content, section: {**content[section], name: leaf}}
    return make(content)


def test_a_rulebook_is_the_content_of_its_hash() -> None:
    assert [faults_of(beside(*books)) for books in ((), (LAYER,), (BELOW,), (LAYER, BELOW))] == [[]] * 4
    for digest, content in (("00", {"id": "x"}), (LAYER.sha256, BELOW.content)):
        facts = {"rulebook": digest, "found": sha256(canonical(content))}
        assert faults_of({digest: content})[0] == (0, "rulebook-changed", facts)


@rows("options", [("banker.draws_on",), ("banker.draws_on", "punto.stands_on")])
def test_a_layer_sets_nothing_that_a_document_settles(options: tuple[str, ...]) -> None:
    made = overstepping(*options)
    problems = faults_of(beside(made))
    told = [(at, code, facts["rulebook"], facts["option"]) for at, code, facts in problems]
    assert told == [(0, "rulebook-oversteps", made.sha256, one) for one in options]
    assert all(facts["clauses"].startswith("DP.") for _, _, facts in problems)
    assert faults_of(beside(made, LAYER)) == problems


RECORD = ("entries", "commands", "shoes", "checkpoints", "writers", "rulebooks")
PEOPLE = {
    "people": ("('p', 'Ana')", "(x'70', 'Ana')", "('p', x'07')"),
    "staff": ("('dora', x'7b7d')", "('dora', '{}')"),
    "ways_back": ("('d', 'p', 'code', 7)", "('d', 'p', 'code', 'never')"),
    "houses": ("(1, 'Casa', '2026')", "(1, 'Casa', x'00')"),
}


@pytest.fixture
def copy(halls: Path, tmp_path: Path) -> Copy:
    return copy_hall(halls, "closed", tmp_path / "copy")


def audited(copy: Copy, *tables: str) -> AuditReport:
    given = audit_inputs(copy.key, [copy.witness], None)
    with open_store(str(copy.db), read_only=True) as store:
        source = StoreSource(store)
        report = audit(source, record_games(source), given, tables or None)
    msgspec.json.encode(summary(report))  # whatever stood in a row, the answer can be written
    return report


EACH = [*{(one.place, one.base): one for one in KINDS if not one.export}.values()]
"""One of each place of each hall."""


@pytest.mark.parametrize("one", EACH, ids=lambda one: one.name)
def test_processes_find_what_one_finds(
    one: Tampering, halls: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: the same report to the byte, however many processes judge the tables."""
    copy = copy_hall(halls, one.base, tmp_path / "copy")
    one.doing(copy)
    inputs = audit_inputs(copy.key, [copy.witness] if copy.witness.exists() else [], None)
    inputs = msgspec.structs.replace(inputs, wall_time=NOW)
    alone = report_of(str(copy.db), None, None, lambda: inputs, copy.key, 1)
    monkeypatch.setattr(side_by_side, "LEAST", 0)
    if len(alone.tables) > 1:
        monkeypatch.setattr(record_audit, "TableAudit", None)  # nothing is left to this process
    beside = report_of(str(copy.db), None, None, lambda: inputs, copy.key, 2)
    assert msgspec.json.encode(summary(beside)) == msgspec.json.encode(summary(alone))


def test_processes_judge_the_files_of_days(halls: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise: as of a store, with the key that each process opens again."""
    copy = copy_hall(halls, "days", tmp_path / "copy")
    source = open_source(copy.db)
    days = [one.day for one in days_of(source)]
    source.close()
    for day in days:
        runner.invoke(app, ["export", str(copy.db), str(tmp_path / "out"), "--day", day], catch_exceptions=False)
    given = ["audit", str(tmp_path / "out"), "--key", str(copy.key), "--json", "--workers"]
    alone = runner.invoke(app, [*given, "1"])
    monkeypatch.setattr(side_by_side, "LEAST", 0)
    monkeypatch.setattr(record_audit, "TableAudit", None)
    assert runner.invoke(app, [*given, "2"]).stdout == alone.stdout
    assert len(json.loads(alone.stdout)["tables"]) > len(days) > 1


def test_what_no_process_can_say_is_left_to_whoever_asked() -> None:
    """Threat: a record that ends a process passes unjudged."""
    with SideBySide(2, partial(int, "no record"), AuditInputs(), int) as side:
        assert list(side.judges({})(("mesa", "otra"), False)) == [None, None]


def test_an_audit_of_a_small_store_asks_it_in_few_transactions(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, entered = [], Transactions._entered

    def counted(*asked: Any, **more: Any) -> Any:
        begun.append(asked)
        return entered(*asked, **more)

    monkeypatch.setattr(Transactions, "_entered", counted)
    tables = audited(copy).tables
    assert len(begun) <= 5 + 5 * len(tables)


def codes(report: AuditReport) -> set[str]:
    return {one.code for one in report.problems}


def test_every_row_of_a_sound_store_is_read(copy: Copy) -> None:
    asked = Counter[str]()
    with open_store(str(copy.db), read_only=True) as store:
        source = StoreSource(store)
        for table in source.tables():
            asked["entries"] += sum(1 for _ in source.stored_entries(table))
            asked["commands"] += len(source.commands(table) or ())
            asked["shoes"] += len(source.shoes(table))
            asked["checkpoints"] += len(source.checkpoints(table))
            asked["writers"] += source.custody(table).writer is not None
        asked["rulebooks"] += len(source.rulebooks())
        there = {name: tools.rows(copy, f"SELECT count(*) FROM {name}")[0][0] for name in RECORD}
        assert asked == source.row_counts() == there
    assert min(asked.values()) > 0
    assert not audited(copy).problems


def copies(halls: Path, folder: Path) -> Iterator[Copy]:
    for number in count():
        if number:
            shutil.rmtree(folder / f"copy-{number - 1}")
        yield copy_hall(halls, "short", folder / f"copy-{number}")


def leave_empty(copy: Copy, table: str, column: str, where: str) -> int:
    """Leave nothing where there must be something, its condition taken out and put back; return in how many rows."""
    count = 0
    connection = sqlite3.connect(copy.db, isolation_level=None)
    ((made,),) = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchall()
    for shape in (made.replace(" NOT NULL", ""), made):
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (shape, table))
        connection.close()
        if shape != made:
            tools.sql(copy, f"UPDATE {table} SET {column} = NULL WHERE {where}")
            ((count,),) = tools.rows(copy, f"SELECT count(*) FROM {table} WHERE {column} IS NULL")
        connection = sqlite3.connect(copy.db, isolation_level=None)
    connection.close()
    return count


@pytest.mark.parametrize("table", RECORD)
def test_nothing_where_there_must_be_something_is_said(
    halls: Path, tmp_path: Path, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "PAGE", 3)
    wrong, fresh = list[str](), copies(halls, tmp_path)
    for column in (one for one in schema.metadata.tables[table].columns if not one.nullable):
        for where in (f"rowid = (SELECT max(rowid) FROM {table})", "TRUE"):
            copy = next(fresh)
            count_empty = leave_empty(copy, table, column.name, where)
            assert count_empty
            report = audited(copy)
            assert all(finding(one.code, one.facts, "es") for one in report.problems)
            if strange(report) != {f"{table}.{column.name}": count_empty}:
                wrong.append(f"nothing in {column} where {where}: {codes(report)}, strange are {strange(report)}")
            with open_store(str(copy.db), read_only=True) as store:
                source = StoreSource(store)
                for name in source.tables():
                    verify_table(source, name, record_games(source), VerifyOptions())
                    assert store.head(name).version >= -1
    assert wrong == []


OF_EACH_SORT = ("'x'", "x'6d657361'", "1.5", "-9223372036854775808")
OWN = {
    "text": ("''", "'ñ'", "char(0)", f"'{OTHER}'"),
    "blob": ("x''", "x'7b7d'"),
    "integer": ("-1", "0", "1", "9223372036854775807"),
}


def strange(report: AuditReport) -> dict[str, int]:
    return {one.facts["name"]: one.facts["count"] for one in report.problems if one.code == "value-strange"}


@pytest.mark.parametrize("table", RECORD)
def test_another_value_is_said_wherever_it_stands_and_one_of_another_sort_as_what_it_is(
    halls: Path, tmp_path: Path, table: str
) -> None:
    wrong, fresh = list[str](), copies(halls, tmp_path)
    for column in schema.metadata.tables[table].columns:
        name, sort = f"{table}.{column.name}", _sort(column)
        for value in (*OWN[sort], *(("NULL",) if column.nullable else ()), *OF_EACH_SORT):
            copy = next(fresh)
            ((at, before),) = tools.rows(copy, f"SELECT max(rowid), {column.name} FROM {table}")
            try:
                tools.sql(copy, f"UPDATE {table} SET {column.name} = {value} WHERE rowid = {at}")
            except sqlite3.IntegrityError:  # there is a row of that key already
                continue
            query = f"SELECT {column.name}, typeof({column.name}) FROM {table} WHERE rowid = {at}"
            ((after, kind),) = tools.rows(copy, query)
            report = audited(copy)
            is_strange = value in OF_EACH_SORT and (kind != sort or (table, column.name) in FLAGS)
            if bool(codes(report)) != (after != before) or (is_strange and strange(report) != {name: 1}):
                wrong.append(f"{value} in {name}: {codes(report)}, strange are {strange(report)}")
    assert wrong == []


@pytest.mark.parametrize("table", RECORD)
def test_a_row_under_a_key_that_is_no_text_does_not_hide(copy: Copy, table: str) -> None:
    """Bytes, and text that is none: a question with the name of the table finds neither."""
    key = "sha256" if table == "rulebooks" else "table_id"
    for value in (f"CAST({key} AS BLOB)", "CAST(x'6dff' AS TEXT)"):
        columns = ", ".join(value if one.name == key else one.name for one in schema.metadata.tables[table].columns)
        tools.sql(copy, f"INSERT INTO {table} SELECT {columns} FROM {table} LIMIT 1")
    report = audited(copy)
    assert strange(report) == {f"{table}.{key}": 1}
    if table != "rulebooks":  # found by its number, and then its name is not that of its content
        assert {(one.code, one.facts.get("name")) for one in report.problems} >= {("rows-unread", table)}


@pytest.mark.parametrize("table", PEOPLE)
def test_what_stands_beside_the_record_is_of_its_sort_too(copy: Copy, table: str) -> None:
    sound, *others = PEOPLE[table]
    tools.sql(copy, f"INSERT INTO {table} VALUES {sound}")
    without_record = {"house-gone"} if table == "houses" else set()
    assert codes(audited(copy)) == without_record
    for other in others:
        tools.sql(copy, f"DELETE FROM {table}", f"INSERT INTO {table} VALUES {other}")
        assert len(strange(audited(copy))) == 1
