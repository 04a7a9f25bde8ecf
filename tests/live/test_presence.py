"""Who is there without a screen: as long as he acts himself, and only who is at the table is missed."""

from __future__ import annotations

from typing import Any

from tapete.kernel import Act, PersonId
from tapete.live import Hall, TableActor
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
