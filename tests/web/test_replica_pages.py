"""What a replica serves (T4, T19): the public screens, what is the same for everybody, and the way to the hall."""

import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tapete.games.punto_banco.acts import OpenTable
from tapete.kernel import PersonId
from tapete.live import Hall, Keys
from tapete.live.replica import Replica
from tapete.record.store.public import open_public
from tapete.table.staff import Role
from tapete.web import create_app
from tapete.web.replica import create_replica_app
from tests.support import TAPETE

HALL = "https://sala.example"
STAFF = {Role.CROUPIER: PersonId("luz"), Role.TABLE_CHIEF: PersonId("juan")}
SHOWN = {
    "/",
    "/flujo",
    "/mesa/{table_id}/publico",
    "/mesa/{table_id}/publico/flujo",
    "/mesa/{table_id}/probabilidades",
    "/clausula/{clause}",
    "/reglas/{game}/comparar",
    "/reglas/{game}/diferencias",
    "/reglas/{game}/mano/{hand}",
    "/reglas/{game}/mano/{hand}/{left}/{right}",
    "/reglas/{game}/mano/{hand}/{left}/{right}/{step}",
    "/healthz",
    "/readyz",
    "/static/{file}",
    "/api/v1/tables",
    "/api/v1/tables/{table_id}",
    "/api/v1/tables/{table_id}/explain",
    "/api/v1/tables/{table_id}/stream",
    "/api/v1/tables/{table_id}/events/stream",
    "/api/v1/tables/{table_id}/page",
    "/api/v1/tables/{table_id}/page/stream",
    "/api/v1/clauses",
    "/api/v1/clauses/{clause}",
    "/api/v1/rules",
}
"""The addresses of a hall that a replica answers itself."""
KNOWN = {"table_id": "mesa", "clause": "CF.D.16", "game": "dos-panos", "file": "tokens.css", "person": "ana"}


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[tuple[Replica, httpx.AsyncClient, Any]]:
    """Serve a replica of a hall with one table; the last is the hall's own application."""
    url = f"sqlite:///{folder}/hall.db"
    hall = await Hall.start(url, Keys.fresh())
    await hall.open_table("punto-y-banca", OpenTable("mesa", "asturias-2011", 1_000, 50_000, staff=STAFF))
    followed = await Replica.start(open_public(url))
    transport = httpx.ASGITransport(create_replica_app(followed, HALL))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield followed, client, create_app(hall)
    await followed.stop()
    await hall.stop()


def template(route: Any) -> str:
    parts = (part if isinstance(part, str) else f"{{{part.name}}}" for part in route.path_components)
    return "/" + "/".join(parts)


async def test_every_other_address_of_a_hall_leads_to_the_hall_and_no_form_is_taken(tmp_path: Path) -> None:
    async with served(tmp_path) as (_, client, app):
        asked = {(template(route), method) for route in app.routes for method in getattr(route, "methods", ())}
        assert {path for path, _ in asked} >= SHOWN
        for path, method in sorted(asked):
            known = path.format_map(KNOWN | dict.fromkeys(names(path) - KNOWN.keys(), "1"))
            if (path in SHOWN and method == "GET") or method in ("OPTIONS", "HEAD"):
                continue
            answer = await client.request(method, known)
            if method == "GET" and not path.startswith(("/api/v1", "/static/")):
                assert (answer.status_code, answer.headers.get("location")) == (303, f"{HALL}{known}"), path
            else:
                assert (answer.status_code, HALL in answer.text) == (403, True), (path, method)


@pytest.mark.parametrize("path", ["/mesa/a%3Fb%23c%25d/sentarse?juego=x", "/mesa/%C3%B1%20/sentarse", "/a%0D%0Ab"])
async def test_a_browser_is_led_to_the_address_as_it_was_spelled(tmp_path: Path, path: str) -> None:
    async with served(tmp_path) as (_, client, _):
        assert (await client.get(path)).headers["location"] == f"{HALL}{path}"


async def test_no_address_makes_another_origin_of_that_of_the_hall(tmp_path: Path) -> None:
    async with served(tmp_path) as (_, client, _):
        app: Any = client._transport.app  # type: ignore[attr-defined]
        for path in ("@evil.example/", ".evil.example/", "//evil.example/"):
            scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b""}
            sent = list[Any]()

            async def receive() -> Any:
                return {"type": "http.request", "body": b""}

            async def send(message: Any, sent: list[Any] = sent) -> None:
                sent.append(message)

            there = {"headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1), "server": ("localhost", 80)}
            await app({**scope, **there, "scheme": "http", "http_version": "1.1", "root_path": ""}, receive, send)
            headers = dict(sent[0]["headers"])
            assert headers[b"location"].startswith(f"{HALL}/".encode()), path


def names(path: str) -> set[str]:
    return {part[1:-1] for part in path.split("/") if part.startswith("{")}


@pytest.mark.parametrize(
    "path", sorted(one for one in SHOWN if "{hand}" not in one and not one.endswith(("flujo", "stream")))
)
async def test_a_replica_answers_itself_what_everybody_may_see(tmp_path: Path, path: str) -> None:
    async with served(tmp_path) as (_, client, _):
        answer = await client.get(path.format_map(KNOWN))
        assert answer.status_code == 200, answer.text
        assert "tapete-place" not in str(answer.headers)


async def test_a_word_of_the_hall_opens_nobody_at_a_replica(tmp_path: Path) -> None:
    async with served(tmp_path) as (_, client, app):
        token = app.state.sessions.open("mesa", "ana")
        by_token = await client.get("/api/v1/tables/mesa", headers={"authorization": f"Bearer {token}"})
        assert by_token.status_code == 401
        by_cookie = await client.get("/mesa/mesa/como/ana", headers={"cookie": f"tapete-place={token}"})
        assert by_cookie.headers["location"] == f"{HALL}/mesa/mesa/como/ana"


async def test_who_looks_is_told_that_the_hall_does_not_answer(tmp_path: Path) -> None:
    async with served(tmp_path) as (followed, client, _):
        assert (await client.get("/readyz")).json() == {"ready": True, "codes": [], "set_aside": []}
        followed.lost = "08006"
        found = await client.get("/readyz")
        assert (found.status_code, found.json()["codes"]) == (503, ["store-lost"])
        page = (await client.get("/")).text
        assert "No llega nada de la sala" in page
        assert f'href="{HALL}/api/v1/openapi.json"' in page


def test_the_verb_shows_no_table_among_friends_and_ends_by_a_signal_while_somebody_looks_on(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/sala.db"
    for name in ("mesa", "amigos-0123abcd"):
        opening = ("open", "mini", "--minimum", "5", "--maximum", "100", "--name", name, "--store", store)
        subprocess.run([*TAPETE, *opening], check=True, capture_output=True)
    command = [*TAPETE, "replica", "--store", store, "--hall", HALL, "--port", "0", "--lang", "en"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            while "Ctrl-C" not in (line := process.stderr.readline()):  # type: ignore[union-attr]
                assert line
            address = line.split()[0].rstrip("/")
            assert [one["id"] for one in httpx.get(f"{address}/api/v1/tables").json()] == ["mesa"]
            assert "amigos" not in httpx.get(address).text
            assert httpx.get(f"{address}/mesa/amigos-0123abcd/publico").status_code == 404
            with httpx.stream("GET", f"{address}/mesa/mesa/publico/flujo") as looking:
                next(looking.iter_lines())
                process.terminate()
                assert process.wait(60) == 0
        finally:
            process.kill()
