"""The command line as a user meets it: JSON, statuses, bad input, exports, accounts, a house's own layer of rules."""

import asyncio
import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tapete.live import Hall, Keys
from tapete.record.entry import canonical
from tapete.record.notation import Action, Notation, format_notation
from tapete.results import StakeRow, as_parquet
from tests.support.command_line import asked, told as bad, tree
from tests.support.rows import rows


def run(*words: str) -> str:
    return str(asked(*words, TAPETE_LANG="es").stdout)


@pytest.mark.clause("CF.R.02")
def test_which_rulebook_governs_a_coup_of_a_day() -> None:
    for day, holds in (("2011-06-21", False), ("2011-06-22", True)):
        words = ("rules", "--game", "ferrocarril", "--day", day)
        (found,) = tree(*words)["rulebooks"]
        told = (found["id"], found["since"], found["applies"], found["clauses"])
        assert told == ("asturias-2011", "2011-06-22", holds, ["CF.R.02"]), day
        assert ("todavía no" in run(*words)) is not holds


def test_export_audits_and_replays(kept: Path, tmp_path: Path) -> None:
    closed, whole = tmp_path / "closed.jsonl", tmp_path / "whole.jsonl"
    said = tree("export", str(kept / "hall.db"), "punto", str(closed))
    assert said["private"] is False
    tree("export", str(kept / "hall.db"), "punto", str(whole), "--key", str(kept / "hall.key"))
    assert tree("audit", str(closed))["entries"] == said["entries"]
    assert tree("audit", str(whole))["unopened"] == 0
    for record in (str(whole), str(kept / "hall.db")):
        found = tree("replay", record, "--key", str(kept / "hall.key"))
        assert (found["ok"], found["problems"], found["entries"] >= said["entries"]) == (True, [], True)


def test_export_to_a_folder_names_the_files_after_the_tables(kept: Path, tmp_path: Path) -> None:
    db, every = str(kept / "hall.db"), tmp_path / "auditor" / "today"
    found = tree("export", db, str(every))
    assert {one["table"] for one in found["tables"]} == {file.stem for file in every.iterdir()}
    assert tree("export", db, "punto", str(every)) in found["tables"]
    for one in found["tables"]:
        assert tree("audit", str(every / f"{one['table']}.jsonl"))["entries"] == one["entries"]
    for said in (f"there was no folder {tmp_path / 'new'}: it has been made\n", ""):
        assert (made := asked("export", db, tmp_path / "new").stderr).startswith(said), made
        assert said or not made
    bad_file = tmp_path / "a-file"
    bad_file.write_text("taken", "utf-8")
    assert "a-file" in bad("export", db, str(bad_file))
    assert bad_file.read_text("utf-8") == "taken"


def edited(path: Path, kind: str, name: str, change: int) -> int:
    head, *lines = path.read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        kept = json.loads(line)
        for event in kept["entry"]["events"]:
            if event["event"] == kind:
                event[name] += change
                lines[number] = canonical(kept).decode()
                path.write_text("\n".join((head, *lines)) + "\n", "utf-8")
                return int(kept["entry"]["version"])
    raise AssertionError(f"no {kind} in {path}")


@rows(
    "private, kind, name",
    [
        (private, *one)
        for private in (True, False)
        for one in (("bought-in@1", "amount"), ("coup-settled@1", "cagnotte"))
    ],
)
def test_replay_decides_every_act_again(kept: Path, tmp_path: Path, private: bool, kind: str, name: str) -> None:
    file, key = tmp_path / "ferrocarril.jsonl", ("--key", str(kept / "hall.key"))
    tree("export", str(kept / "hall.db"), "ferrocarril", str(file), *(key if private else ()))
    assert tree("replay", str(file))["problems"] == []
    at = edited(file, kind, name, 12345)
    found = tree("replay", str(file), status=1)
    codes = {one["code"] for one in found["problems"]}
    assert (found["ok"], found["entries"], {one["at"] for one in found["problems"]}) == (False, at, {at})
    assert codes & {"money-differs", "events-differ"}  # of a tie the deduction moves no money
    assert f"ferrocarril #{at} {min(codes)}" in asked("replay", file, status=1).stdout


