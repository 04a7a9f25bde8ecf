"""Scenes in a house with accounts."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

from tests.support.web.accounts import People
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
