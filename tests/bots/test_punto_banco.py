"""Bots of punto y banca: they change the shoe, wait for people, decide between equal stakes, and are not refused."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.bots import AT_ONCE, Pace, Troupe
from tapete.bots.bot import Move
from tapete.bots.punto_banco.players import Player, Temper
from tapete.bots.punto_banco.staff import Croupier
from tapete.games.punto_banco.acts import CloseBets, OpenBets, PlaceBet
from tapete.games.punto_banco.terms import Bet, Phase
from tapete.games.punto_banco.view_parts import StandingView
from tapete.kernel import Act, Offer, PersonId, Refused
from tapete.live import Guest, Hall
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role
from tests.support.bots.tables import ANA, LARGE, meant, play, until


@pytest.mark.slow
def test_bots_change_the_shoe_when_it_is_over(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await LARGE.open(hall)
        troupe = Troupe(hall, Pace((0, 0), (0, 0), (0, 0), (0, 0)), seed=1)
        troupe.join("mesa", players=2)
        await until(lambda: table.view(None).shoe == 2 and len(table.view(None).history) > 2, 120)
        await troupe.stop()
        assert table.game.problems(table.state) == ()

    play(tmp_path, scene)


def test_croupier_waits_for_the_people_at_the_table(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await LARGE.open(hall)
        pace = Pace((0, 0), (3600, 3600), (0, 0), (0, 0))
        troupe = Troupe(hall, pace, seed=3)
        await table.act(Act(ANA, Sit(9)), "sit")
        await table.act(Act(ANA, BuyIn(100_000)), "chips")
        hall.presence.connect(ANA, "mesa")
        troupe.join("mesa", players=2)

        def staked() -> int:
            view = table.view(None)
            return len([one for one in view.seats if one.bets]) if view.phase is Phase.BETS else 0

        def assert_waits(move: Move | None) -> None:
            assert move is not None
            assert (move.act, move.clock) == (CloseBets(), "bets")
            assert move.wait[0] > 3_000

        def closes() -> Move | None:
            return meant(hall, Croupier, LARGE.staff()[Role.CROUPIER], pace)

        await until(lambda: staked() == 2, troupe=troupe)
        assert_waits(closes())  # she has not staked: he gives her the time
        await table.act(Act(ANA, PlaceBet(Bet.PUNTO, 1000), table.step), "stake")
        assert staked() == 3
        assert_waits(closes())  # everybody has: the betting stays open for its least time all the same
        await troupe.stop()

    play(tmp_path, scene)


def test_nobody_at_the_table_nothing_happens(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await LARGE.open(hall)
        troupe = Troupe(hall, AT_ONCE)
        troupe.join("mesa", players=0)
        await until(lambda: table.view(None).phase is Phase.BETWEEN)
        version = table.version
        await asyncio.sleep(0.1)
        assert table.version == version
        await troupe.stop()

    play(tmp_path, scene)


@pytest.mark.parametrize(
    ("sitting", "away", "standing", "opens"),
    [
        (False, False, False, False),
        (True, False, False, True),
        (True, True, False, False),
        (False, False, True, True),
        (True, True, True, True),
    ],
    ids=["nobody", "Ana sits", "Ana is away", "Eva stands", "Ana is away and Eva stands"],
)
def test_croupier_opens_the_betting_for_whoever_is_there_sitting_or_on_his_feet(
    tmp_path: Path, sitting: bool, away: bool, standing: bool, opens: bool
) -> None:
    async def scene(hall: Hall) -> None:
        table = await LARGE.open(hall)
        guest = Guest(hall, "mesa", LARGE.staff()[Role.CROUPIER])
        view = guest.view()
        seats = [replace(one, person=None) for one in view.seats]
        if sitting:
            seats[0] = replace(seats[0], person=ANA, away=away)
        seen = replace(
            view,
            seats=tuple(seats),
            standing=(StandingView(PersonId("eva"), 3),) if standing else (),
            phase=Phase.BETWEEN,
        )
        move = Croupier(guest, AT_ONCE, Random(3)).choose(seen, {"open-bets": [Offer("open-bets", {}, main=True)]})
        assert (move is not None and move.act == OpenBets()) is opens
        assert table.version == guest.version

    play(tmp_path, scene)


def test_chief_decides_between_equal_stakes(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await LARGE.open(hall)
        troupe = Troupe(hall, AT_ONCE, seed=2)
        troupe.join("mesa", players=0)
        for number in range(2):  # both stake between one and five minimums on the punto: sooner or later the same
            guest = Guest(hall, "mesa", PersonId(f"bot-twin{number}"))
            troupe._start(Player(guest, AT_ONCE, Random(number), Temper.LOYAL))
        await until(lambda: len(table.view(None).history) > 25, 60)
        await troupe.stop()
        entries = [entry for after in range(0, table.version, 200) for entry in await table.entries(after)]
        awarded = [entry for entry in entries if entry.act["what"]["act"] == "award-hand"]
        assert awarded
        assert {entry.by for entry in awarded} == {LARGE.staff()[Role.TABLE_CHIEF]}

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
        table = await LARGE.open(hall)
        troupe = Troupe(hall, AT_ONCE, seed=11)
        troupe._guest = lambda name, person: Watched(hall, name, person)  # type: ignore[method-assign]
        troupe.join("mesa", players=4)
        await until(lambda: len(table.view(None).history) >= 12, 60)
        await troupe.stop()

    play(tmp_path, scene)
    assert refused == []


def test_table_goes_on_without_a_person_who_has_gone(tmp_path: Path) -> None:
    """Whoever has gone while the shoe was his, or was offered to him, does not hold up the others."""

    async def scene(hall: Hall) -> None:
        table = await LARGE.open(hall)
        troupe = Troupe(hall, AT_ONCE, seed=3)
        await table.act(Act(ANA, Sit(1)), "sit")
        hall.presence.connect(ANA, "mesa")
        troupe.join("mesa", players=2)
        await until(lambda: any(one.act == "take-shoe" for one in table.legal(ANA)))
        hall.presence.disconnect(ANA, "mesa")
        await until(lambda: len(table.view(None).history) >= 3)
        await troupe.stop()

    play(tmp_path, scene, grace=0.05)
