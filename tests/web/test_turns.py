"""Turns: a crowd of one address waits for itself, and nobody at a table waits for a crowd."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import anyio

from tapete.web.edge.turns import AT_ONCE, PUBLIC_AT_ONCE, WAITING, Turns


class Pages:
    """An application whose pages are drawn when a test says so; a person is named by the path."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.drawn = asyncio.Event()
        self.read = asyncio.Event()
        self.known: list[str] = []
        self.statuses: list[int] = []
        self.turns = Turns(self.draw, lambda scope: scope["path"].removeprefix("/") or None)  # type: ignore[arg-type]
        self.tasks: list[asyncio.Task[None]] = []

    async def draw(self, scope: Any, receive: Any, send: Any) -> None:
        self.begun.append(scope["client"][0])
        await self.drawn.wait()
        if scope["method"] == "HEAD":
            raise RuntimeError("a page that cannot be drawn")
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await self.read.wait()

    async def ask(self, address: str, times: int = 1, person: str = "", method: str = "GET") -> None:
        for _ in range(times):
            scope = {"type": "http", "method": method, "path": f"/{person}", "client": (address, 1), "headers": []}
            scope["tapete.know"] = self.known.append
            self.tasks.append(asyncio.create_task(self.turns(scope, self.nothing, self.told)))  # type: ignore[arg-type]
        for _ in range(5):
            await asyncio.sleep(0)

    async def nothing(self) -> Any:
        raise AssertionError

    async def told(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.statuses.append(message["status"])


def played(scene: Callable[[Pages], Awaitable[None]]) -> None:
    async def main() -> None:
        pages = Pages()
        await scene(pages)
        pages.drawn.set()
        pages.read.set()
        await asyncio.gather(*pages.tasks, return_exceptions=True)
        assert pages.turns._queues == {}
        assert pages.turns._public._value == PUBLIC_AT_ONCE

    anyio.run(main)


def test_a_few_pages_of_one_address_are_drawn_at_a_time() -> None:
    async def scene(pages: Pages) -> None:
        await pages.ask("10.0.0.1", AT_ONCE + 5)
        assert len(pages.begun) == AT_ONCE
        await pages.ask("10.0.0.2")
        assert pages.begun[AT_ONCE:] == ["10.0.0.2"]

    played(scene)


def test_a_person_with_a_place_waits_for_no_crowd_and_the_door_hears_of_him() -> None:
    async def scene(pages: Pages) -> None:
        for number in range(20):
            await pages.ask(f"10.0.0.{number}", AT_ONCE)
        assert len(pages.begun) == PUBLIC_AT_ONCE
        await pages.ask("10.0.0.1", person="ana")
        assert (len(pages.begun), pages.known) == (PUBLIC_AT_ONCE + 1, ["ana"])
        await pages.ask("10.0.0.1", AT_ONCE, person="ana")
        assert len(pages.begun) == PUBLIC_AT_ONCE + AT_ONCE, "she waits for herself"

    played(scene)


def test_an_act_waits_for_no_page() -> None:
    async def scene(pages: Pages) -> None:
        await pages.ask("10.0.0.1", AT_ONCE + 1)
        await pages.ask("10.0.0.1", method="POST")
        assert len(pages.begun) == AT_ONCE + 1

    played(scene)


def test_a_page_that_is_drawn_keeps_no_turn_however_slowly_it_is_read() -> None:
    async def scene(pages: Pages) -> None:
        await pages.ask("10.0.0.1", 3 * AT_ONCE)
        pages.drawn.set()
        await pages.ask("10.0.0.1")
        assert len(pages.begun) == 3 * AT_ONCE + 1

    played(scene)


def test_a_page_that_cannot_be_drawn_keeps_no_turn() -> None:
    async def scene(pages: Pages) -> None:
        await pages.ask("10.0.0.1", AT_ONCE, method="HEAD")
        pages.drawn.set()
        await pages.ask("10.0.0.1")
        assert len(pages.begun) == AT_ONCE + 1

    played(scene)


def test_who_asks_for_more_than_can_wait_is_told_to_come_again() -> None:
    async def scene(pages: Pages) -> None:
        await pages.ask("10.0.0.1", WAITING + 2)
        assert pages.statuses == [503, 503]
        await pages.ask("10.0.0.2")
        assert pages.statuses == [503, 503]

    played(scene)
