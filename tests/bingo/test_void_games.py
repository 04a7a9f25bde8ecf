"""Clauses BG.V.02 to 04, BG.II.22, BG.IV.38: a void game leaves the hall as before; each price comes back once."""

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.accounts import CASH_DESK
from tapete.games.bingo import acts as a
from tapete.games.bingo.books import sales
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Fate, Means, Phase, refunds
from tests.support.bingo import void_games
from tests.support.bingo.hall import BINGO, CASHIER, CHIEF, LINE, NUMBERS, GivenCartones, Hall, K

CHOSEN = [
    ("single", "announced", True, 0),
    ("single", "first ball", False, 0),
    ("single", "línea right", True, 20),
    ("single", "nobody won", True, 20),
    ("single", "over", True, 20),
    ("single", "línea to a later game", True, 0),
    ("single", "línea to the house", False, 20),
    ("single", "given up", True, 0),
    ("double, game one", "línea given", True, 0),
    ("double, game one", "over", False, 20),
    ("double, game two", "bingo right", True, 0),
    ("double, game two", "left", False, 0),
    ("double, game one, paid after both", "over", True, 0),
    ("double, game two, paid after both", "over without línea", True, 20),
    ("whole card", "bingo called", True, 0),
    ("whole card", "given up to the house", False, 0),
]
"""Of every kind of game each moment up to which it was played, with money of an earlier game and a tax or without."""


def stands_as(hall: Hall) -> tuple[Any, ...]:
    name = hall.game.name
    money = {one: held for one, held in void_games.rest(hall.state).items() if one != refunds(name)}
    return (
        money,
        void_games.lasting(hall.state),
        {game: one for game, one in hall.state.refunds.items() if game != name},
    )


@pytest.mark.clause("BG.V.02")
@pytest.mark.parametrize(("kind", "moment", "carried", "tax"), CHOSEN)
def test_a_void_game_leaves_the_hall_as_if_it_had_never_been_played(
    kind: str, moment: str, carried: bool, tax: int
) -> None:
    hall = void_games.before_the_sale(kind, carried, prizes__tax={"num": tax, "den": 100})
    assert (hall.balance("carry:linea"), hall.balance("carry:bingo")) == ((6_00, 36_00) if carried else (0, 0))
    before = void_games.begun(hall, kind, is_started=moment != "announced")
    void_games.MOMENTS[moment](hall)
    assert hall.do(CHIEF, void_games.VOID).phase() is Phase.VOID
    assert stands_as(hall) == (void_games.rest(before), void_games.lasting(before), dict(before.refunds.items()))
    assert hall.balance(refunds(hall.game.name)) == (4_00 if kind == "whole card" else 2_00) * void_games.SOLD
    assert void_games.traces(hall.game) == []
    sold_on = {sales("2/2"): 2_00 * void_games.SOLD} if "game one" in kind else {}
    assert {name: held for name, held in hall.state.ledger.items() if name.startswith("sales:")} == sold_on
    named = [one.account for one in hall.play.last.events[0].sources]  # type: ignore[union-attr]
    assert named == sorted(named), "whatever order a process keeps its maps in"


def test_the_tax_is_of_the_sales_and_not_of_what_earlier_games_brought_in() -> None:
    hall = void_games.before_the_sale("single", carried=True, prizes__tax={"num": 20, "den": 100})
    hall = void_games.over(void_games.started(hall, "single").do(CHIEF, a.AnnounceStart()))
    assert hall.game.division.tax == 2_00 * void_games.SOLD * 20 // 100


@pytest.mark.clause("BG.IV.11")
def test_the_next_game_has_what_the_void_one_had_been_given() -> None:
    hall = void_games.before_the_sale("single", carried=True)
    void_games.over(void_games.started(hall, "single").do(CHIEF, a.AnnounceStart())).do(
        CHIEF, void_games.VOID, a.EndGame()
    )
    hall.sale().sell(void_games.FIRST + void_games.SOLD, void_games.FIRST + void_games.SOLD + 99).close().announced()
    assert hall.said[-1] == "Línea, 26 euros; bingo, 156 euros"


