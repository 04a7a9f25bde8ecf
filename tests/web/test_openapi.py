"""The published description, and what the application does with requests made from it."""

import threading
from collections.abc import Iterator
from pathlib import Path
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

from tapete.live import Hall, Keys
from tapete.web.server import make_server
from tapete.web.staff_access import StaffAccess

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with one table, in a thread of its own; gives its address."""
    folder: Path = tmp_path_factory.mktemp("served")
    ready = threading.Event()
    found: dict[str, Any] = {}

    async def main() -> None:
        from tapete.games.punto_banco import acts as a
        from tapete.kernel import PersonId
        from tapete.table.staff import Role

        hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", Keys.fresh())
        staff = {Role.CROUPIER: PersonId("marta"), Role.TABLE_CHIEF: PersonId("julio")}
        await hall.open_table("punto-y-banca", a.OpenTable("mesa", "asturias-2011", 500, 50_000, staff=staff))
        server = found["server"] = make_server(hall, port=0, staff_access=StaffAccess(is_open=True))
        async with anyio.create_task_group() as group:
            group.start_soon(server.serve)
            while not server.started:
                await anyio.sleep(0.01)
            found["port"] = server.servers[0].sockets[0].getsockname()[1]
            ready.set()
        await hall.stop()

    thread = threading.Thread(target=anyio.run, args=(main,), daemon=True)
    thread.start()
    assert ready.wait(60)
    yield f"http://127.0.0.1:{found['port']}"
    found["server"].should_exit = True
    thread.join(10)
    assert not thread.is_alive()


def test_the_description_names_every_act_with_its_docstring(served: str) -> None:
    document = httpx.get(f"{served}/api/v1/openapi.json").json()
    assert document["info"]["title"] == "Tapete"
    schemas = document["components"]["schemas"]
    assert schemas["PlaceBet"]["description"].startswith("A player stakes")
    assert "SealShoe" not in schemas
    body = document["paths"]["/api/v1/tables/{table_id}/acts"]["post"]["requestBody"]["content"]["application/json"]
    assert len(body["schema"]["properties"]["what"]["oneOf"]) > 30
    assert "http" not in str(document.get("servers", ""))


CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)


def test_requests_made_from_the_description_find_no_error_and_no_undocumented_status(served: str) -> None:
    schema = schemathesis.openapi.from_url(f"{served}/api/v1/openapi.json").exclude(path_regex="/stream$")
    opened = httpx.post(f"{served}/api/v1/sessions", json={"table": "mesa", "person": "marta"}).json()
    bearer = {"Authorization": f"Bearer {opened['token']}"}
    seen = set()

    for result in schema.get_all_operations():
        operation = result.ok()

        @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
        @given(case=operation.as_strategy())
        def probe(case: Any) -> None:
            if "table_id" in (case.path_parameters or {}) and len(str(case.path_parameters["table_id"])) % 2:
                case.path_parameters["table_id"] = "mesa"
            response = case.call(headers=bearer)
            case.validate_response(response, checks=CHECKS)
            seen.add((case.operation.label, response.status_code))

        probe()
    assert len({label for label, _ in seen}) >= 10
    assert ("POST /api/v1/tables/{table_id}/acts", 409) in seen, "no well-formed act was ever made"
