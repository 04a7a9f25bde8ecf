"""The API: views, acts, keys, errors as problems, bounds on what is sent."""

from typing import Any

import pytest

from tapete.clauses import wording
from tapete.web.parsers import SYSTEM_ACTS
from tapete.words import refusal

BASE = "/api/v1"


def at(house: Any, table: str = "mesa") -> dict[str, Any]:
    step = house.tables[table].step
    return {"shoe": step.series, "coup": step.cycle, "window": step.phase, "serial": step.serial}


async def post(house: Any, who: dict[str, str], what: Any, key: str = "k1", table: str = "mesa") -> Any:
    headers = who | {"idempotency-key": key}
    body = {"at": at(house, table), "what": what}
    return await house.client.post(f"{BASE}/tables/{table}/acts", json=body, headers=headers)


def test_a_stranger_sees_the_public_screen_and_may_do_nothing(run: Any) -> None:
    async def scene(house: Any) -> None:
        tables = (await house.client.get(f"{BASE}/tables")).json()
        assert {one["id"] for one in tables} == {"mesa", "mini", "cf", "real"}
        seen = await house.client.get(f"{BASE}/tables/mesa")
        assert seen.json()["view"]["me"] is None
        assert seen.headers["etag"].startswith('"mesa-')
        assert (await house.client.get(f"{BASE}/tables/mesa/legal")).json()["offers"] == []
        assert (await post(house, {}, {"act": "sit", "seat": 1})).status_code == 401
        assert (await house.client.get(f"{BASE}/tables/mesa/entries")).status_code == 401

    run(scene)


@pytest.mark.parametrize("path", ["/nada", "/nada/de/nada", "/tables/mesa/nada", "/openapi.json/nada", "/openapi.yaml"])
def test_what_is_not_there_is_told_to_programs_as_every_error_is(run: Any, path: str) -> None:
    async def scene(house: Any) -> None:
        answer = await house.client.get(f"{BASE}{path}")
        assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
        assert answer.json()["code"] == "not-found"
        for known in ("", "/openapi.json"):
            assert (await house.client.get(f"{BASE}{known}")).json()["info"]["title"] == "Tapete"

    run(scene)


def test_a_game_of_the_register_goes_by_each_of_its_names(run: Any) -> None:
    async def scene(house: Any) -> None:
        names = ("Bacarra", "póker")
        asked = {name: await house.client.get(f"{BASE}/clauses", params={"game": name}) for name in names}
        assert {one["game"] for one in asked["Bacarra"].json()} == {"chemin-de-fer"}
        assert (asked["póker"].status_code, asked["póker"].json()["code"]) == (400, "no-such-game")

    run(scene)


def test_a_day_of_play_has_the_rulebook_that_governs_it(run: Any) -> None:
    async def scene(hall: Any) -> None:
        for day, holds in (("2011-06-21", False), ("2011-06-22", True), ("", True)):
            answer = await hall.client.get(f"{BASE}/rules", params={"day": day} if day else {})
            (found,) = (one for one in answer.json() if one["game"] == "chemin-de-fer")
            assert (found["since"], found["applies"], found["clauses"]) == ("2011-06-22", holds, ["CF.R.02"])
        assert (await hall.client.get(f"{BASE}/rules", params={"day": "ayer"})).status_code == 400

    run(scene)


