"""The texts that tests compare whole: each is in the list of ``script/kept``, lies where it says, has its program."""

from __future__ import annotations

import importlib.util
import subprocess
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


def script() -> ModuleType:
    loader = SourceFileLoader("kept", str(ROOT / "script" / "kept"))
    spec = importlib.util.spec_from_loader("kept", loader)
    assert spec is not None
    made = importlib.util.module_from_spec(spec)
    loader.exec_module(made)
    return made


KEPT = script()


@pytest.mark.parametrize("name", KEPT.TEXTS)
def test_a_kept_text_lies_where_it_is_said_to_and_has_its_program(name: str) -> None:
    kept = KEPT.TEXTS[name]
    place = ROOT / kept.place
    assert any(one.read_text("utf-8").strip() for one in (place.iterdir() if place.is_dir() else [place]))
    program = kept.writer if "/" in kept.writer else kept.writer.replace(".", "/") + ".py"
    assert "__main__" in (text := (ROOT / program).read_text("utf-8")) or "def test_" in text
    assert KEPT.TEXTS[name].command()[-1].removeprefix(f"{ROOT}/") == kept.writer


def test_every_program_that_writes_a_kept_text_is_in_the_list() -> None:
    """A program of the tests that names a place of its own writes a text there, but for those that do other work."""
    told = {one.writer for one in KEPT.TEXTS.values()}
    writing = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in sorted((ROOT / "tests" / "support").rglob("*.py"))
        if "__main__" in (text := path.read_text("utf-8")) and ("KEPT" in text or "FOLDER" in text)
    }
    apart = {
        "tests.support.recorded.compose",  # writes tables that are missing, and never one anew
        "tests.support.evenings.victim",  # a hall that a test kills
    }
    assert writing - apart <= told


def test_an_unknown_name_is_refused_and_without_one_the_list_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    program = str(ROOT / "script" / "kept")
    assert subprocess.run([program, "nothing"], check=False).returncode == 2
    assert capfd.readouterr().err.startswith("kept: no text is called nothing; there are declared, api")
    assert subprocess.run([program], check=False).returncode == 0
    assert capfd.readouterr().out.count("\n") == len(KEPT.TEXTS)
