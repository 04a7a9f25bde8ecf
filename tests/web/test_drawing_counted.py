"""How often a page is drawn, counted: the public screen once for each change and language, and nothing for nobody."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.game import CheminDeFer
from tapete.games.punto_banco.game import PuntoBanco
from tapete.kernel import PersonId
from tapete.live import TableActor
from tapete.record.store import Store
from tapete.web import render
from tapete.web.logbook import RecordReader
from tapete.web.public_screens import PublicScreens
from tapete.web.table_pages import person_html
from tests.support.counting import count
from tests.support.web.house import House

VIEWERS = 100


@pytest.fixture
def slow_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every reading of a record take a moment, as a busy disk does."""
    own = TableActor.entries

    async def entries(self: Any, *given: Any) -> Any:
        await asyncio.sleep(0.001)
        return await own(self, *given)

    monkeypatch.setattr(TableActor, "entries", entries)


@pytest.mark.usefixtures("slow_record")
def test_five_changes_before_a_hundred_viewers_are_five_drawings(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(house: House) -> None:
        await house.betting()
        table, screens, past = house.tables["cf"], PublicScreens(), RecordReader()
        drawn = count(monkeypatch, render, "live_part")
        for stake in range(5):
            await house.act("bea-cf", c.Stake(1_000 + 100 * stake), "cf")
            found = await asyncio.gather(*(screens.live_part(table, "es", past) for _ in range(VIEWERS)))
            assert len(set(found)) == 1
            assert len(drawn) == stake + 1
        await screens.live_part(table, "fr", past)
        assert len(drawn) == 6

    run(scene)


def test_the_streams_of_the_public_screen_share_one_drawing(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(house: House) -> None:
        await house.betting()
        drawn = count(monkeypatch, render, "live_part")
        for _ in range(3):
            await house.client.get("/mesa/cf/publico")
        app = house.client._transport.app  # type: ignore[attr-defined]
        screens = app.state["public_screens"]
        first = await screens.live_part(house.tables["cf"], "es", app.state["past"])
        assert await screens.live_part(house.tables["cf"], "es", app.state["past"]) is first
        assert len(drawn) == 1

    run(scene)


def test_a_drawing_that_failed_is_tried_again(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(house: House) -> None:
        table, screens, past = house.tables["mesa"], PublicScreens(), RecordReader()
        with monkeypatch.context() as broken:
            broken.setattr(render, "live_part", lambda *_: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                await screens.live_part(table, "es", past)
        assert "<" in await screens.live_part(table, "es", past)

    run(scene)


def test_a_viewer_who_goes_leaves_the_drawing_to_the_others(run: Any, slow_record: None) -> None:
    async def scene(house: House) -> None:
        table, screens, past = house.tables["cf"], PublicScreens(), RecordReader()
        going = asyncio.ensure_future(screens.live_part(table, "es", past))
        staying = asyncio.ensure_future(screens.live_part(table, "es", past))
        await asyncio.sleep(0)
        going.cancel()
        assert "<" in await staying

    run(scene)


@pytest.mark.parametrize(("table", "game"), [("mesa", PuntoBanco), ("cf", CheminDeFer)])
def test_no_clauses_are_looked_for_that_nobody_reads(
    run: Any, monkeypatch: pytest.MonkeyPatch, table: str, game: type
) -> None:
    async def scene(house: House) -> None:
        asked = count(monkeypatch, game, "explain")
        await PublicScreens().live_part(house.tables[table], "es", RecordReader())
        assert asked == []

    run(scene)


def test_the_pages_of_the_staff_read_nothing_from_the_store_after_the_first(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(house: House) -> None:
        past = RecordReader()
        await house.prepare()
        await person_html(house.table, PersonId("marta"), "es", past, whole=False)
        read = count(monkeypatch, Store, "entries")
        for who in ("marta", "julio", "ana"):
            assert await person_html(house.table, PersonId(who), "es", past, whole=False)
        assert read == []

    run(scene)
