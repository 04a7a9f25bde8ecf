"""Which tests reach which line: one run of the suite with marks in the source, read after each test.

As a plugin of pytest (``-p script.mutating.reach``) it records; in each worker of a parallel run for itself.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from script.mutating.asserts import Place, idle, listen
from script.mutating.comparisons import is_comparison
from script.mutating.importers import Importers
from script.mutating.marks import Marks
from script.mutating.swap import UNCOMPILED, WRAPS

FOLDER, PLACE = "TAPETE_REACH", "TAPETE_REACH_ROOT"
"""Where a process keeps what it records, and whose source it marks."""

QUICK_S = 30
"""Seconds for which the quickest tests of a line are asked, whatever they are."""

LEFT_OUT = "not e2e and not crash and not pg"
"""Browsers, killed processes and servers run the code outside of the process in which a mistake is made."""


class Told(msgspec.Struct, frozen=True):
    """What one process tells of its tests."""

    reached: dict[str, bytes]
    """The marks that each test reaches, as packed bits."""
    seconds: dict[str, float]
    failing: list[str]
    asserts: list[Place] = []
    """The assertions that ran."""


class Recorder:
    """Records in this process which marks each test reaches, and how long it takes.

    What a fixture of a wider scope reaches is reached by each test that is given it, not by the first one alone.
    """

    def __init__(self, root: Path, folder: Path, reached: bytearray, asserts: set[Place]) -> None:
        self._root, self._reached, self._asserts = root, reached, asserts
        self._folder, self._worker = folder, os.environ.get("PYTEST_XDIST_WORKER", "alone")
        self._tests: dict[str, bytes] = {}
        self._fixtures: dict[object, NDArray[np.uint8]] = {}
        self._seconds: dict[str, float] = defaultdict(float)
        self._failing: set[str] = set()

    def _taken(self) -> NDArray[np.uint8]:
        """Return what was reached since it was last taken."""
        taken = np.frombuffer(bytes(self._reached), dtype=np.uint8)
        self._reached[:] = bytes(len(self._reached))
        return taken

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Keep what a test reaches, its fixtures included."""
        self._taken()
        try:
            return (yield)
        finally:
            self._keep(item.nodeid, self._taken())

    def _keep(self, test: str, reached: NDArray[np.uint8]) -> None:
        bits = np.packbits(reached)
        if test in self._tests:
            bits |= np.frombuffer(zlib.decompress(self._tests[test]), dtype=np.uint8)
        self._tests[test] = zlib.compress(bits.tobytes(), 1)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        """Keep what a fixture of a wider scope reaches while it is made."""
        if fixturedef.scope == "function":
            return (yield)
        before = self._taken()
        try:
            return (yield)
        finally:
            made = self._taken()
            self._fixtures[fixturedef] = made
            self._reached[:] = (before | made).tobytes()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Function) -> Iterator[None]:
        """Count what the fixtures of a test reached, whichever test they were made for."""
        request = getattr(item, "_request", None)
        for one in getattr(request, "_fixture_defs", {}).values():
            if one in self._fixtures:
                self._keep(item.nodeid, self._fixtures[one])
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the time of a test; one that fails as things stand guards nothing."""
        self._seconds[report.nodeid] += report.duration
        if report.failed:
            self._failing.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Keep what was recorded."""
        files = {file: Path(file) for file, _ in self._asserts if Path(file).is_relative_to(self._root)}
        ran = sorted((str(files[file].relative_to(self._root)), line) for file, line in self._asserts if file in files)
        told = Told(self._tests, self._seconds, sorted(self._failing), ran)
        Path(self._folder, f"told.{self._worker}").write_bytes(msgspec.msgpack.encode(told))


def pytest_configure(config: pytest.Config) -> None:
    """Record where tests run: in the workers, or in the only process."""
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        config.pluginmanager.register(Recorder(_root, Path(os.environ[FOLDER]), _reached, _asserts))


if FOLDER in os.environ:  # the files of tests and what they import are read before pytest is configured
    _root = Path(os.environ[PLACE])
    _reached, _asserts = Marks(_root, _root / "src" / "tapete").read(), listen()


def keep_of(folder: Path, files: Container[str]) -> None:
    """Keep of a recording what it tells of the tests of some files, and forget the rest."""

    def is_kept(test: str) -> bool:
        return test.partition("::")[0] in files

    there = sorted(folder.glob("told.*"))
    before = Told({}, {}, [], [])
    for told in (msgspec.msgpack.decode(one.read_bytes(), type=Told) for one in there):
        before.reached.update((test, bits) for test, bits in told.reached.items() if is_kept(test))
        before.seconds.update((test, seconds) for test, seconds in told.seconds.items() if is_kept(test))
        before.failing.extend(test for test in told.failing if is_kept(test))
        before.asserts.extend(place for place in told.asserts if place[0] in files or not is_of_tests(place[0]))
    for one in there:
        one.unlink()
    if before.reached:
        (folder / "told.before").write_bytes(msgspec.msgpack.encode(before))


