"""What an audit says of damage and of what somebody did to a record, who vouches for entries, what a key file is."""

import json
import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import typer

from tapete.cli import app
from tapete.cli.serve import opening_key
from tapete.live import Keys
from tapete.record.store.sqlite import library as sqlite3
from tests.support.command_line import asked, runner, told, tree
from tests.support.record.tampering.small_hall import Copy
from tests.support.record.tampering.tools import sql
from tests.support.rows import rows

FILES = ("--key", "--witness")


def page_of_noise(db: Path, near: bytes = b'"table":"punto"') -> None:
    """Overwrite the page of the last entry of a table, as a failing disk does; the rest can still be read."""
    data = bytearray(db.read_bytes())
    start = data.rindex(near) // 4096 * 4096
    data[start : start + 4096] = b"\xa5" * 4096
    db.write_bytes(data)


@rows(
    "words",
    [
        ["audit", "{db}"],
        ["audit", "{db}", "--json"],
        ["replay", "{db}", "--json"],
        ["export", "{db}", "punto", "{out}/punto.jsonl"],
        ["export", "{db}", "{out}"],
        ["accounts", "{db}", "punto"],
    ],
)
def test_damaged_database_is_said_in_one_line(copies: Callable[[], Path], words: Any) -> None:
    db = copies()
    tmp_path = db.parent
    page_of_noise(db)
    out = tmp_path / "out"
    out.mkdir()
    assert "is damaged: " in refused(*(word.format(db=db, out=out) for word in words))
    assert [one.name for one in out.iterdir() if one.suffix != ".jsonl"] == []


@pytest.fixture
def export(db: Path, tmp_path: Path) -> Path:
    path = tmp_path / "punto.jsonl"
    asked("export", db, "punto", path)
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
        assert "unreadable" in problems(verb, export)


def test_a_record_writes_nothing_on_the_screen_but_its_own_lines(export: Path) -> None:
    """A name may hold what clears a screen, ends a line, or turns the writing round: it is shown as a code."""
    name = "\x1b[2J\rconforme: 9\nconforme\u202e\u2028"
    lines = [json.loads(line) for line in export.read_text("utf-8").splitlines()]
    lines[0]["table"] = lines[3]["entry"]["table"] = name
    export.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    for verb in ("audit", "replay"):
        said = asked(verb, export, status=1, TAPETE_LANG="es").stdout
        first, *rest = said.split("\n")[:-1]
        assert first.startswith("NO conforme")
        assert all(line.startswith("  ") for line in rest)
        assert not {"\x1b", "\r", "\u202e", "\u2028"} & set(said)


@rows("depth", [200, 900, 5_000])
def test_a_rulebook_that_is_nested_without_end_stops_nothing(copies: Callable[[], Path], depth: int) -> None:
    db = copies()
    damage(db, ("UPDATE rulebooks SET content = ?", b'{"id":"x","game":"y","a":' + b"[" * depth + b"]" * depth + b"}"))
    assert problems("audit", db) & {"rulebook-changed", "rulebook-unreadable"}
    found = runner.invoke(app, ["replay", str(db), "--json"])
    assert found.exit_code in (0, 1), found.output + str(found.exception)
    json.loads(found.stdout)


def refused(*words: object) -> str:
    return told(*words).splitlines()[-1]


def problems(*words: object) -> set[str]:
    return codes_of(tree(*words, status=1))


@pytest.mark.parametrize("field", [b'"table":"', b'"game":"', b'"id":"'])
def test_a_header_is_that_of_no_export(export: Path, field: bytes) -> None:
    """A byte that is no text stands in it; or it names two tables."""
    header, _, rest = export.read_bytes().partition(b"\n")
    for wrong in (header.replace(field, field + b"\xff", 1), header.replace(field, field + b'x",' + field, 1)):
        assert wrong != header
        export.write_bytes(wrong + b"\n" + rest)
        assert [refused(verb, export)[:7] for verb in ("audit", "replay")] == ["tapete:"] * 2


LAST = "(SELECT max(version) FROM entries WHERE table_id = 'punto')"
WIPE = tuple(f"DELETE FROM {one}" for one in ("checkpoints", "commands", "shoes", "entries", "writers"))


