"""The published description (a contract), and what the application does with requests made from it."""

import json
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import anyio
import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tapete.games.punto_banco import acts as p
from tapete.house import acts as a
from tapete.kernel import PersonId
from tapete.live import Hall, Keys
from tapete.people.accounts import Grant
from tapete.table.staff import Role
from tapete.web.people.identity import PLAYER_COOKIE
from tapete.web.staff_access import StaffAccess
from tests.support.e2e.served import served
from tests.support.live.evening import do
from tests.support.web.accounts import People
from tests.support.web.description import KEPT, lines, published

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    async def make() -> tuple[Hall, dict[str, Any]]:
        hall = await Hall.start(f"sqlite:///{tmp_path_factory.mktemp('served') / 'hall.db'}", Keys.fresh())
        staff = {Role.CROUPIER: PersonId("marta"), Role.TABLE_CHIEF: PersonId("julio")}
        await hall.open_table("punto-y-banca", p.OpenTable("mesa", "asturias-2011", 500, 50_000, staff=staff))
        return hall, {"staff_access": StaffAccess(is_open=True)}

    with served(make) as found:
        yield found.address


@pytest.fixture(scope="module")
def served_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """A server with a house on an open day, and the tokens of its people: a player with chips, the desks."""
    tokens: dict[str, str] = {}
    people = People()

    async def make() -> tuple[Hall, dict[str, Any]]:
        hall = await Hall.start(f"sqlite:///{tmp_path_factory.mktemp('house') / 'hall.db'}", Keys.fresh())
        made = people(hall)
        director = people.account("dora").person
        house = await hall.open_house(a.OpenHouse("Casino de prueba", director))
        await do(house, director, a.OpenDay("2026-11-22"))
        for name, role in (("caja", Role.CASHIER), ("puerta", Role.ADMISSION)):
            await do(house, director, a.GoOnDuty(role, people.join(name, Grant(role)).person))
        ana, cookie = people.player("Ana")
        await do(house, director, a.Admit(ana))
        tokens.update({name: people.token(name) for name in ("dora", "caja", "puerta")}, ana=cookie[PLAYER_COOKIE])
        tokens["who"] = str(ana)
        return hall, {"people": made}

    with served(make) as found:
        address = found.address
        for name in ("dora", "caja", "puerta"):
            body = {"table": "house", "person": people.account(name).person}
            bearer = {"Authorization": f"Bearer {tokens[name]}"}
            tokens[name] = httpx.post(f"{address}/api/v1/sessions", json=body, headers=bearer).json()["token"]
        body = {"table": "house", "person": tokens.pop("who"), "back": tokens["ana"]}
        tokens["ana"] = httpx.post(f"{address}/api/v1/sessions", json=body).json()["token"]
        yield address, tokens


CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)


def probed(schema: Any, examples: Callable[[Any], int], **sent: Any) -> set[tuple[str, int]]:
    """Make requests from a description; return the statuses met at each operation."""
    seen = set[tuple[str, int]]()
    for result in schema.get_all_operations():
        operation = result.ok()

        @settings(
            max_examples=examples(operation), deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
        )
        @given(case=operation.as_strategy())
        def probe(case: Any) -> None:
            if "table_id" in (case.path_parameters or {}) and len(str(case.path_parameters["table_id"])) % 2:
                case.path_parameters["table_id"] = "mesa"
            response = case.call(**sent)
            case.validate_response(response, checks=CHECKS)
            seen.add((case.operation.label, response.status_code))

        probe()
    return seen


def test_requests_made_from_the_description_find_no_error_and_no_undocumented_status(table: str) -> None:
    """Acts of all games may be posted: those that this table knows are made once more by themselves."""
    address = f"{table}/api/v1/openapi.json"
    everything = schemathesis.openapi.from_url(address).exclude(path_regex="/stream$")
    document = httpx.get(address).json()
    path = "/api/v1/tables/{table_id}/acts"
    known = document["components"]["schemas"]
    assert len(known["PuntoBancoAct"]["oneOf"]) > 20
    known["ActRequest"]["properties"]["what"] = {"$ref": "#/components/schemas/PuntoBancoAct"}
    of_this_table = schemathesis.openapi.from_dict(document).include(path=path)
    opened = httpx.post(f"{table}/api/v1/sessions", json={"table": "mesa", "person": "marta"}).json()
    sent = {"headers": {"Authorization": f"Bearer {opened['token']}"}, "base_url": table}
    seen = probed(everything, lambda _: 12, **sent) | probed(of_this_table, lambda _: 60, **sent)
    assert len({label for label, _ in seen}) >= 10
    assert (f"POST {path}", 409) in seen, "no well-formed act was ever made"


