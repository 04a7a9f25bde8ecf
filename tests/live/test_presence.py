"""Who is there without a screen: as long as he acts himself, and only who is at the table is missed."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tapete.kernel import Act, PersonId
from tapete.live import Hall, TableActor
from tapete.record.store import Store
from tapete.table.acts import Sit
from tests.support.live.toy import Add, Open

ANA, BEA, EVA = map(PersonId, ("ana", "bea", "eva"))


async def away(table: TableActor[Any]) -> set[PersonId]:
    """Return who is away once whatever waits at the table is done; Bea acts for that."""
    await table.act(Act(BEA, Add(1)))
    return set(table.state.seats.away)


async def seated(hall: Hall) -> TableActor[Any]:
    """A table at which Ana and Bea sit without a screen."""
    table = await hall.open_table("toy", Open("uno"))
    for seat, who in enumerate((ANA, BEA), start=1):
        await table.act(Act(who, Sit(seat)))
    return table


def test_the_acts_of_others_give_nobody_more_time(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await seated(hall)
        for _ in range(3):
            await stage.clock.advance(9)
            assert await away(table) == set()
        await stage.clock.advance(3)
        assert await away(table) == {ANA}

    stage.play(scene)


def test_nobody_is_missed_at_a_table_where_he_has_no_place(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await seated(hall)
        hall.presence.connect(ANA, "uno")
        hall.presence.connect(EVA, "uno")
        hall.presence.disconnect(EVA, "uno")
        for _ in range(3):
            await stage.clock.advance(20)
            assert await away(table) == set()
        assert {entry.by for entry in await table.entries(1)} == {ANA, BEA}

    stage.play(scene)


def test_a_screen_at_another_table_is_none_here(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await seated(hall)
        await hall.open_table("toy", Open("dos"))
        hall.presence.connect(ANA, "dos")
        await stage.clock.advance(29)
        assert await away(table) == set()
        await stage.clock.advance(1)
        assert await away(table) == {ANA}
        assert hall.presence.is_connected(ANA, "dos")
        assert not hall.presence.is_connected(ANA, "uno")

    stage.play(scene)


@pytest.mark.parametrize("how", ["acts", "screen"])
def test_whoever_is_seen_while_his_return_is_written_is_there_for_the_grace_time_and_no_longer(
    stage: Any, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Ana acts without a screen; the disk takes its time over her return, and she is seen again meanwhile."""
    written, append, held = threading.Event(), Store.append_many, []

    def slow(self: Store, appends: Any) -> Any:
        if hall_presence and hall_presence[0]._announcements:
            held.append(1)
            assert written.wait(60)
        return append(self, appends)

    hall_presence: list[Any] = []

    async def scene(hall: Hall) -> None:
        table = await seated(hall)
        hall.presence.connect(BEA, "uno")
        await stage.clock.advance(30)
        await stage.settled(lambda: ANA in table.state.seats.away)
        hall_presence.append(hall.presence)
        monkeypatch.setattr(Store, "append_many", slow)
        await table.act(Act(ANA, Add(1)))
        await stage.settled(lambda: bool(held))
        if how == "acts":
            hall.presence._check(table)
        else:
            hall.presence.connect(ANA, "uno")
            hall.presence.disconnect(ANA, "uno")
        written.set()
        await stage.settled(lambda: ANA not in table.state.seats.away)
        await stage.clock.advance(29)
        assert ANA not in table.state.seats.away
        await stage.clock.advance(1)
        await stage.settled(lambda: ANA in table.state.seats.away)

    stage.play(scene)
