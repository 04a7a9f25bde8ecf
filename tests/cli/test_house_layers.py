"""A house's own layer on the command line: checked, compared, pinned by a table, judged by the audit."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tapete.cli import app
from tapete.live import Hall, Keys
from tapete.record.canonical import canonical, sha256

runner = CliRunner()
HEAD = 'id = "casa"\ngame = "dos-panos"\nover = "{over}"\ntitle = "Casa de prueba"\n'
LOOK = 'conduct.look_s = { value = 20, reason = "aquí se mira con calma" }\n'


@pytest.fixture
def layer(tmp_path: Path) -> Path:
    """The file of a lawful layer."""
    file = tmp_path / "casa.toml"
    file.write_text(HEAD.format(over="asturias-2011") + LOOK, "utf-8")
    return file


def run(*words: str, status: int = 0) -> str:
    found = runner.invoke(app, list(words))
    assert found.exit_code == status, found.output + str(found.exception)
    return found.stdout if status == 0 or ("--json" in words and status == 1) else found.output


def opened(folder: Path, layer: Path, game: str = "dos-panos", status: int = 0) -> Any:
    store = f"sqlite:///{folder / 'sala.db'}"
    limits = ("--minimum", "10", "--bank-minimum", "1000", "--bank-maximum", "10000")
    told = run("open", game, "--store", store, *limits, "--rulebook", str(layer), "--json", status=status)
    return json.loads(told) if status == 0 else told


def test_a_lawful_layer_is_told_with_what_it_changes(layer: Path) -> None:
    told = run("rules", "--check", str(layer))
    assert "conduct.look_s (segundos para mirar las cartas): 15 → 20: aquí se mira con calma" in told


def test_what_a_document_settles_is_refused_with_code_sentence_and_clause(layer: Path) -> None:
    layer.write_text(HEAD.format(over="guia") + 'award.after_shoe = { value = false, reason = "antes" }\n', "utf-8")
    told = run("rules", "--check", str(layer), status=1)
    assert "document-settles-it" in told
    assert "lo dice GUIDE en 11 ¶3 (DP.B.32)" in told
    found = json.loads(run("rules", "--check", str(layer), "--json", status=1))
    assert (found["ok"], found["problem"]["clauses"]) == (False, ["DP.B.32"])


def test_the_layer_of_a_house_stands_beside_the_documents(layer: Path) -> None:
    found = json.loads(run("rules", "--compare", "--game", "dos-panos", "--rulebook", str(layer), "--json"))
    row = next(one for one in found["options"] if one["option"] == "conduct.look_s")
    own = found["rulebooks"][-1]
    assert (row["differs"], row["values"][own]["origin"], row["values"][own]["value"]) == (True, "house", 20)
    assert "propio de la casa" in run("rules", "--compare", "--game", "dos-panos", "--rulebook", str(layer))
    run("rules", "--compare", "--game", "punto-y-banca", "--rulebook", str(layer), status=2)
    run("rules", "--game", "dos-panos", "--rulebook", str(layer), status=2)
    run("rules", "--check", str(layer), "--coverage", status=2)


def test_a_table_pins_its_house_s_layer_and_the_audit_judges_it(layer: Path, tmp_path: Path) -> None:
    opened(tmp_path, layer)
    book = json.loads(run("rules", "--check", str(layer), "--json"))["rulebook"]
    layer.unlink()

    async def scene() -> None:
        hall = await Hall.start(f"sqlite:///{tmp_path / 'sala.db'}", Keys.load(tmp_path / "sala.db.key"))
        try:
            (table,) = hall.tables.values()
            view: Any = table.view(None)
            assert (view.rulebook, "Casa de prueba" in view.title) == (book["id"], True)
            assert table.state.book.conduct.look_s.value == 20
        finally:
            await hall.stop()

    asyncio.run(scene())
    found = json.loads(run("audit", str(tmp_path / "sala.db"), "--json"))
    assert found["ok"]
    assert not [one for one in found["warnings"] if one["code"] == "rulebook-unused"]
    with sqlite3.connect(tmp_path / "sala.db") as store:
        pinned = {row[0] for row in store.execute("select sha256 from rulebooks")}
    assert book["sha256"] in pinned
    assert len(pinned) == 2


def test_two_layers_of_one_name_are_two_rulebooks(layer: Path, tmp_path: Path) -> None:
    opened(tmp_path, layer)
    layer.write_text(layer.read_text("utf-8").replace("value = 20", "value = 25"), "utf-8")
    store = f"sqlite:///{tmp_path / 'sala.db'}"
    limits = ("--minimum", "10", "--bank-minimum", "1000", "--bank-maximum", "10000", "--name", "mesa-2")
    run("open", "dos-panos", "--store", store, *limits, "--rulebook", str(layer))
    assert json.loads(run("audit", str(tmp_path / "sala.db"), "--json"))["ok"]


def test_a_kept_layer_that_oversteps_is_found_by_the_audit(layer: Path, tmp_path: Path) -> None:
    opened(tmp_path, layer)
    with sqlite3.connect(tmp_path / "sala.db") as store:
        rows = [json.loads(row[0]) for row in store.execute("select content from rulebooks")]
        made = next(one for one in rows if "over" in one)
        made["banker"]["draws_on"] = {"value": [], "practice": "no", "provenance": {"origin": "house", "document": ""}}
        data = canonical(made)
        store.execute("insert into rulebooks (sha256, content) values (?, ?)", (sha256(data), data))
    found = json.loads(run("audit", str(tmp_path / "sala.db"), "--json", status=1))
    (problem,) = [one for one in found["problems"] if one["code"] == "rulebook-oversteps"]
    assert (problem["facts"]["option"], problem["facts"]["clauses"]) == ("banker.draws_on", "DP.A.20")


def test_a_layer_over_a_document_that_asks_for_more_staff_has_its_posts(layer: Path, tmp_path: Path) -> None:
    layer.write_text(HEAD.format(over="catalogo-51-53") + LOOK, "utf-8")
    assert "table-chief" in opened(tmp_path, layer)["posts"]


def test_a_layer_that_will_not_do_makes_no_store(layer: Path, tmp_path: Path) -> None:
    layer.write_text(HEAD.format(over="guia") + 'award.after_shoe = { value = false, reason = "antes" }\n', "utf-8")
    assert "DP.B.32" in opened(tmp_path, layer, status=2)
    assert not (tmp_path / "sala.db").exists()
    assert "no" in opened(tmp_path, tmp_path / "missing.toml", status=2)


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\x00\x00", HEAD.encode("utf-16")], ids=["picture", "utf-16"])
def test_a_file_that_is_no_text_is_no_layer_whoever_asks(layer: Path, tmp_path: Path, content: bytes) -> None:
    layer.write_bytes(content)
    checked = run("rules", "--check", str(layer), status=2)
    compared = run("rules", "--compare", "--game", "dos-panos", "--rulebook", str(layer), status=2)
    for told in (checked, compared, opened(tmp_path, layer, status=2)):
        assert "casa.toml no se puede leer: la capa de una casa es un archivo de texto TOML en UTF-8" in told
    assert not (tmp_path / "sala.db").exists()


def test_a_folder_is_no_layer(tmp_path: Path) -> None:
    assert "no se puede leer: la capa" in run("rules", "--check", str(tmp_path), status=2)


def test_a_layer_whose_editor_began_it_with_a_mark_of_its_coding_is_the_same_layer(layer: Path) -> None:
    told = run("rules", "--check", str(layer))
    layer.write_bytes(b"\xef\xbb\xbf" + layer.read_bytes())
    assert run("rules", "--check", str(layer)) == told
