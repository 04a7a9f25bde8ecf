"""Keys that are tried out: after a few wrong ones an address waits, and no other address does."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from tapete.table.acts import Sit
from tapete.web.edge import wrong_keys
from tapete.web.edge.wrong_keys import BACK_S, TRIES, WrongKeys
from tapete.web.problems import ProblemError
from tapete.web.staff_access import StaffAccess
from tests.support import ROOT
from tests.support.web.tried import FIELDS, braked_ways

KEY = "llave-de-la-sala"
CLOSED = StaffAccess(key=KEY)
ORIGIN = {"origin": "http://testserver.local"}


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_an_address_gets_its_tries_back_one_by_one() -> None:
    clock = Clock()
    known = WrongKeys(clock)
    for _ in range(TRIES):
        known.require_try("a")
        known.add("a")
    with pytest.raises(ProblemError):
        known.require_try("a")
    known.require_try("b")
    clock.now += BACK_S
    known.require_try("a")
    known.add("a")
    with pytest.raises(ProblemError):
        known.require_try("a")


def test_memory_of_wrong_keys_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wrong_keys, "ADDRESSES", 3)
    known = WrongKeys(Clock())
    for number in range(5):
        known.add(str(number))
    assert list(known._counts) == ["2", "3", "4"]


def other(house: Any, address: str) -> httpx.AsyncClient:
    """Return a client that comes from another address."""
    transport = httpx.ASGITransport(house.client._transport.app, client=(address, 5000))
    return httpx.AsyncClient(transport=transport, base_url="http://testserver.local")


def test_a_key_is_not_tried_out_at_a_post(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene, staff_access=CLOSED)


def test_every_secret_that_a_hall_with_a_key_asks_for_has_a_brake(run: Any) -> None:
    """Threat: keys and words are tried out. Sessions and cookies hold 160 random bits or more, and need none."""

    async def scene(house: Any) -> None:
        await house.act("ana", Sit(1))
        assert await braked_ways(house, house.client) == {
            "POST /mesa/{table_id}/{link}",
            "GET /mesa/{table_id}/volver/{person}/{word}",
            "POST /mesa/{table_id}/volver/{person}/{word}",
            "POST /api/v1/sessions key",
            "POST /api/v1/sessions back",
        }

    run(scene, staff_access=CLOSED)


READS = re.compile(rf"""(?:get\(|\[|_texts\([^)]*)"(?:{"|".join(FIELDS)})\"""")
NO_SECRETS = {
    'one.get("key")': "the name of a value in an address that does not fit",
    'wrong["key"]': "the same name, told back",
    'one["code"]': "the code of a refusal, told for each line of a file",
}
"""What reads a field of such a name that holds no secret, and what it holds."""
ASKS = ("require_try", "may_enter_as_staff", "is_word_given")


def test_no_room_reads_a_secret_without_a_brake() -> None:
    rooms = (ROOT / "src" / "tapete" / "web").rglob("*.py")
    texts = {str(one): one.read_text("utf-8") for one in rooms if "games" not in one.parts}
    for no_secret in NO_SECRETS:
        texts = {name: text.replace(no_secret, "") for name, text in texts.items()}
    assert [name for name, text in texts.items() if READS.search(text) and not any(ask in text for ask in ASKS)] == []
