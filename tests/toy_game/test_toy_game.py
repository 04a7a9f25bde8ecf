"""A game that only the how-to page knows opens in a hall, is played, drawn, written down and audited clean."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from tapete.bots import AT_ONCE, Troupe, player_count, staff_for
from tapete.catalogue import additional_game, entry, house_games
from tapete.kernel import Accepted, Act, PersonId
from tapete.live import Hall, Keys
from tapete.record.audit import AuditInputs, audit
from tapete.record.notation import format_notation, from_entries, parse_notation, play
from tapete.record.private import KeySealer
from tapete.record.replay import read
from tapete.record.source import open_source
from tapete.table.acts import BuyIn, Sit
from tapete.web import create_app
from tapete.web.staff_access import StaffAccess
from tests.toy_game.entry import CARTA_ALTA

ANA, BEA, LUZ = PersonId("ana"), PersonId("bea"), PersonId("luz")
HERE = "http://localhost"


@pytest.fixture(autouse=True)
def carta_alta() -> Iterator[None]:
    with additional_game(CARTA_ALTA):
        yield


def in_a_hall(folder: Path, scene: Any) -> Keys:
    keys = Keys.fresh()

    async def whole() -> None:
        hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", keys)
        try:
            await scene(hall)
        finally:
            await hall.stop()

    asyncio.run(whole())
    return keys


async def opened(hall: Hall, **fields: Any) -> Any:
    what = CARTA_ALTA.form().make(
        {"name": "alta", "rulebook": "casa", "stake": 500, "staff": {"croupier": "luz"}, **fields}
    )
    return await hall.open_table("carta-alta", what)


async def acts(table: Any, *said: tuple[PersonId, Any]) -> None:
    for who, what in said:
        answer = await table.act(Act(who, what, table.step))
        assert isinstance(answer.outcome, Accepted), (who, what, answer.outcome)


def coup() -> tuple[tuple[PersonId, Any], ...]:
    from tests.toy_game.acts import AnteUp, DealCards

    return ((ANA, AnteUp()), (BEA, AnteUp()), (LUZ, DealCards()))


def seated() -> tuple[tuple[PersonId, Any], ...]:
    from tests.toy_game.acts import ShufflePack

    return ((ANA, Sit(1)), (BEA, Sit(2)), (ANA, BuyIn(10_000)), (BEA, BuyIn(10_000)), (LUZ, ShufflePack()))


def test_it_is_played_in_a_live_hall_and_audited_clean(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        await acts(table, *seated(), *coup(), *coup())
        view = table.view(ANA)
        assert view.step.cycle == 3
        assert all(one.card is not None for one in view.seats)
        assert view.me.chips + table.view(BEA).me.chips == 20_000

    keys = in_a_hall(tmp_path, scene)
    with closing(open_source(tmp_path / "hall.db")) as source:
        report = audit(source, house_games(), AuditInputs(KeySealer(keys.sealing)))
    assert report.is_sound, report.problems
    assert report.entries > 10


def test_a_hall_brings_it_back(tmp_path: Path) -> None:
    async def first(hall: Hall) -> None:
        table = await opened(hall)
        await acts(table, *seated(), *coup())

    keys = in_a_hall(tmp_path, first)

    async def again() -> None:
        hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", keys)
        try:
            assert hall.parked_tables == {}
            await acts(hall.tables["alta"], *coup())
        finally:
            await hall.stop()

    asyncio.run(again())


def test_its_clause_of_practice_decides_equal_cards() -> None:
    from tapete.clauses import knocked_out, trace
    from tests.toy_game.game import CartaAlta, is_tied
    from tests.toy_game.state import read

    rules = read(CartaAlta().library.by_id("carta-alta", "casa"))
    with trace() as trail:
        assert is_tied(rules, 4, 4)
    assert trail.rests_on == ("HP.CA.tie",)
    assert not is_tied(rules, 4, 5)
    with knocked_out("HP.CA.tie"):
        assert not is_tied(rules, 4, 4)


def test_it_is_drawn_for_everybody_and_played_from_its_page(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        await acts(table, *seated(), *coup()[:2])
        app: Any = create_app(hall, staff_access=StaffAccess(is_open=True))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE) as client:
            assert "carta alta" in (await client.get("/")).text
            public = (await client.get("/mesa/alta/publico", follow_redirects=True)).text
            assert "carta alta" in public
            found = await client.post("/mesa/alta/crupier", headers={"origin": HERE}, follow_redirects=True)
            page, here = found.text, str(found.url)
            assert "Repartir" in page
            assert "HP.CA.equal-stakes" in page
            (form,) = [one for one in re.findall(r"<form.*?</form>", page, re.S) if "deal-cards" in one]
            fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
            done = await client.post(f"{here}/hacer", data=fields, headers={"origin": HERE, "hx-request": "true"})
            assert done.status_code == 200, done.text
            drawn = (await client.get("/mesa/alta/publico?lang=en", follow_redirects=True)).text
            assert "high card" in drawn
            assert drawn.count("<li data-seat=") == 2
            assert drawn.count('class="card') >= 2
        assert table.step.cycle == 2

    in_a_hall(tmp_path, scene)


def test_it_is_written_down_and_read_again(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        await acts(table, *seated(), *coup())

    keys = in_a_hall(tmp_path, scene)
    game = house_games()["carta-alta"]
    with closing(open_source(tmp_path / "hall.db")) as source:
        entries = tuple(read(source, "alta", KeySealer(keys.sealing)))
    text = format_notation(from_entries(game, entries))
    assert "c deal # 1 gets" in text
    assert play(game, parse_notation(text)).state.coup == 2


def test_bots_play_it(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall, staff=staff_for("alta", "carta-alta"))
        troupe = Troupe(hall, AT_ONCE, seed=1)
        troupe.join("alta", player_count("carta-alta", 1))
        try:
            for _ in range(60_000):
                if table.step.cycle >= 4:
                    break
                await asyncio.sleep(0.001)
            assert table.step.cycle >= 4
            assert troupe.errors == []
        finally:
            await troupe.stop()

    in_a_hall(tmp_path, scene)


def test_it_is_opened_from_the_command_line(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from tapete.cli import app

    store = f"sqlite:///{tmp_path / 'hall.db'}"
    words = ["open", "Carta-Alta", "--store", store, "--stake", "2,50", "--high-aces"]
    found = CliRunner().invoke(app, words)
    assert found.exit_code == 0, found.output
    assert entry("carta-alta").posts
