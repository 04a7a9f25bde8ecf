"""A disk that is full, or that fails: nothing is acknowledged that is not stored, and the hall answers nothing more."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from tapete.games.punto_banco.acts import OpenTable
from tapete.kernel import Act, PersonId
from tapete.live import Hall, HallFailedError, Keys
from tapete.record.store import Store
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role

pytestmark = pytest.mark.crash
ANA, BEA = PersonId("ana"), PersonId("bea")


def opening(name: str) -> OpenTable:
    staff = {Role.CROUPIER: PersonId("croupier"), Role.TABLE_CHIEF: PersonId("chief")}
    return OpenTable(name, "asturias-2011", 1000, 50000, staff=staff)


@pytest.mark.parametrize("room", range(4, 200, 64))
def test_full_disk(driver: Any, tmp_path: Path, room: int) -> None:
    """The database may grow by ``room`` KiB and no more; at some act the disk is full."""
    url, key, file = f"sqlite:///{tmp_path}/hall.db", tmp_path / "key", tmp_path / "hall.db"
    assert driver(url, key, 2)["code"] == 0
    full = driver(url, key, 400, size_limit=os.path.getsize(file) + room * 1024)
    told = max((one["told"] for one in full["said"] if "told" in one), default=0)
    stopped = [one for one in full["said"] if "stopped" in one]
    assert [one["stopped"] for one in stopped] == ["HallFailedError"]
    sent = [one for one in full["said"] if "sent" in one][-1]
    again = driver(url, key, 3, repeat=sent["sent"])
    assert again["code"] == 0, again
    stored = again["said"][0]["versions"]["pb"]
    assert stored == sent["version"]  # the act that failed is not there, and everything before it is
    assert told in (0, stored)
    assert [one["repeated"] for one in again["said"] if "repeat" in one] == [False]
    assert all(one["problems"] == [] for one in again["said"] if "problems" in one)
    assert "problems" in again["said"][-1]


def test_disk_that_fills_up(small_disk: Any, tmp_path: Path) -> None:
    """A disk of its own fills up: first the coup in play ends and no other begins; on a full one no hall starts."""
    driver, folder = small_disk
    url, key, rest, reserve = f"sqlite:///{folder}/hall.db", tmp_path / "key", str(folder / "rest"), 8 << 20

    def told(answer: dict[str, Any]) -> int:
        return max((one["told"] for one in answer["said"] if "told" in one), default=0)

    def last(answer: dict[str, Any], name: str) -> Any:
        return next((one[name] for one in reversed(answer["said"]) if name in one), None)

    begun = driver(url, key, 13, reserve=reserve)
    assert last(begun, "step").split(".")[1:3] == ["1", "bets"]
    driver.order(fill=rest, leave=4 << 20)
    ended = driver(url, key, 40, reserve=reserve)
    done = [one["what"] for one in ended["said"] if "what" in one]
    assert done[-2:] == ["Settle", "OpenBets"]
    assert (last(ended, "refused"), last(ended, "problems")) == ("disk-short", [])
    assert last(ended, "step").split(".")[2] == "between"

    driver.order(fill=rest, leave=0)
    full = driver(url, key, 1)
    assert full["code"] != 0
    assert not full["said"]
    driver.order(fill=rest)
    again = driver(url, key, 1, reserve=reserve)
    assert again["said"][0]["versions"] == {"pb": told(ended)}
    assert (last(again, "what"), told(again)) == ("OpenBets", told(ended) + 1)


def test_failed_commit_ends_the_whole_hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[BaseException] = []

    async def scene() -> None:
        hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.fresh(), on_failure=ended.append)
        one = await hall.open_table("punto-y-banca", opening("uno"))
        two = await hall.open_table("punto-y-banca", opening("dos"))
        await one.act(Act(ANA, Sit(1)), "sit")
        stream = two.changes()
        await anext(stream)
        before = one.view(ANA)

        def broken(*_: Any) -> None:
            raise OSError(5, "Input/output error")

        monkeypatch.setattr(Store, "append_many", broken)
        answers = await asyncio.gather(
            one.act(Act(ANA, BuyIn(5000)), "a"),
            one.act(Act(ANA, BuyIn(5000)), "b"),
            two.act(Act(BEA, Sit(1)), "c"),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [HallFailedError] * 3
        assert one.view(ANA) == before
        monkeypatch.undo()
        with pytest.raises(HallFailedError):
            await one.act(Act(ANA, BuyIn(5000)), "d")
        with pytest.raises(HallFailedError):
            await hall.open_table("punto-y-banca", opening("tres"))
        with pytest.raises(StopAsyncIteration):
            await asyncio.wait_for(anext(stream), 60)
        assert len(ended) == 1
        assert hall.failed is ended[0]
        await hall.stop()

    async def later() -> None:
        hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.fresh())
        await hall.stop()

    asyncio.run(scene())
    asyncio.run(later())


def test_hall_without_its_key_parks_the_table(driver: Any, tmp_path: Path) -> None:
    """T4: the database alone tells no hidden face; with another key nothing is played on."""
    url, mine = f"sqlite:///{tmp_path}/hall.db", tmp_path / "key"
    assert driver(url, mine, 22)["code"] == 0, "a coup is played"

    async def halls(keys: Keys) -> tuple[set[str], set[str]]:
        hall = await Hall.start(url, keys)
        await hall.stop()
        return set(hall.tables), set(hall.parked_tables)

    for keys, found in ((Keys.fresh(), (set(), {"pb"})), (Keys.load(mine), ({"pb"}, set()))):
        assert asyncio.run(halls(keys)) == found