def damage(db: Path, *statements: str | tuple[Any, ...]) -> None:
    """Change rows as somebody does who takes the guards away and puts them back."""
    connection = sqlite3.connect(db)
    with connection:
        guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f'DROP TRIGGER "{name}"')
        for one in statements:
            sentence, *values = (one,) if isinstance(one, str) else one
            assert connection.execute(sentence, values).rowcount, sentence
        for _, made in guards:
            connection.execute(made)
    connection.close()


def audit(db: Path, *words: str, status: int = 1) -> Any:
    return tree("audit", db, "--key", db.with_name("hall.key"), *words, status=status)


def codes_of(report: Any, key: str = "problems") -> set[str]:
    return {one["code"] for one in report[key]}


def adopt(copy: Copy, table: str, *words: str) -> Any:
    return runner.invoke(app, ["adopt", str(copy.db), table, "--key", str(copy.key), *words])


def test_a_folder_says_of_each_file_what_it_is(export: Path) -> None:
    """Threat: a record of another spelling is left out in silence, or a pipe is waited for without end."""
    folder = export.parent / "files"
    folder.mkdir()
    export.rename(folder / "MESA.JSONL")
    (folder / "old.jsonl.bak").touch()
    assert "old.jsonl.bak" in asked("audit", folder).stderr
    os.mkfifo(export)
    assert ["pipe" in refused(verb, export) for verb in ("audit", "replay")] == [True, True]
    for words in (
        *(("audit", folder, "--witness", export), ("audit", folder, "--key", export), ("keys", export)),
        *(("bingo", "cards", "--foreign", export), ("rules", "--check", export)),
        *(("open", "bingo", "--store", export.with_name("n.db"), "--name", "a", one, export) for one in FILES),
    ):
        assert "pipe" in refused(*words), words
    (folder / "x\nSOUND").touch()
    assert r"x\nSOUND" in asked("audit", folder).stderr
    for name, make, why in (("a.jsonl", Path.touch, "export"), ("B.Jsonl", os.mkfifo, "pipe")):
        make(folder / name)
        said = refused("audit", folder)
        assert (name in said, why in said) == (True, True), said
        (folder / name).unlink()


def test_a_sound_record_without_a_witness_is_told_so(db: Path, kept: Path) -> None:
    assert codes_of(audit(db, status=0), "warnings") == {"no-witness"}
    text = asked("audit", db, TAPETE_LANG="es").stdout
    assert [one for one in ("CON RESERVAS", "RESERVA punto no-witness") if one not in text] == []
    assert audit(db, "--witness", str(kept / "witness"), status=0)["warnings"] == []


def test_a_wiped_store_is_no_sound_one(db: Path, kept: Path) -> None:
    damage(db, *WIPE)
    assert codes_of(audit(db, status=0), "warnings") == {"empty"}
    shutil.copy(kept / "witness", db.with_name("hall.db.witness"))
    found = audit(db)
    assert {one["table"] for one in found["problems"]} == {"punto", "mini", "ferrocarril", "dos-panos", "bingo"}
    assert codes_of(found) == {"rolled-back"}
    assert codes_of(audit(db, "--table", "punto")) == {"rolled-back"}


def test_a_replay_says_that_it_looks_at_the_decisions_alone(db: Path) -> None:
    """Who appends a sound entry without the key is found by the audit."""
    damage(db, f"UPDATE entries SET tag = NULL WHERE table_id = 'punto' AND version = {LAST}")
    assert codes_of(audit(db)) == {"tag-missing"}
    found = tree("replay", db)
    assert (found["ok"], found["problems"]) == (True, [])
    assert {"chain", "signatures", "tags", "witness"} <= set(found["not_checked"])
    last = asked("replay", db).stdout.rstrip().splitlines()[-1]
    assert [one for one in ("signatures", "tapete audit") if one not in last] == []


@pytest.fixture
def copy(db: Path) -> Copy:
    return Copy(db.parent)


def test_public_key_of_a_hall(copy: Copy) -> None:
    public = Keys.load(copy.key).public
    assert asked("keys", copy.key).stdout == f"{public}\n"
    assert tree("keys", copy.key)["public"] == public
    report = audit(copy.db, "--witness", str(copy.witness), "--trusted", public, status=0)
    assert [one["trusted"] for one in report["keys"]] == [True]
    told("keys", copy.folder / "none")


