"""``tapete open``: a new store becomes a hall where people come on duty and sit."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from tapete.cli import app
from tapete.cli.opening_options import cents
from tapete.games.baccarat.procedure import CloseTable
from tapete.games.bingo.acts import CloseHall, RegisterBalls
from tapete.kernel import HOUSE, Act, PersonId
from tapete.live import Hall, Keys
from tapete.live.posts import put_on_duty
from tapete.record.store import open_store
from tapete.table.staff import Role
from tapete.web import create_app
from tapete.web.staff_access import StaffAccess

HERE = "http://localhost"
MINI = ("mini", "--minimum", "5", "--maximum", "100")
runner = CliRunner()


def opened(folder: Path, *words: str) -> Any:
    store = f"sqlite:///{folder / 'sala.db'}"
    found = runner.invoke(app, ["open", words[0], "--store", store, *words[1:], "--json"])
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout)


def refused(folder: Path, *words: str) -> str:
    found = runner.invoke(
        app, ["open", words[0], "--store", f"sqlite:///{folder / 'sala.db'}", *words[1:]], env={"TAPETE_LANG": "en"}
    )
    assert found.exit_code == 2, found.output + str(found.exception)
    assert "Traceback" not in found.output
    return found.stderr


def played(folder: Path, table: str, *acts: Act) -> Any:
    """Do acts in a hall that serves the store; return the state of the table."""

    async def scene() -> Any:
        hall = await Hall.start(f"sqlite:///{folder / 'sala.db'}", Keys.load(folder / "sala.db.key"))
        try:
            actor = hall.tables[table]
            for act in acts:
                answer = await actor.act(replace(act, at=actor.step))
                assert answer.refusal is None, answer.refusal
            return actor.state
        finally:
            await hall.stop()

    return asyncio.run(scene())


def test_a_table_is_not_opened_with_a_key_that_wrote_none_of_those_there(tmp_path: Path) -> None:
    opened(tmp_path, *MINI, "--name", "una")
    other = tmp_path / "otra.key"
    Keys.load(other)
    told = refused(tmp_path, *MINI, "--name", "dos", "--key", str(other))
    assert f"{other} is not the key of " in told
    with open_store(f"sqlite:///{tmp_path / 'sala.db'}") as store:
        assert store.tables() == ("una",)
        assert (writer := store.writer("una")) is not None
        assert writer.key == Keys.load(tmp_path / "sala.db.key").public


def test_an_opening_that_the_house_refuses_leaves_nothing_in_the_record(tmp_path: Path) -> None:
    """No writer without an entry: it would be a reserve of every audit to come. The day of this house is not open."""
    key, store = str(tmp_path / "k"), f"sqlite:///{tmp_path / 'sala.db'}"
    house = ("--name", "Casa", "--director", "dora", "--key", key, "--witness", str(tmp_path / "w"))
    assert runner.invoke(app, ["init", "--store", store, *house]).exit_code == 0
    for _ in range(2):
        assert "day is opened" in refused(tmp_path, *MINI, "--name", "una", "--key", key)
        with open_store(store, read_only=True) as kept:
            assert (kept.tables(), kept.head("house").version) == (("house",), 1)


def test_opened_tables_are_live_and_their_posts_are_taken_with_the_key(tmp_path: Path) -> None:
    first = opened(tmp_path, "punto-y-banca", "--name", "mesa-1", "--minimum", "10", "--maximum", "500")
    assert first["table"] == "mesa-1"
    assert first["posts"]["croupier"] == "/mesa/mesa-1/crupier"
    assert stat.S_IMODE((tmp_path / "sala.db.key").stat().st_mode) == 0o600
    opened(tmp_path, "mini", "--name", "mini-1", "--minimum", "5", "--maximum", "100")
    tren = ("--name", "tren", "--minimum", "12,50", "--bank-minimum", "25", "--banco-freedom", "--places", "8")
    opened(tmp_path, "Ferrocarril", *tren)

    async def scene() -> None:
        hall = await Hall.start(f"sqlite:///{tmp_path / 'sala.db'}", Keys.load(tmp_path / "sala.db.key"))
        try:
            views = {name: table.view(None) for name, table in hall.tables.items()}
            assert sorted(views) == ["mesa-1", "mini-1", "tren"]
            assert (views["mesa-1"].minimum, views["mesa-1"].maximum) == (1000, 50_000)
            settings = hall.tables["tren"].state.settings
            assert (settings.minimum, settings.bank_minimum, settings.banco_freedom) == (1250, 2500, True)
            assert len(views["tren"].seats) == 8
            transport = httpx.ASGITransport(create_app(hall, staff_access=StaffAccess(key="llave-de-la-sala")))  # type: ignore[arg-type]
            async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
                for table, link in (("mesa-1", "crupier"), ("mesa-1", "jefe")):
                    fields = {"person": f"eva-{link}", "key": "llave-de-la-sala"}
                    answer = await client.post(f"/mesa/{table}/{link}", data=fields, headers={"origin": HERE})
                    assert answer.status_code == 303, answer.text
                assert hall.tables["mesa-1"].view(None).staff["croupier"] == "eva-crupier"
            await put_on_duty(hall.tables["tren"], Role.INSPECTOR, PersonId("eva-tren"))
            assert hall.tables["tren"].view(None).staff["inspector"] == "eva-tren"
        finally:
            await hall.stop()

    asyncio.run(scene())


def test_refusals_say_what_is_wrong(tmp_path: Path) -> None:
    punto = ("punto-y-banca", "--minimum", "10", "--maximum", "500")
    assert "no game" in refused(tmp_path, "craps", "--minimum", "10")
    assert "needs --maximum" in refused(tmp_path, "mini", "--minimum", "10")
    assert "--bank-minimum" in refused(tmp_path, *punto, "--bank-minimum", "20")
    assert "--maximum" in refused(tmp_path, "chemin-de-fer", "--minimum", "10", "--maximum", "20")
    assert "PB." in refused(tmp_path, "punto-y-banca", "--minimum", "10", "--maximum", "333")
    for unfinished in ("ana", "croupier", "croupier=", "=ana", "=", ""):
        assert "POST=PERSON" in refused(tmp_path, *punto, "--staff", unfinished), unfinished
    assert refused(tmp_path, *punto, "--staff", "chef=ana")
    for other in ("bea", "ana"):
        twice = refused(tmp_path, *punto, "--staff", "croupier=ana", "--staff", f"croupier={other}")
        assert f"«croupier» is given twice, to ana and to {other}" in twice
    assert "asturias-2011" in refused(tmp_path, *punto, "--rulebook", "asturias")
    for wrong in (tmp_path / "no" / "witness", tmp_path):
        refused(tmp_path, *punto, "--key", str(tmp_path / "k"), "--witness", str(wrong))
    assert list(tmp_path.iterdir()) == []
    assert refused(tmp_path, *punto, "--name", "Mesa 1")
    assert "seeded" in refused(tmp_path, *punto, "--shoe", "seeded")
    opened(tmp_path, *punto)
    assert "already" in refused(tmp_path, *punto)
    with open_store(f"sqlite:///{tmp_path / 'sala.db'}"):
        assert "stop it" in refused(tmp_path, *punto, "--name", "mesa-2")
    with sqlite3.connect(tmp_path / "sala.db") as connection:
        found = connection.execute("SELECT DISTINCT table_id FROM entries").fetchall()
    assert found == [("mesa-1",)]


def everything(folder: Path) -> dict[str, list[Any]]:
    """Return every row of a store."""
    with sqlite3.connect(folder / "sala.db") as connection:
        names = [one for (one,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}


@pytest.mark.clause("DP.E2.13")
def test_a_store_takes_a_second_open_bank_once_the_first_is_closed(tmp_path: Path) -> None:
    """Nobody serves the store, and no house stands above it; what is refused leaves no trace in it."""
    libre = ("dos-panos", "--minimum", "10", "--mode", "open")
    opened(tmp_path, *libre, "--name", "uno")
    before = everything(tmp_path)
    said = refused(tmp_path, *libre, "--name", "dos")
    assert ("uno" in said, "[DP.E2.13]" in said, everything(tmp_path)) == (True, True, before)
    opened(tmp_path, *libre[:3], "--mode", "limited", "--bank-maximum", "10000", "--name", "tres")

    played(tmp_path, "uno", Act(HOUSE, CloseTable()))
    opened(tmp_path, *libre, "--name", "dos")


def test_euros_are_exact(subtests: pytest.Subtests) -> None:
    for text, amount in (("10", 1000), ("2.5", 250), ("2,50", 250), ("0.05", 5)):
        with subtests.test(text=text, amount=amount):
            assert cents(text, "--minimum") == amount


def test_what_is_no_amount(tmp_path_factory: pytest.TempPathFactory, subtests: pytest.Subtests) -> None:
    for text in ("", "-1", "1.250", "ten", "1e3", "0", "10.005", "٣"):
        with subtests.test(text=text):
            tmp_path = tmp_path_factory.mktemp("row")
            assert "euros" in refused(tmp_path, "chemin-de-fer", f"--minimum={text}")


def test_a_closed_hall_of_bingo_is_opened_again_by_its_name_and_one_in_play_is_not(tmp_path: Path) -> None:
    sala = ("bingo", "--name", "sala", "--staff", "hall-manager=manolo")
    opened(tmp_path, *sala)
    before = everything(tmp_path)["entries"]
    assert "already" in refused(tmp_path, *sala)
    assert everything(tmp_path)["entries"] == before
    played(
        tmp_path, "sala", Act(PersonId("manolo"), RegisterBalls("S-9", "CNJ-2")), Act(PersonId("manolo"), CloseHall())
    )
    assert opened(tmp_path, *sala)["table"] == "sala-2"
    assert list(played(tmp_path, "sala-2").hall.ball_sets) == ["S-9"]
    assert "already" in refused(tmp_path, *sala)
