"""Scenes in a house with accounts."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

from tapete.house import acts as a
from tapete.live import Hall, Keys, ManualClock
from tapete.web import create_app
from tests.support.live.evening import do
from tests.support.web.accounts import People, Programs
from tests.support.web.house import House, house

Scene = Callable[[House, People], Awaitable[Any]]


@pytest.fixture
def run(tmp_path: Path, known_order: None) -> Callable[[Scene], Any]:
    """Run a scene in a house of its own, with the people who are in it."""

    def play(scene: Scene) -> Any:
        async def main() -> Any:
            people = People()
            async with house(tmp_path, people=people) as here:
                return await scene(here, people)

        return anyio.run(main)

    return play


@pytest.fixture
def on_open_day(tmp_path: Path) -> Callable[..., None]:
    """Run a scene in a house with accounts on an open day."""

    def play(scene: Any) -> None:
        async def main() -> None:
            hall = await Hall.start(f"sqlite:///{tmp_path}/hall.db", Keys.fresh(), clock=ManualClock())
            people = People()
            app = create_app(hall, hosts=["testserver.local"], people=people(hall))
            director = people.account("dora").person
            await hall.open_house(a.OpenHouse("Casino de prueba", director))
            await do(hall.house, director, a.OpenDay("2026-11-22"))
            try:
                await scene(Programs(hall, people, app))
            finally:
                await hall.stop()

        anyio.run(main)

    return play
