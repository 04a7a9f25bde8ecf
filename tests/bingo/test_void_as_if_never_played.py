"""A void game leaves the hall as it was before its sale: wherever it stood, whatever its end had moved already.

What a void game uses up is its own: a game of its set of balls (BG.II.18), its numbers (BG.II.03), its urn and tokens.
"""

from __future__ import annotations

from typing import Any

import pytest

from tapete.chance import BallOut, ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.books import refunds, sales
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Fate, Phase, SeriesKind
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, NUMBERS, GivenCartones, Hall, K
from tests.support.bingo.void_games import (
    BARE,
    CASES,
    FATES,
    FIRST,
    KINDS,
    MOMENTS,
    SOLD,
    VOID,
    before_the_sale,
    begun,
    lasting,
    over,
    rest,
    started,
    traces,
)


def stands_as(hall: Hall) -> tuple[Any, ...]:
    """Return how the hall stands, but for the refunds of its present game."""
    name = hall.game.name
    money = {one: held for one, held in rest(hall.state).items() if one != refunds(name)}
    return money, lasting(hall.state), {game: one for game, one in hall.state.refunds.items() if game != name}


def stood_as(before: State) -> tuple[Any, ...]:
    """Return how the hall stood before the sale."""
    return rest(before), lasting(before), dict(before.refunds.items())


@pytest.mark.clause("BG.V.02")
@pytest.mark.parametrize("tax", [0, 20])
@pytest.mark.parametrize("carried", [False, True])
@pytest.mark.parametrize(("kind", "moment"), CASES)
def test_a_void_game_leaves_the_hall_as_if_it_had_never_been_played(
    kind: str, moment: str, carried: bool, tax: int
) -> None:
    hall = before_the_sale(kind, carried, prizes__tax={"num": tax, "den": 100})
    assert (hall.balance("carry:linea"), hall.balance("carry:bingo")) == ((6_00, 36_00) if carried else (0, 0))
    before = begun(hall, kind, is_started=moment != "announced")
    MOMENTS[moment](hall)
    assert hall.do(CHIEF, VOID).phase() is Phase.VOID
    assert stands_as(hall) == stood_as(before)
    assert hall.balance(refunds(hall.game.name)) == (4_00 if kind == "whole card" else 2_00) * SOLD
    assert traces(hall.game) == []
    sold_on = {sales("2/2"): 2_00 * SOLD} if "game one" in kind else {}
    assert {name: held for name, held in hall.state.ledger.items() if name.startswith("sales:")} == sold_on


@pytest.mark.clause("BG.IV.38")
@pytest.mark.parametrize("fate", FATES)
@pytest.mark.parametrize("carried", [False, True])
@pytest.mark.parametrize("kind", KINDS[:3])
def test_what_nobody_won_of_a_void_game_comes_back_whatever_the_house_does_with_it(
    kind: str, carried: bool, fate: str
) -> None:
    options = {"prizes__unawarded_line": fate, "prizes__unawarded_bingo": fate, "prizes__leftover": "held"}
    hall = before_the_sale(kind, carried, **options)
    before = begun(hall, kind)
    hall.drawn(90)
    for _ in range(3):
        hall.do(CHIEF, a.AskOthers()).wait()
    hall.do(CHIEF, a.OrderEnd("nadie cantó"), VOID)
    assert stands_as(hall) == stood_as(before)
    assert hall.balance(refunds(hall.game.name)) == 2_00 * SOLD
    assert traces(hall.game) == []


@pytest.mark.clause("BG.IV.11")
def test_the_next_game_has_what_the_void_one_had_been_given() -> None:
    hall = before_the_sale("single", carried=True)
    over(started(hall, "single").do(CHIEF, a.AnnounceStart())).do(CHIEF, VOID, a.EndGame())
    hall.sale().sell(FIRST + SOLD, FIRST + SOLD + 99).close().announced()
    assert hall.said[-1] == "Línea, 26 euros; bingo, 156 euros"


def test_what_was_decided_meanwhile_about_an_earlier_game_is_none_of_the_void_one() -> None:
    """Nobody won the línea of the first game, and the chief decides on it when the second is over."""
    hall = over_without_line(Hall(NUMBERS, cartones=GivenCartones({f"B-1047/{FIRST}": K})).open())
    over(started(hall, "single").do(CHIEF, a.AnnounceStart()))
    hall.do(CHIEF, a.DecideUnawarded(LINE, Fate.NEXT_GAME, "nadie la cantó", "1"), VOID)
    assert (hall.balance("carry:linea"), hall.balance("held:1/linea")) == (6_00, 0)


