"""Running tests with a clause knocked out: each clause in forked children, so nothing leaks from one to the next."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from proving.verdict import objection
from proving.witness import Witness
from tapete.clauses import knocked_out

CRASHED, ENDLESS = "the process died", "it ran out of time"


class Ran(msgspec.Struct, frozen=True):
    """How one test went: why its failure proves nothing (nothing: it is a proof), and the clauses its answers named."""

    test: str
    objection: str
    named: tuple[str, ...] = ()


class Trials:
    """Runs items in at most ``workers`` children at once; the plugin that hears their reports.

    A test may use ``limit`` seconds of the processor, whatever else the machine does: without its clause a game may
    never end.
    """

    def __init__(self, tests: Path, witness: Witness, workers: int, limit: int) -> None:
        self.tests, self.witness, self.workers, self.limit = tests, witness, workers, limit
        self._knocked = False
        self._calls: list[tuple[pytest.CallInfo[Any], pytest.TestReport]] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[Any]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Keep the exception beside its report."""
        report = yield
        self._calls.append((call, report))
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Generator[None, None, None]:
        """Hear what is answered in the test's own body, not while it is set up."""
        self.witness.named.clear()
        self.witness.listening = not self._knocked
        try:
            return (yield)
        finally:
            self.witness.listening = False

    def sound(self, items: Sequence[pytest.Item]) -> dict[str, Ran]:
        """Return how the tests go as things stand; of a sound one the objection is empty."""
        share = -(-len(items) // self.workers)
        parts = {str(n): items[n * share : (n + 1) * share] for n in range(self.workers)}
        found = self._run(parts, lambda _: (self._standing(), tuple(sorted(self.witness.named))), knock=False)
        return {ran.test: ran for part in found.values() for ran in part}

    def without(self, own: Mapping[str, Sequence[pytest.Item]], told: Callable[[str], None]) -> dict[str, list[Ran]]:
        """Return for each clause how its tests go without it."""
        return self._run(own, lambda item: (self._failing(item), ()), knock=True, told=told)

    def _standing(self) -> str:
        expected = any(hasattr(report, "wasxfail") for _, report in self._calls)
        passed = all(report.passed for _, report in self._calls)
        return "" if passed and not expected else "it fails, or is expected to, as things stand"

    def _failing(self, item: pytest.Item) -> str:
        for call, report in self._calls:
            if report.failed:
                return objection(item, call, self.tests)
        return "it passes all the same"

    def _run(
        self,
        parts: Mapping[str, Sequence[pytest.Item]],
        judge: Callable[[pytest.Item], tuple[str, tuple[str, ...]]],
        *,
        knock: bool,
        told: Callable[[str], None] = lambda _: None,
    ) -> dict[str, list[Ran]]:
        found: dict[str, list[Ran]] = {part: [] for part in parts}
        waiting = [(part, list(items)) for part, items in parts.items() if items][::-1]
        running: dict[int, tuple[str, list[pytest.Item], Path]] = {}
        with tempfile.TemporaryDirectory() as folder:
            while waiting or running:
                while waiting and len(running) < self.workers:
                    part, items = waiting.pop()
                    out = Path(folder, f"{part}-{len(items)}")
                    child = os.fork()
                    if child == 0:
                        self._child(items, (part.partition(" ")[0],) if knock else (), judge, out)
                    running[child] = (part, items, out)
                child, status = os.wait()
                part, items, out = running.pop(child)
                ran = [msgspec.json.decode(line, type=Ran) for line in out.read_bytes().splitlines()]
                if len(ran) < len(items):
                    endless = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF
                    ran.append(Ran(items[len(ran)].nodeid, ENDLESS if endless else CRASHED))
                found[part] += ran
                if left := items[len(ran) :]:
                    waiting.append((part, left))
                else:
                    told(part)
        return found

    def _child(self, items: Sequence[pytest.Item], clauses: tuple[str, ...], judge: Any, out: Path) -> None:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        self._knocked = bool(clauses)
        items[0].config.pluginmanager.unregister(name="terminalreporter")
        try:
            with knocked_out(*clauses), out.open("wb", buffering=0) as kept:
                for item in items:
                    self._calls.clear()
                    signal.setitimer(signal.ITIMER_PROF, self.limit)
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                    kept.write(msgspec.json.encode(Ran(item.nodeid, *judge(item))) + b"\n")
        finally:
            os._exit(0)
