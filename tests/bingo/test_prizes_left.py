"""A prize that is left for later: of which game it is, that it is left once, and that it waits from then on."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.books import owed
from tapete.games.bingo.inventory import LeftPrize
from tapete.games.bingo.terms import Fate, Phase
from tests.bingo.test_clauses_of_the_end import double, single, tokens_given
from tests.bingo.test_inventory import in_session, reopened, shut
from tests.support.bingo.hall import BINGO, CASHIER, CHIEF, LINE, NUMBERS, GivenCartones, Hall, K

CARD = "B-1047/1"


def leave(prize: Any, game: str = "", card: str = CARD) -> a.LeaveUncollected:
    """Return the act by which a prize is left."""
    return a.LeaveUncollected(prize, card, "no viene", game)


def both_games_won() -> Hall:
    """Return a double whose two games Ana's first cartón has won, to be paid after both."""
    return tokens_given(tokens_given(double(deferred=True)).do(CHIEF, a.AnnounceSecond()))


def won(hall: Hall, number: int = 1) -> Hall:
    """Play a game that one cartón wins, up to the order that ends it."""
    return hall.drawn(5).line(number).drawn(10).bingo(number)


def left_accounts(hall: Hall) -> dict[str, int]:
    """Return by account since which session each prize waits."""
    return {account: one.session for account, one in hall.state.left_prizes.items()}


# --- of which game ----------------------------------------------------------------------------------------------------


def test_of_a_double_whose_games_are_paid_after_both_a_prize_of_each_is_left_by_itself() -> None:
    hall = both_games_won().do(CHIEF, leave(BINGO, "1/1"))
    assert left_accounts(hall) == {owed("1/1", BINGO, CARD): 1}
    assert hall.pay(1, LINE, game="1/1").pay(1, LINE, game="1/2").refused(CHIEF, a.EndGame()) == "prizes-due"
    hall.do(CHIEF, leave(BINGO, "1/2"), a.EndGame())
    assert left_accounts(hall) == {owed("1/1", BINGO, CARD): 1, owed("1/2", BINGO, CARD): 1}


def test_where_the_second_game_is_void_a_prize_of_the_first_is_left_and_the_game_is_closed() -> None:
    hall = tokens_given(double(deferred=True)).do(CHIEF, a.AnnounceSecond(), a.VoidGame("evacuation", "alarma"))
    hall.pay(1, LINE, game="1/1")
    assert (hall.phase(), hall.refused(CHIEF, a.EndGame())) == (Phase.VOID, "prizes-due")
    assert hall.refused(CHIEF, leave(BINGO, "1/2")) == "no-prize"
    hall.do(CHIEF, leave(BINGO, "1/1"), a.EndGame())
    assert left_accounts(hall) == {owed("1/1", BINGO, CARD): 1}


def test_a_prize_of_the_first_game_that_is_left_after_both_is_its_winners_own() -> None:
    hall = both_games_won().do(CHIEF, leave(LINE, "1/1"))
    assert hall.state.left_prizes[owed("1/1", LINE, CARD)] == LeftPrize(1, "ana")


def test_what_the_table_chief_is_offered_names_the_game_of_each_prize() -> None:
    offered = [one for one in both_games_won().play.legal(CHIEF) if one.act == "leave-uncollected"]
    named = [(one.fixed_value("game"), one.fixed_value("prize")) for one in offered]
    assert sorted(named) == [("1/1", "bingo"), ("1/1", "linea"), ("1/2", "bingo"), ("1/2", "linea")]


