"""The server of a hall at work: when it shows people out, how it stops, with which sockets it listens, what it is made
of, and whose place somebody asks in.
"""

from __future__ import annotations

import asyncio
import signal
from types import SimpleNamespace
from typing import Any, cast

import h11
import pytest
import uvicorn
from litestar.exceptions import NotFoundException

from tapete.web import server as of_server
from tapete.web.edge.addresses import Addresses
from tapete.web.edge.door import Door, Stage
from tapete.web.edge.limits import EdgeLimits
from tapete.web.edge.protocol import MOST_HEADER, EdgeConfig, EdgeProtocol
from tapete.web.operations.monitor_access import MonitorAccess
from tapete.web.server import MONITOR, Application, Server, make_server, require_document, run
from tapete.web.sessions import Session
from tapete.web.staff_access import StaffAccess


class Noted:
    """Notes what it is asked to do."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return lambda *_: self.done.append(name)


def made(noted: Noted) -> Server:
    """Return a server whose door, streams and people note what becomes of them."""
    config: Any = SimpleNamespace(door=noted, bind_socket=lambda: "bound")
    server = Server.__new__(Server)
    server.config, server.door, server._state = config, cast(Any, noted), cast(Any, "state")
    server._streams, server._loop = cast(Any, noted), None
    return server


@pytest.fixture
def above(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What the server of the library was asked meanwhile."""
    asked: list[tuple[Any, ...]] = []

    def asking(name: str, result: Any = None) -> Any:
        async def ask(self: Any, *given: Any, **named: Any) -> Any:
            asked.append((name, *given, *named.values()))
            return result

        return ask

    for name, result in (("on_tick", True), ("serve", None), ("startup", None), ("shutdown", None)):
        monkeypatch.setattr(uvicorn.Server, name, asking(name, result))
    monkeypatch.setattr(uvicorn.Server, "handle_exit", lambda self, sig, frame: asked.append(("handle_exit", sig)))
    return asked


