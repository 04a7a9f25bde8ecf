"""Whole chemin de fer tables played by bots: they play lawfully, make way for people, and see nothing that is hidden."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tapete.bots import AT_ONCE, Pace, Troupe, staff_for
from tapete.bots.chemin_de_fer_players import Player
from tapete.bots.chemin_de_fer_strategy import DRAWS_UP_TO, TEMPERS, Cards, card_value
from tapete.cards import Card
from tapete.games.chemin_de_fer.acts import OpenTable
from tapete.games.chemin_de_fer.terms import Window
from tapete.kernel import Act, PersonId
from tapete.live import Guest, Hall, Keys, TableActor
from tapete.table.acts import BuyIn, Relieve, Sit
from tapete.table.staff import Role

ANA = PersonId("ana")
QUICK = Pace((0.0, 0.0), (0.02, 0.02), (0.0, 0.0), (0.01, 0.01))


def play(tmp_path: Path, scene: Callable[[Hall], Awaitable[None]], **options: Any) -> None:
    async def whole() -> None:
        hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.load(tmp_path / "key"), **options)
        try:
            await scene(hall)
        finally:
            await hall.stop()

    asyncio.run(whole())


async def opened(hall: Hall, name: str = "cf", **options: Any) -> TableActor[Any]:
    staff = staff_for(name, "chemin-de-fer")
    what = OpenTable(name=name, **{"rulebook": "asturias-2011", "minimum": 1000, "staff": staff, **options})
    return await hall.open_table("chemin-de-fer", what)


def coups(table: TableActor[Any]) -> int:
    found: int = table.view(None).coup.number
    return found


async def until(true: Callable[[], bool], seconds: float = 30, troupe: Troupe | None = None) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        assert troupe is None or not troupe.errors, troupe.errors
        await asyncio.sleep(0.005)


def test_bots_play_coup_after_coup(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        troupe = Troupe(hall, QUICK, seed=7)
        troupe.join("cf", players=5)
        await until(lambda: coups(table) >= 10, troupe=troupe)
        await troupe.stop()
        assert table.game.problems(table.state) == ()

    play(tmp_path, scene)