def test_what_two_winners_left_for_a_later_game_comes_back_whole_when_theirs_is_void() -> None:
    cartones = GivenCartones({"B-1047/1": K, "B-1047/2": K})
    hall = Hall(NUMBERS, cartones=cartones, payment__not_collected=0).started("ana", "luis").drawn(5).line(1)
    hall.drawn(10).call(1, BINGO).call(2, BINGO).check(1, 2, prize=BINGO).end()
    for card in ("B-1047/1", "B-1047/2"):
        hall.do(CHIEF, a.LeaveUncollected(BINGO, card, "no viene", "1"))
        hall.do(CHIEF, a.DecideUncollected("1", BINGO, card, Fate.NEXT_GAME, "nadie vino"))
    assert (hall.balance("carry:bingo"), dict(hall.game.carried_on)) == (360_00, {BINGO: 360_00})
    assert hall.do(CHIEF, void_games.VOID).balance("carry:bingo") == 0


@pytest.mark.clause("BG.II.18")
@pytest.mark.parametrize("moment", ["announced", "first ball", "over"])
def test_a_void_game_that_was_begun_is_a_game_of_its_set_of_balls_and_its_numbers_are_used(moment: str) -> None:
    hall = void_games.started(void_games.before_the_sale("single", carried=False), "single")
    if moment != "announced":
        hall.do(CHIEF, a.AnnounceStart())
    void_games.MOMENTS[moment](hall).do(CHIEF, void_games.VOID, a.EndGame())
    balls = hall.state.hall.ball_sets["S-9"]
    used = int(moment != "announced")
    assert (balls.games, balls.void_games) == (1 + used, used)
    assert hall.sale().refused("caller", a.SellCards("B-1047", void_games.FIRST, void_games.FIRST)) == "card-sold"


def paid(*payments: tuple[Any, Means], **options: Any) -> tuple[Hall, State]:
    hall = void_games.before_the_sale("single", carried=True, **options)
    before = hall.state
    void_games.over(void_games.started(hall, "single").do(CHIEF, a.AnnounceStart()))
    for prize, means in payments:
        hall.pay(void_games.FIRST, prize, means=means)
    return hall, before


CASH, ACCOUNT = Means.CASH, Means.ACCOUNT


@pytest.mark.parametrize("has_cash_back", [False, True])
@pytest.mark.parametrize("recover", [False, True])
def test_cash_and_accounts_are_two_questions(recover: bool, has_cash_back: bool) -> None:
    hall, before = paid((LINE, CASH), (BINGO, ACCOUNT))
    in_cash, in_account = (of + before.ledger[f"carry:{prize}"] for prize, of in ((LINE, 4_00), (BINGO, 24_00)))
    desk = hall.balance(CASH_DESK)
    assert hall.refused(CHIEF, replace(void_games.VOID, recover=recover)) == "cash-undecided"
    assert hall.refused(CHIEF, replace(void_games.VOID, has_cash_back=has_cash_back)) == "recovery-undecided"
    hall.do(CHIEF, replace(void_games.VOID, recover=recover, has_cash_back=has_cash_back))
    borne = (0 if has_cash_back else in_cash) + (0 if recover else in_account)
    assert hall.balance("house") - before.ledger["house"] == -borne
    assert desk - hall.balance(CASH_DESK) == (in_cash if has_cash_back else 0)
    assert hall.balance("person:ana") == (0 if recover else in_account)


