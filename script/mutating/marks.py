"""Marks in the source by which a run knows what it reached: cheap enough to be asked after each of many tests.

A module is read with a mark before each stretch of statements: a body, and what follows a statement that has bodies of
its own, since it may leave. Tracing each line, with a context for each test, takes two to three times the suite.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any, Final

NAME: Final = "__reached__"
Span = tuple[int, int]
"""The first and the last line of a stretch, or of the head of a statement in it."""


class Marks:
    """The marks of all files below a folder: their numbers follow one another in the order of the paths."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._root = root
        self.spans: dict[str, list[list[Span]]] = {}
        """What each mark of a file stands for, by path relative to the root."""
        self.first: dict[str, int] = {}
        self.count = 0
        for file in sorted(folder.rglob("*.py")):
            path = str(file.relative_to(root))
            self.first[path] = self.count
            self.spans[path] = marked(ast.parse(file.read_text(encoding="utf-8")), self.count)
            self.count += len(self.spans[path])

    def of_lines(self, path: str, first: int, last: int) -> list[int]:
        """Return the marks of the stretches that have one of the lines in a function."""
        begin = self.first.get(path, 0)
        return [
            begin + number
            for number, spans in enumerate(self.spans.get(path, ()))
            if number and any(start <= last and end >= first for start, end in spans)
        ]

    def of_file(self, path: str) -> list[int]:
        """Return every mark of a file; the first one is that of its import."""
        begin = self.first.get(path, 0)
        return list(range(begin, begin + len(self.spans.get(path, ()))))

    def read(self) -> bytearray:
        """Let imports from now on read files with their marks; return the bytes that the marks set, one for each."""
        reached = bytearray(self.count)
        setattr(builtins, NAME, reached)
        real = SourceFileLoader.get_code

        def get_code(loader: SourceFileLoader, name: str) -> Any:
            file = Path(loader.path)
            path = str(file.relative_to(self._root)) if file.is_relative_to(self._root) else ""
            if path not in self.first:
                return real(loader, name)
            tree = ast.parse(file.read_text(encoding="utf-8"))
            marked(tree, self.first[path])
            return compile(tree, str(file), "exec", dont_inherit=True)

        SourceFileLoader.get_code = get_code  # type: ignore[method-assign,assignment]
        return reached


def marked(tree: ast.Module, first: int) -> list[list[Span]]:
    """Put marks into a module, numbered from ``first``; return what each stands for: the import, then each stretch."""
    spans: list[list[Span]] = [[]]
    head = _head(tree.body)
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    tree.body[head:head] = [_mark(first, tree.body[0].lineno if tree.body else 1)]
    for function in functions:
        _mark_stretches(function.body, first, spans)
    ast.fix_missing_locations(tree)
    return spans


def _mark_stretches(body: list[ast.stmt], first: int, spans: list[list[Span]]) -> None:
    made = body[: _head(body)]
    begins = True
    for one in body[len(made) :]:
        if begins:
            made.append(_mark(first + len(spans), one.lineno))
            spans.append([])
        made.append(one)
        inner = [] if isinstance(one, ast.ClassDef) else list(_bodies(one))
        spans[-1].extend(_lines_outside(one, inner))
        begins = bool(inner) and not isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
        if begins:
            for within in inner:
                _mark_stretches(within, first, spans)
    body[:] = made


def _bodies(one: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "handlers", "cases", "orelse", "finalbody"):
        part = getattr(one, name, [])
        if name in ("handlers", "cases"):
            yield from (each.body for each in part)
        elif part:
            yield part


def _lines_outside(one: ast.stmt, inner: list[list[ast.stmt]]) -> Iterator[Span]:
    """Yield the lines of a statement without those of its bodies; a head on the line of its body counts as its own."""
    begin = min([one.lineno, *(each.lineno for each in getattr(one, "decorator_list", []))])
    for within in inner:
        yield begin, max(begin, within[0].lineno - 1)
        begin = (within[-1].end_lineno or within[-1].lineno) + 1
    if begin <= (end := one.end_lineno or one.lineno):
        yield begin, end


def _head(body: list[ast.stmt]) -> int:
    """Return how many statements have to stay first: the text about a module or function, and ``__future__``."""
    text = body[0].value if body and isinstance(body[0], ast.Expr) else None
    count = int(isinstance(text, ast.Constant) and isinstance(text.value, str))
    while count < len(body) and isinstance(one := body[count], ast.ImportFrom) and one.module == "__future__":
        count += 1
    return count


def _mark(number: int, line: int) -> ast.stmt:
    return ast.increment_lineno(ast.parse(f"{NAME}[{number}] = 1").body[0], line - 1)
