"""The API: views, acts, keys, errors as problems with code, sentence and clauses, bounds on what is sent."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.live import security_log
from tapete.table.acts import Sit
from tapete.web.parsers import SYSTEM_ACTS
from tapete.web.staff_access import StaffAccess
from tapete.words import refusal
from tests.support.web.house import OPEN, House

BASE = "/api/v1"


def at(house: Any, table: str = "mesa") -> dict[str, Any]:
    step = house.tables[table].step
    return {"shoe": step.series, "coup": step.cycle, "window": step.phase, "serial": step.serial}


async def post(house: Any, who: dict[str, str], what: Any, key: str = "k1", table: str = "mesa") -> Any:
    headers = who | {"idempotency-key": key}
    body = {"at": at(house, table), "what": what}
    return await house.client.post(f"{BASE}/tables/{table}/acts", json=body, headers=headers)


async def test_a_stranger_sees_the_public_screen_and_may_do_nothing(house: Any, /) -> None:
    tables = (await house.client.get(f"{BASE}/tables")).json()
    assert {one["id"] for one in tables} == {"mesa", "mini", "cf", "real"}
    seen = await house.client.get(f"{BASE}/tables/mesa")
    assert seen.json()["view"]["me"] is None
    assert seen.headers["etag"].startswith('"mesa-')
    assert (await house.client.get(f"{BASE}/tables/mesa/legal")).json()["offers"] == []
    assert (await post(house, {}, {"act": "sit", "seat": 1})).status_code == 401
    assert (await house.client.get(f"{BASE}/tables/mesa/entries")).status_code == 401


@pytest.mark.parametrize("path", ["/nada", "/nada/de/nada", "/tables/mesa/nada", "/openapi.json/nada", "/openapi.yaml"])
async def test_what_is_not_there_is_told_to_programs_as_every_error_is(house: Any, /, path: str) -> None:
    answer = await house.client.get(f"{BASE}{path}")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
    assert answer.json()["code"] == "not-found"
    for known in ("", "/openapi.json"):
        assert (await house.client.get(f"{BASE}{known}")).json()["info"]["title"] == "Tapete"


async def test_a_player_acts_and_a_repeat_is_told_again(house: Any, /) -> None:
    ana = await house.token("ana")
    first = await post(house, ana, {"act": "sit", "seat": 4})
    assert first.status_code == 200, first.text
    assert first.json()["outcome"] == "accepted"
    again = await post(house, ana, {"act": "sit", "seat": 4})
    assert (again.status_code, again.json()["repeated"]) == (200, True)
    assert again.json()["version"] == first.json()["version"]
    other = await post(house, ana, {"act": "sit", "seat": 5})
    assert (other.status_code, other.json()["code"]) == (409, "command-conflict")
    bea = await house.token("bea")
    assert (await post(house, bea, {"act": "sit", "seat": 5})).status_code == 200  # keys are each person's own


async def test_a_refusal_is_a_problem_with_code_clauses_and_facts(house: Any, /) -> None:
    await house.prepare()
    ana = await house.token("ana")
    answer = await post(house, ana, {"act": "place-bet", "bet": "punto", "amount": 100})
    assert answer.status_code == 409
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["code"] == "below-minimum"
    assert problem["type"] == "urn:tapete:problem:below-minimum"
    assert problem["clauses"] == ["PB.D.04"]
    assert problem["facts"] == {"minimum": 500, "amount": 100}
    late = await house.client.post(
        f"{BASE}/tables/mesa/acts",
        json={"at": at(house) | {"serial": 1}, "what": {"act": "place-bet", "bet": "punto", "amount": 500}},
        headers=ana | {"idempotency-key": "late"},
    )
    assert (late.status_code, late.json()["code"]) == (409, "window-closed")


BAD = [
    b"",
    b"[]",
    b'{"what":{"act":"sit","seat":1.0}}',
    b'{"what":{"act":"sit","seat":NaN}}',
    b'{"what":{"act":"sit","seat":Infinity}}',
    b'{"what":{"act":"sit","seat":"1"}}',
    b'{"what":{"act":"sit","seat":1,"colour":"red"}}',
    b'{"what":{"act":"sit","seat":1},"by":"marta"}',
    b'{"what":{"act":"sit","seat":1},"what":{"act":"leave"}}',
    b'{"what":{"act":"buy-in","amount":-5}}',
    b'{"what":{"act":"buy-in","amount":0}}',
    b'{"what":{"act":"buy-in","amount":99999999999999}}',
    b'{"what":{"act":"sit","seat":9007199254740993}}',
    b'{"what":{"act":"sit","seat":' + b"9" * 5000 + b"}}",
    b'{"what":{"act":"no-such-act"}}',
    b'{"what":{"seat":1}}',
    b'{"what":' + b"[" * 3000 + b"]" * 3000 + b"}",
    b'{"what":{"act":"report-incident","kind":"other","note":"\\ud800"}}',
    b'{"what":{"act":"report-incident","kind":"other","note":"\\u0000"}}',
    b'{"what":{"act":"sit","seat":1},"at":{"shoe":1}}',
    b"\xff\xfe",
    b'{"what":{"act":"sit","seat":true}}',
]


async def test_what_cannot_be_read_is_400(house: Any, /) -> None:
    ana = await house.token("ana")
    before = house.table.version
    headers = ana | {"idempotency-key": "k", "content-type": "application/json"}
    for body in BAD:
        answer = await house.client.post(f"{BASE}/tables/mesa/acts", content=body, headers=headers)
        told = (answer.status_code, answer.headers["content-type"])
        assert told == (400, "application/problem+json"), (body[:60], answer.text)
        assert house.table.version == before, body[:60]


def test_a_large_body_is_413_and_a_missing_key_400(run: Any) -> None:
    async def scene(house: Any) -> None:
        ana = await house.token("ana")
        large = b'{"what":"' + b"x" * 20_000 + b'"}'
        answer = await house.client.post(
            f"{BASE}/tables/mesa/acts", content=large, headers=ana | {"idempotency-key": "k"}
        )
        assert answer.status_code == 413
        chunked = await house.client.post(
            f"{BASE}/tables/mesa/acts", content=pieces(large), headers=ana | {"idempotency-key": "k"}
        )
        assert chunked.status_code == 413
        answer = await house.client.post(f"{BASE}/tables/mesa/acts", content=b"{}", headers=ana)
        assert answer.status_code == 400
        page = await house.enter("jugador-1")
        answer = await house.client.post(
            f"{page}/hacer", data={"act": "x" * 20_000}, headers={"origin": "http://testserver.local"}
        )
        assert answer.status_code == 413

    async def pieces(body: bytes) -> Any:
        for start in range(0, len(body), 1000):
            yield body[start : start + 1000]

    run(scene)


async def test_tokens_are_good_for_their_table_alone(house: Any, /) -> None:
    ana = await house.token("ana", "mini")
    assert (await house.client.get(f"{BASE}/tables/mesa", headers=ana)).status_code == 403
    wrong = {"authorization": "Bearer nonsense"}
    assert (await house.client.get(f"{BASE}/tables/mesa", headers=wrong)).status_code == 401
    for person in ("system:chance", "Ana", "", "x" * 41, "a/b"):
        answer = await house.client.post(f"{BASE}/sessions", json={"table": "mesa", "person": person})
        assert answer.status_code == 400, person


ROLES = ("marta", "julio", "ana", "bea", "stranger")
WORLD = {
    "seal-shoe": {"shoe": 1},
    "seal-urn": {"urn": 1},
    "ball-out": {"urn": 1, "position": 0, "token": "7"},
    "lot-out": {"urn": 1, "position": 0, "token": "ana"},
    "card-out": {"position": 0, "face": "7s"},
    "away": {"person": "ana"},
    "back": {"person": "ana"},
    "lead-out": {"person": "ana"},
    "time-up": {},
}


@pytest.mark.parametrize("moment", ["start", "bets", "dealt"])
async def test_system_acts_are_nobodys(house: Any, /, moment: str) -> None:
    if moment == "bets":
        await house.prepare()
    if moment == "dealt":
        await house.deal()
    before = house.table.version
    assert set(WORLD) == SYSTEM_ACTS
    for person in ROLES:
        token = await house.token(person)
        for act, fields in WORLD.items():
            answer = await post(house, token, {"act": act, **fields}, key=f"{person}-{act}")
            assert answer.status_code == 403, (person, act, answer.text)
    assert house.table.version == before


ACTS = {
    "count-pack": {},
    "shuffle-pack": {},
    "open-bets": {},
    "close-bets": {},
    "deal": {},
    "show-hand": {"hand": "punto"},
    "draw-card": {"hand": "banca"},
    "settle": {},
    "close-table": {},
    "set-options": {"multiples_only": True},
    "report-incident": {"kind": "other", "note": "x"},
    "record-claim": {"person": "ana", "coup": 1, "note": "x"},
    "place-bet": {"bet": "punto", "amount": 500},
}
STAFF_ALWAYS = {("marta", "report-incident"), ("julio", "report-incident")}
CLAIMS = {("marta", "record-claim"), ("julio", "record-claim")}
MAY = {
    "start": STAFF_ALWAYS | {("marta", "count-pack"), ("julio", "close-table")},
    "bets": STAFF_ALWAYS | CLAIMS | {("marta", "close-bets"), ("ana", "place-bet"), ("bea", "place-bet")},
    "dealt": STAFF_ALWAYS | CLAIMS | {("marta", "show-hand")},
}
"""Who may do what at three moments; every other pair of a role and an act is refused.

