"""Which tests reach which line: one run of the suite under Coverage.py, with a context for each test.

As a plugin of pytest (``-p script.mutating.reach``) it records; in each worker of a parallel run for itself.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import coverage
import msgspec
import pytest
from script.mutating.importers import Importers

FOLDER = "TAPETE_REACH"
LEFT_OUT = "not e2e and not crash and not pg"
"""Browsers, killed processes and servers run the code outside of the process in which a mistake is made."""
DECLARED = ("tests/record/test_declared.py", "tests/cli/test_defaults.py")
"""What is said of every act and event, and of every command, whichever module declares it."""


class Recorder:
    """Records in this process which lines each test reaches, and how long it takes."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._worker = folder, os.environ.get("PYTEST_XDIST_WORKER", "alone")
        self._times: dict[str, float] = defaultdict(float)
        self._failing: set[str] = set()
        self._data = coverage.Coverage(
            data_file=str(folder / f"lines.{self._worker}"), source_pkgs=["tapete"], config_file=False
        )
        self._data.set_option("run:disable_warnings", ["module-not-measured", "no-data-collected"])
        self._data.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Give a test a context of its own."""
        self._data.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            self._data.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the time of a test; one that fails as things stand guards nothing."""
        self._times[report.nodeid] += report.duration
        if report.failed:
            self._failing.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Keep what was recorded."""
        self._data.stop()
        self._data.save()
        Path(self._folder, f"times.{self._worker}").write_bytes(msgspec.json.encode((self._times, self._failing)))


def pytest_configure(config: pytest.Config) -> None:
    """Record where tests run: in the workers, or in the only process."""
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        config.pluginmanager.register(Recorder(Path(os.environ[FOLDER])))


def record(root: Path, folder: Path, workers: int, tests: Sequence[str]) -> int:
    """Run the tests once and keep in ``folder`` which tests reach which line.

    Return pytest's exit status if the tests could not be run, nought even where some of them fail.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in (*folder.glob("lines*"), *folder.glob("times*")):
        old.unlink()
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
    command += ["-p", "no:cacheprovider", "-m", LEFT_OUT, "--hypothesis-seed=0", "--timeout=1200", *tests]
    paths = os.pathsep.join((str(root), os.environ.get("PYTHONPATH", "")))
    environment = {**os.environ, FOLDER: str(folder), "PYTHONPATH": paths}
    code = subprocess.run(command, cwd=root, env=environment, check=False).returncode
    return 0 if code == pytest.ExitCode.TESTS_FAILED else code


class Reach:
    """What was recorded."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._root = root
        self._lines: dict[str, dict[int, set[str]]] = {}
        self._importers: Importers | None = None
        self._data = []
        for file in sorted(folder.glob("lines.*")):
            data = coverage.CoverageData(str(file))
            data.read()
            self._data.append(data)
        self.seconds: dict[str, float] = {}
        self.failing: set[str] = set()
        for file in folder.glob("times.*"):
            times, failing = msgspec.json.decode(file.read_bytes(), type=tuple[dict[str, float], set[str]])
            self.failing |= failing
            for test, seconds in times.items():
                self.seconds[test] = max(seconds, self.seconds.get(test, 0.0))

    def _of_file(self, path: str) -> dict[int, set[str]]:
        if path not in self._lines:
            found: dict[int, set[str]] = defaultdict(set)
            for data in self._data:
                for line, tests in data.contexts_by_lineno(str(self._root / path)).items():
                    found[line].update(test for test in tests if test)
            self._lines[path] = dict(found)
        return self._lines[path]

    def of_lines(self, path: str, first: int, last: int) -> list[str]:
        """Return the tests that reach one of the lines, the quickest first."""
        found = self._of_file(path)
        return self._quickest(set().union(*(found.get(line, ()) for line in range(first, last + 1))))

    def of_import(self, path: str) -> list[str]:
        """Return the tests that what a file says at import can tell on, the quickest first: those that run any other
        line of it, those beside which it is imported, and those of the files of the package that import it.
        """
        if self._importers is None:
            self._importers = Importers(self._root, (self._root / "src", self._root / "tests"))
        files = {*DECLARED, *self._importers.of(path)}
        near = set().union(*self._of_file(path).values(), self._of_test_files(files))
        far = set().union(*(tests for file in files for tests in self._of_file(file).values()))
        return [*self._quickest(near), *self._quickest(far - near)]

    def _of_test_files(self, files: set[str]) -> set[str]:
        return {test for test in self.seconds if test.partition("::")[0] in files}

    def _quickest(self, tests: set[str]) -> list[str]:
        return sorted(tests - self.failing, key=lambda test: (self.seconds.get(test, 0.0), test))
