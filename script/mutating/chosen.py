"""The tests that a run asks: the suite, or a part of it with a recording and a session of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

COMMON = ("tests/support", "tests/conftest.py")
"""What other tests are made of: it counts as a part of whichever are named."""


class Chosen(msgspec.Struct, frozen=True):
    """The tests that were named on the command line: files, folders, or single tests (``FILE::TEST``)."""

    root: Path
    named: tuple[str, ...] = ()
    """Nothing where the whole suite is asked."""

    @property
    def asked(self) -> tuple[str, ...]:
        """Return what pytest is given."""
        return tuple(sorted(set(self.named))) or ("tests",)

    @property
    def reach(self) -> str:
        """Return the name of the folder that keeps which of these tests reach which line."""
        return f"reach{self._mark()}"

    @property
    def session(self) -> str:
        """Return the name of the database of what these tests noticed."""
        return f"session{self._mark()}.sqlite"

    def missing(self) -> list[str]:
        """Return the names that no file or folder below ``tests`` has."""
        return [name for name in self.asked if not self._is_there(name)]

    def state(self) -> str:
        """Return a digest of the source, of these tests and of what tests have in common."""
        digest = hashlib.sha256()
        for file in (*sorted((self.root / "src" / "tapete").rglob("*.py")), *self._files()):
            digest.update(str(file.relative_to(self.root)).encode())
            digest.update(file.read_bytes())
        return digest.hexdigest()

    def _files(self) -> Iterator[Path]:
        """Yield the files of tests, each once, in one order."""
        found: set[Path] = set()
        for name in (*self.asked, *COMMON):
            place = self.root / name.partition("::")[0]
            found.update(place.rglob("*.py") if place.is_dir() else [place] * place.is_file())
        yield from sorted(found)

    def _is_there(self, name: str) -> bool:
        tests, place = (self.root / "tests").resolve(), (self.root / name.partition("::")[0]).resolve()
        return place.exists() and (place == tests or tests in place.parents)

    def _mark(self) -> str:
        return f"-{hashlib.sha256(chr(10).join(self.asked).encode()).hexdigest()[:12]}" if self.named else ""