def test_what_two_winners_left_for_a_later_game_comes_back_whole_when_theirs_is_void() -> None:
    """A bingo of two cartones: neither winner comes, both halves are for the next game, and then the game is void."""
    cartones = GivenCartones({"B-1047/1": K, "B-1047/2": K})
    hall = Hall(NUMBERS, cartones=cartones, payment__not_collected=0).started("ana", "luis").drawn(5).line(1)
    hall.drawn(10).call(1, BINGO).call(2, BINGO).check(1, 2, prize=BINGO).end()
    for card in ("B-1047/1", "B-1047/2"):
        hall.do(CHIEF, a.LeaveUncollected(BINGO, card, "no viene", "1"))
        hall.do(CHIEF, a.DecideUncollected("1", BINGO, card, Fate.NEXT_GAME, "nadie vino"))
    assert (hall.balance("carry:bingo"), dict(hall.game.carried_on)) == (360_00, {BINGO: 360_00})
    assert hall.do(CHIEF, VOID).balance("carry:bingo") == 0


def over_without_line(hall: Hall) -> Hall:
    """Play a first game whose línea nobody calls."""
    hall.sale().sell(1, FIRST - 1).close().announced().do(CHIEF, a.AnnounceStart()).drawn(15)
    return hall.bingo(1).pay(1, BINGO).do(CHIEF, a.EndGame())


@pytest.mark.parametrize("moment", ["first ball", "over", "línea to a later game"])
def test_what_the_first_game_of_a_double_left_for_a_later_one_stays_when_the_second_is_void(moment: str) -> None:
    hall = started(before_the_sale("double", carried=False), "double").do(CHIEF, a.AnnounceStart())
    MOMENTS["línea to a later game"](hall).pay(FIRST, BINGO)
    assert hall.balance("carry:linea") == 4_00
    assert dict(hall.do(CHIEF, a.AnnounceSecond()).game.carried_on) == {}
    MOMENTS[moment](hall).do(CHIEF, VOID)
    assert (hall.balance("carry:linea"), hall.balance(refunds("2/2"))) == (4_00, 2_00 * SOLD)


@pytest.mark.clause("BG.V.03")
@pytest.mark.parametrize("carried", [False, True])
@pytest.mark.parametrize("kind", KINDS[:3])
def test_when_all_the_prices_went_back_no_money_is_left_of_the_game_at_all(kind: str, carried: bool) -> None:
    hall = before_the_sale(kind, carried)
    before = begun(hall, kind)
    over(hall).do(CHIEF, VOID)
    name, last = hall.game.name, FIRST + SOLD - 1
    for who, first, end in (("ana", FIRST, FIRST), (CASHIER, FIRST + 1, last)):
        if kind != "double, game one":  # whose cartones are kept for the second
            hall.do(who, a.ReturnCards("B-1047", first, end, name))
        hall.do(CASHIER, a.PayRefund("B-1047", first, end, name))
    assert rest(hall.state) == rest(before)
    sold_on = hall.balance(sales("2/2"))
    assert sold_on == (2_00 * SOLD if kind == "double, game one" else 0)
    given = sum(held for account, held in hall.state.ledger.items() if account.startswith(BARE))
    had = sum(held for account, held in before.ledger.items() if account.startswith(BARE))
    assert had - given == sold_on - (2_00 * SOLD if "two" in kind else 0)


@pytest.mark.clause("BG.II.18")
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_void_game_that_was_begun_is_a_game_of_its_set_of_balls_and_its_numbers_are_used(moment: str) -> None:
    hall = started(before_the_sale("single", carried=False), "single")
    if moment != "announced":
        hall.do(CHIEF, a.AnnounceStart())
    MOMENTS[moment](hall).do(CHIEF, VOID, a.EndGame())
    balls = hall.state.hall.ball_sets["S-9"]
    used = int(moment != "announced")
    assert (balls.games, balls.void_games) == (1 + used, used)
    assert hall.sale().refused("caller", a.SellCards("B-1047", FIRST, FIRST)) == "card-sold"


@pytest.mark.parametrize("kind", [SeriesKind.SINGLE, SeriesKind.DOUBLE])
def test_no_ball_of_a_void_game_is_waited_for(kind: SeriesKind) -> None:
    """The balls of a real machine are keyed in: one was to come out when the machine broke down."""
    is_double = kind is SeriesKind.DOUBLE
    hall = Hall(kind=ChanceKind.KEYED).started(sold=SOLD, double=is_double).do(CALLER, a.DrawBall())
    assert hall.play.game.draw_awaited(hall.state) is not None
    hall.do(CHIEF, VOID)
    assert hall.play.game.draw_awaited(hall.state) is None
    assert hall.refused(CALLER, BallOut(1, 0, "4")) == "game-over"
    if is_double:
        assert hall.do(CHIEF, a.AnnounceSecond()).refused(CALLER, BallOut(2, 0, "4")) == "no-ball-awaited"