def test_a_prize_that_nobody_was_paid_is_taken_from_nobody() -> None:
    hall, before = paid((LINE, ACCOUNT))
    card = f"B-1047/{void_games.FIRST}"
    hall.do(CHIEF, a.LeaveUncollected(BINGO, card, "no viene", "2"))
    hall.do(CHIEF, a.DecideUncollected("2", BINGO, card, Fate.HOUSE, "nadie vino"), a.WriteEntry("-"))
    hall.do("ana", a.BuyIn(100_00)).do(CHIEF, replace(void_games.VOID, recover=True))
    assert (hall.balance("person:ana"), hall.balance("house")) == (100_00, before.ledger["house"])


@pytest.mark.parametrize(("rule", "left", "borne"), [("absorb", 1, 4_00), ("recover", 0, 3_99)])
def test_of_an_early_linea_the_house_bears_all_or_what_was_taken_out(rule: str, left: int, borne: int) -> None:
    hall = Hall(NUMBERS, payment__line_early=True, void__early_line=rule).started("ana", sold=20).drawn(5).line(1)
    hall.pay(1, LINE, means=ACCOUNT).do("ana", a.CashOut(3_99)).do(CHIEF, void_games.VOID)
    assert (hall.balance("person:ana"), hall.balance("refunds:1"), hall.balance("house")) == (left, 40_00, -borne)


@pytest.mark.clause("BG.V.04")
def test_a_report_alone_voids_no_game_whose_prize_was_paid() -> None:
    hall = Hall(NUMBERS, payment__line_early=True).started("ana", sold=20).drawn(5).line(1).pay(1, LINE, means=ACCOUNT)
    hall.do(CHIEF, a.ReportCause("evacuation", "alarma"))
    assert hall.phase() != Phase.VOID, "whoever voids it says whether the prize is taken back"
    assert hall.refused(CHIEF, void_games.VOID) == "recovery-undecided"


NAME = "B-1047"


def void_first(**options: object) -> Hall:
    return Hall(NUMBERS, **options).started("ana", sold=10, double=True).do(CHIEF, void_games.VOID)


@pytest.mark.parametrize(("who", "number"), [("ana", 1), (CASHIER, 1), (CASHIER, 5)])
@pytest.mark.parametrize("game", ["", "1/1"])
def test_what_is_good_for_the_second_game_is_not_handed_back_for_the_first(who: str, number: int, game: str) -> None:
    hall = void_first()
    no = hall.answer(who, a.ReturnCards(NAME, number, number, game))
    assert (no.code, dict(no.facts), no.clauses) == ("card-kept", {"card": f"{NAME}/{number}"}, ("BG.II.22",))
    assert "return-cards" not in {one.act for one in hall.play.legal(who)}


def test_its_part_is_paid_back_without_it_before_and_during_the_second_game() -> None:
    hall = void_first().do(CASHIER, a.PayRefund(NAME, 1, 1, "1/1"))
    assert hall.balance("person:ana") == 2_00
    hall.do(CHIEF, a.AnnounceSecond()).do(CASHIER, a.PayRefund(NAME, 2, 10, "1/1"))
    assert hall.refused("ana", a.ReturnCards(NAME, 1, 1, "1/1")) == "card-refunded"
    assert hall.drawn(5).call(1).check(1).phase() == "ask-line"


def brought(hall: Hall) -> tuple[int, int]:
    return hall.balance("carry:linea"), hall.balance("carry:bingo")


@pytest.mark.parametrize("kind", ["single", "double, game one"])
def test_what_an_earlier_game_brought_in_waits_again_when_every_sale_was_counted_away(kind: str) -> None:
    hall = void_games.before_the_sale(kind, True)
    before = brought(hall)
    assert before == (6_00, 36_00)
    hall.sale().sell(31, 32).close().announced()
    assert brought(hall) == (0, 0)
    hall.do(CHIEF, a.Recount("B-1047", 31, 32, was_sold=False, reason="no se vendieron"), a.CallOffSale("nadie"))
    assert hall.phase() is Phase.READY
    assert brought(hall) == before
    assert not any(name.startswith("sales:") for name in hall.state.ledger)