def test_a_player_acts_and_a_repeat_is_told_again(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


def test_a_refusal_is_a_problem_with_code_clauses_and_facts(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


def test_offers_explanations_and_the_record(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.prepare()
        marta = await house.token("marta")
        offers = (await house.client.get(f"{BASE}/tables/mesa/legal", headers=marta)).json()["offers"]
        assert [one["act"] for one in offers if one["main"]] == ["close-bets"]
        why = (await house.client.get(f"{BASE}/tables/mesa/explain", headers=marta)).json()["clauses"]
        assert all(one["rule"] for one in why)
        assert {one["lang"] for one in why} == {"es"}
        url = f"{BASE}/tables/mesa/explain"
        for english in ({"params": {"lang": "en"}}, {"headers": {"accept-language": "en-GB"}}):
            asked = (await house.client.get(url, **{**english, "headers": marta | english.get("headers", {})})).json()
            assert [(one["id"], one["lang"]) for one in asked["clauses"]] == [(one["id"], "en") for one in why]
        entries = (await house.client.get(f"{BASE}/tables/mesa/entries?after=2&limit=3", headers=marta)).json()
        assert [one["version"] for one in entries] == [3, 4, 5]
        ana = await house.token("ana")
        assert (await house.client.get(f"{BASE}/tables/mesa/entries", headers=ana)).status_code == 403

    run(scene)


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


@pytest.mark.parametrize("body", BAD, ids=lambda body: body[:44].decode("latin-1"))
def test_what_cannot_be_read_is_400(run: Any, body: bytes) -> None:
    async def scene(house: Any) -> None:
        ana = await house.token("ana")
        before = house.table.version
        headers = ana | {"idempotency-key": "k", "content-type": "application/json"}
        answer = await house.client.post(f"{BASE}/tables/mesa/acts", content=body, headers=headers)
        assert answer.status_code == 400, answer.text
        assert answer.headers["content-type"] == "application/problem+json"
        assert house.table.version == before

    run(scene)


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


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://testserver.local:99", None])
def test_a_foreign_origin_is_refused(run: Any, origin: str | None) -> None:
    async def scene(house: Any) -> None:
        page = await house.enter("jugador-1")
        headers = {} if origin is None else {"origin": origin}
        before = house.table.version
        answer = await house.client.post(f"{page}/hacer", data={"act": "sit", "seat": "1"}, headers=headers)
        assert answer.status_code == 403
        assert house.table.version == before

    run(scene)


def test_a_foreign_host_is_refused(run: Any) -> None:
    async def scene(house: Any) -> None:
        assert (await house.client.get("/", headers={"host": "evil.example"})).status_code == 403
        assert (await house.client.get("/", headers={"host": "localhost:8000"})).status_code == 200

    run(scene)


def test_tokens_are_good_for_their_table_alone(run: Any) -> None:
    async def scene(house: Any) -> None:
        ana = await house.token("ana", "mini")
        assert (await house.client.get(f"{BASE}/tables/mesa", headers=ana)).status_code == 403
        wrong = {"authorization": "Bearer nonsense"}
        assert (await house.client.get(f"{BASE}/tables/mesa", headers=wrong)).status_code == 401
        for person in ("system:chance", "Ana", "", "x" * 41, "a/b"):
            answer = await house.client.post(f"{BASE}/sessions", json={"table": "mesa", "person": person})
            assert answer.status_code == 400, person

    run(scene)


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
def test_system_acts_are_nobodys(run: Any, moment: str) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


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


def test_the_croupier_of_a_real_shoe_keys_its_cards(run: Any) -> None:
    from tapete.chance import ChanceKind

    async def scene(house: Any) -> None:
        from tapete.games.punto_banco import acts as a

        for what in (a.CountPack(), a.ShufflePack(), a.CutPack(100), a.InsertCutCard(), a.BurnCards()):
            await house.act("marta", what)
        here = await house.enter("crupier")
        ana, marta = await house.token("ana"), await house.token("marta")
        position = house.table.view(None).waiting_for_key
        keyed = {"act": "card-out", "position": position, "face": "7s"}
        assert (await post(house, ana, keyed)).status_code == 403
        page = (await house.client.get(here)).text
        assert 'class="key-card"' in page
        form = {
            "act": "card-out",
            "at": str(house.table.step),
            "command": "c1",
            "position": str(position),
            "face": "10h",
        }
        headers = {"origin": "http://testserver.local", "hx-request": "true"}
        assert (await house.client.post(f"{here}/hacer", data=form, headers=headers)).status_code == 200
        assert house.table.view(None).phase == "between"
        assert (await post(house, marta, keyed)).status_code == 403

    run(scene, shoe=ChanceKind.KEYED)


def test_a_clause_is_read_in_a_language(run: Any) -> None:
    async def scene(house: Any) -> None:
        async def read(url: str, **asked: Any) -> Any:
            return (await house.client.get(f"{BASE}{url}", **asked)).json()

        for lang in ("es", "en"):
            words = wording("CF.A.13", lang)
            one = await read("/clauses/CF.A.13", params={"lang": lang})
            assert (one["lang"], one["rule"], one["example"]) == (lang, words.rule, words.example)
            many = await read("/clauses", params={"game": "chemin-de-fer", "lang": lang})
            assert one in many
            assert {each["lang"] for each in many} == {lang}
        assert (await read("/clauses/CF.A.13"))["lang"] == "es"
        assert (await read("/clauses/CF.A.13", headers={"accept-language": "en"}))["lang"] == "en"
        assert (await read("/clauses/CF.A.13", params={"lang": "fr"}))["lang"] == "en"
        assert (await read("/clauses/BG.I.01", params={"lang": "es"}))["lang"] == "es"

    run(scene)


def test_a_refusal_is_told_in_the_language_of_the_client(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)
