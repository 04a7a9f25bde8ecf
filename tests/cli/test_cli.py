"""The command line as a user meets it: JSON, exit statuses, messages for bad input, exports, accounts, a house's own
layer of rules.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tapete.cli import app
from tapete.live import Hall, Keys
from tapete.record.canonical import canonical, sha256

runner = CliRunner()
TAPETE = [sys.executable, "-c", "from tapete.cli import app; app()"]


def run(*words: str, status: int = 0) -> str:
    found = runner.invoke(app, list(words))
    assert found.exit_code == status, found.output + str(found.exception)
    return found.stdout if status == 0 or "--json" in words else found.stderr


def tree(*words: str, status: int = 0) -> Any:
    said = run(*words, "--json", status=status)
    assert said.lstrip().startswith(("{", "[")), said
    return json.loads(said)


def bad(*words: str) -> str:
    found = runner.invoke(app, list(words), env={"TAPETE_LANG": "en"})
    assert found.exit_code == 2, found.output + str(found.exception)
    assert found.stdout == ""
    assert "Traceback" not in found.stderr
    return found.stderr


# --- rules ------------------------------------------------------------------------------------------------------------


def test_one_clause() -> None:
    assert "PB.A2.03" in run("rules", "PB.A2.03")
    found = tree("rules", "pb.a2.03")
    assert found["id"] == "PB.A2.03"
    assert found["sources"]


def test_compared_values_are_told_in_words() -> None:
    """What the page of the comparison says, the text of the command says too, and nothing as Python writes it."""
    for game in ("dos-panos", "ferrocarril", "punto-y-banca"):
        told = run("rules", "--compare", "--game", game)
        for written in ("True", "False", "None", "['", "{'", "[]"):
            assert written not in told, (game, written)
    told = run("rules", "--compare", "--game", "ferrocarril")
    assert "asturias-2011: sí (" in told
    assert "crupier, inspector" in run("rules", "--compare", "--game", "dos-panos")


@pytest.mark.clause("CF.R.02")
def test_which_rulebook_governs_a_coup_of_a_day(subtests: pytest.Subtests) -> None:
    for day, holds in (("2011-06-21", False), ("2011-06-22", True)):
        with subtests.test(day=day, holds=holds):
            (found,) = tree("rules", "--game", "ferrocarril", "--day", day)["rulebooks"]
            assert found == {
                "id": "asturias-2011",
                "game": "chemin-de-fer",
                "since": "2011-06-22",
                "applies": holds,
                "clauses": ["CF.R.02"],
            }
            assert ("todavía no" in run("rules", "--game", "ferrocarril", "--day", day)) is not holds


# --- odds -------------------------------------------------------------------------------------------------------------


# --- records ----------------------------------------------------------------------------------------------------------


def test_audit_of_a_sound_record(kept: Path) -> None:
    found = tree("audit", str(kept / "hall.db"), "--key", str(kept / "hall.key"), "--witness", str(kept / "witness"))
    assert found["ok"] is True
    assert found["problems"] == []
    assert found["entries"] > 100
    assert found["proved"] > 40
    assert found["unopened"] == 0
    assert found["checkpoints"] >= 2
    assert "conforme" in run("audit", str(kept / "hall.db"))


def test_audit_says_no(kept: Path, tmp_path: Path) -> None:
    import sqlite3

    copy = tmp_path / "hall.db"
    copy.write_bytes((kept / "hall.db").read_bytes())
    with sqlite3.connect(copy) as connection:
        for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f'DROP TRIGGER "{trigger}"')
        last = "(SELECT max(version) FROM entries WHERE table_id = 'punto')"
        connection.execute("DELETE FROM checkpoints")
        connection.execute(f"DELETE FROM commands WHERE table_id = 'punto' AND version = {last}")
        connection.execute(f"DELETE FROM entries WHERE table_id = 'punto' AND version = {last}")
    connection.close()
    found = tree("audit", str(copy), "--witness", str(kept / "witness"), status=1)
    assert found["ok"] is False
    assert {one["code"] for one in found["problems"]} == {"rolled-back", "guard-missing"}
    assert set(found["problems"][0]) >= {"at", "code", "text"}


def test_export_audits_and_replays(kept: Path, tmp_path: Path) -> None:
    closed, whole = tmp_path / "closed.jsonl", tmp_path / "whole.jsonl"
    said = tree("export", str(kept / "hall.db"), "punto", str(closed))
    assert said["private"] is False
    tree("export", str(kept / "hall.db"), "punto", str(whole), "--key", str(kept / "hall.key"))
    assert tree("audit", str(closed))["entries"] == said["entries"]
    assert tree("audit", str(whole))["unopened"] == 0
    for record in (str(whole), str(kept / "hall.db")):
        found = tree("replay", record, "--key", str(kept / "hall.key"))
        assert found["ok"] is True
        assert found["problems"] == []
        assert found["entries"] >= said["entries"]


def test_export_to_a_folder_names_the_files_after_the_tables(kept: Path, tmp_path: Path) -> None:
    one = tmp_path / "one"
    one.mkdir()
    said = tree("export", str(kept / "hall.db"), "punto", str(one))
    assert [file.name for file in one.iterdir()] == ["punto.jsonl"]
    every = tmp_path / "auditor" / "today"
    found = tree("export", str(kept / "hall.db"), str(every))
    assert {one["table"] for one in found["tables"]} == {file.stem for file in every.iterdir()}
    made = runner.invoke(app, ["export", str(kept / "hall.db"), str(tmp_path / "new"), "--lang", "en"])
    assert made.stderr.startswith(f"there was no folder {tmp_path / 'new'}: it has been made\n")
    again = runner.invoke(app, ["export", str(kept / "hall.db"), str(tmp_path / "new"), "--lang", "en"])
    assert (again.exit_code, again.stderr) == (0, "")
    assert said in found["tables"]
    assert len(found["tables"]) > 1
    for one in found["tables"]:
        assert tree("audit", str(every / f"{one['table']}.jsonl"))["entries"] == one["entries"]
    bad_file = tmp_path / "a-file"
    bad_file.write_text("taken", "utf-8")
    assert "a-file" in bad("export", str(kept / "hall.db"), str(bad_file))
    assert bad_file.read_text("utf-8") == "taken"


def edited(path: Path, kind: str, name: str, change: int) -> int:
    """Add to an amount of the first event of a kind in an export; return the number of its entry."""
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


def test_replay_decides_every_act_again(
    kept: Path, tmp_path_factory: pytest.TempPathFactory, subtests: pytest.Subtests
) -> None:
    for private in (True, False):
        for kind, name in (("bought-in@1", "amount"), ("coup-settled@1", "cagnotte")):
            with subtests.test(private=private, kind=kind, name=name):
                tmp_path = tmp_path_factory.mktemp("row")
                file = tmp_path / "ferrocarril.jsonl"
                tree(
                    "export",
                    str(kept / "hall.db"),
                    "ferrocarril",
                    str(file),
                    *(("--key", str(kept / "hall.key")) * private),
                )
                assert tree("replay", str(file))["problems"] == []
                at = edited(file, kind, name, 12345)
                found = tree("replay", str(file), status=1)
                assert (found["ok"], found["entries"]) == (False, at)
                codes = {one["code"] for one in found["problems"]}
                assert codes & {"money-differs", "events-differ"}  # of a tie the deduction moves no money
                assert {one["at"] for one in found["problems"]} == {at}  # the first entry, and no more
                assert f"ferrocarril #{at} {min(codes)}" in runner.invoke(app, ["replay", str(file)]).stdout


def test_accounts_are_what_bean_check_accepts(kept: Path, tmp_path: Path) -> None:
    program = str(Path(sys.executable).with_name("bean-check"))
    for table in ("punto", "mini", "ferrocarril"):
        out = tmp_path / f"{table}.beancount"
        said = tree("accounts", str(kept / "hall.db"), table, str(out))
        assert said["entries"] > 1
        found = subprocess.run([program, str(out)], capture_output=True, text=True, check=False)
        assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
        assert run("accounts", str(kept / "hall.db"), table) == out.read_text("utf-8")
    assert "balance Equity:Cash-desk" in (tmp_path / "punto.beancount").read_text("utf-8")
    assert "no table" in bad("accounts", str(kept / "hall.db"), "nope")
    assert "name one" in bad("accounts", str(kept / "hall.db"), "punto", "--json")
    assert "currency" in bad("accounts", str(kept / "hall.db"), "punto", "--currency", "euro")


def test_replay_of_a_notation_file(tmp_path: Path) -> None:
    from tapete.record.notation import Action, Notation, format_notation

    opening = {
        "name": "uno",
        "rulebook": "asturias-2011",
        "minimum": 1000,
        "maximum": 50000,
        "staff": {"croupier": "croupier", "table-chief": "chief"},
    }
    file = tmp_path / "uno.toml"
    file.write_text(format_notation(Notation("punto-y-banca", (Action("c", "count"),), opening, decks=6)))
    found = tree("replay", str(file))
    assert found == {"ok": True, "entries": 1, "problems": []}
    wrong = Notation("punto-y-banca", (Action("c", "count", result="refused wrong-window"),), opening, decks=6)
    file.write_text(format_notation(wrong))
    found = tree("replay", str(file), status=1)
    assert found["ok"] is False
    assert found["problems"][0]["code"] == "replay-differs"


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


# --- processes --------------------------------------------------------------------------------------------------------


def answers(url: str, seconds: float = 120) -> str:
    end = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(url, timeout=60) as page:
                return str(page.read(), "utf-8")
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.1)


@pytest.mark.slow
def test_demo_starts_shows_and_ends(tmp_path_factory: pytest.TempPathFactory, subtests: pytest.Subtests) -> None:
    for sig in (signal.SIGINT, signal.SIGTERM):
        with subtests.test(sig=sig):
            tmp_path = tmp_path_factory.mktemp("row")
            with subprocess.Popen(
                [*TAPETE, "demo", "--port", "0", "--pace", "0"],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, "TMPDIR": str(tmp_path), "NO_COLOR": "1"},
            ) as process:
                try:
                    assert process.stdout is not None
                    first = process.stdout.readline()
                    found = re.search(r"http://127\.0\.0\.1:\d+/", first)
                    assert found is not None, first
                    assert "punto" in answers(found[0])
                    process.send_signal(sig)
                    out = first + process.stdout.read()
                    assert process.wait(60) == 0
                finally:
                    process.kill()
            links = re.findall(r"http://\S+", out)
            assert len(links) == 25
            assert all(link.startswith(found[0]) for link in links)
            assert "\x1b" not in out
            assert list(tmp_path.iterdir()) == []


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
    before = os.umask(0o022)
    try:
        for words in (
            ("export", str(kept / "hall.db"), "punto", str(tmp_path / "punto.jsonl")),
            ("accounts", str(kept / "hall.db"), "punto", str(tmp_path / "punto.beancount")),
        ):
            done = CliRunner().invoke(app, list(words))
            assert done.exit_code == 0, done.output
    finally:
        os.umask(before)
    modes = {one.name: one.stat().st_mode & 0o777 for one in tmp_path.iterdir()}
    assert modes == {"punto.jsonl": 0o600, "punto.beancount": 0o600}


HEAD = 'id = "casa"\ngame = "dos-panos"\nover = "{over}"\ntitle = "Casa de prueba"\n'
LOOK = 'conduct.look_s = { value = 20, reason = "aquí se mira con calma" }\n'


@pytest.fixture
def layer(tmp_path: Path) -> Path:
    """The file of a lawful layer."""
    file = tmp_path / "casa.toml"
    file.write_text(HEAD.format(over="asturias-2011") + LOOK, "utf-8")
    return file


def ran(*words: str, status: int = 0) -> str:
    found = runner.invoke(app, list(words))
    assert found.exit_code == status, found.output + str(found.exception)
    return found.stdout if status == 0 or ("--json" in words and status == 1) else found.output


def opened(folder: Path, layer: Path, game: str = "dos-panos", status: int = 0) -> Any:
    store = f"sqlite:///{folder / 'sala.db'}"
    limits = ("--minimum", "10", "--bank-minimum", "1000", "--bank-maximum", "10000")
    told = ran("open", game, "--store", store, *limits, "--rulebook", str(layer), "--json", status=status)
    return json.loads(told) if status == 0 else told


def test_a_lawful_layer_is_told_with_what_it_changes(layer: Path) -> None:
    told = ran("rules", "--check", str(layer))
    assert "conduct.look_s (segundos para mirar las cartas): 15 → 20: aquí se mira con calma" in told


def test_what_a_document_settles_is_refused_with_code_sentence_and_clause(layer: Path) -> None:
    layer.write_text(HEAD.format(over="guia") + 'award.after_shoe = { value = false, reason = "antes" }\n', "utf-8")
    told = ran("rules", "--check", str(layer), status=1)
    assert "document-settles-it" in told
    assert "lo dice GUIDE en 11 ¶3 (DP.B.32)" in told
    found = json.loads(ran("rules", "--check", str(layer), "--json", status=1))
    assert (found["ok"], found["problem"]["clauses"]) == (False, ["DP.B.32"])


def test_a_table_pins_its_house_s_layer_and_the_audit_judges_it(layer: Path, tmp_path: Path) -> None:
    opened(tmp_path, layer)
    book = json.loads(ran("rules", "--check", str(layer), "--json"))["rulebook"]
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
    found = json.loads(ran("audit", str(tmp_path / "sala.db"), "--json"))
    assert found["ok"]
    assert not [one for one in found["warnings"] if one["code"] == "rulebook-unused"]
    with sqlite3.connect(tmp_path / "sala.db") as store:
        pinned = {row[0] for row in store.execute("select sha256 from rulebooks")}
    assert book["sha256"] in pinned
    assert len(pinned) == 2


def test_a_kept_layer_that_oversteps_is_found_by_the_audit(layer: Path, tmp_path: Path) -> None:
    opened(tmp_path, layer)
    with sqlite3.connect(tmp_path / "sala.db") as store:
        rows = [json.loads(row[0]) for row in store.execute("select content from rulebooks")]
        made = next(one for one in rows if "over" in one)
        made["banker"]["draws_on"] = {"value": [], "practice": "no", "provenance": {"origin": "house", "document": ""}}
        data = canonical(made)
        store.execute("insert into rulebooks (sha256, content) values (?, ?)", (sha256(data), data))
    found = json.loads(ran("audit", str(tmp_path / "sala.db"), "--json", status=1))
    (problem,) = [one for one in found["problems"] if one["code"] == "rulebook-oversteps"]
    assert (problem["facts"]["option"], problem["facts"]["clauses"]) == ("banker.draws_on", "DP.A.20")
