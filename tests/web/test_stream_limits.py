"""Streams: how many one address, the public and everybody may have, and that none is counted longer than it lasts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, cast

import anyio
import anyio.lowlevel
import pytest

from tapete.web.edge.limits import EdgeLimits
from tapete.web.page_access import has_place
from tapete.web.problems import ProblemError
from tapete.web.streams import MOST_OF_ONE, Follower, Streams

LIMITS = EdgeLimits(connections=16, reserve=4, per_address=4)
EVA, ANA = Follower("10.0.0.1"), Follower("10.0.0.1", has_place=True)


class Table:
    """A table at which nothing happens after the first look."""

    version, revision = 1, (1, 1)

    async def changes(self) -> AsyncIterator[int]:
        yield 1
        await anyio.sleep_forever()


def test_limits_are_those_that_the_scenes_below_count_on() -> None:
    assert (LIMITS.streams, LIMITS.public_streams, LIMITS.streams_per_address) == (12, 6, 2)


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


def refused(streams: Streams, who: Follower) -> bool:
    try:
        streams.admit(who)
    except ProblemError as error:
        return (error.problem.status, error.problem.code) == (429, "too-many-streams")
    return False


def test_one_address_has_its_share_and_no_more() -> None:
    async def scene(streams: Streams, follow: Any) -> None:
        for _ in range(2):
            assert not refused(streams, EVA)
            assert await follow(EVA)
        assert refused(streams, EVA)
        assert not refused(streams, Follower("10.0.0.2"))
        assert not refused(streams, ANA), "who has a place at the same address"

    played(scene)


def test_the_public_never_has_what_is_kept_for_people_at_a_table() -> None:
    async def scene(streams: Streams, follow: Any) -> None:
        for number in range(6):
            assert await follow(Follower(f"10.0.1.{number}"))
        assert refused(streams, Follower("10.0.2.1"))
        for _ in range(6):
            assert not refused(streams, ANA)
            assert await follow(ANA)
        assert refused(streams, ANA), "the rest of the connections is for requests"

    played(scene)


def test_streams_that_were_admitted_at_one_moment_do_not_all_begin() -> None:
    async def scene(streams: Streams, follow: Any) -> None:
        assert [await follow(EVA) for _ in range(5)] == [True, True, False, False, False]

    played(scene)


def test_one_session_has_its_share() -> None:
    async def scene(streams: Streams, follow: Any) -> None:
        assert refused(streams, ANA._replace(open_streams=MOST_OF_ONE))
        assert not refused(streams, ANA._replace(open_streams=MOST_OF_ONE - 1))

    played(scene)


def test_an_answer_that_nobody_fetches_leaves_nothing_behind() -> None:
    called: list[str] = []

    async def scene(streams: Streams, follow: Any) -> None:
        stream = streams.follow(
            cast(Any, Table()), drawn, EVA, lambda: called.append("begun"), lambda: called.append("gone")
        )
        assert streams.open == 0
        await stream.aclose()  # type: ignore[attr-defined]
        assert called == []
        stream = streams.follow(
            cast(Any, Table()), drawn, EVA, lambda: called.append("begun"), lambda: called.append("gone")
        )
        await anext(stream)
        await stream.aclose()  # type: ignore[attr-defined]
        assert called == ["begun", "gone"]

    played(scene)


class BusyTable(Table):
    """A table at which something happens at once; it knows who listens to it still."""

    def __init__(self) -> None:
        self.ended: list[bool] = []
        self.listening: Any = None

    def changes(self) -> AsyncIterator[int]:
        self.listening = self._all()
        return cast(AsyncIterator[int], self.listening)

    async def _all(self) -> AsyncIterator[int]:
        try:
            yield 1
            yield 2
        finally:
            self.ended.append(True)


@pytest.mark.parametrize("turns", [0, 1, 5])
def test_whoever_stops_following_is_not_listened_for_any_more(turns: int) -> None:
    """Also where the next change has come already, and nobody has fetched it."""

    async def scene(streams: Streams, follow: Any) -> None:
        table = BusyTable()
        stream = streams.follow(cast(Any, table), drawn, EVA)
        assert await anext(stream) == b"id: 1\ndata: a table\n\n"
        for _ in range(turns):
            await anyio.lowlevel.checkpoint()
        assert table.ended == []
        await stream.aclose()  # type: ignore[attr-defined]
        assert table.ended == [True]

    played(scene)


@pytest.mark.parametrize("kind", ["page", "api"])
def test_who_has_a_place_follows_his_table_where_his_address_has_its_share(run: Any, kind: str) -> None:
    async def scene(house: Any) -> None:
        await house.prepare()
        streams: Streams = house.client._transport.app.state.streams
        streams._by_address["127.0.0.1"] = streams._limits.streams_per_address
        refused = await house.client.get("/mesa/mesa/publico/flujo")
        assert refused.status_code == 429
        state = house.client._transport.app.state
        ana, eva = await house.token("ana"), await house.token("eva")
        assert has_place(state, state.sessions.find(ana["authorization"].split()[1]))
        assert not has_place(state, state.sessions.find(eva["authorization"].split()[1]))
        where = "/api/v1/tables/mesa/stream" if kind == "api" else "/mesa/mesa/como/eva/flujo"
        asked = eva if kind == "api" else {"cookie": f"tapete-place={eva['authorization'].split()[1]}"}
        assert (await house.client.get(where, headers=asked)).status_code == 429

    run(scene)
