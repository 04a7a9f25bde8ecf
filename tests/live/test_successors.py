"""A table that was closed for good and opened again under its name has a successor."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.catalogue import house_games
from tapete.games.bingo import acts as b
from tapete.house import acts as a
from tapete.kernel import HOUSE
from tapete.live import Hall
from tapete.live.successors import later_tables
from tapete.live.table_names import original_name
from tapete.record.entry import StreamEnd
from tests.live.test_bingo_over_days import OPENING
from tests.support.house import DIRECTOR
from tests.support.live.days import DAYS, play_day
from tests.support.live.evening import do


async def close(hall: Hall, *tables: str) -> None:
    """Close halls of bingo."""
    for one in tables:
        await do(hall.tables[one], HOUSE, b.CloseHall())


def test_the_successor_is_the_last_table_that_goes_on_from_one(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        await hall.open_table("bingo", OPENING)
        assert hall.successor_of("sala") is None
        await close(hall, "sala")
        assert hall.successor_of("sala") is None, "it is not opened again yet"
        await hall.open_table("bingo", OPENING)
        assert (hall.successor_of("sala"), hall.successor_of("sala-2")) == ("sala-2", None)
        await close(hall, "sala-2")
        await hall.open_table("bingo", OPENING)
        assert [hall.successor_of(one) for one in ("sala", "sala-2", "sala-3")] == ["sala-3", "sala-3", None]
        assert hall.successor_of("otra") is None

    async def after_a_restart(hall: Hall) -> None:
        assert [hall.successor_of(one) for one in ("sala", "sala-2", "sala-3")] == ["sala-3", "sala-3", None]

    stage.play(scene, games=house_games())
    stage.play(after_a_restart, games=house_games())


def test_a_table_of_the_name_beside_one_in_play_is_no_successor(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        for _ in range(2):
            await hall.open_table("bingo", OPENING)
        await close(hall, "sala", "sala-2")
        await hall.open_table("bingo", replace(OPENING, name="otra"))
        assert (hall.successor_of("sala"), hall.successor_of("sala-2")) == (None, None)

    stage.play(scene, games=house_games())


def test_a_table_of_a_former_day_has_one_too(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        tables = [(await play_day(hall, day)).id for day in DAYS[:2]]
        assert hall.house is not None
        assert hall.successor_of(tables[0]) == tables[1]
        await do(hall.house, DIRECTOR, a.OpenDay(DAYS[2]))
        await hall.archive.settle()
        assert set(tables) <= set(hall.archive.tables)
        assert hall.successor_of(tables[0]) is None, "of none of them is there a page"

    stage.play(scene, games=house_games())


def test_who_follows_the_closed_table_is_told(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        first = await hall.open_table("bingo", OPENING)
        await close(hall, "sala")
        before = first.revision
        await hall.open_table("bingo", OPENING)
        assert first.revision > before

    stage.play(scene, games=house_games())


def test_a_record_that_goes_on_from_itself_ends_all_the_same() -> None:
    """Whoever writes a record can write that."""

    def table(name: str, before: str) -> Any:
        return SimpleNamespace(id=name, continues=StreamEnd(before, 1, ""))

    assert list(later_tables("a", [table("a", "a")])) == ["a"]
    assert list(later_tables("a", [table("b", "a"), table("a", "b")])) == ["b", "a"]


@pytest.mark.parametrize(
    ("table", "name"),
    [
        ("sala", "sala"),
        ("sala-2", "sala"),
        ("sala-12", "sala"),
        ("mesa-1", "mesa-1"),
        ("sala-2-1", "sala-2-1"),
        ("gran-sala", "gran-sala"),
        ("2", "2"),
        ("-2", "-2"),
    ],
)
def test_the_name_under_which_a_table_was_opened(table: str, name: str) -> None:
    assert original_name(table) == name