def test_accounts_are_what_bean_check_accepts(kept: Path, tmp_path: Path) -> None:
    program, out = str(Path(sys.executable).with_name("bean-check")), tmp_path / "punto.beancount"
    assert tree("accounts", str(kept / "hall.db"), "punto", str(out))["entries"] > 1
    found = subprocess.run([program, str(out)], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
    text = out.read_text("utf-8")
    assert run("accounts", str(kept / "hall.db"), "punto") == text
    assert "balance Equity:Cash-desk" in text
    rows = list(csv.DictReader(io.StringIO(run("results", str(kept / "hall.db"), "punto"))))
    cut = sum(int(row["commission"]) for row in rows)
    settled = {(row["shoe"], row["coup"]) for row in rows if int(row["won"])}  # by a tie no money moves
    apart = re.search(r"balance Assets:Commission (\d+)\.(\d\d)", text)
    assert int("".join(apart.groups()) if apart else 0) == cut, "the commission stands apart"
    assert settled <= set(re.findall(r"  shoe: (\d+)\n  coup: (\d+)\n", text))
    assert "no table" in bad("accounts", str(kept / "hall.db"), "nope")
    assert "name one" in bad("accounts", str(kept / "hall.db"), "punto", "--json")
    assert "currency" in bad("accounts", str(kept / "hall.db"), "punto", "--currency", "euro")


def test_the_notation_of_a_record_is_decided_again(kept: Path, tmp_path: Path) -> None:
    """Of every table: with the key whole, without it with its hidden faces as such."""
    store, key, out = str(kept / "hall.db"), str(kept / "hall.key"), tmp_path / "one.toml"
    tables = tree("audit", store)["tables"]
    assert len(tables) >= 4
    for table in tables:
        assert table in run("notation", store, table, str(out), "--key", key)
        found = tree("replay", str(out))
        assert (found["ok"], found["problems"]) == (True, []), table
        assert run("notation", store, table).count("\n") == out.read_text("utf-8").count("\n"), table
    assert "no table" in bad("notation", store, "nope")
    tree("export", store, "punto", str(tmp_path / "whole.jsonl"))
    (empty := tmp_path / "empty.jsonl").write_bytes((tmp_path / "whole.jsonl").read_bytes().partition(b"\n")[0] + b"\n")
    assert all("no entries" in bad(verb, str(empty), "punto") for verb in ("notation", "accounts"))


def test_results_are_the_same_rows_from_a_database_an_export_and_a_notation(kept: Path, tmp_path: Path) -> None:
    store, out = str(kept / "hall.db"), tmp_path / "one.csv"
    told = run("results", store, "punto")
    tree("export", store, "punto", str(tmp_path / "punto.jsonl"))
    assert run("results", str(tmp_path / "punto.jsonl")) == told
    assert f"{told.count(chr(10)) - 1} filas en" in run("results", store, "punto", "--out", str(out))
    assert out.read_text("utf-8") == told
    run("notation", store, "punto", str(tmp_path / "punto.toml"), "--key", str(kept / "hall.key"))
    without = [row | {"entry": "0", "time": ""} for row in csv.DictReader(io.StringIO(told))]
    assert list(csv.DictReader(io.StringIO(run("results", str(tmp_path / "punto.toml"))))) == without
    every = asked("results", store)
    assert {row["table"] for row in csv.DictReader(io.StringIO(every.stdout))} <= {*tree("audit", store)["tables"]}
    assert set(told.splitlines()) <= set(every.stdout.splitlines())
    assert "no table" in bad("results", store, "nope")
    assert "no table" in bad("results", str(tmp_path / "punto.toml"), "nope")
    (tmp_path / "other.txt").write_text("nothing", "utf-8")
    assert "one.csv" not in bad("results", str(tmp_path / "other.txt"))


def test_entries_that_lead_nowhere_are_said_in_a_sentence(kept: Path, tmp_path: Path) -> None:
    """Threat: somebody's file is read to its end, or ends the program with a trace. Here nobody has taken the bank."""
    tree("export", str(kept / "hall.db"), "ferrocarril", str(file := tmp_path / "f.jsonl"))
    head, *lines = file.read_bytes().splitlines()
    entries = [json.loads(line)["entry"] for line in lines]
    for one in entries:
        one["events"] = [event for event in one["events"] if event["event"] != "bank-taken@1"]
    told = [b'{"entry":' + canonical(one) + b',"hash":""}' for one in entries]
    file.write_bytes(b"\n".join([head, *told, b""]))
    for verb in (("results",), ("notation", "ferrocarril")):
        assert "tapete audit" in bad(verb[0], str(file), *verb[1:])


def test_results_as_parquet_need_a_file_and_pyarrow(kept: Path, tmp_path: Path, monkeypatch: Any) -> None:
    words, out = ("results", str(kept / "hall.db"), "punto", "--parquet"), tmp_path / "punto.parquet"
    assert "--out" in bad(*words)
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "pyarrow", None)
        assert "tapete[parquet]" in bad(*words, "--out", str(out))
    parquet = pytest.importorskip("pyarrow.parquet")
    run(*words, "--out", str(out))
    rows = parquet.read_table(out).to_pylist()
    plain = [{name: "" if one is None else str(one) for name, one in row.items()} for row in rows]
    told = csv.DictReader(io.StringIO(run("results", str(kept / "hall.db"), "punto")))
    assert plain == [row | {"natural": row["natural"].capitalize()} for row in told]
    out.write_bytes(as_parquet(StakeRow, ()))
    assert parquet.read_table(out).column_names == list(rows[0]), "a table of which no coup is settled"


def test_replay_of_a_notation_file(tmp_path: Path) -> None:
    staff = {"croupier": "croupier", "table-chief": "chief"}
    opening = {"name": "uno", "rulebook": "asturias-2011", "minimum": 1000, "maximum": 50000, "staff": staff}
    file = tmp_path / "uno.toml"
    for action, told in (
        (Action("c", "count"), []),
        (Action("c", "count", result="refused wrong-window"), ["replay-differs"]),
    ):
        file.write_text(format_notation(Notation("punto-y-banca", (action,), opening, decks=6)))
        found = tree("replay", str(file), status=len(told))
        assert (found["ok"], [one["code"] for one in found["problems"]]) == (not told, told)


