"""The one road into the store: groups, answers after the commit, and what everybody is told when the store fails."""

import asyncio
import inspect
import threading
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest

from tapete.live import HallFailedError, HallStoppedError, TableLostError
from tapete.live.writer import GroupWriter, Job
from tapete.record.entry import Head
from tapete.record.store import Append, AppendResult, CommandConflictError, StaleWriterError, Store, StoreFailedError
from tests.support.rows import rows


class Disk:
    """A store that keeps what it is given, fails as it is told to, and waits at its door while that is closed."""

    def __init__(self) -> None:
        self.returns = 0
        self.kept: list[str] = []
        self.books: list[tuple[str, int]] = []
        self.calls: list[list[str]] = []
        self.wrong: dict[str, BaseException] = {}
        self.door, self.reached = threading.Event(), threading.Event()
        self.door.set()

    def put_rulebook(self, content: dict[str, Any]) -> None:
        self.books.append((content["id"], len(self.kept)))

    def append_many(self, appends: list[Any]) -> list[AppendResult]:
        self.reached.set()
        assert self.door.wait(60)
        self.calls.append(appends)
        for one in appends:
            if one in self.wrong:
                raise self.wrong[one]
        self.kept += appends
        return [AppendResult(Head(self.kept.index(one) + 1, one), b"") for one in appends]


class Scene:
    def __init__(self, disk: Disk) -> None:
        self.disk, self.failures = disk, list[BaseException]()
        self.writer = GroupWriter(cast(Store, disk), self.failures.append)

    def store(self, name: str, *books: str) -> asyncio.Task[AppendResult]:
        rulebooks = tuple({"id": one} for one in books)
        return asyncio.create_task(self.writer.store(Job(cast(Append, name), rulebooks)))

    async def at_the_door(self, *names: str) -> list[asyncio.Task[AppendResult]]:
        """Let one entry wait inside a transaction, and the others for the next one."""
        self.disk.door.clear()
        first = self.store(names[0])
        await asyncio.to_thread(self.disk.reached.wait, 60)
        rest = [self.store(one) for one in names[1:]]
        await asyncio.sleep(0)
        return [first, *rest]

    async def told(self, *waiting: asyncio.Task[AppendResult]) -> list[Any]:
        """Open the door; return what each author is told: the head, the kind of the error, nothing without a word."""
        self.disk.door.set()
        everybody = asyncio.ensure_future(asyncio.wait(waiting))
        await asyncio.wait({everybody, self.writer._runner}, return_when=asyncio.FIRST_COMPLETED)
        for _ in range(20):
            await asyncio.sleep(0)
        everybody.cancel()
        return [_word(one) if one.done() else None for one in waiting]


def _word(told: asyncio.Task[AppendResult]) -> Any:
    error = told.exception()
    return told.result().head.hash if error is None else type(error)


def written(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Give an asynchronous test its writer, and stop that in the end."""

    async def whole(**given: Any) -> None:
        here = Scene(Disk())
        try:
            await test(here, **given)
        finally:
            here.disk.door.set()
            await here.writer.stop()

    def run(**given: Any) -> None:
        asyncio.run(whole(**given))

    of = inspect.signature(test)
    run.__signature__ = of.replace(parameters=[*of.parameters.values()][1:])  # type: ignore[attr-defined]
    run.__name__, run.__module__ = test.__name__, test.__module__
    return run


@written
async def test_what_gathers_while_the_disk_works_goes_together(here: Scene) -> None:
    waiting = await here.at_the_door("a", "b", "c")
    assert await here.told(*waiting) == ["a", "b", "c"]
    assert here.disk.calls == [["a"], ["b", "c"]]
    assert (here.writer.groups, here.writer.stored, here.failures) == (2, 3, [])


@written
async def test_nobody_is_answered_before_the_commit(here: Scene) -> None:
    (waiting,) = await here.at_the_door("a")
    for _ in range(20):
        await asyncio.sleep(0)
    assert (waiting.done(), here.disk.kept) == (False, [])
    assert await here.told(waiting) == ["a"]


@written
async def test_the_rulebook_of_an_entry_is_kept_before_it(here: Scene) -> None:
    await here.told(here.store("a"), here.store("b", "one", "two"))
    assert here.disk.books == [("one", 0), ("two", 0)]


@rows(
    "error, told",
    [(StaleWriterError("taken over"), TableLostError), (CommandConflictError("other"), CommandConflictError)],
)
@written
async def test_the_entry_of_one_table_does_not_hold_up_the_others(here: Scene, error: Exception, told: type) -> None:
    here.disk.wrong = {"c": error}
    waiting = await here.at_the_door("a", "b", "c", "d")
    assert await here.told(*waiting) == ["a", "b", told, "d"]
    assert here.disk.calls == [["a"], ["b", "c", "d"], ["b"], ["c"], ["d"]]
    assert (here.writer.failed, here.failures) == (None, [])
    assert (here.writer.groups, here.writer.stored) == (3, 3)
    assert await here.told(here.store("e")) == ["e"]


FAILURES = (StoreFailedError("disk"), OSError(28, "No space left on device"), MemoryError(), KeyboardInterrupt())


@rows("error", FAILURES)
@written
async def test_a_store_that_fails_takes_nothing_more_and_everybody_learns_of_it_once(
    here: Scene, error: BaseException
) -> None:
    here.disk.wrong = {"b": error}
    waiting = await here.at_the_door("a", "b", "c")
    assert await here.told(*waiting) == ["a", HallFailedError, HallFailedError]
    assert here.disk.kept == ["a"]
    assert (here.failures, here.writer.failed) == ([error], error)
    assert waiting[1].exception().__cause__ is error  # type: ignore[union-attr]
    assert await here.told(here.store("d")) == [HallFailedError]
    with pytest.raises(HallFailedError):
        await here.writer.call(lambda: None)
    assert here.disk.calls == [["a"], ["b", "c"]]


@written
async def test_a_failure_among_single_entries_stops_those_behind_it(here: Scene) -> None:
    here.disk.wrong = {"c": StaleWriterError("taken over"), "d": OSError(5, "Input/output error")}
    waiting = await here.at_the_door("a", "b", "c", "d", "e")
    assert await here.told(*waiting) == ["a", "b", TableLostError, HallFailedError, HallFailedError]
    assert here.disk.calls[2:] == [["b"], ["c"], ["d"]]
    assert (here.disk.kept, len(here.failures)) == (["a", "b"], 1)


@written
async def test_the_end_keeps_what_waits_and_takes_nothing_more(here: Scene) -> None:
    waiting = await here.at_the_door("a", "b")
    stopping = asyncio.create_task(here.writer.stop())
    await asyncio.sleep(0)
    late = here.store("c")
    assert await here.told(*waiting, late) == ["a", "b", HallStoppedError]
    await stopping
    assert here.disk.kept == ["a", "b"]
    with pytest.raises(HallStoppedError):
        await here.writer.call(lambda: None)
