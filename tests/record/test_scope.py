"""What an audit does not see is a reserve: other tables of the witness, the house above the tables, those below it.

And a line of the witness about a table that is not audited is no problem of those that are.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from typer.testing import CliRunner

from tapete.cli import app
from tapete.live import Hall, Keys
from tapete.record.audit import AuditInputs, audit
from tapete.record.canonical import canonical
from tapete.record.checkpoints import checkpoint, sign_checkpoint
from tapete.record.export import ExportSource, write_export
from tapete.record.source import StoreSource
from tapete.record.store import Store
from tapete.words import finding
from tests.support.live.days import DAYS
from tests.support.record.tables import GAME, TIME, TableActor, play
from tests.support.record.tampering import tools
from tests.support.record.tampering.small_hall import OTHER, TABLE, Copy, copy_hall, make_halls

runner = CliRunner(env={"TAPETE_LANG": "es"})
SIGNER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
STRANGER = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))


@pytest.fixture(scope="module")
def halls(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("halls")
    make_halls(folder)
    return folder


def run(*words: object, status: int) -> Any:
    found = runner.invoke(app, [*map(str, words), "--json"])
    assert found.exit_code == status, found.output + str(found.exception)
    return json.loads(found.stdout)


def given(copy: Copy, *, witness: bool = True) -> list[object]:
    """Return the words that give an audit everything."""
    words: list[object] = ["--key", copy.key, "--trusted", Keys.load(copy.key).public]
    return [*words, "--witness", copy.witness] if witness else words


def told(report: Any, *codes: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the reserves of these codes with their facts."""
    return [(one["code"], one["facts"]) for one in report["warnings"] if one["code"] in codes]


def exported(copy: Copy, *tables: str, day: str = "") -> Path:
    """Return a folder with the open exports of some tables, or of all."""
    folder = copy.folder / "out"
    run("export", copy.db, folder, "--key", copy.key, *(("--day", day) if day else ()), status=0)
    for file in folder.iterdir():
        if tables and file.stem not in tables:
            file.unlink()
    return folder


def test_a_table_is_sound_beside_the_witness_of_its_whole_hall(halls: Path, tmp_path: Path) -> None:
    copy = copy_hall(halls, "closed", tmp_path / "copy")
    report = run("audit", exported(copy, TABLE) / f"{TABLE}.jsonl", *given(copy), status=0)
    assert [(one["code"], one["facts"]) for one in report["warnings"]] == [
        ("witness-elsewhere", {"tables": OTHER, "count": 1})
    ]
    assert told(run("audit", copy.db, *given(copy), status=0), "witness-elsewhere") == []
    one = run("audit", copy.db, "--table", TABLE, *given(copy), status=0)
    assert told(one, "witness-elsewhere", "house-absent") == [("witness-elsewhere", {"tables": OTHER, "count": 1})]


def test_a_line_about_another_table_is_no_problem_whatever_it_says(halls: Path, tmp_path: Path) -> None:
    copy = copy_hall(halls, "closed", tmp_path / "copy")
    (line, *_) = (line for line in tools.witness_lines(copy) if tools.checkpoint_of(line).table == OTHER)
    forged = msgspec.structs.replace(tools.checkpoint_of(line), version=900, signature="00")
    with copy.witness.open("ab") as file:
        file.write(canonical(msgspec.to_builtins(forged)) + b"\n" + tools.signed_line(line))
    folder = exported(copy, TABLE)
    for where in (folder, folder / f"{TABLE}.jsonl"):
        assert run("audit", where, *given(copy), status=0)["problems"] == []
    codes = {one["code"] for one in run("audit", copy.db, *given(copy), status=1)["problems"]}
    assert {"checkpoint-unsigned", "checkpoint-untrusted"} <= codes, "the store has that table"


def test_a_table_that_the_witness_names_must_be_in_the_store(halls: Path, tmp_path: Path) -> None:
    copy = copy_hall(halls, "closed", tmp_path / "copy")
    kept = ("checkpoints", "commands", "entries", "writers")
    tools.sql(copy, *(f"DELETE FROM {one} WHERE table_id = '{OTHER}'" for one in kept))
    for words in ([], ["--table", OTHER]):
        found = run("audit", copy.db, *words, *given(copy), status=1)
        assert "rolled-back" in {one["code"] for one in found["problems"]}