@pytest.mark.parametrize("name", ["dora", "caja", "ana", ""])
def test_requests_to_a_house_find_no_error_and_no_undocumented_status(served_house: Any, name: str) -> None:
    address, tokens = served_house
    document = schemathesis.openapi.from_url(f"{address}/api/v1/openapi.json")
    schema = document.include(path_regex="/(house|house/legal|house/answers|house/acts|players|logins|sessions)$")
    bearer = {"Authorization": f"Bearer {tokens[name]}"} if name else {}
    many = 200 if name in ("ana", "caja") else 80
    seen = probed(schema, lambda one: many if one.path.endswith("/acts") else 10, headers=bearer)
    assert len({label for label, _ in seen}) == 8
    met = {status for label, status in seen if label == "POST /api/v1/house/acts"}
    assert met >= ({200, 400, 409} if name else {401})
    assert ("GET /api/v1/house", 200) in seen


ODD = (
    "null", "true", "0", "-1", "1.5", "1e999", "NaN", "-Infinity", "[]", "[[]]", "[{}]", "{}", "[null]", str(2**53),
    "1" * 5000, "[" * 50 + "]" * 50, f'"{"x" * 2000}"', '""', '"\\ud800"', '"\\u0000"', '"\\u202e"', '{"act":[]}',
    '{"act":{}}', '{"a":1,"a":2}', '{"role":[]}',
)  # fmt: skip
"""JSON, or nearly, that stands where something else is due."""
NO_JSON = (b"", b"\xff\xfe{}", b"\x80", b"{", b"[" * 9000, b'{"what":{},"what":{}}', b"\xef\xbb\xbf{}")
JSON = "application/json"


def bodies(schema: dict[str, Any], known: dict[str, Any]) -> Iterator[bytes]:
    """Return what somebody might send instead of a body: also every act with something odd for each of its fields."""
    yield from NO_JSON
    named, turn = (known[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema)["properties"], cycle(ODD)
    yield from (one.encode() for one in ODD)
    yield from (f'{{"{name}":{one}}}'.encode() for name in named for one in ODD)
    for act in acts_of(named.get("what", {}), known):
        fields = act["properties"]
        tag = json.dumps(fields["act"]["const"])
        yield from (f'{{"what":{{"act":{tag},"{name}":{next(turn)}}}}}'.encode() for name in (*fields, "unknown"))


def acts_of(schema: dict[str, Any], known: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the acts that a schema leads to, each once."""
    if "properties" in schema:
        return [schema]
    inner = [schema] if "$ref" in schema else schema.get("oneOf", schema.get("anyOf", ()))
    found = (act for one in inner for act in acts_of(known[one["$ref"].rpartition("/")[2]], known))
    return list({one["title"]: one for one in found}.values())


@pytest.mark.parametrize("name", ["dora", ""])
def test_no_shape_of_a_body_breaks_the_house(served_house: tuple[str, dict[str, str]], name: str) -> None:
    """Whatever is sent to a route that reads a body is answered; a list for the name of an act was not."""
    address, tokens = served_house
    assert broken(address, {"Authorization": f"Bearer {tokens[name]}"} if name else {}) == {}


def test_no_shape_of_a_body_breaks_a_table(table: str) -> None:
    token = httpx.post(f"{table}/api/v1/sessions", json={"table": "mesa", "person": "marta"}).json()["token"]
    assert broken(table, {"Authorization": f"Bearer {token}"}) == {}


def broken(address: str, headers: dict[str, str]) -> dict[str, int]:
    """Return the bodies that a hall answers with an error of its own, from every route that reads one."""
    found: dict[str, int] = {}
    with httpx.Client(base_url=address, headers=headers) as client:
        document = client.get("/api/v1/openapi.json").json()
        asked = {path: one.get("post", {}).get("requestBody", {}) for path, one in document["paths"].items()}
        routes = {path: one["content"][JSON] for path, one in asked.items() if JSON in one.get("content", {})}
        assert len(routes) >= 5
        for path, route in routes.items():
            for number, body in enumerate(bodies(route["schema"], document["components"]["schemas"])):
                key = {"Idempotency-Key": f"k-{number}-{path}"[:60], "Content-Type": "application/json"}
                answer = client.post(path.replace("{table_id}", "mesa"), content=body, headers=key)
                if answer.status_code >= 500 and answer.status_code != 503:
                    found[f"{path} {body[:200]!r}"] = answer.status_code
    return found


def test_the_description_is_what_was_written_down_last() -> None:
    """After a change that is meant: ``python -m tests.support.web.description``, and read the difference."""
    assert list(lines(anyio.run(published))) == KEPT.read_text("utf-8").splitlines()
