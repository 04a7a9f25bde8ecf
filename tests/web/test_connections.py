"""Threat T18: connections and drawn pages: whose time is over, who makes room for whom, what people at a table keep."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from tapete.web.edge.addresses import TrustedProxies
from tapete.web.edge.connections import OWN_CONNECTIONS, Connection, ConnectionLimiter, Stage
from tapete.web.edge.limits import AT_ONCE, PUBLIC_AT_ONCE, EdgeLimits, FairQueue, address_key, limits_for
from tapete.web.edge.protocol import Listener
from tapete.web.guard import HEADERS
from tapete.web.server import Server, make_server
from tests.support.rows import rows
from tests.support.web.house import ORIGIN, Clock

SMALL = EdgeLimits(connections=8, reserve=2, per_address=3)


class Hall:
    def __init__(self, limits: EdgeLimits = SMALL, proxies: tuple[str, ...] = ()) -> None:
        self.clock = Clock()
        self.connections = ConnectionLimiter(limits, TrustedProxies(proxies), self.clock)
        self.closed: list[str] = []

    def come(self, name: str, address: str) -> Connection:
        found = self.connections.enter(address, lambda: self.closed.append(name))
        assert found is not None, name
        return found


def test_one_address_has_as_many_connections_as_whoever_runs_the_hall_says_and_half_of_the_publics_at_most() -> None:
    has = [limits_for(8_192).per_address, *(limits_for(8_192, one).per_address for one in (16, 1_000, 100_000))]
    assert has == [256, 16, 1_000, limits_for(8_192).public // 2]


def test_room_is_made_by_the_same_address_then_by_whoever_is_quiet_for_longest_and_never_by_people_at_a_table() -> None:
    hall = Hall()
    hall.come("ana", "10.0.0.1")
    for number in range(5):
        hall.come(f"eva-{number}", "10.0.0.2")
    assert (hall.closed, len(hall.connections)) == (["eva-0", "eva-1"], 4), "one address makes room for itself"
    hall = Hall()
    ana = hall.come("ana", "10.0.0.1")
    hall.connections.know(ana, "ana")
    busy = hall.come("busy", "10.0.0.2")
    hall.connections.reach(busy, Stage.ANSWER)
    for number in range(3, 9):
        hall.come(f"eva-{number}", f"10.0.0.{number}")
    assert (hall.closed, len(hall.connections)) == (["eva-3"], 7)


def seated(hall: Hall, callers: Iterable[tuple[str, str]]) -> int:
    """Let people who have a place come and be answered, each from an address; return how many have a connection."""
    for person, address in callers:
        connection = hall.connections.enter(address, lambda: None)
        if connection is not None:
            hall.connections.know(connection, person)
            hall.connections.reach(connection, Stage.ANSWER)
    return len(hall.connections)


def test_the_public_keeps_a_way_in_however_many_connections_people_at_a_table_have() -> None:
    hall = Hall()
    assert seated(hall, ((f"ana-{number}", f"10.0.1.{number}") for number in range(20))) == SMALL.connections
    hall.connections.reach(next(iter(hall.connections._public)), Stage.IDLE)
    assert hall.connections.enter("10.0.2.1", lambda: None) is not None
    assert len(hall.connections) == SMALL.connections


def test_one_person_at_a_table_has_no_more_than_a_share() -> None:
    hall = Hall(EdgeLimits(connections=400, reserve=100, per_address=40))
    assert seated(hall, [("ana", "10.0.0.1")] * (OWN_CONNECTIONS + 60)) == OWN_CONNECTIONS + 40


def test_a_proxy_is_not_counted_as_one_address() -> None:
    hall = Hall(proxies=("10.0.0.0/24",))
    for number in range(6):
        hall.come(str(number), "10.0.0.9")
    assert hall.closed == []


@rows(
    "host, key",
    [
        ("10.1.2.3", "10.1.2.3"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("2001:db8:1:2:3::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_a_house_with_a_network_of_addresses_is_one_address(host: str, key: str) -> None:
    assert address_key(host) == key


def test_a_connection_is_not_accepted_with_a_descriptor_that_is_kept() -> None:
    with socket.create_server(("127.0.0.1", 0)) as plain, Listener(plain, 0) as listener:
        with socket.create_connection(listener.getsockname()) as connection:
            with pytest.raises(ConnectionAbortedError):
                listener.accept()
            assert connection.recv(1) == b""
        listener.ceiling = 1_000_000
        with socket.create_connection(listener.getsockname()):
            with pytest.raises(BlockingIOError):
                listener.accept()
            with listener.accept()[0] as accepted:
                assert accepted.fileno() < listener.ceiling


def test_in_a_burst_each_connection_is_met_before_those_behind_it_take_the_room() -> None:
    """Sixty callers wait at once, ten descriptors are free below the ceiling, and whoever is met is let go at once."""
    met = 0

    async def let_go(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal met
        met += 1
        writer.transport.abort()

    async def burst() -> int:
        plain = socket.create_server(("127.0.0.1", 0))
        callers = [socket.create_connection(plain.getsockname()) for _ in range(60)]
        listener = Listener(plain, callers[-1].fileno() + 10)
        listener.setblocking(False)
        async with await asyncio.start_server(let_go, sock=listener):
            for connection in callers:
                connection.setblocking(False)
                with connection, suppress(ConnectionResetError):
                    assert await asyncio.get_running_loop().sock_recv(connection, 1) == b""
        return len(callers)

    assert asyncio.run(burst()) == met


@asynccontextmanager
async def serving(house: Any) -> AsyncIterator[tuple[Server, Clock, Callable[[bytes], Any]]]:
    server, clock = make_server(house.hall, port=0), Clock()
    server.connections.clock = clock
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]

    async def say(text: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(text)
        await writer.drain()
        return reader, writer

    try:
        yield server, clock, say
    finally:
        server.config.timeout_graceful_shutdown = None  # nothing is cut off
        server.should_exit = True
        await asyncio.wait_for(running, 60)  # whatever has not come whole holds up no end


async def until(stage: Stage, server: Server) -> None:
    while [one.stage for one in server.connections._public] != [stage]:
        await asyncio.sleep(0.01)


HOST = b"Host: localhost\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
BEGUN = {
    Stage.FIRST_BYTE: (b"", "first_byte_s"),
    Stage.HEADER: (b"GET / HTTP/1.1\r\nHost:", "header_s"),
    Stage.BODY: (b"POST /mesa/mesa/entrar HTTP/1.1\r\n" + HOST + FORM + b"Content-Length: 9\r\n\r\nperson", "body_s"),
    Stage.IDLE: (b"GET / HTTP/1.1\r\n" + HOST + b"\r\n", "idle_s"),
}


@pytest.mark.parametrize("stage", BEGUN)
async def test_whoever_takes_too_long_is_shown_out(house: Any, /, stage: Stage) -> None:
    async with serving(house) as (server, clock, say):
        text, limit = BEGUN[stage]
        reader, writer = await say(text)
        await until(stage, server)
        clock.now += getattr(server.connections.limits, limit)
        server.connections.sweep()
        assert len(server.connections) == 1
        clock.now += 0.1
        server.connections.sweep()
        assert len(server.connections) == 0
        rest = await reader.read()
        assert rest == b"" or stage is Stage.IDLE
        writer.close()
        _, writer = await say(text)
        await until(stage, server)
    writer.close()


async def test_a_byte_now_and_then_gains_no_time(house: Any, /) -> None:
    async with serving(house) as (server, clock, say):
        _, writer = await say(b"GET / HTTP/1.1\r\nX-A: ")
        await until(Stage.HEADER, server)
        for _ in range(3):
            clock.now += server.connections.limits.header_s / 2
            server.connections.sweep()
            writer.write(b"a")
        assert len(server.connections) == 0
        writer.close()


async def test_a_stream_may_be_silent_for_as_long_as_it_likes_but_must_be_read(house: Any, /) -> None:
    async with serving(house) as (server, clock, say):
        reader, writer = await say(b"GET /mesa/mesa/publico/flujo HTTP/1.1\r\n" + HOST + b"\r\n")
        await reader.readuntil(b"data: ")
        clock.now += 86_400
        server.connections.sweep()
        (connection,) = server.connections._public
        assert connection.stage is Stage.ANSWER, "whoever is answered already is closed to make room for nobody"
        connection.unread_since = clock.now
        clock.now += server.connections.limits.reading_s + 1
        server.connections.sweep()
        assert len(server.connections) == 0
        writer.close()


async def test_what_is_no_http_is_told_so_with_the_headers_of_every_answer(house: Any, /) -> None:
    async with serving(house) as (_, _, say):
        get = b"GET / HTTP/1.1\r\nConnection: close\r\n" + HOST
        whole = [get + b"X: " + b"a" * 17_000 + b"\r\n\r\n", get + b"X: a\r\n" * 3_000 + b"\r\n"]  # in one piece
        for text in (b"\x16\x03\x01\r\n\r\n", b"GET / HTTP/1.1\r\nX: " + b"a" * 20_000, *whole):
            reader, writer = await say(text)
            answer = (await reader.read()).decode()
            assert answer.startswith("HTTP/1.1 400 ")
            for name, value in HEADERS.items():
                assert f"{name}: {value}\r\n" in answer
            writer.close()


async def test_request_with_two_lengths_is_refused_and_its_connection_ends(house: Any, /) -> None:
    twice = {"content-length": "5", "transfer-encoding": "chunked"}
    answer = await house.client.post("/api/v1/sessions", content=b"0\r\n\r\n", headers=twice)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert answer.headers["connection"] == "close"
    assert "content-security-policy" in answer.headers
    body = {"table": "mesa", "person": "eva"}
    assert (await house.client.post("/api/v1/sessions", json=body)).status_code == 201


class Pages:
    """An application whose pages are drawn when a test says so; a person is named by the path."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.drawn = asyncio.Event()
        self.read = asyncio.Event()
        self.known: list[str] = []
        self.statuses: list[int] = []
        self.turns = FairQueue(self.draw, lambda scope: scope["path"].removeprefix("/") or None)  # type: ignore[arg-type]
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