def test_the_witness_of_another_table_is_none_of_this(store: Store, tmp_path: Path) -> None:
    actor = play(TableActor(store.take_over("t1")))
    store.put_checkpoint(checkpoint(SIGNER, "t1", actor.head, TIME))
    write_export(StoreSource(store), "t1", tmp_path / "t1.jsonl")
    seen = AuditInputs(witness=(checkpoint(SIGNER, "t2", actor.head, TIME),))
    report = audit(ExportSource(tmp_path / "t1.jsonl"), {"toy": GAME}, seen)
    assert report.is_sound
    assert {"no-witness", "witness-elsewhere"} <= {one.code for one in report.warnings}


def test_a_folder_without_its_house_says_so(halls: Path, tmp_path: Path) -> None:
    copy = copy_hall(halls, "house", tmp_path / "copy")
    folder = exported(copy, TABLE)
    for where in (folder, folder / f"{TABLE}.jsonl"):
        assert told(run("audit", where, *given(copy), status=0), "house-absent", "witness-elsewhere") == [
            ("witness-elsewhere", {"tables": "house", "count": 1}), ("house-absent", {"count": 1})]  # fmt: skip
        assert told(run("audit", where, *given(copy, witness=False), status=0), "house-absent") == [
            ("house-absent", {"case": "unsaid", "count": 1})]  # fmt: skip


def test_a_house_that_is_there_is_not_missed(halls: Path, tmp_path: Path) -> None:
    copy = copy_hall(halls, "house", tmp_path / "copy")
    for where in (copy.db, exported(copy)):
        report = run("audit", where, *given(copy), status=0)
        assert report["warnings"] == []
    closed = copy_hall(halls, "closed", tmp_path / "closed")
    folder = exported(closed)
    assert run("audit", folder, *given(closed), status=0)["warnings"] == [], "its witness would name a house"
    assert told(run("audit", closed.db, *given(closed, witness=False), status=0), "house-absent") == []


def test_one_table_of_a_house_leaves_the_others_out(halls: Path, tmp_path: Path) -> None:
    copy = copy_hall(halls, "house", tmp_path / "copy")
    report = run("audit", copy.db, "--table", TABLE, *given(copy, witness=False), status=0)
    assert told(report, "house-absent") == [("house-absent", {"count": 1})]
    report = run("audit", copy.db, "--table", "house", *given(copy), status=0)
    assert told(report, "tables-absent") == [("tables-absent", {"tables": TABLE, "count": 1})]
    days = copy_hall(halls, "days", tmp_path / "days")
    report = run("audit", days.db, "--table", f"{TABLE}-2", *given(days), status=0)
    assert [code for code, _ in told(report, "continued-absent", "house-absent")] == [
        "house-absent",
        "continued-absent",
    ]


def test_what_holds_for_every_day_of_a_folder_is_said_once(halls: Path, tmp_path: Path) -> None:
    copy = copy_hall(halls, "days", tmp_path / "copy")
    for day in DAYS:
        folder = exported(copy, day=day)
    lines = tools.witness_lines(copy)
    copy.witness.write_bytes(b"".join((*lines, lines[0], b"no line\n")))
    whole = run("audit", copy.db, "--witness", copy.witness, status=1)
    report = run("audit", folder, "--witness", copy.witness, status=1)
    assert [one["code"] for one in report["problems"]] == ["witness-unreadable"]
    said = [(one["code"], one.get("table", ""), json.dumps(one["facts"])) for one in report["warnings"]]
    assert len(said) == len(set(said))
    assert len({one[:2] for one in said}) == len(said), "nothing is said of a table twice"
    assert {"any-signer", "witness-repeated", "key-missing"} <= {one[0] for one in said}
    assert report["keys"] == whole["keys"]
    assert dict(told(report, "any-signer")) == dict(told(whole, "any-signer"))
    shutil.rmtree(folder)