def is_of_tests(file: str) -> bool:
    """Return True for a file that pytest collects; what such a file imports is none."""
    return Path(file).name.startswith("test_")


def record(root: Path, folder: Path, workers: int, tests: Sequence[str]) -> int:
    """Run some tests once and add to ``folder`` which of them reach which line.

    Return pytest's exit status if the tests could not be run, nought even where some of them fail, or all are left
    out.
    """
    folder.mkdir(parents=True, exist_ok=True)
    before = set(folder.glob("told.*"))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        str(workers if workers > 1 else 0),
        "--dist",
        "worksteal",
        "-p",
        "script.mutating.reach",
    ]
    command += ["-p", "no:cacheprovider", "-m", LEFT_OUT, "--hypothesis-seed=0", "--timeout=1200", *WRAPS, *tests]
    paths = os.pathsep.join((str(root), os.environ.get("PYTHONPATH", "")))
    environment = {**os.environ, **UNCOMPILED, FOLDER: str(folder), PLACE: str(root), "PYTHONPATH": paths}
    code = subprocess.run(command, cwd=root, env=environment, check=False).returncode
    if code == pytest.ExitCode.TESTS_FAILED and is_anything_told(set(folder.glob("told.*")) - before):
        return 0
    return 0 if code == pytest.ExitCode.NO_TESTS_COLLECTED else code


def is_anything_told(files: Iterable[Path]) -> bool:
    """Return True if a test ran in one of the processes: where none could be collected the status is that of a failed
    test too.
    """
    return any(msgspec.msgpack.decode(one.read_bytes(), type=Told).reached for one in files)


class Reach:
    """What was recorded."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._root = root
        self._marks = Marks(root, root / "src" / "tapete")
        self._importers: Importers | None = None
        told = [msgspec.msgpack.decode(one.read_bytes(), type=Told) for one in sorted(folder.glob("told.*"))]
        reached = {test: bits for one in told for test, bits in one.reached.items() if not is_comparison(test)}
        self.failing = {test for one in told for test in one.failing}
        self.seconds = {
            test: seconds for one in told for test, seconds in one.seconds.items() if not is_comparison(test)
        }
        self._tests = list(reached)
        self._asserts = [place for one in told for place in one.asserts]
        rows = [np.frombuffer(zlib.decompress(bits), dtype=np.uint8) for bits in reached.values()]
        self._bits = np.vstack(rows) if rows else np.zeros((0, 0), dtype=np.uint8)

    def _of_marks(self, marks: Iterable[int]) -> set[str]:
        found: set[str] = set()
        for mark in marks:
            rows = np.flatnonzero(self._bits[:, mark >> 3] & (0x80 >> (mark & 7)))
            found.update(self._tests[row] for row in rows)
        return found

    def of_lines(self, path: str, first: int, last: int) -> list[str]:
        """Return the tests that reach one of the lines of a function, the quickest first."""
        return self._quickest(self._of_marks(self._marks.of_lines(path, first, last)))

    def of_import(self, path: str) -> list[str]:
        """Return the tests that what a file says at import can tell on: those beside which it is imported, one of each
        function and then another one of each; those that run any other line of it; and those of the files of the
        package that import it, the quickest first.
        """
        if self._importers is None:
            self._importers = Importers(self._root, (self._root / "src", self._root / "tests"))
        files = self._importers.of(path)
        beside = self._of_test_files(files)
        near = self._of_marks(self._marks.of_file(path)) - beside
        far = self._of_marks(mark for file in files for mark in self._marks.of_file(file)) - beside - near
        return [*self._in_turn(self._by_time(beside)), *self._quickest(near), *self._quickest(far)]

    def idle_asserts(self) -> list[Place]:
        """Return the assertions that never ran, of the files and tests that did."""
        return idle(self._root, self._asserts, self._tests)

    def _of_test_files(self, files: set[str]) -> set[str]:
        return {test for test in self.seconds if test.partition("::")[0] in files}

    def _quickest(self, tests: set[str]) -> list[str]:
        """Return tests in the order in which they are asked: the quickest first, as long as that is quick; of the rest
        one of each function, then another one of each. A thousand cases of one function are much alike.
        """
        ordered = self._by_time(tests)
        spent = list(accumulate(self.seconds.get(test, 0.0) for test in ordered))
        quick = bisect_right(spent, QUICK_S)
        return [*ordered[:quick], *self._in_turn(ordered[quick:])]

    def _by_time(self, tests: set[str]) -> list[str]:
        return sorted(tests - self.failing, key=lambda test: (self.seconds.get(test, 0.0), test))

    @staticmethod
    def _in_turn(ordered: list[str]) -> list[str]:
        turns = Counter[str]()
        found = list[tuple[int, int]]()
        for number, test in enumerate(ordered):
            function = test.partition("[")[0]
            found.append((turns[function], number))
            turns[function] += 1
        return [ordered[number] for _, number in sorted(found)]
