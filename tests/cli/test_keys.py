"""The public key of a hall, and entries that somebody vouches for."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tapete.cli import app
from tapete.live import Keys
from tests.support.record.tampering.small_hall import Copy
from tests.support.record.tampering.tools import sql

runner = CliRunner()


@pytest.fixture
def copy(kept: Path, tmp_path: Path) -> Copy:
    """A copy of the record, its key and its witness."""
    for name in ("hall.db", "hall.key", "witness"):
        shutil.copy(kept / name, tmp_path / name)
    return Copy(tmp_path)


def test_public_key_of_a_hall(copy: Copy) -> None:
    public = Keys.load(copy.key).public
    found = runner.invoke(app, ["keys", str(copy.key)])
    assert (found.exit_code, found.stdout) == (0, f"{public}\n")
    found = runner.invoke(app, ["keys", str(copy.key), "--json"])
    assert json.loads(found.stdout)["public"] == public
    audited = runner.invoke(app, ["audit", str(copy.db), "--witness", str(copy.witness), "--trusted", public, "--json"])
    assert [one["trusted"] for one in json.loads(audited.stdout)["keys"]] == [True]
    assert runner.invoke(app, ["keys", str(copy.folder / "none")]).exit_code == 2


def test_an_audit_speaks_one_language(copy: Copy) -> None:
    for lang, verdict, word in (("es", "conforme", "clave"), ("en", "sound", "key"), ("fr", "conforme", "clé")):
        found = runner.invoke(app, ["audit", str(copy.db), "--lang", lang])
        assert found.exit_code == 0
        assert found.stdout.startswith(verdict)
        assert f"\n  {word} " in found.stdout
    assert runner.invoke(app, ["audit", str(copy.db), "--lang", "de"]).exit_code == 2


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


@pytest.mark.parametrize(
    "touched",
    ["DROP TRIGGER {trigger}", "CREATE TRIGGER strange AFTER INSERT ON entries BEGIN SELECT 1; END"],
    ids=["a guard is gone", "a strange trigger"],
)
def test_nobody_vouches_for_a_store_whose_guards_are_not_those_that_were_made(copy: Copy, touched: str) -> None:
    sql(copy, "UPDATE entries SET tag = NULL WHERE table_id = 'punto' AND version > 20")
    connection = sqlite3.connect(copy.db)
    name = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name").fetchone()[0]
    connection.execute(touched.format(trigger=name))
    signed = connection.execute("SELECT count(*) FROM checkpoints").fetchone()
    connection.commit()
    found = runner.invoke(app, ["adopt", str(copy.db), "punto", "--key", str(copy.key), "--yes", "--lang", "en"])
    assert (found.exit_code, found.stdout) == (2, "")
    assert (name if "DROP" in touched else "strange") in found.stderr
    assert connection.execute("SELECT count(*) FROM checkpoints").fetchone() == signed
    connection.close()


@pytest.mark.parametrize(("content", "said"), [(b"SQLite format 3\0", "is not a key file"), (None, "chmod 600")])
def test_a_file_is_a_key_before_it_is_asked_who_may_read_it(copy: Copy, content: bytes | None, said: str) -> None:
    if content is not None:
        copy.key.write_bytes(content)
    copy.key.chmod(0o644)
    found = runner.invoke(app, ["keys", str(copy.key), "--lang", "en"])
    assert found.exit_code == 2
    assert found.stderr == f"tapete: {copy.key} is not a key file\n" if content else said in found.stderr
