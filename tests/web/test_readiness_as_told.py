"""What a monitor is answered when it asks whether a hall can work, and what the log is told: once for each change."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
import pytest

from tapete.live import security_log
from tapete.live.readiness import Readiness
from tapete.web.operations import routes
from tests.support.web.house import House


def test_the_log_is_told_each_time_that_something_else_is_wrong_and_when_all_is_right(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(house: House) -> None:
        told: list[tuple[Any, ...]] = []
        monkeypatch.setattr(security_log, "tell", lambda *what, **facts: told.append((*what, facts)))
        for codes, said in (
            ((), []),
            (("store-lost",), [("not-ready", logging.WARNING, {"codes": ("store-lost",)})]),
            (("store-lost",), []),
            (("key-lost", "store-lost"), [("not-ready", logging.WARNING, {"codes": ("key-lost", "store-lost")})]),
            ((), [("not-ready", logging.INFO, {"codes": ()})]),
            ((), []),
        ):
            found = Readiness(not codes, codes, ("rota",), ("mini",), 1.0, 2.0)

            async def readiness(hall: Any, probe: Any, found: Readiness = found) -> Readiness:
                assert (hall, probe) == (house.hall, house.app.state.store_probe)
                return found

            monkeypatch.setattr(routes, "readiness", readiness)
            told.clear()
            answer = await house.client.get("/readyz", headers={"host": "localhost"})
            assert (answer.status_code, told) == (503 if codes else 200, said)
            assert answer.headers["content-type"] == "application/json"
            assert answer.content == msgspec.json.encode(found)

    run(scene)
