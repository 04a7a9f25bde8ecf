"""The server of a hall as it is made: what it listens with, what its application knows, and what it refuses to be."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tapete.web import create_app
from tapete.web.edge.addresses import Addresses
from tapete.web.edge.limits import EdgeLimits
from tapete.web.parsers import BODY_LIMIT
from tapete.web.server import Connections, Server, make_server
from tapete.web.staff_access import StaffAccess


class Presence:
    """Notes who comes and goes."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str, str]] = []

    def connect(self, person: str, table: str) -> None:
        self.told.append(("connect", person, table))

    def disconnect(self, person: str, table: str) -> None:
        self.told.append(("disconnect", person, table))


class Hall:
    """A hall without tables."""

    def __init__(self) -> None:
        self.presence: Any = Presence()
        self.tables: dict[str, Any] = {}
        self.house = None


def made(**named: Any) -> Server:
    return make_server(cast(Any, Hall()), **named)


def test_a_server_listens_to_this_machine_alone_and_says_nothing_of_itself() -> None:
    config = made().config
    told = ("host", "port", "log_level", "access_log", "log_config", "server_header", "timeout_graceful_shutdown")
    assert [getattr(config, one) for one in told] == ["127.0.0.1", 8000, "error", False, None, False, 5]
    assert (config.backlog, config.proxy_headers, config.forwarded_allow_ips) == (1024, False, [])
    config = made(host="10.0.0.7", port=0, addresses=Addresses(proxies=("10.0.0.0/8",))).config
    assert (config.host, config.port, config.proxy_headers) == ("10.0.0.7", 0, True)
    assert config.forwarded_allow_ips == ["10.0.0.0/8"]


def test_door_and_streams_of_a_server_have_the_same_limits() -> None:
    limits, access = EdgeLimits(connections=16, reserve=4, per_address=4), StaffAccess(key="llave-de-la-sala")
    server = made(limits=limits, staff_access=access)
    state: Any = cast(Any, server.config).app.state
    assert (state.streams._limits, state.staff_access, state.people) == (limits, access, None)
    assert state.door is server.door is cast(Any, server.config).door
    assert state.streams is server._streams
    assert made().config.app.state.staff_access == StaffAccess()


def test_an_application_answers_under_its_own_names_and_those_of_its_addresses() -> None:
    app: Any = create_app(cast(Any, Hall()), hosts=("one.example",), addresses=Addresses(hosts=("two.example",)))
    assert app.request_max_body_size == BODY_LIMIT == 16 * 1024
    assert {"hall", "sessions", "wrong_keys", "wrong_words", "streams", "public_screens", "past", "presses"} <= set(
        app.state._state
    )
    assert app.state.wrong_keys is not app.state.wrong_words
    with pytest.raises(ValueError, match="a house with accounts has neither open doors nor a staff key"):
        create_app(cast(Any, Hall()), people=cast(Any, object()), staff_access=StaffAccess(is_open=True))


def test_who_follows_a_table_is_told_to_the_hall_until_everything_closes() -> None:
    hall = Hall()
    there = Connections(cast(Any, hall))
    there.connect(cast(Any, "ana"), "mesa")
    there.disconnect(cast(Any, "ana"), "mini")
    assert hall.presence.told == [("connect", "ana", "mesa"), ("disconnect", "ana", "mini")]
    there.presence = cast(Any, None)
    there.disconnect(cast(Any, "ana"), "mesa")
    assert len(hall.presence.told) == 2