def test_once_a_second_the_time_of_connections_and_of_logins_is_looked_at(
    above: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = Noted()
    monkeypatch.setattr(of_server, "sweep", lambda state: noted.done.append(f"sweep {state}"))
    server, looked = made(noted), []
    for counter in range(31):
        noted.done.clear()
        assert asyncio.run(server.on_tick(counter)) is True
        looked += [counter] if noted.done == ["sweep", "sweep state"] else []
        assert len(noted.done) == (2 if counter % 10 == 0 else 0)
    assert looked == [0, 10, 20, 30]
    assert above == [("on_tick", counter) for counter in range(31)]


def test_a_signal_wakes_the_streams_in_their_loop_and_a_stop_without_one_at_once(above: list[Any]) -> None:
    noted = Noted()
    server = made(noted)
    server.handle_exit(signal.SIGINT, None)
    assert (noted.done, above) == ([], [("handle_exit", signal.SIGINT)]), "it had not begun"

    async def scene() -> None:
        await server.startup()
        assert server._loop is asyncio.get_running_loop()
        server.handle_exit(signal.SIGTERM, None)
        assert noted.done == []
        await asyncio.sleep(0)
        assert noted.done == ["close"]
        await server.shutdown()
        assert noted.done == ["close", "close"]

    asyncio.run(scene())
    assert above[1:] == [("startup", None), ("handle_exit", signal.SIGTERM), ("shutdown", None)]


@pytest.mark.parametrize(("given", "listened"), [(None, ["bound"]), ([], ["bound"]), (["one", "two"], ["one", "two"])])
def test_it_listens_with_the_sockets_that_it_is_given_or_with_its_own(
    above: list[Any], monkeypatch: pytest.MonkeyPatch, given: Any, listened: list[str]
) -> None:
    monkeypatch.setattr(of_server, "descriptors", lambda: 1_000)
    monkeypatch.setattr(of_server, "Listener", lambda socket, most: (socket, most))
    asyncio.run(made(Noted()).serve(given))
    assert above == [("serve", [(one, 872) for one in listened])]


def test_a_hall_is_served_with_all_that_was_said_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []

    class Made:
        async def serve(self) -> None:
            told.append("served")

    def make(*given: Any, **named: Any) -> Any:
        told.append((given, named))
        return Made()

    monkeypatch.setattr(of_server, "make_server", make)
    named: dict[str, Any] = {"addresses": "addresses", "staff_access": "access", "people": "people"}
    asyncio.run(run(cast(Any, "hall"), "host", 7, **named))
    assert told == [(("hall", "host", 7), named), "served"]
    asyncio.run(run(cast(Any, "hall")))
    assert told[2] == (("hall", "127.0.0.1", 8000), dict.fromkeys(named))


def test_the_application_of_a_server_is_made_of_what_the_server_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []

    def create(*given: Any, **named: Any) -> Any:
        told.append((given, named))
        return SimpleNamespace(state=SimpleNamespace(streams="streams"))

    monkeypatch.setattr(of_server, "create_app", create)
    monkeypatch.setattr(of_server, "descriptors", lambda: 1_024)
    hall, addresses = cast(Any, "hall"), Addresses(proxies=("10.0.0.0/8",))
    named: dict[str, Any] = {
        "addresses": addresses,
        "limits": EdgeLimits(connections=16, reserve=4, per_address=4),
        "staff_access": StaffAccess(key="llave"),
        "people": "people",
        "monitor": MonitorAccess("clave"),
    }
    server = make_server(hall, "10.0.0.7", 80, **named)
    assert told == [((hall,), {"hosts": ("10.0.0.7",), "door": server.door, **named})]
    assert (server.door.limits, server.config.door) == (named["limits"], server.door)
    assert ("10.1.2.3" in server.door._proxies, "11.1.2.3" in server.door._proxies) == (True, False)
    plain = make_server(hall)
    assert plain.door.limits == told[1][1]["limits"] == EdgeLimits(672, 168, 252)
    assert {name: one for name, one in told[1][1].items() if name not in ("door", "limits")} == {
        "hosts": ("127.0.0.1",),
        "addresses": Addresses(),
        "staff_access": None,
        "people": None,
        "monitor": None,
    }


@pytest.mark.parametrize(
    ("path", "is_there"),
    [
        ("/api/v1", True), ("/api/v1/", True), ("/api/v1/openapi.json", True), ("/api/v1/openapi.json/", True),
        ("/api/v1/openapi.yaml", False), ("/api/v1/openapi.json/x", False), ("/api", False), ("/openapi.json", False),
    ],
)  # fmt: skip
def test_under_the_address_of_the_description_there_is_nothing_else(path: str, is_there: bool) -> None:
    request: Any = SimpleNamespace(url=SimpleNamespace(path=path))
    if is_there:
        require_document(request)
    else:
        with pytest.raises(NotFoundException):
            require_document(request)


class Sessions:
    """A session of Ana, with a place or without one."""

    def find(self, token: str | None) -> Session | None:
        return {"ana": Session("mesa", cast(Any, "ana"), 0.0), "eva": Session("mesa", cast(Any, "eva"), 0.0)}.get(
            token or ""
        )


@pytest.mark.parametrize(
    ("headers", "person"),
    [
        ({}, None),
        ({"authorization": "Bearer clave"}, MONITOR),
        ({"authorization": "bearer clave"}, MONITOR),
        ({"authorization": "Basic clave"}, None),
        ({"cookie": "tapete-place=clave"}, MONITOR),
        ({"authorization": "Bearer ana"}, "ana"),
        ({"cookie": "otra=eva; tapete-place=ana"}, "ana"),
        ({"authorization": "Basic eva", "cookie": "tapete-place=ana"}, "ana"),
        ({"authorization": "Bearer nadie", "cookie": "tapete-place=ana"}, None),
        ({"authorization": "Bearer eva"}, None),
        ({"cookie": "tapete-place=eva"}, None),
        ({"cookie": "tapete-place=nadie"}, None),
        ({"cookie": "tapete-staff=ana"}, None),
    ],
)
def test_who_asks_is_whose_place_his_token_or_his_cookie_opens(
    monkeypatch: pytest.MonkeyPatch, headers: dict[str, str], person: str | None
) -> None:
    monkeypatch.setattr(of_server, "has_place", lambda state, session: session.person == "ana")
    app: Any = Application.__new__(Application)
    app.state = SimpleNamespace(monitor_access=MonitorAccess("clave"), sessions=Sessions())
    scope: Any = {"headers": [(name.encode(), value.encode()) for name, value in headers.items()]}
    assert app._person_of(scope) == person


def test_the_settings_of_the_library_are_those_of_a_door() -> None:
    config = EdgeConfig("app", Door(EdgeLimits(idle_s=12.4)), port=7, backlog=3)
    told = ("app", "http", "ws", "h11_max_incomplete_event_size", "timeout_keep_alive", "port", "backlog")
    assert [getattr(config, one) for one in told] == ["app", EdgeProtocol, "none", 16_384, 12, 7, 3]
    assert MOST_HEADER == 16_384


class Cycle(SimpleNamespace):
    """A request and its answer."""


@pytest.mark.parametrize(
    ("state", "begun", "stage", "cycle", "reached"),
    [
        (h11.IDLE, b"", "first-byte", None, "header"),
        (h11.IDLE, b"G", "first-byte", None, "header"),
        (h11.IDLE, b"", "answer", None, "idle"),
        (h11.IDLE, b"G", "answer", None, "header"),
        (h11.IDLE, b"", "idle", None, "idle"),
        (h11.SEND_BODY, b"", "header", None, "body"),
        (h11.DONE, b"", "body", None, "turn"),
        (h11.DONE, b"", "body", Cycle(response_started=False), "turn"),
        (h11.DONE, b"", "body", Cycle(response_started=True), "answer"),
        (h11.MUST_CLOSE, b"", "answer", Cycle(response_started=True), "answer"),
    ],
)
def test_a_connection_has_come_as_far_as_its_request(
    state: Any, begun: bytes, stage: str, cycle: Any, reached: str
) -> None:
    told: list[Any] = []
    line: Any = EdgeProtocol.__new__(EdgeProtocol)
    line._door = SimpleNamespace(reach=lambda caller, stage: told.append((caller, stage.value)))
    line._caller = caller = SimpleNamespace(stage=Stage(stage))
    line.conn, line.cycle = SimpleNamespace(their_state=state, trailing_data=(begun, False)), cycle
    line._tell()
    assert told == [(caller, reached)]
    line._caller = None
    line._tell()
    assert len(told) == 1


@pytest.mark.parametrize("has_caller", [True, False])
def test_whoever_does_not_read_is_known_to_the_door_until_he_reads_on(
    monkeypatch: pytest.MonkeyPatch, has_caller: bool
) -> None:
    above: list[str] = []
    for name in ("pause_writing", "resume_writing"):
        monkeypatch.setattr(f"uvicorn.protocols.http.h11_impl.H11Protocol.{name}", lambda self, n=name: above.append(n))
    line: Any = EdgeProtocol.__new__(EdgeProtocol)
    line._door = SimpleNamespace(clock=lambda: 7.0)
    line._caller = caller = SimpleNamespace(unread_since=None) if has_caller else None
    line.pause_writing()
    assert caller is None or caller.unread_since == 7.0
    line.resume_writing()
    assert caller is None or caller.unread_since is None
    assert above == ["pause_writing", "resume_writing"]
