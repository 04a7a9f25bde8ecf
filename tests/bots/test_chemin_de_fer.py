"""Whole chemin de fer tables of bots: they play lawfully, make way for people, and see nothing that is hidden."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tapete.bots import AT_ONCE, Pace, Troupe, staff_for
from tapete.bots.chemin_de_fer_players import Player
from tapete.bots.chemin_de_fer_strategy import DRAWS_UP_TO, TEMPERS, Cards, card_value
from tapete.cards import Card
from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.incident import Conduct
from tapete.games.chemin_de_fer.acts import OpenTable, Report
from tapete.games.chemin_de_fer.bank_acts import TakeBank
from tapete.games.chemin_de_fer.terms import Accident, Window
from tapete.kernel import Act, PersonId
from tapete.live import Guest, Hall, Keys, TableActor
from tapete.table.acts import BuyIn, Relieve, Sit
from tapete.table.staff import Role

ANA = PersonId("ana")
QUICK = Pace((0.0, 0.0), (0.02, 0.02), (0.0, 0.0), (0.01, 0.01))


def play(tmp_path: Path, scene: Callable[[Hall], Awaitable[None]], **options: Any) -> None:
    async def whole() -> None:
        hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.load(tmp_path / "key"), **options)
        try:
            await scene(hall)
        finally:
            await hall.stop()

    asyncio.run(whole())


async def opened(hall: Hall, name: str = "cf", **options: Any) -> TableActor[Any]:
    staff = staff_for(name, "chemin-de-fer")
    what = OpenTable(name=name, **{"rulebook": "asturias-2011", "minimum": 1000, "staff": staff, **options})
    return await hall.open_table("chemin-de-fer", what)


def coups(table: TableActor[Any]) -> int:
    found: int = table.view(None).coup.number
    return found


async def until(true: Callable[[], bool], seconds: float = 30, troupe: Troupe | None = None) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        assert troupe is None or not troupe.errors, troupe.errors
        await asyncio.sleep(0.005)


def test_bots_play_coup_after_coup(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        troupe = Troupe(hall, QUICK, seed=7)
        troupe.join("cf", players=5)
        await until(lambda: coups(table) >= 10, troupe=troupe)
        await troupe.stop()
        assert table.game.problems(table.state) == ()

    play(tmp_path, scene)


def test_bot_croupier_makes_way_for_a_person(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        troupe = Troupe(hall, QUICK, seed=3)
        troupe.join("cf", players=4)
        await until(lambda: coups(table) >= 2, troupe=troupe)
        inspector = staff_for("cf", "chemin-de-fer")[Role.INSPECTOR]
        await table.act(Act(inspector, Relieve(Role.CROUPIER, ANA)), "relieve")
        await until(lambda: any(offer.main for offer in table.legal(ANA)), troupe=troupe)
        await asyncio.sleep(0.3)
        version = table.version
        await asyncio.sleep(0.2)
        assert table.version == version  # the table waits for the person
        await troupe.stop()

    play(tmp_path, scene)


def test_person_at_the_bank_is_waited_for(tmp_path: Path) -> None:
    """Nobody deals, looks or draws for Ana: while her bank waits for her, nothing happens."""

    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        troupe = Troupe(hall, AT_ONCE, seed=4)
        for number, what in enumerate((Sit(1), BuyIn(1_000_000))):
            await table.act(Act(ANA, what), f"ana-{number}")
        hall.presence.connect(ANA, "cf")
        troupe.join("cf", players=4)
        await until(lambda: any(offer.act == "take-bank" for offer in table.legal(ANA)), troupe=troupe)
        await table.act(Act(ANA, TakeBank(20_000), table.step), "bank")
        await until(lambda: table.view(None).window is Window.DEAL, troupe=troupe)
        version = table.version
        await asyncio.sleep(0.3)
        assert table.version == version
        assert [offer.fields["hand"] for offer in table.legal(ANA) if offer.act == "deal-card"] == ["punto"]
        await troupe.stop()

    play(tmp_path, scene)


def test_bot_stands_aside_while_a_person_has_its_screen_open(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        troupe = Troupe(hall, QUICK, seed=3)
        troupe.join("cf", players=4)
        await until(lambda: coups(table) >= 1, troupe=troupe)
        croupier = staff_for("cf", "chemin-de-fer")[Role.CROUPIER]
        hall.presence.connect(croupier, "cf")
        await asyncio.sleep(0.4)
        version = table.version
        await asyncio.sleep(0.2)
        assert table.version == version
        hall.presence.disconnect(croupier, "cf")
        await until(lambda: table.version > version + 10, troupe=troupe)
        await troupe.stop()

    play(tmp_path, scene)


def test_croupier_gives_a_person_time_to_stake(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        troupe = Troupe(hall, Pace((0, 0), (0.6, 0.6), (0, 0), (0, 0)), seed=3)
        hall.presence.connect(ANA, "cf")
        troupe.join("cf", players=4)
        await until(lambda: table.view(None).window is Window.DEAL, troupe=troupe)
        await table.act(Act(ANA, Sit(9)), "sit")
        await table.act(Act(ANA, BuyIn(100_000)), "chips")
        await until(lambda: table.view(None).window is Window.BETS and bool(table.view(None).calls), troupe=troupe)
        start = time.monotonic()
        await until(lambda: table.view(None).window is not Window.BETS, troupe=troupe)
        assert time.monotonic() - start > 0.4
        await troupe.stop()

    play(tmp_path, scene)


def test_table_is_not_stopped_by_an_incident(tmp_path: Path) -> None:
    """The inspector rules as the rules propose, and the evening goes on."""

    async def scene(hall: Hall) -> None:
        table = await opened(hall, conduct=Conduct.OBSERVED)
        troupe = Troupe(hall, QUICK, seed=6)
        troupe.join("cf", players=4)
        inspector = staff_for("cf", "chemin-de-fer")[Role.INSPECTOR]
        await until(lambda: bool(table.view(None).coup.cards), troupe=troupe)
        await until(lambda: table.view(None).window in (Window.LIFT, Window.WORD, Window.CARRY), troupe=troupe)
        answer = await table.act(Act(inspector, Report(Accident.STUCK, Party.BANKER), table.step), "report")
        assert answer.refused is None, answer
        number = coups(table)
        await until(lambda: not table.view(None).incidents and coups(table) > number + 1, troupe=troupe)
        await troupe.stop()

    play(tmp_path, scene)


# --- the mind of a player ---------------------------------------------------------------------------------------------


def test_strategy_at_the_cards() -> None:
    cards = Cards(on_five=0.5)
    assert [cards.punto_draws(total, 0.4) for total in range(8)] == [True] * 6 + [False] * 2
    assert not cards.punto_draws(5, 0.6)
    assert cards.banker_draws(5, None)
    assert not cards.banker_draws(6, None)
    assert cards.banker_draws(6, 6)
    assert not cards.banker_draws(3, 8)
    assert [card_value(Card(face)) for face in ("As", "9h", "Td", "Kc")] == [1, 9, 0, 0]


def test_custom_of_the_banker_is_his_table_with_a_card_where_he_may_choose() -> None:
    from tapete.games.baccarat.drawing import Cell, cell
    from tapete.games.chemin_de_fer.rules import read
    from tapete.rulebooks import house_library

    table = read(house_library().named("chemin-de-fer", "asturias-2011")).banker.table
    for third, most in DRAWS_UP_TO.items():
        for total in range(8):
            says = cell(table, total, third, 7)
            assert (says is not Cell.STAND) == (total <= most), (third, total)


def test_same_question_same_answer(tmp_path: Path) -> None:
    """However often a bot looks, it does not change its mind inside a window."""

    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        player = Player(Guest(hall, "cf", PersonId("bot-lucia-cf")), AT_ONCE, Random(1), TEMPERS[2])
        view = table.view(PersonId("bot-lucia-cf"))
        assert len({player._mind(view, "banco").random() for _ in range(20)}) == 1
        assert player._mind(view, "banco").random() != player._mind(view, "five").random()

    play(tmp_path, scene)


def test_bots_see_no_face_of_a_card_that_is_not_theirs(tmp_path: Path) -> None:
    seen: list[bool] = []

    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        troupe = Troupe(hall, QUICK, seed=5)
        troupe.join("cf", players=4)

        async def look() -> None:
            async for _ in table.changes():
                for bot in troupe.bots:
                    view = bot.seat.view()
                    mine = {"punto": view.coup.holder, "banca": view.bank.banker if view.bank else None}
                    hidden = [card for card in view.coup.cards if not card.face_up]
                    others = [card for card in hidden if mine.get(card.place) != bot.seat.person]
                    seen.extend(card.face is None for card in others)

        watching = asyncio.create_task(look())
        await until(lambda: coups(table) >= 5, troupe=troupe)
        await troupe.stop()
        watching.cancel()

    play(tmp_path, scene)
    assert seen
    assert all(seen)


def test_imports() -> None:
    """Bots are built on what people see and do: never on decisions, folding or states."""
    import ast

    import tapete.bots

    allowed = {"acts", "terms", "view"}
    for path in Path(tapete.bots.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module and "games.chemin_de_fer" in node.module:
                assert node.module.rsplit(".", 1)[1] in allowed, path


@pytest.mark.parametrize("temper", TEMPERS, ids=lambda one: one.name)
def test_tempers_are_shares_of_one(temper: Any) -> None:
    for name in ("takes", "keeps", "banco", "recovers", "raises", "half", "repeats", "shares", "welcomes", "bids"):
        assert 0 <= getattr(temper, name) <= 1
