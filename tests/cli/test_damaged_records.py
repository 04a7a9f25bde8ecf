"""Records that cannot be read to the end, and files that say one thing twice: a sentence and status 2, or a finding."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tapete.cli import app

runner = CliRunner()


@pytest.fixture
def db(kept: Path, tmp_path: Path) -> Path:
    """A copy of the record, to be damaged; its key and its witness lie beside it."""
    for name in ("hall.db", "hall.key", "witness"):
        shutil.copy(kept / name, tmp_path / name)
    return tmp_path / "hall.db"


def page_of_noise(db: Path, near: bytes = b'"table":"punto"') -> None:
    """Overwrite the page of the last entry of a table, as a failing disk does; the rest can still be read."""
    data = bytearray(db.read_bytes())
    start = data.rindex(near) // 4096 * 4096
    data[start : start + 4096] = b"\xa5" * 4096
    db.write_bytes(data)


@pytest.mark.parametrize(
    "words",
    [
        ["audit", "{db}"],
        ["audit", "{db}", "--json"],
        ["replay", "{db}", "--json"],
        ["export", "{db}", "punto", "{out}/punto.jsonl"],
        ["export", "{db}", "{out}"],
        ["accounts", "{db}", "punto"],
    ],
    ids=["audit", "audit --json", "replay", "export", "export all", "accounts"],
)
def test_damaged_database_is_said_in_one_line(db: Path, tmp_path: Path, words: list[str]) -> None:
    page_of_noise(db)
    out = tmp_path / "out"
    out.mkdir()
    found = runner.invoke(app, [word.format(db=db, out=out) for word in words])
    assert (found.exit_code, found.stdout) == (2, ""), found.output + str(found.exception)
    assert "está dañada: " in found.stderr.splitlines()[-1]
    assert "Traceback" not in found.stderr
    assert list(out.glob("*.part")) == []


@pytest.mark.parametrize("body", [b"", b"null", b"{}", b'{"act":{"what":{"act":"\xff"}}}', None])
@pytest.mark.parametrize("version", [1, 5])
def test_an_entry_that_cannot_be_read_is_not_exported(
    db: Path, tmp_path: Path, version: int, body: bytes | None
) -> None:
    connection = sqlite3.connect(db)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{name}"')
    spoil = "UPDATE entries SET body = coalesce(?, substr(body, 2)) WHERE table_id = 'punto' AND version = ?"
    assert connection.execute(spoil, (body, version)).rowcount == 1
    connection.commit()
    connection.close()
    out = tmp_path / "out"
    out.mkdir()
    for words in (["export", str(db), "punto", str(out / "punto.jsonl")], ["export", str(db), str(out)],
                  ["accounts", str(db), "punto"]):  # fmt: skip
        for lang in ("es", "en", "fr"):
            found = runner.invoke(app, [*words, "--lang", lang])
            assert (found.exit_code, found.stdout) == (2, ""), found.output + repr(found.exception)
            assert words[0] == "accounts" or "«punto»" in found.stderr.splitlines()[-1].replace("« ", "«").replace(
                " »", "»"
            )
            assert "Error" not in found.stderr
    assert not list(out.glob("punto*"))


def test_a_store_without_one_of_its_tables_is_said_in_words(db: Path) -> None:
    connection = sqlite3.connect(db)
    connection.execute("DROP TABLE commands")
    connection.close()
    for lang, word in (("es", "las tablas"), ("en", "the tables"), ("fr", "les tables")):
        found = runner.invoke(app, ["audit", str(db), "--lang", lang])
        assert (found.exit_code, found.stdout) == (2, ""), found.output
        assert word in found.stderr
        assert "SQLITE" not in found.stderr


def test_journal_that_nobody_ended_is_said(db: Path) -> None:
    header = bytes.fromhex("d9d505f920a163d7") + b"\x00\x00\x00\x01" + b"\x00" * 1012
    db.with_name("hall.db-journal").write_bytes(header + b"\x00" * 4096)
    found = runner.invoke(app, ["audit", str(db)])
    assert found.exit_code == 2, found.output
    assert "diario" in found.stderr


@pytest.mark.parametrize("name", ["zz", "A" * 64, "a" * 63, ""])
def test_malformed_key_accuses_nobody(db: Path, name: str) -> None:
    found = runner.invoke(app, ["audit", str(db), "--trusted", name])
    assert found.exit_code == 2, found.output
    assert "64" in found.stderr


@pytest.fixture
def export(db: Path, tmp_path: Path) -> Path:
    """An export of a table."""
    path = tmp_path / "punto.jsonl"
    assert runner.invoke(app, ["export", str(db), "punto", str(path)]).exit_code == 0
    return path


def twice(export: Path, at: int, name: str, value: Any) -> None:
    """Put a member before the one of the same name in a line: many readers show the first, others the last."""
    lines = export.read_text("utf-8").splitlines()
    lines[at] = f'{{"{name}":{json.dumps(value)},{lines[at][1:]}'
    export.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def test_entry_that_stands_twice_in_a_line_is_found(export: Path) -> None:
    entry = json.loads(export.read_text("utf-8").splitlines()[9])["entry"]
    twice(export, 9, "entry", {**entry, "by": "otra"})
    for verb in ("audit", "replay"):
        found = runner.invoke(app, [verb, str(export), "--json"])
        assert found.exit_code == 1, found.output
        assert {one["code"] for one in json.loads(found.stdout)["problems"]} >= {"unreadable"}


def test_private_part_that_says_a_thing_twice_is_found(db: Path, tmp_path: Path) -> None:
    path = tmp_path / "clear.jsonl"
    words = ["export", str(db), "punto", str(path), "--key", str(db.with_name("hall.key"))]
    assert runner.invoke(app, words).exit_code == 0
    lines = path.read_text("utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if number and '"private":{' in line)
    lines[at] = lines[at].replace('"private":{', '"private":{"salt":"00",', 1)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    assert runner.invoke(app, ["audit", str(path), "--json"]).exit_code == 1


def test_header_that_names_two_tables_is_no_export(export: Path) -> None:
    twice(export, 0, "table", "otra")
    found = runner.invoke(app, ["audit", str(export)])
    assert found.exit_code == 2
    assert "dos veces" in found.stderr


def test_line_of_a_witness_that_says_a_thing_twice_is_no_checkpoint(db: Path) -> None:
    witness = db.with_name("witness")
    twice(witness, 0, "table", "otra")
    found = runner.invoke(app, ["audit", str(db), "--witness", str(witness), "--json"])
    assert found.exit_code == 1
    assert "witness-unreadable" in {one["code"] for one in json.loads(found.stdout)["problems"]}


def test_a_record_writes_nothing_on_the_screen_but_its_own_lines(export: Path) -> None:
    """A name may hold what clears a screen, ends a line, or turns the writing round: it is shown as a code."""
    name = "\x1b[2J\rconforme: 9\nconforme\u202e\u2028"
    lines = [json.loads(line) for line in export.read_text("utf-8").splitlines()]
    lines[0]["table"] = lines[3]["entry"]["table"] = name
    export.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    for verb in ("audit", "replay"):
        found = runner.invoke(app, [verb, str(export)])
        assert found.exit_code == 1, found.output
        told = found.stdout.split("\n")[:-1]
        assert told[0].startswith("NO conforme")
        assert all(line.startswith("  ") for line in told[1:])
        assert not {"\x1b", "\r", "\u202e", "\u2028"} & set(found.stdout)


@pytest.mark.parametrize("depth", [200, 400, 600, 800, 900, 950, 5_000])
def test_a_rulebook_that_is_nested_without_end_stops_nothing(db: Path, depth: int) -> None:
    content = b'{"id":"x","game":"y","a":' + b"[" * depth + b"]" * depth + b"}"
    connection = sqlite3.connect(db)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.execute("UPDATE rulebooks SET content = ?", (content,))
    connection.commit()
    connection.close()
    found = runner.invoke(app, ["audit", str(db), "--json"])
    assert found.exit_code == 1, found.output + str(found.exception)
    codes = {one["code"] for one in json.loads(found.stdout)["problems"]}
    assert codes & {"rulebook-changed", "rulebook-unreadable"}
    found = runner.invoke(app, ["replay", str(db), "--json"])
    assert found.exit_code in (0, 1), found.output + str(found.exception)
    json.loads(found.stdout)
