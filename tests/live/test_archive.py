"""Closed tables of former days leave the memory of a hall and its list; their records stay whole and go on."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from tapete.catalogue import house_games, recorded_engines
from tapete.house import acts as a
from tapete.house.state import State, TableBooks
from tapete.kernel import Act
from tapete.live import Hall, HallStoppedError
from tapete.live.archive import is_former
from tapete.record.audit import audit
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tapete.table.acts import Sit
from tests.support.house import ANA, DIRECTOR, TABLE
from tests.support.live.days import DAYS, play_day
from tests.support.live.evening import OPENING
from tests.support.rows import rows


def play(stage: Any, scene: Any) -> None:
    stage.play(scene, games=house_games())


@rows("days, known, expected", [(0, False, False), (1, False, True), (1, True, False), (2, False, True)])
def test_a_table_is_former_once_a_day_was_opened_without_it(days: int, known: bool, expected: bool) -> None:
    """A house that has had no day yet has no former tables: a store may have had tables before it was a house."""
    tables = Map({TABLE: TableBooks("punto-y-banca", is_open=False)}) if known else Map()
    assert is_former(State(days=days, tables=tables), TABLE) is expected


def test_tables_of_the_day_before_leave_a_hall_that_goes_on(stage: Any, url: str) -> None:
    async def scene(hall: Hall) -> None:
        first = await play_day(hall, DAYS[0])
        assert set(hall.tables) == {TABLE}  # of the last day: it can still be looked at
        house: Any = hall.house
        assert (await house.act(Act(DIRECTOR, a.OpenDay(DAYS[1])))).refusal is None
        await stage.settled(lambda: set(hall.archive.tables) == {TABLE})
        assert (dict(hall.tables), first.is_open) == ({}, False)
        with pytest.raises(HallStoppedError):
            await first.act(Act(ANA, Sit(1)))

    play(stage, scene)
    with open_store(url, read_only=True) as store:
        (last,) = [one for one in store.checkpoints(TABLE) if one.is_closed]
        assert last.version == store.head(TABLE).version


def test_a_hall_that_starts_reads_only_the_tables_of_its_day(stage: Any, url: str) -> None:
    """The record of a table of a name goes on from the last one, in memory or not."""
    for number in range(3):

        async def scene(hall: Hall, number: int = number) -> None:
            table = await play_day(hall, DAYS[number])
            await stage.settled(lambda: len(hall.archive.tables) == number)
            assert set(hall.tables) == {table.id}
            before = [TABLE, f"{TABLE}-2"][number - 1] if number else None
            assert (table.continues.table if table.continues else None) == before

        play(stage, scene)

    async def between(hall: Hall) -> None:
        assert (set(hall.tables), set(hall.archive.tables)) == ({f"{TABLE}-3"}, {TABLE, f"{TABLE}-2"})
        assert [one.id for one in hall.archive.newest_first()][-1] in hall.archive.tables

    play(stage, between)
    with open_store(url, read_only=True) as store:
        assert audit(StoreSource(store), recorded_engines()).problems == ()


def test_in_a_hall_without_a_house_every_table_stays(stage: Any) -> None:
    async def opened(hall: Hall) -> None:
        await hall.open_table("punto-y-banca", OPENING)

    async def again(hall: Hall) -> None:
        assert (set(hall.tables), dict(hall.archive.tables)) == ({TABLE}, {})

    play(stage, opened)
    play(stage, again)