def test_wrong_keys_and_tables(kept: Path, tmp_path: Path) -> None:
    store = str(kept / "hall.db")
    assert "no table" in bad("audit", store, "--table", "nope")
    assert "key file" in bad("audit", store, "--key", str(tmp_path / "none"))
    assert not (tmp_path / "none").exists()
    open_to_all = tmp_path / "open.key"
    open_to_all.write_bytes((kept / "hall.key").read_bytes())
    open_to_all.chmod(0o644)
    assert "chmod" in bad("audit", store, "--key", str(open_to_all))
    assert "witness" in bad("audit", store, "--witness", str(tmp_path / "none"))
    assert "no table" in bad("export", store, "nope", str(tmp_path / "out"))
    Keys.load(tmp_path / "other.key")
    found = tree("audit", store, "--key", str(tmp_path / "other.key"), status=1)
    assert {one["code"] for one in found["problems"]} >= {"private-part"}


def test_rules_start_fast() -> None:
    """The heavy rooms stay closed for a verb that does not need them."""
    code = (
        "import sys; from typer.testing import CliRunner; from tapete.cli import app;"
        "CliRunner().invoke(app, ['rules', 'PB.A2.03']);"
        "print(sorted({'sqlalchemy', 'litestar', 'numpy', 'uvicorn', 'cryptography', 'asyncio'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_the_command_line_is_the_module_too() -> None:
    for words, status, told in ((["--version"], 0, ""), (["audit", "--no-such"], 2, "tapete audit --help")):
        run = [sys.executable, "-m", "tapete", *words]
        found = subprocess.run(run, capture_output=True, text=True, check=False)
        assert found.returncode == status, found.stderr
        assert told in found.stderr
        assert bool(found.stdout) == (status == 0)


def test_exports_and_books_are_their_owners_alone(kept: Path, tmp_path: Path) -> None:
    before, db = os.umask(0o022), str(kept / "hall.db")
    try:
        run("export", db, "punto", str(tmp_path / "punto.jsonl"))
        run("accounts", db, "punto", str(tmp_path / "punto.beancount"))
    finally:
        os.umask(before)
    modes = {one.name: one.stat().st_mode & 0o777 for one in tmp_path.iterdir()}
    assert modes == {"punto.jsonl": 0o600, "punto.beancount": 0o600}


HEAD = 'id = "casa"\ngame = "dos-panos"\nover = "{over}"\ntitle = "Casa de prueba"\n'
LOOK = 'conduct.look_s = { value = 20, reason = "aquí se mira con calma" }\n'


@pytest.fixture
def layer(tmp_path: Path) -> Path:
    file = tmp_path / "casa.toml"
    file.write_text(HEAD.format(over="asturias-2011") + LOOK, "utf-8")
    return file


def test_what_a_document_settles_is_refused_with_code_sentence_and_clause(layer: Path) -> None:
    layer.write_text(HEAD.format(over="guia") + 'award.after_shoe = { value = false, reason = "antes" }\n', "utf-8")
    found = asked("rules", "--check", layer, status=1, TAPETE_LANG="es")
    assert "document-settles-it" in found.output
    assert "lo dice GUIDE en 11 ¶3 (DP.B.32)" in found.output
    why = tree("rules", "--check", layer, status=1)
    assert (why["ok"], why["problem"]["clauses"]) == (False, ["DP.B.32"])


def test_a_table_pins_its_house_s_layer_and_the_audit_judges_it(layer: Path, tmp_path: Path) -> None:
    limits = ("--minimum", "10", "--bank-minimum", "1000", "--bank-maximum", "10000", "--rulebook", str(layer))
    run("open", "dos-panos", "--store", str(tmp_path / "sala.db"), *limits)
    book = tree("rules", "--check", str(layer))["rulebook"]
    layer.unlink()

    async def scene() -> None:
        hall = await Hall.start(f"sqlite:///{tmp_path / 'sala.db'}", Keys.load(tmp_path / "sala.db.key"))
        try:
            (table,) = hall.tables.values()
            view: Any = table.view(None)
            assert (view.rulebook, "Casa de prueba" in view.title) == (book["id"], True)
            assert table.state.book.conduct.look_s.value == 20
        finally:
            await hall.stop()

    asyncio.run(scene())
    found = tree("audit", str(tmp_path / "sala.db"))
    assert found["ok"]
    assert not [one for one in found["warnings"] if one["code"] == "rulebook-unused"]


@pytest.mark.parametrize("words", ["audit {}", "restore {} sala.db", "keys {}", "open bingo --store sala.db --key {}"])
def test_name_longer_than_a_system_takes_is_said(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise: what was asked wrongly is one sentence and status 2, not a failure of the program."""
    monkeypatch.chdir(tmp_path)
    assert "xxx" in bad(*words.format("x" * 300).split())
