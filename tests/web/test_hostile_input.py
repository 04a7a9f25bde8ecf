"""Whatever is sent in the place of any field of any act of chemin de fer: a clear refusal, and nothing has changed."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.record.codec import members

BASE = "/api/v1/tables/cf"
ORIGIN = {"origin": "http://testserver.local", "hx-request": "true"}
KINDS = {str(kind.__struct_config__.tag): kind for kind in members(CHEMIN_DE_FER.act_types)}
SOUND: dict[str, Any] = {
    "hand": "punto",
    "amount": 1_000,
    "person": "ana-cf",
    "leader": "bea-cf",
    "second": "luz-cf",
    "seat": 3,
    "position": 0,
    "coup": 1,
    "word": "carta",
    "reason": "visto",
    "face": "5h",
    "serial": 1,
    "accident": "other",
    "what": {"act": "stake", "amount": 1_000},
}
WRONG: tuple[Any, ...] = (
    None,
    True,
    -1,
    1.5,
    2**53,
    "",
    "ñ\u202e",
    "a" * 1_001,
    "\x00",
    [],
    {},
    ["x"],
    {"act": "sit", "seat": 1},
)
"""What stands in the place of a field; nothing of it is right anywhere but ``None`` where a field may be left out."""


def step(house: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(house.tables["cf"].step)
    return found


def bodies(at: dict[str, Any]) -> list[Any]:
    """Return bodies of acts with one field that is wrong, missing or one too many."""
    found: list[Any] = []
    for tag, kind in KINDS.items():
        names = [one.name for one in msgspec.structs.fields(kind)]
        sound = {"act": tag} | {name: SOUND[name] for name in names if name in SOUND}
        found += [{"what": sound, "at": at}]
        found += [{"what": sound | {name: wrong}, "at": at} for name in (*names, "act", "by") for wrong in WRONG]
        found += [{"what": {name: sound[name] for name in sound if name != out}, "at": at} for out in sound]
    sit = {"act": "say", "word": "carta"}
    found += [{"what": sit, "at": at | {name: wrong}} for name in at for wrong in WRONG]
    found += [{"what": wrong, "at": at} for wrong in WRONG] + [{"what": sit, "at": wrong} for wrong in WRONG]
    return found


@pytest.mark.slow
def test_no_field_of_any_act_is_answered_with_an_error_of_the_hall(run: Any) -> None:
    """The stranger who sends all this has no part in the coup: what can be read is refused by the rules."""

    async def scene(house: Any) -> None:
        await house.dealt()
        table, stranger, codes = house.tables["cf"], await house.token("nadie-cf", "cf"), set()
        for number, body in enumerate(bodies(step(house))):
            before = (table.head, table.state)
            headers = stranger | {"idempotency-key": f"k{number}", "content-type": "application/json"}
            raw = json.dumps(body).encode()
            answer = await house.client.post(f"{BASE}/acts", content=raw, headers=headers)
            if answer.status_code == 200:  # to come, to buy chips and to go is anybody's
                assert KINDS[body["what"]["act"]].is_timeless
                continue
            problem = answer.json()
            assert answer.status_code in (400, 403, 409), (body, problem)
            assert problem["detail"] not in ("", problem["code"]), problem
            assert (table.head, table.state) == before, body
            codes.add(problem["code"])
        assert {"malformed", "not-your-post", "not-holding-cards", "window-closed", "system-act"} <= codes

    run(scene)


@pytest.mark.parametrize(
    "fields",
    [
        {"act": "note-act", "noted": "stake", "person": "resto", "amount": "mucho"},
        {"act": "note-act", "noted": "stake", "person": "resto", "amount": "9" * 14},
        {"act": "note-act", "noted": "bid", "person": "carla-real", "amount": "-5"},
        {"act": "sit", "seat": str(2**53)},
        {"act": "sit", "seat": str(-(2**53))},
    ],
)
def test_a_form_with_a_number_that_is_none_cannot_be_read(run: Any, fields: dict[str, str]) -> None:
    async def scene(house: Any) -> None:
        await house.betting("real")
        token = (await house.token("luz-real", "real"))["authorization"].split()[1]
        form = fields | {"at": str(house.tables["real"].step), "command": "c1"}
        headers = ORIGIN | {"cookie": f"tapete-place={token}"}
        before = house.tables["real"].head
        answer = await house.client.post("/mesa/real/como/luz-real/hacer", data=form, headers=headers)
        assert answer.status_code == 400, answer.text
        assert 'data-code="malformed"' in answer.text
        assert house.tables["real"].head == before

    run(scene)


def test_an_amount_that_a_form_carries_in_cents_is_noted_and_named(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("real")
        token = (await house.token("luz-real", "real"))["authorization"].split()[1]
        form = {"act": "note-act", "noted": "stake", "person": "carla-real", "amount": "2000", "command": "c1"}
        form["at"] = str(house.tables["real"].step)
        headers = ORIGIN | {"cookie": f"tapete-place={token}"}
        answer = await house.client.post("/mesa/real/como/luz-real/hacer", data=form, headers=headers)
        assert answer.status_code == 200, answer.text
        assert "20 €" in answer.text.replace("\xa0", " ")

    run(scene)
