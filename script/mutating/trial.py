"""Trying a mistake: the tests that reach it run one after the other until an assertion fails.

The suite is collected once; each mistake is tried in a forked child. A mistake in what runs at import is tried in a
process that starts anew.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal

import msgspec
import pytest
from script.mutating.places import Mutant, mutated
from script.mutating.swap import UNCOMPILED, WRAPS, Functions, read_changed

Ending = Literal["assertion", "endless", "lifeless", "exception", "survived", "unreached"]
KILLED: Final = ("assertion", "endless", "lifeless")
"""The endings that nobody overlooks: an assertion fails, the program never ends, or no test can so much as begin."""


TESTS = Path(__file__).resolve().parent.parent.parent / "tests"
LIMIT, BUDGET = 30, 90
"""Seconds of the processor for one test, and for all tests of one mistake where nothing else is asked for."""
WAIT = 60
"""Seconds of the clock for one test: a program that waits for what never comes uses no processor."""
MOST = 2000
"""Tests that are run of a process that has to start anew; all of those that reach a line where it need not."""


class Tried(msgspec.Struct, frozen=True):
    """What became of a mistake, by which test, after how many tests and seconds of the processor."""

    ending: Ending
    test: str = ""
    what: str = ""
    tests: int = 0
    seconds: float = 0.0

    @property
    def is_killed(self) -> bool:
        """Return True if a test noticed, by an assertion or because the program no longer begins or ends."""
        return self.ending in KILLED

    def may_be_noticed(self, budget: int) -> bool:
        """Return True if its tests ran out of the usual time: a greater ``budget`` in seconds may reach the rest."""
        return self.ending == "survived" and BUDGET <= self.seconds < budget


class Heard:
    """The plugin that hears how a test went."""

    def __init__(self) -> None:
        self.call: pytest.CallInfo[Any] | None = None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[Any]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Keep what a test failed of."""
        report = yield
        if report.failed and self.call is None:
            self.call = call
        return report


def is_expectation(error: pytest.ExceptionInfo[BaseException]) -> bool:
    """Return True if an assertion failed, or a line of a test itself: it found something else than it takes apart."""
    own = TESTS in Path(error.traceback[-1].path).resolve().parents
    return own or isinstance(error.value, AssertionError | pytest.fail.Exception)


def run(items: Sequence[pytest.Item], heard: Heard, limit: int, budget: int) -> Tried:
    """Run tests until an assertion fails; an exception of another kind is remembered while others may still assert."""
    first, count, spent, begun = None, 0, 0.0, time.process_time()
    for count, item in enumerate(items, 1):
        heard.call = None
        signal.setitimer(signal.ITIMER_PROF, limit)
        following = items[count] if count < len(items) else None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        signal.setitimer(signal.ITIMER_PROF, 0)
        spent = round(time.process_time() - begun, 2)
        if heard.call is not None and heard.call.excinfo is not None:
            is_assertion = is_expectation(heard.call.excinfo)
            what = f"{heard.call.excinfo.typename}: {heard.call.excinfo.value}"[:160]
            found = Tried("assertion" if is_assertion else "exception", item.nodeid, what, count, spent)
            if is_assertion:
                return found
            first = first or found
        if spent > (budget if first is None else budget / 4):
            break
    return first or Tried("survived", "", "", count, spent)


