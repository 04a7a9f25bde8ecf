"""The record of a hall where bots have played."""

import asyncio
import logging
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from tapete import words
from tapete.bots import AT_ONCE, Troupe, player_count
from tapete.cli import output
from tapete.cli.hall_server import open_demo_tables
from tapete.live import Hall, Keys
from tests.support.live.evening import DAYS, make_days


@pytest.fixture(autouse=True)
def own_log() -> Iterator[None]:
    """Give each test the log as it was: a verb that serves has it written to an output which ends with the test."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


@pytest.fixture(autouse=True)
def nothing_left_out(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every sentence of a command has all that it says: a fact that nobody gave it would stand there as «…»."""
    gaps, fill = list[str](), words.fill

    def filled(template: str, facts: Mapping[str, Any], *more: Any, **named: Any) -> str:
        if any(name is not None and facts.get(name) is None for _, name, _, _ in Formatter().parse(template)):
            gaps.append(template)
        return fill(template, facts, *more, **named)

    monkeypatch.setattr(words, "fill", filled)
    monkeypatch.setattr(output, "IN_A_FILE", 3_600.0)  # how far a slow machine is stands in no answer
    yield
    assert gaps == []


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the record of a hall where bots have played: ``hall.db``, ``hall.key``, ``witness``."""
    folder = tmp_path_factory.mktemp("kept")

    async def play() -> None:
        keys = Keys.load(folder / "hall.key")
        hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", keys, witness_file=folder / "witness")
        troupe = Troupe(hall, AT_ONCE, seed=4)
        for name in await open_demo_tables(hall):
            troupe.join(name, player_count(hall.tables[name].game.key, 3))
        while any(len(hall.tables[name].view(None).history) < 6 for name in ("punto", "mini")):
            assert not troupe.errors
            await asyncio.sleep(0.01)
        await troupe.stop()
        await hall.stop()

    asyncio.run(play())
    return folder


@pytest.fixture(scope="session")
def two_days(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the record of a house of two days: ``hall.db``, ``key``, ``witness``."""
    folder = tmp_path_factory.mktemp("house")
    asyncio.run(make_days(folder, Keys.load(folder / "key"), *DAYS[:2]))
    return folder


@pytest.fixture
def copies(kept: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Make a copy of the record, to be damaged, as often as it is called; key and witness lie beside it."""

    def copy() -> Path:
        folder = tmp_path_factory.mktemp("copy")
        for name in ("hall.db", "hall.key", "witness"):
            shutil.copy(kept / name, folder / name)
        return folder / "hall.db"

    return copy


@pytest.fixture
def db(copies: Callable[[], Path]) -> Path:
    return copies()
