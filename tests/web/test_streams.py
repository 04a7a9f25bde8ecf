"""Streams, followed by Ana and the public, on pages and by the API: the present first, then each change; their end."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from tapete.kernel import PersonId
from tapete.table.acts import BuyIn, Relieve, Sit
from tapete.table.staff import Role
from tapete.web import streams
from tapete.web.edge.limits import EdgeLimits
from tapete.web.problems import ProblemError
from tapete.web.sessions import IDLE_S, MOST_TICKETS
from tapete.web.streams import Follower, Streams
from tests.support.rows import rows
from tests.support.web.following import Following, following
from tests.support.web.house import Clock, House

ANA = PersonId("ana")
PAGE, PUBLIC, API = "/mesa/mesa/como/ana/flujo", "/mesa/mesa/publico/flujo", "/api/v1/tables/mesa/stream"
OWN = ("page", "api")
ALL = (*OWN, "public", "public-api")


def as_ana(house: House) -> dict[str, tuple[str, dict[str, str]]]:
    cookies = {kind: house.cookie("ana") for kind in OWN}
    bearer = {"authorization": f"Bearer {cookies['api'].partition('=')[2]}"}
    return {"page": (PAGE, {"cookie": cookies["page"]}), "api": (API, bearer), "public": (PUBLIC, {}),
            "public-api": (API, {})}  # fmt: skip


def opened(house: House, kind: str) -> AbstractAsyncContextManager[Following]:
    address, headers = as_ana(house)[kind]
    return following(house.app, address, **headers)


@asynccontextmanager
async def all_opened(house: House, kinds: tuple[str, ...] = ALL) -> AsyncIterator[dict[str, Following]]:
    """Follow the table in every way; the present has come already."""
    async with AsyncExitStack() as stack:
        found = {kind: await stack.enter_async_context(opened(house, kind)) for kind in kinds}
        for stream in found.values():
            await stream.next()
        yield found


def version(message: str) -> int:
    return int(message.partition("\n")[0].removeprefix("id: "))


async def is_closed(house: House) -> bool:
    """Return whether nobody follows anything any more, as the server and the hall have it."""
    for _ in range(20):
        await asyncio.sleep(0)
    sessions = house.app.state.sessions._known.values()
    return not (
        house.app.state.streams.open or house.hall.presence.screens(ANA, "mesa") or sum(one.streams for one in sessions)
    )


async def test_the_present_comes_first_and_then_every_change_once(house: House, /) -> None:
    async with all_opened(house) as found:
        await house.act("bea", Sit(2))
        assert [version(await stream.next()) for stream in found.values()] == [2, 2, 2, 2]
        house.table._notifier.notify()  # rung without news
        house.table.redraw()  # something beside the record, of which these viewers see nothing, and learn nothing
        await house.act("bea", BuyIn(500))
        assert [version(await stream.next()) for stream in found.values()] == [3, 3, 3, 3]
        for stream in found.values():
            assert len(stream.messages) == 3
            assert (stream.status, stream.headers["content-type"].partition(";")[0]) == (200, "text/event-stream")
            assert (stream.headers["cache-control"], stream.headers["x-accel-buffering"]) == ("no-store", "no")
    told = streams.message('{"text":"a\u2028b\x85c\x1cd"}', 1)
    assert told.count(b"data: ") == 1, "what ends no line of a stream stays within its text"


async def test_a_slow_reader_gets_the_newest_and_nothing_queues_up(house: House, /) -> None:
    async with all_opened(house) as found:
        for stream in found.values():
            stream.ready.clear()
        await house.act("bea", Sit(2))
        for _ in range(4):
            await house.act("bea", BuyIn(500))
        for stream in found.values():
            stream.ready.set()
            seen = [version(await stream.next())]
            while seen[-1] < 6:
                seen.append(version(await stream.next()))
            assert seen in ([2, 6], [6])  # what was on its way when he stopped reading, and the newest
        await house.act("bea", BuyIn(500))
        assert [version(await stream.next()) for stream in found.values()] == [7, 7, 7, 7]  # and that once


async def test_a_ticket_opens_one_stream_of_its_person_for_a_minute(house: House, /) -> None:
    """``EventSource`` sends no token: a ticket stands for it once, and the stream ends with its session."""
    await house.prepare()
    bearer = as_ana(house)["api"][1]

    async def ticket() -> str:
        return str((await house.client.post("/api/v1/tickets", headers=bearer)).json()["ticket"])

    async with following(house.app, f"{API}?ticket={await ticket()}") as stream:
        assert '"person":"ana"' in await stream.next(), "the stream is not that of the person of the ticket"
        await house.act("ana", BuyIn(500))
        assert '"chips"' in await stream.next(), "the ticket is asked for again after the first message"
    used = await ticket()
    async with following(house.app, f"{API}?ticket={used}") as stream:
        await stream.next()
    assert house.app.state.sessions.use_ticket(used)() is None, "a ticket opens two streams"
    late = await ticket()
    house.app.state.sessions._clock = lambda: time.monotonic() + 61
    for word in (used, late, "nobody's", ""):
        again = await house.client.get(f"{API}?ticket={word}")
        assert (again.status_code, again.json()["code"]) == (401, "no-session"), "used up, too old, or none"
    house.app.state.sessions._clock = time.monotonic
    waiting = [house.app.state.sessions.use_ticket(one) for one in [await ticket() for _ in range(MOST_TICKETS + 1)]]
    assert [one() is None for one in waiting] == [True] + [False] * MOST_TICKETS, "one too many ends the oldest alone"
    seen = await house.client.get("/api/v1/tables/mesa/legal", params={"ticket": await ticket()})
    assert seen.json()["offers"] == [], "a ticket opens streams alone"
    assert (await house.client.post("/api/v1/tickets")).status_code == 401


@pytest.mark.parametrize("how", ["ended", "too-old", "on-duty"])
async def test_a_stream_does_not_outlive_its_session(house: House, /, how: str) -> None:
    """Nothing is told any more after a session has ended, whatever ended it; the public goes on."""
    clock = Clock()
    house.app.state.sessions._clock = clock
    async with all_opened(house) as found:
        if how == "ended":
            house.app.state.sessions._known.clear()
        elif how == "too-old":
            clock.now += IDLE_S + 1
        else:
            await house.act("system:house", Relieve(Role.CROUPIER, ANA))
        await house.act("zoraida", Sit(2))
        for kind in OWN:
            await found[kind].end()
            assert (len(found[kind].messages), "zoraida" in found[kind].sent.decode()) == (1, False)
        for kind in ("public", "public-api"):
            while "zoraida" not in await found[kind].next():
                pass
    assert await is_closed(house)


@pytest.mark.parametrize("how", ["hall", "server"])
async def test_all_streams_end_with_the_hall_and_with_the_server(house: House, /, how: str) -> None:
    async with all_opened(house) as found:
        if how == "hall":
            await house.hall.stop()
        else:
            house.app.state.streams.close()
        for stream in found.values():
            await stream.end()
            assert len(stream.messages) == 1
    assert await is_closed(house)


LIMITS = EdgeLimits(connections=12, reserve=4, per_address=6)
"""Nine streams, four of them the public's, and three of one address."""


