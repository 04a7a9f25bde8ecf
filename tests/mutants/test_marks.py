"""The marks by which a mutation run knows which test reaches which line."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from script.mutating.marks import NAME, Marks, marked
from script.mutating.reach import FOLDER, PLACE, Reach

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = '''"""A door."""
from __future__ import annotations

import os


def opened(hour: int) -> str:
    """Return what the door says."""
    told = ""
    if hour < 8: return "early"
    for each in range(hour):
        told += (
            "x"
        )
        if each == 20:
            break
    else:
        told = "late"
    try:
        told = told[
            hour
        ]
    except IndexError:
        told = "none"
    match told:
        case "x":
            def inner() -> str:
                return "inner"
            return inner()
    return told
'''


def reached(hour: int, text: str = TEXT) -> set[int]:
    """Return the lines of the door that one call reaches, as the marks tell."""
    tree = ast.parse(text)
    spans = marked(tree, 0)
    there = bytearray(len(spans))
    names: dict[str, object] = {NAME: there}
    exec(compile(tree, "door.py", "exec", dont_inherit=True), names)  # noqa: S102
    there[:] = bytes(len(there))
    names["opened"](hour)  # type: ignore[operator]
    marks = (spans[number] for number, is_there in enumerate(there) if is_there)
    return {line for each in marks for first, last in each for line in range(first, last + 1)}


@pytest.mark.parametrize(
    ("hour", "lines"),
    [
        (7, {9, 10}),
        (8, {9, 10, 11, *range(12, 16), 17, 18, *range(19, 24), 24, 25, 26, 30}),
        (21, {9, 10, 11, *range(12, 17), 17, *range(19, 24), 24, 25, 26, 30}),
    ],
)
def test_each_body_and_what_follows_one_has_a_mark(hour: int, lines: set[int]) -> None:
    assert reached(hour) == lines


def test_an_inner_function_has_a_mark_of_its_own() -> None:
    text = TEXT.replace('told = "none"', 'told = "x"')
    assert reached(9, text) - reached(9) == {27, 28, 29}


def test_what_has_to_stay_first_stays_first() -> None:
    tree = ast.parse(TEXT)
    marked(tree, 0)
    assert ast.get_docstring(tree) == "A door."
    assert [type(one) for one in tree.body[:3]] == [ast.Expr, ast.ImportFrom, ast.Assign]
    assert ast.get_docstring(tree.body[-1]) == "Return what the door says."  # type: ignore[arg-type]


def test_every_line_of_every_function_of_the_package_has_a_mark() -> None:
    marks = Marks(ROOT, ROOT / "src" / "tapete")
    for path, stretches in marks.spans.items():
        known = {line for spans in stretches for first, last in spans for line in range(first, last + 1)}
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        functions = (one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
        for one in functions:
            statements = one.body[1 if ast.get_docstring(one) else 0 :]
            nodes = (node for statement in statements for node in ast.walk(statement))
            missing = {node.lineno for node in nodes if isinstance(node, ast.expr)} - known
            assert not missing, (path, missing)


TESTS = """
import pytest
from tapete import door

@pytest.fixture(scope="module")
def late():
    return door.opened(1)

@pytest.fixture
def later(late):
    return late

def test_first(late):
    assert late

def test_second(later):
    for one in ():
        assert later

def test_other():
    assert door.said() == "no"

def test_wrong():
    assert door.said() == "yes"
    if door.said():
        assert door.said() == "no"

@pytest.mark.e2e
def test_left_out():
    assert door.said() == "perhaps"
"""
DOOR = """
def opened(hour):
    return hour


def said():
    return "no"
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_who_is_given_a_shared_fixture_reaches_what_made_it(tmp_path: Path, workers: int) -> None:
    (tmp_path / "src" / "tapete").mkdir(parents=True)
    (tmp_path / "src" / "tapete" / "__init__.py").touch()
    (tmp_path / "src" / "tapete" / "door.py").write_text(DOOR, encoding="utf-8")
    (tmp_path / "conftest.py").write_text("from tapete import door\n", encoding="utf-8")
    (tmp_path / "test_door.py").write_text(TESTS, encoding="utf-8")
    kept = tmp_path / "kept"
    kept.mkdir()
    paths = os.pathsep.join((str(ROOT), str(tmp_path / "src")))
    environment = {**os.environ, "PYTHONPATH": paths, FOLDER: str(kept), PLACE: str(tmp_path)}
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "script.mutating.reach", "-p", "no:cacheprovider"]
    command += ["-n", str(workers if workers > 1 else 0), "-c", os.devnull, "--rootdir", str(tmp_path), "test_door.py"]
    command += ["-m", "not e2e"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert "1 failed, 3 passed" in done.stdout, done.stdout + done.stderr
    reach = Reach(tmp_path, kept)
    assert set(reach.of_lines("src/tapete/door.py", 3, 3)) == {"test_door.py::test_first", "test_door.py::test_second"}
    assert reach.of_lines("src/tapete/door.py", 7, 7) == ["test_door.py::test_other"]
    assert reach.failing == {"test_door.py::test_wrong"}
    lines = TESTS.splitlines()
    never = [
        ("test_door.py", lines.index(one) + 1) for one in ("        assert later", '        assert door.said() == "no"')
    ]
    assert reach.idle_asserts() == never
