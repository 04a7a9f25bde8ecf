"""Threat T18: how many streams and drawn pages one address, the public and everybody may have at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, cast

import anyio
import anyio.lowlevel

from tapete.web.edge.limits import EdgeLimits
from tapete.web.edge.turns import AT_ONCE, PUBLIC_AT_ONCE, Turns
from tapete.web.streams import Follower, Streams

LIMITS = EdgeLimits(connections=16, reserve=4, per_address=4)
EVA, ANA = Follower("10.0.0.1"), Follower("10.0.0.1", has_place=True)


class Table:
    """A table at which nothing happens after the first look."""

    version, revision = 1, (1, 1)

    async def changes(self) -> AsyncIterator[int]:
        yield 1
        await anyio.sleep_forever()


def played(scene: Any) -> None:
    async def main() -> None:
        streams = Streams(LIMITS)
        begun: list[Any] = []

        async def follow(who: Follower) -> bool:
            """Begin a stream; return whether it said anything."""
            stream = streams.follow(cast(Any, Table()), drawn, who)
            begun.append(stream)
            return await anext(stream, None) is not None

        await scene(streams, follow)
        for one in begun:
            await one.aclose()
        assert (streams.open, streams.public, dict(streams._by_address)) == (0, 0, {})

    anyio.run(main)


async def drawn() -> str:
    return "a table"


def test_streams_that_were_admitted_at_one_moment_do_not_all_begin() -> None:
    async def scene(streams: Streams, follow: Any) -> None:
        assert [await follow(EVA) for _ in range(5)] == [True, True, False, False, False]

    played(scene)


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


def drawn_in_turns(scene: Callable[[Pages], Awaitable[None]]) -> None:
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

    drawn_in_turns(scene)


def test_a_person_with_a_place_waits_for_no_crowd_and_the_door_hears_of_him() -> None:
    async def scene(pages: Pages) -> None:
        for number in range(20):
            await pages.ask(f"10.0.0.{number}", AT_ONCE)
        assert len(pages.begun) == PUBLIC_AT_ONCE
        await pages.ask("10.0.0.1", person="ana")
        assert (len(pages.begun), pages.known) == (PUBLIC_AT_ONCE + 1, ["ana"])
        await pages.ask("10.0.0.1", AT_ONCE, person="ana")
        assert len(pages.begun) == PUBLIC_AT_ONCE + AT_ONCE, "she waits for herself"

    drawn_in_turns(scene)


def test_an_act_waits_for_no_page() -> None:
    async def scene(pages: Pages) -> None:
        await pages.ask("10.0.0.1", AT_ONCE + 1)
        await pages.ask("10.0.0.1", method="POST")
        assert len(pages.begun) == AT_ONCE + 1

    drawn_in_turns(scene)
