"""Streams in a house: its page, its desks and its programs follow it as tables are followed, and count among them.

Every way to follow something is under the same limits: those of a session, of an address, of the public, of everybody.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import anyio
import pytest
from litestar.exceptions import LitestarException

from tapete.house import acts as a
from tapete.house.terms import KEY
from tapete.live import Hall, Keys, security_log
from tapete.table.staff import Role
from tapete.web import create_app, going_on, streams
from tapete.web.edge.limits import EdgeLimits
from tapete.web.sessions import COOKIE, Session
from tapete.web.staff_access import StaffAccess
from tapete.web.streams import MOST_OF_ONE, Follower, Streams
from tapete.words import LANGS
from tests.support.house import ANA, CASHIER, CROUPIER, DIRECTOR, TABLE
from tests.support.live.evening import OPENING, do
from tests.support.web.following import Following, following
from tests.web.test_streams import BEGINNING

HOUSE, OF_TABLE, FORMER = "/api/v1/house/stream", f"/api/v1/tables/{TABLE}/stream", "mesa-de-ayer"
OWN_ADDRESS, OTHER, THIRD = "127.0.0.1", "10.0.0.1", "10.0.0.2"


class Way(NamedTuple):
    """How something is followed: at which address, and by whose session of which place, if by any."""

    path: str
    place: str = ""
    person: str = ""
    is_staff: bool = False
    is_program: bool = False


OF_HOUSE = {
    "its page": Way("/casa/flujo"),
    "a program": Way(HOUSE),
    "the director's desk": Way("/casa/direccion/flujo", KEY, DIRECTOR, is_staff=True),
    "the cash desk": Way("/casa/caja/flujo", KEY, CASHIER, is_staff=True),
    "the director's program": Way(HOUSE, KEY, DIRECTOR, is_staff=True, is_program=True),
    "the cashier's program": Way(HOUSE, KEY, CASHIER, is_staff=True, is_program=True),
    "a player's program": Way(HOUSE, KEY, ANA, is_program=True),
}
"""Ways to follow the house."""

OF_TABLES = {
    "a screen": Way(f"/mesa/{TABLE}/publico/flujo"),
    "a program of a table": Way(OF_TABLE),
    "a player's page": Way(f"/mesa/{TABLE}/como/{ANA}/flujo", TABLE, ANA),
    "a player's program at a table": Way(OF_TABLE, TABLE, ANA, is_program=True),
    "a croupier's page": Way(f"/mesa/{TABLE}/como/{CROUPIER}/flujo", TABLE, CROUPIER, is_staff=True),
    "a croupier's program": Way(OF_TABLE, TABLE, CROUPIER, is_staff=True, is_program=True),
}
"""Ways to follow a table of the house."""

LED_ON = {
    "a screen of a former day": Way(f"/mesa/{FORMER}/publico/flujo"),
    "a page of a former day": Way(f"/mesa/{FORMER}/como/{ANA}/flujo"),
}
"""Ways that say one thing and end."""

WAYS = OF_HOUSE | OF_TABLES | LED_ON
WITH_SESSION = [name for name, way in WAYS.items() if way.person]


class Scene:
    """A house on an open day with one table, and whoever follows something there."""

    def __init__(self, hall: Hall) -> None:
        self.hall: Any = hall
        self.house: Any = hall.house
        self.app: Any = create_app(hall, hosts=["testserver.local"], staff_access=StaffAccess(key="llave"))  # type: ignore[arg-type]
        self.state = self.app.state

    def session(self, way: Way) -> tuple[dict[str, str], Session | None]:
        """Begin the session of a way; return the headers that show it, and the session itself."""
        if not way.person:
            return {}, None
        token = self.state.sessions.open(way.place, way.person, staff=way.is_staff)
        shown = {"authorization": f"Bearer {token}"} if way.is_program else {"cookie": f"{COOKIE}={token}"}
        return shown, self.state.sessions.find(token)

    @asynccontextmanager
    async def opened(self, names: dict[str, Way]) -> AsyncIterator[dict[str, Following]]:
        """Follow in every one of some ways; the present has come already."""
        async with AsyncExitStack() as stack:
            found = {}
            for name, way in names.items():
                shown, _ = self.session(way)
                found[name] = await stack.enter_async_context(following(self.app, way.path, **shown))
                await found[name].next()
            yield found

    async def settle(self) -> None:
        """Let whatever ends come to its end."""
        for _ in range(30):
            await asyncio.sleep(0)

    def counted(self) -> tuple[int, int, int, int]:
        """Return how many streams are counted: all, those of the public, those of addresses, those of sessions."""
        known = self.state.streams
        of_sessions = sum(one.streams for one in self.state.sessions._known.values())
        return known.open, known.public, sum(known._by_address.values()), of_sessions


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., None]:
    def play(scene: Any) -> None:
        async def main() -> None:
            hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.fresh())
            house = await hall.open_house(a.OpenHouse("Casino de prueba", DIRECTOR))
            await do(house, DIRECTOR, a.OpenDay("2026-11-22"), a.GoOnDuty(Role.CASHIER, CASHIER))
            await hall.open_table("punto-y-banca", OPENING)
            try:
                await scene(Scene(hall))
            finally:
                await hall.stop()

        anyio.run(main)

    return play


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Whatever is written into the security log."""
    found: list[Any] = []
    monkeypatch.setattr(security_log, "tell", lambda what, **facts: found.append((what, facts)))
    return found


