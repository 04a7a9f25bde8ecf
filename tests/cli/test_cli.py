"""The command line: contracts of the JSON, exit statuses, messages for bad input."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tapete.clauses import wording
from tapete.cli import app
from tapete.live import Keys
from tapete.record.canonical import canonical
from tapete.record.store import open_store

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


def test_a_clause_in_a_language() -> None:
    for lang, part, topic in (("es", "Ejemplo: ", "tercera carta"), ("en", "Example: ", "third card")):
        words = wording("CF.A.13", lang)
        found = tree("rules", "CF.A.13", "--lang", lang)
        assert (found["lang"], found["rule"]) == (lang, words.rule)
        assert (found["example"], found["variants"]) == (words.example, words.variants)
        told = run("rules", "CF.A.13", "--lang", lang).splitlines()
        assert topic in told[0]
        assert told[1] == words.rule
        assert part + words.example in told
        assert words.rule in run("rules", "--game", "chemin-de-fer", "--lang", lang)
    assert tree("rules", "CF.A.13") == tree("rules", "CF.A.13", "--lang", "es")
    assert tree("rules", "CF.A.13", "--lang", "fr")["lang"] == "en"
    assert "no language" in bad("rules", "CF.A.13", "--lang", "de")


def test_one_point_of_house_practice() -> None:
    found = tree("rules", "hp.cf.absent-holder")
    assert (found["game"], found["kind"], found["lang"]) == ("chemin-de-fer", "practice", "es")
    assert "Práctica de la casa" in run("rules", "HP.CF.absent-holder")


def test_register_by_game() -> None:
    assert tree("rules", "--game", "bacarra") == tree("rules", "--game", "chemin-de-fer")
    assert tree("rules", "--coverage", "--game", "Ferrocarril") == tree(
        "rules", "--coverage", "--game", "chemin-de-fer"
    )
    found = tree("rules", "--game", "bingo")["clauses"]
    assert {one["game"] for one in found} == {"bingo"}
    assert len(tree("rules")["clauses"]) == 580
    assert run("rules", "--game", "bingo").count("\n") == len(found)


def test_rulebooks_beside_each_other() -> None:
    found = tree("rules", "--compare", "--game", "ferrocarril")
    assert (found["game"], found["rulebooks"]) == ("chemin-de-fer", ["asturias-2011"])
    options = {one["option"]: one["values"] for one in found["options"]}
    last = options["banker.speaks_last"]["asturias-2011"]
    assert (last["value"], last["origin"], last["document"], last["at"]) == (
        True,
        "own",
        "AST2011-CF",
        ["A ¶5", "C.3 ¶8"],
    )
    assert options["seats.places"]["asturias-2011"]["origin"] == "practice"
    assert "needs --game" in bad("rules", "--compare")
    assert "--compare" in bad("rules", "--compare", "--coverage")


def test_four_documents_of_one_game_side_by_side() -> None:
    found = tree("rules", "--compare", "--game", "dos-panos")
    assert set(found["rulebooks"]) == {
        "asturias-2011",
        "orden-1979",
        "catalogo-51-53",
        "catalogo-51-53-literal",
        "guia",
    }
    waived = next(one for one in found["options"] if one["option"] == "early_card.waived_by")
    early = waived["values"]
    assert {book: (one["value"], one["document"]) for book, one in early.items()} == {
        "asturias-2011": ("director", "AST2011-DP"),
        "orden-1979": ("director", "OM1979-09"),
        "catalogo-51-53": ("director", "OM1979-09"),
        "catalogo-51-53-literal": ("director", "OM1979-09"),
        "guia": ("nobody", "GUIDE"),
    }
    assert (early["catalogo-51-53"]["origin"], early["catalogo-51-53"]["lost"]) == ("fallback", "what follows 53.e")
    assert (waived["differs"], waived["reason"], waived["shown_by"]["table"]) == (True, None, "early-card")
    assert waived["shown_by"]["ends"]["asturias-2011"] == "ruling discard 0"
    assert "refused early-card-is-played" in waived["shown_by"]["ends"]["guia"]
    told = run("rules", "--compare", "--game", "dos-panos")
    assert "early_card.waived_by *" in told
    assert "se ve en la mano «early-card»" in told
    assert "es un lugar del tapete" in told


def test_compared_values_are_told_in_words() -> None:
    """What the page of the comparison says, the text of the command says too, and nothing as Python writes it."""
    for game in ("dos-panos", "ferrocarril", "punto-y-banca"):
        told = run("rules", "--compare", "--game", game)
        for written in ("True", "False", "None", "['", "{'", "[]"):
            assert written not in told, (game, written)
    told = run("rules", "--compare", "--game", "ferrocarril")
    assert "asturias-2011: sí (" in told
    assert "crupier, inspector" in run("rules", "--compare", "--game", "dos-panos")


def test_coverage_contract() -> None:
    found = tree("rules", "--coverage")["games"]
    assert list(found) == ["chemin-de-fer", "dos-panos", "punto-y-banca", "bingo"]
    assert found["chemin-de-fer"]["clauses"] == 217
    for one in found.values():
        assert {"clauses", "cited", "tested", "shown", "open", "by_document"} <= set(one)
    assert set(found["dos-panos"]["by_document"]["GUIDE"]) == {"stated", "proved", "fallback", "open"}
    assert "AST2011-PB     enuncia 76" in run("rules", "--coverage", "--game", "punto-y-banca")
    assert list(tree("rules", "--coverage", "--game", "bingo")["games"]) == ["bingo"]


@pytest.mark.clause("CF.R.02")
@pytest.mark.parametrize(("day", "holds"), [("2011-06-21", False), ("2011-06-22", True)])
def test_which_rulebook_governs_a_coup_of_a_day(day: str, holds: bool) -> None:
    (found,) = tree("rules", "--game", "ferrocarril", "--day", day)["rulebooks"]
    assert found == {
        "id": "asturias-2011",
        "game": "chemin-de-fer",
        "since": "2011-06-22",
        "applies": holds,
        "clauses": ["CF.R.02"],
    }
    assert ("todavía no" in run("rules", "--game", "ferrocarril", "--day", day)) is not holds


@pytest.mark.parametrize(
    ("day", "holds", "said"),
    [
        ("2011-05-31", False, "does not apply yet (since 2011-06)"),
        ("2011-06-10", False, "does not apply yet (since 2011-06)"),
        ("2011-06-11", None, "it is not known whether it applies on that day (since 2011-06)"),
        ("2011-06-30", None, "it is not known whether it applies on that day (since 2011-06)"),
        ("2011-07-01", True, "applies (since 2011-06)"),
    ],
)
def test_of_punto_y_banca_the_month_is_known(day: str, holds: bool | None, said: str) -> None:
    (found,) = tree("rules", "--game", "punto-y-banca", "--day", day)["rulebooks"]
    assert (found["since"], found["applies"], found["clauses"]) == ("2011-06", holds, [])
    assert said in run("rules", "--game", "punto-y-banca", "--day", day, "--lang", "en")
    (other,) = tree("rules", "--game", "bingo", "--day", day)["rulebooks"]
    assert (other["since"], other["applies"]) == ("", None)


def test_a_day_is_asked_for_alone() -> None:
    bad("rules", "PB.A2.03", "--day", "2011-06-22")
    bad("rules", "--coverage", "--day", "2011-06-22")
    bad("rules", "--day", "22-6-2011")


def test_unknown_clause_and_game() -> None:
    assert "did you mean" in bad("rules", "PB.A2.3")
    assert "QQ.99" in bad("rules", "QQ.99")
    assert "no game" in bad("rules", "--game", "craps")
    assert "stands alone" in bad("rules", "PB.A2.03", "--coverage")


# --- odds -------------------------------------------------------------------------------------------------------------


def test_odds_contract() -> None:
    found = tree("odds", "punto-banco", "--decks", "8")
    assert found["player"] == 2230518282592256
    assert found["banker"] == 2292252566437888
    assert found["tie"] == 475627426473216
    assert found["total"] == found["player"] + found["banker"] + found["tie"]
    assert "banca" in run("odds", "punto-banco", "--decks", "1")


def test_odds_of_a_shoe_that_has_lost_cards() -> None:
    whole, less = tree("odds", "punto-banco"), tree("odds", "punto-banco", "--removed", "7s Kh")
    assert less["total"] < whole["total"]
    assert less["removed"] == ["7s", "Kh"]


@pytest.mark.parametrize(
    "words",
    [
        ("--removed", "7x"),
        ("--decks", "1", "--removed", "7s 7s"),
        ("--decks", "0"),
        ("--decks", "many"),
    ],
)
def test_odds_bad_input(words: tuple[str, ...]) -> None:
    bad("odds", "punto-banco", *words)


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


def test_an_export_of_a_table_says_where_it_goes(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "punto is a table" in bad("export", str(kept / "hall.db"), "punto")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "punto").mkdir()
    assert len(tree("export", str(kept / "hall.db"), "punto")["tables"]) > 1


@pytest.mark.parametrize("verb", ["audit", "replay", "export"])
def test_a_long_work_shows_how_far_it_is(
    kept: Path, tmp_path: Path, verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tapete.cli.progress.IN_A_FILE", 0.0)
    more = [str(tmp_path / "out")] if verb == "export" else []
    found = runner.invoke(app, [verb, str(kept / "hall.db"), *more, "--json", "--lang", "en"])
    lines = [line for line in found.stderr.splitlines() if " a second, " in line]
    number = len(lines)
    assert number > 100
    assert lines[0].startswith(f"1 of {number}, ")
    assert lines[-1].startswith(f"{number} of {number}, ")
    assert "0:00 left" in lines[-1]
    assert isinstance(json.loads(found.stdout), dict)


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


@pytest.mark.parametrize("private", [True, False])
@pytest.mark.parametrize(("kind", "name"), [("bought-in@1", "amount"), ("coup-settled@1", "cagnotte")])
def test_replay_decides_every_act_again(kept: Path, tmp_path: Path, kind: str, name: str, private: bool) -> None:
    file = tmp_path / "ferrocarril.jsonl"
    tree("export", str(kept / "hall.db"), "ferrocarril", str(file), *(("--key", str(kept / "hall.key")) * private))
    assert tree("replay", str(file))["problems"] == []
    at = edited(file, kind, name, 12345)
    found = tree("replay", str(file), status=1)
    assert (found["ok"], found["entries"]) == (False, at)
    codes = {one["code"] for one in found["problems"]}
    assert codes & {"money-differs", "events-differ"}  # of a tie the deduction moves no money
    assert {one["at"] for one in found["problems"]} == {at}  # the first entry, and no more
    assert f"ferrocarril #{at} {min(codes)}" in runner.invoke(app, ["replay", str(file)]).stdout


def test_replay_says_what_it_cannot_read(kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "punto.jsonl"
    tree("export", str(kept / "hall.db"), "punto", str(file))
    lines = file.read_text("utf-8").splitlines()
    file.write_text("\n".join((*lines[:4], "not json")) + "\n", "utf-8")
    (problem,) = tree("replay", str(file), status=1)["problems"]
    assert (problem["code"], problem["at"], problem["table"]) == ("unreadable", 4, "punto")


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


@pytest.mark.parametrize("verb", ["audit", "replay"])
def test_what_is_no_record(verb: str, tmp_path: Path) -> None:
    junk = tmp_path / "junk"
    junk.write_bytes(bytes(range(256)))
    for words in (str(tmp_path / "nothing"), str(tmp_path), str(junk), "mysql://x/y"):
        bad(verb, words)
    (tmp_path / "half.db").write_bytes(b"SQLite format 3\0" + b"rubbish" * 200)
    bad(verb, str(tmp_path / "half.db"))
    (tmp_path / "x.jsonl").write_text('{"a": 1}\n')
    bad(verb, str(tmp_path / "x.jsonl"))


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
@pytest.mark.parametrize("sig", [signal.SIGINT, signal.SIGTERM])
def test_demo_starts_shows_and_ends(sig: signal.Signals, tmp_path: Path) -> None:
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


def test_demo_says_that_the_port_is_taken() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        assert "--port" in bad("demo", "--port", str(other.getsockname()[1]))


def test_serve_of_a_held_store(tmp_path: Path) -> None:
    url, staff = f"sqlite:///{tmp_path / 'hall.db'}", tmp_path / "staff"
    staff.write_text("una-clave-de-prueba")
    Keys.load(tmp_path / "key")
    with open_store(url):
        told = bad("serve", "--store", url, "--key", str(tmp_path / "key"), "--port", "0", "--staff-key", str(staff))
    assert "a server holds" in told
    assert "--key" in bad("serve", "--store", "postgresql://127.0.0.1/none")
    assert "write a file" in bad("serve", "--store", "mysql://x", "--key", str(tmp_path / "key"))


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
