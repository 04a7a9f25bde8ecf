"""Bots of chemin de fer: they wait for people, an incident does not stop them, and they keep to their own mind."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tapete.bots import AT_ONCE, Pace, Troupe
from tapete.bots.chemin_de_fer.mind import has_opponent
from tapete.bots.chemin_de_fer.players import Player
from tapete.bots.chemin_de_fer.staff import Croupier
from tapete.bots.chemin_de_fer.strategy import DRAWS_UP_TO, TEMPERS, Cards, card_value
from tapete.cards import Card
from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer.acts import (
    CloseBets,
    CutPack,
    DeclineCut,
    InsertStopCard,
    OfferCards,
    RaiseBank,
    Report,
    ShufflePack,
    TakeBank,
)
from tapete.games.chemin_de_fer.terms import Accident, Phase
from tapete.games.chemin_de_fer.view.parts import BankView
from tapete.kernel import Act, Amount, Offer, PersonId
from tapete.live import Guest, Hall
from tapete.table.acts import BuyIn, Sit
from tapete.table.conduct import Conduct
from tapete.table.staff import Role
from tests.support.bots.tables import ANA, CHEMIN, QUICK, meant, play, quiet, until


def test_person_at_the_bank_is_waited_for(tmp_path: Path) -> None:
    """Nobody deals, looks or draws for Ana: while her bank waits for her, nothing happens."""

    async def scene(hall: Hall) -> None:
        table = await CHEMIN.open(hall)
        troupe = Troupe(hall, AT_ONCE, seed=4)
        for number, what in enumerate((Sit(1), BuyIn(1_000_000))):
            await table.act(Act(ANA, what), f"ana-{number}")
        hall.presence.connect(ANA, "mesa")
        troupe.join("mesa", players=4)
        await until(lambda: any(offer.act == "take-bank" for offer in table.legal(ANA)), troupe=troupe)
        await table.act(Act(ANA, TakeBank(20_000), table.step), "bank")
        await until(lambda: table.view(None).phase is Phase.DEAL, troupe=troupe)
        await quiet(table, troupe)
        assert [offer.fixed_value("hand") for offer in table.legal(ANA) if offer.act == "deal-card"] == ["punto"]
        await troupe.stop()

    play(tmp_path, scene)


def test_a_player_whom_an_incident_interrupted_does_afterwards_what_he_meant_to(tmp_path: Path) -> None:
    """The incident opens between his look and his act: the bank is still his to take when it is closed."""

    async def scene(hall: Hall) -> None:
        table = await CHEMIN.open(hall, conduct=Conduct.OBSERVED)
        croupier = CHEMIN.staff()[Role.CROUPIER]
        players = [PersonId(f"bot-{number}") for number in (1, 2, 3, 4)]
        for seat, who in enumerate(players, 1):
            await table.act(Act(who, Sit(seat)))
            await table.act(Act(who, BuyIn(1_000_000)))
        for what in (ShufflePack(), OfferCards(), ShufflePack(), DeclineCut(), CutPack(100), InsertStopCard()):
            await table.act(Act(croupier, what, table.step))
        offered = table.view(None).offer.candidate
        bold = msgspec.structs.replace(TEMPERS[0], takes=1.0, recovers=1.0)
        player = Player(Guest(hall, "mesa", offered), AT_ONCE, Random(4), bold)
        move = player._move()
        assert move is not None
        assert isinstance(move.act, TakeBank)
        await table.act(Act(croupier, Report(Accident.OTHER), table.step))
        refused = await player._do(move)
        assert refused is not None
        assert refused.code == "coup-suspended"
        assert player._move() is None
        ruled = await table.act(Act(CHEMIN.staff()[Role.INSPECTOR], GiveRuling(1, None, "seen"), table.step))
        assert ruled.refusal is None
        again = player._move()
        assert again is not None
        assert again.act == move.act

    play(tmp_path, scene)


def test_croupier_gives_a_person_time_to_stake(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await CHEMIN.open(hall)
        pace = Pace((0, 0), (3600, 3600), (0, 0), (0, 0), (0, 0))
        await table.act(Act(ANA, Sit(9)), "sit")
        await table.act(Act(ANA, BuyIn(100_000)), "chips")
        hall.presence.connect(ANA, "mesa")
        troupe = Troupe(hall, pace, seed=3)
        troupe.join("mesa", players=4)
        await until(lambda: table.view(None).phase is Phase.BETS and bool(table.view(None).calls), troupe=troupe)
        found = meant(hall, Croupier, CHEMIN.staff()[Role.CROUPIER], pace)
        assert found is not None
        assert (found.act, found.clock) == (CloseBets(), "bets")
        assert found.wait[0] > 3_000
        await troupe.stop()

    play(tmp_path, scene)


def test_table_is_not_stopped_by_an_incident(tmp_path: Path) -> None:
    """The inspector rules as the rules propose, and the evening goes on."""

    async def scene(hall: Hall) -> None:
        table = await CHEMIN.open(hall, conduct=Conduct.OBSERVED)
        troupe = Troupe(hall, QUICK, seed=6)
        troupe.join("mesa", players=4)
        inspector = CHEMIN.staff()[Role.INSPECTOR]
        await until(lambda: bool(table.view(None).coup.cards), troupe=troupe)
        await until(lambda: table.view(None).phase in (Phase.LIFT, Phase.WORD, Phase.CARRY), troupe=troupe)
        answer = await table.act(Act(inspector, Report(Accident.STUCK, Party.BANKER), table.step), "report")
        assert answer.refusal is None, answer
        number = CHEMIN.coups(table)
        await until(lambda: not table.view(None).incidents and CHEMIN.coups(table) > number + 1, troupe=troupe)
        await troupe.stop()

    play(tmp_path, scene)


# --- the mind of a player ---------------------------------------------------------------------------------------------


def test_strategy_at_the_cards() -> None:
    cards = Cards(on_five=0.5)
    assert [cards.is_punto_to_draw(total, 0.4) for total in range(8)] == [True] * 6 + [False] * 2
    assert not cards.is_punto_to_draw(5, 0.6)
    assert cards.is_banker_to_draw(5, None)
    assert not cards.is_banker_to_draw(6, None)
    assert cards.is_banker_to_draw(6, 6)
    assert not cards.is_banker_to_draw(3, 8)
    assert [card_value(Card(face)) for face in ("As", "9h", "Td", "Kc")] == [1, 9, 0, 0]


def test_custom_of_the_banker_is_his_table_with_a_card_where_he_may_choose() -> None:
    from tapete.games.baccarat.drawing import Cell, cell
    from tapete.games.chemin_de_fer.rules import read
    from tapete.rulebooks import house_library

    table = read(house_library().by_id("chemin-de-fer", "asturias-2011")).banker.table
    for third, most in DRAWS_UP_TO.items():
        for total in range(8):
            says = cell(table, total, third, 7)
            assert (says is not Cell.STAND) == (total <= most), (third, total)


def test_same_question_same_answer(tmp_path: Path) -> None:
    """However often a bot looks, it does not change its mind inside a window."""

    async def scene(hall: Hall) -> None:
        table = await CHEMIN.open(hall)
        player = Player(Guest(hall, "mesa", PersonId("bot-lucia-cf")), AT_ONCE, Random(1), TEMPERS[2])
        view = table.view(PersonId("bot-lucia-cf"))
        assert len({player._mind(view, "banco").random() for _ in range(20)}) == 1
        assert player._mind(view, "banco").random() != player._mind(view, "five").random()

    play(tmp_path, scene)


@pytest.mark.parametrize("temper", TEMPERS, ids=lambda one: one.name)
def test_tempers_are_shares_of_one(temper: Any) -> None:
    for name in ("takes", "keeps", "banco", "recovers", "raises", "half", "repeats", "shares", "welcomes", "bids"):
        assert 0 <= getattr(temper, name) <= 1


def test_a_candidate_who_does_not_answer_is_called_and_passed_over(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        table = await CHEMIN.open(hall)
        await table.act(Act(ANA, Sit(1)), "sit")
        await table.act(Act(ANA, BuyIn(100_000)), "chips")
        hall.presence.connect(ANA, "mesa")
        pace = Pace((0.0, 0.0), (0.02, 0.02), (0.0, 0.0), (0.01, 0.01), (0.01, 0.01))
        troupe = Troupe(hall, pace, seed=3)
        troupe.join("mesa", players=4)
        number = CHEMIN.coups(table)
        await until(lambda: CHEMIN.coups(table) > number + 1, troupe=troupe)
        assert table.view(None).bank.banker != ANA
        await troupe.stop()

    play(tmp_path, scene)


@pytest.mark.parametrize(
    ("joining", "expected"), [((), True), (("bot-b",), True), (("bot-b", "bot-c"), False)], ids=["none", "one", "all"]
)
def test_somebody_is_left_to_play_against_the_bank(tmp_path: Path, joining: tuple[str, ...], expected: bool) -> None:
    """Whoever has a part in the bank does not play against it, so the last player keeps out of it."""

    async def scene(hall: Hall) -> None:
        table = await CHEMIN.open(hall)
        for seat, name in enumerate(("bot-a", "bot-b", "bot-c"), 1):
            assert (await table.act(Act(PersonId(name), Sit(seat)), f"sit-{name}")).refusal is None
        view = msgspec.structs.replace(
            table.view(None), bank=BankView(PersonId("bot-a"), 5000, (Share(PersonId("bot-a"), 5000),), 5000, 0)
        )
        assert has_opponent(view, *(PersonId(name) for name in joining)) is expected

    play(tmp_path, scene)


@pytest.mark.parametrize(
    ("chips", "raised"), [(0, None), (999, None), (1_000, 21_000), (4_999, 24_999), (5_000, 25_000), (90_000, 25_000)]
)
def test_a_bank_is_raised_by_the_least_stake_at_least_and_by_five_of_them_at_most(
    tmp_path: Path, chips: int, raised: int | None
) -> None:
    async def scene(hall: Hall) -> None:
        table = await CHEMIN.open(hall)
        people = [PersonId(f"bot-{letter}") for letter in "abc"]
        for seat, who in enumerate(people, 1):
            await table.act(Act(who, Sit(seat)))
            await table.act(Act(who, BuyIn(100_000)))
        willing = msgspec.structs.replace(TEMPERS[0], keeps=1.0, raises=1.0)
        player = Player(Guest(hall, "mesa", people[0]), AT_ONCE, Random(4), willing)
        view = player.seat.view()
        bank = BankView(people[0], 20_000, (Share(people[0], 20_000),), 20_000, 0)
        seen = msgspec.structs.replace(
            view, phase=Phase.BETWEEN, bank=bank, offer=None, me=msgspec.structs.replace(view.me, chips=chips)
        )
        move = player._between(seen, {"raise-bank": [Offer("raise-bank", {"amount": Amount(20_001)})]})
        assert (None if move is None else move.act) == (None if raised is None else RaiseBank(raised))

    play(tmp_path, scene)
