"""What acts and looks cost, counted: nothing is asked twice while the state stands, or of tables without a part."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tapete.games.punto_banco import acts as a
from tapete.kernel import Act, PersonId
from tapete.live import Hall, hall as hall_room
from tapete.record.store import Store
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role
from tests.support.counting import count

ANA, CROUPIER = PersonId("ana"), PersonId("luz")
STAFF = {Role.CROUPIER: CROUPIER, Role.TABLE_CHIEF: PersonId("rosa")}


async def opened(hall: Hall, *names: str) -> list[Any]:
    return [
        await hall.open_table("punto-y-banca", a.OpenTable(name, "asturias-2011", 1_000, 50_000, staff=STAFF))
        for name in names
    ]


async def done(table: Any, by: str, *acts: Any) -> None:
    for act in acts:
        answer = await table.act(Act(PersonId(by), act, table.step))
        assert answer.refusal is None, answer


def test_an_act_that_seats_nobody_asks_no_table_who_is_seated(stage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(hall: Hall) -> None:
        table, *_ = await opened(hall, "uno", "dos", "tres")
        asked = count(monkeypatch, hall_room, "seated_people")
        await done(table, ANA, Sit(1))
        seating = len(asked)
        assert seating >= len(hall.tables)  # whoever sits down may have a seat at any of them
        await done(table, ANA, BuyIn(10_000))
        await done(table, CROUPIER, a.CountPack(), a.ShufflePack())
        assert len(asked) == seating

    stage.play(scene, games=None)


def test_offers_clauses_and_views_are_kept_while_the_state_stands(stage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(hall: Hall) -> None:
        (table,) = await opened(hall, "uno")
        kind = type(table.game)
        calls = {name: count(monkeypatch, kind, name) for name in ("view", "legal", "explain")}
        first = (table.view(ANA), table.legal(ANA), table.explain(ANA))
        for _ in range(5):
            assert (table.view(ANA), table.legal(ANA), table.explain(ANA)) == first
        assert Counter({name: len(found) for name, found in calls.items()}) == {"view": 1, "legal": 1, "explain": 1}
        await done(table, ANA, Sit(1))
        assert table.legal(ANA) != first[1]
        assert table.view(ANA) != first[0]
        table.explain(ANA)
        assert all(len(found) > 1 for found in calls.values())

    stage.play(scene, games=None)


def test_offers_and_clauses_of_one_viewer_are_not_those_of_another(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        (table,) = await opened(hall, "uno")
        for viewer in (ANA, CROUPIER, None):
            assert table.legal(viewer) == table.game.legal(table.state, viewer)
            assert table.explain(viewer) == table.game.explain(table.state, viewer)
        assert table.legal(ANA) != table.legal(CROUPIER)

    stage.play(scene, games=None)


def test_the_last_entries_come_from_memory_as_the_store_has_them(stage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(hall: Hall) -> None:
        table = hall.tables.get("uno") or (await opened(hall, "uno"))[0]
        if table.version == 1:
            await done(table, ANA, Sit(1), BuyIn(10_000))
            await done(table, CROUPIER, a.CountPack(), a.ShufflePack())
        read = count(monkeypatch, Store, "entries")
        found = await table.entries(1, 200)
        assert read == []
        assert await table.entries(2, 2) == found[1:3]
        assert await table.entries(table.version) == ()
        assert await table.entries(0, 0) == ()
        assert [one.version for one in found] == list(range(2, table.version + 1))
        assert found == tuple(row.entry() for row in table._services.store.entries("uno", 1))

    stage.play(scene, games=None)
    stage.play(scene, games=None)  # after a restart too


def test_what_is_not_in_memory_is_read_from_the_store(stage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tapete.live.table.PAGE", 3)

    async def scene(hall: Hall) -> None:
        (table,) = await opened(hall, "uno")
        await done(table, ANA, Sit(1), BuyIn(10_000), BuyIn(10_000), BuyIn(10_000))
        read = count(monkeypatch, Store, "entries")
        assert [one.version for one in await table.entries(0, 1)] == [1]
        assert len(read) == 1
        assert [one.version for one in await table.entries(2)] == [3, 4, 5]
        assert len(read) == 1

    stage.play(scene, games=None)
