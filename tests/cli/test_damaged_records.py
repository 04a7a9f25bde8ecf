"""Records that cannot be read to the end, bytes that are no UTF-8, and files that say one thing twice: a sentence and
status 2, or a finding.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tapete.cli import app
from tapete.live import Keys
from tapete.record.private import KeySealer, context_of
from tapete.record.shoes import context_of as shoe_context

runner = CliRunner()


def page_of_noise(db: Path, near: bytes = b'"table":"punto"') -> None:
    """Overwrite the page of the last entry of a table, as a failing disk does; the rest can still be read."""
    data = bytearray(db.read_bytes())
    start = data.rindex(near) // 4096 * 4096
    data[start : start + 4096] = b"\xa5" * 4096
    db.write_bytes(data)


def test_damaged_database_is_said_in_one_line(copies: Callable[[], Path], subtests: pytest.Subtests) -> None:
    for words in (
        ["audit", "{db}"],
        ["audit", "{db}", "--json"],
        ["replay", "{db}", "--json"],
        ["export", "{db}", "punto", "{out}/punto.jsonl"],
        ["export", "{db}", "{out}"],
        ["accounts", "{db}", "punto"],
    ):
        with subtests.test(words=words):
            db = copies()
            tmp_path = db.parent
            page_of_noise(db)
            out = tmp_path / "out"
            out.mkdir()
            found = runner.invoke(app, [word.format(db=db, out=out) for word in words])
            assert (found.exit_code, found.stdout) == (2, ""), found.output + str(found.exception)
            assert "está dañada: " in found.stderr.splitlines()[-1]
            assert "Traceback" not in found.stderr
            assert [one.name for one in out.iterdir() if one.suffix != ".jsonl"] == []


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


def test_header_that_names_two_tables_is_no_export(export: Path) -> None:
    twice(export, 0, "table", "otra")
    found = runner.invoke(app, ["audit", str(export)])
    assert found.exit_code == 2
    assert "dos veces" in found.stderr


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


def test_a_rulebook_that_is_nested_without_end_stops_nothing(
    copies: Callable[[], Path], subtests: pytest.Subtests
) -> None:
    for depth in (200, 400, 600, 800, 900, 950, 5_000):
        with subtests.test(depth=depth):
            db = copies()
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


TABLE = "punto"


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


def test_a_folder_says_of_each_file_what_it_is(export: Path) -> None:
    """Threat: a record of another spelling is left out in silence, or a pipe is waited for without end."""
    folder = export.parent / "files"
    folder.mkdir()
    export.rename(folder / "MESA.JSONL")
    (folder / "old.jsonl.bak").touch()
    found = runner.invoke(app, ["audit", str(folder)])
    assert (found.exit_code, "old.jsonl.bak" in found.stderr) == (0, True), found.output
    os.mkfifo(export)
    assert ["pipe" in refused(verb, export) for verb in ("audit", "replay")] == [True, True]
    for name, make, why in (("a.jsonl", Path.touch, "export"), ("B.Jsonl", os.mkfifo, "pipe")):
        make(folder / name)
        told = refused("audit", folder)
        assert (name in told, why in told) == (True, True), told
        (folder / name).unlink()


def spoiled_witness(db: Path) -> Path:
    """Put a byte that is no text into the name of a table in the first line of the witness."""
    witness = db.with_name("witness")
    witness.write_bytes(witness.read_bytes().replace(b'"table":"', b'"table":"\xff', 1))
    return witness


def test_a_line_of_the_witness_is_no_checkpoint(db: Path) -> None:
    assert "witness-unreadable" in problems("audit", db, "--witness", spoiled_witness(db))


def test_no_hall_starts_with_such_a_witness(db: Path, tmp_path: Path) -> None:
    hall = ("--store", db, "--key", db.with_name("hall.key"), "--witness", spoiled_witness(db))
    staff = tmp_path / "staff"
    staff.write_text("doce-letras-y-mas\n", "utf-8")
    assert "line 1" in refused("serve", *hall, "--port", "0", "--staff-key", staff)


def test_a_header_is_that_of_no_export(copies: Callable[[], Path], subtests: pytest.Subtests) -> None:
    for field in (b'"table":"', b'"game":"', b'"id":"'):
        for verb in ("audit", "replay"):
            with subtests.test(field=field, verb=verb):
                db = copies()
                tmp_path = db.parent
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


def test_a_sealed_order_is_no_shoe(copies: Callable[[], Path], subtests: pytest.Subtests) -> None:
    for plain in (b'{"faces":["\xff"],"salts":[]}', b'{"faces":' + b"[" * 50_000, b"\xff"):
        with subtests.test(plain=plain):
            db = copies()
            key = db.with_name("hall.key")
            sealed = KeySealer(Keys.load(key).sealing).seal(plain, shoe_context(TABLE, 1))
            written(db, "UPDATE shoes SET sealed = ? WHERE table_id = ? AND shoe = 1", sealed, TABLE)
            assert "shoe-changed" in problems("audit", db, "--key", key)
