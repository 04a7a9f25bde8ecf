"""Bytes that are no UTF-8, in a text field of whatever a command reads: a sentence and status 2, or a finding."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tapete.cli import app
from tapete.live import Keys
from tapete.record.canonical import sha256
from tapete.record.private import KeySealer, context_of
from tapete.record.shoes import context_of as shoe_context

runner = CliRunner()
TABLE = "punto"


@pytest.fixture
def db(kept: Path, tmp_path: Path) -> Path:
    """A copy of the record, to be changed; its key and its witness lie beside it."""
    for name in ("hall.db", "hall.key", "witness"):
        shutil.copy(kept / name, tmp_path / name)
    return tmp_path / "hall.db"


def refused(*words: object) -> str:
    """Return the sentence of a command that ends with status 2 and answers nothing."""
    found = runner.invoke(app, [*map(str, words), "--lang", "en"])
    assert (found.exit_code, found.stdout) == (2, ""), found.output + repr(found.exception)
    return found.stderr.splitlines()[-1]


def problems(*words: object) -> set[str]:
    """Return the codes of what a command has found wrong; it ends with status 1."""
    found = runner.invoke(app, [*map(str, words), "--json"])
    assert found.exit_code == 1, found.output + repr(found.exception)
    return {one["code"] for one in json.loads(found.stdout)["problems"]}


def written(db: Path, statement: str, *values: object) -> None:
    """Change rows of a store without its guards, and put these back."""
    connection = sqlite3.connect(db)
    with connection:
        guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f'DROP TRIGGER "{name}"')
        assert connection.execute(statement, values).rowcount
        for _, made in guards:
            connection.execute(made)
    connection.close()


def spoiled_witness(db: Path) -> Path:
    """Put a byte that is no text into the name of a table in the first line of the witness."""
    witness = db.with_name("witness")
    witness.write_bytes(witness.read_bytes().replace(b'"table":"', b'"table":"\xff', 1))
    return witness


def test_a_line_of_the_witness_is_no_checkpoint(db: Path) -> None:
    assert "witness-unreadable" in problems("audit", db, "--witness", spoiled_witness(db))


def test_no_copy_is_made_of_a_store_with_such_a_witness(db: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert "line 1" in refused("backup", db, copy, "--witness", spoiled_witness(db))
    assert not copy.exists()


def test_no_hall_starts_with_such_a_witness(db: Path, tmp_path: Path) -> None:
    hall = ("--store", db, "--key", db.with_name("hall.key"), "--witness", spoiled_witness(db))
    staff = tmp_path / "staff"
    staff.write_text("doce-letras-y-mas\n", "utf-8")
    assert "line 1" in refused("serve", *hall, "--port", "0", "--staff-key", staff)


@pytest.mark.parametrize("field", [b'"table":"', b'"game":"', b'"id":"'])
@pytest.mark.parametrize("verb", ["audit", "replay"])
def test_a_header_is_that_of_no_export(db: Path, tmp_path: Path, verb: str, field: bytes) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    path = folder / "punto.jsonl"
    assert runner.invoke(app, ["export", str(db), TABLE, str(path)]).exit_code == 0
    header, _, rest = path.read_bytes().partition(b"\n")
    assert field in header
    path.write_bytes(header.replace(field, field + b"\xff", 1) + b"\n" + rest)
    refused(verb, path)
    if verb == "audit":
        refused(verb, folder)


@pytest.mark.parametrize("depth", [500, 900, 2_000, 50_000])
def test_a_header_that_is_nested_without_end_is_that_of_no_export(db: Path, tmp_path: Path, depth: int) -> None:
    path = tmp_path / "punto.jsonl"
    assert runner.invoke(app, ["export", str(db), TABLE, str(path)]).exit_code == 0
    nested = b'"rulebooks":{"00":{"a":' + b"[" * depth + b"]" * depth + b"},"
    path.write_bytes(path.read_bytes().replace(b'"rulebooks":{', nested, 1))
    for verb in ("audit", "replay"):
        found = runner.invoke(app, [verb, str(path)])
        assert found.exit_code in ((1, 2) if verb == "audit" else (0, 2)), found.output + repr(found.exception)


@pytest.mark.parametrize(
    "body", [b'{"act":{"what":{"act":"\xff"}}}', b'{"act":{"what":{"act":"open-day","day":"\xff"}}}']
)
def test_an_entry_is_unreadable(db: Path, tmp_path: Path, body: bytes) -> None:
    written(db, "UPDATE entries SET body = ?, hash = ? WHERE table_id = ? AND version = 5", body, sha256(body), TABLE)
    for verb in ("audit", "replay"):
        assert "unreadable" in problems(verb, db)


@pytest.mark.parametrize(
    "body", [b'{"act":{"what":{"act":"\xff"}}}', b'{"act":{"what":{"act":"open-day","day":"\xff"}}}']
)
def test_an_entry_of_the_house_opens_no_day(db: Path, tmp_path: Path, body: bytes) -> None:
    written(db, "UPDATE entries SET table_id = 'house' WHERE table_id = ? AND version = 5", TABLE)
    written(db, "UPDATE entries SET body = ? WHERE table_id = 'house'", body)
    refused("audit", db, "--day", "2026-03-02")
    refused("export", db, tmp_path / "out", "--day", "2026-03-02")


def test_a_private_part_cannot_be_read(db: Path, tmp_path: Path) -> None:
    sealer, key = KeySealer(Keys.load(db.with_name("hall.key")).sealing), db.with_name("hall.key")
    connection = sqlite3.connect(db)
    query = "SELECT min(version) FROM entries WHERE private IS NOT NULL AND table_id = ?"
    ((version,),) = connection.execute(query, (TABLE,)).fetchall()
    connection.close()
    sealed = sealer.seal(b'{"salt":"\xff"}', context_of(TABLE, version))
    written(db, "UPDATE entries SET private = ? WHERE table_id = ? AND version = ?", sealed, TABLE, version)
    for verb in ("audit", "replay"):
        assert "private-part" in problems(verb, db, "--key", key)
    refused("export", db, TABLE, tmp_path / "punto.jsonl", "--key", key)


@pytest.mark.parametrize("plain", [b'{"faces":["\xff"],"salts":[]}', b'{"faces":' + b"[" * 50_000, b"\xff"])
def test_a_sealed_order_is_no_shoe(db: Path, plain: bytes) -> None:
    key = db.with_name("hall.key")
    sealed = KeySealer(Keys.load(key).sealing).seal(plain, shoe_context(TABLE, 1))
    written(db, "UPDATE shoes SET sealed = ? WHERE table_id = ? AND shoe = 1", sealed, TABLE)
    assert "shoe-changed" in problems("audit", db, "--key", key)