Closing the betting while the holder of the shoe has no stake is ruled on: he loses the shoe. Later the only stake
on the Player hand is the dealer's own, so the croupier turns it.
"""


@pytest.mark.parametrize("moment", MAY)
def test_each_role_may_do_its_own_acts_alone(run: Any, moment: str) -> None:
    async def begin(house: Any) -> None:
        await {"start": _nothing, "bets": house.prepare, "dealt": house.deal}[moment]()

    async def refused(house: Any) -> None:
        await begin(house)
        before = house.table.version
        for person in ROLES:
            token = await house.token(person)
            for act, fields in ACTS.items():
                if (person, act) not in MAY[moment]:
                    answer = await post(house, token, {"act": act, **fields}, key=f"{person}-{act}")
                    assert answer.status_code == 409, (person, act, answer.text)
        assert house.table.version == before

    run(refused)
    for person, act in sorted(MAY[moment]):

        async def admitted(house: Any, person: str = person, act: str = act) -> None:
            await begin(house)
            answer = await post(house, await house.token(person), {"act": act, **ACTS[act]})
            assert answer.status_code == 200, (person, act, answer.text)

        run(admitted)


async def _nothing() -> None:
    return None


async def test_a_refusal_is_told_in_the_language_of_the_client(house: Any, /) -> None:
    await house.prepare()
    ana = await house.token("ana")
    what = {"act": "place-bet", "bet": "punto", "amount": 100}
    told = []
    for lang in ("es", "en"):
        answer = await house.client.post(
            f"{BASE}/tables/mesa/acts",
            json={"at": at(house), "what": what},
            headers=ana | {"idempotency-key": f"small-{lang}", "accept-language": lang},
        )
        assert answer.json()["code"] == "below-minimum"
        told.append(answer.json()["detail"])
    assert told == [refusal("below-minimum", {"minimum": 500, "amount": 100}, lang) for lang in ("es", "en")]


STAFF_KEY = "llave-de-la-sala"
SHUT = StaffAccess(key=STAFF_KEY)


@pytest.mark.parametrize(
    ("access", "person", "key", "found"),
    [
        (OPEN, "eva", None, (201, False)),
        (OPEN, "marta", None, (201, True)),
        (SHUT, "eva", None, (201, False)),
        (SHUT, "eva", "falsa", (201, False)),
        (SHUT, "eva", STAFF_KEY, (201, False)),
        (SHUT, "ana", None, (403, False)),
        (SHUT, "ana", "falsa", (403, False)),
        (SHUT, "ana", STAFF_KEY, (403, False)),
        (SHUT, "marta", None, (403, False)),
        (SHUT, "marta", "falsa", (403, False)),
        (SHUT, "marta", STAFF_KEY, (201, True)),
    ],
)
def test_the_staff_key_opens_sessions_for_posts_alone_and_each_is_read(
    run: Any,
    monkeypatch: pytest.MonkeyPatch,
    access: StaffAccess,
    person: str,
    key: str | None,
    found: tuple[int, bool],
) -> None:
    logged: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(security_log, "tell", lambda code, *_, **facts: logged.append((code, facts)))

    async def scene(house: House) -> None:
        await house.act("ana", Sit(1))
        body = {"table": "mesa", "person": person, "key": key}
        answer = await house.client.post(f"{BASE}/sessions", json=body)
        session = house.app.state.sessions.find(answer.json().get("token"))
        assert (answer.status_code, session is not None and session.is_staff) == found, answer.text
        entries = [(one, facts["person"]) for one, facts in logged if one.startswith("staff-entry")]
        due = {"marta": [("staff-entry", "marta")], "ana": [("staff-entry-refused", "ana")]}
        assert entries == (due.get(person, []) if key == STAFF_KEY else [])
        if session is not None:
            assert session.address == "127.0.0.1"
            assert bool(answer.json()["back"]) == (access is SHUT and person != "marta")

    run(scene, staff_access=access)
