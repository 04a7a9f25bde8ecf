"""What an audit does not see is a reserve: other tables, the house above, the tables below; and rulebooks beside."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from tapete.catalogue.house_layers import house_book
from tapete.cli import app
from tapete.live import Hall, Keys
from tapete.record.canonical import canonical, sha256
from tapete.record.rulebooks import rulebook_problems
from tapete.rulebooks import Rulebook, house_library, make
from tests.support.record.tampering import tools
from tests.support.record.tampering.small_hall import OTHER, TABLE, Copy, copy_hall, make_halls
from tests.support.rows import rows

runner = CliRunner(env={"TAPETE_LANG": "es"})


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


def test_a_folder_without_its_house_says_so(halls: Path, tmp_path: Path) -> None:
    copy = copy_hall(halls, "house", tmp_path / "copy")
    folder = exported(copy, TABLE)
    for where in (folder, folder / f"{TABLE}.jsonl"):
        assert told(run("audit", where, *given(copy), status=0), "house-absent", "witness-elsewhere") == [
            ("witness-elsewhere", {"tables": "house", "count": 1}), ("house-absent", {"count": 1})]  # fmt: skip
        assert told(run("audit", where, *given(copy, witness=False), status=0), "house-absent") == [
            ("house-absent", {"case": "unsaid", "count": 1})]  # fmt: skip


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


# --- The rulebooks that lie beside a record: each the content of its hash, each layer of a house lawful a ---

LAYER = house_book(
    'id = "casa"\ngame = "dos-panos"\nover = "asturias-2011"\ntitle = "Casa de prueba"\n'
    'conduct.look_s = { value = 20, reason = "aquí se mira con calma" }\n',
    "casa.toml",
)
BELOW = house_library().by_id("dos-panos", "asturias-2011")


def beside(*books: Rulebook) -> dict[str, Any]:
    return {one.sha256: one.content for one in books}


def found(books: dict[str, Any]) -> list[tuple[int, str, dict[str, Any]]]:
    return [(one.at, one.code, one.facts) for one in rulebook_problems(books)]


def overstepping(*options: str) -> Rulebook:
    """Return a layer that sets options which a document settles."""
    content: dict[str, Any] = dict(LAYER.content)
    for option in options:
        section, name = option.split(".")
        own = {"value": [1], "origin": "house", "document": "", "why": "porque sí", "reason": "porque sí"}
        leaf = {key: value for key, value in own.items() if key in content["conduct"]["look_s"]}
        content = {**content, section: {**content[section], name: leaf}}
    return make(content)


def test_a_rulebook_is_the_content_of_its_hash() -> None:
    assert found({}) == found(beside(LAYER)) == found(beside(BELOW)) == found(beside(LAYER, BELOW)) == []
    content = {"id": "x"}
    assert found({"00": content}) == [(0, "rulebook-changed", {"rulebook": "00", "found": sha256(canonical(content))})]
    assert found({LAYER.sha256: BELOW.content})[0] == (
        0, "rulebook-changed", {"rulebook": LAYER.sha256, "found": BELOW.sha256}
    )  # fmt: skip


@rows("options", [("banker.draws_on",), ("banker.draws_on", "punto.stands_on")])
def test_a_layer_sets_nothing_that_a_document_settles(options: tuple[str, ...]) -> None:
    made = overstepping(*options)
    problems = found(beside(made))
    assert [(at, code, facts["rulebook"], facts["option"]) for at, code, facts in problems] == [
        (0, "rulebook-oversteps", made.sha256, one) for one in options
    ]
    assert all(facts["clauses"].startswith("DP.") for _, _, facts in problems)
    assert found(beside(made, LAYER)) == problems
