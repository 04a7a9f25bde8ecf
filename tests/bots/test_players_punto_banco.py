"""A machine that plays at punto y banca: one stake in a window, on the bank while the shoe is its own."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tapete import punto_banco as game
from tapete.bots.bot import Move
from tapete.bots.punto_banco.players import Player, Temper
from tapete.games.punto_banco import acts as a
from tapete.games.punto_banco.events import Line
from tapete.games.punto_banco.terms import Bet, Hand
from tapete.games.punto_banco.view_parts import SeatView
from tapete.kernel import Amount, Choice, FixedValue, Offer, Refused, Step
from tapete.table.acts import BuyIn, Sit
from tests.support.bots.habits import ANA, BOT, THINK, bot, chosen, offer, seen_by

VIEW = game.open_table(seed=1).view(BOT)
MINIMUM = VIEW.minimum
AT_TABLE = seen_by(VIEW, me={"seat": 2, "chips": 100 * MINIMUM}, seats=(SeatView(1, ANA), SeatView(2, BOT)))


def stakes(least: int = 1, most: int | None = 50, *bets: Bet) -> tuple[Offer, ...]:
    bounds = Amount(least * MINIMUM, None if most is None else most * MINIMUM)
    return tuple(offer("place-bet", bet=FixedValue(str(one)), amount=bounds) for one in bets or tuple(Bet))


def stake(bet: Bet, minimums: int = 1) -> Move:
    return Move(a.PlaceBet(bet, minimums * MINIMUM), THINK, "stake")


DEAL, TAKE, PASS = offer("deal"), offer("take-shoe"), offer("pass-shoe")
SHOW, DRAW = (offer(name, hand=FixedValue("banca")) for name in ("show-hand", "draw-card"))
SIT = offer("sit", seat=Choice((None, 4)))
BUY = offer("buy-in", amount=Amount(1))


@pytest.mark.parametrize(
    ("me", "offers", "expected"),
    [
        ({"seat": None}, (SIT, *stakes()), Move(Sit(4), THINK)),
        ({"seat": None}, (*stakes(), TAKE, BUY), None),
        ({"seat": None, "chips": 0}, (BUY, SIT), Move(Sit(4), THINK)),
        ({"chips": 0}, (BUY, TAKE, *stakes()), Move(BuyIn(40 * MINIMUM), THINK)),
        ({"chips": 0}, (TAKE, *stakes()), Move(a.TakeShoe(), THINK)),
        ({}, (BUY, DEAL, TAKE, *stakes()), Move(a.TakeShoe(), THINK)),
        ({}, (BUY, PASS, DEAL, SHOW, *stakes()), Move(a.Deal(), THINK)),
        ({}, (DRAW, SHOW, *stakes()), Move(a.ShowHand(Hand.BANCA), THINK, "banca")),
        ({}, (DRAW, *stakes()), Move(a.DrawCard(Hand.BANCA), THINK, "banca")),
        ({}, (BUY, SIT, *stakes()), stake(Bet.BANCA)),
        ({"bets": {"punto": MINIMUM}}, stakes(), stake(Bet.BANCA)),
        ({"bets": {"banca": 0}}, stakes(), stake(Bet.BANCA)),
        ({"bets": {"banca": MINIMUM}}, stakes(), None),
        ({}, (BUY, SIT), None),
    ],
)
def test_a_player_does_first_what_comes_first(me: dict[str, Any], offers: tuple[Offer, ...], expected: Any) -> None:
    view = seen_by(AT_TABLE, me=me)
    assert chosen(bot(Player, Temper.CAREFUL), view, *offers) == expected


@pytest.mark.parametrize("temper", list(Temper))
@pytest.mark.parametrize(("holder", "is_his"), [(BOT, True), (ANA, False), (None, False)])
def test_who_has_the_shoe_himself_stakes_on_the_bank(temper: Temper, holder: str | None, is_his: bool) -> None:
    seats = tuple(replace(one, has_shoe=one.person == holder) for one in AT_TABLE.seats)
    view = replace(AT_TABLE, seats=seats, tie_maximum=0)
    moves = [chosen(bot(Player, temper, seed=seed), view, *stakes()) for seed in range(30)]
    likes = {
        Temper.CAREFUL: {Bet.BANCA},
        Temper.LOYAL: {Bet.PUNTO},
        Temper.STREAKY: {Bet.PUNTO},
        Temper.BOLD: {Bet.PUNTO, Bet.BANCA},
    }
    assert {move.act.bet for move in moves if move} == ({Bet.BANCA} if is_his else likes[temper])  # type: ignore[union-attr]


@pytest.mark.parametrize("refusal", [None, Refused("no")])
def test_a_player_stakes_once_in_a_window_and_again_in_the_next(refusal: Refused | None) -> None:
    done: list[Any] = []

    async def act(what: Any, at: Any) -> Any:
        done.append((what, at))
        return SimpleNamespace(refusal=refusal, version=8)

    player = bot(Player, Temper.CAREFUL)
    first, second = Step(1, 1, "bets", 3), Step(1, 2, "bets", 9)
    player.seat.act = act
    view = replace(AT_TABLE, step=first)
    assert chosen(player, view, *stakes()) == stake(Bet.BANCA)
    asyncio.run(player._do(Move(a.Deal(), THINK)))
    assert chosen(player, view, *stakes()) == stake(Bet.BANCA), "he has not staked yet"
    asyncio.run(player._do(stake(Bet.BANCA)))
    assert chosen(player, view, *stakes()) is None
    assert chosen(player, view, DEAL, *stakes()) == Move(a.Deal(), THINK)
    assert chosen(player, replace(view, step=second), *stakes()) == stake(Bet.BANCA)
    assert done == [(a.Deal(), first), (stake(Bet.BANCA).act, first)]


def test_a_stake_that_plays_on_is_all_that_he_stakes_in_its_window() -> None:
    player, lies = bot(Player, Temper.CAREFUL), seen_by(AT_TABLE, me={"bets": {"banca": MINIMUM}})
    assert chosen(player, lies, *stakes()) is None
    assert chosen(player, AT_TABLE, *stakes()) is None
    later = replace(AT_TABLE, step=replace(AT_TABLE.step, serial=AT_TABLE.step.serial + 1))
    assert chosen(player, later, *stakes()) == stake(Bet.BANCA)


@pytest.mark.parametrize(
    ("last", "amounts"),
    [
        ((Line(BOT, Bet.BANCA, 7 * MINIMUM, "lost"), Line(BOT, Bet.BANCA, 9 * MINIMUM, "won")), {14}),
        ((Line(BOT, Bet.BANCA, 7 * MINIMUM, "won"), Line(BOT, Bet.BANCA, 9 * MINIMUM, "lost")), {1, 2, 3, 4, 5}),
        ((Line(BOT, Bet.PUNTO, 7 * MINIMUM, "lost"),), {1, 2, 3, 4, 5}),
        ((Line(BOT, Bet.BANCA, 7 * MINIMUM, "returned"),), {1, 2, 3, 4, 5}),
        ((Line(BOT, Bet.BANCA, 30 * MINIMUM, "lost"),), {50}),
        ((), {1, 2, 3, 4, 5}),
    ],
)
def test_the_bold_doubles_the_first_of_his_last_stakes_on_the_bet(last: tuple[Line, ...], amounts: set[int]) -> None:
    seats = (SeatView(2, BOT, has_shoe=True),)
    view = replace(seen_by(AT_TABLE, me={"last": last}), seats=seats)
    moves = [chosen(bot(Player, Temper.BOLD, seed=seed), view, *stakes()) for seed in range(60)]
    assert {move.act.amount // MINIMUM for move in moves if move} == amounts  # type: ignore[union-attr]


@pytest.mark.parametrize(("room", "least", "staked"), [(5, 1, 1), (1, 1, 1), (5, 3, 3)])
def test_a_tie_is_staked_on_with_a_minimum(room: int, least: int, staked: int) -> None:
    view = replace(seen_by(AT_TABLE, me={"last": (Line(BOT, Bet.TIE, 7 * MINIMUM, "lost"),)}), tie_maximum=MINIMUM)
    moves = [chosen(bot(Player, Temper.BOLD, seed=seed), view, *stakes(least, room)) for seed in range(80)]
    ties = [move.act for move in moves if move and move.act.bet is Bet.TIE]  # type: ignore[union-attr]
    assert ties
    assert {one.amount for one in ties} == {staked * MINIMUM}  # type: ignore[union-attr]