@rows(
    "there, who, is_admitted",
    [
        ((("a", False, 2),), Follower("a"), True),
        ((("a", False, 3),), Follower("a"), False),
        ((("a", False, 3),), Follower("a", has_place=True), True),
        ((("a", False, 2), ("b", False, 2)), Follower("c"), False),
        ((("a", False, 2), ("b", False, 2)), Follower("c", has_place=True), True),
        ((("a", True, 9),), Follower("b"), False),
        ((("a", True, 9),), Follower("b", has_place=True), False),
        ((), Follower("a", open_streams=streams.MOST_OF_ONE - 1, has_place=True), True),
        ((), Follower("a", open_streams=streams.MOST_OF_ONE, has_place=True), False),
    ],
)
def test_who_may_follow_while_others_do(there: Any, who: Follower, is_admitted: bool) -> None:
    """An address and the public have a bound of their own; people with a place have the bound of all."""
    known = Streams(LIMITS)
    for address, has_place, number in there:
        for _ in range(number):
            known._count(Follower(address, has_place=has_place), 1)
    try:
        known.admit(who)
        found = None
    except ProblemError as error:
        found = (error.problem.status, error.problem.code)
    assert found == (None if is_admitted else (429, "too-many-streams"))


PING = b"\n\nevent: ping\ndata: 0\n\n"
"""It names the seconds after which there is another, so that whoever follows knows how long a silence may be."""


async def test_a_page_without_a_stream_asks_for_what_is_new_and_counts_as_there(house: House, /) -> None:
    cookie, ask = {"cookie": house.cookie("ana")}, f"{PAGE}?ahora=1"
    first = await house.client.get(ask, headers=cookie)
    assert (first.status_code, "now" in first.json()) == (200, True)
    assert house.hall.presence.screens(ANA, "mesa") == 1
    had = {"if-none-match": first.headers["etag"], **cookie}
    assert (await house.client.get(ask, headers=had)).status_code == 304
    await house.act("bea", Sit(2))
    assert (await house.client.get(ask, headers=had)).status_code == 200
    assert (await house.client.get(ask)).status_code == 401, "whoever has no session sees no page of Ana's"
    assert house.app.state.streams.open == 0


def test_a_quiet_table_keeps_its_connections_alive(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PING_S", 0.0)

    async def scene(house: House) -> None:
        async with opened(house, "public") as stream:
            await stream.next()
            for _ in range(1_000):
                if PING in stream.sent:
                    break
                await asyncio.sleep(0)
            assert PING in stream.sent
            assert len(stream.messages) == 1
            await house.act("bea", Sit(2))
            assert version(await stream.next()) == 2

    run(scene)