def test_entries_without_a_tag_are_shown_and_adopted_on_demand(copy: Copy) -> None:
    witness = ("--witness", str(copy.witness))
    found = adopt(copy, "punto", *witness, "--json")
    assert (found.exit_code, json.loads(found.stdout)["entries"]) == (0, [])
    sql(copy, "UPDATE entries SET tag = NULL WHERE table_id = 'punto' AND version > 20")
    found = adopt(copy, "punto", *witness, "--json")
    assert (found.exit_code, [one["version"] for one in json.loads(found.stdout)["entries"]][:2]) == (1, [21, 22])
    assert "sin firmar" in adopt(copy, "punto", *witness).stdout
    found = adopt(copy, "punto", *witness, "--json", "--yes")
    assert (found.exit_code, json.loads(found.stdout)["signed"]) == (0, True)
    report = audit(copy.db, *witness, status=0)
    assert (report["problems"], "adopted" in codes_of(report, "warnings")) == ([], True)
    assert adopt(copy, "none").exit_code == 2


@rows("touched", ["DROP TRIGGER {guard}", "CREATE TRIGGER strange AFTER INSERT ON entries BEGIN SELECT 1; END"])
def test_nobody_vouches_for_a_store_whose_guards_are_not_those_that_were_made(copies: Any, touched: str) -> None:
    copy = Copy(copies().parent)
    sql(copy, "UPDATE entries SET tag = NULL WHERE table_id = 'punto' AND version > 20")
    with closing(sqlite3.connect(copy.db)) as store:
        (guard,) = store.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name").fetchone()
        store.execute(touched.format(guard=guard))
        store.commit()
        signed = store.execute("SELECT count(*) FROM checkpoints").fetchone()
        found = adopt(copy, "punto", "--witness", str(copy.witness), "--yes", "--lang", "en")
        assert (found.exit_code, found.stdout) == (2, "")
        assert (guard if "DROP" in touched else "strange") in found.stderr
        assert store.execute("SELECT count(*) FROM checkpoints").fetchone() == signed


@rows("content, said", [(b"SQLite format 3\0", "is not a key file"), (None, "chmod 600")])
def test_a_file_is_a_key_before_it_is_asked_who_may_read_it(copies: Any, content: Any, said: Any) -> None:
    copy = Copy(copies().parent)
    if content is not None:
        copy.key.write_bytes(content)
    copy.key.chmod(0o644)
    why = told("keys", copy.key)
    assert why == f"tapete: {copy.key} is not a key file\n" if content else said in why


@pytest.mark.parametrize("complaint", ["staff-key-short", "monitor-key-short"])
def test_a_short_key_one_of_two_lines_and_one_that_is_no_text_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], complaint: str
) -> None:
    file = tmp_path / "key"
    for content in (b"", b"x" * 11, b" " * 30, b"x" * 11 + b"   \n", b"one line\nand the second", b"\xff" + b"x" * 20):
        file.write_bytes(content)
        with pytest.raises(typer.Exit) as ended:
            opening_key(file, complaint)
        out, err = capsys.readouterr()
        assert (ended.value.exit_code, out, str(file) in err, "12" in err) == (2, "", True, True), content
        assert ("monitor" in err) is (complaint == "monitor-key-short")


def test_a_line_of_the_witness_is_no_checkpoint_and_no_hall_starts_with_it(db: Path, tmp_path: Path) -> None:
    """A byte that is no text stands in the name of a table in its first line."""
    witness, staff = db.with_name("witness"), tmp_path / "staff"
    witness.write_bytes(witness.read_bytes().replace(b'"table":"', b'"table":"\xff', 1))
    staff.write_text("doce-letras-y-mas\n", "utf-8")
    assert "witness-unreadable" in problems("audit", db, "--witness", witness)
    for foreign in (db, db.with_name("hall.key")):
        assert "is no witness file" in refused("audit", db, "--witness", foreign)
    hall = ("--store", db, "--key", db.with_name("hall.key"), "--witness", witness)
    assert "line 1" in refused("serve", *hall, "--port", "0", "--staff-key", staff)
