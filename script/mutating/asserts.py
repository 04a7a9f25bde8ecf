"""Assertions that never run: a test that leaves early, a loop over nothing, a helper that nobody calls."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from _pytest.assertion import rewrite

NAME: Final = "__asserted__"
Place = tuple[str, int]
"""A file and a line."""


def listen() -> set[Place]:
    """Let the test files that are read from now on note which of their assertions run; return the set they fill."""
    run: set[Place] = set()
    setattr(builtins, NAME, run.add)
    real = rewrite.rewrite_asserts

    def rewrite_asserts(mod: ast.Module, source: bytes, module_path: str | None = None, config: Any = None) -> None:
        noted(mod, module_path or "")
        real(mod, source, module_path, config)

    rewrite.rewrite_asserts = rewrite_asserts
    rewrite._read_pyc = lambda *_, **__: None  # what was kept of an earlier run notes nothing
    rewrite._write_pyc = lambda *_, **__: False  # type: ignore[assignment]
    return run


def noted(tree: ast.Module, file: str) -> None:
    """Put a note before each assertion of a module."""
    for node in list(ast.walk(tree)):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list) and any(isinstance(one, ast.Assert) for one in body):
                body[:] = [part for one in body for part in (*_note(one, file), one)]


def _note(one: ast.stmt, file: str) -> Iterator[ast.stmt]:
    if isinstance(one, ast.Assert):
        yield ast.increment_lineno(ast.parse(f"{NAME}(({file!r}, {one.lineno}))").body[0], one.lineno - 1)


def idle(root: Path, run: Iterable[Place], tests: Iterable[str]) -> list[Place]:
    """Return the assertions that never ran, of the files and tests that did."""
    seen = set(run)
    ran = {tuple(one.partition("[")[0].split("::")) for one in tests}
    found: list[Place] = []
    for file in sorted({parts[0] for parts in ran}):
        functions = {parts[-1] for parts in ran if parts[0] == file}
        tree = ast.parse((root / file).read_text(encoding="utf-8"))
        for top in _functions(tree.body):
            if top.name in functions or not top.name.startswith("test_"):
                lines = (one.lineno for one in ast.walk(top) if isinstance(one, ast.Assert))
                found += [(file, line) for line in lines if (file, line) not in seen]
    return sorted(found)


def _functions(body: Iterable[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for one in body:
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
            yield one
        elif isinstance(one, ast.ClassDef):
            yield from _functions(one.body)
