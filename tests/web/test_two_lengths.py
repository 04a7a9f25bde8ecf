"""A request that tells its length in two ways is refused: a proxy may have believed the other one."""

from __future__ import annotations

from typing import Any


def test_request_with_two_lengths_is_refused_and_its_connection_ends(run: Any) -> None:
    async def scene(house: Any) -> None:
        twice = {"content-length": "5", "transfer-encoding": "chunked"}
        answer = await house.client.post("/api/v1/sessions", content=b"0\r\n\r\n", headers=twice)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
        assert answer.headers["connection"] == "close"
        assert "content-security-policy" in answer.headers
        body = {"table": "mesa", "person": "eva"}
        assert (await house.client.post("/api/v1/sessions", json=body)).status_code == 201

    run(scene)
