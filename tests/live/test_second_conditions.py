"""The second time, the other error, nothing new: what a live table's helpers depend on besides the obvious."""

import asyncio
import os
from pathlib import Path

import pytest

from tapete.kernel import PersonId
from tapete.live.keys import Keys
from tapete.live.notifier import Notifier
from tapete.live.recovery import park_reason
from tapete.record.store import StoreLockedError
from tapete.words import CodedError


def test_a_listener_hears_of_each_version_once_and_of_a_redraw() -> None:
    """It is woken for every change, and says nothing where nothing is new; while it rests, others run."""

    async def scene() -> list[int]:
        version, is_open, heard = 0, True, []
        notifier = Notifier(lambda: version, lambda: is_open)

        async def listen() -> None:
            heard.extend([one async for one in notifier.changes()])

        listening = asyncio.create_task(listen())
        for step in ("begin", "nothing new", "grown", "redrawn", "nothing new", "ended"):
            version += step == "grown"
            is_open = step != "ended"
            notifier.redraw() if step == "redrawn" else notifier.notify()
            for _ in range(5):
                await asyncio.sleep(0)
        await asyncio.wait_for(listening, 10)
        assert not notifier._listeners
        return heard

    assert asyncio.run(scene()) == [0, 1, 1]


def test_what_is_drawn_for_one_person_wakes_his_pages_alone() -> None:
    """Of whoever is woken for nothing it is seen that he looked: the version is asked for."""

    async def scene() -> tuple[list[str], list[bool]]:
        is_open, heard = True, list[str]()
        notifier = Notifier(lambda: 0, lambda: is_open)

        async def listen(name: str, person: PersonId | None) -> None:
            async for _ in notifier.changes(person):
                heard.append(name)

        people = {"ana": PersonId("ana"), "bea": PersonId("bea"), "wall": None}
        listening = [asyncio.create_task(listen(*one)) for one in people.items()]
        for _ in range(5):
            await asyncio.sleep(0)
        heard.clear()
        notifier.redraw_own(PersonId("ana"))
        woken = [event.is_set() for event in notifier._listeners]
        for _ in range(5):
            await asyncio.sleep(0)
        is_open = False
        notifier.notify()
        await asyncio.wait_for(asyncio.gather(*listening), 10)
        return heard, woken

    assert asyncio.run(scene()) == (["ana"], [True, False, False])


@pytest.mark.parametrize("error", [ValueError("bad"), KeyError("seat"), StoreLockedError("store-locked", file="x")])
def test_a_table_is_set_aside_for_the_reason_that_was_given_or_as_unreadable(error: Exception) -> None:
    found = park_reason(error)
    assert isinstance(found, CodedError)
    if isinstance(error, StoreLockedError):
        assert found is error
    else:
        assert (found.code, found.facts["kind"], found.facts["detail"]) == (
            "record-unreadable",
            type(error).__name__,
            str(error),
        )


def test_keys_are_on_the_disk_whole_before_they_have_their_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is synchronised is the file that then gets the name: nothing of it waits in the process."""
    synced: list[int] = []
    real = os.fsync
    monkeypatch.setattr(os, "fsync", lambda handle: (synced.append(os.fstat(handle).st_size), real(handle))[1])
    path = tmp_path / "hall.key"
    Keys.load(path)
    assert synced[0] == path.stat().st_size > 0
