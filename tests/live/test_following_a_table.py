"""What those see who follow a table: each change once, what is theirs alone, the entries of which record they ask for.

The table is bare: nothing is played at it, and its record is a list.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.kernel import PersonId, Step
from tapete.live.errors import HallStoppedError
from tapete.live.notifier import FollowedBy, Notifier
from tapete.live.recorded_table import PAGE, RecordedTable
from tapete.record.entry import Head

ANA, BEA = PersonId("ana"), PersonId("bea")
STEP = Step(2, 3, "bets", 4)


class Bare(RecordedTable[Any]):
    """A table of so many entries, the last ``kept`` of which are in memory."""

    def __init__(self, version: int = 7, kept: int = 0) -> None:
        game: Any = SimpleNamespace(
            step=lambda state: STEP if state == "state" else None, view=lambda state, viewer: f"{state} {viewer}"
        )
        super().__init__(game, "state")
        self.id, self.asked = "uno", list[tuple[str, int]]()
        entries = [SimpleNamespace(version=one) for one in range(1, version + 1)]
        store = SimpleNamespace(entries=lambda name, after: self._rows(entries, name, after))
        self._services: Any = SimpleNamespace(store=store)
        self._writer: Any = SimpleNamespace(epoch=5)
        self._head = Head(version, f"hash of {version}")
        self._last_entries: deque[Any] = deque(entries[version - kept :])
        self._notifier = Notifier(lambda: self.version, lambda: self.is_open)
        self._end_reason = None

    def _rows(self, entries: list[Any], name: str, after: int) -> list[Any]:
        self.asked.append((name, after))
        return [SimpleNamespace(entry=lambda one=one: one) for one in entries if one.version > after]

    def grow(self) -> None:
        self._head = Head(self.version + 1, "hash")


def test_where_a_table_stands_is_what_its_record_and_its_writer_say() -> None:
    table = Bare(7)
    assert (table.version, table.head, table.epoch, table.step) == (7, Head(7, "hash of 7"), 5, STEP)
    assert (table.is_open, table.revision) == (True, (7, 0))
    table._end_reason = HallStoppedError("hall-closed")
    assert table.is_open is False


def test_a_page_is_drawn_anew_with_the_record_and_with_what_stands_beside_it() -> None:
    table = Bare(7)
    table.redraw()
    table.redraw()
    assert table.revision == (7, 2)
    table.grow()
    assert table.revision == (8, 2)


def test_what_somebody_notes_for_himself_is_seen_by_him_and_changes_nobody_else_s_pages() -> None:
    table = Bare(7)
    assert table.view(ANA) == "state ana"
    table.redraw()
    table.keep_beside("noted", ANA)
    table.keep_beside("noted again", ANA)
    assert (table.state, table.view(ANA), table.view(None)) == ("noted again", "noted again ana", "noted again None")
    followed = {who: table.followed_by(who) for who in (ANA, BEA, None)}
    assert {who: (one.version, one.revision) for who, one in followed.items()} == {
        ANA: (7, (7, 3)),
        BEA: (7, (7, 1)),
        None: (7, (7, 1)),
    }
    assert table.revision == (7, 1)


@pytest.mark.parametrize(
    ("after", "limit", "kept", "found", "from_store"),
    [
        (0, PAGE, 7, [1, 2, 3, 4, 5, 6, 7], False),
        (0, PAGE, 6, [1, 2, 3, 4, 5, 6, 7], True),
        (1, PAGE, 6, [2, 3, 4, 5, 6, 7], False),
        (3, PAGE, 4, [4, 5, 6, 7], False),
        (2, PAGE, 4, [3, 4, 5, 6, 7], True),
        (4, 2, 4, [5, 6], False),
        (2, 2, 4, [3, 4], True),
        (4, 1, 4, [5], False),
        (4, 0, 4, [], False),
        (2, 0, 4, [], True),
        (4, -1, 4, [], False),
        (2, -5, 4, [], True),
        (7, PAGE, 0, [], False),
        (6, PAGE, 0, [7], True),
        (9, PAGE, 4, [], False),
    ],
)
def test_the_last_entries_come_from_memory_and_those_before_from_the_store(
    after: int, limit: int, kept: int, found: list[int], from_store: bool
) -> None:
    table = Bare(7, kept)
    assert [one.version for one in asyncio.run(table.entries(after, limit))] == found
    assert table.asked == ([("uno", after)] if from_store else [])


@pytest.mark.parametrize("kept", [0, 2 * PAGE])
def test_no_more_entries_are_handed_out_at_a_time_than_a_page_has(kept: int) -> None:
    table = Bare(2 * PAGE, kept)
    for asked in ((), (0,), (0, PAGE), (0, PAGE + 1), (0, 10 * PAGE)):
        found = [one.version for one in asyncio.run(table.entries(*asked))]
        assert found == list(range(1, PAGE + 1))
    assert [one.version for one in asyncio.run(table.entries(0, PAGE - 1))] == list(range(1, PAGE))


# --- who is woken ----------------------------------------------------------------------------------------------------


def heard(who: PersonId | None, *changes: Callable[[Notifier], None]) -> tuple[list[int], int]:
    """Return which versions somebody hears of who follows a table until it ends, and how often he looked at it."""
    looks, is_open = [0], [True]

    def look() -> int:
        looks[0] += 1
        return 7

    async def scene() -> list[int]:
        notifier, found = Notifier(look, lambda: is_open[0]), list[int]()

        async def listen() -> None:
            found.extend([one async for one in FollowedBy(notifier, who).changes()])

        listening = asyncio.create_task(listen())
        for change in (lambda _: None, *changes):
            change(notifier)
            for _ in range(5):
                await asyncio.sleep(0)
        is_open[0] = False
        notifier.notify()
        done, _ = await asyncio.wait({listening}, timeout=10)
        assert done
        assert notifier._listeners == {}
        return found

    return asyncio.run(scene()), looks[0]


def redraw(notifier: Notifier) -> None:
    notifier.redraw()


def notify(notifier: Notifier) -> None:
    notifier.notify()


def redraw_for(who: PersonId) -> Callable[[Notifier], None]:
    return lambda notifier: notifier.redraw_own(who)


@pytest.mark.parametrize(
    ("who", "changes", "versions", "looks"),
    [
        (None, (), [7], 2),
        (None, (notify,), [7], 3),
        (None, (redraw,), [7, 7], 4),
        (ANA, (redraw, redraw), [7, 7, 7], 6),
        (ANA, (redraw_for(ANA),), [7, 7], 4),
        (ANA, (redraw_for(BEA),), [7], 2),
        (None, (redraw_for(ANA),), [7], 2),
        (BEA, (redraw_for(ANA), redraw, redraw_for(BEA)), [7, 7, 7], 6),
    ],
)
def test_whoever_follows_a_table_is_woken_by_what_is_for_all_and_by_what_is_for_him(
    who: PersonId | None, changes: tuple[Any, ...], versions: list[int], looks: int
) -> None:
    """Each time somebody is woken he looks; where he has been told something, he looks once more before he rests."""
    assert heard(who, *changes) == (versions, looks)


def test_whoever_goes_before_the_table_ends_is_forgotten() -> None:
    async def scene() -> tuple[int, int]:
        notifier = Notifier(lambda: 7, lambda: True)
        following: AsyncGenerator[int] = notifier.changes(ANA)
        assert await anext(following) == 7
        there = len(notifier._listeners)
        await following.aclose()
        return there, len(notifier._listeners)

    assert asyncio.run(scene()) == (1, 0)


def test_a_table_without_an_entry_is_told_of_at_once_too() -> None:
    async def scene() -> list[int]:
        following, found = Bare(0).changes(), list[int]()
        try:
            found.append(await asyncio.wait_for(anext(following), 10))
        except TimeoutError:
            return found
        await following.aclose()
        return found

    assert asyncio.run(scene()) == [0]


def test_nobody_hears_of_a_table_that_has_ended() -> None:
    async def scene() -> list[int]:
        return [one async for one in Notifier(lambda: 7, lambda: False).changes()]

    assert asyncio.run(scene()) == []


def test_a_slow_reader_gets_the_newest_version_alone() -> None:
    async def scene() -> list[int]:
        table = Bare(7)
        following = table.changes()
        found = [await anext(following)]
        for _ in range(3):
            table.grow()
            table._notifier.notify()
        found.append(await anext(following))
        waiting = asyncio.ensure_future(anext(following))
        for _ in range(5):
            await asyncio.sleep(0)
        assert not waiting.done()
        table.grow()
        table._notifier.notify()
        found.append(await waiting)
        await following.aclose()
        return found

    assert asyncio.run(scene()) == [7, 10, 11]