def number(message: str) -> int:
    """Return the version that a message shows."""
    return int(message.partition("\n")[0].removeprefix("id: "))


def content(message: str) -> str:
    """Return what a message says."""
    return "\n".join(line.removeprefix("data: ") for line in message.splitlines()[1:])


# --- how many ---------------------------------------------------------------------------------------------------------

LIMITS = EdgeLimits(connections=12, reserve=4, per_address=6)
"""Nine streams, four of them the public's, and three of one address."""

Others = tuple[tuple[str, bool, int], ...]
CASES: list[tuple[Others, bool, bool]] = [
    ((), True, True),
    (((OWN_ADDRESS, False, 2),), True, True),
    (((OWN_ADDRESS, False, 3),), True, False),
    (((OTHER, False, 3),), True, True),
    (((OTHER, False, 2), (THIRD, False, 2)), True, False),
    (((OTHER, True, 8),), True, True),
    (((OTHER, True, 9),), False, False),
]
"""Who follows already, from where and whether with a place; whether one more with a place may, and one without."""


@pytest.mark.parametrize("name", WAYS)
def test_every_way_to_follow_is_under_the_limits_of_all(
    run: Any, name: str, told: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    way = WAYS[name]
    monkeypatch.setattr(going_on, "successor_of", lambda _, table: TABLE if table == FORMER else None)

    async def scene(here: Scene) -> None:
        for others, with_place, without in CASES:
            here.state["streams"] = known = Streams(LIMITS)
            for address, has_place, many in others:
                for _ in range(many):
                    known._count(Follower(address, has_place=has_place), 1)
            before, is_admitted = here.counted(), with_place if way.is_staff else without
            shown, _ = here.session(way)
            told.clear()
            async with following(here.app, way.path, **shown) as stream:
                if is_admitted:
                    await stream.next()
                    assert (stream.status, told) == (200, []), others
                    added = 0 if name in LED_ON else 1
                    public = 0 if way.is_staff else added
                    own = added if way.person else 0
                    assert [now - then for now, then in zip(here.counted(), before, strict=True)] == [
                        *(added, public, public, own)
                    ], others
                else:
                    await stream.end()
                    assert (stream.status, "too-many-streams" in stream.sent.decode()) == (429, True), others
                    assert told == [("streams-full", {"address": OWN_ADDRESS})]
            await here.settle()
            assert here.counted() == before, others

    run(scene)


@pytest.mark.parametrize("name", WITH_SESSION)
def test_every_session_has_its_share_whatever_it_follows(run: Any, name: str, told: list[Any]) -> None:
    way = WAYS[name]

    async def scene(here: Scene) -> None:
        shown, session = here.session(way)
        assert session is not None
        for already, status in ((0, 200), (MOST_OF_ONE - 1, 200), (MOST_OF_ONE, 429), (MOST_OF_ONE + 1, 429)):
            session.streams = already
            async with following(here.app, way.path, **shown) as stream:
                if status == 200:
                    await stream.next()
                    assert (stream.status, session.streams) == (200, already + 1)
                else:
                    await stream.end()
                    assert (stream.status, session.streams) == (429, already)
            await here.settle()
            assert session.streams == already

    run(scene)
    assert told == [("streams-full", {"address": OWN_ADDRESS})] * 2


@pytest.mark.parametrize("name", [name for name in WITH_SESSION if name in OF_HOUSE])
def test_whoever_closes_one_of_his_pages_of_the_house_may_open_another(
    run: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MOST_OF_ONE", 2)
    way = WAYS[name]

    async def scene(here: Scene) -> None:
        (shown, _), (other, _) = here.session(way), here.session(way)
        async with (
            following(here.app, way.path, **shown) as one,
            following(here.app, way.path, **shown) as two,
            following(here.app, way.path, **other) as third,  # another session of his has its own share
        ):
            for stream in (one, two, third):
                await stream.next()
            async with following(here.app, way.path, **shown) as more:
                await more.end()
                assert more.status == 429
            one.gone.set()
            await one.end()
            async with following(here.app, way.path, **shown) as again:
                await again.next()
        await here.settle()
        assert here.counted() == (0, 0, 0, 0)

    run(scene)


@pytest.mark.parametrize("name", OF_HOUSE | OF_TABLES)
def test_an_answer_that_nobody_fetches_counts_for_nobody(run: Any, name: str) -> None:
    way = WAYS[name]

    async def scene(here: Scene) -> None:
        shown, _ = here.session(way)
        async with following(here.app, way.path, **shown) as stream:
            stream.ready.clear()
            stream.gone.set()
            await here.settle()
        await here.settle()
        assert here.counted() == (0, 0, 0, 0)

    run(scene)


# --- what is told -----------------------------------------------------------------------------------------------------


def test_the_present_of_the_house_comes_first_and_then_every_change_once(run: Any) -> None:
    async def scene(here: Scene) -> None:
        async with here.opened(OF_HOUSE) as found:
            first = here.house.version
            for stream in found.values():
                assert stream.status == 200
                assert {name: stream.headers.get(name) for name in BEGINNING} == BEGINNING
                assert [number(one) for one in stream.messages] == [first]
            await do(here.house, DIRECTOR, a.WriteMinutes("Se ha ido la luz"))
            assert [number(await stream.next()) for stream in found.values()] == [first + 1] * len(found)
            here.house._notifier.notify()  # rung without news
            here.house.redraw()  # what stands beside the record is drawn too
            assert [number(await stream.next()) for stream in found.values()] == [first + 1] * len(found)
            assert [len(stream.messages) for stream in found.values()] == [3] * len(found)

    run(scene)


def test_each_way_tells_what_its_page_shows_and_nothing_else(run: Any) -> None:
    """A stream draws the part of its page that follows the house, and a program's the same view as its reading."""

    async def scene(here: Scene) -> None:
        async with here.opened(OF_HOUSE) as found:
            told = {name: content(stream.messages[0]) for name, stream in found.items()}
        desks = {name for name, text in told.items() if 'name="act"' in text}
        assert desks == {"the director's desk", "the cash desk"}
        assert told["the director's desk"] != told["the cash desk"]
        for name, way in OF_HOUSE.items():
            if way.path == HOUSE:
                viewer = way.person or None
                view = here.house.view(viewer)
                read = json.loads(told[name])
                assert set(read) == {"version", "view"}
                assert (read["version"], read["view"]["posts"]) == (
                    here.house.version,
                    [str(one) for one in view.posts],
                )
                assert read["view"]["me"] == (None if view.me is None else {**read["view"]["me"], "person": viewer})

    run(scene)


@pytest.mark.parametrize("name", [name for name, way in OF_HOUSE.items() if way.path != HOUSE])
def test_a_stream_of_the_house_speaks_the_language_of_its_page(run: Any, name: str) -> None:
    way = OF_HOUSE[name]

    async def scene(here: Scene) -> None:
        shown, _ = here.session(way)
        told: dict[str, str] = {}
        for lang in LANGS:
            for path, header in ((f"{way.path}?lang={lang}", "es"), (way.path, lang)):
                async with following(here.app, path, **shown, **{"accept-language": header}) as stream:
                    found = re.sub(r'(name="command" value=|data-now=)"[^"]*"', "", content(await stream.next()))
                    assert told.setdefault(lang, found) == found
        assert len(set(told.values())) == len(LANGS)

    run(scene)


# --- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["session", "duty"])
def test_a_desk_is_followed_no_longer_than_it_is_held(run: Any, how: str) -> None:
    async def scene(here: Scene) -> None:
        async with here.opened(OF_HOUSE) as found:
            if how == "session":
                here.state.sessions._known.clear()
                here.house.redraw()
                ending = {name for name, way in OF_HOUSE.items() if way.person}
            else:
                await do(here.house, DIRECTOR, a.GoOffDuty(Role.CASHIER, CASHIER))
                ending = {name for name, way in OF_HOUSE.items() if way.person == CASHIER}
            for name in ending:
                await found[name].end()
                assert len(found[name].messages) == 1
            for name in OF_HOUSE.keys() - ending:
                await found[name].next()
        await here.settle()
        assert here.counted() == (0, 0, 0, 0)

    run(scene)


@pytest.mark.parametrize("how", ["hall", "server", "browser"])
def test_all_streams_of_a_house_end_with_whatever_ends_and_leave_nothing_behind(run: Any, how: str) -> None:
    async def scene(here: Scene) -> None:
        async with here.opened(OF_HOUSE) as found:
            assert here.counted() == (7, 3, 3, 5)
            assert len(here.house._notifier._listeners) == 7
            if how == "hall":
                await here.hall.stop()
            elif how == "server":
                here.state.streams.close()
            else:
                for stream in found.values():
                    stream.gone.set()
            for stream in found.values():
                await stream.end()
                assert len(stream.messages) == 1
        await here.settle()
        assert (here.counted(), len(here.house._notifier._listeners)) == ((0, 0, 0, 0), 0)

    run(scene)


def test_a_drawing_of_the_house_that_fails_ends_its_stream_and_leaves_nothing_behind(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(here: Scene) -> None:
        async with here.opened(OF_HOUSE) as found:
            monkeypatch.setattr(type(here.house), "view", lambda *_: 1 / 0)
            here.house.redraw()
            for stream in found.values():
                with pytest.raises(LitestarException):
                    await stream.end()
                assert len(stream.messages) == 1
            monkeypatch.undo()
        await here.settle()
        assert here.counted() == (0, 0, 0, 0)

    run(scene)