class Trials:
    """Tries mistakes in forked children, ``workers`` at once."""

    def __init__(
        self, root: Path, items: Mapping[str, pytest.Item], heard: Heard, workers: int, limits: tuple[int, int]
    ):
        self._root, self._items, self._heard, self._workers, self._limits = root, items, heard, workers, limits
        self._functions = Functions(root / "src" / "tapete")

    def all(
        self, asked: Iterable[tuple[Mutant, Sequence[str]]], folder: Path, told: Callable[[Mutant, Tried], None]
    ) -> None:
        """Try each mistake with its tests, and tell what became of it as soon as it is known."""
        running: dict[int, tuple[Mutant, Path, bool]] = {}
        for mutant, tests in asked:
            items = [self._items[test] for test in tests if test in self._items]
            if not items:
                told(mutant, Tried("unreached"))
                continue
            out = folder / f"{mutant.id}.json"
            out.unlink(missing_ok=True)
            child = os.fork()
            if child == 0:
                self._child(mutant, items, out)
            running[child] = (mutant, out, bool(mutant.definition))
            if len(running) >= self._workers:
                self._one_ends(running, told)
        while running:
            self._one_ends(running, told)

    def _one_ends(self, running: dict[int, tuple[Mutant, Path, bool]], told: Callable[[Mutant, Tried], None]) -> None:
        child, status = os.wait()
        mutant, out, _ = running.pop(child)
        if out.exists():
            found = msgspec.json.decode(out.read_bytes(), type=Tried)
        elif os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGPROF, signal.SIGXCPU):
            found = Tried("endless")
        else:
            found = Tried("exception", what=f"the process died ({status})")
        told(mutant, found)

    def _child(self, mutant: Mutant, items: Sequence[pytest.Item], out: Path) -> None:
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        try:
            file = self._root / mutant.path
            source = file.read_text(encoding="utf-8")
            changed = mutated(source, mutant) or source
            if mutant.definition and self._exchanged(file, source, changed):
                items[0].config.pluginmanager.unregister(name="terminalreporter")
                with own_folder(items[0].config):
                    kept(out, run(items, self._heard, *self._limits))
            else:
                self._anew(file, changed, [item.nodeid for item in items], out)
        finally:
            os._exit(0)

    def _exchanged(self, file: Path, source: str, changed: str) -> bool:
        try:
            return self._functions.exchange(file, source, changed) > 0
        except ValueError:
            return False  # a name of an outer function is no longer used there

    def _anew(self, file: Path, changed: str, tests: Sequence[str], out: Path) -> None:
        asked, listed = out.with_suffix(".asked"), out.with_suffix(".tests")
        told = {"file": str(file), "changed": changed, "out": str(out), "tests": str(listed)}
        asked.write_bytes(msgspec.json.encode(told))
        listed.write_bytes(msgspec.json.encode(tests[:MOST]))
        budget = self._limits[1]
        paths = os.pathsep.join((str(self._root), str(self._root / "src")))
        command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "script.mutating.trial", "-p", "no:cacheprovider"]
        command += [
            "-p",
            "no:xdist",
            "--hypothesis-seed=0",
            f"--timeout={WAIT}",
            *WRAPS,
            *dict.fromkeys(one.partition("::")[0] for one in tests[:MOST]),
        ]
        environment = {**os.environ, **UNCOMPILED, "PYTHONPATH": paths, "TAPETE_MUTANT": str(asked)}
        resource.setrlimit(resource.RLIMIT_CPU, (budget + 60, budget + 60))
        done = subprocess.run(command, cwd=self._root, env=environment, check=False)
        if not out.exists():
            spent = "endless" if done.returncode in (-signal.SIGXCPU, -signal.SIGPROF, -signal.SIGKILL) else "lifeless"
            kept(out, Tried(spent, what=f"the tests could not be collected ({done.returncode})"))
        for file_ in (asked, listed):
            file_.unlink()


@contextmanager
def own_folder(config: pytest.Config) -> Iterator[None]:
    """Give the tests of this process a folder of their own: those of another child would find each other's stores."""
    factory = config._tmp_path_factory  # type: ignore[attr-defined]
    with TemporaryDirectory(prefix="mutant-", ignore_cleanup_errors=True) as folder:
        factory._basetemp = Path(folder).resolve()
        yield


def kept(out: Path, tried: Tried) -> None:
    """Keep what became of a mistake, whole or not at all."""
    part = out.with_suffix(".part")
    part.write_bytes(msgspec.json.encode(tried))
    part.rename(out)


class Anew:
    """The plugin of a process that starts with the mistake in its source."""

    def __init__(self, out: Path, tests: Sequence[str], heard: Heard) -> None:
        self._out, self._tests, self._heard = out, tests, heard

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests as the forked children do; the mistake may have changed which of them there are.

        Where a file of tests could not even be read with the mistake, none of its tests can begin: that is heard.
        """
        if session.testsfailed:
            kept(self._out, Tried("lifeless", what=f"{session.testsfailed} files of tests could not be collected"))
            return True
        there = {item.nodeid: item for item in session.items}
        kept(self._out, run([there[test] for test in self._tests if test in there], self._heard, 30, 90))
        return True


def pytest_configure(config: pytest.Config) -> None:
    """In a process that was started for one mistake: read it."""
    if "TAPETE_MUTANT" in os.environ:
        heard = Heard()
        config.pluginmanager.register(heard)
        asked = msgspec.json.decode(Path(os.environ["TAPETE_MUTANT"]).read_bytes())
        tests = msgspec.json.decode(Path(asked["tests"]).read_bytes())
        config.pluginmanager.register(Anew(Path(asked["out"]), tests, heard))


if "TAPETE_MUTANT" in os.environ:
    _asked = msgspec.json.decode(Path(os.environ["TAPETE_MUTANT"]).read_bytes())
    read_changed(Path(_asked["file"]), _asked["changed"])
