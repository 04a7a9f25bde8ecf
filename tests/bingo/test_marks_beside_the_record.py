"""A mark on a cartón is its player's own: nobody else's table moves by it, and no record has it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a
from tapete.kernel import Accepted, Act, PersonId, Refused
from tapete.live import Hall, Keys
from tests.bingo.test_audited_evening import CARD, sale
from tests.bingo.test_balls_are_proved import act, one_ball
from tests.support.bingo.hall import STAFF

ANA, EVA, CHIEF = PersonId("ana"), PersonId("eva"), PersonId("chief")


async def at_play(hall: Hall) -> Any:
    """Return a table with one ball out, of which Ana has a cartón."""
    table = await hall.open_table("bingo", a.OpenHall("sala", "orden-1979", ChanceKind.SEALED, staff=STAFF))
    await sale(table)
    for said in (a.AnnounceSold(), a.AnnouncePrizes(), a.AnnounceStart()):
        await act(table, "chief", said)
    await one_ball(table)
    return table


def mark(table: Any, number: int | None = None) -> Act[Any]:
    """Return Ana's mark on a number that was announced, or on another one."""
    said = table.state.game.announced_balls[0]
    return Act(ANA, a.MarkNumber(CARD, said if number is None else number), table.step)


def at_table(tmp_path: Path, scene: Callable[[Any], Awaitable[None]]) -> None:
    """Play a scene at a table."""

    async def played() -> None:
        hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.fresh())
        try:
            await scene(await at_play(hall))
        finally:
            await hall.stop()

    asyncio.run(played())


async def woken(changes: AsyncGenerator[int]) -> bool:
    """Return True if somebody who follows the table is told something now."""
    waiting = asyncio.ensure_future(anext(changes))
    for _ in range(20):
        await asyncio.sleep(0)
    if not waiting.done():
        waiting.cancel()
    return waiting.done()


@pytest.mark.clause("BG.II.02")
def test_a_mark_is_shown_to_its_player_and_moves_nobody_else_s_table(tmp_path: Path) -> None:
    async def scene(table: Any) -> None:
        own, strange = table.followed_by(ANA).changes(), table.followed_by(EVA).changes()
        public = table.changes()
        for one in (own, strange, public):
            await anext(one)
        before = (table.version, table.revision, table.head, table.step)
        seen = [(table.view(who), table.followed_by(who).revision) for who in (None, EVA, CHIEF)]
        answer = await table.act(mark(table), "m-1")
        assert isinstance(answer.outcome, Accepted)
        assert table.view(ANA).me.marks == {CARD: (table.state.game.announced_balls[0],)}
        assert (table.version, table.revision, table.head, table.step) == before
        assert [(table.view(who), table.followed_by(who).revision) for who in (None, EVA, CHIEF)] == seen
        assert [await woken(one) for one in (own, strange, public)] == [True, False, False]
        assert not [one for one in await table.entries(0, 200) if "mark" in repr(one)]

    at_table(tmp_path, scene)


def test_a_mark_that_is_pressed_twice_is_one_and_a_wrong_one_is_refused(tmp_path: Path) -> None:
    async def scene(table: Any) -> None:
        for command in ("m-1", "m-1", "m-2"):
            assert isinstance((await table.act(mark(table), command)).outcome, Accepted)
        out = next(one for one in range(1, 91) if one not in table.state.game.announced_balls)
        assert isinstance((await table.act(mark(table, out), "m-3")).outcome, Refused)
        assert len(table.view(ANA).me.marks[CARD]) == 1

    at_table(tmp_path, scene)


def test_marks_last_while_others_act(tmp_path: Path) -> None:
    async def scene(table: Any) -> None:
        await table.act(mark(table), "m-1")
        await one_ball(table)
        assert len(table.view(ANA).me.marks[CARD]) == 1

    at_table(tmp_path, scene)
