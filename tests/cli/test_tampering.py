"""What somebody who holds the database may do to it, and what the audit then says."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from tapete.cli import app
from tapete.live import Keys
from tapete.record.private import KeySealer
from tapete.record.shoes import open_shoe, seal_shoe

runner = CliRunner()
LAST = "(SELECT max(version) FROM entries WHERE table_id = 'punto')"
PRIVATE = "(SELECT min(version) FROM entries WHERE table_id = 'punto' AND private IS NOT NULL)"
LAST_ASKED = "(SELECT max(version) FROM commands WHERE table_id = 'mini')"
OTHER_ANSWER = 'CAST(replace(CAST(answer AS TEXT), \'"rests_on":[\', \'"rests_on":["PB.1",\') AS BLOB)'
CUT = (
    f"DELETE FROM checkpoints WHERE table_id = 'punto' AND version >= {LAST}",
    f"DELETE FROM commands WHERE table_id = 'punto' AND version = {LAST}",
    f"DELETE FROM entries WHERE table_id = 'punto' AND version = {LAST}",
)
WIPE = tuple(f"DELETE FROM {one}" for one in ("checkpoints", "commands", "shoes", "entries", "writers"))


@pytest.fixture
def db(kept: Path, tmp_path: Path) -> Path:
    """A copy of the record, to be damaged; its key lies beside it."""
    shutil.copy(kept / "hall.db", tmp_path / "hall.db")
    shutil.copy(kept / "hall.key", tmp_path / "hall.key")
    return tmp_path / "hall.db"


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


def codes(report: Any, key: str = "problems") -> set[str]:
    return {one["code"] for one in report[key]}


def test_private_parts_that_were_deleted_are_missed(db: Path, tmp_path: Path) -> None:
    damage(db, "UPDATE entries SET private = NULL WHERE table_id = 'punto' AND private IS NOT NULL")
    found = audited(db)
    assert codes(found) == {"part-missing"}
    found = runner.invoke(app, ["audit", str(db), "--json"])  # without the key too
    assert codes(json.loads(found.stdout)) == {"part-missing"}
    out = tmp_path / "punto.jsonl"
    assert runner.invoke(app, ["export", str(db), "punto", str(out)]).exit_code == 0
    assert codes(audited(out, status=0)) == set()  # the header says that there are none in it


def test_a_private_part_from_elsewhere_is_seen(db: Path) -> None:
    at = "(SELECT min(version) FROM entries WHERE table_id = 'punto' AND private IS NULL)"
    damage(db, f"UPDATE entries SET private = x'00' WHERE table_id = 'punto' AND version = {at}")
    assert "part-foreign" in codes(audited(db))


def test_rulebook_that_cannot_be_read_is_reported(db: Path) -> None:
    for content in ("x'7b7b'", "x'ff'", "x'5b5d'"):
        damage(db, f"UPDATE rulebooks SET content = {content}")
        assert codes(audited(db)) == {"rulebook-unreadable", "rulebook-missing"}


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        (f"DELETE FROM commands WHERE table_id = 'punto' AND version < {LAST}", "command-missing"),
        ("UPDATE commands SET body_digest = 'ab' WHERE table_id = 'mini'", "command-changed"),
        ("UPDATE commands SET version = 2 WHERE table_id = 'punto'", "command-changed"),
        (f"UPDATE commands SET answer = {OTHER_ANSWER} WHERE table_id = 'punto'", "answer-changed"),
        (f"UPDATE commands SET answer = x'' WHERE table_id = 'mini' AND version = {LAST_ASKED}", "answer-changed"),
        ("INSERT INTO commands VALUES ('punto', 'forged', 1, 'ab', x'')", "command-foreign"),
    ],
)
def test_changed_requests_are_reported(db: Path, statement: str, code: str) -> None:
    damage(db, statement)
    assert codes(audited(db)) == {code}


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("DELETE FROM shoes WHERE table_id = 'punto' AND shoe = 1", "shoe-missing"),
        ("UPDATE shoes SET shoe = 9 WHERE table_id = 'punto' AND shoe = 1", "shoe-foreign"),
        ("UPDATE shoes SET table_id = 'mini', shoe = 9 WHERE table_id = 'punto' AND shoe = 1", "shoe-foreign"),
        ("UPDATE shoes SET sealed = X'00' || substr(sealed, 2) WHERE table_id = 'punto' AND shoe = 1", "shoe-changed"),
    ],
)
def test_the_kept_order_of_a_shoe_is_the_one_that_was_committed_to(db: Path, statement: str, code: str) -> None:
    damage(db, statement)
    assert code in codes(audited(db))


@pytest.mark.parametrize("value", ["'texto'", "7", "-1", "1.5", "CAST(X'ff' AS TEXT)", "X'ff'"])
@pytest.mark.parametrize(
    ("column", "row"),
    [
        ("entries.body", "table_id = 'punto' AND version = 5"),
        ("entries.hash", "table_id = 'punto' AND version = 5"),
        ("entries.private", f"table_id = 'punto' AND version = {PRIVATE}"),
        ("commands.answer", f"table_id = 'mini' AND version = {LAST_ASKED}"),
        ("commands.body_digest", f"table_id = 'mini' AND version = {LAST_ASKED}"),
        ("rulebooks.content", "1"),
        ("shoes.sealed", "table_id = 'punto' AND shoe = 1"),
        ("checkpoints.signature", "table_id = 'punto'"),
    ],
)
def test_whatever_stands_in_the_place_of_a_value_is_named(db: Path, column: str, row: str, value: str) -> None:
    """SQLite keeps text, numbers and broken text where bytes or text belong: the audit says so and does not stop."""
    table, name = column.split(".")
    damage(db, f"UPDATE {table} SET {name} = {value} WHERE {row}")
    assert codes(audited(db, "--table", "mini" if "'mini'" in row else "punto"))


def test_an_order_that_was_laid_anew_under_the_key_is_seen(db: Path) -> None:
    """Whoever holds the key and the database cannot deal other cards: the commitments stand in the chain."""
    sealer = KeySealer(Keys.load(db.with_name("hall.key")).sealing)
    connection = sqlite3.connect(db)
    (sealed,) = connection.execute("SELECT sealed FROM shoes WHERE table_id = 'punto' AND shoe = 1").fetchone()
    laid = open_shoe(sealer, sealed, "punto", 1)
    at = next(place for place, face in enumerate(laid.faces) if face != laid.faces[0])
    swapped_faces = (laid.faces[at], *laid.faces[1:at], laid.faces[0], *laid.faces[at + 1 :])
    other = msgspec.structs.replace(laid, faces=swapped_faces)
    connection.close()
    swapped = seal_shoe(sealer, other, "punto", 1)
    damage(db, f"UPDATE shoes SET sealed = X'{swapped.hex()}' WHERE table_id = 'punto' AND shoe = 1")
    assert codes(audited(db)) == {"shoe-changed"}


def test_a_sound_record_without_a_witness_is_told_so(db: Path, kept: Path) -> None:
    assert codes(audited(db, status=0), "warnings") == {"no-witness"}
    text = runner.invoke(app, ["audit", str(db)]).stdout
    assert "CON RESERVAS" in text
    assert "RESERVA punto no-witness" in text
    assert audited(db, "--witness", str(kept / "witness"), status=0)["warnings"] == []


def test_rollback_without_signatures_is_said_loudly_and_the_witness_beside_shows_it(db: Path, kept: Path) -> None:
    damage(db, *CUT)
    found = audited(db, status=0)
    told = codes(found, "warnings")
    assert {"no-witness"} < told <= {"no-witness", "no-checkpoint", "unsigned-tail", "not-closed"}
    damage(db, "DELETE FROM checkpoints")
    found = audited(db, status=0)
    assert codes(found, "warnings") == {"no-checkpoint", "unsigned-tail"}
    shutil.copy(kept / "witness", db.with_name("hall.db.witness"))
    assert codes(audited(db)) == {"rolled-back"}
    assert codes(audited(db, "--table", "punto")) == {"rolled-back"}


def test_unsigned_tail_is_said(db: Path) -> None:
    damage(db, "DELETE FROM checkpoints WHERE table_id = 'punto'")
    assert codes(audited(db, status=0), "warnings") == {"no-checkpoint", "no-witness", "unsigned-tail"}


def test_a_wiped_store_is_no_sound_one(db: Path, kept: Path) -> None:
    damage(db, *WIPE)
    assert codes(audited(db, status=0), "warnings") == {"empty"}
    shutil.copy(kept / "witness", db.with_name("hall.db.witness"))
    found = audited(db)
    assert {one["table"] for one in found["problems"]} == {"punto", "mini", "ferrocarril", "dos-panos", "bingo"}
    assert codes(found) == {"rolled-back"}
    assert codes(audited(db, "--table", "punto")) == {"rolled-back"}


def test_what_is_of_the_database_and_not_of_the_record_is_not_looked_at(db: Path) -> None:
    """docs/audit.md says so: no answer rests on it."""
    before = audited(db, status=0)
    damage(db, "ANALYZE", "UPDATE sqlite_stat1 SET stat = '1 1 1'", "PRAGMA user_version = 77")
    connection = sqlite3.connect(db)
    connection.execute("PRAGMA application_id = 77")
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("VACUUM")
    connection.close()
    assert audited(db, status=0) == before


def test_how_an_export_is_spelled_outside_its_entries_is_not_looked_at(db: Path, tmp_path: Path) -> None:
    """And within an entry every byte counts."""
    out = tmp_path / "punto.jsonl"
    assert runner.invoke(app, ["export", str(db), "punto", str(out)]).exit_code == 0
    before = audited(out, status=0)
    head, *lines = out.read_bytes().splitlines()
    header = json.dumps(dict(reversed(json.loads(head).items())), indent=None, separators=(" , ", " : ")).encode()
    assert header != head
    spelled = [b" " + line.replace(b',"hash":', b' , "hash" : ') for line in lines]
    out.write_bytes(b"\r\n".join([header, *spelled, b""]))
    assert audited(out, status=0) == before
    out.write_bytes(b"\n".join([head, lines[0], lines[1].replace(b'{"entry":{', b'{"entry":{ '), *lines[2:], b""]))
    assert {"unreadable", "hash-differs"} <= codes(audited(out))


def test_a_replay_says_that_it_looks_at_the_decisions_alone(db: Path) -> None:
    """Who appends a sound entry without the key is found by the audit."""
    damage(db, f"UPDATE entries SET tag = NULL WHERE table_id = 'punto' AND version = {LAST}")
    assert codes(audited(db)) == {"tag-missing"}
    found = json.loads(runner.invoke(app, ["replay", str(db), "--json"]).stdout)
    assert (found["ok"], found["problems"]) == (True, [])
    assert {"chain", "signatures", "tags", "witness"} <= set(found["not_checked"])
    for lang, word in (("es", "firmas"), ("en", "signatures"), ("fr", "signatures")):
        text = runner.invoke(app, ["replay", str(db), "--lang", lang]).stdout.rstrip().splitlines()
        assert word in text[-1]
        assert "tapete audit" in text[-1]
