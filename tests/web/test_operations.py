"""What a monitor reads of a hall: who may, what makes it not ready, and which labels its counts have."""

import asyncio
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.exc import OperationalError

from tapete.live import Keys, LiveError, ManualClock, TableLostError
from tapete.live.hall import READINESS_CODES
from tapete.web.operations.metrics import LABELS
from tapete.web.operations.routes import MonitorAccess
from tapete.words import CodedError
from tests.support import ROOT
from tests.support.web.house import House, opened


async def ask(
    house: House, path: str, host: str = "localhost", address: str = "127.0.0.1", **headers: str
) -> httpx.Response:
    transport = httpx.ASGITransport(house.app, client=(address, 4000))
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as client:
        return await client.get(path, headers=headers)


async def test_without_a_key_only_this_machine_reads(house: House, /) -> None:
    callers: dict[str, tuple[dict[str, str], int]] = {
        "this machine": ({}, 200),
        "this machine by IPv6": ({"address": "::1"}, 200),
        "a key that nobody asked for": ({"authorization": "Bearer x"}, 200),
        "another machine": ({"address": "192.0.2.7"}, 403),
        "a proxy on this machine": ({"x-forwarded-for": "192.0.2.7"}, 403),
        "a proxy that names itself": ({"via": "1.1 proxy"}, 403),
        "by the public name": ({"host": "testserver.local"}, 403),
    }
    for path in ("/readyz", "/metrics"):
        for who, (given, status) in callers.items():
            assert (await ask(house, path, **given)).status_code == status, (path, who)


@pytest.mark.parametrize("path", ["/readyz", "/metrics"])
@opened(monitor=MonitorAccess("clave-del-monitor"))
async def test_a_monitor_shows_its_key_from_anywhere_and_a_wrong_one_is_counted(house: House, /, path: str) -> None:
    far = {"address": "192.0.2.7", "host": "testserver.local"}
    assert (await ask(house, path, **far, authorization="Bearer clave-del-monitor")).status_code == 200
    told = await ask(house, path)  # this machine still needs none
    assert (told.status_code, told.headers["content-type"].count("charset")) == (200, int(path == "/metrics"))
    tried = [(await ask(house, path, **far, authorization=f"Bearer clave{one}")).status_code for one in range(11)]
    assert tried == [403] * 10 + [429]


def test_a_hall_at_work_is_ready_and_says_how_old_its_record_is(run: Any) -> None:
    clock = ManualClock()

    async def scene(house: House) -> None:
        await clock.advance(7)
        told = (await ask(house, "/readyz")).json()
        ages = {"commit_age_s": 7.0, "signature_age_s": 7.0}
        assert told == {"ready": True, "codes": [], "set_aside": [], "lost": []} | ages
        await clock.advance(60)
        assert (await ask(house, "/readyz")).json()["signature_age_s"] < 60

    run(scene, clock=clock)


async def not_ready(house: House) -> list[str]:
    told = await ask(house, "/readyz")
    assert told.status_code == 503
    assert set(told.json()["codes"]) <= READINESS_CODES, "a code without a gauge"
    return told.json()["codes"]


@pytest.mark.usefixtures("empty_security_log")
async def test_set_aside_and_lost_tables_make_a_hall_not_ready(house: House, /, caplog: Any) -> None:
    house.hall.parked_tables["rota"] = CodedError("x")
    house.tables["mini"].end(TableLostError("x"))
    house.tables["real"].end(LiveError("closed"))
    assert await not_ready(house) == ["table-lost", "table-set-aside"]
    found = (await ask(house, "/readyz")).json()
    assert [one.message for one in caplog.records].count("not-ready") == 1, "told once, asked twice"
    assert (found["set_aside"], found["lost"]) == (["rota"], ["mini"])
    assert re.search("set aside.*rota|rota.*set aside", (await house.client.get("/?lang=en")).text, re.S)


async def test_a_store_that_answers_with_an_error_or_not_at_all_is_told(house: House, /, monkeypatch: Any) -> None:
    def broken() -> None:
        raise OperationalError("SELECT", {}, Exception())

    monkeypatch.setattr(house.hall.store, "require_answer", broken)
    assert await not_ready(house) == ["store-lost"]
    held: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def silent(_: Any) -> None:
        await held

    monkeypatch.setattr(house.hall.writer, "call", silent)
    probe = house.app.state.store_probe
    assert await probe.fault(0) == "store-silent"
    asked = probe._asking
    assert await probe.fault(0) == "store-silent"
    assert probe._asking is asked  # one question at a time
    held.set_result(None)
    await asked
    assert await probe.fault() is None


def test_a_key_or_a_witness_that_is_gone_is_told(run: Any, tmp_path: Path) -> None:
    kept = tmp_path / "sala.key"
    keys = Keys.load(kept)

    async def scene(house: House) -> None:
        assert (await ask(house, "/readyz")).json()["ready"]
        whole = kept.read_bytes()
        for content in (b"", Keys.load(tmp_path / "otra.key") and (tmp_path / "otra.key").read_bytes()):
            kept.write_bytes(content)
            assert await not_ready(house) == ["key-lost"]
        kept.write_bytes(whole)
        kept.chmod(0o644)
        assert await not_ready(house) == ["key-lost"]
        kept.unlink()
        file = house.hall.witness_file
        assert file is not None
        seen = file.read_bytes() if file.exists() else b""
        file.unlink(missing_ok=True)
        file.mkdir()
        assert await not_ready(house) == ["key-lost", "witness-lost"]
        file.rmdir()
        file.write_bytes(seen)

    run(scene, keys=keys, witness=True)


async def test_what_the_shipped_alerts_and_dashboard_ask_for_is_told(house: House, /) -> None:
    told = {family.name for family in text_string_to_metric_families((await ask(house, "/metrics")).text)}
    told |= {"tapete_connections", "tapete_refused_connections"}  # of a hall that listens at a port
    for file in ("alerts.yml", "dashboard.json"):
        asked = set(re.findall(r"\btapete_[a-z_]+", (ROOT / "deploy" / file).read_text("utf-8")))
        assert asked, f"{file} asks for nothing"
        assert {one.removesuffix("_total").removesuffix("_bucket") for one in asked} <= told, (
            f"{file} asks for what no hall tells"
        )


def test_every_code_of_readiness_stands_on_the_page() -> None:
    page = (ROOT / "docs/how-to/run-a-house.md").read_text("utf-8")
    assert {code for code in READINESS_CODES if f"`{code}`" not in page} == {"hall-closed"}, "codes without advice"


async def test_labels_are_those_of_the_list_and_name_nobody(house: House, /) -> None:
    await house.deal()
    await house.dealt()
    text = (await ask(house, "/metrics")).text
    found = list(text_string_to_metric_families(text))
    assert found
    for sample in (one for family in found for one in family.samples):
        assert sample.name.startswith(("tapete_", "process_")), sample.name
        for label, told in sample.labels.items():
            if label == "le":
                assert re.fullmatch(r"[0-9.]+|\+Inf", told)
            else:
                assert told in LABELS[label], (sample.name, label, told)
    assert [name for name in ("ana", "bea", "luz", "marta", "mesa", 'cf"') if name in text] == []
    chips = {100_000, 500_000}  # as numbers: a time in seconds may have these digits
    assert not chips & {sample.value for family in found for sample in family.samples}
