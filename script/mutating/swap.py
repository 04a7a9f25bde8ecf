"""Making a mistake in a running program: the code of its functions is exchanged, nothing is imported anew.

That serves for what stands inside a function. What runs at import needs a process of its own, which reads the changed
text in the place of the file.
"""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

UNCOMPILED: Final = {"NUMBA_DISABLE_JIT": "1"}
"""With this in its environment a process runs loops as they are written: of compiled ones no code can be exchanged."""
WRAPS: Final = ("-W", "ignore:overflow encountered in scalar:RuntimeWarning")
"""What pytest is told then: the unsigned numbers of these loops begin again from nought without a word."""


class Functions:
    """Every function of the package that is alive, by file."""

    def __init__(self, package: Path) -> None:
        self._by_file: dict[str, list[FunctionType]] = defaultdict(list)
        gc.unfreeze()  # what the tests froze is not among the objects
        for one in gc.get_objects():
            if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(str(package)):
                self._by_file[one.__code__.co_filename].append(one)

    def exchange(self, file: Path, source: str, changed: str) -> int:
        """Let the functions of ``file`` run the changed text; return how many changed."""
        before, after = (
            dict(_codes(compile(text, str(file), "exec", dont_inherit=True))) for text in (source, changed)
        )
        done = 0
        for function in self._by_file[str(file)]:
            key = _key(function.__code__)
            new = after.get(key)
            if new is not None and new != before.get(key):
                function.__code__ = new
                done += 1
        return done


def _codes(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    yield _key(code), code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _codes(one)


def _key(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def read_changed(file: Path, changed: str) -> None:
    """Let an import of ``file`` read the changed text; nothing is kept of it."""
    real = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> Any:
        if Path(loader.path).resolve() == file.resolve():
            return compile(changed, str(file), "exec", dont_inherit=True)
        return real(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign,assignment]
