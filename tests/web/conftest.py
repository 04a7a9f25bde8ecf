"""Scenes in a house of their own.

A test that is a coroutine is a scene: what stands before the ``/`` of its parameters is the house, and who is in it, as
the fixture ``run`` opens it, or the one that it names (``opened(by=...)``), or its module (``OPENED_BY``).
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from inspect import iscoroutinefunction, signature
from pathlib import Path
from typing import Any

import anyio
import pytest

from tapete.house import acts as a
from tapete.kernel import PersonId
from tapete.live import Hall, Keys, ManualClock, security_log
from tapete.live.security_log import SecurityLog
from tapete.web import create_app
from tests.support.house import CASHIER, DIRECTOR
from tests.support.live.evening import do, open_day
from tests.support.web.accounts import People, Programs, browser
from tests.support.web.house import House, house


@pytest.fixture
def empty_security_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write to a log in which no other test has filled up its minute."""
    fresh = SecurityLog()
    monkeypatch.setattr(security_log, "EVENTS", fresh)
    monkeypatch.setattr(security_log, "tell", fresh.tell)


@pytest.fixture
def run(tmp_path: Path, known_order: None) -> Callable[..., Any]:
    """Run a scene, an async function of a :class:`House`, in a hall of its own."""

    def play(scene: Any, **options: Any) -> Any:
        async def main() -> Any:
            folder = tmp_path / str(len(list(tmp_path.iterdir())))
            folder.mkdir()
            async with house(folder, **options) as here:
                return await scene(here)

        return anyio.run(main)

    return play


Scene = Callable[..., Awaitable[Any]]


@pytest.fixture
def with_people(tmp_path: Path, known_order: None) -> Callable[[Scene], Any]:
    """Run a scene in a house with accounts, and with the people who are in it."""

    async def main(scene: Callable[[House, People], Awaitable[Any]]) -> Any:
        people = People()
        async with house(tmp_path, people=people) as here:
            return await scene(here, people)

    return lambda scene: anyio.run(main, scene)


@asynccontextmanager
async def hall_of(folder: Path) -> AsyncIterator[Hall]:
    hall = await Hall.start(f"sqlite:///{folder}/hall.db", Keys.fresh(), clock=ManualClock())
    try:
        yield hall
    finally:
        await hall.stop()


@pytest.fixture
def on_open_day(tmp_path: Path) -> Callable[[Scene], None]:
    """Run a scene of programs in a house with accounts on an open day."""

    async def main(scene: Scene) -> None:
        async with hall_of(tmp_path) as hall:
            people = People()
            app = create_app(hall, hosts=["testserver.local"], people=people(hall))
            director = people.account("dora").person
            await hall.open_house(a.OpenHouse("Casino de prueba", director))
            await do(hall.house, director, a.OpenDay("2026-11-22"))
            await scene(Programs(hall, people, app))

    return lambda scene: anyio.run(main, scene)


@pytest.fixture
def at_desks(tmp_path: Path) -> Callable[[Scene], None]:
    """Run a scene at the desks of a house with accounts; it is given what opens a browser."""

    async def main(scene: Scene) -> None:
        async with hall_of(tmp_path) as hall:
            await hall.open_house(a.OpenHouse("Casino de Prueba", PersonId("direccion")))
            people = People()
            app = create_app(hall, hosts=["testserver.local"], people=people(hall))
            await scene(hall, people, lambda cookies: browser(app, cookies))

    return lambda scene: anyio.run(main, scene)


@pytest.fixture
def on_own_page(tmp_path: Path) -> Callable[[Scene], None]:
    """Run a scene on an open day in which Ana is in the house, with 600 € in chips, and has her browser."""

    async def main(scene: Scene) -> None:
        async with hall_of(tmp_path) as hall:
            here, people = await open_day(hall), People()
            app = create_app(hall, hosts=["testserver.local"], people=people(hall))
            ana, shown = people.player("Ana")
            await do(here, DIRECTOR, a.Admit(ana))
            await do(here, CASHIER, a.SellChips(ana, 60_000))
            async with browser(app, shown) as client:
                await scene(here, people, ana, client)

    return lambda scene: anyio.run(main, scene)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    scene = pyfuncitem.obj
    if not iscoroutinefunction(scene):
        return None
    play = pyfuncitem._request.getfixturevalue(
        getattr(scene, "opened_by", "") or getattr(pyfuncitem.module, "OPENED_BY", "run")
    )
    names = [one.name for one in signature(scene).parameters.values() if one.kind is not one.POSITIONAL_ONLY]
    play(partial(scene, **{name: pyfuncitem.funcargs[name] for name in names}), **getattr(scene, "options", {}))
    return True
