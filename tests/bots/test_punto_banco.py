"""Whole tables played by bots: they play lawfully, make way for people, and see nothing that is hidden."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tapete.bots import AT_ONCE, Bot, Pace, Troupe, is_bot, staff_for
from tapete.bots.punto_banco_players import Player, Temper
from tapete.games.punto_banco.acts import OpenTable, PassShoe
from tapete.games.punto_banco.terms import Variant, Window
from tapete.kernel import HOUSE, Act, PersonId, Refused
from tapete.live import Guest, Hall, Keys, TableActor
from tapete.table.acts import Relieve, Sit
from tapete.table.staff import Role

ANA = PersonId("ana")


def play(tmp_path: Path, scene: Callable[[Hall], Awaitable[None]], **options: Any) -> None:
    async def whole() -> None:
        hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.load(tmp_path / "key"), **options)
        try:
            await scene(hall)
        finally:
            await hall.stop()

    asyncio.run(whole())


async def opened(hall: Hall, name: str = "pb", **options: Any) -> TableActor[Any]:
    options = {"rulebook": "asturias-2011", "minimum": 1000, "maximum": 50000, "staff": staff_for(name), **options}
    return await hall.open_table("punto-y-banca", OpenTable(name=name, **options))


async def until(true: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


@pytest.mark.parametrize("variant", list(Variant))
def test_bots_play_coup_after_coup(tmp_path: Path, variant: Variant) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall, variant=variant)
        troupe = Troupe(hall, AT_ONCE, seed=7)
        troupe.join("pb", players=3)
        await until(lambda: len(table.view(None).history) >= 5)
        await troupe.stop()
        assert table.game.problems(table.state) == ()
        assert all(is_bot(one.person) for one in table.view(None).seats if one.person)

    play(tmp_path, scene)


def test_bots_change_the_shoe_when_it_is_over(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        troupe = Troupe(hall, Pace((0, 0), (0, 0), (0, 0), (0, 0)), seed=1)
        troupe.join("pb", players=2)
        await until(lambda: table.view(None).shoe == 2 and len(table.view(None).history) > 2, 120)
        await troupe.stop()
        assert table.game.problems(table.state) == ()

    play(tmp_path, scene)


def test_bot_croupier_makes_way_for_a_person_and_comes_back(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        troupe = Troupe(hall, AT_ONCE, seed=3)
        troupe.join("pb", players=2)
        await until(lambda: len(table.view(None).history) >= 1)
        await table.act(Act(HOUSE, Relieve(Role.CROUPIER, ANA)), "relieve")
        await until(lambda: any(offer.main for offer in table.legal(ANA)))
        await asyncio.sleep(0.1)
        version = table.version
        await asyncio.sleep(0.2)
        assert table.version == version  # the table waits for the person
        bot = staff_for("pb")[Role.CROUPIER]
        chief = staff_for("pb")[Role.TABLE_CHIEF]
        await table.act(Act(chief, Relieve(Role.CROUPIER, bot)), "back")
        await until(lambda: table.version > version + 10)
        await troupe.stop()

    play(tmp_path, scene)


def test_croupier_waits_for_the_people_at_the_table(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        troupe = Troupe(hall, Pace((0, 0), (0.5, 0.5), (0, 0), (0, 0)), seed=3)
        await table.act(Act(ANA, Sit(1)), "sit")
        hall.presence.connect(ANA, "pb")
        troupe.join("pb", players=2)
        spans: list[float] = []

        async def ana_never_deals() -> None:
            staked: float | None = None
            async for _ in table.changes():
                view = table.view(None)
                if any(one.act == "pass-shoe" for one in table.legal(ANA)):
                    await table.act(Act(ANA, PassShoe(), table.step))
                betting = view.window is Window.BETS and any(view.staked.values())
                if betting and staked is None:
                    staked = time.monotonic()
                elif not betting and staked is not None:
                    spans.append(time.monotonic() - staked)
                    staked = None

        ana = asyncio.create_task(ana_never_deals())
        await until(lambda: len(spans) >= 2)
        ana.cancel()
        await troupe.stop()
        assert min(spans) > 0.45  # she has not staked, so the croupier gives her the time

    play(tmp_path, scene)


def test_nobody_at_the_table_nothing_happens(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        troupe = Troupe(hall, AT_ONCE)
        troupe.join("pb", players=0)
        await until(lambda: table.view(None).window is Window.BETWEEN)
        version = table.version
        await asyncio.sleep(0.1)
        assert table.version == version
        await troupe.stop()

    play(tmp_path, scene)


def test_chief_decides_between_equal_stakes(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        troupe = Troupe(hall, AT_ONCE, seed=2)
        troupe.join("pb", players=0)
        for number in range(2):  # both stake between one and five minimums on the punto: sooner or later the same
            guest = Guest(hall, "pb", PersonId(f"bot-twin{number}"))
            troupe._start(Player(guest, AT_ONCE, Random(number), Temper.LOYAL))
        await until(lambda: len(table.view(None).history) > 25, 60)
        await troupe.stop()
        entries = [entry for after in range(0, table.version, 200) for entry in await table.entries(after)]
        awarded = [entry for entry in entries if entry.act["what"]["act"] == "award-hand"]
        assert awarded
        assert {entry.by for entry in awarded} == {staff_for("pb")[Role.TABLE_CHIEF]}

    play(tmp_path, scene)


def test_bots_never_do_what_is_refused(tmp_path: Path) -> None:
    """Bots choose from their offers, so a refusal only ever comes from a race between two of them."""
    refused: list[tuple[str, str]] = []

    class Watched(Guest):
        async def act(self, what: Any, at: Any = None) -> Any:
            before = self.version
            answer = await super().act(what, at)
            if isinstance(answer.outcome, Refused) and answer.version == before:
                refused.append((type(what).__name__, answer.outcome.code))
            return answer

    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        troupe = Troupe(hall, AT_ONCE, seed=11)
        troupe._guest = lambda name, person: Watched(hall, name, person)  # type: ignore[method-assign]
        troupe.join("pb", players=4)
        await until(lambda: len(table.view(None).history) >= 12, 60)
        await troupe.stop()

    play(tmp_path, scene)
    assert refused == []


def test_bot_is_named_as_one(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        await opened(hall)
        with pytest.raises(ValueError, match="bot-"):
            Bot(Guest(hall, "pb", ANA), AT_ONCE, Random(1))

    play(tmp_path, scene)


def test_bots_see_no_face_of_a_card_that_lies_face_down(tmp_path: Path) -> None:
    """Whatever a bot may read of its table, a card that lies face down has no face there."""
    seen: list[Any] = []

    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        troupe = Troupe(hall, AT_ONCE, seed=5)
        troupe.join("pb", players=3)

        async def look() -> None:
            async for _ in table.changes():
                if table.view(None).window is Window.PLAYER_SHOWS:
                    for bot in troupe.bots:
                        hands = bot.seat.view().hands
                        seen.extend(hands[hand].cards for hand in ("punto", "banca"))

        watching = asyncio.create_task(look())
        await until(lambda: len(table.view(None).history) >= 5)
        await troupe.stop()
        watching.cancel()

    play(tmp_path, scene)
    assert seen
    assert set(seen) == {(None, None)}


def test_imports() -> None:
    """Bots are built on the live interface and on what people see: never on decisions, folding or states."""
    import ast

    import tapete.bots

    allowed = {"acts", "terms", "view"}
    for path in Path(tapete.bots.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tapete.games.punto_banco"):
                assert node.module.rsplit(".", 1)[1] in allowed, path
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tapete.live"):
                assert node.module == "tapete.live", path


def test_bot_stands_aside_while_a_person_has_its_screen_open(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        troupe = Troupe(hall, AT_ONCE, seed=3)
        troupe.join("pb", players=2)
        await until(lambda: len(table.view(None).history) >= 1)
        croupier = staff_for("pb")[Role.CROUPIER]
        hall.presence.connect(croupier, "pb")
        await asyncio.sleep(0.2)
        version = table.version
        await asyncio.sleep(0.2)
        assert table.version == version
        hall.presence.disconnect(croupier, "pb")
        await until(lambda: table.version > version + 10)
        await troupe.stop()

    play(tmp_path, scene)


def test_table_goes_on_without_a_person_who_has_gone(tmp_path: Path) -> None:
    """Whoever has gone while the shoe was his, or was offered to him, does not hold up the others."""

    async def scene(hall: Hall) -> None:
        table = await opened(hall)
        troupe = Troupe(hall, AT_ONCE, seed=3)
        await table.act(Act(ANA, Sit(1)), "sit")
        hall.presence.connect(ANA, "pb")
        troupe.join("pb", players=2)
        await until(lambda: any(one.act == "take-shoe" for one in table.legal(ANA)))
        hall.presence.disconnect(ANA, "pb")
        await until(lambda: len(table.view(None).history) >= 3, 10)
        await troupe.stop()

    play(tmp_path, scene, grace=0.05)
