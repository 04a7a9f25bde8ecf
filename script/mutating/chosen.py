"""The tests that a run asks: the suite, or a part of it with a recording and a session of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Container, Iterator
from pathlib import Path

import msgspec
from script.mutating.importers import imported


class State(msgspec.Struct, frozen=True):
    """What a recording is made of: the digests of the source, and of each file of tests with all that it imports."""

    source: str
    files: dict[str, str]

    def changed(self, since: State | None) -> list[str]:
        """Return the files whose tests are to be recorded where ``since`` is what was recorded last; all of them where
        nothing was, or of other source.
        """
        known = since.files if since is not None and since.source == self.source else {}
        return sorted(file for file, digest in self.files.items() if known.get(file) != digest)

    def without(self, files: Container[str]) -> State:
        """Return the state with some files of tests left out."""
        return State(self.source, {file: digest for file, digest in self.files.items() if file not in files})


class Made:
    """The files below ``tests`` that other files there are made of: modules that they import, and ``conftest.py``."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._modules: dict[Path, tuple[str, set[str]]] = {}

    def digest(self, file: Path) -> str:
        """Return the digest of a file and of everything that it is made of."""
        found, waiting = set[Path](), [file, *self._conftests(file)]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += [place for name in self._read(one)[1] for place in self._places(name)]
        whole = "".join(f"{one.relative_to(self._root)} {self._read(one)[0]}\n" for one in sorted(found))
        return hashlib.sha256(whole.encode()).hexdigest()

    def _conftests(self, file: Path) -> list[Path]:
        above = [one / "conftest.py" for one in file.parents if self._root in one.parents]
        return [one for one in above if one.is_file()]

    def _read(self, file: Path) -> tuple[str, set[str]]:
        if file not in self._modules:
            text = file.read_bytes()
            names = {one for one in imported(text.decode("utf-8")) if one.partition(".")[0] == "tests"}
            self._modules[file] = hashlib.sha256(text).hexdigest(), names
        return self._modules[file]

    def _places(self, name: str) -> list[Path]:
        """Return the file of a module, and those of the packages that it lies in."""
        parts = name.split(".")
        packages = [self._root.joinpath(*parts[:count], "__init__.py") for count in range(1, len(parts) + 1)]
        module = self._root.joinpath(*parts).with_suffix(".py")
        return [one for one in (*packages, module) if one.is_file()]


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

    def of_files(self, files: Collection[str]) -> tuple[str, ...]:
        """Return what pytest is given for the tests of some files alone."""
        single = [name for name in self.asked if name.partition("::")[0] in files]
        folders = {name for name in self.asked if (self.root / name).is_dir()}
        inside = [file for file in files if any(file.startswith(f"{one.rstrip('/')}/") for one in folders)]
        return tuple(sorted({*single, *inside}))

    def missing(self) -> list[str]:
        """Return the names that no file or folder below ``tests`` has."""
        return [name for name in self.asked if not self._is_there(name)]

    def state(self) -> State:
        """Return what a recording of these tests is made of as things stand."""
        made = Made(self.root)
        source = hashlib.sha256()
        for file in sorted((self.root / "src" / "tapete").rglob("*.py")):
            source.update(str(file.relative_to(self.root)).encode())
            source.update(file.read_bytes())
        return State(source.hexdigest(), {str(one.relative_to(self.root)): made.digest(one) for one in self._files()})

    def _files(self) -> Iterator[Path]:
        """Yield the files of tests, each once, in one order."""
        found: set[Path] = set()
        for name in self.asked:
            place = self.root / name.partition("::")[0]
            found.update(place.rglob("test_*.py") if place.is_dir() else [place] * place.is_file())
        yield from sorted(found)

    def _is_there(self, name: str) -> bool:
        tests, place = (self.root / "tests").resolve(), (self.root / name.partition("::")[0]).resolve()
        return place.exists() and (place == tests or tests in place.parents)

    def _mark(self) -> str:
        return f"-{hashlib.sha256(chr(10).join(self.asked).encode()).hexdigest()[:12]}" if self.named else ""
