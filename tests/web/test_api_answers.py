"""What the API answers, whole: tables and offers as the hall has them, each way to say who asks, each body that begins
a session, and what became of an act.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tapete.clauses import game_clauses, practices, register, wording
from tapete.kernel import PersonId, plain
from tapete.live import security_log
from tapete.rulebooks import house_library
from tapete.table.acts import BuyIn, Sit
from tapete.web import sessions
from tapete.web.staff_access import StaffAccess
from tapete.words import topics
from tests.support.web.house import OPEN, House

BASE = "/api/v1"
ANA = PersonId("ana")


async def get(house: House, path: str, who: dict[str, str] | None = None, **query: Any) -> Any:
    answer = await house.client.get(f"{BASE}{path}", headers=who or {}, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def built(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def test_tables_and_the_hall_are_told_as_they_are(run: Any) -> None:
    async def scene(house: House) -> None:
        await house.act("ana", Sit(1))
        shown = {"mesa": "punto-y-banca", "mini": "punto-y-banca", "cf": "chemin-de-fer", "real": "chemin-de-fer"}
        assert await get(house, "/tables") == [
            {"id": one, "game": game, "version": house.tables[one].version, "step": built(house.tables[one].step)}
            for one, game in shown.items()
        ]
        status = {"ok": True, "tables": list(shown), "parked": [], "unattended": []}
        assert await get(house, "/status") == status
        house.table.absent_staff.add(PersonId("julio"))
        unattended = [{"table": "mesa", "post": "table-chief", "person": "julio"}]
        assert await get(house, "/status") == status | {"unattended": unattended}
        ana = await house.token("ana")
        for who, viewer in (({}, None), (ana, ANA)):
            answer = await house.client.get(f"{BASE}/tables/mesa", headers=who)
            first, second = house.table.revision
            assert answer.headers["etag"] == f'"mesa-{first}-{second}"'
            assert answer.json() == {
                "table": "mesa",
                "game": "punto-y-banca",
                "version": house.table.version,
                "view": built(house.table.view(viewer)),
                "unattended": ["table-chief"],
            }

    run(scene)


def test_offers_and_reasons_are_those_of_whoever_asks(run: Any) -> None:
    async def scene(house: House) -> None:
        await house.prepare()
        marta = {"authorization": f"Bearer {house.app.state.sessions.open('mesa', 'marta', staff=True)}"}
        for who, person in ((marta, PersonId("marta")), (await house.token("ana"), ANA), ({}, None)):
            offers = [] if person is None else house.table.legal(person)
            assert (person is None) == (not offers)
            told = await get(house, "/tables/mesa/legal", who)
            assert told == {
                "version": house.table.version,
                "step": built(house.table.step),
                "offers": [
                    {
                        "act": one.act,
                        "fields": built(plain(one.fields)),
                        "main": one.main,
                        "clauses": [str(cite) for cite in one.clauses],
                    }
                    for one in offers
                ],
            }
            for lang in ("es", "en", "fr"):
                told = await get(house, "/tables/mesa/explain", who, lang=lang)
                assert told["version"] == house.table.version
                cites = house.table.explain(person)
                assert [(one["id"], one["rule"]) for one in told["clauses"]] == [
                    (str(cite), wording(str(cite), lang).rule) for cite in cites
                ]
        assert {one.main for one in house.table.legal(ANA)} | {
            one.main for one in house.table.legal(PersonId("marta"))
        } == {
            True,
            False,
        }

    run(scene)


def test_the_record_is_read_from_a_version_on_and_so_many_entries_at_most(run: Any) -> None:
    async def scene(house: House) -> None:
        await house.act("ana", Sit(1))
        await house.act("ana", BuyIn(1_000))
        marta = {"authorization": f"Bearer {house.app.state.sessions.open('mesa', 'marta', staff=True)}"}
        entries = [built({name: getattr(one, name) for name in ENTRY}) for one in await house.table.entries(0)]
        assert [one["version"] for one in entries] == [1, 2, 3]
        for query, found in (
            ({}, entries),
            ({"after": 0}, entries),
            ({"after": 1}, entries[1:]),
            ({"after": 3}, []),
            ({"after": 2**53 - 1}, []),
            ({"limit": 1}, entries[:1]),
            ({"after": 1, "limit": 1}, entries[1:2]),
            ({"limit": 200}, entries),
        ):
            assert await get(house, "/tables/mesa/entries", marta, **query) == found
        for query in ({"after": -1}, {"after": 2**53}, {"limit": 0}, {"limit": 201}):
            answer = await house.client.get(f"{BASE}/tables/mesa/entries", headers=marta, params=query)
            ((name, value),) = query.items()
            assert answer.status_code == 400, query
            assert f"{name}: un número entero, " in answer.json()["detail"]
            assert f"y se ha dado «{value}»" in answer.json()["detail"]
        answer = await house.client.get(f"{BASE}/tables/mesa/entries", headers=await house.token("ana"))
        assert problem(answer) == (403, "not-allowed", topics()["problem"]["not-allowed.record-of-staff"]["es"])
        for version in range(4, 60):
            await house.act("ana", BuyIn(version))
        told = await get(house, "/tables/mesa/entries", marta)
        assert [one["version"] for one in told] == list(range(1, 51)), "fifty, where nobody says how many"

    run(scene)


ENTRY = ("version", "time", "by", "act", "chance", "events", "rests_on", "prev")


def problem(answer: Any) -> tuple[int, str, str]:
    told = answer.json()
    return answer.status_code, told["code"], told["detail"]


@pytest.mark.parametrize(
    ("header", "case"),
    [
        (None, "token-missing"),
        ("Bearer {token}", ""),
        ("bearer {token}", ""),
        ("BEARER {token}", ""),
        ("Basic {token}", "token-unknown"),
        ("{token}", "token-unknown"),
        ("Bearer", "token-unknown"),
        ("Bearer ", "token-unknown"),
        ("", "token-unknown"),
        ("Bearer {token}x", "token-unknown"),
        ("Bearer x {token}", "token-unknown"),
        ("Bearer {other}", "other-table"),
    ],
)
def test_who_asks_is_said_by_a_bearer_token_of_the_table_and_by_nothing_else(
    run: Any, header: str | None, case: str
) -> None:
    async def scene(house: House) -> None:
        words = topics()["problem"]
        begin = house.app.state.sessions.open
        tokens = {"token": begin("mesa", "ana"), "other": begin("mini", "ana")}
        who = {} if header is None else {"authorization": header.format(**tokens)}
        body = {"at": built(house.table.step), "what": {"act": "sit", "seat": 1}}
        status, code = (403, "not-allowed") if case == "other-table" else (401, "no-session")
        asked = () if header is None else ("", "/legal", "/explain", *(("/stream",) if case else ()))
        for path in asked:
            answer = await house.client.get(f"{BASE}/tables/mesa{path}", headers=who)
            if case:
                assert problem(answer) == (status, code, words[f"{code}.{case}"]["es"]), path
            else:
                assert answer.status_code == 200, answer.text
        answer = await house.client.post(f"{BASE}/tables/mesa/acts", json=body, headers={**who, "idempotency-key": "k"})
        if case:
            assert problem(answer) == (status, code, words[f"{code}.{case}"]["es"])
        else:
            assert answer.status_code == 200, answer.text

    run(scene)


PARTS = topics()["malformed"]["table and person, a key for staff, the word of somebody who comes back"]["es"]
TEXTS = topics()["malformed"]["table and person are texts"]["es"]
NAME = topics()["malformed"]["a person is a pseudonym of small letters, digits and hyphens"]["es"]


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"table": "mesa", "person": "eva"}, 201, ""),
        ({"table": "mesa", "person": "eva", "key": "", "back": ""}, 201, ""),
        ({"table": "mesa", "person": "eva", "key": None, "back": None}, 201, ""),
        ({"table": "mesa"}, 400, PARTS),
        ({"person": "eva"}, 400, PARTS),
        ({}, 400, PARTS),
        ([], 400, PARTS),
        (["table", "person"], 400, PARTS),
        ("table", 400, PARTS),
        ({"table": "mesa", "person": "eva", "name": "Eva"}, 400, PARTS),
        ({"table": 1, "person": "eva"}, 400, TEXTS),
        ({"table": "mesa", "person": None}, 400, TEXTS),
        ({"table": "mesa", "person": "Eva"}, 400, NAME),
        ({"table": "mesa", "person": ""}, 400, NAME),
        ({"table": "none", "person": "eva"}, 404, topics()["problem"]["no-such-table"]["es"]),
    ],
)
def test_a_session_begins_with_a_table_and_a_person(run: Any, body: Any, status: int, said: str) -> None:
    async def scene(house: House) -> None:
        answer = await house.client.post(f"{BASE}/sessions", json=body)
        if status != 201:
            assert (answer.status_code, answer.json()["detail"]) == (status, said)
            return
        told = answer.json()
        session = house.app.state.sessions.find(told["token"])
        assert (answer.status_code, told) == (
            201,
            {"token": told["token"], "table": "mesa", "person": "eva", "back": ""},
        )
        assert (session.table, session.person, session.is_staff) == ("mesa", "eva", False)

    run(scene)


def test_an_act_that_stands_and_one_that_was_irregular_are_told_with_what_they_rest_on(run: Any) -> None:
    async def scene(house: House) -> None:
        ana = await house.token("ana")

        async def post(what: Any, key: str) -> Any:
            body = {"at": built(house.table.step), "what": what}
            headers = {**ana, "idempotency-key": key}
            return (await house.client.post(f"{BASE}/tables/mesa/acts", json=body, headers=headers)).json()

        told = await post({"act": "sit", "seat": 1}, "k1")
        (entry,) = await house.table.entries(house.table.version - 1)
        stands = {"outcome": "accepted", "version": house.table.version, "repeated": False, "faults": []}
        assert told == stands | {"rests_on": list(entry.rests_on)}
        refused = await post({"act": "sit", "seat": 1}, "k2")
        assert (refused["status"], refused["type"]) == (409, f"urn:tapete:problem:{refused['code']}")
        assert refused["title"] == "Conflict"

    run(scene)


@pytest.mark.parametrize("lang", ["es", "en", "fr"])
def test_a_clause_is_told_with_its_sources_and_a_point_of_practice_by_its_name(run: Any, lang: str) -> None:
    async def scene(house: House) -> None:
        for clause in (*list(register())[:3], *list(practices())[:3]):
            words = wording(clause, lang)
            found = register().get(clause)
            told = {"id": clause, "rule": words.rule, "example": words.example, "lang": words.lang}
            if found is None:
                told |= {"game": "", "kind": "practice", "topic": "", "sources": []}
            else:
                sources = [str(one) for one in found.sources]
                told |= {"game": found.game, "kind": str(found.kind), "topic": found.topic, "sources": sources}
            assert await get(house, f"/clauses/{clause}", lang=lang) == told
            other = {"accept-language": lang}
            assert (await house.client.get(f"{BASE}/clauses/{clause}", headers=other)).json() == told

    run(scene)


def test_the_register_and_the_rulebooks_are_listed_whole(run: Any) -> None:
    async def scene(house: House) -> None:
        told = await get(house, "/clauses")
        assert [one["id"] for one in told] == [one.id for one in game_clauses("punto-y-banca")]
        told = await get(house, "/clauses", game="bingo", lang="en")
        assert [(one["id"], one["lang"]) for one in told] == [
            (one.id, wording(one.id, "en").lang) for one in game_clauses("bingo")
        ]
        for day in ({}, {"day": "2011-06-22"}):
            told = await get(house, "/rules", **day)
            assert [(one["id"], one["game"], one["title"], one["sha256"]) for one in told] == [
                (one.id, one.game, str(one.content.get("title", one.id)), one.sha256) for one in house_library().books
            ]

    run(scene)


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


def test_where_no_session_can_begin_a_program_is_told_to_wait(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(house: House) -> None:
        monkeypatch.setattr(sessions, "MOST", 0)
        answer = await house.client.post(f"{BASE}/sessions", json={"table": "mesa", "person": "eva"})
        assert problem(answer) == (429, "too-many-sessions", topics()["problem"]["too-many-sessions"]["es"])

    run(scene)
