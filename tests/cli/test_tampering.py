"""What an audit says of what somebody did to the database, who vouches for entries (`adopt`), what a key file is."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from tapete.cli import app
from tapete.cli.serve import opening_key
from tapete.live import Keys
from tests.support.record.tampering.small_hall import Copy
from tests.support.record.tampering.tools import sql

runner = CliRunner()
LAST = "(SELECT max(version) FROM entries WHERE table_id = 'punto')"
CUT = (
    f"DELETE FROM checkpoints WHERE table_id = 'punto' AND version >= {LAST}",
    f"DELETE FROM commands WHERE table_id = 'punto' AND version = {LAST}",
    f"DELETE FROM entries WHERE table_id = 'punto' AND version = {LAST}",
)
WIPE = tuple(f"DELETE FROM {one}" for one in ("checkpoints", "commands", "shoes", "entries", "writers"))


def damage(db: Path, *statements: str) -> None:
    """Change rows as somebody does who takes the guards away and puts them back."""
    connection = sqlite3.connect(db)
    with connection:
        guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f'DROP TRIGGER "{name}"')
        for one in statements:
            assert connection.execute(one).rowcount, one
        for _, sql in guards:
            connection.execute(sql)
    connection.close()


def audited(db: Path, *words: str, status: int = 1) -> Any:
    found = runner.invoke(app, ["audit", str(db), "--key", str(db.with_name("hall.key")), "--json", *words])
    assert found.exit_code == status, found.output + str(found.exception)
    return json.loads(found.stdout)


def codes_of(report: Any, key: str = "problems") -> set[str]:
    return {one["code"] for one in report[key]}


def test_a_sound_record_without_a_witness_is_told_so(db: Path, kept: Path) -> None:
    assert codes_of(audited(db, status=0), "warnings") == {"no-witness"}
    text = runner.invoke(app, ["audit", str(db)]).stdout
    assert "CON RESERVAS" in text
    assert "RESERVA punto no-witness" in text
    assert audited(db, "--witness", str(kept / "witness"), status=0)["warnings"] == []


def test_rollback_without_signatures_is_said_loudly_and_the_witness_beside_shows_it(db: Path, kept: Path) -> None:
    damage(db, *CUT)
    found = audited(db, status=0)
    told = codes_of(found, "warnings")
    assert {"no-witness"} < told <= {"no-witness", "no-checkpoint", "unsigned-tail", "not-closed"}
    damage(db, "DELETE FROM checkpoints")
    found = audited(db, status=0)
    assert codes_of(found, "warnings") == {"no-checkpoint", "unsigned-tail"}
    shutil.copy(kept / "witness", db.with_name("hall.db.witness"))
    assert codes_of(audited(db)) == {"rolled-back"}
    assert codes_of(audited(db, "--table", "punto")) == {"rolled-back"}


def test_a_wiped_store_is_no_sound_one(db: Path, kept: Path) -> None:
    damage(db, *WIPE)
    assert codes_of(audited(db, status=0), "warnings") == {"empty"}
    shutil.copy(kept / "witness", db.with_name("hall.db.witness"))
    found = audited(db)
    assert {one["table"] for one in found["problems"]} == {"punto", "mini", "ferrocarril", "dos-panos", "bingo"}
    assert codes_of(found) == {"rolled-back"}
    assert codes_of(audited(db, "--table", "punto")) == {"rolled-back"}


def test_how_an_export_is_spelled_outside_its_entries_is_not_looked_at(db: Path) -> None:
    """And within an entry every byte counts."""
    out = db.with_name("punto.jsonl")
    assert runner.invoke(app, ["export", str(db), "punto", str(out)]).exit_code == 0
    before = audited(out, status=0)
    head, *lines = out.read_bytes().splitlines()
    header = json.dumps(dict(reversed(json.loads(head).items())), indent=None, separators=(" , ", " : ")).encode()
    assert header != head
    spelled = [b" " + line.replace(b',"hash":', b' , "hash" : ') for line in lines]
    out.write_bytes(b"\r\n".join([header, *spelled, b""]))
    assert audited(out, status=0) == before
    out.write_bytes(b"\n".join([head, lines[0], lines[1].replace(b'{"entry":{', b'{"entry":{ '), *lines[2:], b""]))
    assert {"unreadable", "hash-differs"} <= codes_of(audited(out))


def test_a_replay_says_that_it_looks_at_the_decisions_alone(db: Path) -> None:
    """Who appends a sound entry without the key is found by the audit."""
    damage(db, f"UPDATE entries SET tag = NULL WHERE table_id = 'punto' AND version = {LAST}")
    assert codes_of(audited(db)) == {"tag-missing"}
    found = json.loads(runner.invoke(app, ["replay", str(db), "--json"]).stdout)
    assert (found["ok"], found["problems"]) == (True, [])
    assert {"chain", "signatures", "tags", "witness"} <= set(found["not_checked"])
    for lang, word in (("es", "firmas"), ("en", "signatures"), ("fr", "signatures")):
        text = runner.invoke(app, ["replay", str(db), "--lang", lang]).stdout.rstrip().splitlines()
        assert word in text[-1]
        assert "tapete audit" in text[-1]


@pytest.fixture
def copy(db: Path) -> Copy:
    """A copy of the record, its key and its witness."""
    return Copy(db.parent)


def test_public_key_of_a_hall(copy: Copy) -> None:
    public = Keys.load(copy.key).public
    found = runner.invoke(app, ["keys", str(copy.key)])
    assert (found.exit_code, found.stdout) == (0, f"{public}\n")
    found = runner.invoke(app, ["keys", str(copy.key), "--json"])
    assert json.loads(found.stdout)["public"] == public
    audited = runner.invoke(app, ["audit", str(copy.db), "--witness", str(copy.witness), "--trusted", public, "--json"])
    assert [one["trusted"] for one in json.loads(audited.stdout)["keys"]] == [True]
    assert runner.invoke(app, ["keys", str(copy.folder / "none")]).exit_code == 2


def test_entries_without_a_tag_are_shown_and_adopted_on_demand(copy: Copy) -> None:
    words = ["adopt", str(copy.db), "punto", "--key", str(copy.key), "--witness", str(copy.witness), "--json"]
    found = runner.invoke(app, words)
    assert (found.exit_code, json.loads(found.stdout)["entries"]) == (0, [])
    sql(copy, "UPDATE entries SET tag = NULL WHERE table_id = 'punto' AND version > 20")
    found = runner.invoke(app, words)
    assert found.exit_code == 1
    assert [one["version"] for one in json.loads(found.stdout)["entries"]][:2] == [21, 22]
    assert "sin firmar" in runner.invoke(app, words[:-1]).stdout
    found = runner.invoke(app, [*words, "--yes"])
    assert (found.exit_code, json.loads(found.stdout)["signed"]) == (0, True)
    audited = runner.invoke(
        app, ["audit", str(copy.db), "--key", str(copy.key), "--witness", str(copy.witness), "--json"]
    )
    report = json.loads(audited.stdout)
    assert report["problems"] == []
    assert "adopted" in {one["code"] for one in report["warnings"]}
    assert runner.invoke(app, ["adopt", str(copy.db), "none", "--key", str(copy.key)]).exit_code == 2


def test_nobody_vouches_for_a_store_whose_guards_are_not_those_that_were_made(
    copies: Callable[[], Path], subtests: pytest.Subtests
) -> None:
    for touched in ["DROP TRIGGER {trigger}", "CREATE TRIGGER strange AFTER INSERT ON entries BEGIN SELECT 1; END"]:
        with subtests.test(touched=touched):
            copy = Copy(copies().parent)
            sql(copy, "UPDATE entries SET tag = NULL WHERE table_id = 'punto' AND version > 20")
            connection = sqlite3.connect(copy.db)
            name = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name").fetchone()[
                0
            ]
            connection.execute(touched.format(trigger=name))
            signed = connection.execute("SELECT count(*) FROM checkpoints").fetchone()
            connection.commit()
            found = runner.invoke(
                app, ["adopt", str(copy.db), "punto", "--key", str(copy.key), "--yes", "--lang", "en"]
            )
            assert (found.exit_code, found.stdout) == (2, "")
            assert (name if "DROP" in touched else "strange") in found.stderr
            assert connection.execute("SELECT count(*) FROM checkpoints").fetchone() == signed
            connection.close()


def test_a_file_is_a_key_before_it_is_asked_who_may_read_it(
    copies: Callable[[], Path], subtests: pytest.Subtests
) -> None:
    for content, said in [(b"SQLite format 3\0", "is not a key file"), (None, "chmod 600")]:
        with subtests.test(content=content, said=said):
            copy = Copy(copies().parent)
            if content is not None:
                copy.key.write_bytes(content)
            copy.key.chmod(0o644)
            found = runner.invoke(app, ["keys", str(copy.key), "--lang", "en"])
            assert found.exit_code == 2
            assert found.stderr == f"tapete: {copy.key} is not a key file\n" if content else said in found.stderr


def key_in(file: Path, *complaint: str) -> str | int:
    """Return the key that a file holds, or the status with which it ends the program."""
    try:
        return opening_key(file, *complaint)
    except typer.Exit as end:
        return end.exit_code


def test_a_short_key_one_of_two_lines_and_one_that_is_no_text_are_refused(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str], subtests: pytest.Subtests
) -> None:
    for complaint in ("staff-key-short", "monitor-key-short"):
        for content in (
            b"",
            b"x" * 11,
            b" " * 30,
            b"x" * 11 + b"   \n",
            b"first line of two\nand the second",
            b"\xff\xfe" + b"x" * 20,
        ):
            with subtests.test(complaint=complaint, content=content):
                tmp_path = tmp_path_factory.mktemp("row")
                file = tmp_path / "key"
                file.write_bytes(content)
                status = key_in(file, complaint)
                told = capsys.readouterr()
                assert (status, told.out) == (2, "")
                assert str(file) in told.err
                assert "12" in told.err
                assert ("monitor" in told.err) is (complaint == "monitor-key-short")
