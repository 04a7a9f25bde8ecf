"""Everything below the record is a pure function of what it is given: no clock, no chance, no I/O, no floats."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tapete

ROOT = Path(tapete.__file__).parent

RECORD_AND_ABOVE = {
    *("cli", "web", "drill", "bots", "live", "people", "simulation", "odds", "printing", "projections", "record"),
    *("front", "punto_banco", "chemin_de_fer", "dos_panos", "bingo"),  # a program's modules, not the games below them
}
"""Rooms that may touch the world. Every other room is pure, a new one too."""

FORBIDDEN_MODULES = {
    *("random", "secrets", "uuid", "time", "datetime", "zoneinfo"),
    *("os", "pathlib", "shutil", "subprocess", "tempfile", "socket", "ssl", "http", "urllib", "httpx", "logging"),
    *("asyncio", "threading", "multiprocessing", "concurrent", "anyio"),
    *("sqlite3", "sqlalchemy", "alembic", "psycopg", "litestar", "jinja2", "uvicorn", "typer", "rich", "numpy"),
}
FORBIDDEN_NAMES = {"open", "input", "print", "float", "hash", "id"}
"""`hash` of a string differs from process to process, `id` from run to run."""


def pure_modules() -> list[Path]:
    return sorted(
        path
        for path in ROOT.rglob("*.py")
        if path.relative_to(ROOT).parts[0].removesuffix(".py") not in RECORD_AND_ABOVE
    )


def impurities(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                for name in names:
                    if name.name.partition(".")[0] in FORBIDDEN_MODULES:
                        yield f"line {node.lineno}: imports {name.name}"
            case ast.ImportFrom(module=str(module)) if module.partition(".")[0] in FORBIDDEN_MODULES:
                yield f"line {node.lineno}: imports from {module}"
            case ast.Call(func=ast.Name(id=name)) if name in FORBIDDEN_NAMES:
                yield f"line {node.lineno}: calls {name}"
            case ast.Constant(value=float()):
                yield f"line {node.lineno}: float {node.value}"


@pytest.mark.parametrize("path", pure_modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_room_below_the_record_is_pure(path: Path) -> None:
    assert list(impurities(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "import os.path",
        "from datetime import date",
        "def f():\n    import time",
        "open('x')",
        "x = 0.5",
    ],
)
def test_impurity_is_seen(source: str) -> None:
    assert list(impurities(source))


def test_names_of_our_own_are_no_impurity() -> None:
    assert not list(impurities("from tapete.record import time\nstaff.open()\nclause.id\nx = 1 // 2"))
