"""A game that only the how-to page knows opens in a hall, is played, drawn, written down and audited clean."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from tapete.bots import AT_ONCE, Troupe, player_count, staff_for
from tapete.catalogue import additional_game, house_games
from tapete.cli import app as commands
from tapete.kernel import Accepted, Act, PersonId
from tapete.live import Hall, Keys
from tapete.record.audit import AuditInputs, audit
from tapete.record.notation import format_notation, from_entries, parse_notation, play
from tapete.record.private import KeySealer
from tapete.record.recompute import read
from tapete.record.source import open_source
from tapete.web import create_app
from tapete.web.staff_access import StaffAccess
from tests.support.web.pages import DATA, hidden, model
from tests.toy_game.game import CARTA_ALTA

HERE = "http://localhost"


@pytest.fixture(autouse=True)
def carta_alta() -> Iterator[None]:
    with additional_game(CARTA_ALTA):
        yield


def in_a_hall(folder: Path, scene: Any, keys: Keys | None = None) -> Keys:
    """Play a scene in a hall of a folder, and stop the hall."""
    keys = keys or Keys.fresh()

    async def whole() -> None:
        hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", keys)
        try:
            await scene(hall)
        finally:
            await hall.stop()

    asyncio.run(whole())
    return keys


async def opened(hall: Hall, **staff: str) -> Any:
    fields = {"name": "alta", "rulebook": "casa", "stake": 500, "staff": staff or staff_for("alta", "carta-alta")}
    return await hall.open_table("carta-alta", CARTA_ALTA.form().make(fields))


async def coup(table: Any, *, is_dealt: bool = True) -> None:
    from tests.toy_game.game import AnteUp, DealCards

    said = [("ana", AnteUp()), ("bea", AnteUp()), (table.view(None).staff["croupier"], DealCards())]
    for who, what in said[: 2 + is_dealt]:
        answer = await table.act(Act(PersonId(who), what, table.step))
        assert isinstance(answer.outcome, Accepted), (who, what, answer.outcome)


def client(hall: Hall) -> httpx.AsyncClient:
    app: Any = create_app(hall, staff_access=StaffAccess(is_open=True))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE, follow_redirects=True)


def test_people_play_it_bots_after_a_new_start_and_all_is_audited_clean_and_read_again(tmp_path: Path) -> None:
    async def first(hall: Hall) -> None:
        table = await opened(hall)
        for _ in range(27):  # a pack is enough for 26
            await coup(table)
        assert (table.step.cycle, table.view(None).shoe) == (28, 2)

    async def again(hall: Hall) -> None:
        table, troupe = hall.tables["alta"], Troupe(hall, AT_ONCE, seed=1)
        troupe.join("alta", player_count("carta-alta", 1))
        try:
            while table.step.cycle < 32 and not troupe.errors:
                await asyncio.sleep(0.001)
        finally:
            await troupe.stop()
        assert troupe.errors == []

    keys, game = in_a_hall(tmp_path, first), house_games()["carta-alta"]
    in_a_hall(tmp_path, again, keys)
    with closing(open_source(tmp_path / "hall.db")) as source:
        report = audit(source, house_games(), AuditInputs(KeySealer(keys.sealing)))
        text = format_notation(from_entries(game, read(source, "alta", KeySealer(keys.sealing))))
    assert (report.problems, report.proved_count >= 62) == ((), True)
    assert "c deal # ana gets" in text
    assert play(game, parse_notation(text)).state.serial >= 32


def test_it_is_drawn_for_everybody_and_played_from_its_page(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall, croupier="luz")
        await coup(table, is_dealt=False)
        async with client(hall) as http:
            assert "carta alta" in (await http.get("/")).text
            found = await http.post("/mesa/alta/crupier", headers={"origin": HERE})
            fields = hidden(found.text, "deal-cards")
            done = await http.post(f"{found.url}/hacer", data=fields, headers=DATA | {"origin": HERE})
            assert done.status_code == 200, done.text
            drawn = model((await http.get("/mesa/alta/publico?lang=en")).text)["regions"]
        assert (drawn["rail"]["title"], [len(face) for _, face in drawn["felt"]["places"]]) == ("high card", [2, 2])
        assert table.step.cycle == 2

    in_a_hall(tmp_path, scene)


def test_it_is_opened_from_the_command_line(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'hall.db'}"
    found = CliRunner().invoke(commands, ["open", "Carta-Alta", "--store", store, "--stake", "2,50"])
    assert found.exit_code == 0, found.output
