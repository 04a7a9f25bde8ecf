"""A ball that was asked for at a real machine and not keyed when the game ended: it is no ball of that game."""

from __future__ import annotations

import pytest

from tapete.chance import BallOut, ChanceKind
from tapete.games.bingo import acts as a
from tests.support.bingo.hall import BINGO, CALLER, CHIEF, NUMBERS, Hall


def keyed(hall: Hall, *numbers: int) -> Hall:
    """Ask for balls and key them."""
    for number in numbers:
        position = len(hall.game.balls)
        hall.do(CALLER, a.DrawBall(), BallOut(hall.game.urn, position, str(number)), a.AnnounceBall(), a.ShowBall())
    return hall


def asked_and_over(**options: bool) -> Hall:
    """Return a game that a bingo has ended while another ball was asked for."""
    hall = keyed(Hall(kind=ChanceKind.KEYED).started(sold=20, **options), *NUMBERS)
    return hall.do(CALLER, a.DrawBall()).bingo(1)


@pytest.mark.clause("BG.IV.27")
def test_no_ball_comes_out_after_the_order_that_ended_the_game() -> None:
    hall = asked_and_over()
    answer = hall.answer(CALLER, BallOut(hall.game.urn, len(NUMBERS), "88"))
    assert (answer.code, answer.clauses) == ("game-over", ("BG.IV.27",))
    assert hall.game.drawn_balls == NUMBERS


def test_nor_in_a_game_that_is_void() -> None:
    hall = keyed(Hall(kind=ChanceKind.KEYED).started(sold=20), *NUMBERS[:3]).do(CALLER, a.DrawBall())
    hall.do(CHIEF, a.VoidGame("evacuation", "alarma"))
    assert hall.refused(CALLER, BallOut(hall.game.urn, 3, "88")) == "game-over"


def test_nobody_waits_for_it() -> None:
    hall = asked_and_over()
    assert hall.play.game.draw_awaited(hall.state) is None


def test_the_first_ball_of_the_second_game_is_let_out_like_every_other() -> None:
    hall = asked_and_over(double=True).pay(1, BINGO).do(CHIEF, a.AnnounceSecond())
    assert hall.refused(CALLER, BallOut(hall.game.urn, 0, "88")) == "no-ball-awaited"
    assert keyed(hall, 88).game.drawn_balls == (88,)