def test_two_signers_of_two_days_are_several(halls: Path, tmp_path: Path) -> None:
    copy = copy_hall(halls, "days", tmp_path / "copy")
    for day in DAYS[:2]:
        folder = exported(copy, day=day)
    for file in sorted(folder.iterdir()):
        head, *rest = file.read_bytes().splitlines(keepends=True)
        tree = json.loads(head)
        if DAYS[1] in file.name or file.stem.endswith("-2"):
            said = [sign_checkpoint(STRANGER, msgspec.convert(one, type=type(tools.checkpoint_of(line))))
                    for one in tree["checkpoints"] for line in tools.witness_lines(copy)[:1]]  # fmt: skip
            tree["checkpoints"] = msgspec.to_builtins(said)
        file.write_bytes(canonical(tree) + b"\n" + b"".join(rest))
    report = run("audit", folder, status=0)
    assert len(report["keys"]) == 2
    assert [facts["count"] for _, facts in told(report, "several-signers")] == [2]


@pytest.mark.parametrize(
    ("tables", "lang", "sentence"),
    [
        ("mesa", "es", "Aquí no está la mesa mesa: lo que la casa anota de ella no se ha cotejado."),
        ("mesa, otra", "es", "Aquí no están las mesas mesa, otra: lo que la casa anota de ellas no se ha cotejado."),
        ("mesa", "en", "Table mesa is not here: what the house notes of it was not compared."),
        ("mesa, otra", "en", "Tables mesa, otra are not here: what the house notes of them was not compared."),
        ("mesa", "fr", "La table mesa n'est pas ici : ce que la maison note d'elle n'a pas été comparé."),
        ("a, b", "fr", "Les tables a, b ne sont pas ici : ce que la maison note d'elles n'a pas été comparé."),
    ],
)  # fmt: skip
def test_one_table_is_not_many(tables: str, lang: str, sentence: str) -> None:
    assert finding("tables-absent", {"tables": tables, "count": tables.count(",") + 1}, lang) == sentence


def test_a_house_with_accounts_whose_record_is_gone_is_said(halls: Path, tmp_path: Path) -> None:
    """Without a witness the tables alone would read as those of a hall without a house."""
    copy = copy_hall(halls, "house", tmp_path / "copy")
    tools.sql(copy, "INSERT INTO houses VALUES (1, 'Casino de prueba', '2026-01-02T20:00:00+00:00')")
    kept = ("checkpoints", "commands", "entries", "writers")
    tools.sql(copy, *(f"DELETE FROM {one} WHERE table_id = 'house'" for one in kept))
    report = run("audit", copy.db, *given(copy, witness=False), status=1)
    problems = [(one["at"], one["code"], one["table"]) for one in report["problems"]]
    assert [one for one in problems if one[1] != "people-changed"] == [(0, "house-gone", "")]


def test_a_table_that_was_opened_in_a_house_misses_it(halls: Path, tmp_path: Path) -> None:
    """No account and no witness says that there was one: the opening of its table does."""
    copy = copy_hall(halls, "cloths", tmp_path / "copy")
    file = exported(copy, TABLE) / f"{TABLE}.jsonl"
    for where in (file, file.parent):
        report = run("audit", where, *given(copy, witness=False), status=0)
        assert told(report, "house-absent") == [("house-absent", {"count": 1})], "it is sure, whatever is not said"
    assert run("replay", copy.db, "--key", copy.key, status=0)["problems"] == []
    assert run("replay", file, status=0)["problems"] == [], "a file shows a part of a hall"
    tools.forget_house(copy)
    (gone,) = run("audit", copy.db, *given(copy), status=1)["problems"]
    assert (gone["code"], gone["facts"]) == ("house-gone", {"case": "told", "tables": TABLE, "count": 1})
    assert (gone["at"], gone["table"]) == (0, ""), "it is said of the record as a whole"
    assert run("replay", copy.db, "--key", copy.key, status=1)["problems"] == [gone]
    one = run("audit", copy.db, "--table", TABLE, *given(copy, witness=False), status=0)
    assert told(one, "house-absent") == [("house-absent", {"count": 1})]


def test_a_hall_plays_no_table_on_whose_house_is_gone(halls: Path, tmp_path: Path) -> None:
    copy = copy_hall(halls, "cloths", tmp_path / "copy")

    async def parked() -> dict[str, str]:
        hall = await Hall.start(f"sqlite:///{copy.db}", Keys.load(copy.key), witness_file=copy.witness)
        await hall.stop()
        return {name: error.code for name, error in hall.parked_tables.items()}

    assert asyncio.run(parked()) == {}
    tools.forget_house(copy)
    assert asyncio.run(parked()) == {TABLE: "house-gone"}