def test_a_press_for_an_earlier_game_leaves_nothing_of_a_later_one_of_the_same_name() -> None:
    """In a later game another cartón wins; the press for the first game is about that one's prize alone."""
    cartones = GivenCartones({"B-1047/301": K})
    hall = (
        won(Hall(NUMBERS, cartones=cartones).started("ana", "luis")).pay(1, LINE).pay(1, BINGO).do(CHIEF, a.EndGame())
    )
    hall.sale().sell(301, 301, "eva").sell(302, 400).close().announced().do(CHIEF, a.AnnounceStart())
    won(hall, 301)
    assert hall.refused(CHIEF, leave(BINGO, "1", "B-1047/301")) == "no-prize"
    hall.do(CHIEF, leave(BINGO, "2", "B-1047/301"))
    assert left_accounts(hall) == {owed("2", BINGO, "B-1047/301"): 1}


def test_a_prize_without_a_game_is_one_of_the_present_game() -> None:
    hall = both_games_won().do(CHIEF, leave(LINE))
    assert left_accounts(hall) == {owed("1/2", LINE, CARD): 1}


# --- once -------------------------------------------------------------------------------------------------------------


def test_a_prize_is_left_once() -> None:
    hall = won(single()).pay(1, LINE).do(CHIEF, leave(BINGO, "1"))
    before = hall.state
    assert hall.answer(CHIEF, leave(BINGO, "1")).facts == {"card": CARD}
    assert hall.refused(CHIEF, leave(BINGO, "1")) == "prize-left"
    assert hall.refused(CHIEF, leave(BINGO)) == "prize-left"
    assert hall.state == before
    assert [one.act for one in hall.play.legal(CHIEF) if one.act == "leave-uncollected"] == []


def in_payment_again(hall: Hall) -> Hall:
    """Play a further game up to its payment."""
    hall.sale().sell(301, 305).close().announced().do(CHIEF, a.AnnounceStart())
    return hall.drawn(90).line(301).bingo(301)


@pytest.mark.parametrize("nights", [0, 1, 2])
def test_a_prize_that_was_left_waits_from_then_on_whatever_is_pressed_later(nights: int) -> None:
    """It was left in the first session, and nobody leaves it again in a later one."""
    hall = (
        won(single(payment__not_collected=2, cartones=GivenCartones({"B-1047/301": K})))
        .pay(1, LINE)
        .do(CHIEF, leave(BINGO, "1"), a.EndGame())
    )
    for _ in range(nights):
        in_session(reopened(shut(hall)))
    assert hall.state.hall.session == 1 + nights
    in_payment_again(hall)
    assert hall.phase() is Phase.PAYMENT
    money = hall.state.ledger
    assert hall.refused(CHIEF, leave(BINGO, "1")) == "prize-left"
    assert (left_accounts(hall), hall.state.ledger) == ({owed("1", BINGO, CARD): 1}, money)
    decided = a.DecideUncollected("1", BINGO, CARD, Fate.HOUSE, "nadie vino")
    assert hall.accepts(CHIEF, decided) is (nights == 2)


# --- until it is paid, or its game is void ----------------------------------------------------------------------------


def test_what_was_left_and_then_paid_waits_no_longer() -> None:
    hall = won(single()).do(CHIEF, leave(BINGO, "1")).pay(1, BINGO)
    assert (left_accounts(hall), hall.refused(CHIEF, leave(BINGO, "1"))) == ({}, "no-prize")
    assert hall.refused(CASHIER, a.PayPrize(BINGO, CARD)) == "prize-paid"


def test_a_prize_that_was_left_falls_with_its_game_and_waits_no_longer() -> None:
    hall = won(single()).do(CHIEF, leave(BINGO, "1"), a.VoidGame("evacuation", "alarma"))
    assert (left_accounts(hall), hall.balance(owed("1", BINGO, CARD))) == ({}, 0)
    assert hall.refused(CASHIER, a.PayPrize(BINGO, CARD, "1")) == "no-prize"


def test_a_prize_of_the_first_game_of_a_double_stays_left_when_the_second_is_void() -> None:
    hall = both_games_won().do(CHIEF, leave(BINGO, "1/1"), leave(BINGO, "1/2"), a.VoidGame("evacuation", "alarma"))
    assert left_accounts(hall) == {owed("1/1", BINGO, CARD): 1}
