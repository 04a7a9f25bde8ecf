"""Threats T15 and T16: sessions make room for each other, hold names while they live, and keys are not tried out."""

from typing import Any

import httpx
import pytest

from tapete.table.acts import Sit
from tapete.web import sessions
from tapete.web.edge.brakes import TRIES
from tapete.web.sessions import IDLE_S, Sessions, SessionsFullError
from tests.support.rows import rows
from tests.support.web.house import KEY, ORIGIN, SHUT, Clock, opened
from tests.support.web.tried import braked_ways


def test_one_address_cannot_end_the_sessions_of_others() -> None:
    known = Sessions(Clock())
    ana = known.open("t1", "ana", address="10.0.0.1")
    for _ in range(sessions.MOST_FROM_ONE):
        known.open("t1", "eva", address="10.0.0.2")
    with pytest.raises(SessionsFullError):
        known.open("t1", "eva", address="10.0.0.2")
    assert known.find(ana) is not None
    known.open("t1", "bea", address="10.0.0.3")


def test_a_forgotten_session_makes_room_at_its_own_address() -> None:
    clock = Clock()
    known = Sessions(clock)
    open_page = known.open("t1", "ana", address="a")
    first = known.find(open_page)
    assert first is not None
    first.streams = 1
    forgotten = known.open("t1", "bea", address="a")
    for _ in range(sessions.MOST_FROM_ONE - 2):
        known.open("t1", "eva", address="a")
    clock.now += sessions.FORGOTTEN_S + 1
    known.open("t1", "eva", address="a")
    assert known.find(forgotten) is None
    assert known.find(open_page) is first


def test_a_full_hall_ends_no_session_with_an_open_page_and_lets_people_with_a_place_in(monkeypatch: Any) -> None:
    monkeypatch.setattr(sessions, "MOST", 20)
    known = Sessions(Clock())
    known.has_place = lambda one: one.person == "ana"
    ana = known.open("t1", "ana", address="10.0.0.1")
    pages = [known.open("t1", "eva", address=f"10.0.1.{number}") for number in range(17)]
    for one in pages:
        session = known.find(one)
        assert session is not None
        session.streams = 1
    with pytest.raises(SessionsFullError):
        known.open("t1", "eva", address="10.0.2.1")
    assert all(known.find(one) for one in pages)
    assert known.find(ana) is not None, "without an open page, and nobody else takes it"
    known.open("t1", "ana", address="10.0.2.1")
    known.open("t1", "marta", staff=True, address="10.0.2.1")


@rows("after, lives", [(0, True), (IDLE_S, True), (IDLE_S + 1, False)])
def test_a_name_is_held_as_long_as_its_session_lives(after: float, lives: bool) -> None:
    for is_staff in (False, True):
        clock = Clock()
        known = Sessions(clock)
        token = known.open("mesa", "ana", staff=is_staff)
        clock.now += after
        assert [known.has_session(who) for who in ("ana", "bea")] == [lives, False]
        assert [known.has_player_session(who) for who in ("ana", "bea")] == [lives and not is_staff, False]
        assert (known.find(token) is not None, known.count) == (lives, int(lives))


def other(house: Any, address: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(house.client._transport.app, client=(address, 5000))
    return httpx.AsyncClient(transport=transport, base_url="http://testserver.local")


@opened(staff_access=SHUT)
async def test_a_key_is_not_tried_out_at_a_post(house: Any, /) -> None:
    fields = {"person": "luisa", "key": "no-es-esta-clave"}
    for _ in range(TRIES):
        assert (await house.client.post("/mesa/mesa/crupier", data=fields, headers=ORIGIN)).status_code == 403
    right = fields | {"key": KEY}
    told = await house.client.post("/mesa/mesa/crupier", data=right, headers=ORIGIN)
    assert (told.status_code, "Espere un minuto" in told.text) == (429, True)
    body = {"table": "mesa", "person": "marta", "key": KEY}
    answer = await house.client.post("/api/v1/sessions", json=body)
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many-keys")
    assert (await house.client.post("/api/v1/sessions", json={"table": "mesa", "person": "eva"})).status_code == 201
    async with other(house, "10.0.0.9") as client:
        entered = await client.post("/mesa/mesa/crupier", data=right, headers=ORIGIN)
        assert entered.status_code == 303, entered.text


@opened(staff_access=SHUT)
async def test_every_secret_that_a_hall_with_a_key_asks_for_has_a_brake(house: Any, /) -> None:
    """Threat: keys and words are tried out. Sessions and cookies hold 160 random bits or more, and need none."""
    await house.act("ana", Sit(1))
    assert await braked_ways(house, house.client) == {
        "POST /mesa/{table_id}/{link}",
        "GET /mesa/{table_id}/volver/{person}/{word}",
        "POST /mesa/{table_id}/volver/{person}/{word}",
        "POST /api/v1/sessions key",
        "POST /api/v1/sessions back",
    }
