"""The reference lists everything, the tutorial is true, kept texts have their programs (`script/kept`)."""

import importlib
import importlib.util
import re
import subprocess
import sys
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import pytest

import tapete
from tapete.games.baccarat.effects import Effect
from tapete.play import acts_of
from tests.support.notebook import blocks, run
from tests.support.rows import rows

DOCS = Path(tapete.__file__).parents[2] / "docs"
PAGE = (DOCS / "reference.md").read_text("utf-8")


def reference() -> Any:
    """Return the extension that writes the reference; what it needs is loaded where a test asks for it."""
    if str(DOCS / "_ext") not in sys.path:
        sys.path.insert(0, str(DOCS / "_ext"))
    return importlib.import_module("game_reference")


def games() -> list[str]:
    return sorted(reference().games())


@rows("key", games)
def test_every_act_and_event_is_listed_with_its_name_in_the_record(key: str) -> None:
    game = reference().games()[key][0]
    for what, kinds in (("acts", acts_of(game)), ("events", get_args(game.event_types))):
        told = {one.name: one.tag for one in reference().listed(what, key)}
        assert told == {kind.__name__: kind.__struct_config__.tag for kind in kinds}


@rows("key", games)
def test_every_field_of_the_view_and_every_option_is_listed(key: str) -> None:
    game, opening = reference().games()[key]
    view = get_type_hints(type(game).view)["return"]
    for what, kind in (("view", view), ("options", opening)):
        (one,) = reference().listed(what, key)
        assert [field.name for field in one.fields] == list(kind.__struct_fields__)


def test_every_game_of_the_house_is_listed() -> None:
    shared = ("banked", "baccarat")
    folders = [path for path in (DOCS.parent / "src/tapete/games").iterdir() if (path / "game.py").exists()]
    listed = {type(game).__module__.split(".")[2] for game, _ in reference().games().values()}
    assert {path.name for path in folders} - {*shared} == listed


def test_every_effect_is_listed() -> None:
    assert {one.name for one in reference().listed("effects", "")} == {one.__name__ for one in get_args(Effect)}
    assert "```{game-effects}\n" in PAGE


@rows("key", games)
def test_what_a_field_holds_is_plain_or_listed(key: str) -> None:
    every = [one for what in (*reference().HEADINGS, "effects") for one in reference().listed(what, key)]
    known = {one.name for one in every} | {"Step", "Fault"}
    named = {name for one in every for field in one.fields for name in re.findall(r"\b[A-Z]\w+", field.holds)}
    assert named <= known
    assert f"```{{game-reference}} {key}\n" in PAGE


TUTORIAL = Path(tapete.__file__).parents[2] / "docs" / "tutorial.md"
BLOCKS = blocks(TUTORIAL.read_text("utf-8"))


def test_every_block_of_the_tutorial_shows_what_stands_below_it() -> None:
    names: dict[str, Any] = {}
    assert len(BLOCKS) > 15
    for code, output in BLOCKS:
        assert run(code, names) == output, code


def test_every_block_of_the_tutorial_is_run() -> None:
    text = TUTORIAL.read_text("utf-8")
    assert text.count("```python") == len(BLOCKS)
    assert text.count("```") == 2 * (len(BLOCKS) + sum(bool(output) for _, output in BLOCKS))


REPOSITORY = Path(__file__).parent.parent


@cache
def kept() -> ModuleType:
    loader = SourceFileLoader("kept", str(REPOSITORY / "script" / "kept"))
    spec = importlib.util.spec_from_loader("kept", loader)
    assert spec is not None
    made = importlib.util.module_from_spec(spec)
    loader.exec_module(made)
    return made


@rows("name, text", lambda: kept().TEXTS.items())
def test_a_kept_text_lies_where_it_is_said_to_and_has_its_program(name: str, text: Any) -> None:
    place = REPOSITORY / text.place
    assert any(one.read_text("utf-8").strip() for one in (place.iterdir() if place.is_dir() else [place]))
    program = text.writer if "/" in text.writer else text.writer.replace(".", "/") + ".py"
    assert "__main__" in (source := (REPOSITORY / program).read_text("utf-8")) or "def test_" in source
    assert text.command()[-1].removeprefix(f"{REPOSITORY}/") == text.writer


def test_every_program_that_writes_a_kept_text_is_in_the_list() -> None:
    """A program of the tests that names a place of its own writes a text there, but for those that do other work."""
    told = {one.writer for one in kept().TEXTS.values()}
    writing = {
        ".".join(path.relative_to(REPOSITORY).with_suffix("").parts)
        for path in sorted((REPOSITORY / "tests" / "support").rglob("*.py"))
        if "__main__" in (text := path.read_text("utf-8")) and ("KEPT" in text or "FOLDER" in text)
    }
    assert writing - {"tests.support.killed"} <= told  # a hall that a test kills


def test_an_unknown_name_is_refused_and_without_one_the_list_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    program = str(REPOSITORY / "script" / "kept")
    assert subprocess.run([program, "nothing"], check=False).returncode == 2
    assert capfd.readouterr().err.startswith("kept: no text is called nothing; there are declared, api")
    assert subprocess.run([program], check=False).returncode == 0
    assert capfd.readouterr().out.count("\n") == len(kept().TEXTS)