def test_an_address_has_a_few_pages_drawn_at_a_time_and_a_person_with_a_place_waits_for_no_crowd() -> None:
    async def scene() -> None:
        pages = Pages()
        await pages.ask("10.0.0.1", AT_ONCE + 5)
        assert len(pages.begun) == AT_ONCE
        await pages.ask("10.0.0.2")
        assert pages.begun[AT_ONCE:] == ["10.0.0.2"]
        await pages.ask("10.0.0.1", method="POST")
        assert len(pages.begun) == AT_ONCE + 2, "an act waits for no page"
        for number in range(3, 20):
            await pages.ask(f"10.0.0.{number}", AT_ONCE)
        assert len(pages.begun) == PUBLIC_AT_ONCE + 1
        await pages.ask("10.0.0.1", person="ana")
        assert (len(pages.begun), pages.known) == (PUBLIC_AT_ONCE + 2, ["ana"])
        await pages.ask("10.0.0.1", AT_ONCE, person="ana")
        assert len(pages.begun) == PUBLIC_AT_ONCE + AT_ONCE + 1, "she waits for herself"
        await pages.ask("10.0.0.40", method="HEAD")
        pages.drawn.set()
        pages.read.set()
        await asyncio.gather(*pages.tasks, return_exceptions=True)
        assert (pages.turns._queues, pages.turns._public._value) == ({}, PUBLIC_AT_ONCE), "also after one that failed"

    asyncio.run(scene())


async def test_a_key_that_is_no_text_is_refused_as_any_other_field(house: Any, /) -> None:
    body = {"table": "mesa", "person": "eva", "key": []}
    answer = await house.client.post("/api/v1/sessions", json=body, headers={"accept-language": "es"})
    assert (answer.status_code, answer.json()["detail"]) == (400, "«table», «person», «key» y «back» son textos.")
    for kind in ("", "Content-Type: text/plain; charset=otro\r\n", "Content-Type: application/json\r\n"):
        part = f'--x\r\nContent-Disposition: form-data; name="person"\r\n{kind}\r\n\xff\r\n--x--'.encode("latin-1")
        headers = ORIGIN | {"content-type": "multipart/form-data; boundary=x"}
        answer = await house.client.post("/mesa/mesa/entrar", content=part, headers=headers)
        assert (answer.status_code, "Falta un dato o no se entiende" in answer.text) == (400, True), kind
